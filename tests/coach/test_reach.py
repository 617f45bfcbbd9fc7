from random import Random

import pytest

from game.coach.dice_sets import CHANCE, DICE_SETS, PARTS, ROLLS, number_of
from game.coach.reach import ALL_WANTED, board_after, fills, visit
from game.coach.values import UNIT
from game.rules.magdagdon.board import Board, Difficulty
from game.rules.magdagdon.placement import afterstates
from game.rules.magdagdon.scoring import score_board
from tests.coach.positions import random_positions


def test_there_are_126_rolls_and_their_chances_are_all():
    assert len(ROLLS) == 126
    assert sum(CHANCE.values()) == pytest.approx(1)


def boards_for(board: Board, dice: tuple[int, ...], minimum: int) -> list[tuple[Board, int]]:
    wanted = bytearray(len(DICE_SETS))
    for part in PARTS[number_of(dice)]:
        wanted[part] = 1
    found = []

    def leaf(number, reward, values, fill, bias):
        found.append((board_after(board, fill, values), reward))

    visit(board, fills(board, minimum), None, wanted, leaf)
    return found


@pytest.mark.parametrize("difficulty", Difficulty)
def test_every_board_that_a_roll_can_lead_to_is_found_once(difficulty):  # M4
    for state in random_positions(difficulty, 8):
        found = boards_for(state.board, state.dice, state.minimum)
        assert len(found) == len(set(found))
        assert {board for board, _ in found} == afterstates(state.board, state.dice, state.minimum)


@pytest.mark.parametrize("difficulty", Difficulty)
def test_the_reward_is_what_the_score_rises_by(difficulty):  # M7
    for state in random_positions(difficulty, 4, seed=2):
        before = score_board(state.board, difficulty, 0).total
        for board, reward in boards_for(state.board, state.dice, state.minimum):
            assert before + reward / UNIT == score_board(board, difficulty, 0).total


def test_all_rolls_at_once_reach_what_each_reaches_alone():
    state = Random(3).choice(
        [s for s in random_positions(Difficulty.PEACEFUL, 6) if s.board.count(0) in (6, 7, 8)]
    )
    together: dict[int, set[Board]] = {}

    def leaf(number, reward, values, fill, bias):
        together.setdefault(number, set()).add(board_after(state.board, fill, values))

    visit(state.board, fills(state.board, 2), None, ALL_WANTED, leaf)
    for roll in ROLLS:
        joined = set().union(*(together.get(part, set()) for part in PARTS[roll]))
        assert joined == afterstates(state.board, DICE_SETS[roll], 2)
