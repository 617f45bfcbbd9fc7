"""What can be wrong with the scores; told without the database, which loads more slowly."""

from enum import Enum
from pathlib import Path


class ScoresFault(Enum):
    """Why the scores can't be used."""

    NEWER = "written by a newer version"
    DAMAGED = "not a readable database"
    UNAVAILABLE = "can't be opened, read or written"


class ScoresError(Exception):
    """The scores can't be used; *fault* says why, *path* where they lie."""

    def __init__(self, fault: ScoresFault, path: Path) -> None:
        super().__init__(f"{path}: {fault.value}")
        self.fault = fault
        self.path = path
