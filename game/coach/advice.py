"""What the coach says: ranked choices with their worth, and reasons as codes with parameters."""

from dataclasses import dataclass
from enum import Enum, auto

from game.rules.magdagdon.actions import Action, Confirm, Ruin, Stage
from game.rules.magdagdon.board import Board
from game.rules.magdagdon.scoring import Bonus
from game.rules.magdagdon.state import State

EQUAL = 0.05
"""Points below which two choices are told to be as good as each other."""


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
    """The next roll strikes MAGDAGDON less often than after the runner-up: percent, other."""
    RISKS_NEXT_ROLL = "risks_next_roll"
    """The next roll strikes MAGDAGDON often: percent."""
    EARNS_MORE = "earns_more"
    """The score rises by more at once than by the runner-up: points."""
    HOLDS_BACK = "holds_back"
    """More dice could be placed; the best board with more is worth less: points."""
    POWER_PAYS = "power_pays"
    """The Power gains more than it costs: cost, gain."""
    POWER_LEADS_TO = "power_leads_to"
    """What the changed dice are then best used for: placed."""
    POWER_ODDS = "power_odds"
    """How often the new roll is worth more than this one, the cost paid: percent."""
    POWER_NOT_WORTH = "power_not_worth"
    """A Power here costs more than it gains: cost, gain."""
    POWER_NO_USE = "power_no_use"
    """No Power makes the roll better."""
    ESCAPES_MAGDAGDON = "escapes_magdagdon"
    """The Power saves the roll from MAGDAGDON: percent of the cases."""
    RUIN_WHERE_NOTHING_FITS = "ruin_where_nothing_fits"
    """No number could stand in the cell anyway: cell."""
    RUIN_LINES_LOST = "ruin_lines_lost"
    """Neither of the cell's lines can earn a bonus any more: cell."""
    RUIN_SPARES_LINES = "ruin_spares_lines"
    """The cell's lines could earn less than those of any other: cell, points."""
    RUIN_HARD_TO_FILL = "ruin_hard_to_fill"
    """No empty cell takes fewer numbers: cell, values."""
    RUIN_COSTS_LEAST = "ruin_costs_least"
    """A ruin elsewhere costs more, on average over the other cells: cell, points."""
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
    other: float | None = None
    """The same for the runner-up."""
    points: float | None = None
    values: tuple[int, ...] = ()
    """Values of dice, ascending."""
    placed: tuple[tuple[int, int], ...] = ()
    """Values with their cells, in an order in which they can be placed."""


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


def choice_of(state: State, action: Action, expected: float) -> Choice:
    """Return what a player did with a roll by *action*, told like the coach's own choices.

    *state* is before it, with its dice staged where it confirms them.
    """
    if isinstance(action, Confirm):
        staged = tuple(Stage(placement.die, placement.cell) for placement in state.staged)
        return Choice(ChoiceKind.PLACE, (*staged, action), state.board, expected)
    kind = ChoiceKind.RUIN if isinstance(action, Ruin) else ChoiceKind.POWER
    return Choice(kind, (action,), state.board, expected)


@dataclass(frozen=True, slots=True)
class Advice:
    """The best choices for one roll, best first, never empty."""

    choices: tuple[Choice, ...]
    """Among them always the best placement or ruin, and the best Power where one is left."""
    depth: int
    """Turns looked ahead; 0 means that the values are exact."""

    @property
    def best(self) -> Choice:
        """The choice that the coach would make."""
        return self.choices[0]

    @property
    def power(self) -> Choice | None:
        """The best use of a Power; None where none is left."""
        return next((c for c in self.choices if c.kind is ChoiceKind.POWER), None)

    @property
    def plain(self) -> Choice:
        """The best placement, or in MAGDAGDON the best ruin: what the roll is worth as it lies."""
        return next(c for c in self.choices if c.kind is not ChoiceKind.POWER)
