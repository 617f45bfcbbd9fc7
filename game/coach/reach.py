"""Every board that a turn can lead to from one board, each valued while it is made.

A set of cells can be filled in some order exactly when all neighbours differ by at most 1 and each
group of new dice touches a number already there, or on a board without numbers forms one group:
M4. So the sets of cells come first, then the values; a weight that no later die can change is added
at once.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from game.coach.dice_sets import DICE_SETS, MORE
from game.coach.lines import BONUS
from game.coach.values import (
    BIAS,
    COVER_HIGH,
    COVER_LOW,
    LOOKS,
    SPREAD,
    UNIT,
    ValueTable,
    lines_of,
)
from game.rules.magdagdon.board import CELLS, EMPTY, NEIGHBOURS, RUIN, SIZE, Board, is_number

DICE = 4
_NEAR = [0] + [0b111 << value - 1 & 0b1111110 for value in range(1, 7)]
"""Bit v for each value that may stand beside a value."""
_VALUES = tuple(tuple(v for v in range(1, 7) if bits >> v & 1) for bits in range(128))
_AROUND = tuple(sum(1 << n for n in NEIGHBOURS[cell]) for cell in range(CELLS))

Term: TypeAlias = "tuple[array[int], array[int], int, array[int], int, array[int], array[int]]"
"""Weights, then index tables with their lines, then the tables of fitting values."""


@dataclass(frozen=True, slots=True)
class Fill:
    """One set of cells to fill: how each die is placed, and what is known once it is."""

    cells: tuple[int, ...]
    allowed: tuple[int, ...]
    """By die: bits of the values that the numbers on the board allow."""
    beside: tuple[tuple[int, ...], ...]
    """By die: the earlier dice of the set that it touches."""
    done: tuple[int, ...]
    """The lines that the set completes."""
    open_cells: tuple[int, ...]
    """What stays empty."""


def fills(board: Board, minimum: int, most: int = DICE) -> list[Fill]:
    """Return every set of *minimum* to *most* cells that can be filled on *board* in one turn."""
    numbers = sum(1 << c for c, content in enumerate(board) if is_number(content))
    empty = sum(1 << c for c, content in enumerate(board) if content == EMPTY)
    frontier = 0
    for cell in range(CELLS):
        if numbers >> cell & 1:
            frontier |= _AROUND[cell]
    level = {0: frontier & empty if numbers else empty}
    found: list[Fill] = []
    for size in range(1, most + 1):
        grown: dict[int, int] = {}
        for cells, edge in level.items():
            for cell in range(CELLS):
                if edge >> cell & 1 and cells | 1 << cell not in grown:
                    onward = edge if numbers or cells else 0
                    more = cells | 1 << cell
                    grown[more] = (onward | _AROUND[cell] & empty) & ~more
        level = grown
        if size >= minimum:
            found.extend(_fill(board, cells) for cells in sorted(level))
    return found


def _fill(board: Board, bits: int) -> Fill:
    cells = tuple(cell for cell in range(CELLS) if bits >> cell & 1)
    allowed, beside = [], []
    for at, cell in enumerate(cells):
        fits = 0b1111110
        for n in NEIGHBOURS[cell]:
            if is_number(board[n]):
                fits &= _NEAR[board[n]]
        allowed.append(fits)
        beside.append(tuple(i for i in range(at) if _AROUND[cell] >> cells[i] & 1))
    rows = {cell // SIZE for cell in cells}
    columns = {cell % SIZE for cell in cells}
    lines = [(r, range(r * SIZE, r * SIZE + SIZE)) for r in sorted(rows)]
    lines += [(SIZE + c, range(c, CELLS, SIZE)) for c in sorted(columns)]
    done = tuple(
        line
        for line, members in lines
        if all(is_number(board[cell]) or bits >> cell & 1 for cell in members)
    )
    open_cells = tuple(c for c in range(CELLS) if board[c] == EMPTY and not bits >> c & 1)
    return Fill(cells, tuple(allowed), tuple(beside), done, open_cells)


Leaf = Callable[[int, int, tuple[int, ...], Fill, int], None]
"""Told of every placement: multiset, packed value, values placed, fill, bias of each field."""


def _terms(fill: Fill, table: ValueTable) -> tuple[list[list[Term]], list[Term]]:
    """Return the terms that each die settles, and those that no die of the set touches."""
    stage = table.stage(len(fill.open_cells))
    by_die: list[list[Term]] = [[] for _ in fill.cells]
    untouched: list[Term] = []
    lines = [(cell // SIZE, SIZE + cell % SIZE) for cell in fill.cells]
    for cell in fill.open_cells:
        look = LOOKS[cell]
        mine = {look.first_line, look.second_line}
        term = (
            stage.cells[look.kind],
            look.first,
            look.first_line,
            look.second,
            look.second_line,
            look.first_fits,
            look.second_fits,
        )
        touching = [die for die, (row, column) in enumerate(lines) if row in mine or column in mine]
        (by_die[touching[-1]] if touching else untouched).append(term)
    return by_die, untouched


def visit(
    board: Board, plans: Sequence[Fill], table: ValueTable | None, wanted: Sequence[int], leaf: Leaf
) -> None:
    """Call *leaf* for every placement of *plans* whose multiset is *wanted* (by number, 0 or 1).

    Multisets that are part of a wanted one must be wanted too. Without a table the packed value is
    the reward alone: twice the sum, and the bonuses of the lines completed (M7), in units.
    """
    lines = lines_of(board)
    ruins = board.count(RUIN)
    for fill in plans:
        _visit_fill(fill, table, ruins, lines, wanted, leaf)


def _visit_fill(
    fill: Fill,
    table: ValueTable | None,
    ruins: int,
    lines: list[int],
    wanted: Sequence[int],
    leaf: Leaf,
) -> None:
    last = len(fill.cells) - 1
    open_count = len(fill.open_cells)
    total, spread, bias = 0, 0, 0
    by_die: list[list[Term]] = [[] for _ in fill.cells]
    cover: array[int] | None = None
    if open_count and table is not None:
        stage = table.stage(open_count)
        cover, total = stage.cover, stage.ruins[ruins]
        bias = BIAS * (open_count + 2)
        by_die, untouched = _terms(fill, table)
        for weights, first, i, second, j, fits, others in untouched:
            one, two = lines[i], lines[j]
            total += weights[first[one] + second[two]]
            spread += SPREAD[fits[one] & others[two]]
    values = [0] * (last + 1)
    steps = []
    for at, cell in enumerate(fill.cells):
        row, column = divmod(cell, SIZE)
        shifts = (row, 1 << 3 * column, SIZE + column, 1 << 3 * row)
        steps.append((fill.allowed[at], fill.beside[at], *shifts, by_die[at]))
    done = fill.done

    def place(at: int, number: int, total: int, spread: int) -> None:
        allowed, beside, row, row_unit, column, column_unit, terms = steps[at]
        for i in beside:
            allowed &= _NEAR[values[i]]
        more = MORE[number]
        row_before, column_before = lines[row], lines[column]
        for value in _VALUES[allowed]:
            now = more[value]
            if not wanted[now]:
                continue
            lines[row] = row_before + value * row_unit
            lines[column] = column_before + value * column_unit
            sum_ = total + 2 * UNIT * value
            counts = spread
            for weights, first, i, second, j, fits, others in terms:
                one, two = lines[i], lines[j]
                sum_ += weights[first[one] + second[two]]
                counts += SPREAD[fits[one] & others[two]]
            values[at] = value
            if at < last:
                place(at + 1, now, sum_, counts)
                continue
            for line in done:
                sum_ += UNIT * BONUS[lines[line]]
            if cover is not None:
                sum_ += cover[COVER_LOW[counts & 4095] + COVER_HIGH[counts >> 12]]
            leaf(now, sum_, tuple(values), fill, bias)
        lines[row], lines[column] = row_before, column_before

    place(0, 0, total, spread)


ALL_WANTED = bytes([1]) * len(DICE_SETS)


def board_after(board: Board, fill: Fill, values: tuple[int, ...]) -> Board:
    """Return *board* with *values* in the cells of *fill*."""
    after = list(board)
    for cell, value in zip(fill.cells, values, strict=True):
        after[cell] = value
    return tuple(after)
