"""What the operator of a public machine does with its data: a fresh table, copies to take away."""

import csv
import errno
import io
import os
import shutil
from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime
from enum import Enum
from pathlib import Path

from game.session.files import sync_folder, write_atomic
from game.session.outbox import Outbox
from game.session.score_entry import COLUMNS, row_of
from game.session.scores import ScoreEntry, ScoreTable
from game.session.scores_error import ScoresError
from game.session.usage import UsageLog

_SPARE_BYTES = 2_000_000
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What makes a spreadsheet take a visitor's name for a formula."""


class ExportFault(Enum):
    """Why nothing could be exported."""

    GONE = "the folder or stick is not there"
    READ_ONLY = "it can't be written"
    NO_SPACE = "it is full"
    FAILED = "reading or writing failed"


class ExportError(Exception):
    """Nothing was exported; *fault* says why."""

    def __init__(self, fault: ExportFault) -> None:
        super().__init__(fault.value)
        self.fault = fault


def reset_scores(table: ScoreTable, moment: datetime, outbox: Outbox | None = None) -> Path | None:
    """Empty *table*, and return the dated copy of it beside it; None where it was empty.

    What *outbox* has not sent yet is still sent. Raises ScoresError or OSError; the table then
    stands as it was.
    """
    stem = f"{table.path.stem}-backup-{moment.astimezone():%Y%m%d-%H%M%S}"
    kept = _free_name(table.path.parent, stem, table.path.suffix)

    def keep_unsent() -> None:
        if outbox is not None:
            outbox.leave(ScoreTable(kept).entries())

    try:
        return kept if table.clear(kept, keep_unsent) else None
    except (ScoresError, OSError):
        with suppress(OSError):  # a copy that was cut off
            kept.unlink()
        raise


def export_all(folder: Path, target: Path, moment: datetime, name: str = "") -> Path:
    """Copy scores, usage and logs of the data *folder* into a new dated folder in *target*.

    *name* is the machine's. Returns the new folder; it is there as a whole or not at all, and
    the stick may be pulled out. Raises ExportError.
    """
    try:
        if not target.is_dir():
            raise ExportError(ExportFault.GONE)
        if shutil.disk_usage(target).free < _size(folder):
            raise ExportError(ExportFault.NO_SPACE)
        words = ["MAGDAGDON", *("".join(filter(str.isalnum, word)) for word in name.split())]
        stem = "-".join([*filter(None, words), f"{moment.astimezone():%Y-%m-%d-%H%M%S}"])
        whole = _free_name(target, stem, "")
        partial = whole.with_name(whole.name + ".part")
        try:
            partial.mkdir()
            _fill(folder, partial)
            partial.rename(whole)
        except BaseException:
            shutil.rmtree(partial, ignore_errors=True)
            raise
        sync_folder(target)
    except ScoresError as error:
        raise ExportError(ExportFault.FAILED) from error
    except OSError as error:
        raise ExportError(_FAULTS.get(error.errno or 0, ExportFault.FAILED)) from error
    return whole


_FAULTS = {
    errno.ENOSPC: ExportFault.NO_SPACE,
    errno.EDQUOT: ExportFault.NO_SPACE,
    errno.EROFS: ExportFault.READ_ONLY,
    errno.EACCES: ExportFault.READ_ONLY,
    errno.EPERM: ExportFault.READ_ONLY,
    errno.ENOENT: ExportFault.GONE,
    errno.ENODEV: ExportFault.GONE,
    errno.EIO: ExportFault.GONE,
}


def scores_csv(entries: Iterable[ScoreEntry]) -> bytes:
    """Return *entries* as a table for spreadsheets; their records are in the database."""
    names = COLUMNS.split(", ")[:-1]
    place = names.index("name")
    rows = []
    for entry in entries:
        row = [str(value) for value in row_of(entry)[:-1]]
        if row[place].startswith(_FORMULA):
            row[place] = "'" + row[place]
        rows.append(row)
    return _csv([names, *rows])


def _fill(folder: Path, target: Path) -> None:
    table = ScoreTable(folder / "scores.db")
    table.copy_to(target / "scores.db")
    write_atomic(target / "scores.csv", scores_csv(table.entries()))
    counts = sorted(
        (day.isoformat(), f"{hour:02}", kind.value, str(count))
        for (day, hour, kind), count in UsageLog(folder).counts().items()
    )
    write_atomic(target / "usage.csv", _csv([("day", "hour", "kind", "count"), *counts]))
    logs = folder / "logs"
    for path in sorted(logs.iterdir()) if logs.is_dir() else ():
        if path.is_file():
            write_atomic(target / "logs" / path.name, path.read_bytes())


def _csv(rows: Iterable[Iterable[str]]) -> bytes:
    text = io.StringIO()
    csv.writer(text).writerows(rows)
    return text.getvalue().encode("utf-8-sig")  # the mark tells spreadsheets that it is UTF-8


def _size(folder: Path) -> int:
    """Return how many bytes an export takes at most."""
    found = 0
    for pattern in ("scores.db*", "usage.db", "logs/*"):
        for path in folder.glob(pattern):
            found += path.stat().st_size
    return 2 * found + _SPARE_BYTES


def _free_name(folder: Path, stem: str, suffix: str) -> Path:
    path = folder / (stem + suffix)
    number = 1
    while os.path.lexists(path):
        number += 1
        path = folder / f"{stem}-{number}{suffix}"
    return path
