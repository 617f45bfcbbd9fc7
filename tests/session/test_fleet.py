"""Shared scores over a SQLite file: what is sent, what counts, and what a lost database changes."""

import logging
import sqlite3
from contextlib import closing
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from game.rules.magdagdon.board import Difficulty
from game.session import fleet as fleet_module
from game.session.finish import score_entry
from game.session.fleet import Fleet, FleetError, FleetFault, check_url
from game.session.outbox import FILE_NAME, Outbox
from game.session.score_entry import ScoreEntry
from game.session.scores import ScoreTable
from tests.session.play import finished_record, names, noon

P = Difficulty.PEACEFUL


@cache
def entry(seed: str, difficulty: str = "P") -> ScoreEntry:
    return score_entry(finished_record(seed, difficulty))


def shared_url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'shared.db'}"


def kiosk(tmp_path: Path, name: str, *seeds: str) -> Fleet:
    """Return a machine with its own scores, which hold games of *seeds*."""
    folder = tmp_path / name
    table = ScoreTable(folder / "scores.db", noon)
    for seed in seeds:
        table.add(entry(seed))
    return Fleet(shared_url(tmp_path), name, folder, noon)


def table_of(tmp_path: Path, name: str) -> ScoreTable:
    return ScoreTable(tmp_path / name / "scores.db", noon)


def shared_rows(tmp_path: Path, columns: str = "game_id, kiosk") -> list[tuple[str, ...]]:
    with closing(sqlite3.connect(tmp_path / "shared.db")) as connection:
        return sorted(connection.execute(f"SELECT {columns} FROM scores"))


def change(tmp_path: Path, statement: str, *values: object) -> None:
    with closing(sqlite3.connect(tmp_path / "shared.db")) as connection, connection:
        connection.execute(statement, values)


def hide(tmp_path: Path) -> None:
    """Let the shared database be out of reach: a folder lies where it was."""
    (tmp_path / "shared.db").rename(tmp_path / "hidden.db")
    (tmp_path / "shared.db").mkdir()


def show(tmp_path: Path) -> None:
    (tmp_path / "shared.db").rmdir()
    (tmp_path / "hidden.db").rename(tmp_path / "shared.db")


def test_two_machines_share_one_board(tmp_path: Path) -> None:
    hall, bar = kiosk(tmp_path, "Hall", "a", "b"), kiosk(tmp_path, "Bar", "c")
    assert hall.board is None
    for machine in (hall, bar, hall):
        assert machine.sync()
    expected = sorted((entry("a"), entry("b"), entry("c")), key=lambda one: (-one.score, one.turns))
    assert hall.board is not None
    assert bar.board == hall.board
    assert [found.entry for found in hall.board.top(P)] == expected
    assert {found.entry.game_id: found.kiosk for found in hall.board.top(P)} == {
        entry("a").game_id: "Hall",
        entry("b").game_id: "Hall",
        entry("c").game_id: "Bar",
    }
    assert hall.board.top(Difficulty.NIGHTMARE) == ()


def test_a_game_is_sent_once_even_where_nobody_remembers_that(tmp_path: Path) -> None:
    machine = kiosk(tmp_path, "Hall", "a", "b")
    machine.sync()
    rows = shared_rows(tmp_path, "*")
    (tmp_path / "Hall" / FILE_NAME).unlink()
    assert kiosk(tmp_path, "Hall").sync()
    assert shared_rows(tmp_path, "*") == rows


def test_what_was_sent_is_not_sent_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kiosk(tmp_path, "Hall", "a").sync()
    change(tmp_path, "DELETE FROM scores")
    machine = kiosk(tmp_path, "Hall", "b")
    machine.sync()
    assert shared_rows(tmp_path) == [(entry("b").game_id, "Hall")]


def test_games_wait_while_the_database_is_away(tmp_path: Path) -> None:
    machine = kiosk(tmp_path, "Hall", "a")
    machine.sync()
    hide(tmp_path)
    table_of(tmp_path, "Hall").add(entry("b"))
    assert not machine.sync()
    assert not machine.is_reachable
    show(tmp_path)
    restarted = kiosk(tmp_path, "Hall")
    assert restarted.sync()
    assert shared_rows(tmp_path) == sorted(
        [(entry("a").game_id, "Hall"), (entry("b").game_id, "Hall")]
    )


def test_an_outage_is_one_line_in_the_log(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    machine = kiosk(tmp_path, "Hall", "a")
    machine.sync()
    assert caplog.messages == []
    hide(tmp_path)
    for _attempt in range(3):
        machine.sync()
    assert len(caplog.messages) == 1
    assert caplog.messages[0].startswith("the shared scores can't be reached")
    show(tmp_path)
    machine.sync()
    hide(tmp_path)
    machine.sync()
    assert len(caplog.messages) == 2


def test_waits_grow_and_are_never_in_step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    machine = kiosk(tmp_path, "Hall")
    (tmp_path / "shared.db").mkdir()
    waits = []
    for _attempt in range(12):
        machine.sync()
        waits.append(machine.wait_seconds())
    for number, wait in enumerate(waits):
        longest = min(300, 2 * 2**number)
        assert longest / 2 <= wait <= longest
    monkeypatch.setattr(fleet_module.os, "urandom", bytes)
    least = machine.wait_seconds()
    monkeypatch.setattr(fleet_module.os, "urandom", lambda count: b"\xff" * count)
    assert machine.wait_seconds() == 2 * least == 300


def test_a_name_given_later_is_sent_later(tmp_path: Path) -> None:
    machine = kiosk(tmp_path, "Hall", "a", "b")
    machine.sync()
    table_of(tmp_path, "Hall").rename(entry("a").game_id, "Rasa")
    machine.sync()
    named = dict(shared_rows(tmp_path, "game_id, name"))
    assert named == {entry("a").game_id: "Rasa", entry("b").game_id: ""}
    assert machine.board is not None
    assert "Rasa" in {found.entry.name for found in machine.board.top(P)}


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE scores SET score = 999 WHERE game_id = ?",
        "UPDATE scores SET difficulty = 'S' WHERE game_id = ?",
        "UPDATE scores SET marks = 'practise' WHERE game_id = ?",
        "UPDATE scores SET transcript = replace(transcript, 'confirm', 'roll') WHERE game_id = ?",
        "UPDATE scores SET game_id = 'other' WHERE game_id = ?",
        "UPDATE scores SET transcript = '' WHERE game_id = ?",
        "UPDATE scores SET score = 'many' WHERE game_id = ?",
    ],
)
def test_a_changed_row_of_the_shared_table_does_not_count(tmp_path: Path, statement: str) -> None:
    machine = kiosk(tmp_path, "Hall", "a", "b")
    machine.sync()
    change(tmp_path, statement, entry("a").game_id)
    machine.sync()
    assert machine.board is not None
    counted = [found.entry for one in Difficulty for found in machine.board.top(one)]
    assert counted == [entry("b")]


def test_true_games_stand_on_the_board_below_a_hundred_false_ones(tmp_path: Path) -> None:
    machine = kiosk(tmp_path, "Hall", "a")
    machine.sync()
    row = row_of_shared(tmp_path)
    for number in range(100):
        false = (f"false{number}", *row[1:3], 1000 + number, *row[4:])
        change(tmp_path, f"INSERT INTO scores VALUES ({', '.join('?' * len(false))})", *false)
    machine.sync()
    assert machine.board is not None
    assert [found.entry for found in machine.board.top(P)] == [entry("a")]


def row_of_shared(tmp_path: Path) -> tuple[object, ...]:
    with closing(sqlite3.connect(tmp_path / "shared.db")) as connection:
        row: tuple[object, ...] = connection.execute("SELECT * FROM scores").fetchone()
        return row


def test_a_changed_row_of_the_local_table_is_not_sent(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    machine = kiosk(tmp_path, "Hall", "b")
    table_of(tmp_path, "Hall").add(replace(entry("a"), score=999))
    for _round in range(3):
        assert machine.sync()
    assert shared_rows(tmp_path) == [(entry("b").game_id, "Hall")]
    assert [entry("a").game_id in line for line in caplog.messages] == [True]


def test_a_name_that_no_database_takes_is_cleaned(tmp_path: Path) -> None:
    machine = kiosk(tmp_path, "Hall", "a")
    table_of(tmp_path, "Hall").rename(entry("a").game_id, "Ra\0sa\n" + "x" * 100)
    machine.sync()
    machine.sync()
    ((name,),) = shared_rows(tmp_path, "name")
    assert name == "Ra sa " + "x" * 34


def test_games_of_a_table_that_was_reset_are_still_sent(tmp_path: Path) -> None:
    machine = kiosk(tmp_path, "Hall", "a", "b")
    machine.sync()
    table_of(tmp_path, "Hall").add(entry("c"))
    machine.outbox.leave(table_of(tmp_path, "Hall").entries())
    (tmp_path / "Hall" / "scores.db").unlink()
    for _round in range(2):
        machine.sync()
        assert len(shared_rows(tmp_path)) == 3
    assert machine.outbox.left_over() == ()


def test_what_a_reset_left_is_tried_once_where_it_is_not_true(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    machine = kiosk(tmp_path, "Hall")
    machine.outbox.leave([replace(entry("a"), score=999), entry("b")])
    with closing(sqlite3.connect(tmp_path / "Hall" / FILE_NAME)) as connection, connection:
        connection.execute("INSERT INTO left_over VALUES ('x', 'no json'), ('y', '7')")
    for _round in range(3):
        assert machine.sync()
    assert shared_rows(tmp_path) == [(entry("b").game_id, "Hall")]
    assert len(caplog.messages) == 1


def test_an_error_that_nobody_foresaw_is_an_outage_without_secrets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    machine = kiosk(tmp_path, "Hall", "a")

    def failing(_self: Fleet, _visit: object) -> None:
        raise RuntimeError("s3cr3t")

    with monkeypatch.context() as patch:
        patch.setattr(Fleet, "_send", failing)
        assert not machine.sync()
    assert "s3cr3t" not in caplog.text
    assert machine.sync()
    assert len(shared_rows(tmp_path)) == 1


def test_another_database_gets_all_games(tmp_path: Path) -> None:
    machine = kiosk(tmp_path, "Hall", "a")
    machine.sync()
    other = Fleet(f"sqlite:///{tmp_path / 'other.db'}", "Hall", tmp_path / "Hall", noon)
    assert other.sync()
    with closing(sqlite3.connect(tmp_path / "other.db")) as connection:
        assert connection.execute("SELECT count(*) FROM scores").fetchone() == (1,)


def test_a_damaged_outbox_is_kept_aside_and_nothing_is_doubled(tmp_path: Path) -> None:
    machine = kiosk(tmp_path, "Hall", "a")
    machine.sync()
    (tmp_path / "Hall" / FILE_NAME).write_bytes(b"no database at all" * 500)
    assert machine.sync()
    assert len(shared_rows(tmp_path)) == 1
    assert "outbox-damaged-20260314-120000.db" in names(tmp_path / "Hall")


def test_the_board_is_there_while_the_database_is_away(tmp_path: Path) -> None:
    machine = kiosk(tmp_path, "Hall", "a", "b")
    machine.sync()
    hide(tmp_path)
    restarted = kiosk(tmp_path, "Hall")
    restarted.load_board()
    assert not restarted.sync()
    assert restarted.board == machine.board
    assert restarted.board is not None


def test_a_cached_copy_is_played_again_too(tmp_path: Path) -> None:
    machine = kiosk(tmp_path, "Hall", "a", "b")
    machine.sync()
    cache_file = tmp_path / "Hall" / "fleet_board.json"
    text = cache_file.read_text()
    cache_file.write_text(text.replace(f"{entry('a').score}, ", "999, ", 1))
    restarted = kiosk(tmp_path, "Hall")
    restarted.load_board()
    assert restarted.board is not None
    assert [found.entry for found in restarted.board.top(P)] == [entry("b")]
    for nonsense in ("", "[", "7", "[[1, 2]]", '[[["a"], "b"]]'):
        cache_file.write_text(nonsense)
        kiosk(tmp_path, "Hall").load_board()


def test_the_thread_sends_and_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fleet_module, "_START_SECONDS", 0.0)
    machine = kiosk(tmp_path, "Hall", "a")
    seen = fleet_module.threading.Event()
    real = Fleet.sync

    def sync(self: Fleet) -> bool:
        is_done = real(self)
        seen.set()
        return is_done

    monkeypatch.setattr(Fleet, "sync", sync)
    machine.start()
    assert seen.wait(20)
    seen.clear()
    table_of(tmp_path, "Hall").add(entry("b"))
    machine.nudge()
    assert seen.wait(20)
    machine.stop(20)
    assert len(shared_rows(tmp_path)) == 2
    assert not [t for t in fleet_module.threading.enumerate() if t.name == "fleet"]


def test_a_look_that_is_cut_off_leaves_the_board_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine = kiosk(tmp_path, "Hall", "a", "b")
    machine.sync()
    board, real = machine.board, Fleet._true

    def cut_off(self: Fleet, rows: Any) -> Any:
        self.stop()
        return real(self, rows)

    monkeypatch.setattr(Fleet, "_true", cut_off)
    machine.sync()
    assert machine.board == board
    restarted = kiosk(tmp_path, "Hall")
    monkeypatch.undo()
    restarted.load_board()
    assert restarted.board == board


def test_secrets_stay_out_of_the_log(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    url = f"sqlite://user:s3cr3t@/{tmp_path}/shared.db?password=s3cr3t"
    machine = Fleet(url, "Hall", tmp_path / "Hall", noon)
    assert not machine.sync()
    assert len(caplog.messages) == 1
    assert "s3cr3t" not in caplog.text


@pytest.mark.parametrize(
    "url",
    [
        "",
        "scores",
        "http://example.org/scores",
        "mysql://example.org/scores",
        "postgresql://",
        "postgresql:///",
        "postgresql://example.org:port/scores",
        "postgresql://example.org:99999/scores",
        "postgresql://[example.org/scores",
    ],
)
def test_what_is_no_database_is_refused_at_once(url: str) -> None:
    with pytest.raises(FleetError) as caught:
        check_url(url)
    assert caught.value.fault is FleetFault.BAD_URL


def test_without_the_library_there_are_no_shared_scores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fleet_module, "find_spec", lambda _name: None)
    with pytest.raises(FleetError) as caught:
        check_url("postgresql://example.org/scores")
    assert caught.value.fault is FleetFault.NO_LIBRARY


def test_an_outbox_without_a_disk_is_an_error_and_no_traceback(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(OSError, match="file"):
        Outbox(tmp_path / "file", "x", noon).waiting({})
