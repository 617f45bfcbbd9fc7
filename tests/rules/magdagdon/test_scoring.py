"""The score and its parts (M7)."""

from itertools import product

import pytest
from hypothesis import given

from game.rules.magdagdon.board import LINES, Difficulty
from game.rules.magdagdon.scoring import (
    Bonus,
    bonus_of,
    line_bonus,
    line_contents,
    line_sum,
    score_board,
)
from game.rules.magdagdon.state import State
from tests.rules.magdagdon import brute
from tests.rules.magdagdon.table import at, board, text_of
from tests.rules.strategies import positions


def contents_of(line: str) -> tuple[int, ...]:
    return board(line)


def test_each_number_counts_in_its_row_and_in_its_column() -> None:  # M7.1
    assert at("2.../..../..../.... P 0 2 -").score.base == 4
    assert at("23../..../..../.... P 0 2 -").score.base == 10
    contents = board("23../..../..../....")
    assert [line_sum(contents, line) for line in range(8)] == [5, 0, 0, 0, 2, 3, 0, 0]


def test_line_contents_are_in_reading_order() -> None:  # M7.1
    contents = board("2345/3.../4.../5...")
    assert line_contents(contents, 0) == line_contents(contents, 4) == (2, 3, 4, 5)


def test_bonuses_are_worth_sixty_forty_and_twenty() -> None:  # M7.2
    values = {bonus.name: bonus.value for bonus in Bonus}
    assert values == {"STRAIGHT": 60, "FOUR_OF_A_KIND": 40, "TWO_PAIRS": 20}


@pytest.mark.parametrize("line", ["1234", "2345", "3456", "4321", "5432", "6543"])
def test_straight_rises_or_falls(line: str) -> None:  # M7.3
    assert bonus_of(contents_of(line)) is Bonus.STRAIGHT


@pytest.mark.parametrize("line", ["3445", "3243", "1223", "2343", "4312", "3546"])
def test_consecutive_values_out_of_order_are_no_straight(line: str) -> None:  # M7.3
    assert bonus_of(contents_of(line)) is None


@pytest.mark.parametrize("line", ["3344", "3443", "3434", "4334", "4343", "4433", "1166"])
def test_two_pairs_stand_in_any_order(line: str) -> None:  # M7.4
    assert bonus_of(contents_of(line)) is Bonus.TWO_PAIRS


@pytest.mark.parametrize("line", ["3334", "3343", "4333", "3345", "3545"])
def test_three_of_a_kind_or_one_pair_earns_nothing(line: str) -> None:  # M7.4
    assert bonus_of(contents_of(line)) is None


@pytest.mark.parametrize("value", "123456")
def test_four_of_a_kind_earns_forty_and_not_two_pairs(value: str) -> None:  # M7.2
    assert bonus_of(contents_of(value * 4)) is Bonus.FOUR_OF_A_KIND


@pytest.mark.parametrize("line", ["333.", "33..", "234.", ".234", "....", "345#", "#333", "####"])
def test_line_that_is_not_four_numbers_earns_nothing(line: str) -> None:  # M7.2, M7.5
    assert bonus_of(contents_of(line)) is None


def test_every_possible_line_earns_what_the_lists_of_the_rules_say() -> None:  # M7.2-M7.5
    earned = dict.fromkeys(Bonus, 0)
    for symbols in product(".123456#", repeat=4):
        line = "".join(symbols)
        expected = None
        for bonus, lines in (
            (Bonus.STRAIGHT, brute.STRAIGHTS),
            (Bonus.FOUR_OF_A_KIND, brute.FOURS),
            (Bonus.TWO_PAIRS, brute.TWO_PAIRS),
        ):
            if line in lines:
                assert expected is None  # M7.2: at most one
                expected = bonus
                earned[bonus] += 1
        assert bonus_of(contents_of(line)) is expected, line
    assert earned == {Bonus.STRAIGHT: 6, Bonus.FOUR_OF_A_KIND: 6, Bonus.TWO_PAIRS: 90}


def test_line_with_a_ruin_adds_its_numbers_and_no_bonus() -> None:  # M7.5
    contents = board("345#/..../..../....")
    assert line_sum(contents, 0) == 12
    assert line_bonus(contents, 0) is None


def test_each_ruin_costs_fifteen() -> None:  # M7.6
    assert at("#.../..../..../.... P 0 2 -").score.total == -15
    assert at("####/####/####/#### N 0 17 -").score.total == -240


@pytest.mark.parametrize(
    ("position", "cost"),
    [("P 0", 0), ("P 1", 10), ("P 2", 30), ("P 3", 70), ("S 0", 0), ("S 1", 70), ("N 0", 0)],
)
def test_powers_cost_by_their_order_of_use(position: str, cost: int) -> None:  # M3, M7.6
    score = at(f"..../..../..../.... {position} 1 -").score
    assert score.powers_cost == cost
    assert score.total == -cost


def test_total_is_base_and_bonus_less_ruins_and_powers() -> None:  # M7.7
    score = at("3456/334./#4../.3.. P 2 5 -").score
    assert (score.base, score.bonus, score.ruins_cost, score.powers_cost) == (70, 80, 15, 30)
    assert score.total == 70 + 80 - 15 - 30


def test_score_can_be_negative() -> None:  # M7.7
    assert at("1###/####/####/#### S 1 16 -").score.total == 2 - 225 - 70


def test_score_counts_the_bonuses_of_each_kind() -> None:  # M7.2
    score = at("3456/3456/3456/3456 P 3 9 -").score
    assert (score.straights, score.fours, score.pairs) == (4, 4, 0)
    score = at("3344/3344/4455/4455 N 0 9 -").score
    assert (score.straights, score.fours, score.pairs) == (0, 0, 8)


@given(positions(with_dice=False))
def test_score_agrees_with_the_brute_force(state: State) -> None:  # M7
    score = state.score
    expected = brute.score(text_of(state.board), state.difficulty.value, state.powers_used)
    assert {
        "base": score.base,
        "bonus": score.bonus,
        "ruins": -score.ruins_cost,
        "powers": -score.powers_cost,
        "total": score.total,
    } == expected


def test_score_of_any_board_at_all_adds_up() -> None:  # M7.1, M7.7: whatever stands on it
    for symbols in ("1.#2/3456/65#./....", "1212/2121/1212/2121", "#1#1/1#1#/#1#1/1#1#"):
        contents = board(symbols)
        score = score_board(contents, Difficulty.PEACEFUL, 1)
        expected = brute.score(symbols.replace("/", ""), "P", 1)
        assert (score.base, score.bonus, score.total) == (
            expected["base"],
            expected["bonus"],
            expected["total"],
        )
        assert score.base == sum(line_sum(contents, line) for line in range(len(LINES)))
