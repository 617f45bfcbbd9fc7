"""How much a public machine is used: counts for each hour of each day, and nothing of anybody."""

import logging
import sqlite3
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta, tzinfo
from pathlib import Path

from game.session.clock import Clock, utc_now
from game.session.side_database import SideDatabase
from game.session.usage_kind import UsageKind

__all__ = ["Usage", "UsageKind", "UsageLog"]

log = logging.getLogger(__name__)

FILE_NAME = "usage.db"
KEPT_DAYS = 400
"""Days before today that are remembered; older ones are forgotten."""
HOURS = 24
_SCHEMA = (
    """CREATE TABLE IF NOT EXISTS usage (
        day TEXT NOT NULL,
        hour INTEGER NOT NULL,
        kind TEXT NOT NULL,
        count INTEGER NOT NULL,
        PRIMARY KEY (day, hour, kind)
    ) WITHOUT ROWID""",
)


Slot = tuple[date, int, UsageKind]
"""A day, an hour of it, and what is counted there."""


@dataclass(frozen=True, slots=True)
class Usage:
    """Counts over some days, the last of which is today."""

    days: tuple[date, ...]
    by_day: Mapping[UsageKind, tuple[int, ...]]
    """For each of `days`."""
    by_hour: Mapping[UsageKind, tuple[int, ...]]
    """For each hour of the day, over all of `days` together."""

    def total(self, kind: UsageKind, last: int | None = None) -> int:
        """Return the count of *kind* over all days, or over the *last* ones."""
        counts = self.by_day[kind]
        return sum(counts if last is None else counts[-last:])


class UsageLog:
    """The counts in the data folder, by the machine's own time of day."""

    def __init__(self, folder: Path, now: Clock = utc_now, zone: tzinfo | None = None) -> None:
        """*zone* is the machine's own where None."""
        self._database = SideDatabase(folder / FILE_NAME, _SCHEMA, now)
        self._now = now
        self._zone = zone
        self._has_failed = False

    def count(self, kind: UsageKind) -> None:
        """Count one of *kind* now; where the disk has no place, it is not counted."""
        moment = self._now().astimezone(self._zone)
        oldest = moment.date() - timedelta(days=KEPT_DAYS)

        def operation(connection: sqlite3.Connection) -> None:
            connection.execute(
                "INSERT INTO usage VALUES (?, ?, ?, 1) ON CONFLICT DO UPDATE SET count = count + 1",
                (moment.date().isoformat(), moment.hour, kind.value),
            )
            connection.execute("DELETE FROM usage WHERE day < ?", (oldest.isoformat(),))

        try:
            self._database.run(operation)
        except OSError as error:
            if not self._has_failed:
                log.warning("the usage can't be counted: %s", error)
            self._has_failed = True

    def counts(self) -> dict[Slot, int]:
        """Return all that was counted. Raises OSError."""
        rows = self._database.run(
            lambda connection: connection.execute("SELECT * FROM usage").fetchall()
        )
        kinds = {kind.value: kind for kind in UsageKind}
        return {
            (date.fromisoformat(day), hour, kinds[kind]): count
            for day, hour, kind, count in rows
            if kind in kinds
        }

    def usage(self, finished: Iterable[datetime], days: int) -> Usage:
        """Return the last *days*; *finished* are the ends of the games in the scores.

        A game counts as finished where either tells of it: the scores know games from before there
        was a log, the log those from before the scores were reset. Raises OSError.
        """
        counts = Counter(self.counts())
        in_scores: Counter[Slot] = Counter()
        for moment in finished:
            own = moment.astimezone(self._zone)
            in_scores[(own.date(), own.hour, UsageKind.FINISHED)] += 1
        return _usage(counts | in_scores, self._now().astimezone(self._zone).date(), days)


def _usage(counts: Mapping[Slot, int], today: date, days: int) -> Usage:
    shown = tuple(today - timedelta(days=ago) for ago in reversed(range(days)))
    place = {day: index for index, day in enumerate(shown)}
    by_day = {kind: [0] * days for kind in UsageKind}
    by_hour = {kind: [0] * HOURS for kind in UsageKind}
    for (day, hour, kind), count in counts.items():
        if day in place and 0 <= hour < HOURS:
            by_day[kind][place[day]] += count
            by_hour[kind][hour] += count
    return Usage(
        shown,
        {kind: tuple(values) for kind, values in by_day.items()},
        {kind: tuple(values) for kind, values in by_hour.items()},
    )
