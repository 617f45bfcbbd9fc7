"""The table that the tutorial is played on, and what a step of it is."""

from dataclasses import dataclass, field, replace
from enum import Enum, auto

from game.rules.magdagdon.actions import Action, Rolled, Stage, Take
from game.rules.magdagdon.board import Difficulty
from game.rules.magdagdon.engine import Magdagdon
from game.rules.magdagdon.events import Event
from game.rules.magdagdon.state import State
from game.ui.language import _
from game.views.magdagdon.view import Hand


class Press(Enum):
    """The buttons of the tutorial that belong to the game."""

    MAIN = auto()
    """Rolls, confirms, lets a stone fall, or goes on: whatever stands on it."""
    UNDO = auto()


@dataclass(frozen=True, slots=True)
class Die:
    """A tap on a place of the tray."""

    index: int


@dataclass(frozen=True, slots=True)
class Cell:
    """A tap on a cell of the board."""

    index: int


Attempt = Press | Die | Cell


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of an attempt."""

    events: tuple[Event, ...] = ()
    """What happened on the table."""
    reply: str = ""
    """Said for a while instead of the step's text."""
    is_refused: bool = False
    """Whether the rules forbade it."""


@dataclass(slots=True)
class Table:
    """A board to practise on. It is no game: nothing of it is kept anywhere."""

    state: State = field(default_factory=lambda: State(Difficulty.PEACEFUL))
    hand: Hand = field(default_factory=Hand)
    rules: Magdagdon = field(default_factory=Magdagdon)

    def play(self, action: Action, roll: tuple[int, ...] = ()) -> Answer:
        """Play *action*; dice that it throws come down as *roll*. The hand is empty then."""
        events: tuple[Event, ...] = ()
        for each in (action, Rolled(roll)) if roll else (action,):
            step = self.rules.apply(self.state, each)
            self.state = step.state
            events += step.events
        self.hand = Hand(cursor=self.hand.cursor)
        return Answer(events)

    def take_in_hand(self, die: int | None) -> Answer:
        """Take *die* in hand, or put down what is there."""
        self.hand = replace(self.hand, die=die, blocking=())
        return Answer()

    def set_out(self, state: State) -> None:
        """Put the position *state* on the table."""
        self.state = state
        self.hand = Hand()

    def place_freely(self, attempt: Attempt) -> Answer | None:
        """Do what *attempt* means while dice are placed; None where it means nothing.

        Raises IllegalActionError where the rules refuse it.
        """
        state = self.state
        staged = {placed.cell: placed.die for placed in state.staged}
        match attempt:
            case Die(die) if die in state.available:
                return self.take_in_hand(None if self.hand.die == die else die)
            case Die(die):
                return self.play(Take(next(c for c, d in staged.items() if d == die)))
            case Cell(cell) if cell in staged:
                return self.play(Take(cell))
            case Cell(cell) if self.hand.die is not None:
                return self.play(Stage(self.hand.die, cell))
            case Press.UNDO if state.staged:
                return self.play(Take(state.staged[-1].cell))
            case _:
                return None


class Step:
    """One thing to be done or read. `is_done` tells when the next one may come."""

    number = 1
    """The part of the tutorial that it belongs to, from 1."""
    is_undo_there = False

    def begin(self, table: Table) -> None:
        """Set out what the step needs."""

    def text(self, table: Table) -> str:
        """Return what is said, in the language of now."""
        raise NotImplementedError

    def caption(self, table: Table) -> str:
        """Return what stands on the large button; "" where there is none."""
        return ""

    def can_press(self, table: Table) -> bool:
        """Tell whether the large button can be pressed."""
        return True

    def marks(self, table: Table) -> tuple[Attempt, ...]:
        """Return what is meant: the ring goes round all of these."""
        return ()

    def answer(self, table: Table, attempt: Attempt) -> Answer:
        """Act on *attempt*, or say kindly what is wanted instead."""
        raise NotImplementedError

    def is_done(self, table: Table) -> bool:
        """Tell whether the player has done what was asked."""
        raise NotImplementedError


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
