"""Many machines, one board: finished games go to a shared database, and its best come back.

The local scores stay the truth. A thread of its own does all of it, so the game never waits; what
can't be sent waits in the local database, for as long as it takes. Games are keyed by their id, so
sending twice is the same as sending once. No game is sent, and none from elsewhere counts, before
it was played again from its record.
"""

import hashlib
import json
import logging
import os
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from game.rules.magdagdon.board import Difficulty
from game.session.clock import Clock, utc_now
from game.session.files import read_limited, write_atomic
from game.session.outbox import Outbox
from game.session.record import RecordError, clean_name
from game.session.score_entry import COLUMNS, ScoreEntry, entry_of, row_of
from game.session.scores import ScoreTable
from game.session.scores_error import ScoresError
from game.session.verify import verify_row

if TYPE_CHECKING:  # SQLAlchemy comes only where it is used
    from game.session.fleet_table import SharedScores, Visit

log = logging.getLogger(__name__)
log.addHandler(logging.NullHandler())  # a command without a log says things in its own words

SHOWN = 10
"""Games of a difficulty on the shared board."""
SCHEMES = {"postgresql": "psycopg", "sqlite": "sqlite3"}
"""What a URL may begin with, and the driver that it needs."""
_COLUMNS = COLUMNS.split(", ")
_CACHE = "fleet_board.json"
_MOST_BYTES = 64_000_000
_MOST_EXAMINED = 500
"""Rows of a difficulty that are looked at: a flood of false ones ends there."""
_START_SECONDS = 3.0
"""The first look waits for so long: SQLAlchemy's import would make the title stutter."""
_PERIOD_SECONDS = 60.0
_FIRST_WAIT, _LONGEST_WAIT = 2.0, 300.0


class FleetFault(Enum):
    """Why shared scores can't be used at all."""

    NO_LIBRARY = "SQLAlchemy or the database's driver is not installed"
    BAD_URL = "no URL of a PostgreSQL or SQLite database"


class FleetError(ValueError):
    """The shared scores can't be used; *fault* says why. The URL is not in it: it has secrets."""

    def __init__(self, fault: FleetFault) -> None:
        super().__init__(fault.value)
        self.fault = fault


def check_url(url: str) -> str:
    """Return *url* where it can lead to shared scores. Raises FleetError.

    Quick, and without SQLAlchemy: whether a database answers is for later.
    """
    try:
        parts = urlsplit(url)
        is_sound = bool(parts.hostname or parts.path.strip("/")) and (parts.port or 1) > 0
    except ValueError as error:  # a port that is no number, brackets that do not close
        raise FleetError(FleetFault.BAD_URL) from error
    driver = SCHEMES.get(parts.scheme)
    if driver is None or not is_sound:
        raise FleetError(FleetFault.BAD_URL)
    if find_spec("sqlalchemy") is None or find_spec(driver) is None:
        raise FleetError(FleetFault.NO_LIBRARY)
    return url


@dataclass(frozen=True, slots=True)
class FleetEntry:
    """One game on the shared board, and the machine that it was played on."""

    entry: ScoreEntry
    kiosk: str


@dataclass(frozen=True, slots=True)
class Board:
    """The best games of all machines. It is replaced by a newer one, never changed."""

    tables: Mapping[Difficulty, tuple[FleetEntry, ...]] = field(default_factory=dict)

    def top(self, difficulty: Difficulty) -> tuple[FleetEntry, ...]:
        """Return the games of *difficulty*, the best first."""
        return self.tables.get(difficulty, ())


class Proof:
    """Plays rows again to see whether they are true; remembers the answers of the last board."""

    def __init__(self) -> None:
        self._known: dict[str, bool] = {}
        self._used: dict[str, bool] = {}

    def holds(self, row: tuple[Any, ...]) -> bool:
        """Tell whether *row* (in the order of `COLUMNS`) is what its transcript gives."""
        key = hashlib.sha256(repr(row).encode("utf-8", "replace")).hexdigest()
        if key not in self._known:
            try:
                self._known[key] = not verify_row(row)
            except (RecordError, ValueError, TypeError):
                self._known[key] = False
        self._used[key] = self._known[key]
        return self._known[key]

    def forget_others(self) -> None:
        """Forget what was not asked for since the last time."""
        self._known, self._used = self._used, {}


class Fleet:
    """One machine's part in the shared scores. `sync` does one round; `start` goes on doing so."""

    def __init__(self, url: str, kiosk: str, folder: Path, now: Clock = utc_now) -> None:
        """*kiosk* names this machine on the board; *folder* holds the local scores."""
        self._url = check_url(url)
        self._kiosk = clean_name(kiosk)
        self._folder = folder
        self._scores = ScoreTable(folder / "scores.db", now)
        self.outbox = Outbox(folder, _fingerprint(url), now)
        self._proof = Proof()
        self._refused: set[str] = set()
        self._shared: SharedScores | None = None
        self._failures = 0
        self._stopping, self._waking = threading.Event(), threading.Event()
        self._thread: threading.Thread | None = None
        self.board: Board | None = None
        """The board as last seen; None until one is known."""
        self.is_reachable = True
        """Whether the last attempt succeeded."""

    # ------------------------------------------------------------------ the thread

    def start(self) -> None:
        """Go on syncing in a thread until `stop`."""
        if self._thread is None:
            # It may hang in a network for seconds: the program's end does not wait for it.
            self._thread = threading.Thread(target=self._run, name="fleet", daemon=True)
            self._thread.start()

    def stop(self, seconds: float = 0.5) -> None:
        """End the thread; wait at most *seconds*: nothing is lost where it is cut off."""
        self._stopping.set()
        self._waking.set()
        if self._thread is not None:
            self._thread.join(seconds)

    def nudge(self) -> None:
        """Tell that a game has been finished or renamed, or that somebody looks at the board."""
        self._waking.set()

    def _run(self) -> None:
        self.load_board()
        self._stopping.wait(_START_SECONDS)
        while not self._stopping.is_set():
            self._waking.clear()
            if self.sync():
                self._waking.wait(_PERIOD_SECONDS)
            else:  # a nudge must not hammer at a database that is down
                self._stopping.wait(self.wait_seconds())

    def wait_seconds(self) -> float:
        """Return how long to wait after a failure: twice as long each time, and never in step.

        Machines that lost their database in the same moment must not all come back in the same.
        """
        longest = min(_LONGEST_WAIT, _FIRST_WAIT * 2.0 ** min(self._failures - 1, 20))
        return longest * (0.5 + os.urandom(1)[0] / 510)

    # ------------------------------------------------------------------ one round

    def sync(self) -> bool:
        """Send what waits, and read the board; True where the database answered to the end."""
        return self._visit(self._send, self._read)

    def look(self) -> bool:
        """Read the board only; True where the database answered to the end."""
        return self._visit(self._read)

    def _visit(self, *errands: Callable[["Visit"], None]) -> bool:
        from game.session.fleet_table import SharedScores, UnreachableError  # noqa: PLC0415 - see above

        try:
            if self._shared is None:
                self._shared = SharedScores(self._url)
            with self._shared.connect() as visit:
                for errand in errands:
                    errand(visit)
        except UnreachableError as error:
            self._fail(f"the shared scores can't be reached: {error}")
        except (ScoresError, OSError) as error:
            self._fail(f"the local scores can't be sent: {error}")
        except Exception as error:  # the thread goes on; what the error says may hold secrets
            self._fail(f"the shared scores fail: {type(error).__name__}")
        else:
            self._failures = 0
            self.is_reachable = True
        return self.is_reachable

    def _fail(self, reason: str) -> None:
        if not self._failures:  # once for each outage
            log.warning("%s", reason)
        self._failures += 1
        self.is_reachable = False

    def _send(self, visit: "Visit") -> None:
        for entry in self._waiting():
            if self._stopping.is_set():
                return
            row = row_of(replace(entry, name=clean_name(entry.name)))
            if self._proof.holds(row) and visit.put(entry_of(row), self._kiosk):
                self.outbox.mark_sent(entry)
            else:
                self._refused.add(entry.game_id)
                log.warning("game %s is not what its record says and is not sent", entry.game_id)

    def _waiting(self) -> Iterator[ScoreEntry]:
        """Yield the games to be sent: those that have left the table, then the table's own."""
        for entry in self.outbox.left_over():
            if entry.game_id not in self._refused:
                yield entry
        for game_id in self.outbox.waiting(self._scores.names()):
            if game_id not in self._refused and not self._stopping.is_set():
                found = self._scores.entry(game_id)
                if found is not None:
                    yield found

    def _read(self, visit: "Visit") -> None:
        tables = {one: tuple(self._true(visit.best(one))) for one in Difficulty}
        if self._stopping.is_set():  # the tables may be cut off
            return
        self._proof.forget_others()
        board = Board(tables)
        if board != self.board:
            self.board = board
            self._keep_board(board)

    def _true(self, rows: Iterator[tuple[tuple[Any, ...], str]]) -> Iterator[FleetEntry]:
        """Yield the first `SHOWN` of *rows* that are what their records say."""
        found = 0
        for examined, (row, kiosk) in enumerate(rows):
            if found == SHOWN or examined == _MOST_EXAMINED or self._stopping.is_set():
                return
            if self._proof.holds(row):
                found += 1
                entry = entry_of(row)
                yield FleetEntry(replace(entry, name=clean_name(entry.name)), clean_name(kiosk))

    # ------------------------------------------------------------------ the cached copy

    def load_board(self) -> None:
        """Show the board of the last time until a newer one is there."""
        try:
            data = json.loads(read_limited(self._folder / _CACHE, _MOST_BYTES))
            rows = [(tuple(row), str(kiosk)) for row, kiosk in data]
        except (OSError, ValueError, TypeError):
            return
        width, place = len(_COLUMNS), _COLUMNS.index("difficulty")
        rows = [(row, kiosk) for row, kiosk in rows if len(row) == width]
        self.board = Board(
            {
                one: tuple(self._true(pair for pair in rows if pair[0][place] == one.value))
                for one in Difficulty
            }
        )

    def _keep_board(self, board: Board) -> None:
        rows = [
            (row_of(found.entry), found.kiosk) for one in Difficulty for found in board.top(one)
        ]
        try:
            write_atomic(self._folder / _CACHE, json.dumps(rows).encode())
        except OSError as error:
            log.info("the shared board could not be kept: %s", error)


def _fingerprint(url: str) -> str:
    """Return what tells the database of *url* from others, without its secrets."""
    parts = urlsplit(url)
    place = f"{parts.scheme}://{parts.hostname}:{parts.port}{parts.path}?{parts.query}"
    return hashlib.sha256(place.encode()).hexdigest()[:16]
