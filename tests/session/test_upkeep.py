"""What the operator does with a kiosk's data: resets are backed up, exports whole or not there."""

import csv
import errno
import shutil
import sqlite3
from contextlib import closing
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from game.session import media, upkeep
from game.session.finish import score_entry
from game.session.media import mounted_below
from game.session.outbox import Outbox
from game.session.score_entry import ScoreEntry
from game.session.scores import ScoreTable
from game.session.scores_error import ScoresError
from game.session.upkeep import ExportError, ExportFault, export_all, reset_scores
from game.session.usage import UsageKind, UsageLog
from tests.session.play import NOON, finished_record, names, noon

DATE = f"{NOON.astimezone():%Y-%m-%d-%H%M%S}"
STAMP = f"{NOON.astimezone():%Y%m%d-%H%M%S}"


@cache
def entry(seed: str) -> ScoreEntry:
    return score_entry(finished_record(seed))


def table(folder: Path, *seeds: str) -> ScoreTable:
    scores = ScoreTable(folder / "scores.db", noon)
    for seed in seeds:
        scores.add(entry(seed))
    return scores


# Reset


def test_a_reset_keeps_a_dated_copy_beside_the_table(tmp_path: Path) -> None:
    scores = table(tmp_path, "a", "b")
    kept = reset_scores(scores, NOON)
    assert kept == tmp_path / f"scores-backup-{STAMP}.db"
    assert scores.entries() == ()
    assert set(ScoreTable(kept).entries()) == {entry("a"), entry("b")}
    scores.add(entry("c"))
    again = reset_scores(scores, NOON)
    assert again == tmp_path / f"scores-backup-{STAMP}-2.db"
    assert set(ScoreTable(kept).entries()) == {entry("a"), entry("b")}


def test_an_empty_table_needs_no_reset(tmp_path: Path) -> None:
    assert reset_scores(table(tmp_path), NOON) is None
    scores = table(tmp_path, "a")
    reset_scores(scores, NOON)
    before = names(tmp_path)
    assert reset_scores(scores, NOON) is None
    assert names(tmp_path) == before


def test_what_was_not_sent_before_a_reset_is_still_to_be_sent(tmp_path: Path) -> None:
    scores, outbox = table(tmp_path, "a", "b"), Outbox(tmp_path, "x")
    outbox.mark_sent(entry("a"))
    reset_scores(scores, NOON, outbox)
    assert outbox.left_over() == (entry("b"),)


def test_a_reset_that_fails_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scores, outbox = table(tmp_path, "a"), Outbox(tmp_path, "x")

    def full(_entries: object) -> None:
        raise OSError(errno.ENOSPC, "full")

    monkeypatch.setattr(outbox, "leave", full)
    with pytest.raises((ScoresError, OSError)):
        reset_scores(scores, NOON, outbox)
    assert scores.entries() == (entry("a"),)
    assert not list(tmp_path.glob("scores-backup-*.db"))


# Export


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Return a data folder with scores, usage and logs."""
    folder = tmp_path / "data"
    scores = table(folder, "a", "b")
    scores.rename(entry("a").game_id, "=HYPERLINK(A1)")
    scores.rename(entry("b").game_id, "Žibutė, ਮਾਜਦਾ")
    UsageLog(folder, noon).count(UsageKind.VISIT)
    (folder / "logs").mkdir()
    (folder / "logs" / "magdagdon.log").write_text("a line\n")
    (folder / "logs" / "magdagdon.log.1").write_text("an older line\n")
    return folder


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    folder = tmp_path / "stick"
    folder.mkdir()
    return folder


def test_an_export_holds_scores_usage_and_logs(data: Path, stick: Path) -> None:
    made = export_all(data, stick, NOON, "Hall 2")
    assert made == stick / f"MAGDAGDON-Hall-2-{DATE}"
    assert names(made) == ["logs", "scores.csv", "scores.db", "usage.csv"]
    assert names(made / "logs") == ["magdagdon.log", "magdagdon.log.1"]
    with closing(sqlite3.connect(made / "scores.db")) as connection:
        assert connection.execute("SELECT count(*) FROM scores").fetchone() == (2,)
    with (made / "scores.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = {row["game_id"]: row for row in csv.DictReader(file)}
    assert rows[entry("a").game_id]["name"] == "'=HYPERLINK(A1)"
    assert rows[entry("b").game_id]["name"] == "Žibutė, ਮਾਜਦਾ"
    assert rows[entry("b").game_id]["score"] == str(entry("b").score)
    with (made / "usage.csv").open(encoding="utf-8-sig", newline="") as file:
        (row,) = csv.DictReader(file)
    assert (row["kind"], row["count"]) == ("visit", "1")
    assert export_all(data, stick, NOON, "Hall 2") == stick / f"MAGDAGDON-Hall-2-{DATE}-2"


def test_a_machine_without_anything_exports_that(tmp_path: Path, stick: Path) -> None:
    made = export_all(tmp_path / "none", stick, NOON)
    assert made == stick / f"MAGDAGDON-{DATE}"
    assert (made / "scores.csv").read_bytes().count(b"\n") == 1


def fault_of(folder: Path, target: Path) -> ExportFault:
    with pytest.raises(ExportError) as caught:
        export_all(folder, target, NOON)
    return caught.value.fault


def test_a_stick_that_is_gone_or_full_is_told(
    data: Path, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert fault_of(data, stick / "none") is ExportFault.GONE
    usage = shutil.disk_usage(stick)._replace(free=1000)
    monkeypatch.setattr(upkeep.shutil, "disk_usage", lambda _path: usage)
    assert fault_of(data, stick) is ExportFault.NO_SPACE
    assert names(stick) == []


@pytest.mark.parametrize(
    ("code", "fault"),
    [
        (errno.ENOSPC, ExportFault.NO_SPACE),
        (errno.EROFS, ExportFault.READ_ONLY),
        (errno.EACCES, ExportFault.READ_ONLY),
        (errno.EIO, ExportFault.GONE),
        (errno.EINVAL, ExportFault.FAILED),
    ],
)
def test_an_export_that_breaks_off_leaves_nothing_half_done(
    data: Path, stick: Path, monkeypatch: pytest.MonkeyPatch, code: int, fault: ExportFault
) -> None:
    def failing(path: Path, _data: bytes) -> None:
        raise OSError(code, "stick", str(path))

    monkeypatch.setattr(upkeep, "write_atomic", failing)
    assert fault_of(data, stick) is fault
    assert names(stick) == []


def test_scores_of_a_newer_version_can_not_be_exported(data: Path, stick: Path) -> None:
    with closing(sqlite3.connect(data / "scores.db")) as connection:
        connection.execute("PRAGMA user_version = 99")
    assert fault_of(data, stick) is ExportFault.FAILED
    assert names(stick) == []


# Media


def test_sticks_are_found_one_or_two_levels_below_their_root(tmp_path: Path) -> None:
    mounts = [tmp_path / "cdrom", tmp_path / "player" / "STICK", tmp_path / "player" / "CARD"]
    for path in (*mounts, tmp_path / "player" / "empty", tmp_path / "other"):
        path.mkdir(parents=True)
    (tmp_path / "file").write_text("")
    roots = [tmp_path / "none", tmp_path]
    assert mounted_below(roots, lambda path: path in mounts) == sorted(mounts)


def test_no_folder_of_the_system_passes_for_a_stick(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "player").mkdir()
    for name in ("_LINUX", "_MAC"):
        if hasattr(media, name):
            kept: Any = (tmp_path,) if name == "_LINUX" else tmp_path
            monkeypatch.setattr(media, name, kept)
    assert media.removable_media() == []


def test_dates_of_damaged_rows_are_left_out(tmp_path: Path) -> None:
    scores = table(tmp_path, "a", "b")
    with closing(sqlite3.connect(scores.path)) as connection, connection:
        connection.execute("UPDATE scores SET date = '3' WHERE game_id = ?", (entry("b").game_id,))
    later = replace(entry("c"), date=NOON.replace(year=2027))
    scores.add(later)
    assert scores.dates(NOON) == (NOON, later.date)
    assert scores.dates(NOON.replace(month=6)) == (later.date,)
