"""Dice that really tumble: height, bounces and spin, ending on the true value."""

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pygame import Rect, Surface

from game.ui.canvas import Canvas, Node, Sprite
from game.ui.cube import IDENTITY, Matrix, compose, draw_cube, faces_with, rotation
from game.ui.motion import Holdable, Motion
from game.ui.tween import clamp, ease_out, mix
from game.ui.widgets import Kit

FLIGHT_SECONDS = 0.74
_BOUNCES = ((0.0, 0.40, 1.25), (0.40, 0.68, 0.36), (0.68, 0.86, 0.10), (0.86, 0.95, 0.03))
"""Start, end (in shares of the flight) and height (in die sides) of each arc."""
FIRST_LANDING = _BOUNCES[0][1] * FLIGHT_SECONDS
_TICKS = 60
"""A turning die is drawn anew in every other of these parts of a second, its neighbours in the
others, so that no frame draws all four; place and shadow move in every frame."""


@dataclass(frozen=True, slots=True)
class Flight:
    """One die's way: never the same twice, always ending on *value* at *end*."""

    value: int
    start: tuple[float, float]
    end: tuple[float, float]
    side: int
    axis: tuple[float, float, float]
    turns: float
    drift: float
    """Turn about the vertical, in radians, that has died out at the end."""

    def place(self, share: float) -> tuple[float, float, float]:
        """Return (x, y, height) at *share* (0–1) of the flight; height in pixels."""
        along = ease_out(share)
        x = mix(self.start[0], self.end[0], along)
        y = mix(self.start[1], self.end[1], along)
        for begin, end, height in _BOUNCES:
            if begin <= share < end:
                within = (share - begin) / (end - begin)
                start = 0.5 if begin == 0 else 0.0  # the first arc starts in the hand, high up
                arc = 4 * (start + (1 - start) * within) * (1 - within) * (1 - start)
                return x, y, self.side * height * (arc if start == 0 else 2 * arc)
        return x, y, 0.0

    def turn(self, share: float) -> Matrix:
        """Return the rotation at *share* of the flight; none at the end."""
        left = (1 - clamp(share / 0.9)) ** 1.7
        if not left:
            return IDENTITY
        spin = rotation(self.axis, self.turns * math.tau * left)
        return compose(rotation((0, 0, 1), self.drift * left), spin)


def new_flight(chance: random.Random, value: int, start: tuple[float, float], box: Rect) -> Flight:
    """Return a flight of a die showing *value* from *start* into *box*."""
    heading = math.atan2(box.centery - start[1], box.centerx - start[0])
    heading += chance.uniform(-0.7, 0.7)
    axis = (math.sin(heading), -math.cos(heading), chance.uniform(-0.45, 0.45))
    return Flight(
        value,
        start,
        box.center,
        box.width,
        axis,
        chance.uniform(1.2, 1.9) * chance.choice((1, -1)),
        chance.uniform(-2.4, 2.4),
    )


def cast_shadow(kit: Kit, side: int, level: int) -> Surface:
    """Return the shadow of a die of *side* pixels at *level* 0 (on the ground) to 3."""
    blur = max(2, side // 12 + level * side // 14)
    return kit.art.shadow((side, side), side // 4, blur, 0.9 - 0.16 * level)


class ShadowNode(Node):
    """The shadow that a flying die throws: further, softer and paler the higher it is."""

    def __init__(self, kit: Kit, side: int) -> None:
        super().__init__(Rect(0, 0, 0, 0), z=19)
        self._kit = kit
        self._side = side
        self._image: Surface | None = None

    def cast(self, x: float, y: float, height: float) -> None:
        """Stand below a die at (x, y) that is *height* pixels high."""
        side = self._side
        self._image = cast_shadow(self._kit, side, min(3, round(2 * height / side)))
        away = height * 0.35
        area = self._image.get_rect(center=(round(x + away * 0.6), round(y + side / 20 + away)))
        if area != self.area:
            self.move(area)

    def draw(self, target: Surface) -> None:
        """Paint the shadow."""
        if self._image is not None:
            target.blit(self._image, self.area)


class Tumble(Motion):
    """A die flies in, bounces, spins and comes to rest."""

    def __init__(
        self,
        kit: Kit,
        flight: Flight,
        *,
        delay: float = 0.0,
        phase: int = 0,
        holds: Sequence[Holdable] = (),
        on_landing: Callable[[], None],
    ) -> None:
        """Take turns by *phase*, 0 or 1, with other dice that fly at the same time."""
        super().__init__(
            FLIGHT_SECONDS, delay=delay, holds=holds, cues=((FIRST_LANDING, on_landing),)
        )
        self._flight = flight
        self._faces = faces_with(flight.value)
        self._shadow = ShadowNode(kit, flight.side)
        self._sprite = Sprite(z=20)
        self._image: Surface | None = None
        self._phase = phase
        self._drawn_tick = -1

    def begin(self, canvas: Canvas) -> None:
        """Put die and shadow on *canvas*."""
        super().begin(canvas)
        canvas.add(self._shadow)
        canvas.add(self._sprite)

    def pose(self, age: float) -> None:
        """Place the die in the air."""
        share = age / self.duration
        x, y, height = self._flight.place(share)
        tick = int((age + self.delay) * _TICKS)
        is_turn = tick != self._drawn_tick and tick % 2 == self._phase
        if self._image is None or is_turn:
            larger = 1 + 0.12 * height / self._flight.side
            side = round(self._flight.side * larger)
            self._image = draw_cube(side, self._flight.turn(share), self._faces)
            self._drawn_tick = tick
        self._shadow.cast(x, y, height)
        self._sprite.pose(self._image, (x, y - height * 0.5))

    def end(self, canvas: Canvas) -> None:
        """Take die and shadow off."""
        super().end(canvas)
        canvas.remove(self._shadow)
        canvas.remove(self._sprite)


class Glide(Motion):
    """A die glides from one place to another, tipping a little, and settles."""

    SECONDS = 0.2

    def __init__(
        self,
        kit: Kit,
        value: int,
        start: Rect,
        end: Rect,
        *,
        delay: float = 0.0,
        holds: Sequence[Holdable] = (),
        on_arrival: Callable[[], None] = lambda: None,
    ) -> None:
        """Change the die's size from *start*'s to *end*'s on the way."""
        super().__init__(
            self.SECONDS, delay=delay, holds=holds, cues=((self.SECONDS * 0.7, on_arrival),)
        )
        self._kit = kit
        self._value = value
        self._start, self._end = start, end
        self._faces = faces_with(value)
        self._shadow = ShadowNode(kit, end.width)
        self._sprite = Sprite(z=20)

    def begin(self, canvas: Canvas) -> None:
        """Put die and shadow on *canvas*."""
        super().begin(canvas)
        canvas.add(self._shadow)
        canvas.add(self._sprite)

    def pose(self, age: float) -> None:
        """Place the die on its way."""
        share = age / self.duration
        back = 1.3
        left = clamp(share) - 1
        along = 1 + (back + 1) * left**3 + back * left**2
        x = mix(self._start.centerx, self._end.centerx, along)
        y = mix(self._start.centery, self._end.centery, along)
        side = round(mix(self._start.width, self._end.width, clamp(share)))
        height = math.sin(math.pi * clamp(share)) * side * 0.35
        lean = math.sin(math.pi * clamp(share)) * 0.4
        dx, dy = self._end.centerx - self._start.centerx, self._end.centery - self._start.centery
        turn = rotation((-dy, dx, 0), lean) if dx or dy else IDENTITY
        self._shadow.cast(x, y, height)
        self._sprite.pose(draw_cube(side, turn, self._faces), (x, y - height * 0.5))

    def end(self, canvas: Canvas) -> None:
        """Take die and shadow off."""
        super().end(canvas)
        canvas.remove(self._shadow)
        canvas.remove(self._sprite)
