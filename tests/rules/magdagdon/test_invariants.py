"""Long random play in which no invariant of the game ever breaks (M1–M7)."""

import random
from functools import lru_cache
from itertools import product

import pytest

from game.rules.api import CHANCE, TERMINAL
from game.rules.magdagdon.actions import (
    Action,
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
from game.rules.magdagdon.board import EMPTY, RUIN
from game.rules.magdagdon.notation import format_position, parse_position
from game.rules.magdagdon.state import Phase, State
from tests.rules.conformance import check_refusals
from tests.rules.magdagdon import brute
from tests.rules.magdagdon.table import RULES, text_of
from tests.rules.strategies import random_step

CONCEIVABLE: list[Action] = [
    *(Roll(), Confirm()),
    *(Stage(die, cell) for die in range(-1, 5) for cell in range(-1, 17)),
    *(Take(cell) for cell in range(-1, 17)),
    *(power(die) for power in (Lower, Raise) for die in range(-1, 5)),
    *(Reroll(dice) for size in range(6) for dice in product(range(4), repeat=size) if size < 4),
    *(Reroll(dice) for dice in ((0, 1, 2, 3), (3, 2, 1, 0), (0, 1, 2, 3, 3), (-1,), (4,), (0, 4))),
    *(Ruin(cell) for cell in range(-1, 17)),
]
"""Every action that a player could think of, and some that fit no board and no tray."""


@lru_cache(maxsize=1 << 14)
def is_sound(board: str) -> bool:
    """Tell whether the numbers are connected and neighbours are within 1 (M4.2, M4.3)."""
    return brute.is_connected(board) and brute.neighbours_within_one(board)


def check_state(state: State) -> None:
    """Check what is true of every state of a game."""
    board, shown = text_of(state.board), text_of(state.shown_board)
    assert is_sound(board)
    assert is_sound(shown)
    assert 0 <= state.powers_used <= state.difficulty.powers  # M3
    assert state.powers_left == state.difficulty.powers - state.powers_used
    assert len(state.dice) in (0, 4)
    assert all(1 <= value <= 6 for value in state.dice)
    assert len({placed.die for placed in state.staged}) == len(state.staged)
    assert all(state.board[placed.cell] == EMPTY for placed in state.staged)
    assert not (state.phase is Phase.MAGDAGDON and state.staged)  # M6.3
    assert (state.phase is Phase.OVER) == ("." not in board)  # M1.2
    assert (RULES.outcome(state) is not None) == (state.phase is Phase.OVER)
    if not state.staged:  # which the notation leaves out
        again = parse_position(format_position(state))
        assert (again.board, again.dice, again.turn) == (state.board, state.dice, state.turn)


def check_change(before: State, action: Action, after: State) -> None:
    """Check what *action* may and may not have changed."""
    for old, new in zip(before.board, after.board, strict=True):
        assert old in (EMPTY, new)  # M1.1: permanent cells never change
    ends_turn = isinstance(action, Confirm | Ruin)
    assert after.turn == before.turn + ends_turn  # M2.6, M6.3
    assert ends_turn or after.board == before.board  # M2.2
    assert after.board.count(RUIN) == before.board.count(RUIN) + isinstance(action, Ruin)  # M6.4
    is_power = isinstance(action, Lower | Raise | Reroll)
    assert after.powers_used == before.powers_used + is_power  # M2.8, M5.1, M5.2
    assert after.difficulty is before.difficulty
    if isinstance(action, Confirm):
        placed = before.board.count(EMPTY) - after.board.count(EMPTY)
        assert before.minimum <= placed <= 4  # M2.3
    if not isinstance(action, Lower | Raise | Rolled) and not ends_turn:
        assert after.dice == before.dice


def check_random_games(seed: int, actions: int, refusals_every: int) -> dict[Phase, int]:
    """Play random games until *actions* are played; return how often each phase was met."""
    rng = random.Random(seed)
    met = dict.fromkeys(Phase, 0)
    played = 0
    while played < actions:
        first = state = RULES.initial({"difficulty": rng.choice("PSN")})
        record: list[str] = []
        while RULES.to_move(state) != TERMINAL:
            met[state.phase] += 1
            legal = RULES.legal_actions(state)
            assert legal or RULES.to_move(state) == CHANCE  # never stuck
            action = random_step(RULES, state, rng)
            if rng.randrange(refusals_every) == 0:
                accepted, refused = check_refusals(RULES, state, CONCEIVABLE)
                assert accepted == len(legal)
                assert accepted + refused == len(CONCEIVABLE)
            after = RULES.apply(state, action).state
            check_state(after)
            check_change(state, action, after)
            record.append(format_action(action))
            state = after
        met[state.phase] += 1
        played += len(record)
        assert state.turn - 1 <= 16  # each turn fills a cell at least
        for text in record:
            first = RULES.apply(first, parse_action(text)).state
        assert first == state
    return met


def test_twenty_thousand_random_actions_break_no_invariant() -> None:
    met = check_random_games(seed=1, actions=20_000, refusals_every=100)
    assert min(met.values()) > 50, met


@pytest.mark.slow
def test_a_million_random_actions_break_no_invariant() -> None:
    met = check_random_games(seed=2, actions=1_000_000, refusals_every=400)
    assert min(met.values()) > 5_000, met
