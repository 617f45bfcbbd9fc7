"""What every game at this table offers: states, actions, chance and events behind one protocol."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Generic, Protocol, TypeVar

CHANCE = -1
"""`Rules.to_move` answers this while dice are in the air."""

TERMINAL = -2
"""`Rules.to_move` answers this once the game is over."""

S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")


@dataclass(frozen=True, slots=True)
class Throw:
    """Dice in the air: throw *number* (from 0) of *turn* (from 1), for the tray *places* named."""

    turn: int
    number: int
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Step(Generic[S, E]):
    """What an action leads to: the new state, and the facts that happened on the way."""

    state: S
    events: tuple[E, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a finished game: the final score of each seat."""

    scores: tuple[int, ...]


class IllegalActionError(ValueError):
    """An action that the rules refuse; *reason* is a code, *cells* are what stands in its way."""

    def __init__(self, reason: Enum, cells: tuple[int, ...] = ()) -> None:
        super().__init__(f"{reason.value} {cells}" if cells else str(reason.value))
        self.reason = reason
        self.cells = cells


class NotationError(ValueError):
    """Text that is not the notation it should be.

    *code* says what is wrong, *column* where (from 1), *found* is the text or number in question.
    """

    def __init__(self, code: Enum, column: int, found: str = "") -> None:
        super().__init__(f"{code.value} at column {column}: {found!r}")
        self.code = code
        self.column = column
        self.found = found


class Rules(Protocol[S, A, E]):
    """One game's rules. States and actions are immutable, and every function is pure."""

    @property
    def key(self) -> str:
        """Short name of the game, as records carry it."""
        ...

    @property
    def version(self) -> int:
        """Rises when the same actions could lead to another score than before."""
        ...

    def initial(self, options: Mapping[str, str]) -> S:
        """Return the first state for *options* (such as the difficulty).

        Raises ValueError where an option is missing or unknown.
        """
        ...

    def to_move(self, state: S) -> int:
        """Return the seat to move, CHANCE or TERMINAL."""
        ...

    def throw(self, state: S) -> Throw:
        """Return the dice in the air; only where `to_move` answers CHANCE."""
        ...

    def chance_action(self, values: tuple[int, ...]) -> A:
        """Return the action by which dice in the air come down as *values*."""
        ...

    def legal_actions(self, state: S) -> tuple[A, ...]:
        """Return every legal action of the seat to move, in a fixed order; none for chance."""
        ...

    def apply(self, state: S, action: A) -> Step[S, E]:
        """Play *action*. Raises IllegalActionError, with its reason, where the rules refuse it."""
        ...

    def is_undoable(self, action: A) -> bool:
        """Tell whether undo may take *action* back (nothing hidden was shown, nothing spent)."""
        ...

    def outcome(self, state: S) -> Outcome | None:
        """Return the result of a finished game, else None."""
        ...

    def format_action(self, action: A) -> str:
        """Return *action* in text notation."""
        ...

    def parse_action(self, text: str) -> A:
        """Return the action that *text* denotes. Raises NotationError."""
        ...
