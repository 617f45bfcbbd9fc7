"""The opening table: exact values of boards with ten empty cells or more, as corrections.

The corrections are to the value table. Boards are numbered, so that nothing is searched: the cells
of the numbers up to symmetry, then the first number and the step to each next one along a fixed
tree, then the ruins by their combination number.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from math import comb

from game.coach.values import UNIT
from game.rules.magdagdon.board import CELLS, EMPTY, NEIGHBOURS, RUIN, SIZE, Board, is_number

OPENING_EMPTIES = 10
MOST_FILLED = CELLS - OPENING_EMPTIES
STEP = UNIT
"""Corrections are in whole points."""


def _transform(cell: int, kind: int) -> int:
    row, column = divmod(cell, SIZE)
    if kind & 4:
        row, column = column, row
    if kind & 2:
        row = SIZE - 1 - row
    if kind & 1:
        column = SIZE - 1 - column
    return SIZE * row + column


TRANSFORMS = tuple(tuple(_transform(cell, kind) for cell in range(CELLS)) for kind in range(8))
"""Where each symmetry of the board puts each cell."""


@dataclass(frozen=True, slots=True)
class _Shape:
    """The cells of the numbers, up to symmetry, and where its boards' numbers begin."""

    start: int
    ruin_sets: int
    cells: tuple[int, ...]
    """In the order of the tree."""
    parents: tuple[int, ...]
    """By place in *cells*: the place of the number that the step is counted from."""
    free: tuple[int, ...]
    """All other cells, ascending."""

    @property
    def colourings(self) -> int:
        return 6 * 3 ** (len(self.cells) - 1) if self.cells else 1


def _shape(cells: frozenset[int], start: int) -> _Shape:
    order, parents = sorted(cells)[:1], [0]
    while len(order) < len(cells):
        for cell in sorted(cells.difference(order)):
            beside = [at for at, other in enumerate(order) if other in NEIGHBOURS[cell]]
            if beside:
                order.append(cell)
                parents.append(beside[0])
                break
    free = tuple(cell for cell in range(CELLS) if cell not in cells)
    ruin_sets = sum(comb(len(free), ruins) for ruins in range(MOST_FILLED - len(cells) + 1))
    return _Shape(start, ruin_sets, tuple(order), tuple(parents), free)


def least_image(cells: frozenset[int]) -> tuple[tuple[int, ...], int]:
    """Return the least image of *cells* under a symmetry, and which symmetry makes it."""
    return min(
        (tuple(sorted(moved[cell] for cell in cells)), kind)
        for kind, moved in enumerate(TRANSFORMS)
    )


class Numbering:
    """The numbers of all boards with at least ten empty cells."""

    def __init__(self) -> None:
        """Give numbers to every shape, from few numbers to many."""
        self._shapes: dict[tuple[int, ...], _Shape] = {}
        self._placed: dict[int, tuple[_Shape, tuple[int, ...]] | None] = {}
        self.size = 0
        level = {frozenset[int]()}
        for _ in range(MOST_FILLED + 1):
            for least in sorted({least_image(cells)[0] for cells in level}):
                shape = _shape(frozenset(least), self.size)
                self._shapes[least] = shape
                self.size += shape.colourings * shape.ruin_sets
            level = {
                cells | {cell}
                for cells in level
                for cell in range(CELLS)
                if cell not in cells and (not cells or cells.intersection(NEIGHBOURS[cell]))
            }

    def number(self, board: Board) -> int | None:
        """Return the number of *board*; None where its numbers are not connected."""
        mask = sum(1 << cell for cell, content in enumerate(board) if is_number(content))
        if mask not in self._placed:
            self._placed[mask] = self._place(mask)
        placed = self._placed[mask]
        return None if placed is None else _number_of(*placed, board)

    def _place(self, mask: int) -> tuple[_Shape, tuple[int, ...]] | None:
        cells = frozenset(cell for cell in range(CELLS) if mask >> cell & 1)
        least, kind = least_image(cells)
        if least not in self._shapes:
            return None
        sources = [0] * CELLS
        for cell, image in enumerate(TRANSFORMS[kind]):
            sources[image] = cell
        return self._shapes[least], tuple(sources)

    def boards(self) -> Iterator[tuple[int, Board]]:
        """Yield every legal board with its number; some boards come more than once, turned."""
        for shape in self._shapes.values():
            for board in _coloured(shape):
                for ruins in range(MOST_FILLED - len(shape.cells) + 1):
                    for ruined in combinations(shape.free, ruins):
                        whole = list(board)
                        for cell in ruined:
                            whole[cell] = RUIN
                        after = tuple(whole)
                        yield _number_of(shape, range(CELLS), after), after


def _number_of(shape: _Shape, sources: Sequence[int], board: Board) -> int:
    """Return the number of *board*, whose cells *sources* come to lie on *shape*."""
    seen = [board[source] for source in sources]
    colouring, unit = 0, 6
    for at, cell in enumerate(shape.cells):
        if at:
            colouring += unit * (seen[cell] - seen[shape.cells[shape.parents[at]]] + 1)
            unit *= 3
        else:
            colouring = seen[cell] - 1
    ruins = [at for at, cell in enumerate(shape.free) if seen[cell] == RUIN]
    rank = sum(comb(len(shape.free), fewer) for fewer in range(len(ruins)))
    rank += sum(comb(at, which + 1) for which, at in enumerate(ruins))
    return shape.start + colouring * shape.ruin_sets + rank


def _coloured(shape: _Shape) -> Iterator[Board]:
    if not shape.cells:
        yield (EMPTY,) * CELLS
        return
    for first in range(1, 7):
        for steps in product((-1, 0, 1), repeat=len(shape.cells) - 1):
            board = [EMPTY] * CELLS
            board[shape.cells[0]] = first
            for at, step in enumerate(steps, start=1):
                board[shape.cells[at]] = board[shape.cells[shape.parents[at]]] + step
            if all(1 <= board[cell] <= 6 for cell in shape.cells) and all(
                not board[n] or abs(board[cell] - board[n]) <= 1
                for cell in shape.cells
                for n in NEIGHBOURS[cell]
            ):
                yield tuple(board)


@dataclass(frozen=True, slots=True)
class Opening:
    """Corrections by level and number, each beyond that of the level below."""

    numbering: Numbering
    levels: tuple[array[int], ...]

    def knows(self, board: Board) -> bool:
        """Tell whether *board* is one of those that it corrects."""
        return board.count(EMPTY) >= OPENING_EMPTIES and self.numbering.number(board) is not None

    def corrected(self, board: Board, values: Sequence[float]) -> list[float]:
        """Return *values*, the value table's for *board*, made exact to half a point.

        They stay where no game leads to *board*, which can still be asked about.
        """
        number = self.numbering.number(board)
        if number is None:
            return list(values)
        corrected, steps = [], 0
        for value, level in zip(values, self.levels, strict=False):
            steps += level[number]
            corrected.append(value + STEP * steps)
        return corrected
