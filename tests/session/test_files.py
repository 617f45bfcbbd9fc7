import os
from datetime import timedelta
from pathlib import Path

import pytest

from game.session import files
from game.session.files import (
    TooLargeError,
    keep_aside,
    read_limited,
    remove_leftovers,
    write_atomic,
)
from tests.session.play import NOON, names


def test_what_was_written_is_read_and_missing_folders_are_made(tmp_path: Path) -> None:
    path = tmp_path / "ąž ਪ" / "deep" / "file.txt"
    write_atomic(path, b"one")
    write_atomic(path, b"two")
    assert read_limited(path, 3) == b"two"
    assert names(path.parent) == ["file.txt"]


def test_the_data_are_synced_before_the_name_points_at_them_and_the_folder_after(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "file.txt"
    steps: list[str] = []
    real_sync, real_replace = os.fsync, Path.replace

    def sync(descriptor: int) -> None:
        is_folder = Path(f"/proc/self/fd/{descriptor}").is_dir()
        steps.append("sync folder" if is_folder else "sync data")
        real_sync(descriptor)

    def rename(source: Path, target: Path) -> Path:
        assert source.read_bytes() == b"data"
        steps.append("rename")
        return real_replace(source, target)

    monkeypatch.setattr(os, "fsync", sync)
    monkeypatch.setattr(Path, "replace", rename)
    write_atomic(path, b"data")
    assert steps[:2] == ["sync data", "rename"]
    if Path("/proc/self/fd").exists():
        assert steps == ["sync data", "rename", "sync folder"]


class PowerCut(BaseException):
    """The program ends here, whatever it was doing."""


@pytest.mark.parametrize("step", ["open", "fsync", "replace"])
def test_a_power_cut_at_any_step_leaves_the_old_file_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    path = tmp_path / "file.txt"
    write_atomic(path, b"old")

    def cut(*_: object, **__: object) -> None:
        raise PowerCut

    with monkeypatch.context() as patch:
        patch.setattr(os if step == "fsync" else Path, step, cut)
        with pytest.raises(PowerCut):
            write_atomic(path, b"new and longer")
    assert path.read_bytes() == b"old"
    write_atomic(path, b"new")
    assert path.read_bytes() == b"new"
    assert names(tmp_path) == ["file.txt"]


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_a_refused_write_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    path = tmp_path / "file.txt"
    write_atomic(path, b"old")

    def refuse(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os if step == "fsync" else Path, step, refuse)
    with pytest.raises(OSError, match="No space"):
        write_atomic(path, b"new")
    assert path.read_bytes() == b"old"
    assert names(tmp_path) == ["file.txt"]


def test_a_system_that_syncs_no_folders_is_no_reason_to_fail(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> int:
        raise PermissionError(13, "folders can't be opened here")

    monkeypatch.setattr(files.os, "open", refuse)
    write_atomic(tmp_path / "file.txt", b"data")
    assert (tmp_path / "file.txt").read_bytes() == b"data"


def test_a_file_too_large_for_its_kind_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "file.txt"
    path.write_bytes(b"12345")
    assert read_limited(path, 5) == b"12345"
    with pytest.raises(TooLargeError):
        read_limited(path, 4)


def test_files_kept_aside_in_the_same_second_all_stay(tmp_path: Path) -> None:
    path = tmp_path / "saved_game.txt"
    for content in ("a", "b", "c"):
        path.write_text(content)
        kept = keep_aside(path, NOON)
        assert kept is not None
        assert kept.read_text() == content
    assert names(tmp_path) == [
        "saved_game-damaged-20260314-120000-2.txt",
        "saved_game-damaged-20260314-120000-3.txt",
        "saved_game-damaged-20260314-120000.txt",
    ]


def test_leftovers_of_a_crash_go_but_not_what_another_program_is_writing(tmp_path: Path) -> None:
    old, young, other = (tmp_path / name for name in (".a.txt.1.tmp", ".a.txt.2.tmp", "a.tmp"))
    for path, age in ((old, 7200), (young, 5), (other, 7200)):
        path.write_text("")
        moment = (NOON - timedelta(seconds=age)).timestamp()
        os.utime(path, (moment, moment))
    remove_leftovers(tmp_path, NOON)
    assert names(tmp_path) == [".a.txt.2.tmp", "a.tmp"]
    remove_leftovers(tmp_path / "missing", NOON)
