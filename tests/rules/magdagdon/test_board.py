"""The board, its cells and lines, and the three difficulties (M1, M3)."""

import pytest

from game.rules.magdagdon.board import (
    CELL_NAMES,
    CELLS,
    COLUMNS,
    EMPTY,
    LINES,
    NEIGHBOURS,
    ROWS,
    RUIN,
    Difficulty,
    has_number,
    is_number,
    with_cell,
)
from tests.rules.magdagdon import brute
from tests.rules.magdagdon.table import RULES, board, new_game


def test_board_has_sixteen_empty_cells_at_the_start() -> None:  # M1.1
    assert new_game().board == (EMPTY,) * 16


def test_cells_are_named_by_column_letter_and_row_number() -> None:
    assert len(CELL_NAMES) == len(set(CELL_NAMES)) == CELLS
    assert (CELL_NAMES[0], CELL_NAMES[3], CELL_NAMES[4]) == ("a1", "d1", "a2")
    assert (CELL_NAMES[12], CELL_NAMES[15]) == ("a4", "d4")


def test_lines_are_the_rows_from_the_top_then_the_columns_from_the_left() -> None:
    assert LINES == ROWS + COLUMNS
    assert [CELL_NAMES[cell] for cell in LINES[1]] == ["a2", "b2", "c2", "d2"]
    assert [CELL_NAMES[cell] for cell in LINES[6]] == ["c1", "c2", "c3", "c4"]


def test_neighbours_are_orthogonal_only() -> None:  # M4.2
    assert [sorted(cells) for cells in NEIGHBOURS] == brute.BESIDE
    assert {CELL_NAMES[cell] for cell in NEIGHBOURS[5]} == {"b1", "a2", "c2", "b3"}
    assert {CELL_NAMES[cell] for cell in NEIGHBOURS[0]} == {"b1", "a2"}


def test_neither_an_empty_cell_nor_a_ruin_is_a_number() -> None:  # M1.1, M4.4
    assert [is_number(content) for content in range(8)] == [False, *[True] * 6, False]
    assert not is_number(RUIN)
    assert not has_number(board("#.../..#./..../...#"))
    assert has_number(board("#.../..#./..../..1#"))


def test_with_cell_leaves_the_other_board_alone() -> None:
    before = board("12../..../..../....")
    after = with_cell(before, 15, 6)
    assert after == (*before[:15], 6)
    assert before == board("12../..../..../....")


@pytest.mark.parametrize(
    ("letter", "powers", "minimum", "costs"),
    [("P", 3, 2, (10, 20, 40)), ("S", 1, 2, (70,)), ("N", 0, 3, ())],
)
def test_difficulty_sets_powers_minimum_and_costs(
    letter: str, powers: int, minimum: int, costs: tuple[int, ...]
) -> None:  # M3
    difficulty = Difficulty(letter)
    assert difficulty.powers == powers
    assert difficulty.usual_minimum == minimum
    assert difficulty.power_costs == costs


def test_all_powers_of_peaceful_cost_seventy() -> None:  # M3
    assert sum(Difficulty.PEACEFUL.power_costs) == 70


@pytest.mark.parametrize("difficulty", Difficulty)
@pytest.mark.parametrize("empty", range(17))
def test_minimum_is_never_more_than_the_empty_cells(
    difficulty: Difficulty, empty: int
) -> None:  # M3.1
    contents = (EMPTY,) * empty + (RUIN,) * (16 - empty)
    assert difficulty.minimum(contents) == min(empty, 3 if difficulty.value == "N" else 2)


def test_nightmare_needs_two_dice_for_the_last_two_cells_and_one_for_the_last() -> None:  # M3.1
    assert Difficulty.NIGHTMARE.minimum(board("3333/3333/3333/33..")) == 2
    assert Difficulty.NIGHTMARE.minimum(board("3333/3333/3333/333.")) == 1


@pytest.mark.parametrize("options", [{}, {"difficulty": "X"}, {"difficulty": "p"}])
def test_game_needs_a_known_difficulty(options: dict[str, str]) -> None:  # M3
    with pytest.raises(ValueError, match="is not a valid Difficulty"):
        RULES.initial(options)
