"""What happens in a game of MAGDAGDON, in the past tense, without pixels or seconds."""

from dataclasses import dataclass

from game.rules.magdagdon.scoring import Bonus, Score


@dataclass(frozen=True, slots=True)
class DiceThrown:
    """The dice of the tray *places* went into the air."""

    places: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DiceRolled:
    """The dice of the tray *places* came down as *values*."""

    places: tuple[int, ...]
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DieStaged:
    """Tray place *die*, showing *value*, was staged on *cell*."""

    die: int
    cell: int
    value: int


@dataclass(frozen=True, slots=True)
class DieTakenBack:
    """Tray place *die* came back from *cell*."""

    die: int
    cell: int
    value: int


@dataclass(frozen=True, slots=True)
class PowerUsed:
    """Majda Power number *number* (from 1) was used and cost *cost* points."""

    number: int
    cost: int


@dataclass(frozen=True, slots=True)
class DieChanged:
    """Tray place *die* was lowered or raised from *old* to *new*."""

    die: int
    old: int
    new: int


@dataclass(frozen=True, slots=True)
class MagdagdonStruck:
    """No order of placing reaches the minimum with these dice (M6.1)."""


@dataclass(frozen=True, slots=True)
class MagdagdonEscaped:
    """A Power turned the roll into one that can be placed (M6.2)."""


@dataclass(frozen=True, slots=True)
class DiceConfirmed:
    """The staged dice on *cells* became permanent."""

    cells: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LineCompleted:
    """*line* (0–3 rows, 4–7 columns) is full of numbers; *bonus* is None for none."""

    line: int
    bonus: Bonus | None


@dataclass(frozen=True, slots=True)
class RuinMade:
    """*cell* became a ruin."""

    cell: int


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """*turn* was finished."""

    turn: int


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The board is full; *score* is final (M1.3)."""

    score: Score


Event = (
    DiceThrown
    | DiceRolled
    | DieStaged
    | DieTakenBack
    | PowerUsed
    | DieChanged
    | MagdagdonStruck
    | MagdagdonEscaped
    | DiceConfirmed
    | LineCompleted
    | RuinMade
    | TurnEnded
    | GameEnded
)
