"""What the coach says: ranked choices with their worth, and reasons as codes with parameters."""

from dataclasses import dataclass
from enum import Enum, auto

from game.rules.magdagdon.actions import Action
from game.rules.magdagdon.board import Board
from game.rules.magdagdon.scoring import Bonus


class ChoiceKind(Enum):
    """What a choice does."""

    PLACE = auto()
    POWER = auto()
    RUIN = auto()


class ReasonCode(Enum):
    """Why a choice is good, or what it costs; each names the fields of Reason that it fills."""

    COMPLETES = "completes"
    """A line earns a bonus now: line, bonus."""
    KEEPS_OPEN = "keeps_open"
    """A line that this choice works on can still earn a bonus: line, bonus."""
    GIVES_UP = "gives_up"
    """A bonus that a line could still earn is gone: line, bonus."""
    LEAVES_CELL_FILLABLE = "leaves_cell_fillable"
    """A cell that the runner-up closes stays open: cell."""
    CLOSES_CELL = "closes_cell"
    """No number fits a cell any more: cell."""
    SAFER_NEXT_ROLL = "safer_next_roll"
    """The next roll strikes MAGDAGDON less often than after the runner-up: percent."""
    RISKS_NEXT_ROLL = "risks_next_roll"
    """The next roll strikes MAGDAGDON often: percent."""
    HIGH_NUMBERS = "high_numbers"
    """It earns more base points at once than the runner-up: points."""
    POWER_PAYS = "power_pays"
    """The Power gains more than it costs: cost, gain."""
    POWER_NOT_WORTH = "power_not_worth"
    """A Power here costs more than it gains: cost, gain."""
    ESCAPES_MAGDAGDON = "escapes_magdagdon"
    """The Power saves the roll from MAGDAGDON."""
    RUIN_WHERE_NOTHING_FITS = "ruin_where_nothing_fits"
    """No number could stand in the cell anyway: cell."""
    RUIN_SPARES_LINES = "ruin_spares_lines"
    """The cell's lines could earn the least: cell."""
    ONLY_CHOICE = "only_choice"
    """Nothing else is legal."""


@dataclass(frozen=True, slots=True)
class Reason:
    """One reason: a code, and the parameters that it fills."""

    code: ReasonCode
    line: int | None = None
    """0–3 rows from the top, 4–7 columns from the left."""
    cell: int | None = None
    bonus: Bonus | None = None
    cost: int | None = None
    gain: float | None = None
    """Points, without the cost."""
    percent: float | None = None
    points: float | None = None


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing to do with the roll, and the final score to expect after it."""

    kind: ChoiceKind
    actions: tuple[Action, ...]
    """What to do, step by step, from the state with nothing staged; a Power is one action."""
    board: Board
    """The board that it leads to; the same as before for a Power."""
    expected: float
    """Expected final score under good play afterwards."""
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class Advice:
    """The best choices for one roll, best first, never empty."""

    choices: tuple[Choice, ...]
    depth: int
    """Turns looked ahead; 0 means that the values are exact."""

    @property
    def best(self) -> Choice:
        """The choice that the coach would make."""
        return self.choices[0]
