"""A damaged saved game: as much of it as can still be read and follows from its seed."""

from dataclasses import replace
from typing import TypeVar

from game.rules.api import Rules
from game.session.record import Record, RecordError, parse_record, sign
from game.session.replay import replay

S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")


def recover(rules: Rules[S, A, E], data: bytes) -> Record | None:
    """Return the game in *data* up to the first action that can't be; None where none is left.

    The header must be readable, and its seed the one that was committed to.
    """
    lines = data.decode("utf-8", "replace").replace("\r\n", "\n").split("\n")
    if "" not in lines[1:-1]:  # the header was cut off, and who knows where
        return None
    top = lines.index("", 1) + 1
    kept = lines[:-1]  # a line without its end was cut off
    is_whole = kept[-1].startswith("end ")
    if is_whole:
        del kept[-1]
    while True:
        try:
            record = parse_record(sign(kept))
            replay(rules, record)
        except RecordError as error:
            if error.line <= top:
                return None
            kept, is_whole = kept[: error.line - 1], False
        else:
            return record if is_whole else replace(record, finished=None, scores=())
