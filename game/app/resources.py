"""Finding the program's own data: in a checkout, in an installed wheel, in a frozen program."""

import sys
from pathlib import Path


def data_folder() -> Path:
    """Return the folder that holds `assets` and `sounds`."""
    package = Path(__file__).resolve().parent.parent
    frozen = getattr(sys, "_MEIPASS", None)
    candidates = [Path(frozen) / "game" / "_data"] if frozen else []
    candidates += [package / "_data", package.parent]
    for folder in candidates:
        if (folder / "assets").is_dir():
            return folder
    raise FileNotFoundError(
        f"The game's pictures are missing: there is no folder 'assets' in {candidates[-1]}. "
        "Install the game again."
    )
