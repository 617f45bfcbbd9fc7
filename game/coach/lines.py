"""Lines of four cells as numbers: what a line says about its cells, in tables.

A line's *code* holds the content of position k (0 to 3; EMPTY, 1–6, RUIN) in bits 3k to 3k + 2.
"""

from __future__ import annotations

from array import array
from itertools import pairwise, product

from game.rules.magdagdon.board import RUIN, SIZE, is_number
from game.rules.magdagdon.scoring import bonus_of

CODES = 1 << 3 * SIZE
OUTER_IDS = 260
"""What the three other cells can hold, seen from an end of a line."""
INNER_IDS = 352
"""The same from one of the two middle cells."""

_ALL = 0b111111
LONELY = 1 << 6
"""In FITS: no number stands beside the cell along this line."""


def _is_legal(contents: tuple[int, ...]) -> bool:
    return all(
        not (is_number(a) and is_number(b) and abs(a - b) > 1) for a, b in pairwise(contents)
    )


def _others(first: int) -> dict[tuple[int, ...], int]:
    """Return ids for what the other three cells can hold; *first* of them stand before the cell."""
    ids: dict[tuple[int, ...], int] = {}
    for contents in product(range(RUIN + 1), repeat=SIZE - 1):
        if _is_legal(contents[:first]) and _is_legal(contents[first:]):
            ids[contents] = len(ids)
    return ids


def _fit(contents: tuple[int, ...], position: int) -> int:
    """Return bit v − 1 for each value v that the line allows in the cell, and LONELY."""
    fits = _ALL | LONELY
    for beside in (position - 1, position + 1):
        if 0 <= beside < SIZE and is_number(contents[beside]):
            near = 0b111 << contents[beside] >> 2
            fits &= near & _ALL
    return fits


def _tables() -> tuple[list[array[int]], list[array[int]], array[int]]:
    outer, inner = _others(0), _others(1)
    ids = [array("i", bytes(4 * CODES)) for _ in range(SIZE)]
    fits = [array("i", bytes(4 * CODES)) for _ in range(SIZE)]
    bonus = array("i", bytes(4 * CODES))
    for code in range(CODES):
        contents = (code & 7, code >> 3 & 7, code >> 6 & 7, code >> 9)
        if all(map(is_number, contents)):
            earned = bonus_of(contents)
            bonus[code] = earned.value if earned else 0
        for position in range(SIZE):
            fits[position][code] = _fit(contents, position)
            seen = contents if position < SIZE // 2 else contents[::-1]
            at = min(position, SIZE - 1 - position)
            others = seen[:at] + seen[at + 1 :]
            ids[position][code] = (inner if at else outer).get(others, 0)
    return ids, fits, bonus


OTHERS, FITS, BONUS = _tables()
"""By position and code: the id of the three other cells; the values that fit. By code: points."""
