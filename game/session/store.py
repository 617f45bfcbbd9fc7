"""A player's data folder: the game under way, and finished games on their way into the scores."""

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from game.rules.api import Rules
from game.session.clock import Clock, utc_now
from game.session.files import (
    TooLargeError,
    keep_aside,
    read_limited,
    remove_leftovers,
    write_atomic,
)
from game.session.finish import score_entry
from game.session.notices import Notice, NoticeCode
from game.session.record import (
    MAX_RECORD_BYTES,
    Record,
    RecordError,
    format_record,
    read_record,
)
from game.session.saved_game import SavedGame
from game.session.scores import ScoreEntry, ScoresError, ScoresFault, ScoreTable
from game.session.session import Session

S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")

_SCORES_NOTICES = {
    ScoresFault.NEWER: NoticeCode.SCORES_NEWER,
    ScoresFault.DAMAGED: NoticeCode.SCORES_DAMAGED,
    ScoresFault.UNAVAILABLE: NoticeCode.SCORES_UNAVAILABLE,
}


class GameStore:
    """Keeps games so that a finished one gets into the scores exactly once, whatever happens.

    The order is what makes it safe: the last action is in the saved game before the score is
    added, adding a game twice adds it once, and the saved game goes only after the score is in.
    Where the scores can't be written, the record waits in a file `unscored-….txt`.
    """

    def __init__(self, folder: Path, now: Clock = utc_now) -> None:
        self.folder = folder
        self.saved_game = SavedGame(folder / "saved_game.txt", now)
        self.scores = ScoreTable(folder / "scores.db", now)
        self._now = now
        self._waiting: list[Record] = []
        self._notices: list[Notice] = []
        self._told: set[Notice] = set()
        remove_leftovers(folder, now())

    def start(
        self,
        rules: Rules[S, A, E],
        options: Mapping[str, str],
        seed: str | None = None,
        *,
        name: str = "",
    ) -> Session[S, A, E]:
        """Begin a game that is saved here, in place of one under way. Raises as `Session.start`."""
        return Session.start(rules, options, seed, name=name, store=self, now=self._now)

    def resume(self, rules: Rules[S, A, E]) -> Session[S, A, E] | None:
        """Return the game under way where it was left, None where there is none.

        A game that was over already gets its row in the scores; a damaged file is kept aside.
        `take_notices` tells of both kinds of trouble.
        """
        self._finish_waiting()
        session = None
        try:
            record = self.saved_game.load()
            if record is not None:
                session = Session.resume(rules, record, store=self, now=self._now)
                if session.is_over:
                    self.finish(session.record)
                    session = None
                elif self._has_score(record):
                    # The last action could not be saved any more, but the score could.
                    self.abandon()
                    session = None
        except RecordError:
            kept = self.saved_game.set_aside()
            self._notices.append(Notice(NoticeCode.SAVE_DAMAGED, kept))
        except OSError:
            self._notices.append(Notice(NoticeCode.SAVE_UNREADABLE, self.saved_game.path))
        return session

    def save(self, record: Record) -> None:
        """Save the game under way. Raises OSError."""
        self._retry_waiting()
        notice = Notice(NoticeCode.CANNOT_SAVE, self.saved_game.path)
        try:
            self.saved_game.save(record)
        except OSError:
            self._notices.append(notice)
            raise
        self._told.discard(notice)

    def finish(self, record: Record) -> ScoreEntry:
        """Put a finished game into the scores, and remove it as the game under way.

        Never fails for want of a disk: the game then waits, in a file or at last in memory, and
        is added later. Raises RecordError where *record* is no finished game.
        """
        entry = score_entry(record)
        if self._add(entry) or self._wait_in_file(record):
            self._clear_saved(record)
        else:
            self._waiting.append(record)
        return entry

    def abandon(self) -> None:
        """Give the game under way up. Raises OSError."""
        self.saved_game.clear()

    def take_notices(self) -> tuple[Notice, ...]:
        """Return what the player should be told since the last call.

        The same thing is told once; that saving fails, once more after it has succeeded.
        """
        kept = [Notice(NoticeCode.SCORES_DAMAGED, path) for path in self.scores.kept_aside]
        fresh = [n for n in dict.fromkeys([*self._notices, *kept]) if n not in self._told]
        self.scores.kept_aside.clear()
        self._notices.clear()
        self._told.update(fresh)
        return tuple(fresh)

    def _has_score(self, record: Record) -> bool:
        try:
            return self.scores.entry(record.game_id) is not None
        except ScoresError:
            return False

    def _add(self, entry: ScoreEntry) -> bool:
        try:
            self.scores.add(entry)
        except ScoresError as error:
            self._notices.append(Notice(_SCORES_NOTICES[error.fault], self.scores.path))
            return False
        return True

    def _clear_saved(self, record: Record) -> None:
        """Remove the saved game if it is the one in *record*: never a game begun since."""
        with suppress(OSError, RecordError):
            saved = self.saved_game.load()
            if saved is not None and saved.game_id == record.game_id:
                self.saved_game.clear()

    def _wait_in_file(self, record: Record) -> bool:
        try:
            path = self.folder / f"unscored-{record.game_id}.txt"
            write_atomic(path, format_record(record).encode())
        except OSError:
            return False
        return True

    def _retry_waiting(self) -> None:
        """Bring the games that wait in memory into the scores, or into a file."""
        if self._waiting:
            waiting, self._waiting = self._waiting, []
            for record in waiting:
                self.finish(record)

    def _finish_waiting(self) -> None:
        """Bring the games that wait in files into the scores."""
        with suppress(OSError):
            for path in sorted(self.folder.glob(f"unscored-{'[0-9a-f]' * 32}.txt")):
                try:
                    entry = score_entry(read_record(read_limited(path, MAX_RECORD_BYTES)))
                except (RecordError, TooLargeError):
                    self._notices.append(
                        Notice(NoticeCode.SAVE_DAMAGED, keep_aside(path, self._now()))
                    )
                    continue
                if self._add(entry):
                    path.unlink()
