"""What the player should be told about the files of the game, as codes."""

from enum import Enum
from pathlib import Path
from typing import NamedTuple


class NoticeCode(Enum):
    """What happened to a file."""

    SAVE_DAMAGED = "the saved game could not be read and was kept aside"
    SAVE_RECOVERED = "the saved game was damaged and goes on from what could be read of it"
    SAVE_IN_USE = "another running copy of the game owns the saved game"
    SAVE_UNREADABLE = "the saved game could not be opened"
    SCORES_DAMAGED = "the scores could not be read wholly; the file was kept aside"
    SCORES_NEWER = "the scores were written by a newer version and are left alone"
    SCORES_UNAVAILABLE = "the scores could not be opened; a finished game waits in a file"
    SETTINGS_DAMAGED = "the settings could not be read and were kept aside"
    SETTINGS_UNREADABLE = "the settings could not be opened"
    SETTING_WRONG = "a setting had no possible value; the usual one is used"
    CANNOT_SAVE = "the game could not be saved"
    CANNOT_SAVE_SETTINGS = "the settings could not be saved"


class Notice(NamedTuple):
    """One thing to tell: what, where a damaged file now lies, and what it is about."""

    code: NoticeCode
    path: Path | None = None
    """The file kept aside, or the one that could not be used."""
    subject: str = ""
    """The setting, where it is about one."""
