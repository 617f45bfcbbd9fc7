"""The actions' text notation, in and out."""

from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.rules.api import NotationError
from game.rules.magdagdon.actions import (
    Action,
    ActionFault,
    Confirm,
    Lower,
    Raise,
    Reroll,
    Roll,
    Rolled,
    Ruin,
    Stage,
    Take,
    format_action,
    parse_action,
)

EVERY_ACTION: list[Action] = [
    *(Roll(), Confirm()),
    *(Stage(die, cell) for die in range(4) for cell in range(16)),
    *(Take(cell) for cell in range(16)),
    *(Lower(die) for die in range(4)),
    *(Raise(die) for die in range(4)),
    *(Reroll(dice) for size in range(1, 5) for dice in combinations(range(4), size)),
    *(Rolled(values) for size in range(1, 5) for values in product(range(1, 7), repeat=size)),
    *(Ruin(cell) for cell in range(16)),
]


def test_every_action_comes_back_from_its_notation() -> None:
    texts = [format_action(action) for action in EVERY_ACTION]
    assert len(set(texts)) == len(EVERY_ACTION) == 1675
    assert [parse_action(text) for text in texts] == EVERY_ACTION


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("roll", Roll()),
        ("rolled 3 1 4 6", Rolled((3, 1, 4, 6))),
        ("rolled 5", Rolled((5,))),
        ("stage 2 b3", Stage(2, 9)),
        ("take b3", Take(9)),
        ("confirm", Confirm()),
        ("raise 1", Raise(1)),
        ("lower 0", Lower(0)),
        ("reroll 0 3", Reroll((0, 3))),
        ("ruin c4", Ruin(14)),
    ],
)
def test_notation_reads_as_the_documentation_says(text: str, action: Action) -> None:
    assert parse_action(text) == action
    assert format_action(action) == text


@pytest.mark.parametrize("text", ["", " ", "jump", "Roll", "ROLL", " roll", "roll\n", "rol", "#"])
def test_unknown_word_is_found_at_column_one(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_action(text)
    assert caught.value.code is ActionFault.UNKNOWN_ACTION
    assert caught.value.column == 1
    assert caught.value.found == text.split(" ", maxsplit=1)[0]


@pytest.mark.parametrize(
    "text",
    [
        *("roll ", "roll 1", "confirm now", "rolled", "rolled 0 1 2 3", "rolled 1 2 3 7"),
        *("rolled 1 2 3 4 5", "rolled  1 2 3 4", "rolled 1,2,3,4", "rolled 1 2 3 ٤"),
        *(
            "stage",
            "stage 4 a1",
            "stage -1 a1",
            "stage 0",
            "stage 0 e1",
            "stage 0 a5",
            "stage 0 A1",
        ),
        *("stage 0 a1 b1", "stage a1 0", "take", "take 0", "take a0", "take a1 a2", "take a1\n"),
        *("lower", "lower 4", "lower 0 1", "raise x", "raise 00", "reroll", "reroll 4"),
        *("reroll 0 1 2 3 0", "ruin", "ruin d5", "ruin a1 "),
    ],
)
def test_wrong_arguments_are_found_behind_the_word(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_action(text)
    assert caught.value.code is ActionFault.BAD_ARGUMENTS
    assert caught.value.column == len(text.split(" ", maxsplit=1)[0]) + 2


@given(st.text() | st.from_regex(r"(roll|stage|take|reroll|rolled|ruin) ?[ a-d0-7]*"))
def test_any_text_is_an_action_or_a_notation_error(text: str) -> None:
    try:
        action = parse_action(text)
    except NotationError as error:
        column = error.column
    else:
        assert format_action(action) == text
        return
    assert 1 <= column <= len(text) + 2


def test_actions_are_ordered_and_hashable() -> None:
    assert len(set(EVERY_ACTION)) == len(EVERY_ACTION)
    assert sorted([Stage(1, 0), Stage(0, 9)]) == [Stage(0, 9), Stage(1, 0)]
    assert sorted([Reroll((1,)), Reroll((0, 3))]) == [Reroll((0, 3)), Reroll((1,))]
