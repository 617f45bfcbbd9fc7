"""MAGDAGDON: when it strikes, how it is escaped, and the ruin that it leaves (M6)."""

import pytest

from game.rules.magdagdon.engine import Reason
from game.rules.magdagdon.events import (
    DiceRolled,
    DieChanged,
    DieTakenBack,
    MagdagdonEscaped,
    MagdagdonStruck,
    PowerUsed,
    RuinMade,
    TurnEnded,
)
from game.rules.magdagdon.state import Phase
from tests.rules.magdagdon.table import at, board, events, legal, play, refusal

STUCK = "3###/.###/.###/.### P 0 2 5661"


def test_roll_that_no_order_can_place_strikes_magdagdon() -> None:  # M6.1
    state = play(at("3###/.###/.###/.### P 0 2 -"), "roll")
    assert events(state, "rolled 5 6 6 1")[-1] == MagdagdonStruck()
    assert play(state, "rolled 5 6 6 1").phase is Phase.MAGDAGDON


def test_roll_that_some_order_can_place_is_no_magdagdon() -> None:  # M6.1
    state = play(at("3###/.###/.###/.### P 0 2 -"), "roll")
    assert events(state, "rolled 5 6 4 1") == (DiceRolled((0, 1, 2, 3), (5, 6, 4, 1)),)
    assert play(state, "rolled 5 6 4 1").phase is Phase.PLACE


def test_fewer_dice_than_the_minimum_are_magdagdon() -> None:  # M3, M6.1
    assert at("3###/.###/.###/.### P 0 2 4661").phase is Phase.MAGDAGDON
    assert at("3###/.###/.###/.### N 0 2 4561").phase is Phase.PLACE
    assert at("3###/.###/.###/.### N 0 2 4511").phase is Phase.MAGDAGDON


def test_bad_staging_never_brings_magdagdon_about() -> None:  # M6.1
    # 4 on b1 and 5 on c1 would be two dice; the 2 on b1 leaves the others nowhere to stand.
    state = at("3..#/####/####/#### P 3 2 2456")
    assert state.phase is Phase.PLACE
    cornered = play(state, "stage 0 b1")
    assert cornered.phase is Phase.PLACE
    assert legal(cornered) == {"take b1"}
    assert refusal(cornered, "confirm") is Reason.TOO_FEW_STAGED
    assert refusal(cornered, "ruin c1") is Reason.NOT_IN_MAGDAGDON
    assert "confirm" in legal(play(cornered, "take b1", "stage 1 b1", "stage 2 c1"))


def test_staged_dice_come_back_first_where_a_power_brings_magdagdon_about() -> None:  # M6.1
    state = play(at("3###/.###/.###/.### P 0 2 4566"), "stage 0 a2")
    assert state.phase is Phase.PLACE
    assert events(state, "raise 1") == (
        PowerUsed(1, 10),
        DieChanged(1, 5, 6),
        DieTakenBack(0, 4, 4),
        MagdagdonStruck(),
    )
    after = play(state, "raise 1")
    assert (after.phase, after.staged, after.powers_used) == (Phase.MAGDAGDON, (), 1)


def test_staged_dice_come_back_where_a_reroll_brings_magdagdon_about() -> None:  # M6.1
    state = play(at("3###/.###/.###/.### P 0 2 4566"), "stage 0 a2", "reroll 1")
    assert [placed.cell for placed in state.staged] == [4]  # judged only once the die is down
    after = play(state, "rolled 1")
    assert (after.phase, after.staged) == (Phase.MAGDAGDON, ())
    assert events(state, "rolled 1") == (
        DiceRolled((1,), (1,)),
        DieTakenBack(0, 4, 4),
        MagdagdonStruck(),
    )


def test_only_powers_and_the_ruin_are_legal_in_magdagdon() -> None:  # M6.3
    state = at(STUCK)
    words = {action.split()[0] for action in legal(state)}
    assert words == {"lower", "raise", "reroll", "ruin"}
    for action in ("stage 0 a2", "take a2", "confirm"):
        assert refusal(state, action) is Reason.IN_MAGDAGDON
    assert refusal(state, "roll") is Reason.ALREADY_ROLLED


def test_without_a_power_only_the_ruin_is_left() -> None:  # M6.2, M6.3
    assert legal(at(STUCK.replace("P 0", "P 3"))) == {"ruin a2", "ruin a3", "ruin a4"}


def test_power_can_escape_magdagdon() -> None:  # M5.4, M5.5, M6.2
    state = at(STUCK)
    assert events(state, "lower 0") == (PowerUsed(1, 10), DieChanged(0, 5, 4), MagdagdonStruck())
    state = play(state, "lower 0")
    assert state.phase is Phase.MAGDAGDON  # one die alone is too few
    assert events(state, "lower 1")[-1] == MagdagdonEscaped()
    state = play(state, "lower 1")
    assert state.dice == (4, 5, 6, 1)
    assert state.phase is Phase.PLACE
    assert play(state, "stage 0 a2", "stage 1 a3", "confirm").board == board("3###/4###/5###/.###")


def test_reroll_is_judged_anew_when_the_dice_are_down() -> None:  # M5.5
    state = play(at(STUCK), "reroll 0 1 2")
    assert events(state, "rolled 3 3 3") == (DiceRolled((0, 1, 2), (3, 3, 3)), MagdagdonEscaped())
    assert events(state, "rolled 1 1 1") == (DiceRolled((0, 1, 2), (1, 1, 1)), MagdagdonStruck())


def test_first_roll_of_a_turn_escapes_nothing() -> None:  # M5.5
    state = play(at("3.../..../..../.... P 0 2 -"), "roll")
    assert events(state, "rolled 3 3 3 3") == (DiceRolled((0, 1, 2, 3), (3, 3, 3, 3)),)


def test_magdagdon_can_be_accepted_with_powers_left() -> None:  # M6.2
    state = at(STUCK)
    assert state.powers_left == 3
    assert play(state, "ruin a2").powers_used == 0


def test_ruin_goes_into_any_empty_cell_for_good_and_ends_the_turn() -> None:  # M6.3
    for cell in ("a2", "a3", "a4"):
        state = at(STUCK)
        assert f"ruin {cell}" in legal(state)
        assert events(state, f"ruin {cell}")[-1] == TurnEnded(2)
    assert play(at(STUCK), "ruin a3") == at("3###/.###/####/.### P 0 3 -")
    assert events(at(STUCK), "ruin a3") == (RuinMade(8), TurnEnded(2))


def test_ruin_may_stand_apart_from_every_number() -> None:  # M6.3
    state = play(at("..../..../..../.... N 0 1 1133"), "ruin d4")
    assert state == at("..../..../..../...# N 0 2 -")


def test_no_ruin_on_a_number_or_another_ruin() -> None:  # M6.3
    assert refusal(at(STUCK), "ruin a1") is Reason.CELL_OCCUPIED
    assert refusal(at(STUCK), "ruin b1") is Reason.CELL_IS_RUIN


@pytest.mark.parametrize(
    "position", ["3.../..../..../.... P 0 2 3456", "3.../..../..../.... P 0 2 -"]
)
def test_no_ruin_outside_magdagdon(position: str) -> None:  # M6.4
    state = at(position)
    expected = Reason.NOT_IN_MAGDAGDON if state.dice else Reason.NOT_ROLLED
    assert refusal(state, "ruin d4") is expected
    assert not any(action.startswith("ruin") for action in legal(state))


def test_ruin_is_for_good() -> None:  # M1.1
    state = play(at(STUCK), "ruin a2", "roll", "rolled 3 3 3 3")
    assert state.phase is Phase.MAGDAGDON  # a3 and a4 no longer hang together with the 3
    assert refusal(state, "ruin a2") is Reason.CELL_IS_RUIN
