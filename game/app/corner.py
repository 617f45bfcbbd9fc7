"""A long press in a corner: what calls for the operator's PIN."""

from pygame import Rect

from game.ui.input import Cancel, Down, Gesture, Move, Point, Up

HOLD_SECONDS = 3.0


class CornerPress:
    """Watches gestures for one that holds still in a corner of the picture."""

    def __init__(self) -> None:
        self._since: float | None = None
        self._zone = Rect(0, 0, 0, 0)

    def watch(self, gesture: Gesture, size: tuple[int, int], side: int, now: float) -> None:
        """Take *gesture* on a picture of *size*, whose corners are *side* pixels wide."""
        match gesture:
            case Down(at):
                self._zone = _corner(at, size, side)
                self._since = now if self._zone else None
            case Move(at) if not self._zone.collidepoint(at):
                self._since = None
            case Up() | Cancel():
                self._since = None

    def is_complete(self, now: float) -> bool:
        """Tell, once, that a corner has been held for long enough."""
        if self._since is None or now - self._since < HOLD_SECONDS:
            return False
        self._since = None
        return True


def _corner(at: Point, size: tuple[int, int], side: int) -> Rect:
    """Return the corner that *at* is in, or an empty box."""
    far_x, far_y = size[0] - side, size[1] - side
    for x in (0, far_x):
        for y in (0, far_y):
            zone = Rect(x, y, side, side)
            if zone.collidepoint(at):
                return zone
    return Rect(0, 0, 0, 0)
