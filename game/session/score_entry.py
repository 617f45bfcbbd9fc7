"""A row of the table of scores: what it tells of a finished game, and how it stands in SQL."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from game.rules.magdagdon.board import Difficulty
from game.session.clock import format_time, parse_time
from game.session.record import Mark

COLUMNS = (
    "game_id, game, difficulty, score, date, turns, powers_used, ruins, duration, seed, marks, "
    "name, transcript"
)
"""The columns of a row, in the order of `row_of` and `entry_of`."""


@dataclass(frozen=True, slots=True)
class ScoreEntry:
    """One finished game in the table (M1.3)."""

    game_id: str
    game: str
    difficulty: Difficulty
    score: int
    date: datetime
    """When the game ended; UTC, to the second."""
    turns: int
    """Turns finished."""
    powers_used: int
    ruins: int
    duration: int
    """Seconds of play."""
    seed: str
    marks: frozenset[Mark]
    name: str
    transcript: str
    """The whole record, as `format_record` gives it."""


def row_of(entry: ScoreEntry) -> tuple[str | int, ...]:
    """Return the values of *entry* in the order of `COLUMNS`."""
    return (
        entry.game_id,
        entry.game,
        entry.difficulty.value,
        entry.score,
        format_time(entry.date),
        entry.turns,
        entry.powers_used,
        entry.ruins,
        entry.duration,
        entry.seed,
        " ".join(sorted(mark.value for mark in entry.marks)),
        entry.name,
        entry.transcript,
    )


def entry_of(row: tuple[Any, ...]) -> ScoreEntry:
    """Return the entry of *row*, in the order of `COLUMNS`. Raises ValueError or TypeError."""
    game_id, game, difficulty, score, date, turns, powers, ruins, duration, seed, marks, *rest = row
    name, transcript = rest
    return ScoreEntry(
        str(game_id),
        str(game),
        Difficulty(difficulty),
        int(score),
        parse_time(date),
        int(turns),
        int(powers),
        int(ruins),
        int(duration),
        str(seed),
        frozenset(map(Mark, str(marks).split())),
        str(name),
        str(transcript),
    )
