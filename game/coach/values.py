"""The value table: what a board is still worth after a turn, as a sum of a few looked-up weights.

For every empty cell one weight tells what its row and its column hold besides; one weight tells how
many of the open cells take each value; one the number of ruins. Each number of empty cells has its
own weights (its *stage*). A weight packs one field of 16 bits for every level of Powers: the value
without a Power left, then what each Power left adds. Fields are biased, so that sums never borrow.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass

from game.coach.lines import CODES, FITS, INNER_IDS, LONELY, OTHERS, OUTER_IDS
from game.rules.magdagdon.board import CELLS, EMPTY, RUIN, SIZE, Board

UNIT = 16
"""Weights and values are in sixteenths of a point."""
BIAS = 2048
"""What every stored field is raised by."""
FIELD = 16
FIELD_MASK = (1 << FIELD) - 1
LAST_STAGE = 14
"""Stages are 1 to 13 empty cells; this one is for more."""
COVER = 4**6
"""How many of the open cells take each value, counted up to three."""
RUINS = 16

Lines = list[int]
"""The codes of the eight lines: rows from the top, then columns from the left."""


def lines_of(board: Board) -> Lines:
    """Return the codes of the lines of *board*."""
    lines = [0] * (2 * SIZE)
    for cell, content in enumerate(board):
        row, column = divmod(cell, SIZE)
        lines[row] |= content << 3 * column
        lines[SIZE + column] |= content << 3 * row
    return lines


def _scaled(table: array[int], by: int) -> array[int]:
    return array("i", [entry * by for entry in table])


_BY_OUTER = {at: _scaled(OTHERS[at], OUTER_IDS) for at in (0, 3)}
_BY_INNER = {at: _scaled(OTHERS[at], INNER_IDS) for at in range(SIZE)}


@dataclass(frozen=True, slots=True)
class Look:
    """How to look up one empty cell: its kind, the lines and tables that make the index."""

    kind: int
    """0 corner, 1 edge, 2 centre."""
    first: array[int]
    first_line: int
    second: array[int]
    second_line: int
    first_fits: array[int]
    second_fits: array[int]


def _look(cell: int) -> Look:
    row, column = divmod(cell, SIZE)
    across = (OTHERS[column], row, FITS[column])
    down = (OTHERS[row], SIZE + column, FITS[row])
    is_row_outer, is_column_outer = row in (0, 3), column in (0, 3)
    if is_row_outer and is_column_outer:
        return Look(0, _BY_OUTER[column], row, down[0], down[1], across[2], down[2])
    if is_column_outer:  # the cell stands at the end of its row, inside its column
        return Look(1, _BY_INNER[column], row, down[0], down[1], across[2], down[2])
    if is_row_outer:
        return Look(1, _BY_INNER[row], SIZE + column, across[0], row, down[2], across[2])
    return Look(2, _BY_INNER[column], row, down[0], down[1], across[2], down[2])


LOOKS = tuple(map(_look, range(CELLS)))
"""By cell."""


def _spread(fits: int) -> int:
    return 0 if fits & LONELY else sum((fits >> v & 1) << 4 * v for v in range(6))


SPREAD = array("i", map(_spread, range(2 * LONELY)))
"""By the values that fit: one count of 4 bits for each value; nothing where no number is beside."""


def _capped(counts: int, by: int) -> int:
    return sum(min(counts >> 4 * v & 15, 3) * by * 4**v for v in range(3))


COVER_LOW = array("i", (_capped(counts, 1) for counts in range(CODES)))
COVER_HIGH = array("i", (_capped(counts, 64) for counts in range(CODES)))
"""By three counts: their share of the index into the cover weights."""


@dataclass(frozen=True, slots=True)
class Stage:
    """The weights for one number of empty cells."""

    cells: tuple[array[int], array[int], array[int]]
    """By kind of cell: corner, edge, centre."""
    cover: array[int]
    ruins: array[int]


@dataclass(frozen=True, slots=True)
class ValueTable:
    """The weights of one difficulty: *levels* fields each, `stages[e]` for *e* empty cells."""

    levels: int
    stages: tuple[Stage, ...]

    def stage(self, empties: int) -> Stage:
        """Return the weights for boards with *empties* empty cells."""
        return self.stages[min(empties, LAST_STAGE) - 1]

    def packed(self, board: Board) -> tuple[int, int]:
        """Return the packed sum for *board*, and the bias that each field carries."""
        lines = lines_of(board)
        open_cells = [cell for cell, content in enumerate(board) if content == EMPTY]
        stage = self.stage(len(open_cells))
        total, cover = stage.ruins[board.count(RUIN)], 0
        for cell in open_cells:
            look = LOOKS[cell]
            one, two = lines[look.first_line], lines[look.second_line]
            total += stage.cells[look.kind][look.first[one] + look.second[two]]
            cover += SPREAD[look.first_fits[one] & look.second_fits[two]]
        total += stage.cover[COVER_LOW[cover & 4095] + COVER_HIGH[cover >> 12]]
        return total, BIAS * (len(open_cells) + 2)

    def values(self, board: Board) -> list[int]:
        """Return what *board* is still worth by Powers left, in units; zeros where it is full."""
        if EMPTY not in board:
            return [0] * self.levels
        return unpack(*self.packed(board), self.levels)


def unpack(total: int, bias: int, levels: int) -> list[int]:
    """Return the values of a packed sum: every level adds its field to the one below."""
    values, value = [], 0
    for _ in range(levels):
        value += (total & FIELD_MASK) - bias
        values.append(value)
        total >>= FIELD
    return values
