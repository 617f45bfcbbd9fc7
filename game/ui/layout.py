"""Dividing the window into boxes, from its real pixels."""

from collections.abc import Sequence
from dataclasses import dataclass

from pygame import Rect


def rows(box: Rect, weights: Sequence[float], gap: int = 0) -> list[Rect]:
    """Divide *box* from top to bottom by *weights*, with *gap* pixels between."""
    edges = _edges(box.height, weights, gap)
    return [Rect(box.x, box.y + start, box.width, end - start) for start, end in edges]


def columns(box: Rect, weights: Sequence[float], gap: int = 0) -> list[Rect]:
    """Divide *box* from left to right by *weights*, with *gap* pixels between."""
    edges = _edges(box.width, weights, gap)
    return [Rect(box.x + start, box.y, end - start, box.height) for start, end in edges]


def grid(box: Rect, across: int, down: int, gap: int = 0) -> list[Rect]:
    """Divide *box* into equal cells, in reading order."""
    lines = rows(box, [1] * down, gap)
    return [cell for line in lines for cell in columns(line, [1] * across, gap)]


def centred(size: tuple[int, int], box: Rect) -> Rect:
    """Return a box of *size* in the middle of *box*."""
    result = Rect((0, 0), size)
    result.center = box.center
    return result


def inset(box: Rect, by: int, by_y: int | None = None) -> Rect:
    """Return *box* with *by* pixels less on each side (*by_y* above and below)."""
    return box.inflate(-2 * by, -2 * (by if by_y is None else by_y))


def _edges(length: int, weights: Sequence[float], gap: int) -> list[tuple[int, int]]:
    room = max(0, length - gap * (len(weights) - 1))
    total = sum(weights) or 1
    edges = []
    before = 0.0
    for index, weight in enumerate(weights):
        start = round(room * before / total) + gap * index
        before += weight
        edges.append((start, round(room * before / total) + gap * index))
    return edges


SMALLEST = 11
"""Font size in pixels below which nothing is written that a player needs."""


@dataclass(frozen=True, slots=True)
class Metrics:
    """Sizes for one window: a unit that follows the window, and text that follows the setting."""

    width: int
    height: int
    text_percent: int = 100

    @property
    def is_portrait(self) -> bool:
        """Whether things stand below each other rather than side by side."""
        return self.height > self.width

    @property
    def screen(self) -> Rect:
        """The whole window."""
        return Rect(0, 0, self.width, self.height)

    @property
    def unit(self) -> float:
        """Pixels of one unit: 1 in a window of 1920×1080 or 1080×1920.

        A window that is nearer to a square has more room for the same length, so more of its
        short side counts.
        """
        long, short = max(self.width, self.height) / 1920, min(self.width, self.height) / 1080
        return min(short, (long + short) / 2)

    def px(self, units: float) -> int:
        """Return *units* in pixels, at least 1."""
        return max(1, round(units * self.unit))

    def edge(self, width: int) -> int:
        """Return the width of a line that is *width* pixels at 1080 lines, and never less."""
        return max(width, self.px(width))

    def text(self, units: float) -> int:
        """Return the font size of *units* in pixels; never too small to read."""
        return round(max(units * self.unit, 11 + units / 6) * self.text_percent / 100)

    @property
    def margin(self) -> int:
        """Distance of contents from the window's edges."""
        return self.px(48)

    @property
    def gap(self) -> int:
        """Distance between things that belong together."""
        return self.px(20)

    @property
    def touch(self) -> int:
        """The least side of whatever is tapped: a tenth of the short side."""
        return min(self.width, self.height) // 10
