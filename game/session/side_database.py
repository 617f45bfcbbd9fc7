"""A small SQLite file beside the scores, whose loss costs nothing that can't be had again."""

import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import TypeVar

from game.session.clock import Clock, utc_now
from game.session.files import keep_aside

T = TypeVar("T")

_BUSY_SECONDS = 2.0
_DAMAGE = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR}
"""How SQLite answers where a file is damaged: our own queries are right."""


class SideDatabase:
    """A database that is opened anew for every call, from any thread; a damaged one is kept aside.

    Calls raise OSError where the disk has no place for it.
    """

    def __init__(self, path: Path, schema: Sequence[str], now: Clock = utc_now) -> None:
        """Keep to *schema*: statements that make the tables where they are not there yet."""
        self.path = path
        self._schema = schema
        self._now = now

    def run(self, operation: Callable[[sqlite3.Connection], T]) -> T:
        """Do *operation* in one transaction and return its answer."""
        try:
            return self._attempt(operation)
        except sqlite3.Error as error:
            if getattr(error, "sqlite_errorcode", 0) & 0xFF not in _DAMAGE:
                raise OSError(f"{self.path.name}: {error}") from error
        if keep_aside(self.path, self._now()) is None:
            raise OSError(f"{self.path.name} is damaged")
        with suppress(OSError):  # it belongs to the file that has just gone
            self.path.with_name(self.path.name + "-journal").unlink()
        try:
            return self._attempt(operation)
        except sqlite3.Error as error:
            raise OSError(f"{self.path.name}: {error}") from error

    def _attempt(self, operation: Callable[[sqlite3.Connection], T]) -> T:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        connection = sqlite3.connect(self.path, timeout=_BUSY_SECONDS, isolation_level=None)
        with closing(connection):
            connection.execute("BEGIN IMMEDIATE")
            with connection:
                for statement in self._schema:
                    connection.execute(statement)
                return operation(connection)
