"""Majda Powers: lower, raise and reroll (M5)."""

import pytest

from game.rules.api import CHANCE
from game.rules.magdagdon.engine import Reason
from game.rules.magdagdon.events import DiceRolled, DiceThrown, DieChanged, PowerUsed
from game.rules.magdagdon.state import Phase
from tests.rules.magdagdon.table import RULES, at, events, legal, play, refusal


def test_lower_and_raise_change_one_die_by_one() -> None:  # M5.1
    state = at("3.../..../..../.... P 0 2 3446")
    assert play(state, "lower 1").dice == (3, 3, 4, 6)
    assert play(state, "raise 1").dice == (3, 5, 4, 6)
    assert events(state, "raise 1") == (PowerUsed(1, 10), DieChanged(1, 4, 5))


def test_die_never_goes_below_one_or_above_six() -> None:  # M5.1
    state = at("3.../..../..../.... P 0 2 1446")
    assert refusal(state, "lower 0") is Reason.VALUE_OUT_OF_RANGE
    assert refusal(state, "raise 3") is Reason.VALUE_OUT_OF_RANGE
    assert {"lower 0", "raise 3"}.isdisjoint(legal(state))
    assert {"raise 0", "lower 3"} <= legal(state)


def test_refused_power_costs_nothing() -> None:  # M5.1
    state = at("3.../..../..../.... P 0 2 1446")
    refusal(state, "lower 0")
    assert state.powers_used == 0


def test_reroll_throws_the_chosen_dice_together_for_one_use() -> None:  # M5.2
    state = at("3.../..../..../.... P 0 2 3456")
    flying = play(state, "reroll 0 2 3")
    assert RULES.to_move(flying) == CHANCE
    assert RULES.throw(flying).places == (0, 2, 3)
    assert flying.powers_used == 1
    assert events(state, "reroll 0 2 3") == (PowerUsed(1, 10), DiceThrown((0, 2, 3)))
    landed = play(flying, "rolled 1 2 2")
    assert landed.dice == (1, 4, 2, 2)
    assert events(flying, "rolled 1 2 2") == (DiceRolled((0, 2, 3), (1, 2, 2)),)


def test_every_choice_of_available_dice_can_be_rerolled() -> None:  # M5.2
    state = play(at("3.../..../..../.... P 0 2 3456"), "stage 0 b1")
    rerolls = {action for action in legal(state) if action.startswith("reroll")}
    assert rerolls == {
        *("reroll 1", "reroll 2", "reroll 3"),
        *("reroll 1 2", "reroll 1 3", "reroll 2 3", "reroll 1 2 3"),
    }


def test_rerolled_dice_fit_the_dice_in_the_air() -> None:  # M5.2
    flying = play(at("3.../..../..../.... P 0 2 3456"), "reroll 0 2")
    for action in ("rolled 1", "rolled 1 2 3", "rolled 1 2 3 4"):
        assert refusal(flying, action) is Reason.BAD_VALUES


@pytest.mark.parametrize("action", ["reroll 1 0", "reroll 2 2", "reroll 0 1 1 2"])
def test_rerolled_dice_are_named_once_and_ascending(action: str) -> None:  # M5.2
    state = at("3.../..../..../.... P 0 2 3456")
    assert refusal(state, action) is Reason.NO_DICE_CHOSEN


def test_staged_die_is_not_available_to_a_power() -> None:  # M5.3
    state = play(at("3.../..../..../.... P 0 2 3456"), "stage 0 b1")
    for action in ("lower 0", "raise 0", "reroll 0", "reroll 0 1"):
        assert refusal(state, action) is Reason.DIE_STAGED
        assert action not in legal(state)
    assert play(state, "take b1", "raise 0").dice == (4, 4, 5, 6)


def test_dice_in_the_air_are_not_available() -> None:  # M5.2
    state = play(at("3.../..../..../.... P 0 2 3456"), "stage 0 b1", "reroll 1 3")
    assert state.available == (2,)
    assert play(state, "rolled 3 3").available == (1, 2, 3)
    assert play(at("3.../..../..../.... P 0 2 -"), "roll").available == ()


def test_staged_dice_stay_where_a_power_leaves_the_roll_playable() -> None:  # M5.4, M6.1
    state = play(at("3.../..../..../.... P 0 2 3456"), "stage 0 b1", "lower 3")
    assert [placed.cell for placed in state.staged] == [1]
    state = play(state, "reroll 1 2 3", "rolled 6 6 6")
    # 3 alone can stand with three sixes: fewer than two, so MAGDAGDON takes it back.
    assert state.phase is Phase.MAGDAGDON
    assert state.staged == ()


def test_several_powers_may_be_used_in_one_turn() -> None:  # M5.4
    state = at("3.../..../..../.... P 0 2 3456")
    after = play(state, "raise 0", "raise 0", "lower 3")
    assert after.dice == (5, 4, 5, 5)
    assert after.powers_used == 3
    assert after.powers_left == 0
    assert after.score.powers_cost == 70


@pytest.mark.parametrize("position", ["P 3", "S 1", "N 0"])
def test_no_power_can_be_used_once_none_is_left(position: str) -> None:  # M3, M5.4
    state = at(f"3.../..../..../.... {position} 2 3456")
    for action in ("lower 0", "raise 0", "reroll 0", "reroll 0 1 2 3"):
        assert refusal(state, action) is Reason.NO_POWER_LEFT
    assert not any(a.split()[0] in ("lower", "raise", "reroll") for a in legal(state))


def test_powers_are_optional_and_open_from_the_roll_to_the_confirm() -> None:  # M5.4
    state = at("3.../..../..../.... S 0 2 3456")
    for actions in ((), ("stage 0 b1",), ("stage 0 b1", "stage 1 c1")):
        assert "raise 2" in legal(play(state, *actions))
    assert "confirm" in legal(play(state, "stage 0 b1", "stage 1 c1"))


def test_powers_of_one_turn_are_gone_in_the_next() -> None:  # M3
    state = play(at("3.../..../..../.... S 0 2 3456"), "raise 0", "stage 0 b1", "stage 1 a2")
    state = play(state, "confirm", "roll", "rolled 4 4 4 4")
    assert refusal(state, "raise 0") is Reason.NO_POWER_LEFT
