"""Counts of what can happen from given positions, by the game and by the brute force."""

from itertools import product

import pytest

from game.rules.api import TERMINAL
from game.rules.magdagdon.notation import parse_position
from game.rules.magdagdon.placement import afterstates, can_place, longest_placement
from game.rules.magdagdon.state import Phase, State
from tests.rules.magdagdon import brute
from tests.rules.magdagdon.table import RULES, text_of, turn_of


def perft(state: State, depth: int) -> int:
    """Return how many sequences of exactly *depth* actions the turn has; its end ends one."""
    if depth == 0:
        return 1
    count = 0
    for action in RULES.legal_actions(state):
        after = RULES.apply(state, action).state
        if after.phase in (Phase.PLACE, Phase.MAGDAGDON):
            count += perft(after, depth - 1)
        elif depth == 1:
            count += 1
    return count


PERFT = {
    "3456/334./#4../.3.. S 0 5 5143": [30, 197, 1192, 7143],
    "3###/.###/.###/.### P 0 2 5661": [23, 117, 630, 488],
    "..../..../..../...3 N 0 2 3342": [8, 72, 568, 4408],
    "12../.2../.33./..4. P 1 4 2456": [32, 402, 3531],
    "6666/6666/6666/666. N 0 9 6512": [2, 4, 4, 8, 8, 16],
}


@pytest.mark.parametrize("position", PERFT)
def test_action_sequences_of_a_turn_are_counted(position: str) -> None:
    depth = len(PERFT[position]) - 1
    counts = [perft(parse_position(position), n) for n in range(1, depth + 1)]
    assert counts == PERFT[position][:depth]


@pytest.mark.slow
@pytest.mark.parametrize("position", PERFT)
def test_action_sequences_are_counted_one_deeper_and_by_the_brute_force(position: str) -> None:
    state = parse_position(position)
    depths = range(1, len(PERFT[position]) + 1)
    assert [perft(state, n) for n in depths] == PERFT[position]
    assert [brute.perft(turn_of(state), n) for n in depths] == PERFT[position]


@pytest.mark.parametrize("position", PERFT)
def test_brute_force_counts_the_same_sequences(position: str) -> None:
    turn = turn_of(parse_position(position))
    assert [brute.perft(turn, n) for n in (1, 2)] == PERFT[position][:2]


AFTERSTATES = {
    "..../..../..../.... P 0 1 1234": 512,
    "..../..../..../.... N 0 1 3333": 165,
    "..../..../..../.... N 0 1 1133": 0,
    "3456/334./#4../.3.. S 0 5 5143": 45,
    "12../.2../.33./..4. P 1 4 2456": 49,
    "##../..../..../..55 S 1 4 4456": 327,
}


@pytest.mark.parametrize("position", AFTERSTATES)
def test_boards_that_a_turn_can_reach_are_counted(position: str) -> None:  # M2.3, M6.1
    state = parse_position(position)
    assert len(afterstates(state.board, state.dice, state.minimum)) == AFTERSTATES[position]


@pytest.mark.slow
@pytest.mark.parametrize("position", AFTERSTATES)
def test_brute_force_counts_the_same_boards(position: str) -> None:  # M2.3, M6.1
    state = parse_position(position)
    reached = brute.afterstates(text_of(state.board), state.dice, state.minimum)
    assert len(reached) == AFTERSTATES[position]


# Of the 1,296 rolls of four dice: how many strike MAGDAGDON (M6.1)
STRIKES = {
    "..../..../..../.... P 0 1 -": 0,
    "..../..../..../.... N 0 1 -": 492,
    "3.../..../..../.... S 0 2 -": 253,
    "3.../..../..../.... N 0 2 -": 523,
    "1234/2.45/3456/456. N 0 8 -": 800,
    "1###/.###/.###/.### P 0 9 -": 620,
    "6666/6666/6666/666. S 1 9 -": 256,
}


@pytest.mark.parametrize("position", STRIKES)
def test_rolls_that_strike_magdagdon_are_counted(position: str) -> None:  # M6.1
    state = parse_position(position)
    strikes = sum(
        not can_place(state.board, dice, state.minimum) for dice in product(range(1, 7), repeat=4)
    )
    assert strikes == STRIKES[position]


@pytest.mark.slow
@pytest.mark.parametrize("position", STRIKES)
def test_brute_force_counts_the_same_strikes(position: str) -> None:  # M6.1
    state = parse_position(position)
    board = text_of(state.board)
    longest = {
        dice: brute.longest(board, dice)
        for dice in product(range(1, 7), repeat=4)
        if dice == tuple(sorted(dice))
    }
    for dice, expected in longest.items():
        assert longest_placement(state.board, dice) == expected
    strikes = sum(
        longest[tuple(sorted(dice))] < state.minimum for dice in product(range(1, 7), repeat=4)
    )
    assert strikes == STRIKES[position]


def test_games_from_one_empty_cell_end_in_the_next_turn() -> None:  # M1.2
    """Of the 1,296 rolls, each ends the game by a number or by the ruin, and the counts add up."""
    state = parse_position("6666/6666/6666/666. S 1 9 -")
    ends = {"number": 0, "ruin": 0}
    for values in product(range(1, 7), repeat=4):
        rolled = RULES.apply(state, RULES.legal_actions(state)[0]).state
        rolled = RULES.apply(rolled, RULES.chance_action(values)).state
        for action in RULES.legal_actions(rolled):
            after = RULES.apply(rolled, action).state
            if RULES.to_move(after) == TERMINAL:
                ends["ruin"] += 1
            elif after.staged:
                confirmed = RULES.apply(after, RULES.legal_actions(after)[-1]).state
                assert RULES.to_move(confirmed) == TERMINAL
                ends["number"] += 1
    assert ends["ruin"] == 4**4  # no 5 and no 6 among the four dice
    assert ends["number"] == 4 * 2 * 6**3  # every 5 and every 6 of every roll
