"""The coach's tables as bytes: what a table file holds, checked and unpacked in a moment.

A file is the eight bytes MAGIC, one byte for the kind (V value weights, O opening
corrections), one for the number of levels, and a zlib stream. docs/coach.md describes the contents.
"""

from __future__ import annotations

import hashlib
import sys
import zlib
from array import array
from collections.abc import Mapping
from enum import Enum
from itertools import pairwise

from game.coach.lines import INNER_IDS, OUTER_IDS
from game.coach.opening import Numbering, Opening
from game.coach.values import COVER, FIELD, LAST_STAGE, RUINS, Stage, ValueTable

MAGIC = b"MAGCOACH"
CHECKSUMS = "sha256.txt"
"""The file that names every table file with its SHA-256."""

_HEADER = len(MAGIC) + 2
_TRIANGLES = (OUTER_IDS * (OUTER_IDS + 1) // 2, INNER_IDS * (INNER_IDS + 1) // 2)
STORED = _TRIANGLES[0] + OUTER_IDS * INNER_IDS + _TRIANGLES[1] + COVER + RUINS
"""Weights in a stage: corner cells (half the square), edges, centres (half), cover, ruins."""


class TableFault(Enum):
    """Why bytes are no tables."""

    MISSING = "a table is missing"
    DAMAGED = "a table does not fit its checksum"
    NOT_A_TABLE = "bytes that are no table"
    WRONG_SIZE = "a table of the wrong size"


class TableError(ValueError):
    """Tables that cannot be used: *fault* says why, *name* which."""

    def __init__(self, fault: TableFault, name: str) -> None:
        super().__init__(f"{name}: {fault.value}")
        self.fault = fault
        self.name = name


def check_tables(files: Mapping[str, bytes]) -> None:
    """Hold every file against its SHA-256. Raises TableError."""
    if CHECKSUMS not in files:
        raise TableError(TableFault.MISSING, CHECKSUMS)
    for line in files[CHECKSUMS].decode("ascii", "replace").splitlines():
        wanted, _, name = line.partition("  ")
        if name not in files:
            raise TableError(TableFault.MISSING, name)
        if hashlib.sha256(files[name]).hexdigest() != wanted:
            raise TableError(TableFault.DAMAGED, name)


def pack(kind: bytes, levels: int, payload: bytes) -> bytes:
    """Return a table file of *kind* (one letter) with *payload*."""
    return MAGIC + kind + bytes([levels]) + zlib.compress(payload, 9)


def _unpack(name: str, data: bytes, kind: bytes, size: int) -> tuple[int, bytes]:
    """Return the number of levels and the payload, *size* bytes a level. Raises TableError."""
    if data[: len(MAGIC)] != MAGIC or data[len(MAGIC) : _HEADER - 1] != kind:
        raise TableError(TableFault.NOT_A_TABLE, name)
    try:
        payload = zlib.decompress(data[_HEADER:])
    except zlib.error as error:
        raise TableError(TableFault.NOT_A_TABLE, name) from error
    levels = data[_HEADER - 1]
    if len(payload) != levels * size:
        raise TableError(TableFault.WRONG_SIZE, name)
    return levels, payload


def pack_weights(levels: list[list[array[int]]]) -> bytes:
    """Return a file of value weights: by level and stage, STORED weights, each raised by BIAS.

    Low and high bytes are kept apart, since the high ones compress to almost nothing.
    """
    payload = bytearray()
    for stages in levels:
        joined = array("H")
        for stage in stages:
            joined.extend(stage)
        if sys.byteorder == "big":
            joined.byteswap()
        raw = joined.tobytes()
        payload += raw[0::2] + raw[1::2]
    return pack(b"V", len(levels), bytes(payload))


def read_weights(files: Mapping[str, bytes], names: tuple[str, ...]) -> ValueTable:
    """Return the value table whose levels the files *names* hold, one after another."""
    fields: list[array[int]] = []
    for name in names:
        levels, payload = _unpack(name, files[name], b"V", 2 * LAST_STAGE * STORED)
        size = LAST_STAGE * STORED
        for level in range(levels):
            start = 2 * size * level
            raw = bytearray(2 * size)
            raw[0::2] = payload[start : start + size]
            raw[1::2] = payload[start + size : start + 2 * size]
            weights = array("H", bytes(raw))
            if sys.byteorder == "big":
                weights.byteswap()
            fields.append(weights)
    stages = tuple(_stage(fields, number * STORED) for number in range(LAST_STAGE))
    return ValueTable(len(fields), stages)


def _stage(fields: list[array[int]], start: int) -> Stage:
    ends = [start]
    for size in (_TRIANGLES[0], OUTER_IDS * INNER_IDS, _TRIANGLES[1], COVER, RUINS):
        ends.append(ends[-1] + size)
    corner, edge, centre, cover, ruins = (
        _packed([field[a:b] for field in fields]) for a, b in pairwise(ends)
    )
    return Stage((_square(corner, OUTER_IDS), edge, _square(centre, INNER_IDS)), cover, ruins)


def _packed(fields: list[array[int]]) -> array[int]:
    """Return one array whose entries hold the fields of all levels, the lowest level lowest."""
    if len(fields) == 1:
        return fields[0]
    places = 64 // FIELD
    whole = array("H", bytes(places * FIELD // 8 * len(fields[0])))
    for level, field in enumerate(fields):
        at = level if sys.byteorder == "little" else places - 1 - level
        whole[at::places] = field
    return array("Q", whole.tobytes())


def _square(triangle: array[int], width: int) -> array[int]:
    """Return the whole table of *width* × *width* from the half on and above the diagonal."""
    square = array(triangle.typecode, bytes(triangle.itemsize * width * width))
    start = 0
    for row in range(width):
        half = triangle[start : start + width - row]
        square[row * width + row : (row + 1) * width] = half
        square[row * width + row :: width] = half
        start += width - row
    return square


def pack_corrections(levels: list[array[int]]) -> bytes:
    """Return a file of opening corrections: by level, one signed byte for each board's number."""
    return pack(b"O", len(levels), b"".join(level.tobytes() for level in levels))


def read_corrections(
    files: Mapping[str, bytes], names: tuple[str, ...], numbering: Numbering
) -> Opening:
    """Return the opening table whose levels the files *names* hold, one after another."""
    levels: list[array[int]] = []
    for name in names:
        count, payload = _unpack(name, files[name], b"O", numbering.size)
        for level in range(count):
            start = level * numbering.size
            levels.append(array("b", payload[start : start + numbering.size]))
    return Opening(numbering, tuple(levels))
