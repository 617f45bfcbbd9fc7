from itertools import product
from random import Random

import pytest

from game.coach.dice_sets import CHANCE, DICE_SETS, KEPT, ROLLS, number_of
from game.coach.outlook import NONE, expect, pass_up, settle, use_powers


def test_the_mean_over_rerolls_is_that_over_all_throws():
    random = Random(1)
    play = [0.0] * len(DICE_SETS)
    for roll in ROLLS:
        play[roll] = random.uniform(-50, 300)
    expect(play)
    for kept in (*KEPT[:5], *KEPT[-3:]):
        dice = DICE_SETS[kept]
        throws = [
            play[number_of(dice + more)] for more in product(range(1, 7), repeat=4 - len(dice))
        ]
        assert play[kept] == pytest.approx(sum(throws) / len(throws))
    assert play[0] == pytest.approx(sum(CHANCE[roll] * play[roll] for roll in ROLLS))


def test_dice_may_be_left_over():  # M2.4
    best = [NONE] * len(DICE_SETS)
    best[number_of((3, 4))] = 7.0
    pass_up(best)
    assert best[number_of((1, 3, 4, 6))] == 7.0
    assert best[number_of((1, 3, 3, 6))] == NONE


def test_a_power_is_used_only_where_it_gains_more_than_it_costs():  # M5.4
    below = [0.0] * len(DICE_SETS)
    below[number_of((1, 1, 1, 2))] = 100.0
    play = [0.0] * len(DICE_SETS)
    use_powers(play, below, 40.0)
    assert play[number_of((1, 1, 1, 1))] == 60.0
    assert play[number_of((1, 1, 2, 2))] == 60.0
    assert play[number_of((5, 5, 6, 6))] == 0.0


def test_a_roll_in_magdagdon_takes_the_best_ruin():  # M6.3
    outlook = settle([[NONE] * len(DICE_SETS)], [-240.0], (0,))
    assert outlook.value(0) == -240.0
