"""Finished games for tests of scenes: real records, played from seeds, in a folder's scores."""

from dataclasses import replace
from functools import cache
from pathlib import Path

from game.session.finish import score_entry
from game.session.record import Mark, Record
from game.session.score_entry import ScoreEntry
from game.session.scores import ScoreTable
from tests.session.play import finished_record


@cache
def game(seed: str, difficulty: str = "P", *, is_practice: bool = False) -> Record:
    """Return the record of a finished game."""
    marks = frozenset({Mark.PRACTICE}) if is_practice else frozenset()
    return replace(finished_record(seed, difficulty), marks=marks, played=300)


def fill(folder: Path, *records: Record) -> list[ScoreEntry]:
    """Put *records* into the scores in *folder*, and return their rows."""
    table = ScoreTable(folder / "scores.db")
    entries = [score_entry(record) for record in records]
    for entry in entries:
        table.add(entry)
    return entries
