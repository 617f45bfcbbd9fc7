"""The solver on small boards against naive expectimax; needs a C compiler."""

import json
import subprocess
from pathlib import Path

import pytest

from game.rules.magdagdon.board import CELLS, EMPTY, RUIN, Difficulty
from game.rules.magdagdon.notation import format_board
from game.rules.magdagdon.scoring import score_board
from tests.coach.expectimax import Naive

SOURCES = Path(__file__).parents[2] / "tools" / "solver"
GAMES = {
    "nightmare": (3, ()),
    "plain": (2, ()),
    "survival": (2, (70,)),
    "peaceful": (2, (40, 20, 10)),
}

EMPTY_TEXT = "..../..../..../...."

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def solver(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("solver")
    subprocess.run(["make", "-C", SOURCES, f"OUT={folder}"], check=True, capture_output=True)
    return folder / "solver"


def run(*command: object, text: str = "") -> str:
    done = subprocess.run(
        [str(part) for part in command], input=text, capture_output=True, text=True, check=True
    )
    return done.stdout


def walled(rows: int, columns: int, numbers: dict[int, int] | None = None) -> tuple[int, ...]:
    """Return a board whose cells beyond *rows* × *columns* are ruins: they act as walls do."""
    board = [EMPTY if c // 4 < rows and c % 4 < columns else RUIN for c in range(CELLS)]
    for cell, content in (numbers or {}).items():
        board[cell] = content
    return tuple(board)


def shown(board: tuple[int, ...], rows: int, columns: int) -> str:
    """Return the board as the solver reads it: walls are empty there."""
    inside = [c // 4 < rows and c % 4 < columns for c in range(CELLS)]
    return format_board(tuple(v if i else EMPTY for v, i in zip(board, inside, strict=True)))


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize(
    ("rows", "columns", "numbers"),
    [
        (1, 4, {1: 4}),
        (2, 2, {0: 3}),
        (2, 4, {0: 3, 1: 4, 2: 4, 4: 3, 5: RUIN}),
        (3, 3, {0: 5, 1: 5, 4: 4, 5: RUIN, 8: 3, 6: RUIN}),
    ],
)
def test_small_boards_agree_with_naive_expectimax(solver, tmp_path, name, rows, columns, numbers):
    size = f"board={rows}x{columns}"
    run(solver, "solve", tmp_path / name, name, size)
    board = walled(rows, columns, numbers)
    answer = run(solver, "values", tmp_path / name, name, size, text=shown(board, rows, columns))
    minimum, costs = GAMES[name]
    naive = Naive(minimum, costs)
    before = score_board(board, Difficulty.NIGHTMARE, 0).total
    wanted = [naive.value(board, left) - before for left in range(len(costs) + 1)]
    assert [float(word) for word in answer.split()] == pytest.approx(wanted, abs=0.02)


def test_a_second_run_keeps_the_layers(solver, tmp_path):
    first = run(solver, "solve", tmp_path / "g", "plain", "board=2x3")
    again = run(solver, "solve", tmp_path / "g", "plain", "board=2x3")
    assert "solved in" in first
    assert "solved in" not in again
    assert again.count("kept") == first.count("solved in")


def test_a_directory_of_another_game_is_refused(solver, tmp_path):
    run(solver, "solve", tmp_path / "g", "plain", "board=2x3")
    with pytest.raises(subprocess.CalledProcessError):
        run(solver, "solve", tmp_path / "g", "nightmare", "board=2x3")


def test_perfect_games_come_to_the_solved_value(solver, tmp_path):
    game = (tmp_path / "g", "nightmare", "board=2x3")
    run(solver, "solve", *game)
    value = float(run(solver, "values", *game, text=EMPTY_TEXT))
    games = json.loads(run(solver, "play", *game, "games=20000"))
    assert abs(games["mean"] - value) < 5 * games["stderr"]


def test_all_thread_counts_agree(solver, tmp_path):
    for threads in (1, 3):
        run(solver, "solve", tmp_path / str(threads), "survival", "board=2x4", f"threads={threads}")
    layers = sorted(path.name for path in (tmp_path / "1").glob("*.bin"))
    assert layers
    for name in layers:
        assert (tmp_path / "1" / name).read_bytes() == (tmp_path / "3" / name).read_bytes()
