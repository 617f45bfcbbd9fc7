"""Where the player's data lie on this machine."""

import os
from pathlib import Path

APP_NAME = "magdagdon"


def data_folder(chosen: Path | None = None) -> Path:
    """Return the folder for saved game, scores and settings: *chosen*, or the system's usual one.

    The folder need not exist; whoever writes makes it. Where the system knows no home, the answer
    is a folder that can't exist, so that saving fails in the ordinary way and the game plays on.
    """
    if chosen is not None:
        try:
            return chosen.absolute()
        except OSError:  # the working folder itself is gone
            return chosen
    import platformdirs  # noqa: PLC0415 - a folder that was chosen does without

    usual = platformdirs.user_data_path(APP_NAME, appauthor=False, roaming=False)
    return usual if usual.is_absolute() else Path(os.devnull).absolute() / APP_NAME
