"""The loop: real time in, steps of fixed length out, and frames only where something changed."""

STEP = 1 / 120
"""Length of a step in seconds."""
LONGEST_FRAME = 0.1
"""A frame that took longer (a window drag, a sleeping laptop) counts as this."""
ACTIVE_RATE = 60
IDLE_RATE = 20
"""Frames a second while something moves, and after a second of stillness."""
STILL_SECONDS = 1.0


class Stepper:
    """Turns frames of any length into steps of fixed length."""

    def __init__(self) -> None:
        self._left = 0.0
        self.now = 0.0
        """Seconds of the game's own time."""

    def advance(self, dt: float) -> int:
        """Return how many steps *dt* seconds make, with what was left over before."""
        self._left += min(max(dt, 0.0), LONGEST_FRAME)
        steps = int(self._left / STEP)
        self._left -= steps * STEP
        self.now += steps * STEP
        return steps

    @property
    def ahead(self) -> float:
        """Seconds that have passed since the last whole step."""
        return self._left


class Pace:
    """Chooses the frame rate: quick while something happens, slow after a second of stillness."""

    def __init__(self) -> None:
        self._still = 0.0

    def rate(self, is_busy: bool, dt: float) -> int:
        """Return the rate for the next frame; *dt* is what the last one took."""
        self._still = 0.0 if is_busy else self._still + dt
        return ACTIVE_RATE if self._still < STILL_SECONDS else IDLE_RATE
