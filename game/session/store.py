"""A player's data folder: the game under way, and finished games on their way into the scores.

What only a game needs is imported where there is one: without it the title comes up sooner.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from game.session.clock import Clock, utc_now
from game.session.files import (
    TooLargeError,
    entries,
    keep_aside,
    read_limited,
    remove_leftovers,
    remove_own_leftovers,
    write_atomic,
)
from game.session.lock import FileLock
from game.session.notices import Notice, NoticeCode
from game.session.record import (
    MAX_RECORD_BYTES,
    Record,
    RecordError,
    format_record,
    read_record,
)
from game.session.saved_game import SavedGame
from game.session.scores_error import ScoresError, ScoresFault

if TYPE_CHECKING:
    from game.rules.api import Rules
    from game.session.score_entry import ScoreEntry
    from game.session.scores import ScoreTable
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
    Where the scores can't be written, the record waits in a file `unscored-….txt`. Of several
    running copies one owns the saved game (see `claim`); all of them add scores.
    """

    def __init__(self, folder: Path, now: Clock = utc_now) -> None:
        self.folder = folder
        self.saved_game = SavedGame(folder / "saved_game.txt", now)
        self._scores_path = folder / "scores.db"
        self.is_owner = True
        """Whether the saved game is this copy's to read and to write."""
        self._lock = FileLock(folder / "saved_game.lock")
        self._wants_lock = False
        self._now = now
        self._waiting: list[Record] = []
        self._has_waiting_files = False
        self._notices: list[Notice] = []
        self._told: set[Notice] = set()
        remove_leftovers(folder, now())

    def claim(self) -> bool:
        """Take the saved game for this copy of the program; False where another one has it.

        Who is refused plays without saving from then on. The system itself ends the claim of a
        program that crashes. Where no lock can be had (a full disk, say), the claim stands
        without one, and is made good with the next save.
        """
        self._wants_lock = False
        try:
            self.is_owner = self._lock.acquire()
        except OSError:
            self.is_owner = self._wants_lock = True
        if not self.is_owner:
            self._notices.append(Notice(NoticeCode.SAVE_IN_USE, self.saved_game.path))
        elif self._lock.is_held:
            remove_own_leftovers(self.saved_game.path)
        return self.is_owner

    def release(self) -> None:
        """End the claim of `claim`."""
        self._lock.release()
        self._wants_lock = False

    def start(
        self,
        rules: Rules[S, A, E],
        options: Mapping[str, str],
        seed: str | None = None,
        *,
        name: str = "",
    ) -> Session[S, A, E]:
        """Begin a game that is saved here, in place of one under way. Raises as `Session.start`."""
        from game.session.session import Session  # noqa: PLC0415  # see the module's docstring

        return Session.start(rules, options, seed, name=name, store=self, now=self._now)

    @property
    def has_games(self) -> bool:
        """Whether `resume` may find something: a game under way, or one that waits for the scores.

        Where there is nothing, the title comes up without the rules.
        """
        try:
            return self.saved_game.path.exists() or bool(self._waiting_files())
        except OSError:
            return True  # `resume` finds out what is the matter, and tells it

    def _waiting_files(self) -> list[Path]:
        files = entries(self.folder, "unscored-", ".txt")
        return [path for path in files if re.fullmatch(r"unscored-[0-9a-f]{32}\.txt", path.name)]

    def resume(self, rules: Rules[S, A, E]) -> Session[S, A, E] | None:
        """Return the game under way where it was left, None where there is none.

        A game that was over already gets its row in the scores; a damaged file is kept aside.
        `take_notices` tells of both kinds of trouble.
        """
        self._finish_waiting()
        if not self.is_owner:
            return None
        try:
            record = self.saved_game.load()
            if record is None:
                return None
            from game.session.session import Session  # noqa: PLC0415  # see the module's docstring

            return self._take_up(Session.resume(rules, record, store=self, now=self._now))
        except RecordError:
            return self._recover(rules)
        except OSError:
            self._notices.append(Notice(NoticeCode.SAVE_UNREADABLE, self.saved_game.path))
            return None

    def _take_up(self, session: Session[S, A, E]) -> Session[S, A, E] | None:
        """Return *session* if there is something left to play in it. Raises OSError."""
        if session.is_over:
            self.finish(session.record)
            return None
        if self._has_score(session.record):
            # The last action could not be saved any more, but the score could.
            self.abandon()
            return None
        return session

    def _recover(self, rules: Rules[S, A, E]) -> Session[S, A, E] | None:
        """Keep the damaged saved game aside, and go on from what can be read of it."""
        from game.session.recovery import recover  # noqa: PLC0415  # see the module's docstring
        from game.session.session import Session  # noqa: PLC0415  # see the module's docstring

        record = recover(rules, self.saved_game.read_bytes())
        kept = self.saved_game.set_aside()
        if record is None:
            self._notices.append(Notice(NoticeCode.SAVE_DAMAGED, kept))
            return None
        self._notices.append(Notice(NoticeCode.SAVE_RECOVERED, kept))
        session = Session.resume(rules, record, store=self, now=self._now)
        session.save()
        return self._take_up(session)

    def save(self, record: Record) -> None:
        """Save the game under way, if that is this copy's to do. Raises OSError."""
        self._retry_waiting()
        if self._wants_lock:
            self.claim()
        if not self.is_owner:
            return
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
        from game.session.finish import score_entry  # noqa: PLC0415  # see the module's docstring

        entry = score_entry(record)
        if self._add(entry) or self._wait_in_file(record):
            self._clear_saved(record)
        else:
            self._waiting.append(record)
        return entry

    def rename(self, game_id: str, name: str) -> bool:
        """Give the player of a finished game a *name*, wherever the game is by now.

        False, with a notice, where the name could not be kept.
        """
        try:
            if self.scores.rename(game_id, name) or self._rename_waiting(game_id, name):
                return True
        except ScoresError as error:
            if self._rename_waiting(game_id, name):
                return True
            self._notices.append(Notice(_SCORES_NOTICES[error.fault], error.path))
        return False

    def _rename_waiting(self, game_id: str, name: str) -> bool:
        """Name a game that is still on its way into the scores."""
        for index, record in enumerate(self._waiting):
            if record.game_id == game_id:
                self._waiting[index] = replace(record, name=name)
                return True
        path = self._waiting_file(game_id)
        with suppress(OSError, RecordError, TooLargeError):
            record = read_record(read_limited(path, MAX_RECORD_BYTES))
            write_atomic(path, format_record(replace(record, name=name)).encode())
            return True
        return False

    def retry(self) -> None:
        """Bring finished games that still wait into the scores, if that is possible by now."""
        self._retry_waiting()
        if self._has_waiting_files:
            self._finish_waiting()

    def abandon(self) -> None:
        """Give the game under way up. Raises OSError."""
        if self.is_owner:
            self.saved_game.clear()

    @cached_property
    def scores(self) -> ScoreTable:
        """The scores in the folder."""
        # Here and not above: see the module's docstring.
        from game.session.scores import ScoreTable  # noqa: PLC0415  # see above

        return ScoreTable(self._scores_path, self._now)

    @property
    def has_scores(self) -> bool:
        """Whether `scores` may hold any game."""
        try:
            return "scores" in self.__dict__ or self._scores_path.exists()
        except OSError:  # `scores` tells what is wrong
            return True

    @property
    def has_notices(self) -> bool:
        """Whether `take_notices` may have something to tell."""
        return bool(self._notices or self._kept_aside())

    def take_notices(self) -> tuple[Notice, ...]:
        """Return what the player should be told since the last call.

        The same thing is told once; that saving fails, once more after it has succeeded.
        """
        aside = self._kept_aside()
        kept = [Notice(NoticeCode.SCORES_DAMAGED, path) for path in aside]
        fresh = [n for n in dict.fromkeys([*self._notices, *kept]) if n not in self._told]
        aside.clear()
        self._notices.clear()
        self._told.update(fresh)
        return tuple(fresh)

    def _kept_aside(self) -> list[Path | None]:
        """Return the list of damaged scores that were kept aside; none are where none were used."""
        return self.scores.kept_aside if "scores" in self.__dict__ else []

    def _has_score(self, record: Record) -> bool:
        try:
            return self.scores.entry(record.game_id) is not None
        except ScoresError:
            return False

    def _add(self, entry: ScoreEntry) -> bool:
        try:
            self.scores.add(entry)
        except ScoresError as error:
            self._notices.append(Notice(_SCORES_NOTICES[error.fault], error.path))
            return False
        return True

    def _clear_saved(self, record: Record) -> None:
        """Remove the saved game if it is the one in *record*: never a game begun since."""
        if not self.is_owner:
            return
        with suppress(OSError, RecordError):
            saved = self.saved_game.load()
            if saved is not None and saved.game_id == record.game_id:
                self.saved_game.clear()

    def _waiting_file(self, game_id: str) -> Path:
        return self.folder / f"unscored-{game_id}.txt"

    def _wait_in_file(self, record: Record) -> bool:
        try:
            path = self._waiting_file(record.game_id)
            write_atomic(path, format_record(record).encode())
        except OSError:
            return False
        self._has_waiting_files = True
        return True

    def _retry_waiting(self) -> None:
        """Bring the games that wait in memory into the scores, or into a file."""
        if self._waiting:
            waiting, self._waiting = self._waiting, []
            for record in waiting:
                self.finish(record)

    def _finish_waiting(self) -> None:
        """Bring the games that wait in files into the scores."""
        self._has_waiting_files = False
        with suppress(OSError):
            for path in sorted(self._waiting_files()):
                from game.session.finish import score_entry  # noqa: PLC0415  # see the docstring

                try:
                    entry = score_entry(read_record(read_limited(path, MAX_RECORD_BYTES)))
                except (RecordError, TooLargeError):
                    self._notices.append(
                        Notice(NoticeCode.SAVE_DAMAGED, keep_aside(path, self._now()))
                    )
                    continue
                if not self._add(entry):
                    self._has_waiting_files = True
                else:
                    path.unlink(missing_ok=True)  # another copy may have been as fast
