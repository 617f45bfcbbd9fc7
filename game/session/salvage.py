"""What can still be read of a damaged database of scores: row by row, and by its transcripts."""

import re
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from game.session.record import Record, RecordError, read_record
from game.session.score_entry import COLUMNS, ScoreEntry, entry_of

_START = b"dice game record "
_END = re.compile(rb"\nend [0-9a-f]{64}\n")


def _score_entry(record: Record) -> ScoreEntry:
    # Here and not above: rows that are whole are read without the rules.
    from game.session.finish import score_entry  # noqa: PLC0415  # see above

    return score_entry(record)


def readable(rows: Iterable[tuple[Any, ...]]) -> Iterator[ScoreEntry]:
    """Yield the entries of *rows*.

    A row with an impossible value is computed again from its transcript; one that has none that
    is whole is passed over.
    """
    for row in rows:
        try:
            yield entry_of(row)
        except (ValueError, TypeError):
            with suppress(RecordError, UnicodeEncodeError):
                yield _score_entry(read_record(str(row[-1]).encode()))


def salvage(path: Path) -> list[ScoreEntry]:
    """Return every finished game that the database at *path* still tells of, the earliest first.

    A row whose transcript is whole is computed from it again (but for the name, which may have
    been given later); other rows are taken as they stand. Transcripts are also looked for in the
    bare bytes, for a database that SQLite can't open at all.
    """
    found: dict[str, ScoreEntry] = {}
    for entry in _rows(path):
        found.setdefault(entry.game_id, _recomputed(entry))
    for entry in _transcripts(path):
        found.setdefault(entry.game_id, entry)
    return sorted(found.values(), key=lambda entry: entry.date)


def _rows(path: Path) -> Iterator[ScoreEntry]:
    """Yield the rows that SQLite can read, from both ends."""
    for order in ("id", "id DESC"):
        with (
            suppress(sqlite3.Error, UnicodeDecodeError),
            closing(sqlite3.connect(path)) as connection,
        ):
            connection.text_factory = lambda data: data.decode("utf-8", "replace")
            rows = connection.execute(f"SELECT {COLUMNS} FROM scores ORDER BY {order}")
            yield from readable(rows)


def _transcripts(path: Path) -> Iterator[ScoreEntry]:
    """Yield the games whose transcripts lie whole in the file: their checksums tell."""
    with suppress(OSError):
        for rest in path.read_bytes().split(_START)[1:]:
            end = _END.search(rest)
            if end is not None:
                with suppress(RecordError):
                    yield _score_entry(read_record(_START + rest[: end.end()]))


def _recomputed(entry: ScoreEntry) -> ScoreEntry:
    try:
        return replace(_score_entry(read_record(entry.transcript.encode())), name=entry.name)
    except (RecordError, UnicodeEncodeError):
        return entry
