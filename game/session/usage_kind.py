"""What is counted of a public machine's use."""

from enum import Enum


class UsageKind(Enum):
    """What is counted."""

    VISIT = "visit"
    """Somebody touched a machine that was waiting."""
    STARTED = "started"
    FINISHED = "finished"
    DROPPED = "dropped"
    """A game whose player went away."""
