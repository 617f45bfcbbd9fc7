from datetime import UTC, date, datetime, timedelta, timezone
from pathlib import Path

import pytest

from game.session.usage import FILE_NAME, KEPT_DAYS, UsageKind, UsageLog
from tests.session.play import names

ZONE = timezone(timedelta(hours=2))


class Day:
    """A clock that the test turns."""

    def __init__(self) -> None:
        self.moment = datetime(2026, 3, 14, 9, 30, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.moment


@pytest.fixture
def day() -> Day:
    return Day()


@pytest.fixture
def log(tmp_path: Path, day: Day) -> UsageLog:
    return UsageLog(tmp_path, day, ZONE)


def test_counts_stand_at_their_own_hour_of_the_day(log: UsageLog, day: Day) -> None:
    for _visitor in range(3):
        log.count(UsageKind.VISIT)
    log.count(UsageKind.STARTED)
    day.moment += timedelta(hours=14)  # past midnight in the machine's own zone
    log.count(UsageKind.VISIT)
    assert log.counts() == {
        (date(2026, 3, 14), 11, UsageKind.VISIT): 3,
        (date(2026, 3, 14), 11, UsageKind.STARTED): 1,
        (date(2026, 3, 15), 1, UsageKind.VISIT): 1,
    }
    usage = log.usage([], 3)
    assert usage.days == (date(2026, 3, 13), date(2026, 3, 14), date(2026, 3, 15))
    assert usage.by_day[UsageKind.VISIT] == (0, 3, 1)
    assert usage.by_hour[UsageKind.VISIT][11] == 3
    assert usage.by_hour[UsageKind.VISIT][1] == 1
    assert usage.total(UsageKind.VISIT) == 4
    assert usage.total(UsageKind.VISIT, 1) == 1
    assert usage.total(UsageKind.DROPPED) == 0


def test_finished_games_count_whether_the_scores_or_the_log_know_them(
    log: UsageLog, day: Day
) -> None:
    for _game in range(2):
        log.count(UsageKind.FINISHED)
    before_the_log = datetime(2026, 3, 12, 21, 59, tzinfo=UTC)
    usage = log.usage([before_the_log, day.moment], 3)
    assert usage.by_day[UsageKind.FINISHED] == (1, 0, 2)
    assert usage.by_hour[UsageKind.FINISHED][23] == 1
    assert log.usage([day.moment] * 5, 3).by_day[UsageKind.FINISHED] == (0, 0, 5)


def test_what_is_long_past_is_forgotten(log: UsageLog, day: Day, tmp_path: Path) -> None:
    log.count(UsageKind.VISIT)
    for _day in range(3):
        day.moment += timedelta(days=KEPT_DAYS // 2)
        log.count(UsageKind.VISIT)
    assert len(log.counts()) == 3
    assert min(log.counts())[0] > date(2026, 3, 14)


def test_a_damaged_log_is_kept_aside(log: UsageLog, tmp_path: Path, day: Day) -> None:
    (tmp_path / FILE_NAME).write_bytes(b"no database at all" * 500)
    log.count(UsageKind.VISIT)
    assert len(log.counts()) == 1
    assert names(tmp_path) == ["usage-damaged-20260314-093000.db", "usage.db"]


def test_a_disk_without_a_place_is_told_once(
    tmp_path: Path, day: Day, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").write_text("")
    log = UsageLog(tmp_path / "file", day)
    for _visitor in range(3):
        log.count(UsageKind.VISIT)
    assert len(caplog.messages) == 1
    with pytest.raises(OSError, match="file"):
        log.counts()
