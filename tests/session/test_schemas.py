"""Databases of scores as older versions left them: written down here, never made by the program."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from game.session.finish import score_entry
from game.session.score_entry import COLUMNS, row_of
from game.session.scores import MIGRATIONS, ScoreTable
from game.session.scores_error import ScoresError, ScoresFault
from tests.session.play import finished_record, names, noon

SCHEMAS: dict[int, str] = {
    1: """
        CREATE TABLE scores (
            id INTEGER PRIMARY KEY,
            game_id TEXT NOT NULL UNIQUE,
            game TEXT NOT NULL,
            difficulty TEXT NOT NULL,
            score INTEGER NOT NULL,
            date TEXT NOT NULL,
            turns INTEGER NOT NULL,
            powers_used INTEGER NOT NULL,
            ruins INTEGER NOT NULL,
            duration INTEGER NOT NULL,
            seed TEXT NOT NULL,
            marks TEXT NOT NULL,
            name TEXT NOT NULL,
            transcript TEXT NOT NULL
        );
        CREATE INDEX ranking ON scores (difficulty, score DESC, turns, date, id);
        PRAGMA user_version = 1;
    """,
}
"""The tables of every version there has been, word for word."""
ENTRY = score_entry(finished_record("old"))


def test_every_version_there_has_been_is_written_down() -> None:
    assert set(SCHEMAS) == set(range(1, len(MIGRATIONS) + 1))


@pytest.mark.parametrize("version", SCHEMAS)
def test_scores_of_an_older_version_are_all_there(tmp_path: Path, version: int) -> None:
    path = tmp_path / "scores.db"
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.executescript(SCHEMAS[version])
        marks = ", ".join("?" * len(row_of(ENTRY)))
        connection.execute(f"INSERT INTO scores ({COLUMNS}) VALUES ({marks})", row_of(ENTRY))
    table = ScoreTable(path, noon)
    assert table.entries() == (ENTRY,)
    following = score_entry(finished_record("new"))
    table.add(following)
    assert set(table.entries()) == {ENTRY, following}
    assert table.kept_aside == []
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (len(MIGRATIONS),)


def test_a_database_without_any_table_becomes_one_of_scores(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "scores.db")) as connection:
        connection.execute("PRAGMA user_version = 0")
        connection.execute("VACUUM")
    table = ScoreTable(tmp_path / "scores.db", noon)
    table.add(ENTRY)
    assert table.entries() == (ENTRY,)


def test_a_newer_version_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "scores.db"
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.executescript(SCHEMAS[1])
        connection.execute("ALTER TABLE scores RENAME COLUMN score TO points")
        connection.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    before = path.read_bytes()
    with pytest.raises(ScoresError) as caught:
        ScoreTable(path, noon).add(ENTRY)
    assert caught.value.fault is ScoresFault.NEWER
    assert path.read_bytes() == before
    assert names(tmp_path) == ["scores.db"]
