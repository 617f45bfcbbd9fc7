"""Files that are either whole or not there: atomic writing, bounded reading, keeping aside."""

import contextlib
import os
from datetime import datetime
from pathlib import Path

_LEFTOVER_AGE = 3600.0
"""Seconds after which a temporary file belongs to no writing that is still under way."""


class TooLargeError(ValueError):
    """A file that is larger than its kind can be."""


def write_atomic(path: Path, data: bytes) -> None:
    """Put *data* at *path* so that a crash or power cut leaves the old file or the new one.

    The data are on the disk before the name points at them. Missing folders are made.
    Raises OSError; the old file then stands as it was.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    # The process's number keeps two running copies from writing into one temporary file.
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with temporary.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except OSError:
        with contextlib.suppress(OSError):
            temporary.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Write the names in *folder* to the disk, where the system can do that to a folder."""
    with contextlib.suppress(OSError):  # Windows opens no folders; some disks sync none
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def read_limited(path: Path, limit: int) -> bytes:
    """Return the content of *path*, at most *limit* bytes. Raises OSError or TooLargeError."""
    with path.open("rb") as file:
        data = file.read(limit + 1)
    if len(data) > limit:
        raise TooLargeError(str(path))
    return data


def keep_aside(path: Path, moment: datetime) -> Path | None:
    """Rename the damaged *path* to a dated name beside it and return that, None where it fails.

    An older file kept aside is never overwritten.
    """
    stem = f"{path.stem}-damaged-{moment:%Y%m%d-%H%M%S}"
    target = path.with_name(stem + path.suffix)
    count = 1
    while target.exists():
        count += 1
        target = path.with_name(f"{stem}-{count}{path.suffix}")
    try:
        path.rename(target)
    except OSError:
        return None
    sync_folder(path.parent)
    return target


def remove_own_leftovers(path: Path) -> None:
    """Remove temporary files for *path*, which nobody else writes now."""
    with contextlib.suppress(OSError):
        for temporary in entries(path.parent, f".{path.name}.", ".tmp"):
            with contextlib.suppress(OSError):
                temporary.unlink()


def entries(folder: Path, beginning: str, end: str) -> list[Path]:
    """Return what lies in *folder* under a name with this *beginning* and *end*; raises OSError.

    The folder is looked at before the first picture, and a pattern of glob takes its time.
    """
    try:
        found = list(folder.iterdir())
    except (FileNotFoundError, NotADirectoryError):
        return []
    return [path for path in found if path.name.startswith(beginning) and path.name.endswith(end)]


def remove_leftovers(folder: Path, moment: datetime) -> None:
    """Remove temporary files of writings that a crash cut off long before *moment*."""
    oldest = moment.timestamp() - _LEFTOVER_AGE
    with contextlib.suppress(OSError):
        for path in entries(folder, ".", ".tmp"):
            with contextlib.suppress(OSError):
                if path.stat().st_mtime < oldest:
                    path.unlink()
