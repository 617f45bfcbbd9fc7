"""Two copies at once: one owns the saved game, both bring their scores in."""

import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from game.rules.magdagdon.actions import Roll
from game.session import lock
from game.session.finish import score_entry
from game.session.lock import FileLock
from game.session.notices import Notice, NoticeCode
from game.session.store import GameStore
from tests.session.play import RULES, names, noon, play_to_end

HOLD = """
import sys, time
from pathlib import Path
from game.session.lock import FileLock
print(FileLock(Path(sys.argv[1])).acquire(), flush=True)
time.sleep(60)
"""


def test_only_one_holds_the_lock_until_it_lets_go(tmp_path: Path) -> None:
    one, other = FileLock(tmp_path / "new" / "lock"), FileLock(tmp_path / "new" / "lock")
    assert one.acquire()
    assert one.acquire()
    assert not other.acquire()
    assert (one.is_held, other.is_held) == (True, False)
    one.release()
    one.release()
    assert other.acquire()
    other.release()


def test_the_lock_of_a_killed_program_is_free_at_once(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    command = [sys.executable, "-c", textwrap.dedent(HOLD), str(path)]
    root = Path(__file__).parents[2]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=root) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "True\n"
        assert not FileLock(path).acquire()
        holder.kill()
    mine = FileLock(path)
    assert mine.acquire()
    mine.release()


def test_the_second_copy_says_so_once_and_leaves_the_saved_game_alone(tmp_path: Path) -> None:
    first, second = GameStore(tmp_path, noon), GameStore(tmp_path, noon)
    assert first.claim()
    kept = first.start(RULES, {"difficulty": "P"}, "first")
    kept.submit(Roll())

    assert not second.claim()
    told = (Notice(NoticeCode.SAVE_IN_USE, tmp_path / "saved_game.txt"),)
    assert second.take_notices() == told
    assert second.resume(RULES) is None
    session = second.start(RULES, {"difficulty": "P"}, "second")
    record = play_to_end(session)
    assert session.save_error is None
    second.abandon()
    assert second.take_notices() == ()
    saved = first.saved_game.load()
    assert saved == kept.record

    second.finish(record)
    first_record = play_to_end(kept)
    first.finish(first_record)
    expected = {score_entry(record).game_id, score_entry(first_record).game_id}
    assert {entry.game_id for entry in second.scores.entries()} == expected
    first.release()
    third = GameStore(tmp_path, noon)
    assert third.claim()
    third.release()
    assert names(tmp_path) == ["saved_game.lock", "scores.db"]


def test_the_owner_clears_what_a_crashed_owner_was_writing(tmp_path: Path) -> None:
    (tmp_path / ".saved_game.txt.4711.tmp").write_text("half a gam")
    (tmp_path / ".settings.toml.4711.tmp").write_text("another program's")
    games = GameStore(tmp_path, noon)
    assert games.claim()
    games.release()
    assert names(tmp_path) == [".settings.toml.4711.tmp", "saved_game.lock"]


def test_without_a_disk_the_game_is_owned_and_the_lock_is_taken_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = GameStore(tmp_path, noon)
    with monkeypatch.context() as patch:
        patch.setattr(lock.os, "open", _refuse)
        assert games.claim()
        assert games.take_notices() == ()
    session = games.start(RULES, {"difficulty": "P"})
    other = GameStore(tmp_path, noon)
    assert not other.claim()
    assert session.save()
    games.release()


def _refuse(*_: object) -> int:
    raise OSError(30, os.strerror(30))
