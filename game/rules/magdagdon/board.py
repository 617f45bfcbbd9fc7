"""The 4×4 board: cells, lines and difficulty."""

from dataclasses import dataclass
from enum import Enum

SIZE = 4
CELLS = SIZE * SIZE
EMPTY = 0
RUIN = 7
"""What a cell holds: EMPTY, a number 1–6, or RUIN (M1.1)."""

Board = tuple[int, ...]
"""Sixteen cells; index = 4·row + column, both from 0."""

EMPTY_BOARD: Board = (EMPTY,) * CELLS

ROWS = tuple(tuple(range(row * SIZE, row * SIZE + SIZE)) for row in range(SIZE))
COLUMNS = tuple(tuple(range(column, CELLS, SIZE)) for column in range(SIZE))
LINES = ROWS + COLUMNS
"""The eight lines: rows 1–4 from the top, then columns a–d from the left."""


def _neighbours(cell: int) -> tuple[int, ...]:
    row, column = divmod(cell, SIZE)
    around = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
    return tuple(r * SIZE + c for r, c in around if 0 <= r < SIZE and 0 <= c < SIZE)


NEIGHBOURS = tuple(_neighbours(cell) for cell in range(CELLS))
"""Orthogonal neighbours of each cell; diagonals never count (M4.2)."""

CELL_NAMES = tuple("abcd"[cell % SIZE] + str(cell // SIZE + 1) for cell in range(CELLS))
"""`a1` is the top left cell, `d4` the bottom right one."""


class Difficulty(Enum):
    """The three difficulties; the value is the letter in position notation (M3)."""

    PEACEFUL = "P"
    SURVIVAL = "S"
    NIGHTMARE = "N"

    @property
    def power_costs(self) -> tuple[int, ...]:
        """Cost of each Majda Power, in order of use."""
        return _POWER_COSTS[self]

    @property
    def powers(self) -> int:
        """How many Majda Powers a game has."""
        return len(_POWER_COSTS[self])

    @property
    def usual_minimum(self) -> int:
        """How many dice a turn must place while there is room for them."""
        return 3 if self is Difficulty.NIGHTMARE else 2

    def minimum(self, board: Board) -> int:
        """How many dice a turn must place on *board*; at most the empty cells (M3.1)."""
        return min(self.usual_minimum, board.count(EMPTY))


_POWER_COSTS = {
    Difficulty.PEACEFUL: (10, 20, 40),
    Difficulty.SURVIVAL: (70,),
    Difficulty.NIGHTMARE: (),
}


@dataclass(frozen=True, slots=True, order=True)
class Placement:
    """A staged die: the tray place it came from, and the cell it stands on."""

    die: int
    cell: int


def is_number(content: int) -> bool:
    """Tell whether a cell's *content* is a number rather than a ruin or nothing (M4.4)."""
    return EMPTY < content < RUIN


def has_number(board: Board) -> bool:
    """Tell whether *board* holds any number (M4.1)."""
    return any(EMPTY < content < RUIN for content in board)


def with_cell(board: Board, cell: int, content: int) -> Board:
    """Return *board* with *content* in *cell*."""
    return (*board[:cell], content, *board[cell + 1 :])
