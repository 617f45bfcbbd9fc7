"""Two kiosks and one PostgreSQL: nothing is lost or doubled, whatever is switched off meanwhile."""

import logging
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

from game.rules.magdagdon.board import Difficulty
from game.session import fleet as fleet_module
from game.session import fleet_table
from game.session.finish import score_entry
from game.session.fleet import Fleet
from game.session.score_entry import ScoreEntry
from game.session.scores import ScoreTable
from tests.fleet.postgres import PASSWORD, Server
from tests.session.play import finished_record

pytestmark = pytest.mark.fleet
ROOT = Path(__file__).parents[2]
PATIENCE = 60.0
"""Seconds after which what is waited for is taken not to come."""


@cache
def entry(seed: str) -> ScoreEntry:
    return score_entry(finished_record(seed))


def ids(*seeds: str) -> set[str]:
    return {entry(seed).game_id for seed in seeds}


class Kiosk(Fleet):
    """A kiosk whose rounds can be waited for."""

    def __init__(self, server: Server, name: str, folder: Path) -> None:
        super().__init__(server.url, name, folder)
        self.table = ScoreTable(folder / "scores.db")
        self._round = threading.Condition()

    def sync(self) -> bool:
        is_done = super().sync()
        with self._round:
            self._round.notify_all()
        return is_done

    def finish(self, *seeds: str) -> None:
        for seed in seeds:
            self.table.add(entry(seed))
        self.nudge()

    def wait_until(self, is_so: Callable[[], bool]) -> None:
        with self._round:
            assert self._round.wait_for(is_so, PATIENCE)

    def shown(self) -> set[str]:
        tables = self.board.tables.values() if self.board else ()
        return {found.entry.game_id for top in tables for found in top}


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    one = Server()
    try:
        one.start()
        yield one
    finally:
        one.close()


@pytest.fixture
def board(server: Server) -> Server:
    """Return the server without a table on it."""
    server.query("DROP TABLE IF EXISTS scores")
    return server


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let kiosks try again at once: how long they wait is for other tests."""
    for name in ("_START_SECONDS", "_PERIOD_SECONDS", "_FIRST_WAIT", "_LONGEST_WAIT"):
        monkeypatch.setattr(fleet_module, name, 0.05)


def rows(server: Server) -> dict[str, str]:
    """Return the machine of every game in the shared table; each game is there once."""
    found = server.query("SELECT game_id, kiosk FROM scores")
    assert len(dict(found)) == len(found)
    return dict(found)


def test_nothing_is_lost_or_doubled_while_the_database_comes_and_goes(
    board: Server, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    hall, bar = (Kiosk(board, name, tmp_path / name) for name in ("Hall", "Bar"))
    hall.finish("a", "b", "c")
    bar.finish("d", "e")
    kiosks = (hall, bar)
    try:
        for one in kiosks:
            one.start()
        for one in kiosks:
            one.wait_until(lambda one=one: one.shown() == ids(*"abcde"))
        board.crash()
        hall.finish("f", "h")
        bar.finish("g")
        for one in kiosks:
            one.wait_until(lambda one=one: not one.is_reachable)
        board.start()
        for one in kiosks:
            one.wait_until(lambda one=one: one.is_reachable and one.shown() == ids(*"abcdefgh"))
    finally:
        for one in kiosks:
            one.stop(PATIENCE)
    hall_ids, bar_ids = ids(*"abcfh"), ids(*"deg")
    assert rows(board) == dict.fromkeys(hall_ids, "Hall") | dict.fromkeys(bar_ids, "Bar")
    assert hall.board == bar.board
    # One line for each kiosk, and no password in any.
    assert len(caplog.messages) == 2, caplog.text
    assert PASSWORD not in caplog.text


def test_a_kiosk_killed_while_sending_sends_the_rest_later(board: Server, tmp_path: Path) -> None:
    kiosk = Kiosk(board, "Hall", tmp_path)
    kiosk.finish(*"abcd")
    words = [sys.executable, "-m", "tests.fleet.sender", board.url, "Hall", str(tmp_path), "3"]
    done = subprocess.run(words, cwd=ROOT, timeout=PATIENCE, check=False)
    assert done.returncode == -signal.SIGKILL
    assert len(rows(board)) == 3
    assert kiosk.sync()
    assert rows(board) == dict.fromkeys(ids(*"abcd"), "Hall")


def test_a_server_that_dies_in_the_middle_of_a_round_gets_the_rest_later(
    board: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kiosk = Kiosk(board, "Hall", tmp_path)
    kiosk.finish(*"abcd")
    real = fleet_table.Visit.put
    put: list[str] = []

    def crashing(visit: fleet_table.Visit, game: ScoreEntry, name: str) -> bool:
        put.append(game.game_id)
        if len(put) == 3:
            board.crash()
        return real(visit, game, name)

    with monkeypatch.context() as patch:
        patch.setattr(fleet_table.Visit, "put", crashing)
        assert not kiosk.sync()
    board.start()
    assert len(rows(board)) == 2
    assert kiosk.sync()
    assert rows(board) == dict.fromkeys(ids(*"abcd"), "Hall")


def test_what_was_tampered_with_in_the_shared_table_does_not_count(
    board: Server, tmp_path: Path
) -> None:
    hall, bar = (Kiosk(board, name, tmp_path / name) for name in ("Hall", "Bar"))
    hall.finish("a", "b")
    for one in (hall, bar):
        assert one.sync()
    assert bar.shown() == ids("a", "b")
    board.query("UPDATE scores SET score = 999 WHERE game_id = %s", entry("a").game_id)
    board.query(
        "INSERT INTO scores SELECT 'f0', game, difficulty, 998, date, turns, powers_used, ruins, "
        "duration, seed, marks, 'Cheat', transcript, 'Bar' FROM scores WHERE game_id = %s",
        entry("b").game_id,
    )
    for one in (hall, bar):
        assert one.sync()
        assert one.shown() == ids("b")


def test_names_given_later_arrive_later(board: Server, tmp_path: Path) -> None:
    hall, bar = (Kiosk(board, name, tmp_path / name) for name in ("Hall", "Bar"))
    hall.finish("a")
    assert hall.sync()
    hall.table.rename(entry("a").game_id, "Žibutė ਮਾਜਦਾ")
    for one in (hall, bar):
        assert one.sync()
    assert bar.board is not None
    (found,) = bar.board.top(Difficulty.PEACEFUL)
    assert (found.entry.name, found.kiosk) == ("Žibutė ਮਾਜਦਾ", "Hall")


def test_many_kiosks_may_make_the_table_at_once(board: Server, tmp_path: Path) -> None:
    kiosks = [Kiosk(board, f"K{number}", tmp_path / f"K{number}") for number in range(4)]
    for kiosk, seed in zip(kiosks, "abcd", strict=True):
        kiosk.finish(seed)
    try:
        for kiosk in kiosks:
            kiosk.start()
        for kiosk in kiosks:
            kiosk.wait_until(lambda kiosk=kiosk: kiosk.shown() == ids(*"abcd"))
    finally:
        for kiosk in kiosks:
            kiosk.stop(PATIENCE)
    assert len(rows(board)) == 4


def test_a_server_that_never_answers_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fleet_table, "_CONNECT_SECONDS", 2)  # the least that libpq knows
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        kiosk = Fleet(f"postgresql://kiosk@127.0.0.1:{port}/postgres", "Hall", tmp_path)
        assert not kiosk.sync()


def test_a_wrong_password_is_an_outage_and_is_not_logged(
    board: Server, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    url = board.url.replace(PASSWORD, "wr0ng-s3cr3t")
    assert not Fleet(url, "Hall", tmp_path).sync()
    assert len(caplog.messages) == 1
    assert "password" in caplog.text
    assert "wr0ng-s3cr3t" not in caplog.text
