"""Clocks that go wrong, days that change, frames that come late: no jump, and right dates."""

import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from game.app.loop import LONGEST_FRAME
from game.rules.magdagdon.actions import Roll
from game.scenes.base import Push
from game.session.clock import format_time, parse_time, utc_now
from game.session.finish import score_entry
from game.session.scores import ScoreTable
from game.session.session import MAX_TICK, Session
from game.session.store import GameStore
from game.ui.language import format_date, set_language
from tests.session.play import RULES, finished_record, play_to_end
from tests.ui.pilot import Pilot


@pytest.fixture
def zone(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    set_language("en")
    yield monkeypatch
    monkeypatch.undo()
    time.tzset()


def live_in(patch: pytest.MonkeyPatch, zone: str) -> None:
    patch.setenv("TZ", zone)
    time.tzset()


def test_a_clock_set_back_during_a_game_does_no_harm(tmp_path: Path) -> None:
    moments = [datetime(2026, 3, 14, 12, 0, tzinfo=UTC), datetime(1999, 12, 31, tzinfo=UTC)]
    now = lambda: moments[0] if len(moments) == 2 else moments[-1]  # noqa: E731 - a clock of two times
    games = GameStore(tmp_path, now)
    session = games.start(RULES, {"difficulty": "P"}, "back")
    session.tick(0.5)
    moments.pop(0)
    session.tick(-3600.0)
    session.tick(0.5)
    record = play_to_end(session)
    entry = games.finish(record)
    assert (record.started, record.finished) == (
        datetime(2026, 3, 14, 12, 0, tzinfo=UTC),
        moments[0],
    )
    assert (entry.date, entry.duration) == (moments[0], 1)
    assert GameStore(tmp_path, now).scores.entries() == (entry,)


def test_the_time_played_is_counted_not_taken_from_the_clock() -> None:
    session = Session.start(RULES, {"difficulty": "P"}, "ticks")
    for _ in range(90):
        session.tick(0.5)
    assert session.record.played == 45
    session.tick(600.0)
    assert session.played == 45 + MAX_TICK


def test_a_frame_after_ten_minutes_is_one_long_frame(tmp_path: Path) -> None:
    pilot = Pilot(tmp_path, (800, 480), is_muted=True)
    pilot.app.stack.apply(Push("play"))
    for _ in range(20):
        pilot.frame(dt=0.1)
    pilot.scene.submit(Roll())
    for dt in (600.0, float("inf"), -600.0):
        before = pilot.app.context.clock()
        session = pilot.app.context.session
        assert session is not None
        played = session.played
        pilot.frame(dt=dt)
        assert 0 <= pilot.app.context.clock() - before <= LONGEST_FRAME + 1e-9
        assert 0 <= session.played - played <= LONGEST_FRAME + 1e-9
    pilot.close()


@pytest.mark.parametrize(
    ("place", "moment", "day"),
    [
        # One second before and at midnight, where the player is.
        ("UTC0", "2026-12-31T23:59:59Z", "31 December 2026"),
        ("UTC0", "2027-01-01T00:00:00Z", "1 January 2027"),
        ("Europe/Vilnius", "2026-12-31T21:59:59Z", "31 December 2026"),
        ("Europe/Vilnius", "2026-12-31T22:00:00Z", "1 January 2027"),
        ("Asia/Kolkata", "2026-03-14T18:29:59Z", "14 March 2026"),
        ("Asia/Kolkata", "2026-03-14T18:30:00Z", "15 March 2026"),
        ("Pacific/Kiritimati", "2026-03-14T10:00:00Z", "15 March 2026"),
        ("Pacific/Pago_Pago", "2026-03-14T10:59:59Z", "13 March 2026"),
        # Daylight saving begins and ends: the day is an hour shorter and longer.
        ("Europe/Vilnius", "2026-03-28T22:00:00Z", "29 March 2026"),
        ("Europe/Vilnius", "2026-03-29T20:59:59Z", "29 March 2026"),
        ("Europe/Vilnius", "2026-03-29T21:00:00Z", "30 March 2026"),
        ("Europe/Vilnius", "2026-10-24T21:00:00Z", "25 October 2026"),
        ("Europe/Vilnius", "2026-10-25T21:59:59Z", "25 October 2026"),
        ("Europe/Vilnius", "2026-10-25T22:00:00Z", "26 October 2026"),
        ("UTC0", "2028-02-29T12:00:00Z", "29 February 2028"),
    ],
)
def test_a_date_is_the_day_at_the_players_place(
    zone: pytest.MonkeyPatch, place: str, moment: str, day: str
) -> None:
    live_in(zone, place)
    assert format_date(parse_time(moment)) == day


def test_a_change_of_zone_changes_what_is_shown_and_nothing_that_is_kept(
    zone: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    live_in(zone, "Pacific/Auckland")
    entry = score_entry(finished_record("travel"))
    ScoreTable(tmp_path / "scores.db").add(entry)
    before = utc_now()
    live_in(zone, "America/Los_Angeles")
    assert ScoreTable(tmp_path / "scores.db").entries() == (entry,)
    assert timedelta(0) <= utc_now() - before < timedelta(minutes=1)


def test_times_are_kept_in_utc_whatever_zone_they_come_from() -> None:
    from datetime import timezone

    east = timezone(timedelta(hours=5, minutes=30))
    assert format_time(datetime(2026, 3, 15, 1, 0, tzinfo=east)) == "2026-03-14T19:30:00Z"
    assert parse_time("2026-03-14T19:30:00Z") == datetime(2026, 3, 15, 1, 0, tzinfo=east)


def test_the_order_of_scores_is_by_true_time_over_a_night_with_two_two_o_clocks(
    tmp_path: Path,
) -> None:
    from dataclasses import replace

    table = ScoreTable(tmp_path / "scores.db")
    base = score_entry(finished_record("autumn"))
    moments = [parse_time(f"2026-10-25T0{hour}:30:00Z") for hour in (0, 1, 2)]
    for number, moment in enumerate(reversed(moments)):
        table.add(replace(base, game_id=f"{number:032x}", date=moment))
    assert [entry.date for entry in table.top(base.difficulty)] == moments
