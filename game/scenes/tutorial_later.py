"""The later steps of the tutorial: a straight, MAGDAGDON and the end, on prepared positions."""

from dataclasses import replace

from game.rules.magdagdon.actions import Confirm, Roll, Ruin, Stage
from game.rules.magdagdon.board import EMPTY, Placement
from game.rules.magdagdon.notation import parse_position
from game.rules.magdagdon.scoring import RUIN_COST, Bonus
from game.rules.magdagdon.state import Phase
from game.scenes.tutorial_table import Answer, Attempt, Cell, Die, Press, Reading, Step, Table
from game.ui.language import _, format_number, format_signed
from game.views.magdagdon.view import Hand

_STRAIGHT_CELL = 3
_STRAIGHT = replace(
    parse_position("345./4.../..../.... P 0 3 6512"), staged=(Placement(die=1, cell=5),)
)
_BEFORE_MAGDAGDON = parse_position("3456/334./..4./..3. P 0 6 -")
_BAD_ROLL = (1, 1, 6, 1)


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
