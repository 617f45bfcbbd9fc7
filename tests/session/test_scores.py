import sqlite3
import threading
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.rules.magdagdon.board import Difficulty
from game.session.finish import score_entry
from game.session.record import Mark, RecordError, RecordFault, read_record
from game.session.scores import MIGRATIONS, ScoreEntry, ScoreTable
from game.session.scores_error import ScoresError, ScoresFault
from tests.session.play import NOON, finished_record, names, new_session, noon

ENTRY = ScoreEntry(
    game_id="0" * 32,
    game="magdagdon",
    difficulty=Difficulty.PEACEFUL,
    score=300,
    date=NOON,
    turns=6,
    powers_used=1,
    ruins=2,
    duration=321,
    seed="abc",
    marks=frozenset({Mark.PRACTICE}),
    name="Majda ਮਾਜਦਾ",
    transcript="dice game record 1\n…",
)


def entry(number: int, **changes: object) -> ScoreEntry:
    return replace(ENTRY, game_id=f"{number:032x}", **changes)


def table(folder: Path) -> ScoreTable:
    return ScoreTable(folder / "scores.db", noon)


def test_a_row_comes_back_as_it_went_in(tmp_path: Path) -> None:
    scores = table(tmp_path / "new folder ąž")
    scores.add(ENTRY)
    assert scores.entry(ENTRY.game_id) == ENTRY
    assert scores.best(Difficulty.PEACEFUL) == ENTRY
    assert scores.entries() == (ENTRY,)
    assert scores.entry("f" * 32) is None
    assert scores.rank("f" * 32) is None


def test_the_same_game_is_in_the_table_once(tmp_path: Path) -> None:
    scores = table(tmp_path)
    first = scores.add(ENTRY)
    other = scores.add(entry(1))
    assert scores.add(replace(ENTRY, score=999)) == first != other
    assert scores.entry(ENTRY.game_id) == ENTRY


def test_reading_where_nothing_was_saved_makes_no_file(tmp_path: Path) -> None:
    scores = table(tmp_path / "none")
    assert scores.top(Difficulty.NIGHTMARE) == ()
    assert scores.best(Difficulty.NIGHTMARE) is None
    assert scores.rank(ENTRY.game_id) is None
    assert names(tmp_path) == []


def test_the_order_is_score_then_fewer_turns_then_earlier(tmp_path: Path) -> None:  # M3.3
    scores = table(tmp_path)
    in_order = [
        entry(5, score=310, turns=9),
        entry(1, score=300, turns=5, date=NOON + timedelta(days=9)),
        entry(4, score=300, turns=6, date=NOON - timedelta(seconds=1)),
        entry(2, score=300, turns=6),
        entry(3, score=300, turns=6),
        entry(6, score=-15, turns=1),
    ]
    for number in (3, 5, 0, 1, 4, 2):
        scores.add(in_order[number])
    scores.add(entry(7, difficulty=Difficulty.NIGHTMARE, score=999))

    assert list(scores.top(Difficulty.PEACEFUL)) == [
        *in_order[:3],
        *(in_order[3], in_order[4]),
        in_order[5],
    ]
    assert [scores.rank(item.game_id) for item in in_order] == [1, 2, 3, 4, 5, 6]
    assert scores.top(Difficulty.PEACEFUL, 2) == tuple(in_order[:2])
    assert scores.rank(f"{7:032x}") == 1


@settings(max_examples=15)  # each adds its rows to the disk for good
@given(
    st.lists(
        st.tuples(st.integers(-3, 3), st.integers(5, 7), st.integers(0, 2)), min_size=1, max_size=12
    )
)
def test_rank_and_top_agree(
    tmp_path_factory: pytest.TempPathFactory, rows: list[tuple[int, int, int]]
) -> None:
    scores = table(tmp_path_factory.mktemp("scores"))
    for number, (score, turns, day) in enumerate(rows):
        scores.add(entry(number, score=score, turns=turns, date=NOON + timedelta(days=day)))
    top = scores.top(Difficulty.PEACEFUL, 99)
    expected = sorted(range(len(rows)), key=lambda n: (-rows[n][0], rows[n][1], rows[n][2], n))
    assert [int(item.game_id, 16) for item in top] == expected
    assert [scores.rank(item.game_id) for item in top] == list(range(1, len(rows) + 1))


def test_the_name_can_be_given_later(tmp_path: Path) -> None:
    scores = table(tmp_path)
    scores.add(ENTRY)
    scores.rename(ENTRY.game_id, "Ona")
    assert scores.entry(ENTRY.game_id) == replace(ENTRY, name="Ona")


def test_the_database_is_shared_and_durable(tmp_path: Path) -> None:
    table(tmp_path).add(ENTRY)
    with sqlite3.connect(tmp_path / "scores.db") as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert connection.execute("PRAGMA user_version").fetchone() == (len(MIGRATIONS),)
    connection.close()


def test_an_empty_file_becomes_a_table(tmp_path: Path) -> None:
    (tmp_path / "scores.db").write_bytes(b"")
    scores = table(tmp_path)
    assert scores.top(Difficulty.PEACEFUL) == ()
    scores.add(ENTRY)
    assert scores.entries() == (ENTRY,)


def test_an_older_schema_is_migrated_with_its_rows(tmp_path: Path) -> None:
    table(tmp_path).add(ENTRY)
    newer = (*MIGRATIONS, ("ALTER TABLE scores ADD COLUMN mood TEXT NOT NULL DEFAULT 'warm'",))
    migrated = ScoreTable(tmp_path / "scores.db", noon, newer)
    migrated.add(entry(1))

    assert migrated.entries() == (ENTRY, entry(1))
    connection = sqlite3.connect(tmp_path / "scores.db")
    assert connection.execute("SELECT mood FROM scores").fetchall() == [("warm",), ("warm",)]
    assert connection.execute("PRAGMA user_version").fetchone() == (len(newer),)
    connection.close()


def test_a_migration_that_fails_leaves_the_old_schema(tmp_path: Path) -> None:
    table(tmp_path).add(ENTRY)
    broken = (*MIGRATIONS, ("ALTER TABLE scores ADD COLUMN mood TEXT", "NONSENSE"))
    with pytest.raises(ScoresError):
        ScoreTable(tmp_path / "scores.db", noon, broken).add(entry(1))
    assert table(tmp_path).entries() == (ENTRY,)


def test_a_newer_schema_is_refused_and_not_touched(tmp_path: Path) -> None:
    path = tmp_path / "scores.db"
    ScoreTable(path, noon, (*MIGRATIONS, ("SELECT 1",))).add(ENTRY)
    before = path.read_bytes()
    for call in (lambda: table(tmp_path).add(entry(1)), lambda: table(tmp_path).entries()):
        with pytest.raises(ScoresError) as caught:
            call()
        assert caught.value.fault is ScoresFault.NEWER
    assert path.read_bytes() == before
    assert names(tmp_path) == ["scores.db"]


def test_two_programs_adding_at_once_lose_and_double_nothing(tmp_path: Path) -> None:
    errors: list[Exception] = []
    start = threading.Barrier(2)

    def add(numbers: range) -> None:
        scores = table(tmp_path)
        start.wait()
        try:
            for number in numbers:
                scores.add(entry(number))
        except ScoresError as error:
            errors.append(error)

    threads = [threading.Thread(target=add, args=(range(n, n + 40),)) for n in (0, 20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    assert {int(item.game_id, 16) for item in table(tmp_path).entries()} == set(range(60))
    assert len(table(tmp_path).entries()) == 60


def test_what_is_no_database_is_kept_aside_and_a_new_one_begun(tmp_path: Path) -> None:
    path = tmp_path / "scores.db"
    path.write_bytes(b"This was never a database. " * 99)
    scores = table(tmp_path)
    scores.add(ENTRY)
    assert scores.entries() == (ENTRY,)
    kept = tmp_path / "scores-damaged-20260314-120000.db"
    assert scores.kept_aside == [kept]
    assert kept.read_bytes().startswith(b"This was never")


def test_rows_of_a_damaged_database_that_can_be_read_are_taken_over(tmp_path: Path) -> None:
    path = tmp_path / "scores.db"
    rows = [entry(number, transcript="x" * 3000) for number in range(60)]
    for row in rows:
        table(tmp_path).add(row)
    data = bytearray(path.read_bytes())
    middle = len(data) // 2 // 4096 * 4096
    data[middle : middle + 4096] = b"\xaa" * 4096
    path.write_bytes(data)

    scores = table(tmp_path)
    found = scores.entries()
    assert len(scores.kept_aside) == 1
    assert 30 <= len(found) < 60
    assert set(found) < set(rows)


def test_cut_off_anywhere_the_table_still_works(tmp_path: Path) -> None:
    table(tmp_path).add(ENTRY)
    data = (tmp_path / "scores.db").read_bytes()
    for length in range(0, len(data), 1021):
        folder = tmp_path / str(length)
        folder.mkdir()
        (folder / "scores.db").write_bytes(data[:length])
        scores = table(folder)
        scores.add(entry(1))
        assert entry(1) in scores.entries()


def test_a_folder_in_the_way_is_an_error_and_no_traceback(tmp_path: Path) -> None:
    (tmp_path / "scores.db").mkdir()
    for call in (lambda: table(tmp_path).add(ENTRY), lambda: table(tmp_path).entries()):
        with pytest.raises(ScoresError) as caught:
            call()
        assert caught.value.fault is ScoresFault.UNAVAILABLE
    (tmp_path / "file").write_text("")
    with pytest.raises(ScoresError):
        table(tmp_path / "file").add(ENTRY)


def test_scores_in_a_folder_that_can_only_be_read_are_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table(tmp_path).add(ENTRY)
    scores = table(tmp_path)
    real = ScoreTable._open

    def opened(self: ScoreTable, *, is_read_only: bool = False) -> sqlite3.Connection:
        if not is_read_only:  # what SQLite answers where it may not make its files
            error = sqlite3.OperationalError("unable to open database file")
            error.sqlite_errorcode = sqlite3.SQLITE_CANTOPEN
            raise error
        return real(self, is_read_only=True)

    monkeypatch.setattr(ScoreTable, "_open", opened)
    assert scores.entries() == (ENTRY,)
    with pytest.raises(ScoresError) as caught:
        scores.add(entry(1))
    assert caught.value.fault is ScoresFault.UNAVAILABLE


def test_the_row_of_a_game_is_computed_from_its_actions() -> None:
    session = new_session("row", "S")
    with pytest.raises(RecordError):
        score_entry(session.record)
    record = finished_record("row", "S")
    row = score_entry(record)

    assert (row.score,) == record.scores
    endings = [a for a in record.actions if a == "confirm" or a.startswith("ruin")]
    assert row.turns == len(endings)
    assert row.ruins == sum(a.startswith("ruin") for a in record.actions)
    powers = ("lower", "raise", "reroll")
    assert row.powers_used == sum(a.startswith(powers) for a in record.actions)
    assert (row.date, row.seed, row.marks) == (NOON, "row", {Mark.PRACTICE})
    assert read_record(row.transcript.encode()) == record
    assert score_entry(record) == row


def test_a_changed_score_gives_no_row() -> None:
    record = finished_record()
    with pytest.raises(RecordError) as caught:
        score_entry(replace(record, scores=(record.scores[0] + 1,)))
    assert caught.value.fault is RecordFault.FALSE_SCORE
