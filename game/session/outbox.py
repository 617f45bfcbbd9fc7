"""Which of this machine's games the shared scores have, and under which name.

Losing this costs nothing: whatever is not known to be sent is sent again, and a game that is there
already stays as it is.
"""

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from game.session.clock import Clock, utc_now
from game.session.salvage import readable
from game.session.score_entry import ScoreEntry, row_of
from game.session.side_database import SideDatabase

FILE_NAME = "outbox.db"
_SCHEMA = (
    """CREATE TABLE IF NOT EXISTS sent (
        target TEXT NOT NULL,
        game_id TEXT NOT NULL,
        name TEXT NOT NULL,
        PRIMARY KEY (target, game_id)
    ) WITHOUT ROWID""",
    "CREATE TABLE IF NOT EXISTS left_over (game_id TEXT PRIMARY KEY, row TEXT NOT NULL)",
)


class Outbox:
    """The games on their way to the shared scores. Calls raise OSError."""

    def __init__(self, folder: Path, target: str, now: Clock = utc_now) -> None:
        """*target* tells one shared database from another; games are sent to each of them."""
        self._database = SideDatabase(folder / FILE_NAME, _SCHEMA, now)
        self._target = target

    def waiting(self, names: Mapping[str, str]) -> list[str]:
        """Return the ids among *names* (by game id) that were not sent, or under another name."""
        query = "SELECT game_id, name FROM sent WHERE target = ?"
        sent = self._database.run(
            lambda connection: dict(connection.execute(query, (self._target,)).fetchall())
        )
        return [game_id for game_id, name in names.items() if sent.get(game_id) != name]

    def mark_sent(self, entry: ScoreEntry) -> None:
        """Remember that *entry* has arrived as it stands."""
        values = (self._target, entry.game_id, entry.name)

        def operation(connection: sqlite3.Connection) -> None:
            connection.execute("INSERT OR REPLACE INTO sent VALUES (?, ?, ?)", values)
            connection.execute("DELETE FROM left_over WHERE game_id = ?", (entry.game_id,))

        self._database.run(operation)

    def leave(self, entries: Iterable[ScoreEntry]) -> None:
        """Keep those of *entries* that were not sent: they are about to leave the table."""
        known = {entry.game_id: entry for entry in entries}
        names = {game_id: entry.name for game_id, entry in known.items()}
        rows = [(key, json.dumps(row_of(known[key]))) for key in self.waiting(names)]
        query = "INSERT OR REPLACE INTO left_over VALUES (?, ?)"
        self._database.run(lambda connection: connection.executemany(query, rows))

    def left_over(self) -> tuple[ScoreEntry, ...]:
        """Return the games that left the table before they were sent."""
        query = "SELECT row FROM left_over"
        rows = self._database.run(lambda connection: connection.execute(query).fetchall())
        return tuple(readable(_parsed(row for (row,) in rows)))


def _parsed(rows: Iterable[str]) -> Iterator[tuple[Any, ...]]:
    for row in rows:
        with suppress(ValueError, TypeError):  # damaged: its game is in the backup still
            yield tuple(json.loads(row))
