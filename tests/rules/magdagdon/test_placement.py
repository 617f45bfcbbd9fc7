"""Where a die may stand, and why not elsewhere (M4)."""

import pytest

from game.rules.api import IllegalActionError
from game.rules.magdagdon.actions import Stage
from game.rules.magdagdon.board import CELL_NAMES
from game.rules.magdagdon.engine import Reason
from game.rules.magdagdon.placement import (
    afterstates,
    blocking_neighbours,
    can_place,
    legal_cells,
    legal_cells_by_value,
    longest_placement,
    touches_number,
)
from tests.rules.magdagdon.table import RULES, at, board, play, refusal


def names(rows: str, value: int) -> set[str]:
    return {CELL_NAMES[cell] for cell in legal_cells(board(rows), value)}


@pytest.mark.parametrize("value", range(1, 7))
def test_first_die_may_go_into_any_cell(value: int) -> None:  # M4.1
    assert names("..../..../..../....", value) == set(CELL_NAMES)


@pytest.mark.parametrize("value", range(1, 7))
def test_first_die_may_go_into_any_empty_cell_after_ruins_alone(value: int) -> None:  # M4.1
    assert names("#.../..#./..../....", value) == set(CELL_NAMES) - {"a1", "c2"}


def test_a_staged_number_ends_the_freedom_of_the_first_die() -> None:  # M4.1
    state = play(at("..../..../..../.... P 0 1 3333"), "stage 0 b2")
    assert refusal(state, "stage 1 d4") is Reason.NOT_ADJACENT
    play(state, "stage 1 b3")


def test_die_needs_an_orthogonal_neighbour() -> None:  # M4.2
    assert names("..../.3../..../....", 3) == {"b1", "a2", "c2", "b3"}


def test_diagonal_neighbours_neither_connect_nor_limit() -> None:  # M4.2
    assert "c3" not in names("..../.3../..../....", 3)
    assert names("12../..../..../....", 3) == {"c1", "b2"}  # b2 has the 1 at its corner


def test_value_may_equal_its_neighbours_or_differ_by_one() -> None:  # M4.3
    board_of_3 = "..../.3../..../...."
    around = {"b1", "a2", "c2", "b3"}
    for value in range(1, 7):
        assert names(board_of_3, value) == (around if value in (2, 3, 4) else set())


def test_every_neighbour_limits_the_value() -> None:  # M4.3: touching a 3 and a 4 takes a 3 or a 4
    rows = "3.../.4../..../...."
    takes = [value for value in range(1, 7) if "a2" in names(rows, value)]
    assert takes == [3, 4]


def test_cell_between_numbers_too_far_apart_takes_nothing() -> None:  # M4.3
    rows = "123./1.4./1.4./1234"
    assert all("b2" not in names(rows, value) for value in (1, 4, 5, 6))
    assert not any("b3" in names(rows, value) for value in range(1, 7))


def test_ruin_connects_nothing_and_limits_nothing() -> None:  # M4.4
    assert names("1#../#.../..../....", 1) == set()
    assert names("1.../.#../..../....", 2) == {"b1", "a2"}


def test_no_die_goes_onto_a_number_or_a_ruin() -> None:  # M4.1, M4.2
    state = at("3#../..../..../.... P 0 2 3333")
    assert refusal(state, "stage 0 a1") is Reason.CELL_OCCUPIED
    assert refusal(state, "stage 0 b1") is Reason.CELL_IS_RUIN


def test_staged_dice_count_as_numbers_for_later_ones() -> None:  # M4.5
    state = at("3.../..../..../.... P 0 2 4555")
    assert refusal(state, "stage 1 b1") is Reason.TOO_FAR_APART
    assert refusal(state, "stage 1 c1") is Reason.NOT_ADJACENT
    play(state, "stage 0 b1", "stage 1 c1")


def test_order_of_placing_can_forbid_a_cell() -> None:  # M4.5
    state = at("3.../..../..../.... P 0 2 2444")
    play(state, "stage 0 b1", "stage 1 a2")
    assert refusal(play(state, "stage 1 a2", "stage 2 b2"), "stage 0 b1") is Reason.TOO_FAR_APART


def test_refusal_names_the_neighbours_in_the_way() -> None:  # M4.3
    state = at("34../..../..../.... P 0 2 5555")
    with pytest.raises(IllegalActionError) as caught:
        RULES.apply(state, Stage(0, CELL_NAMES.index("a2")))
    assert caught.value.reason is Reason.TOO_FAR_APART
    assert [CELL_NAMES[cell] for cell in caught.value.cells] == ["a1"]


def test_blocking_neighbours_leaves_out_ruins_and_empty_cells() -> None:  # M4.3, M4.4
    contents = board("#1../.12./.2../....")
    assert [CELL_NAMES[c] for c in blocking_neighbours(contents, 3, 0)] == ["b1"]
    assert blocking_neighbours(contents, 2, 4) == ()
    assert [CELL_NAMES[c] for c in blocking_neighbours(contents, 4, 10)] == ["c2", "b3"]


def test_touches_number_ignores_ruins_and_corners() -> None:  # M4.2, M4.4
    contents = board("#.../.1../..../....")
    assert touches_number(contents, CELL_NAMES.index("b1"))
    assert not touches_number(contents, CELL_NAMES.index("c1"))
    assert not touches_number(board("#.../..../..../...."), CELL_NAMES.index("b1"))


def test_legal_cells_by_value_has_nothing_at_index_zero() -> None:  # M4
    for rows in ("..../..../..../....", "3.../..../..../....", "3333/3333/3333/3333"):
        by_value = legal_cells_by_value(board(rows))
        assert len(by_value) == 7
        assert by_value[0] == ()


def test_can_place_looks_through_every_order() -> None:  # M6.1
    contents = board("3###/.###/.###/.###")
    assert can_place(contents, (6, 5, 4, 1), 3)  # only 4, then 5, then 6
    assert not can_place(contents, (6, 5, 4, 1), 4)
    assert not can_place(contents, (6, 5, 1, 1), 1)
    assert longest_placement(contents, (6, 5, 4, 1)) == 3
    assert longest_placement(contents, (6, 5, 1, 1)) == 0


def test_can_place_nothing_is_always_possible() -> None:
    assert can_place(board("3333/3333/3333/3333"), (1, 1, 1, 1), 0)


def test_longest_placement_is_bound_by_the_empty_cells() -> None:  # M6.1
    assert longest_placement(board("3333/3333/3333/333."), (3, 3, 3, 3)) == 1
    assert longest_placement(board("3333/3333/3333/3333"), (3, 3, 3, 3)) == 0


def test_afterstates_hold_each_board_once_from_the_minimum_up() -> None:  # M2.3
    contents = board("3###/.###/.###/.###")
    reached = afterstates(contents, (4, 4, 5, 1), 2)
    assert reached == {
        board("3###/4###/4###/.###"),
        board("3###/4###/5###/.###"),
        board("3###/4###/4###/5###"),
        board("3###/4###/5###/4###"),
    }


def test_afterstates_are_empty_in_magdagdon() -> None:  # M6.1
    assert afterstates(board("3###/.###/.###/.###"), (4, 1, 1, 1), 2) == frozenset()
