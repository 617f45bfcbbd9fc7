"""The ring that points at what the tutorial speaks of."""

import math

from pygame import Rect, Surface

from game.ui.canvas import Node, faded
from game.ui.layout import Metrics
from game.ui.widgets import Kit

_PULSES = 4
_PULSE_SECONDS = 1.2
_LEVELS = 8
"""A pulse is drawn in so many steps, each cached: a ring never costs much."""


def reach(metrics: Metrics) -> int:
    """Return how far a ring stands off what it goes round, and its echo off the ring, in pixels."""
    return max(6, metrics.px(16))


class Ring(Node):
    """A ring round a box: it pulses a few times, then stands still, so the processor rests."""

    def __init__(self, kit: Kit, box: Rect) -> None:
        """Put the ring round *box*."""
        self._reach = reach(kit.metrics)
        super().__init__(box.inflate(4 * self._reach, 4 * self._reach), z=9)
        self._kit = kit
        self._box = box
        self._age = 0.0
        self._level = 0

    def advance(self, dt: float) -> None:
        """Go on pulsing by *dt* seconds."""
        self._age += dt
        share = self._age / _PULSE_SECONDS
        wave = (1 - math.cos(2 * math.pi * share)) / 2 if share < _PULSES else 0.0
        level = round(wave * _LEVELS)
        if level != self._level:
            self._level = level
            self.changed()

    def draw(self, target: Surface) -> None:
        """Paint the ring, and an echo of it that swells and fades."""
        art, reach = self._kit.art, self._reach
        width = max(4, reach // 2)
        radius = min(self._box.width, self._box.height) // 6 + reach
        colour = art.theme.focus
        around = self._box.inflate(reach + width, reach + width)
        under = (0, 0, 0) if sum(colour) > 3 * 128 else (255, 255, 255)
        target.blit(art.outline(around.size, under, radius, width + 3), around)
        target.blit(art.outline(around.size, colour, radius, width), around)
        if not self._level:
            return
        share = self._level / _LEVELS
        echo = around.inflate(round(2 * reach * share), round(2 * reach * share))
        key = ("echo", echo.size, colour, radius, width, self._level)
        glow = art.cached(
            key, lambda: faded(art.outline(echo.size, colour, radius + reach, width), 1 - share / 2)
        )
        target.blit(glow, echo)
