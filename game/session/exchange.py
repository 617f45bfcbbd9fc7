"""Games and pictures going out to files, and recorded games coming in from them."""

import errno
import stat
from pathlib import Path

from game.rules.api import Rules
from game.rules.magdagdon.actions import Action
from game.rules.magdagdon.events import Event
from game.rules.magdagdon.state import State
from game.session.files import TooLargeError, read_limited, write_atomic
from game.session.record import (
    MAX_RECORD_BYTES,
    Record,
    RecordError,
    RecordFault,
    format_record,
    read_record,
    withhold_seed,
)
from game.session.replay import Replay, replay

FOLDER = "exports"
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_MOST_NAMES = 10_000

Game = Replay[State, Action, Event]


def export_record(folder: Path, record: Record) -> Path:
    """Write *record* into `exports` of the data *folder*, and return the file. Raises OSError.

    The seed of a game under way stays here: it would tell the rolls to come.
    """
    return _write(folder, record, ".txt", format_record(withhold_seed(record)).encode())


def export_picture(folder: Path, record: Record, png: bytes) -> Path:
    """Write the picture *png* of *record* beside its exported records. Raises OSError."""
    return _write(folder, record, ".png", png)


def import_record(path: Path, rules: Rules[State, Action, Event]) -> tuple[Record, Game]:
    """Return the recorded game in the file *path*, played again under *rules*.

    Raises OSError where there is no file to read, RecordError where it holds no game that can be
    played as it says.
    """
    if not stat.S_ISREG(path.stat().st_mode):  # a pipe would be waited for without end
        raise OSError(errno.EINVAL, "not a regular file", str(path))
    try:
        data = read_limited(path, MAX_RECORD_BYTES)
    except TooLargeError as error:
        raise RecordError(RecordFault.TOO_LONG, 1) from error
    record = read_record(data.removeprefix(_BYTE_ORDER_MARK))
    return record, play_record(record, rules)


def play_record(record: Record, rules: Rules[State, Action, Event]) -> Game:
    """Return *record* played again under *rules*. Raises RecordError where it tells a lie."""
    game = replay(rules, record)
    outcome = rules.outcome(game.final)
    scores = outcome.scores if outcome is not None else ()
    if record.scores != scores and (record.scores or record.finished):
        found = " ".join(map(str, record.scores))
        raise RecordError(RecordFault.FALSE_SCORE, record.line_of_field("scores"), found)
    return game


def _write(folder: Path, record: Record, suffix: str, data: bytes) -> Path:
    """Write *data* under the first name that is free, or that holds the same already."""
    day = (record.finished or record.started).astimezone()
    score = record.scores[0] if record.scores else "unfinished"
    stem = f"MAGDAGDON-{day:%Y-%m-%d}-{score}"
    for number in range(1, _MOST_NAMES):
        name = stem if number == 1 else f"{stem}-{number}"
        path = folder / FOLDER / (name + suffix)
        if not path.exists():
            write_atomic(path, data)
            return path
        if path.is_file() and path.read_bytes() == data:
            return path
    raise FileExistsError(errno.EEXIST, "too many files of this name", stem)
