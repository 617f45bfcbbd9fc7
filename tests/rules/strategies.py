"""Positions as a game of MAGDAGDON meets them, at random and as Hypothesis strategies."""

import random
from collections.abc import Iterator
from itertools import islice
from typing import TypeVar

from hypothesis import strategies as st

from game.rules.api import CHANCE, TERMINAL, Rules
from game.rules.magdagdon.engine import Magdagdon
from game.rules.magdagdon.notation import parse_position
from game.rules.magdagdon.state import State
from tests.rules.magdagdon import brute

S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")


def random_dice(rng: random.Random, count: int = 4) -> tuple[int, ...]:
    """Return *count* dice."""
    return tuple(rng.randint(1, 6) for _ in range(count))


def random_game(rng: random.Random) -> Iterator[str]:
    """Yield a random game's positions before each roll, the full board included, in notation.

    The brute force's rules let it grow: turns place a random number of dice on random legal
    cells, or make a ruin in MAGDAGDON. The number of Powers used is any that the game allows.
    """
    difficulty = rng.choice("PSN")
    board = "." * 16
    turn = 1
    while True:
        rows = "/".join(board[start : start + 4] for start in (0, 4, 8, 12))
        powers = rng.randint(0, len(brute.POWER_COSTS[difficulty]))
        yield f"{rows} {difficulty} {powers} {turn} -"
        if "." not in board:
            return
        board = _random_turn(rng, board, difficulty)
        turn += 1


def with_roll(rng: random.Random, position: str) -> str:
    """Return *position* after a random roll."""
    return position.removesuffix("-") + "".join(map(str, random_dice(rng)))


def random_position(rng: random.Random, *, with_dice: bool = True) -> str:
    """Return any position of a random game; with dice, one that is not full."""
    game = [p for p in islice(random_game(rng), rng.randint(1, 10)) if not with_dice or "." in p]
    return with_roll(rng, game[-1]) if with_dice else game[-1]


def _random_turn(rng: random.Random, board: str, difficulty: str) -> str:
    least = brute.minimum(difficulty, board)
    dice = random_dice(rng)
    for _ in range(20):  # random staging can paint itself into a corner; then it starts anew
        after, placed = _random_staging(rng, board, dice, rng.randint(least, 4))
        if placed >= least:
            return after
    if brute.longest(board, dice) >= least:
        return rng.choice(sorted(brute.afterstates(board, dice, least)))
    empty = [cell for cell in brute.ALL_CELLS if board[cell] == "."]
    return brute.put(board, rng.choice(empty), "#")


def _random_staging(
    rng: random.Random, board: str, dice: tuple[int, ...], wanted: int
) -> tuple[str, int]:
    rest = list(dice)
    for placed in range(wanted):
        options = [
            (value, cell)
            for cell, values in enumerate(brute.values_by_cell(board))
            for value in values
            if value in rest
        ]
        if not options:
            return board, placed
        value, cell = rng.choice(options)
        board = brute.put(board, cell, value)
        rest.remove(value)
    return board, wanted


def random_step(rules: Rules[S, A, E], state: S, rng: random.Random) -> A:
    """Return a random action for *state*: a legal one, or dice coming down."""
    if rules.to_move(state) == CHANCE:
        return rules.chance_action(random_dice(rng, len(rules.throw(state).places)))
    return rng.choice(rules.legal_actions(state))


def random_state(rng: random.Random, most: int = 60) -> State:
    """Return a state of a game under way, staged dice and all, after random actions."""
    rules = Magdagdon()
    state = rules.initial({"difficulty": rng.choice("PSN")})
    for _ in range(rng.randint(0, most)):
        if rules.to_move(state) == TERMINAL:
            break
        state = rules.apply(state, random_step(rules, state, rng)).state
    return state


def states() -> st.SearchStrategy[State]:
    """Any state that random play reaches, the end included."""
    return st.randoms(use_true_random=False).map(random_state)


def positions(*, with_dice: bool = True) -> st.SearchStrategy[State]:
    """Reachable positions after the roll (or before it), nothing staged."""

    def build(rng: random.Random) -> State:
        return parse_position(random_position(rng, with_dice=with_dice))

    return st.randoms(use_true_random=False).map(build)
