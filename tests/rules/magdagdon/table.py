"""Short words for the tests of MAGDAGDON: set a position up, play notation, ask for the refusal."""

import pytest

from game.rules.api import IllegalActionError
from game.rules.magdagdon.actions import parse_action
from game.rules.magdagdon.board import RUIN, Board
from game.rules.magdagdon.engine import Magdagdon, Reason
from game.rules.magdagdon.events import Event
from game.rules.magdagdon.notation import parse_position
from game.rules.magdagdon.state import State
from tests.rules.magdagdon.brute import Turn

RULES = Magdagdon()


def at(position: str) -> State:
    """Return the state of *position*."""
    return parse_position(position)


def board(rows: str) -> Board:
    """Return the board of four rows in notation, whether a game could lead to it or not."""
    return tuple(".123456#".index(symbol) for symbol in rows.replace("/", ""))


def new_game(difficulty: str = "P") -> State:
    """Return a game's first state."""
    return RULES.initial({"difficulty": difficulty})


def play(state: State, *actions: str) -> State:
    """Return the state after *actions*."""
    for action in actions:
        state = RULES.apply(state, parse_action(action)).state
    return state


def events(state: State, action: str) -> tuple[Event, ...]:
    """Return what happens at *action*."""
    return RULES.apply(state, parse_action(action)).events


def legal(state: State) -> set[str]:
    """Return the notation of every legal action."""
    return {RULES.format_action(action) for action in RULES.legal_actions(state)}


def refusal(state: State, action: str) -> Reason:
    """Return why *action* is refused; fails where it is not."""
    with pytest.raises(IllegalActionError) as caught:
        RULES.apply(state, parse_action(action))
    assert isinstance(caught.value.reason, Reason)
    return caught.value.reason


def text_of(contents: Board) -> str:
    """Return *contents* as the brute force writes boards."""
    return "".join("#" if c == RUIN else str(c) if c else "." for c in contents)


def turn_of(state: State) -> Turn:
    """Return the brute force's picture of a turn after the roll."""
    return Turn(
        board=text_of(state.board),
        difficulty=state.difficulty.value,
        powers_used=state.powers_used,
        dice=state.dice,
        staged=tuple((placed.die, placed.cell) for placed in state.staged),
    )
