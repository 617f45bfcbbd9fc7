"""The one saved game in the data folder."""

import contextlib
from pathlib import Path

from game.session.clock import Clock, utc_now
from game.session.files import TooLargeError, keep_aside, read_limited, sync_folder, write_atomic
from game.session.record import (
    MAX_RECORD_BYTES,
    Record,
    RecordError,
    RecordFault,
    format_record,
    read_record,
)


class SavedGame:
    """A record in a file of its own: there, whole, or not there."""

    def __init__(self, path: Path, now: Clock = utc_now) -> None:
        self.path = path
        self._now = now

    def load(self) -> Record | None:
        """Return the saved game, None where there is none.

        Raises RecordError where it is damaged (see `set_aside`) and OSError where it can't be read.
        """
        try:
            return read_record(read_limited(self.path, MAX_RECORD_BYTES))
        except FileNotFoundError:
            return None
        except TooLargeError as error:
            raise RecordError(RecordFault.TOO_LONG, 1) from error

    def read_bytes(self) -> bytes:
        """Return what the file holds, damaged or not; b"" where it can't be read."""
        try:
            return read_limited(self.path, MAX_RECORD_BYTES)
        except (OSError, TooLargeError):
            return b""

    def save(self, record: Record) -> None:
        """Put *record* in place of the game saved before. Raises OSError; that one stays then."""
        write_atomic(self.path, format_record(record).encode())

    def clear(self) -> None:
        """Remove the saved game, if there is one. Raises OSError."""
        with contextlib.suppress(FileNotFoundError, NotADirectoryError):
            self.path.unlink()
            sync_folder(self.path.parent)

    def set_aside(self) -> Path | None:
        """Rename the damaged file and return its new place, None where that fails."""
        return keep_aside(self.path, self._now())
