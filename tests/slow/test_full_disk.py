"""A disk of 64 kB that is really full, under the real App."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from game.app.app import RETRY_SECONDS
from game.session.record import read_record
from game.session.scores import ScoreTable
from tests.app.test_saving import CANNOT_SAVE, Player
from tests.session.play import play_to_end


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """Mount 64 kB of memory as a disk."""
    if sys.platform != "linux" or os.geteuid() or not shutil.which("mount"):
        pytest.skip("only root can mount a small disk, on Linux")
    folder = tmp_path / "disk"
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(folder)]
    if subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.skip("no disk can be mounted in this place")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


def fill(folder: Path) -> Path:
    """Leave no byte free."""
    path = folder / "filler"
    with path.open("wb", buffering=0) as file:
        for size in (4096, 1):
            try:
                while True:
                    file.write(b"x" * size)
            except OSError:
                pass
    return path


@pytest.mark.slow
def test_on_a_full_disk_the_game_plays_on_and_everything_arrives_when_there_is_room(
    small_disk: Path,
) -> None:
    player = Player(small_disk)
    player.start()
    player.play(5)
    saved = (small_disk / "saved_game.txt").read_bytes()
    assert player.told == []
    filler = fill(small_disk)
    player.play(8)
    assert player.told.count(CANNOT_SAVE) == 1
    # The game saved before is still whole.
    assert (small_disk / "saved_game.txt").read_bytes() == saved
    filler.unlink()
    player.run(RETRY_SECONDS + 1)
    session = player.pilot.app.context.session
    assert session is not None
    found = read_record((small_disk / "saved_game.txt").read_bytes())
    assert found.actions == session.record.actions

    filler = fill(small_disk)
    record = play_to_end(session)
    player.run(3)
    assert player.pilot.scene_name == "GameOverScene"
    player.run(3 * RETRY_SECONDS)
    assert len(player.told) == len(set(player.told)) + (player.told.count(CANNOT_SAVE) - 1)
    filler.unlink()
    player.run(RETRY_SECONDS + 1)
    # SQLite wants more than 64 kB for itself: the game waits in a file, whole.
    waiting = small_disk / f"unscored-{record.game_id}.txt"
    assert read_record(waiting.read_bytes()) == record
    subprocess.run(["mount", "-o", "remount,size=1m", str(small_disk)], check=True)
    player.run(RETRY_SECONDS + 1)
    assert not waiting.exists()
    filler = fill(small_disk)
    # On the full disk the scores are still to be seen.
    rows = ScoreTable(small_disk / "scores.db").entries()
    assert [(row.game_id, row.score) for row in rows] == [(record.game_id, record.scores[0])]
    filler.unlink()
    assert not (small_disk / "saved_game.txt").exists()
    assert not [path.name for path in small_disk.iterdir() if "damaged" in path.name]
    player.pilot.close()
