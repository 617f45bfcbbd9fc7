"""The time of day as the session sees it: a function that is handed in, so that tests own it."""

from collections.abc import Callable
from datetime import UTC, datetime

Clock = Callable[[], datetime]
"""Answers the present moment, aware of its zone, in UTC."""

TIME_FORMAT = "%Y-%m-%dT%H:%M:%SZ"
"""ISO 8601 in UTC, to the second, as records and scores carry it."""


def utc_now() -> datetime:
    """Return the present moment in UTC, to the second."""
    return datetime.now(UTC).replace(microsecond=0)


def format_time(moment: datetime) -> str:
    """Return *moment* as `2026-01-31T18:05:00Z`."""
    # strftime pads the year differently from system to system; isoformat does not.
    return moment.astimezone(UTC).replace(microsecond=0, tzinfo=None).isoformat() + "Z"


def parse_time(text: str) -> datetime:
    """Return the moment that *text* denotes. Raises ValueError."""
    return datetime.strptime(text, TIME_FORMAT).replace(tzinfo=UTC)
