"""The worked examples of the rules."""

from game.rules.magdagdon.board import CELL_NAMES, Difficulty
from game.rules.magdagdon.placement import legal_cells, longest_placement
from game.rules.magdagdon.scoring import Bonus, line_bonus
from game.rules.magdagdon.state import Phase
from tests.rules.magdagdon.table import at, board


def names(rows: str, value: int) -> list[str]:
    return [CELL_NAMES[cell] for cell in legal_cells(board(rows), value)]


def test_two_ones_and_two_threes_are_magdagdon_in_nightmare() -> None:  # M3, M6.1
    state = at("..../..../..../.... N 0 1 1133")
    assert state.phase is Phase.MAGDAGDON
    assert longest_placement(state.board, state.dice) == 2


def test_two_fives_are_enough_in_peaceful() -> None:  # M4.3
    state = at("..../..../..../.... P 0 1 1355")
    assert state.phase is Phase.PLACE
    assert longest_placement(state.board, state.dice) == 2


def test_survival_position_in_mid_game() -> None:  # M4, M7
    state = at("3456/334./#4../.3.. S 0 5 5143")
    assert names("3456/334./#4../.3..", 5) == ["d2", "c3"]
    assert names("3456/334./#4../.3..", 1) == []
    assert line_bonus(state.board, 0) is Bonus.STRAIGHT
    assert line_bonus(state.board, 5) is Bonus.TWO_PAIRS
    score = state.score
    assert (score.base, score.bonus, score.ruins_cost, score.total) == (70, 80, 15, 135)


def test_five_beside_the_four_but_not_beside_the_three() -> None:  # M4.3
    state = at("3.../.4../..../.... P 0 2 5555")  # numbers that touch at corners pass for connected
    assert names("3.../.4../..../....", 5) == ["c2", "b3"]
    assert state.phase is Phase.PLACE


def test_board_of_sixes() -> None:  # M7
    score = at("6666/6666/6666/6666 P 0 9 -").score
    assert (score.base, score.fours, score.bonus, score.total) == (192, 8, 320, 512)


def test_four_straights_and_four_fours_with_all_powers_of_peaceful() -> None:  # M7
    state = at("3456/3456/3456/3456 P 3 9 -")
    assert state.difficulty is Difficulty.PEACEFUL
    score = state.score
    assert (score.base, score.straights, score.fours) == (144, 4, 4)
    assert (score.powers_cost, score.total) == (70, 474)
