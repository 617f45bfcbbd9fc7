"""Position notation, in and out, and what makes a position bad."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.rules.api import NotationError
from game.rules.magdagdon.board import EMPTY_BOARD, Difficulty, Placement
from game.rules.magdagdon.notation import (
    PositionFault,
    format_board,
    format_position,
    parse_position,
)
from game.rules.magdagdon.state import Phase, State
from tests.rules.magdagdon.table import at, play
from tests.rules.strategies import positions, states


def fault(text: str) -> tuple[PositionFault, int, str]:
    """Return the fault of *text*, its column and what was found there."""
    with pytest.raises(NotationError) as caught:
        parse_position(text)
    assert isinstance(caught.value.code, PositionFault)
    return caught.value.code, caught.value.column, caught.value.found


def test_position_reads_field_by_field() -> None:
    state = parse_position("3456/334./#4../.3.. S 1 5 5143")
    assert state == State(
        difficulty=Difficulty.SURVIVAL,
        board=(3, 4, 5, 6, 3, 3, 4, 0, 7, 4, 0, 0, 0, 3, 0, 0),
        turn=5,
        powers_used=1,
        dice=(5, 1, 4, 3),
        throws=1,
    )


def test_dash_is_before_the_roll() -> None:
    state = parse_position("..../..../..../.... N 0 1 -")
    assert state == State(Difficulty.NIGHTMARE, EMPTY_BOARD)
    assert state.phase is Phase.ROLL


def test_full_board_before_the_roll_is_the_end() -> None:  # M1.2
    assert at("6666/6666/6666/6666 P 0 9 -").phase is Phase.OVER


def test_staged_dice_are_written_as_still_in_the_tray() -> None:
    state = play(at("3.../..../..../.... P 0 2 3456"), "stage 0 b1")
    assert state.staged == (Placement(0, 1),)
    assert format_position(state) == "3.../..../..../.... P 0 2 3456"


@given(positions() | positions(with_dice=False))
def test_position_comes_back_from_its_notation(state: State) -> None:
    assert parse_position(format_position(state)) == state


@given(states())
def test_every_reachable_state_has_a_good_position(state: State) -> None:
    """What random play leads to is never called bad, so the notation never refuses a real game."""
    again = parse_position(format_position(state))
    assert (again.board, again.turn, again.powers_used) == (
        state.board,
        state.turn,
        state.powers_used,
    )
    assert again.dice == state.dice


@pytest.mark.parametrize("turn", ["1", "17", "999999999"])
def test_turn_need_only_be_one_or_more(turn: str) -> None:
    assert parse_position(f"..../..../..../.... P 0 {turn} -").turn == int(turn)


def test_powers_may_be_used_up() -> None:
    for position in ("P 3", "S 1", "N 0"):
        assert parse_position(f"..../..../..../.... {position} 1 -").powers_left == 0


def test_board_is_written_as_four_rows() -> None:
    assert format_board(EMPTY_BOARD) == "..../..../..../...."
    assert format_board((1, 2, 3, 4, 5, 6, 7, *(0,) * 9)) == "1234/56#./..../...."


@pytest.mark.parametrize(
    ("text", "column", "found"),
    [
        ("", 1, "BOARD"),
        ("..../..../..../....", 20, "DIFFICULTY"),
        ("..../..../..../.... P", 22, "POWERS_USED"),
        ("..../..../..../.... P 0", 24, "TURN"),
        ("..../..../..../.... P 0 1", 26, "DICE"),
        ("..../..../..../.... P 0 1 ", 26, "DICE"),
    ],
)
def test_missing_field_is_named(text: str, column: int, found: str) -> None:
    assert fault(text) == (PositionFault.FIELD_MISSING, column, found)


GOOD = "..../..../..../...."


BAD: list[tuple[str, tuple[PositionFault, int, str]]] = [
    (f"{GOOD} P 0 1 - x", (PositionFault.FIELD_TOO_MANY, 29, "x")),
    (f"{GOOD} P 0 1 1 2 3 4", (PositionFault.FIELD_TOO_MANY, 29, "2")),
    ("...0/..../..../.... P 0 1 -", (PositionFault.BAD_CELL, 4, "0")),
    ("..../.7../..../.... P 0 1 -", (PositionFault.BAD_CELL, 7, "7")),
    ("..../..../..../...x P 0 1 -", (PositionFault.BAD_CELL, 19, "x")),
    ("..../...²/..../.... P 0 1 -", (PositionFault.BAD_CELL, 9, "²")),
    (".../..../..../.... P 0 1 -", (PositionFault.BAD_ROW, 1, "...")),
    ("..../...../..../.... P 0 1 -", (PositionFault.BAD_ROW, 6, ".....")),
    ("..../..../..../... P 0 1 -", (PositionFault.BAD_ROW, 16, "...")),
    ("..../..../.... P 0 1 -", (PositionFault.BAD_BOARD, 1, "..../..../....")),
    (f"{GOOD}/.... P 0 1 -", (PositionFault.BAD_BOARD, 1, f"{GOOD}/....")),
    (f"{GOOD}/ P 0 1 -", (PositionFault.BAD_BOARD, 1, f"{GOOD}/")),
    (f"{GOOD} X 0 1 -", (PositionFault.BAD_DIFFICULTY, 21, "X")),
    (f"{GOOD} p 0 1 -", (PositionFault.BAD_DIFFICULTY, 21, "p")),
    (f"{GOOD} PEACEFUL 0 1 -", (PositionFault.BAD_DIFFICULTY, 21, "PEACEFUL")),
    (f"{GOOD} P x 1 -", (PositionFault.BAD_POWERS, 23, "x")),
    (f"{GOOD} P -1 1 -", (PositionFault.BAD_POWERS, 23, "-1")),
    (f"{GOOD} P ٣ 1 -", (PositionFault.BAD_POWERS, 23, "٣")),
    (f"{GOOD} P 4 1 -", (PositionFault.TOO_MANY_POWERS, 23, "4")),
    (f"{GOOD} S 2 1 -", (PositionFault.TOO_MANY_POWERS, 23, "2")),
    (f"{GOOD} N 1 1 -", (PositionFault.TOO_MANY_POWERS, 23, "1")),
    (f"{GOOD} P 0 0 -", (PositionFault.BAD_TURN, 25, "0")),
    (f"{GOOD} P 0 -3 -", (PositionFault.BAD_TURN, 25, "-3")),
    (f"{GOOD} P 0 1.5 -", (PositionFault.BAD_TURN, 25, "1.5")),
    (f"{GOOD} P 0 1 123", (PositionFault.BAD_DICE, 27, "123")),
    (f"{GOOD} P 0 1 12345", (PositionFault.BAD_DICE, 27, "12345")),
    (f"{GOOD} P 0 1 1237", (PositionFault.BAD_DICE, 27, "1237")),
    (f"{GOOD} P 0 1 0123", (PositionFault.BAD_DICE, 27, "0123")),
    (f"{GOOD} P 0 1 --", (PositionFault.BAD_DICE, 27, "--")),
    ("13../..../..../.... P 0 1 -", (PositionFault.TOO_FAR_APART, 2, "a1 b1")),
    ("..../..../...6/...4 P 0 1 -", (PositionFault.TOO_FAR_APART, 19, "d3 d4")),
    ("3.../..../..../...3 P 0 1 -", (PositionFault.NOT_CONNECTED, 19, "d4")),
    ("33../...3/..../.... P 0 1 -", (PositionFault.NOT_CONNECTED, 9, "d2")),
    ("3#3./..../..../.... P 0 1 -", (PositionFault.NOT_CONNECTED, 3, "c1")),
    ("6666/6666/6666/6666 P 0 9 6666", (PositionFault.DICE_ON_FULL_BOARD, 27, "6666")),
    ("####/####/####/#### N 0 17 1234", (PositionFault.DICE_ON_FULL_BOARD, 28, "1234")),
]


@pytest.mark.parametrize(("text", "expected"), BAD)
def test_bad_position_is_told_with_its_column(
    text: str, expected: tuple[PositionFault, int, str]
) -> None:
    assert fault(text) == expected


def test_columns_count_from_the_start_of_the_line() -> None:
    assert fault(f"  {GOOD}   X 0 1 -") == (PositionFault.BAD_DIFFICULTY, 25, "X")


def test_first_fault_from_the_left_is_told() -> None:
    assert fault("...x/..../..../.... X 9 0 9")[0] is PositionFault.BAD_CELL
    assert fault(f"{GOOD} X 9 0 9")[0] is PositionFault.BAD_DIFFICULTY
    assert fault(f"{GOOD} P 9 0 9")[0] is PositionFault.TOO_MANY_POWERS
    assert fault(f"{GOOD} P 3 0 9")[0] is PositionFault.BAD_TURN


def test_every_fault_has_its_bad_position() -> None:
    told = {expected[0] for _, expected in BAD} | {PositionFault.FIELD_MISSING}
    assert told == set(PositionFault)


@given(
    st.text()
    | st.from_regex(r"\A[.#1-6/]{16,21} [PSNX] [0-4] [0-9]{1,2} (-|[0-7]{3,5})\Z")
    | st.from_regex(r"\A([.#1-6]{4}/){3}[.#1-6]{4} [PSN] 0 1 [1-6]{4}\Z")
)
def test_any_text_is_a_position_or_a_notation_error(text: str) -> None:
    try:
        state = parse_position(text)
    except NotationError as error:
        column = error.column
    else:
        assert parse_position(format_position(state)) == state
        return
    assert 1 <= column <= len(text) + 1
