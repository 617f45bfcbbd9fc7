"""The rules agree with a literal brute force on thousands of reachable positions (M2–M7)."""

import random
from collections.abc import Iterator
from itertools import count, islice

import pytest
from hypothesis import given, settings

from game.rules.magdagdon.actions import Take
from game.rules.magdagdon.board import CELL_NAMES, Placement
from game.rules.magdagdon.notation import parse_position
from game.rules.magdagdon.placement import (
    afterstates,
    can_place,
    legal_cells_by_value,
    longest_placement,
)
from game.rules.magdagdon.state import Phase, State
from tests.rules.magdagdon import brute
from tests.rules.magdagdon.table import RULES, legal, text_of, turn_of
from tests.rules.strategies import (
    positions,
    random_game,
    random_state,
    random_step,
    states,
    with_roll,
)


def rolled_positions(first_game: int) -> Iterator[State]:
    """Yield positions after the roll, game after game; of wide boards, which are slow, a tenth."""
    for number in count(first_game):
        rng = random.Random(number)
        for position in random_game(rng):
            empty = position.count(".")
            if 0 < empty <= 9 or (empty and number % 10 == 0):
                yield parse_position(with_roll(rng, position))


def check_position(state: State) -> None:
    """Hold all that the rules say of a position after the roll against the brute force."""
    board, dice = text_of(state.board), state.dice
    least = brute.minimum(state.difficulty.value, board)
    reached = brute.reach(board, dice)
    longest = max((placed for placed, _ in reached), default=0)
    expected = {final for placed, final in reached if placed >= least}

    assert state.minimum == least  # M3.1
    cells = [sorted(CELL_NAMES[c] for c in found) for found in legal_cells_by_value(state.board)]
    assert cells[1:] == list(brute.legal_cells(board).values())  # M4
    assert longest_placement(state.board, dice) == longest  # M6.1
    for wanted in range(5):
        assert can_place(state.board, dice, wanted) == (wanted <= longest)
    assert (state.phase is Phase.MAGDAGDON) == (longest < least)
    assert set(map(text_of, afterstates(state.board, dice, least))) == expected
    score = state.score  # M7
    parts = (score.base, score.bonus, -score.ruins_cost, -score.powers_cost, score.total)
    powers = state.powers_used
    assert parts == tuple(brute.score(board, state.difficulty.value, powers).values())


def test_rules_agree_with_the_brute_force_on_thousands_of_positions() -> None:
    checked = {state: check_position(state) for state in islice(rolled_positions(0), 2000)}
    assert len(checked) > 1900
    assert sum(state.phase is Phase.MAGDAGDON for state in checked) > 500


@pytest.mark.slow
def test_rules_agree_with_the_brute_force_on_twenty_thousand_positions() -> None:
    checked = {state: check_position(state) for state in islice(rolled_positions(10_000), 20_500)}
    assert len(checked) > 20_000


@given(positions())
@settings(max_examples=60)
def test_rules_agree_with_the_brute_force_where_hypothesis_looks(state: State) -> None:
    check_position(state)


def crowded(first_game: int, most_empty: int) -> Iterator[State]:
    """Yield the positions with at most *most_empty* empty cells."""
    return (s for s in rolled_positions(first_game) if s.board.count(0) <= most_empty)


def check_every_order_and_shape(state: State) -> None:
    """Hold the brute force itself against the rules' letter, and against a rule without order."""
    board, dice = text_of(state.board), state.dice
    literal = set(brute.every_order(board, dice))
    assert literal == brute.reach(board, dice)
    for least in (1, 2, 3):
        shapes = brute.afterstates_by_shape(board, dice, least)
        assert shapes == {final for placed, final in literal if placed >= least}


def test_brute_force_agrees_with_itself_by_order_and_by_shape() -> None:  # M4.5, M6.1
    for state in islice(crowded(50_000, 5), 120):
        check_every_order_and_shape(state)


@pytest.mark.slow
def test_brute_force_agrees_with_itself_on_wider_boards() -> None:  # M4.5, M6.1
    for state in islice(crowded(60_000, 8), 500):
        check_every_order_and_shape(state)
    check_every_order_and_shape(parse_position("..#./.##./..#./.... N 0 4 3346"))


# Turns under way: staged dice, Powers, the cascade


def check_turn(state: State) -> None:
    """Hold the legal actions and every take of a turn under way against the brute force."""
    turn = turn_of(state)
    assert legal(state) == brute.turn_actions(turn)
    for placed in state.staged:  # M2.5
        after = RULES.apply(state, Take(placed.cell)).state
        kept = brute.after_take(turn, placed.cell)
        assert after.staged == tuple(Placement(die, cell) for die, cell in kept)


def turns_under_way(first_game: int) -> Iterator[State]:
    for number in count(first_game):
        rng = random.Random(number)
        state = random_state(rng, most=0)
        while RULES.legal_actions(state) or state.in_air:
            state = RULES.apply(state, random_step(RULES, state, rng)).state
            if state.phase in (Phase.PLACE, Phase.MAGDAGDON):
                yield state


def test_turns_under_way_agree_with_the_brute_force() -> None:  # M2, M5, M6
    seen = dict.fromkeys(islice(turns_under_way(0), 1000))
    for state in seen:
        check_turn(state)
    assert sum(len(state.staged) > 1 for state in seen) > 200


@pytest.mark.slow
def test_twenty_thousand_turns_under_way_agree_with_the_brute_force() -> None:  # M2, M5, M6
    seen = dict.fromkeys(islice(turns_under_way(20_000), 36_000))
    for state in seen:
        check_turn(state)
    assert len(seen) > 20_000


@given(states())
@settings(max_examples=60)
def test_turns_agree_with_the_brute_force_where_hypothesis_looks(state: State) -> None:
    if state.phase in (Phase.PLACE, Phase.MAGDAGDON):
        check_turn(state)
