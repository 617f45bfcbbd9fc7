"""The table of scores: one row for every finished game, in a SQLite database."""

import shutil
import sqlite3
from collections.abc import Callable, Iterable
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path
from typing import Any, TypeVar

from game.rules.magdagdon.board import Difficulty
from game.session.clock import Clock, format_time, parse_time, utc_now
from game.session.files import keep_aside
from game.session.salvage import readable, salvage
from game.session.score_entry import COLUMNS, ScoreEntry, row_of
from game.session.scores_error import ScoresError, ScoresFault

__all__ = ["LISTED", "MIGRATIONS", "ScoreEntry", "ScoreTable", "ScoresError", "ScoresFault"]

T = TypeVar("T")

MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        """CREATE TABLE IF NOT EXISTS scores (
            id INTEGER PRIMARY KEY,
            game_id TEXT NOT NULL UNIQUE,
            game TEXT NOT NULL,
            difficulty TEXT NOT NULL,
            score INTEGER NOT NULL,
            date TEXT NOT NULL,
            turns INTEGER NOT NULL,
            powers_used INTEGER NOT NULL,
            ruins INTEGER NOT NULL,
            duration INTEGER NOT NULL,
            seed TEXT NOT NULL,
            marks TEXT NOT NULL,
            name TEXT NOT NULL,
            transcript TEXT NOT NULL
        )""",
        "CREATE INDEX IF NOT EXISTS ranking ON scores (difficulty, score DESC, turns, date, id)",
    ),
)
"""The statements that lead from each schema version to the next; `user_version` counts them."""

LISTED = 10
"""The games of a difficulty that stand in its table of high scores (M3.3)."""
_ORDER = "score DESC, turns, date, id"
_BUSY_SECONDS = 5.0
_ROOM = 200_000
"""Bytes that must be free: SQLite's own files would take the last of a small disk from the saved
game."""
_NO_PLACE = {
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
}
"""How SQLite answers where it has no place for its files beside the database."""
_HIGHEST_VERSION = 999
"""No schema comes so far: a higher number is damage, not a newer version."""
_HEADER_BYTES = 100


class ScoreTable:
    """The scores in one database file, which several running programs may share.

    Every call opens the file anew, so that a disk that was full or gone is used as soon as it is
    back. Calls raise ScoresError; a damaged file is kept aside, what it still tells is taken over,
    and `kept_aside` names it.
    """

    def __init__(
        self,
        path: Path,
        now: Clock = utc_now,
        migrations: tuple[tuple[str, ...], ...] = MIGRATIONS,
    ) -> None:
        self.path = path
        self.kept_aside: list[Path | None] = []
        self._now = now
        self._migrations = migrations
        self._is_checked = False

    def add(self, entry: ScoreEntry) -> int:
        """Add *entry* and return its row's number; a game that is there already stays as it is."""

        def operation(connection: sqlite3.Connection) -> int:
            _insert(connection, [entry])
            query = "SELECT id FROM scores WHERE game_id = ?"
            return int(connection.execute(query, (entry.game_id,)).fetchone()[0])

        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            has_room = shutil.disk_usage(self.path.parent).free >= _ROOM
        except OSError as error:
            raise ScoresError(ScoresFault.UNAVAILABLE, self.path) from error
        if not has_room:
            raise ScoresError(ScoresFault.UNAVAILABLE, self.path)
        return self._run(operation)

    def top(self, difficulty: Difficulty, limit: int = LISTED) -> tuple[ScoreEntry, ...]:
        """Return the best games: by score, then fewer turns, then earlier (M3.3)."""
        query = f"SELECT {COLUMNS} FROM scores WHERE difficulty = ? ORDER BY {_ORDER} LIMIT ?"
        return self._select(query, (difficulty.value, limit))

    def best(self, difficulty: Difficulty) -> ScoreEntry | None:
        """Return the best game, None where there is none."""
        return next(iter(self.top(difficulty, 1)), None)

    def entries(self) -> tuple[ScoreEntry, ...]:
        """Return every game, the earliest first."""
        return self._select(f"SELECT {COLUMNS} FROM scores ORDER BY date, id", ())

    def rows(self) -> tuple[tuple[Any, ...], ...]:
        """Return every row as it stands, possible or not, in the order of `COLUMNS`."""

        def operation(connection: sqlite3.Connection) -> tuple[tuple[Any, ...], ...]:
            query = f"SELECT {COLUMNS} FROM scores ORDER BY date, id"
            return tuple(connection.execute(query))

        return self._run(operation) if self._exists() else ()

    def entry(self, game_id: str) -> ScoreEntry | None:
        """Return the game *game_id*, None where it is not in the table."""
        found = self._select(f"SELECT {COLUMNS} FROM scores WHERE game_id = ?", (game_id,))
        return next(iter(found), None)

    def rank(self, game_id: str) -> int | None:
        """Return the place (from 1) of a game among those of its difficulty, None if absent."""
        query = """SELECT 1 + (SELECT count(*) FROM scores AS other
                WHERE other.difficulty = own.difficulty
                AND (-other.score, other.turns, other.date, other.id)
                  < (-own.score, own.turns, own.date, own.id))
            FROM scores AS own WHERE own.game_id = ?"""

        def operation(connection: sqlite3.Connection) -> int | None:
            row = connection.execute(query, (game_id,)).fetchone()
            return None if row is None else int(row[0])

        return self._run(operation) if self._exists() else None

    def names(self) -> dict[str, str]:
        """Return the player's name of every game, by game id."""

        def operation(connection: sqlite3.Connection) -> dict[str, str]:
            return dict(connection.execute("SELECT game_id, name FROM scores"))

        return self._run(operation) if self._exists() else {}

    def rename(self, game_id: str, name: str) -> bool:
        """Give the player of a game in the table a *name*; False where the game is not there."""

        def operation(connection: sqlite3.Connection) -> bool:
            query = "UPDATE scores SET name = ? WHERE game_id = ?"
            return connection.execute(query, (name, game_id)).rowcount > 0

        return self._exists() and self._run(operation)

    def dates(self, since: datetime) -> tuple[datetime, ...]:
        """Return when the games since *since* ended."""
        query = "SELECT date FROM scores WHERE date >= ?"

        def operation(connection: sqlite3.Connection) -> tuple[datetime, ...]:
            found = connection.execute(query, (format_time(since),))
            moments = []
            for (date,) in found:
                with suppress(ValueError, TypeError):  # no moment: a damaged row
                    moments.append(parse_time(date))
            return tuple(moments)

        return self._run(operation) if self._exists() else ()

    def copy_to(self, path: Path) -> None:
        """Copy the whole table as it stands into a new database at *path*."""

        def operation(connection: sqlite3.Connection) -> None:
            with closing(sqlite3.connect(path)) as copy:
                connection.backup(copy)

        if self._exists():
            self._run(operation)

    def clear(self, kept: Path, before: Callable[[], None]) -> bool:
        """Copy the table to *kept*, call *before*, and empty the table; False where it is empty.

        No game can come in between, and nothing is removed where anything fails.
        """

        def operation(connection: sqlite3.Connection) -> bool:
            connection.execute("BEGIN IMMEDIATE")
            with connection:
                if connection.execute("SELECT 1 FROM scores LIMIT 1").fetchone() is None:
                    return False
                with closing(self._open()) as reader, closing(sqlite3.connect(kept)) as copy:
                    reader.backup(copy)
                before()
                connection.execute("DELETE FROM scores")
            return True

        return self._run(operation) if self._exists() else False

    def _exists(self) -> bool:
        try:
            return self.path.exists()
        except OSError as error:
            raise ScoresError(ScoresFault.UNAVAILABLE, self.path) from error

    def _select(self, query: str, values: tuple[str | int, ...]) -> tuple[ScoreEntry, ...]:
        def operation(connection: sqlite3.Connection) -> tuple[ScoreEntry, ...]:
            return tuple(readable(connection.execute(query, values)))

        return self._run(operation) if self._exists() else ()

    def _run(self, operation: Callable[[sqlite3.Connection], T]) -> T:
        """Do *operation* on the database, after a repair where it is damaged."""
        try:
            return self._attempt(operation)
        except ScoresError as error:
            if error.fault is not ScoresFault.DAMAGED:
                raise
        self._repair()
        return self._attempt(operation)

    def _attempt(self, operation: Callable[[sqlite3.Connection], T]) -> T:
        try:
            try:
                with closing(self._open()) as connection:
                    self._check(connection)
                    self._migrate(connection)
                    return operation(connection)
            except sqlite3.OperationalError as error:
                # The scores can still be read where nothing can be written.
                if _code(error) not in _NO_PLACE:
                    raise
                with closing(self._open(is_read_only=True)) as connection:
                    return operation(connection)
        except OSError as error:
            raise ScoresError(ScoresFault.UNAVAILABLE, self.path) from error
        except UnicodeDecodeError as error:  # names in a damaged schema that are no text
            raise ScoresError(ScoresFault.DAMAGED, self.path) from error
        except sqlite3.Error as error:
            # The queries are right, so one that SQLite does not understand met a damaged schema.
            damage = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR}
            is_damaged = _code(error) in damage
            fault = ScoresFault.DAMAGED if is_damaged else ScoresFault.UNAVAILABLE
            raise ScoresError(fault, self.path) from error

    def _open(self, *, is_read_only: bool = False) -> sqlite3.Connection:
        address = self.path.absolute().as_uri()
        connection = sqlite3.connect(
            f"{address}?mode=ro&immutable=1" if is_read_only else address,
            timeout=_BUSY_SECONDS,
            isolation_level=None,
            uri=True,
        )
        connection.text_factory = lambda data: data.decode("utf-8", "replace")
        return connection

    def _check(self, connection: sqlite3.Connection) -> None:
        """Look once for damage that single queries might not meet, and refuse a newer schema."""
        version = _version(connection)
        if not 0 <= version <= _HIGHEST_VERSION or not self._has_sound_header():
            raise ScoresError(ScoresFault.DAMAGED, self.path)
        if version > len(self._migrations):
            raise ScoresError(ScoresFault.NEWER, self.path)
        if not self._is_checked:
            # The full check also finds rows that an index has lost.
            if connection.execute("PRAGMA integrity_check(1)").fetchone() != ("ok",):
                raise ScoresError(ScoresFault.DAMAGED, self.path)
            self._is_checked = True

    def _has_sound_header(self) -> bool:
        """Tell whether the file can be written: SQLite takes a wrong format for a read-only one."""
        with self.path.open("rb") as file:
            header = file.read(_HEADER_BYTES)
        return not header or set(header[18:20]) <= {1, 2}

    def _migrate(self, connection: sqlite3.Connection) -> None:
        """Bring the schema to the newest version."""
        newest = len(self._migrations)
        connection.execute("PRAGMA synchronous = FULL")
        if _version(connection) == newest:
            return
        with suppress(sqlite3.OperationalError):  # another program is doing the same just now
            connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("BEGIN IMMEDIATE")
        try:
            with connection:
                # Read again: the other program may have been faster.
                for statements in self._migrations[_version(connection) :]:
                    for statement in statements:
                        connection.execute(statement)
                connection.execute(f"PRAGMA user_version = {newest}")
        except sqlite3.OperationalError as error:
            if _code(error) != sqlite3.SQLITE_ERROR:
                raise
            # A migration that does not fit is no damage: the old schema stands as it was.
            raise ScoresError(ScoresFault.UNAVAILABLE, self.path) from error

    def _repair(self) -> None:
        """Keep a damaged database aside and take over every row that can still be read."""
        kept = keep_aside(self.path, self._now())
        if kept is None:
            raise ScoresError(ScoresFault.DAMAGED, self.path)
        self.kept_aside.append(kept)
        for suffix in ("-wal", "-shm"):
            with suppress(OSError):
                beside = self.path.with_name(self.path.name + suffix)
                beside.rename(kept.with_name(kept.name + suffix))
        rows = salvage(kept)
        if rows:
            self._attempt(lambda connection: _insert(connection, rows))


def _code(error: sqlite3.Error) -> int:
    """Return SQLite's primary result code; 0 where the error came from elsewhere."""
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF


def _version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def _insert(connection: sqlite3.Connection, entries: Iterable[ScoreEntry]) -> None:
    marks = ", ".join("?" * len(COLUMNS.split(",")))
    query = f"INSERT INTO scores ({COLUMNS}) VALUES ({marks}) ON CONFLICT (game_id) DO NOTHING"
    connection.execute("BEGIN IMMEDIATE")
    with connection:
        connection.executemany(query, map(row_of, entries))
