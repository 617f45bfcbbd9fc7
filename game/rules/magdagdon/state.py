"""One position of MAGDAGDON, and what can be read off it."""

from dataclasses import dataclass
from enum import Enum, auto

from game.rules.magdagdon.board import EMPTY, EMPTY_BOARD, Board, Difficulty, Placement
from game.rules.magdagdon.placement import can_place
from game.rules.magdagdon.scoring import Score, score_board


class Phase(Enum):
    """What the game waits for."""

    ROLL = auto()
    CHANCE = auto()
    PLACE = auto()
    MAGDAGDON = auto()
    OVER = auto()


@dataclass(frozen=True, slots=True)
class State:
    """One position; restoring it restores everything that undo should."""

    difficulty: Difficulty
    board: Board = EMPTY_BOARD
    """The permanent board: staged dice do not count."""
    turn: int = 1
    """The turn being played, from 1; turn − 1 are finished."""
    powers_used: int = 0
    dice: tuple[int, ...] = ()
    """The roll, by tray place; () before it."""
    staged: tuple[Placement, ...] = ()
    """In order of placing (M2.5)."""
    throws: int = 0
    """Throws that came down in this turn: the roll, then the rerolls (M2.7)."""
    in_air: tuple[int, ...] = ()
    """Tray places of the dice in the air, ascending."""

    @property
    def phase(self) -> Phase:
        """What the game waits for (M1.2, M6.1)."""
        if self.in_air:
            return Phase.CHANCE
        if EMPTY not in self.board:
            return Phase.OVER
        if not self.dice:
            return Phase.ROLL
        return Phase.PLACE if can_place(self.board, self.dice, self.minimum) else Phase.MAGDAGDON

    @property
    def minimum(self) -> int:
        """How many dice this turn must place (M3, M3.1)."""
        return self.difficulty.minimum(self.board)

    @property
    def powers_left(self) -> int:
        """How many Majda Powers can still be used."""
        return self.difficulty.powers - self.powers_used

    @property
    def next_power_cost(self) -> int | None:
        """Points that the next Majda Power costs; None where none is left."""
        costs = self.difficulty.power_costs[self.powers_used :]
        return costs[0] if costs else None

    @property
    def shown_board(self) -> Board:
        """The board with the staged dice on it (M4.5, M7.7)."""
        shown = list(self.board)
        for placement in self.staged:
            shown[placement.cell] = self.dice[placement.die]
        return tuple(shown)

    @property
    def available(self) -> tuple[int, ...]:
        """Tray places of the dice that are neither staged nor in the air (M5.3)."""
        staged = {placement.die for placement in self.staged}
        return tuple(
            die for die in range(len(self.dice)) if die not in staged and die not in self.in_air
        )

    @property
    def score(self) -> Score:
        """The running score, staged dice not counted (M7)."""
        return score_board(self.board, self.difficulty, self.powers_used)

    @property
    def shown_score(self) -> Score:
        """The running score with the staged dice as a preview (M7.7)."""
        return score_board(self.shown_board, self.difficulty, self.powers_used)
