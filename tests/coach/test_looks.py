"""The looks of a quick answer: the best few boards judged once more, one turn deeper."""

import pytest

from game.coach.coach import Coach
from game.coach.engine import LOOK_BUDGET, LOOK_COST, LOOK_MARGIN, OUTLOOK_COST
from game.coach.values import UNIT
from game.rules.magdagdon.board import EMPTY, EMPTY_BOARD
from game.rules.magdagdon.notation import parse_position
from game.rules.magdagdon.scoring import score_board
from game.rules.magdagdon.state import State

MIDDLE = parse_position("3456/334./..../.... N 0 4 2345")
POWERS = parse_position("3456/334./..../.... P 0 4 2335")


def judged(coach: Coach, state: State):
    engine = coach.engine(state.difficulty)
    return engine, engine.judge(state.board, state.dice, state.powers_left)


def test_looks_go_to_the_best_boards_and_keep_to_the_budget(coach, positions):
    looked = 0
    for state in positions:
        engine, found = judged(coach, state)
        ranked, left = list(found.placements), state.powers_left
        if found.is_exact or not ranked:
            continue
        looks = engine.worth_a_look(state.board, ranked, left)
        budget = LOOK_BUDGET - (OUTLOOK_COST[state.board.count(EMPTY)] if left else 0)
        assert sum(LOOK_COST[board.count(EMPTY)] for board in looks) <= max(0, budget)
        assert not any(engine.is_known(board) for board in looks)
        unknown = [board for _, board in ranked if not engine.is_known(board)]
        assert looks == unknown[: len(looks)]
        worth = {board: value for value, board in ranked}
        assert all(worth[board] >= ranked[0][0] - LOOK_MARGIN for board in looks)
        looked += len(looks)
    assert looked > 50


@pytest.mark.parametrize("state", [MIDDLE, POWERS])
def test_a_board_looked_at_is_worth_what_one_turn_more_brings(coach, state):
    engine, found = judged(coach, state)
    looks = engine.worth_a_look(state.board, found.placements, state.powers_left)
    expected = {choice.board: choice.expected for choice in coach.advise(state).choices}
    shown = [board for board in looks if board in expected]
    assert shown
    for board in shown:
        score = score_board(board, state.difficulty, 0).total
        look = engine.look(board, state.powers_left)
        assert expected[board] == pytest.approx(score + look / UNIT)
        # The exact end, or the same look: 6.2 points apart at most as measured.
        outlook = engine.outlook(board, state.powers_left).value(state.powers_left)
        assert look == pytest.approx(outlook, abs=8 * UNIT)


def test_a_roll_with_one_way_out_needs_no_look(coach):
    engine = coach.engine(MIDDLE.difficulty)
    board = MIDDLE.board
    assert engine.worth_a_look(board, [(100.0, board)], 0) == []
    assert engine.worth_a_look(board, [(100.0 + LOOK_MARGIN, board), (99.0, board)], 0) == []
    assert len(engine.worth_a_look(board, [(100.0, board), (99.0, board)], 0)) == 2


def test_what_is_known_exactly_is_not_looked_at(coach):
    state = State(MIDDLE.difficulty, EMPTY_BOARD, dice=(3, 4, 5, 6), throws=1)
    engine, found = judged(coach, state)
    assert engine.worth_a_look(EMPTY_BOARD, found.placements, 0) == []
    steps = list(coach.refine(state))
    assert steps[0].choices == steps[-1].choices
    assert [step.depth for step in steps] == [1, 2]


def test_advice_without_looks_is_the_tables_alone(coach, positions):
    for state in positions[::7]:
        _, found = judged(coach, state)
        if found.placements and not state.powers_left:
            best = coach.advise(state, looks=False).best
            score = score_board(state.board, state.difficulty, state.powers_used).total
            assert best.expected == pytest.approx(score + found.placements[0][0] / UNIT)
