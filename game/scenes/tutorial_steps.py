"""What the tutorial asks for, step by step, and what it answers to everything else."""

from dataclasses import replace

from game.rules.api import IllegalActionError
from game.rules.magdagdon.actions import Confirm, Roll, Stage, Take
from game.rules.magdagdon.board import NEIGHBOURS
from game.rules.magdagdon.engine import Reason, stage_refusal
from game.scenes.tutorial_later import (
    CompleteStraight,
    MakeRuin,
    MeetMagdagdon,
    ReadBonuses,
    ReadEnd,
    ReadRuin,
)
from game.scenes.tutorial_table import Answer, Attempt, Cell, Die, Press, Reading, Step, Table
from game.ui.language import _, format_number, n_
from game.ui.refusals import explain_refusal
from game.views.magdagdon.view import Hand

FIRST_ROLL = (3, 4, 5, 4)
"""Whichever of them stands first, another one fits beside it; the 5 does not fit beside the 3."""


class RollDice(Step):
    """The first roll of the player's life."""

    def text(self, table: Table) -> str:
        """Return the welcome."""
        return _("Welcome! Every turn begins with four dice. Tap Roll.")

    def caption(self, table: Table) -> str:
        """Return the word for rolling."""
        return _("Roll")

    def marks(self, table: Table) -> tuple[Attempt, ...]:
        """Return the large button."""
        return (Press.MAIN,)

    def answer(self, table: Table, attempt: Attempt) -> Answer:
        """Roll."""
        if attempt is Press.MAIN:
            return table.play(Roll(), FIRST_ROLL)
        return Answer(reply=_("First of all we need dice: tap Roll."))

    def is_done(self, table: Table) -> bool:
        """Tell whether the dice are there."""
        return bool(table.state.dice)


class ChooseDie(Step):
    """Take a die in hand."""

    number = 2
    _DIE = 0

    def text(self, table: Table) -> str:
        """Return what is asked."""
        return _("Choose a die: tap the {value}.").format(value=FIRST_ROLL[self._DIE])

    def marks(self, table: Table) -> tuple[Attempt, ...]:
        """Return the die."""
        return (Die(self._DIE),)

    def answer(self, table: Table, attempt: Attempt) -> Answer:
        """Take the die."""
        if attempt == Die(self._DIE):
            return table.take_in_hand(self._DIE)
        value = FIRST_ROLL[self._DIE]
        if isinstance(attempt, Die):
            text = _("A good die too. But for now, tap the {value} in the ring.")
        else:
            text = _("A die comes first: tap the {value} in the ring.")
        return Answer(reply=text.format(value=value))

    def is_done(self, table: Table) -> bool:
        """Tell whether the die is in hand."""
        return table.hand.die == self._DIE


class PlaceDie(Step):
    """Stage the first die."""

    number = 3

    def text(self, table: Table) -> str:
        """Return what is asked."""
        return _(
            "On the empty board it may stand anywhere: every stone is lit. Tap one of them, or"
            " drag the die there."
        )

    def answer(self, table: Table, attempt: Attempt) -> Answer:
        """Stage the die in hand."""
        if isinstance(attempt, Cell) and table.hand.die is not None:
            return table.play(Stage(table.hand.die, attempt.index))
        return Answer(reply=_("You hold a die already. Tap any stone of the board."))

    def is_done(self, table: Table) -> bool:
        """Tell whether the die stands."""
        return bool(table.state.staged)


def _first_cell(table: Table) -> int:
    """Return where the first die stands."""
    return table.state.staged[0].cell


class TryForbidden(Step):
    """Let the rules say no, and why."""

    number = 4
    _DIE = 2

    def __init__(self) -> None:
        self._refusal: IllegalActionError | None = None
        self._cell = 0

    def text(self, table: Table) -> str:
        """Return what to try."""
        value = FIRST_ROLL[self._DIE]
        if table.hand.die != self._DIE:
            return _("Not every die fits everywhere. Tap the {value}.").format(value=value)
        return _("Try to put the {value} on the stone in the ring. It will not go!").format(
            value=value
        )

    def marks(self, table: Table) -> tuple[Attempt, ...]:
        """Return the die, and then a cell beside the first one."""
        if table.hand.die != self._DIE:
            return (Die(self._DIE),)
        return (Cell(NEIGHBOURS[_first_cell(table)][0]),)

    def answer(self, table: Table, attempt: Attempt) -> Answer:
        """Take the die; refuse the cell, whichever it is."""
        value = FIRST_ROLL[self._DIE]
        if attempt == Die(self._DIE):
            return table.take_in_hand(self._DIE)
        if table.hand.die != self._DIE or not isinstance(attempt, Cell):
            return Answer(reply=_("Take the {value} in the ring for this.").format(value=value))
        if attempt.index == _first_cell(table):
            return Answer(reply=_("Leave that one where it is, and tap the stone in the ring."))
        refusal = stage_refusal(table.state, self._DIE, attempt.index)
        if refusal is None or refusal.reason is not Reason.TOO_FAR_APART:
            return Answer(
                reply=_("A die must touch a number with a side. Tap the stone in the ring.")
            )
        self._refusal, self._cell = refusal, attempt.index
        table.hand = replace(table.hand, blocking=refusal.cells, die=None)
        return Answer(is_refused=True)

    def is_done(self, table: Table) -> bool:
        """Tell whether the die was refused."""
        return self._refusal is not None


class ReadWhy(Reading):
    """Say why the die was refused."""

    number = 4

    def begin(self, table: Table) -> None:
        """Flash the number that forbids."""
        table.hand = Hand(blocking=(_first_cell(table),))

    def text(self, table: Table) -> str:
        """Return the reason as the game itself gives it, and the rule."""
        refusal = IllegalActionError(Reason.TOO_FAR_APART, (_first_cell(table),))
        reason = explain_refusal(refusal, table.state, die=2)
        rule = _(
            "Side by side, numbers may be at most 1 apart. And after the first one, every die"
            " must touch a number."
        )
        return f"{reason} {rule}"


class TakeBack(Step):
    """Take the staged die back."""

    number = 5
    is_undo_there = True

    def begin(self, table: Table) -> None:
        """Empty the hand."""
        table.hand = Hand()

    def text(self, table: Table) -> str:
        """Return what is asked."""
        return _(
            "Nothing is final yet. Tap the {value} on the board, and it comes back to you."
        ).format(value=FIRST_ROLL[0])

    def marks(self, table: Table) -> tuple[Attempt, ...]:
        """Return the cell with the die."""
        return (Cell(_first_cell(table)),)

    def answer(self, table: Table, attempt: Attempt) -> Answer:
        """Take the die back."""
        if attempt in (Cell(_first_cell(table)), Die(0), Press.UNDO):
            return table.play(Take(_first_cell(table)))
        text = _("Tap the {value} in the ring to take it back.")
        return Answer(reply=text.format(value=FIRST_ROLL[0]))

    def is_done(self, table: Table) -> bool:
        """Tell whether the board is empty again."""
        return not table.state.staged


class PlaceAndConfirm(Step):
    """Stage dice freely, and confirm."""

    number = 6
    is_undo_there = True

    def text(self, table: Table) -> str:
        """Return what is asked."""
        state = table.state
        missing = state.minimum - len(state.staged)
        if missing > 0:
            sentence = n_(
                "Now as you like. Neighbours stay at most 1 apart. Place {count} more die.",
                "Now as you like. Neighbours stay at most 1 apart. Place {count} dice.",
                missing,
            )
            return sentence.format(count=format_number(missing))
        return _("Well done! Confirm makes them final. You may also place more dice first.")

    def caption(self, table: Table) -> str:
        """Return the word for confirming."""
        return _("Confirm")

    def can_press(self, table: Table) -> bool:
        """Tell whether enough dice stand."""
        return len(table.state.staged) >= table.state.minimum

    def marks(self, table: Table) -> tuple[Attempt, ...]:
        """Return the button as soon as it can be pressed."""
        return (Press.MAIN,) if self.can_press(table) else ()

    def answer(self, table: Table, attempt: Attempt) -> Answer:
        """Do what it would do in a game."""
        if attempt is Press.MAIN and self.can_press(table):
            return table.play(Confirm())
        done = table.place_freely(attempt)
        if done is not None:
            return done
        if attempt is Press.UNDO:
            return Answer(reply=_("There is nothing to take back."))
        return Answer(reply=_("Tap a die first, then a stone that is lit."))

    def is_done(self, table: Table) -> bool:
        """Tell whether the turn is over."""
        return table.state.turn > 1


def all_steps() -> list[Step]:
    """Return the whole tutorial, fresh."""
    return [
        RollDice(),
        ChooseDie(),
        PlaceDie(),
        TryForbidden(),
        ReadWhy(),
        TakeBack(),
        PlaceAndConfirm(),
        CompleteStraight(),
        ReadBonuses(),
        MeetMagdagdon(),
        MakeRuin(),
        ReadRuin(),
        ReadEnd(),
    ]
