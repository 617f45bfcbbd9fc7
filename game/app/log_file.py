"""The file of the log, bounded; in a module of its own because what it takes is slow to import."""

import logging
from logging.handlers import RotatingFileHandler
from pathlib import Path


class LogFile(RotatingFileHandler):
    """A log that is silent where it can't be written: the game goes on without it."""

    def __init__(self, path: Path, most_bytes: int, old_files: int) -> None:
        """Write *path* and keep *old_files* beside it, of *most_bytes* each. Raises OSError."""
        super().__init__(
            path, maxBytes=most_bytes, backupCount=old_files, encoding="utf-8", errors="replace"
        )

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - logging's own name
        """Let *record* go: a full disk is no reason to write to a terminal."""
