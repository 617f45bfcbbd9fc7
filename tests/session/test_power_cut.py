"""A power cut at any moment of a game: what a disk may have kept by then is always enough.

The disk is a model that forgives nothing: bytes that were not synced are gone, a name that was
changed in a folder that was not synced yet may be the old one or the new one, in any combination.
"""

import itertools
import os
import random
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from game.session.record import Record, read_record
from game.session.saved_game import SavedGame
from game.session.scores import ScoreEntry, ScoreTable
from game.session.store import GameStore
from tests.session.play import RULES, noon, random_plies

Names = dict[str, bytes | None]
"""What each name in the folder holds; None where the bytes behind it were never synced."""


@dataclass
class Disk:
    """Follows every write, sync, rename and removal in one folder."""

    folder: Path
    durable: Names = field(default_factory=dict)
    pending: list[tuple[str, bytes | None, bool]] = field(default_factory=list)
    """Changes of names since the last sync of the folder: name, content, whether it is there."""
    synced: dict[str, bytes] = field(default_factory=dict)
    """Bytes of temporary files that are on the disk, by name."""
    promised: Record | None = None
    """The last game that was told to be saved."""
    saving: Record | None = None
    """The game that is being saved now."""
    scores: frozenset[str] = frozenset()
    moments: list["Disk"] = field(default_factory=list)

    def look(self) -> None:
        """Remember the disk as it is at this moment."""
        kept = replace(self, durable=dict(self.durable), pending=[*self.pending], moments=[])
        self.moments.append(kept)

    def sync(self, descriptor: int) -> None:
        path = Path(f"/proc/self/fd/{descriptor}").readlink()
        if path == self.folder:
            for name, content, is_there in self.pending:
                self.durable.pop(name, None)
                if is_there:
                    self.durable[name] = content
            self.pending.clear()
        elif path.parent == self.folder:
            self.synced[path.name] = path.read_bytes()
        self.look()

    def rename(self, source: Path, target: Path) -> None:
        self.pending.append((target.name, self.synced.pop(source.name, None), True))
        self.look()

    def remove(self, path: Path) -> None:
        self.pending.append((path.name, None, False))
        self.look()

    def outcomes(self) -> Iterator[Names]:
        """Yield every state in which the folder may be found after a cut now."""
        for kept in itertools.product((False, True), repeat=len(self.pending)):
            names = dict(self.durable)
            for is_kept, (name, content, is_there) in zip(kept, self.pending, strict=True):
                if is_kept:
                    names.pop(name, None)
                    if is_there:
                        names[name] = content
            yield names


@pytest.fixture
def disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Disk:
    if not Path("/proc/self/fd").exists():
        pytest.skip("only /proc tells which file is synced")
    disk = Disk(tmp_path)
    real_replace, real_unlink, real_add = Path.replace, Path.unlink, ScoreTable.add
    real_save = SavedGame.save

    def save(saved_game: SavedGame, record: Record) -> None:
        disk.saving = record
        real_save(saved_game, record)
        disk.promised, disk.saving = record, None
        disk.look()

    def rename(source: Path, target: Path) -> Path:
        result = real_replace(source, target)
        disk.rename(source, target)
        return result

    def unlink(path: Path, missing_ok: bool = False) -> None:
        real_unlink(path, missing_ok)
        disk.remove(path)

    def add(table: ScoreTable, entry: ScoreEntry) -> int:
        number = real_add(table, entry)
        # SQLite has synced by now (synchronous = FULL, see the test below).
        disk.scores |= {entry.game_id}
        disk.look()
        return number

    monkeypatch.setattr(os, "fsync", disk.sync)
    monkeypatch.setattr(Path, "replace", rename)
    monkeypatch.setattr(SavedGame, "save", save)
    monkeypatch.setattr(Path, "unlink", unlink)
    monkeypatch.setattr(ScoreTable, "add", add)
    return disk


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_power_cut_at_any_moment_loses_nothing_that_was_promised(disk: Disk, seed: int) -> None:
    games = GameStore(disk.folder, noon)
    session = games.start(RULES, {"difficulty": "P"}, f"cut{seed}")
    for _ in random_plies(session, random.Random(seed)):
        pass
    games.finish(session.record)
    disk.look()
    assert disk.scores == {session.record.game_id}
    assert len(disk.moments) > 100

    for moment in disk.moments:
        for found in moment.outcomes():
            content = found.get("saved_game.txt", b"")
            assert content is not None, "a name points at bytes that were never synced"
            if content:
                assert read_record(content) in (moment.promised, moment.saving)
            else:  # nothing had been promised yet, or the score is in already
                assert moment.promised is None or moment.scores == disk.scores


def test_scores_are_synced_by_the_database(tmp_path: Path, disk: Disk) -> None:
    games = GameStore(tmp_path, noon)
    with games.scores._open() as connection:
        games.scores._migrate(connection)
        assert connection.execute("PRAGMA synchronous").fetchone() == (2,)  # FULL
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    connection.close()
    del disk
