import json
from pathlib import Path

import pytest

from game.coach.endgame import Endgame
from game.coach.values import UNIT
from game.rules.magdagdon.board import Difficulty
from game.rules.magdagdon.notation import parse_position
from game.rules.magdagdon.scoring import score_board
from tests.coach.expectimax import Naive
from tests.coach.positions import TURNS, random_positions, turned

VECTORS = Path(__file__).parent / "vectors" / "exact.jsonl"
GAMES = {
    Difficulty.NIGHTMARE: (3, ()),
    Difficulty.SURVIVAL: (2, (70,)),
    Difficulty.PEACEFUL: (2, (40, 20, 10)),
}


def endgame(difficulty: Difficulty) -> Endgame:
    minimum, costs = GAMES[difficulty]
    return Endgame(minimum, [UNIT * cost for cost in (0, *costs)])


@pytest.mark.parametrize("difficulty", Difficulty)
def test_the_exact_end_is_that_of_a_naive_expectimax(difficulty):
    minimum, costs = GAMES[difficulty]
    naive, exact = Naive(minimum, costs), endgame(difficulty)
    boards = {state.board for state in random_positions(difficulty, 30)}
    few = [board for board in sorted(boards) if board.count(0) == 2][:6]
    few += [board for board in sorted(boards) if board.count(0) == 3][: 2 if not costs else 0]
    assert few
    for board in few:
        score = score_board(board, difficulty, 0).total
        for left, value in enumerate(exact.values(board, len(costs) + 1)):
            assert score + value / UNIT == pytest.approx(naive.value(board, left))


@pytest.mark.parametrize("difficulty", Difficulty)
def test_symmetric_boards_have_equal_values(difficulty):
    exact = endgame(difficulty)
    levels = len(GAMES[difficulty][1]) + 1
    boards = {state.board for state in random_positions(difficulty, 10, seed=4)}
    for board in [board for board in sorted(boards) if board.count(0) <= 3][:8]:
        values = [exact.values(turned(board, turn), levels) for turn in TURNS]
        for other in values[1:]:
            assert other == pytest.approx(values[0])


def test_the_end_agrees_with_the_exact_vectors():
    checked = 0
    games = [(level, endgame(level)) for level in Difficulty]
    for line in VECTORS.read_text().splitlines():
        entry = json.loads(line)
        if entry["empties"] > 3:
            continue
        board = parse_position(f"{entry['board']} N 0 1 -").board
        wanted = {
            Difficulty.NIGHTMARE: [entry["nightmare"]],
            Difficulty.SURVIVAL: entry["survival_left_0_1"],
            Difficulty.PEACEFUL: entry["peaceful_left_0_1_2_3"],
        }
        for level, exact in games:
            values = exact.values(board, len(wanted[level]))
            found = [entry["now"] + value / UNIT for value in values]
            assert found == pytest.approx(wanted[level], abs=0.02)
            checked += 1
    assert checked > 100
