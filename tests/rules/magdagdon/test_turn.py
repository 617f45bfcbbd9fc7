"""A turn from the roll to the confirm, and the end of the game (M1, M2)."""

import pytest

from game.rules.api import CHANCE, TERMINAL, IllegalActionError, Outcome, Throw
from game.rules.magdagdon.actions import Action, Rolled, Ruin, Stage, Take, parse_action
from game.rules.magdagdon.board import EMPTY
from game.rules.magdagdon.engine import Reason
from game.rules.magdagdon.events import (
    DiceConfirmed,
    DiceRolled,
    DiceThrown,
    DieStaged,
    DieTakenBack,
    GameEnded,
    LineCompleted,
    TurnEnded,
)
from game.rules.magdagdon.scoring import Bonus
from game.rules.magdagdon.state import Phase, State
from tests.rules.magdagdon.table import RULES, at, board, events, legal, new_game, play, refusal


def staged(state: State) -> list[tuple[int, int]]:
    return [(placed.die, placed.cell) for placed in state.staged]


# The end (M1)


def test_game_ends_at_once_when_the_last_cell_is_filled_by_a_number() -> None:  # M1.2
    state = play(at("3333/3333/3333/333. P 0 7 4111"), "stage 0 d4")
    assert RULES.outcome(state) is None
    after = RULES.apply(state, parse_action("confirm"))
    assert after.state.phase is Phase.OVER
    assert RULES.to_move(after.state) == TERMINAL
    assert RULES.legal_actions(after.state) == ()
    assert after.events[-1] == GameEnded(after.state.score)


def test_game_ends_at_once_when_the_last_cell_becomes_a_ruin() -> None:  # M1.2
    state = at("3333/3333/3333/333. N 0 7 6111")
    step = RULES.apply(state, parse_action("ruin d4"))
    assert step.state.phase is Phase.OVER
    assert step.events[-1] == GameEnded(step.state.score)
    assert RULES.outcome(step.state) == Outcome((3 * 30 + 6 * 40 - 15,))


def test_game_goes_on_while_one_cell_is_empty() -> None:  # M1.2: there is no other end
    state = at("3333/3333/3333/333. P 3 99 -")
    assert RULES.outcome(state) is None
    assert legal(state) == {"roll"}


def test_finished_game_refuses_every_action() -> None:  # M1.2
    state = at("3333/3333/3333/3333 P 0 9 -")
    for action in ("roll", "stage 0 a1", "take a1", "confirm", "raise 0", "reroll 0", "ruin a1"):
        assert refusal(state, action) is Reason.GAME_OVER
    assert refusal(state, "rolled 1 2 3 4") is Reason.NO_DICE_IN_AIR


def test_outcome_at_the_end_is_the_final_score() -> None:  # M1.3
    assert RULES.outcome(at("6666/6666/6666/6666 P 0 9 -")) == Outcome((512,))


def test_turns_finished_are_counted_at_the_end() -> None:  # M1.3, M2.6
    state = play(at("3333/3333/3333/333. P 0 7 4111"), "stage 0 d4", "confirm")
    assert state.turn - 1 == 7


# The roll (M2.1)


def test_turn_begins_with_the_roll_alone() -> None:  # M2.1
    state = new_game()
    assert legal(state) == {"roll"}
    for action in ("stage 0 a1", "take a1", "confirm", "raise 0", "lower 0", "reroll 0", "ruin a1"):
        assert refusal(state, action) is Reason.NOT_ROLLED


def test_roll_throws_four_dice() -> None:  # M2.1
    state = play(new_game(), "roll")
    assert RULES.to_move(state) == CHANCE
    assert RULES.throw(state) == Throw(turn=1, number=0, places=(0, 1, 2, 3))
    assert events(new_game(), "roll") == (DiceThrown((0, 1, 2, 3)),)


def test_dice_come_down_place_by_place() -> None:  # M2.1
    state = play(new_game(), "roll")
    step = RULES.apply(state, RULES.chance_action((3, 1, 4, 6)))
    assert step.state.dice == (3, 1, 4, 6)
    assert step.events == (DiceRolled((0, 1, 2, 3), (3, 1, 4, 6)),)
    assert RULES.chance_action((3, 1, 4, 6)) == Rolled((3, 1, 4, 6))


def test_nothing_can_be_done_while_the_dice_are_in_the_air() -> None:  # M2.1
    state = play(new_game(), "roll")
    assert RULES.legal_actions(state) == ()
    for action in ("roll", "stage 0 a1", "take a1", "confirm", "raise 0", "reroll 0", "ruin a1"):
        assert refusal(state, action) is Reason.DICE_IN_AIR


@pytest.mark.parametrize("values", [(), (1,), (1, 2, 3), (0, 1, 2, 3), (1, 2, 3, 7), (1,) * 5])
def test_values_that_four_dice_cannot_show_are_refused(values: tuple[int, ...]) -> None:  # M2.1
    with pytest.raises(IllegalActionError) as caught:
        RULES.apply(play(new_game(), "roll"), Rolled(values))
    assert caught.value.reason is Reason.BAD_VALUES


def test_dice_come_down_only_after_a_throw() -> None:  # M2.1
    assert refusal(new_game(), "rolled 1 2 3 4") is Reason.NO_DICE_IN_AIR
    assert refusal(at("3.../..../..../.... P 0 2 3333"), "rolled 1 2 3 4") is Reason.NO_DICE_IN_AIR


def test_there_is_one_roll_a_turn() -> None:  # M2.1
    assert refusal(play(new_game(), "roll", "rolled 3 3 3 3"), "roll") is Reason.ALREADY_ROLLED


# Staging (M2.2, M2.3, M2.5)


def test_staged_die_is_not_yet_permanent() -> None:  # M2.2
    state = at("3.../..../..../.... P 0 2 3456")
    after = play(state, "stage 1 b1")
    assert after.board == state.board
    assert after.shown_board == board("34../..../..../....")
    assert staged(after) == [(1, 1)]
    assert after.available == (0, 2, 3)
    assert events(state, "stage 1 b1") == (DieStaged(1, 1, 4),)


def test_staged_die_cannot_be_staged_twice() -> None:  # M2.2
    state = play(at("3.../..../..../.... P 0 2 3456"), "stage 0 b1")
    assert refusal(state, "stage 0 a2") is Reason.DIE_STAGED
    assert refusal(state, "stage 1 b1") is Reason.CELL_OCCUPIED


def test_all_four_dice_may_be_placed() -> None:  # M2.3
    state = play(
        at("3.../..../..../.... P 0 2 3333"), "stage 0 b1", "stage 1 c1", "stage 2 d1", "stage 3 a2"
    )
    assert play(state, "confirm").board == board("3333/3.../..../....")


def test_staged_dice_come_back_in_any_order() -> None:  # M2.5
    state = play(at("3.../..../..../.... P 0 2 3333"), "stage 0 b1", "stage 1 a2", "stage 2 b2")
    assert staged(play(state, "take b1")) == [(1, 4), (2, 5)]
    assert staged(play(state, "take a2")) == [(0, 1), (2, 5)]
    assert staged(play(state, "take a2", "take b2", "take b1")) == []


def test_die_taken_back_may_go_elsewhere() -> None:  # M2.5
    state = play(at("3.../..../..../.... P 0 2 3333"), "stage 0 b1", "take b1", "stage 0 a2")
    assert staged(state) == [(0, 4)]


def test_taking_a_die_back_takes_those_that_stood_on_it() -> None:  # M2.5
    state = play(at("3.../..../..../.... P 0 2 3456"), "stage 0 b1", "stage 1 c1", "stage 2 d1")
    assert staged(play(state, "take b1")) == []
    assert events(state, "take b1") == (
        DieTakenBack(0, 1, 3),
        DieTakenBack(1, 2, 4),
        DieTakenBack(2, 3, 5),
    )
    assert staged(play(state, "take c1")) == [(0, 1)]


def test_die_held_by_another_neighbour_stays_when_one_is_taken_back() -> None:  # M2.5
    state = play(
        at("3.../..../..../.... P 0 2 3333"), "stage 0 b1", "stage 1 a2", "stage 2 b2", "stage 3 c2"
    )
    assert staged(play(state, "take b1")) == [(1, 4), (2, 5), (3, 6)]


def test_cascade_is_judged_in_order_of_placing() -> None:  # M2.5
    # Were c1 judged last, b2 and c2 would still hold nothing: each leaned on the one before.
    state = play(
        at("3.../..../..../.... P 0 2 3333"), "stage 0 b1", "stage 1 c1", "stage 2 c2", "stage 3 b2"
    )
    assert staged(play(state, "take b1")) == []


def test_first_die_of_an_empty_board_leaves_the_next_one_free() -> None:  # M2.5, M4.1
    state = play(
        at("..../..../..../.... P 0 1 3333"), "stage 0 b2", "stage 1 a2", "stage 2 c2", "stage 3 a3"
    )
    # a2 now stands first and may stand anywhere; c2 hangs in the air; a3 leans on a2.
    assert staged(play(state, "take b2")) == [(1, 4), (3, 8)]


def test_only_a_staged_die_can_be_taken_back() -> None:  # M2.5
    state = play(at("3.../..../..../.... P 0 2 3333"), "stage 0 b1")
    assert refusal(state, "take a1") is Reason.NOT_STAGED
    assert refusal(state, "take c1") is Reason.NOT_STAGED


# Confirm (M2.4, M2.6)


@pytest.mark.parametrize(("difficulty", "minimum"), [("P", 2), ("S", 2), ("N", 3)])
def test_confirm_is_available_exactly_from_the_minimum_on(
    difficulty: str, minimum: int
) -> None:  # M2.3, M2.4, M3
    state = at(f"3.../..../..../.... {difficulty} 0 2 3333")
    assert state.minimum == minimum
    for count, cell in enumerate(("b1", "c1", "d1", "d2")):
        assert ("confirm" in legal(state)) == (count >= minimum)
        if count < minimum:
            assert refusal(state, "confirm") is Reason.TOO_FEW_STAGED
        state = play(state, f"stage {count} {cell}")
    assert "confirm" in legal(state)


def test_confirm_goes_away_when_a_die_is_taken_back() -> None:  # M2.4
    state = play(at("3.../..../..../.... P 0 2 3333"), "stage 0 b1", "stage 1 a2")
    assert "confirm" in legal(state)
    assert refusal(play(state, "take b1"), "confirm") is Reason.TOO_FEW_STAGED


def test_confirm_discards_the_other_dice_and_raises_the_turn() -> None:  # M2.4, M2.6
    state = play(at("3.../..../..../.... P 1 2 3416"), "stage 0 b1", "stage 1 a2", "confirm")
    assert state == at("33../4.../..../.... P 1 3 -")


def test_confirm_makes_the_numbers_permanent() -> None:  # M1.1, M2.6
    state = play(at("3.../..../..../.... P 0 2 3416"), "stage 0 b1", "stage 1 a2", "confirm")
    state = play(state, "roll", "rolled 3 3 3 3")
    assert refusal(state, "take b1") is Reason.NOT_STAGED
    assert refusal(state, "stage 0 b1") is Reason.CELL_OCCUPIED


def test_confirm_tells_the_cells_the_lines_completed_and_the_turn() -> None:  # M2.6, M7.2
    state = play(at("345./..../..../.... P 0 4 6311"), "stage 0 d1", "stage 1 a2")
    assert events(state, "confirm") == (
        DiceConfirmed((3, 4)),
        LineCompleted(0, Bonus.STRAIGHT),
        TurnEnded(4),
    )


def test_line_completed_without_a_bonus_is_told_too() -> None:  # M7.2
    state = play(at("344./..../..../.... P 0 4 4311"), "stage 0 d1", "stage 1 a2")
    assert LineCompleted(0, None) in events(state, "confirm")


def test_line_is_told_only_in_the_turn_that_completes_it() -> None:  # M7.2
    state = play(at("3456/..../..../.... P 0 4 3411"), "stage 0 a2", "stage 1 b2")
    assert not any(isinstance(event, LineCompleted) for event in events(state, "confirm"))


def test_line_with_a_ruin_is_not_completed() -> None:  # M7.5
    state = play(at("#44./..../..../.... P 0 4 4411"), "stage 0 d1", "stage 1 b2")
    assert not any(isinstance(event, LineCompleted) for event in events(state, "confirm"))


# Throws and undo (M2.7, M2.8)


def test_throws_of_a_turn_are_numbered_from_zero() -> None:  # M2.7
    state = play(at("3.../..../..../.... P 0 2 -"), "roll")
    assert RULES.throw(state) == Throw(2, 0, (0, 1, 2, 3))
    state = play(state, "rolled 3 3 3 3", "reroll 0 2")
    assert RULES.throw(state) == Throw(2, 1, (0, 2))
    state = play(state, "rolled 4 4", "stage 1 b1", "reroll 0")
    assert RULES.throw(state) == Throw(2, 2, (0,))


def test_changing_a_die_throws_nothing() -> None:  # M2.7
    state = play(at("3.../..../..../.... P 0 2 -"), "roll", "rolled 3 3 3 3", "raise 0")
    assert RULES.throw(play(state, "reroll 1")) == Throw(2, 1, (1,))


def test_throws_start_anew_each_turn() -> None:  # M2.7
    state = play(at("3.../..../..../.... P 0 2 3333"), "reroll 3", "rolled 3")
    state = play(state, "stage 0 b1", "stage 1 c1", "confirm", "roll")
    assert RULES.throw(state) == Throw(3, 0, (0, 1, 2, 3))


@pytest.mark.parametrize(
    ("action", "is_undoable"),
    [
        ("stage 0 a1", True),
        ("take a1", True),
        ("roll", False),
        ("rolled 1 2 3 4", False),
        ("confirm", False),
        ("lower 0", False),
        ("raise 0", False),
        ("reroll 0 1", False),
        ("ruin a1", False),
    ],
)
def test_only_staging_can_be_undone(action: str, is_undoable: bool) -> None:  # M2.7, M2.8
    parsed: Action = parse_action(action)
    assert RULES.is_undoable(parsed) is is_undoable


def test_power_used_stays_used_when_dice_come_back() -> None:  # M2.8
    state = play(at("3.../..../..../.... P 0 2 3333"), "stage 0 b1", "raise 1", "take b1")
    assert state.powers_used == 1
    assert state.dice == (3, 4, 3, 3)


# What a state tells


def test_running_score_shows_staged_dice_as_a_preview_only() -> None:  # M7.7
    state = play(at("345./..../..../.... P 1 4 6311"), "stage 0 d1")
    assert state.score.total == 24 - 10
    assert state.shown_score.total == 36 + 60 - 10


def test_next_power_costs_what_the_order_of_use_says() -> None:  # M3
    costs = [at(f"..../..../..../.... P {used} 1 -").next_power_cost for used in range(4)]
    assert costs == [10, 20, 40, None]
    assert at("..../..../..../.... S 0 1 -").next_power_cost == 70
    assert at("..../..../..../.... N 0 1 -").next_power_cost is None


def test_new_game_has_nothing_behind_it() -> None:
    state = new_game("S")
    assert (state.turn, state.powers_used, state.dice, state.staged) == (1, 0, (), ())
    assert state.board.count(EMPTY) == 16
    assert state.powers_left == 1


def test_no_such_die_or_cell_is_refused() -> None:  # M2.2
    rolled = at("3.../..../..../.... P 0 2 3333")
    stuck = at("3.../..../..../.... N 0 2 1666")
    for state, action, reason in (
        (rolled, Stage(4, 1), Reason.NO_SUCH_DIE),
        (rolled, Stage(-1, 1), Reason.NO_SUCH_DIE),
        (rolled, Stage(0, 16), Reason.NO_SUCH_CELL),
        (rolled, Stage(0, -12), Reason.NO_SUCH_CELL),
        (rolled, Take(-12), Reason.NOT_STAGED),
        (stuck, Ruin(16), Reason.NO_SUCH_CELL),
        (stuck, Ruin(-1), Reason.NO_SUCH_CELL),
    ):
        with pytest.raises(IllegalActionError) as caught:
            RULES.apply(state, action)
        assert caught.value.reason is reason
