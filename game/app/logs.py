"""The program's log: a few bounded files in the data folder, without personal data."""

from __future__ import annotations

import logging
import platform
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

import pygame

import game

if TYPE_CHECKING:
    from game.session.record import Record

log = logging.getLogger(__name__)

LOG_BYTES = 256_000
OLD_LOGS = 3
"""Files of at most `LOG_BYTES` that are kept beside the one being written."""


def log_path(folder: Path) -> Path:
    """Return where the log lies in the player's data *folder*."""
    return folder / "logs" / "magdagdon.log"


def shorten_home(text: str) -> str:
    """Return *text* with ~ for the player's home folder, whose name often is the player's own."""
    try:
        home = Path.home()
    except RuntimeError:  # there is no home
        return text
    if home == home.parent:  # the whole disk: nothing of anybody's in its name
        return text
    for name in (repr(str(home))[1:-1], str(home), home.as_posix()):
        text = text.replace(name, "~")
    return text


class _Formatter(logging.Formatter):
    """Lines in UTC, tracebacks included, in which no home folder is named."""

    def __init__(self) -> None:
        self.converter = time.gmtime
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s", "%Y-%m-%dT%H:%M:%SZ")

    def format(self, record: logging.LogRecord) -> str:
        """Return the line or lines of *record*."""
        return shorten_home(super().format(record))


class _Log(logging.Handler):
    """The log at *path*, opened for its first line; the title need not wait for that."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._path = path
        self._file: logging.Handler | None = None

    def emit(self, record: logging.LogRecord) -> None:
        """Write *record*."""
        if self._file is None:
            self._file = self._open()
        self._file.emit(record)

    def _open(self) -> logging.Handler:
        """Return what writes the file; what does nothing where it can't be written."""
        from game.app.log_file import LogFile  # noqa: PLC0415  # see the class

        file: logging.Handler = logging.NullHandler()
        with suppress(OSError):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            file = LogFile(self._path, LOG_BYTES, OLD_LOGS)
        file.setFormatter(self.formatter)
        return file

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            self._file.close()
        super().close()


@contextmanager
def logging_to(folder: Path) -> Iterator[Path]:
    """Log to the data *folder* and catch what escapes everything else; yield the log's path."""
    path = log_path(folder)
    handler = _Log(path)
    handler.setFormatter(_Formatter())
    root = logging.getLogger()
    level, hooks = root.level, (sys.excepthook, threading.excepthook)
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    sys.excepthook, threading.excepthook = _log_escaped, _log_escaped_from_thread
    try:
        yield path
    finally:
        sys.excepthook, threading.excepthook = hooks
        root.setLevel(level)
        root.removeHandler(handler)
        with suppress(OSError):  # what a full disk did not take is written once more, in vain
            handler.close()


def log_system() -> None:
    """Log the program's version, the system and the libraries, once the first picture is there."""
    log.info("MAGDAGDON %s, %s", game.__version__, _platform())


def log_crash(error: BaseException, record: Record | None) -> None:
    """Log *error* with all that is needed to see it again: version, system, seed, transcript."""
    log.critical("unexpected error in %s, %s", game.__version__, _platform(), exc_info=error)
    if record is None:
        log.critical("no game was under way")
    else:
        # Here and not above: the title comes up before it is needed.
        from game.session.record import format_record  # noqa: PLC0415  # see above

        transcript = format_record(replace(record, name=""))  # the name is the player's own
        log.critical("seed %s, the game under way:\n%s", record.seed, transcript)


def _platform() -> str:
    """Return the system and the libraries; never the machine's name."""
    python = platform.python_version()
    sdl = ".".join(map(str, pygame.get_sdl_version()))
    return f"{platform.platform()}, Python {python}, pygame-ce {pygame.version.ver}, SDL {sdl}"


def _log_escaped(
    kind: type[BaseException], error: BaseException, trace: TracebackType | None
) -> None:
    if issubclass(kind, KeyboardInterrupt):
        return
    log.critical("an error escaped", exc_info=(kind, error, trace))


def _log_escaped_from_thread(arguments: threading.ExceptHookArgs) -> None:
    if arguments.exc_value is not None:
        _log_escaped(arguments.exc_type, arguments.exc_value, arguments.exc_traceback)
