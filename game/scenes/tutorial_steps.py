"""What the tutorial asks for, step by step, and what it answers to everything else."""

from dataclasses import replace

from game.rules.api import IllegalActionError
from game.rules.magdagdon.actions import Confirm, Roll, Ruin, Stage, Take
from game.rules.magdagdon.board import EMPTY, NEIGHBOURS, Placement
from game.rules.magdagdon.engine import Reason, stage_refusal
from game.rules.magdagdon.notation import parse_position
from game.rules.magdagdon.scoring import RUIN_COST, Bonus
from game.rules.magdagdon.state import Phase
from game.scenes.tutorial_table import Answer, Attempt, Cell, Die, Press, Step, Table
from game.ui.language import _, format_number, format_signed, n_
from game.ui.wording import explain_refusal
from game.views.magdagdon.view import Hand

FIRST_ROLL = (3, 4, 5, 4)
"""Whichever of them stands first, another one fits beside it; the 5 does not fit beside the 3."""
_STRAIGHT_ROLL = (6, 5, 1, 2)
_STRAIGHT_CELL = 3
_STRAIGHT = replace(
    parse_position("345./4.../..../.... P 0 3 6512"), staged=(Placement(die=1, cell=5),)
)
_BEFORE_MAGDAGDON = parse_position("3456/334./..4./..3. P 0 6 -")
_BAD_ROLL = (1, 1, 6, 1)


class Reading(Step):
    """A step that is only to be read."""

    def __init__(self) -> None:
        self._has_read = False

    def caption(self, table: Table) -> str:
        """Return the word for going on."""
        return _("Go on")

    def marks(self, table: Table) -> tuple[Attempt, ...]:
        """Return the large button."""
        return (Press.MAIN,)

    def answer(self, table: Table, attempt: Attempt) -> Answer:
        """Go on by the button."""
        if attempt is Press.MAIN:
            self._has_read = True
            return Answer()
        return Answer(reply=_("Press “{caption}” first.").format(caption=self.caption(table)))

    def is_done(self, table: Table) -> bool:
        """Tell whether the button was pressed."""
        return self._has_read


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


class CompleteStraight(Step):
    """Put the last die into a row that becomes a straight, and confirm."""

    number = 7
    _DIE = 0

    def begin(self, table: Table) -> None:
        """Set out a row that lacks its last number."""
        table.set_out(_STRAIGHT)

    def _is_placed(self, table: Table) -> bool:
        return table.state.shown_board[_STRAIGHT_CELL] != EMPTY

    def text(self, table: Table) -> str:
        """Return what is asked."""
        if self._is_placed(table):
            return _("Three, four, five, six: a straight! Confirm, and it is yours.")
        return _(
            "A later turn, and one die stands already. In the first row 3, 4, 5 wait for a 6: put"
            " it on the stone in the ring."
        )

    def caption(self, table: Table) -> str:
        """Return the word for confirming, once the row is full."""
        return _("Confirm") if self._is_placed(table) else ""

    def marks(self, table: Table) -> tuple[Attempt, ...]:
        """Return the die, the cell, and then the button."""
        if self._is_placed(table):
            return (Press.MAIN,)
        if table.hand.die == self._DIE:
            return (Cell(_STRAIGHT_CELL),)
        return (Die(self._DIE), Cell(_STRAIGHT_CELL))

    def answer(self, table: Table, attempt: Attempt) -> Answer:
        """Take the 6, stage it, confirm."""
        if self._is_placed(table):
            if attempt is Press.MAIN:
                return table.play(Confirm())
            return Answer(reply=_("It stands well there. Press Confirm."))
        if attempt == Die(self._DIE):
            table.take_in_hand(self._DIE)
            table.hand = replace(table.hand, over=_STRAIGHT_CELL)
            return Answer()
        if attempt == Cell(_STRAIGHT_CELL) and table.hand.die == self._DIE:
            return table.play(Stage(self._DIE, _STRAIGHT_CELL))
        if table.hand.die == self._DIE:
            return Answer(reply=_("Possible, perhaps, but the stone in the ring earns more."))
        return Answer(reply=_("The row needs the 6: tap it first."))

    def is_done(self, table: Table) -> bool:
        """Tell whether the turn is over."""
        return table.state.turn > _STRAIGHT.turn


class ReadBonuses(Reading):
    """Say what lines earn."""

    number = 7

    def text(self, table: Table) -> str:
        """Return the bonuses."""
        return _(
            "{straight} for a straight: four numbers in order, up or down, in a row or a column."
            " Four of a kind earn {four}, two pairs {pairs}."
        ).format(
            straight=format_signed(Bonus.STRAIGHT.value),
            four=format_signed(Bonus.FOUR_OF_A_KIND.value),
            pairs=format_signed(Bonus.TWO_PAIRS.value),
        )


class MeetMagdagdon(Step):
    """Roll dice that have no place."""

    number = 8

    def begin(self, table: Table) -> None:
        """Set out a board that is hard to go on with."""
        table.set_out(_BEFORE_MAGDAGDON)

    def text(self, table: Table) -> str:
        """Return what is asked."""
        return _("Now the board is getting crowded. Roll, and hope …")

    def caption(self, table: Table) -> str:
        """Return the word for rolling."""
        return _("Roll")

    def marks(self, table: Table) -> tuple[Attempt, ...]:
        """Return the large button."""
        return (Press.MAIN,)

    def answer(self, table: Table, attempt: Attempt) -> Answer:
        """Roll what has no place."""
        if attempt is Press.MAIN:
            return table.play(Roll(), _BAD_ROLL)
        return Answer(reply=_("First of all we need dice: tap Roll."))

    def is_done(self, table: Table) -> bool:
        """Tell whether MAGDAGDON has struck."""
        return table.state.phase is Phase.MAGDAGDON


class MakeRuin(Step):
    """Choose the stone that falls, by two taps."""

    number = 8

    def begin(self, table: Table) -> None:
        """Light the stones that can fall."""
        table.hand = Hand(is_prompted=True)

    def text(self, table: Table) -> str:
        """Return what has happened, and what is asked."""
        if table.hand.ruin is not None:
            return _("This one? Tap it again, or press the button. Another tap chooses anew.")
        return _(
            "MAGDAGDON! No two of these dice find a place. A Majda Power can save such a roll;"
            " else a stone must fall. Tap a glowing one."
        )

    def caption(self, table: Table) -> str:
        """Return what the button does once a stone is chosen."""
        return _("Let it fall") if table.hand.ruin is not None else ""

    def marks(self, table: Table) -> tuple[Attempt, ...]:
        """Return the chosen stone; while none is, all of them glow."""
        return (Cell(table.hand.ruin),) if table.hand.ruin is not None else ()

    def answer(self, table: Table, attempt: Attempt) -> Answer:
        """Choose the stone, or let it fall."""
        chosen = table.hand.ruin
        if chosen is not None and attempt in (Cell(chosen), Press.MAIN):
            return table.play(Ruin(chosen))
        if isinstance(attempt, Cell) and table.state.board[attempt.index] == EMPTY:
            table.hand = replace(table.hand, ruin=attempt.index)
            return Answer()
        return Answer(reply=_("Only an empty stone can fall: tap one that glows."))

    def is_done(self, table: Table) -> bool:
        """Tell whether the stone has fallen."""
        return table.state.phase is not Phase.MAGDAGDON


class ReadRuin(Reading):
    """Say what a ruin means."""

    number = 8

    def text(self, table: Table) -> str:
        """Return what it costs."""
        return _(
            "A ruin costs {points} points. Its stone stays closed, and its row and column earn no"
            " bonus any more. So keep the ruins out!"
        ).format(points=format_number(RUIN_COST))


class ReadEnd(Reading):
    """Say farewell."""

    number = 9

    def text(self, table: Table) -> str:
        """Return how a game ends, and a wish."""
        return _(
            "When all sixteen stones are filled, the game is over. That is all you need. Build"
            " well!"
        )

    def caption(self, table: Table) -> str:
        """Return the word for the end."""
        return _("Done")


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
