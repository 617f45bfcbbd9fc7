"""The table that many machines share, in a PostgreSQL database (or a SQLite file), by SQLAlchemy.

Imported only where shared scores are used: SQLAlchemy and the driver come with `magdagdon[fleet]`.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import sqlalchemy as sql
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DataError, IntegrityError, ProgrammingError, SQLAlchemyError
from sqlalchemy.pool import NullPool

from game.rules.magdagdon.board import Difficulty
from game.session.record import MAX_RECORD_BYTES
from game.session.score_entry import COLUMNS, ScoreEntry, row_of

_NAMES = tuple(COLUMNS.split(", "))
_NUMBERS = {"score", "turns", "powers_used", "ruins", "duration"}
_DRIVERS = {"postgresql": "postgresql+psycopg", "sqlite": "sqlite"}
_CONNECT_SECONDS = 5
_ANSWER_SECONDS = 10
"""A database that takes longer counts as one that can't be reached."""
_PAGE = 50

metadata = sql.MetaData()
table = sql.Table(
    "scores",
    metadata,
    *(
        sql.Column(
            name,
            sql.Integer if name in _NUMBERS else sql.Text,
            primary_key=name == "game_id",
            nullable=False,
        )
        for name in _NAMES
    ),
    sql.Column("kiosk", sql.Text, nullable=False),
    sql.Index("scores_ranking", "difficulty", sql.desc("score"), "turns", "date", "game_id"),
)
"""As the local table, with the machine that the game was played on, keyed by the game's id."""


class UnreachableError(Exception):
    """The shared scores can't be used just now; says why, without the secrets of the URL."""


class SharedScores:
    """The shared table behind one URL; every call may raise UnreachableError."""

    def __init__(self, url: str) -> None:
        self._secrets: tuple[str, ...] = (url,)
        # What a URL can be wrong in: its grammar, its port, its kind; or the driver is not there.
        with self._translating(SQLAlchemyError, ValueError, KeyError, ImportError):
            address = sql.make_url(url)
            self._secrets = tuple(filter(None, (url, address.password)))
            backend = address.get_backend_name()
            is_server = backend == "postgresql"
            limits: dict[str, Any] = {"timeout": _CONNECT_SECONDS}
            if is_server:
                limits = {
                    "connect_timeout": _CONNECT_SECONDS,
                    "options": f"-c statement_timeout={_ANSWER_SECONDS}s",
                    # A pulled cable must not hold a call for the system's quarter of an hour.
                    "tcp_user_timeout": _ANSWER_SECONDS * 1000,
                }
            self._insert = postgresql.insert if is_server else sqlite.insert
            # No connection outlives a call: hundreds of machines share the server's few.
            self._engine = sql.create_engine(
                address.set(drivername=_DRIVERS[backend]),
                connect_args=limits,
                poolclass=NullPool,
                hide_parameters=True,
            )

    @contextmanager
    def _translating(self, *errors: type[Exception]) -> Iterator[None]:
        try:
            yield
        except errors as error:
            reason = str(getattr(error, "orig", None) or error).strip().split("\n")[0]
            for secret in self._secrets:
                reason = reason.replace(secret, "***")
            raise UnreachableError(f"{type(error).__name__}: {reason}") from None

    @contextmanager
    def connect(self) -> Iterator["Visit"]:
        """Yield a visit to the table, which is made where it is not there."""
        with self._translating(SQLAlchemyError), self._engine.connect() as connection:
            _make_table(connection)
            yield Visit(connection, self._insert)


def _make_table(connection: sql.Connection) -> None:
    """Make the table where it is not there, which several machines may do in the same moment."""
    try:
        with connection.begin():
            metadata.create_all(connection)
    except (IntegrityError, ProgrammingError):
        with connection.begin():
            metadata.create_all(connection)


class Visit:
    """One connection to the shared table."""

    def __init__(self, connection: sql.Connection, insert: Any) -> None:
        self._connection = connection
        self._insert = insert

    def put(self, entry: ScoreEntry, kiosk: str) -> bool:
        """Add *entry*, of the machine *kiosk*; one that is there already only gets its new name.

        False where the database will never take it.
        """
        values = dict(zip(_NAMES, row_of(entry), strict=True)) | {"kiosk": kiosk}
        adding = self._insert(table).values(**values).on_conflict_do_nothing()
        columns = table.c
        is_it = (columns.game_id == entry.game_id) & (columns.name != entry.name)
        try:
            with self._connection.begin():
                self._connection.execute(adding)
                self._connection.execute(sql.update(table).where(is_it).values(name=entry.name))
        except (DataError, IntegrityError):
            return False
        return True

    def best(self, difficulty: Difficulty) -> Iterator[tuple[tuple[Any, ...], str]]:
        """Yield rows as they stand (as `COLUMNS`) with their machines, the best first."""
        columns = table.c
        query = (
            sql.select(table)
            .where(columns.difficulty == difficulty.value)
            .where(sql.func.length(columns.transcript) <= MAX_RECORD_BYTES)
            .order_by(columns.score.desc(), columns.turns, columns.date, columns.game_id)
            .limit(_PAGE)
        )
        start = 0
        while True:
            with self._connection.begin():
                rows = self._connection.execute(query.offset(start)).all()
            for row in rows:
                yield tuple(row[:-1]), str(row[-1])
            if len(rows) < _PAGE:
                return
            start += _PAGE
