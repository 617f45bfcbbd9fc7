"""Checking a finished game from outside: that its rolls, score and row are what its actions give.

What can be proven: the rolls follow from the seed, the seed is the one committed to, every action
was legal, and the score follows. What can't: dates, time played, name, marks, and that nobody
tried several seeds.
"""

from dataclasses import dataclass
from typing import Any

from game.session.finish import score_entry
from game.session.record import Record, RecordError, RecordFault, read_record
from game.session.score_entry import COLUMNS, ScoreEntry, row_of

RENAMED_LATER = "name"
"""The one column that may differ from the transcript: a player may be given a name later."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A column of a row that is not what its transcript gives."""

    column: str
    found: str
    expected: str


def verify_record(record: Record) -> ScoreEntry:
    """Return the row that the finished game *record* gives. Raises RecordError, saying why not."""
    if not record.seed:
        raise RecordError(RecordFault.SEED_WITHHELD, record.line_of_field("seed"))
    if record.finished is None:
        raise RecordError(RecordFault.NOT_FINISHED, record.line_of_field("finished"))
    return score_entry(record)


def verify_row(row: tuple[Any, ...]) -> tuple[Difference, ...]:
    """Return where *row* (in the order of `COLUMNS`) is not what its transcript gives.

    Raises RecordError where the transcript itself is not valid.
    """
    try:
        data = str(row[-1]).encode()
    except UnicodeEncodeError as error:
        raise RecordError(RecordFault.NOT_TEXT, 1) from error
    expected = row_of(verify_record(read_record(data)))
    return tuple(
        Difference(column, str(found), str(right))
        for column, found, right in zip(COLUMNS.split(", "), row, expected, strict=True)
        if column != RENAMED_LATER and found != right
    )
