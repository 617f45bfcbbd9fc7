from random import Random

import pytest

from game.coach.opening import MOST_FILLED, TRANSFORMS, Numbering
from game.rules.magdagdon.board import CELLS, EMPTY, EMPTY_BOARD, RUIN, Difficulty, is_number
from tests.coach.positions import random_positions


@pytest.mark.slow
def test_the_numbers_are_all_used_by_legal_boards_only_once_but_for_symmetry():
    numbering = Numbering()
    random = Random(5)
    seen: dict[int, tuple[int, ...]] = {}
    for number, board in numbering.boards():
        assert 0 <= number < numbering.size
        if random.random() < 0.02:
            images = [tuple(board[cell] for cell in moved) for moved in TRANSFORMS]
            before = seen.setdefault(number, min(images))
            assert before == min(images)
    assert len(seen) > 5000


def test_boards_of_play_are_numbered_and_turned_boards_stay_legal():
    numbering = Numbering()
    boards = {s.board for s in random_positions(Difficulty.PEACEFUL, 20)} - {EMPTY_BOARD}
    early = [board for board in boards if board.count(EMPTY) >= CELLS - MOST_FILLED]
    assert early
    numbers = {numbering.number(board) for board in early}
    assert all(0 <= number < numbering.size for number in numbers)
    for board in early:
        assert sum(map(is_number, board)) + board.count(RUIN) <= MOST_FILLED
