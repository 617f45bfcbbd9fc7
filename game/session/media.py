"""Where a USB stick or a memory card appears on each system."""

import os
import string
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

_LINUX = (Path("/media"), Path("/run/media"))
_MAC = Path("/Volumes")


if sys.platform == "win32":
    import ctypes

    _REMOVABLE = 2

    def _media() -> list[Path]:
        drives = [Path(f"{letter}:{os.sep}") for letter in string.ascii_uppercase]
        kind = ctypes.windll.kernel32.GetDriveTypeW
        return [drive for drive in drives if kind(str(drive)) == _REMOVABLE]

elif sys.platform == "darwin":

    def _media() -> list[Path]:
        return mounted_below([_MAC], is_there=lambda path: not _is_same(path, Path("/")))

else:

    def _media() -> list[Path]:
        return mounted_below(_LINUX)


def removable_media() -> list[Path]:
    """Return the folders of removable media that are mounted now, in order of their names."""
    return _media()


def mounted_below(
    roots: Iterable[Path], is_there: Callable[[Path], bool] = os.path.ismount
) -> list[Path]:
    """Return the folders at most two levels below *roots* for which *is_there* holds.

    Linux has them in a folder of the user's, older systems directly below the root.
    """
    found: list[Path] = []
    for root in roots:
        for path in _folders(root):
            if is_there(path):
                found.append(path)
            else:
                found += [below for below in _folders(path) if is_there(below)]
    return sorted(found)


def _folders(path: Path) -> list[Path]:
    with suppress(OSError):  # not there, or another user's
        return [below for below in path.iterdir() if below.is_dir()]
    return []


def _is_same(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except OSError:
        return True
