"""Sparks, dust and embers: many small lights whose paths are pure functions of time."""

import math
import random
from collections.abc import Callable
from typing import NamedTuple

from pygame import Rect, Surface

from game.ui.art import Art
from game.ui.canvas import Canvas, Node
from game.ui.motion import Motion
from game.ui.theme import Colour


class Particle(NamedTuple):
    """One light: thrown from (x, y) with (vx, vy) pixels a second, pulled by *fall*."""

    x: float
    y: float
    vx: float
    vy: float
    fall: float
    drag: float
    born: float
    life: float
    size: int
    colour: Colour

    def at(self, age: float) -> tuple[float, float, float] | None:
        """Return place and brightness (0–1) at *age* seconds of the burst, or None."""
        t = age - self.born
        if not 0 <= t < self.life:
            return None
        slowed = (1 - math.exp(-self.drag * t)) / self.drag if self.drag else t
        share = t / self.life
        brightness = (1 - share) ** 1.5 if share > 0.1 else share * 10
        return (
            self.x + self.vx * slowed,
            self.y + self.vy * slowed + self.fall * t * t / 2,
            brightness,
        )


class Spark(Node):
    """A particle on the canvas."""

    def __init__(self, z: float) -> None:
        super().__init__(Rect(0, 0, 0, 0), z)
        self._image: Surface | None = None

    def light(self, art: Art, particle: Particle, age: float) -> None:
        """Show *particle* as it is at *age*."""
        state = particle.at(age)
        if state is None:
            if self._image is not None:
                self.changed()
                self._image = None
            return
        x, y, brightness = state
        image = art.spark(particle.size, particle.colour, round(255 * brightness))
        area = image.get_rect(center=(round(x), round(y)))
        if image is not self._image or area != self.area:
            self._image = image
            self.move(area)

    def draw(self, target: Surface) -> None:
        """Paint the light."""
        if self._image is not None:
            target.blit(self._image, self.area)


class Burst(Motion):
    """Particles that are thrown once."""

    def __init__(
        self,
        art: Art,
        particles: list[Particle],
        *,
        delay: float = 0.0,
        z: float = 30,
        cue: Callable[[], None] | None = None,
    ) -> None:
        """*cue* is called when the burst begins."""
        duration = max((p.born + p.life for p in particles), default=0.0)
        super().__init__(duration, delay=delay, cues=((0.0, cue),) if cue else ())
        self._art = art
        self._particles = particles
        self._sparks = [Spark(z) for _ in particles]

    def begin(self, canvas: Canvas) -> None:
        """Put the lights on *canvas*."""
        super().begin(canvas)
        for spark in self._sparks:
            canvas.add(spark)

    def pose(self, age: float) -> None:
        """Move each light along its path."""
        for spark, particle in zip(self._sparks, self._particles, strict=True):
            spark.light(self._art, particle, age)

    def end(self, canvas: Canvas) -> None:
        """Take the lights off."""
        super().end(canvas)
        for spark in self._sparks:
            canvas.remove(spark)


def puff(
    chance: random.Random, centre: tuple[float, float], size: float, colour: Colour, count: int
) -> list[Particle]:
    """Return dust that spreads from *centre* over about *size* pixels."""
    result = []
    for _ in range(count):
        angle = chance.uniform(0, math.tau)
        speed = size * chance.uniform(0.8, 2.6)
        result.append(
            Particle(
                centre[0] + math.cos(angle) * size * 0.3,
                centre[1] + math.sin(angle) * size * 0.22,
                math.cos(angle) * speed,
                math.sin(angle) * speed * 0.6 - size * 0.2,
                0,
                4.0,
                chance.uniform(0, 0.04),
                chance.uniform(0.25, 0.5),
                max(3, round(size * chance.uniform(0.1, 0.3))),
                colour,
            )
        )
    return result


def fountain(
    chance: random.Random,
    area: Rect,
    unit: float,
    colours: tuple[Colour, ...],
    count: int,
    *,
    spread: float = 0.5,
    rise: float = 520,
    life: float = 1.2,
) -> list[Particle]:
    """Return sparks that rise from *area* and fall; *unit* is pixels per design unit."""
    result = []
    for _ in range(count):
        speed = chance.uniform(0.35, 1) * rise * unit
        angle = -math.pi / 2 + chance.uniform(-spread, spread)
        result.append(
            Particle(
                chance.uniform(area.left, area.right),
                chance.uniform(area.top, area.bottom),
                math.cos(angle) * speed,
                math.sin(angle) * speed,
                520 * unit,
                0.6,
                chance.uniform(0, life * 0.35),
                life * chance.uniform(0.45, 1),
                max(3, round(chance.uniform(5, 13) * unit)),
                chance.choice(colours),
            )
        )
    return result
