"""What the events of a game look like besides the dice: lines of light, rubble, tremors, chips."""

import math
import random
from collections.abc import Callable, Sequence

import pygame
from pygame import Rect, Surface

from game.ui.canvas import Canvas, Sprite, faded
from game.ui.motion import Holdable, Motion
from game.ui.particles import Particle
from game.ui.tween import clamp, ease_in, ease_in_out, ease_out, mix, overshoot, pulse
from game.ui.widgets import Kit
from game.views.magdagdon.cells import ruin_picture, stone_picture


class SpriteMotion(Motion):
    """A motion of one or more sprites."""

    def __init__(
        self,
        duration: float,
        heights: Sequence[float],
        *,
        delay: float = 0.0,
        holds: Sequence[Holdable] = (),
        cues: Sequence[tuple[float, Callable[[], None]]] = (),
        is_solid: bool = False,
    ) -> None:
        """*heights* gives the z of each sprite; pictures of solid ones have no alpha."""
        super().__init__(duration, delay=delay, holds=holds, cues=cues)
        self.sprites = [Sprite(z, is_solid=is_solid) for z in heights]

    def begin(self, canvas: Canvas) -> None:
        """Put the sprites on *canvas*."""
        super().begin(canvas)
        for sprite in self.sprites:
            canvas.add(sprite)

    def end(self, canvas: Canvas) -> None:
        """Take the sprites off."""
        super().end(canvas)
        for sprite in self.sprites:
            canvas.remove(sprite)


class LineLight(SpriteMotion):
    """Light runs along a line that has been completed."""

    SECONDS = 0.5

    def __init__(
        self,
        kit: Kit,
        cells: Sequence[Rect],
        colour: tuple[int, int, int],
        *,
        delay: float,
        on_start: Callable[[], None],
    ) -> None:
        """*cells* are the line's four cells in order."""
        super().__init__(self.SECONDS, [15] * len(cells), delay=delay, cues=((0.0, on_start),))
        self._cells = cells
        self._lights = [
            run_light(kit, cells[0].width, colour, level) for level in range(RUN_LEVELS)
        ]

    def pose(self, age: float) -> None:
        """Light each cell as the light comes by."""
        run = age / self.duration * 1.75
        for index, (sprite, cell) in enumerate(zip(self.sprites, self._cells, strict=True)):
            level = pulse((run - index * 0.25) / 0.9) if run > index * 0.25 else 0.0
            step = round(level * (RUN_LEVELS - 1))
            sprite.pose(self._lights[step] if step else None, cell.center)


RUN_LEVELS = 6


def run_light(kit: Kit, side: int, colour: tuple[int, int, int], level: int) -> Surface:
    """Return the light over a cell of *side* pixels at *level* 0 to RUN_LEVELS − 1."""
    glow = kit.art.glow((side, side), side // 8, side // 10, colour, 0.75)
    key = ("run light", side, colour, level)
    return kit.art.cached(key, lambda: faded(glow, level / (RUN_LEVELS - 1) * 0.8))


class FlyingBonus(SpriteMotion):
    """A bonus pops up on its line and flies into the score."""

    SECONDS = 0.95

    def __init__(
        self,
        kit: Kit,
        text: str,
        start: tuple[int, int],
        end: tuple[int, int],
        *,
        delay: float,
    ) -> None:
        """*text* is what the bonus is worth, as `+60`."""
        super().__init__(self.SECONDS, [28], delay=delay)
        self._start, self._end = start, end
        chip = value_chip(kit, text, 44)
        self._sizes = [
            pygame.transform.smoothscale(
                chip, (max(1, chip.get_width() * n // 8), max(1, chip.get_height() * n // 8))
            )
            for n in range(1, 10)
        ]

    def pose(self, age: float) -> None:
        """Pop, rest, fly."""
        share = age / self.duration
        size = overshoot(share / 0.3, 2.0) if share < 0.3 else 1.0
        way = ease_in_out((share - 0.45) / 0.55)
        size *= 1 - 0.45 * way
        step = min(8, max(0, round(size * 8) - 1))
        x = mix(self._start[0], self._end[0], way)
        y = mix(self._start[1], self._end[1], way) - math.sin(math.pi * way) * 60
        self.sprites[0].pose(self._sizes[step], (x, y))


class Crumble(SpriteMotion):
    """A stone cracks, trembles, and falls into the rubble of a ruin."""

    SECONDS = 0.95
    FALL = 0.42

    def __init__(
        self,
        kit: Kit,
        cell: int,
        box: Rect,
        *,
        holds: Sequence[Holdable],
        on_crack: Callable[[], None],
        on_fall: Callable[[], None],
        delay: float = 0.0,
    ) -> None:
        """*cell* says which ruin it becomes."""
        super().__init__(
            self.SECONDS,
            [14, 16],
            delay=delay,
            holds=holds,
            cues=((0.0, on_crack), (self.FALL, on_fall)),
        )
        self._kit = kit
        self._cell = cell
        self._box = box

    def pose(self, age: float) -> None:
        """Crack, tremble, fall."""
        x, y = self._box.center
        side = self._box.width
        crack, ruin = self.sprites
        if age < self.FALL:
            stage = min(2, int(age / self.FALL * 3))
            tremble = 1 + stage
            shake = math.sin(age * 95) * tremble
            crack.pose(self._kit.art.picture(f"crack_{stage + 1}", (side, side)), (x + shake, y))
            ruin.pose(None)
            return
        fall = (age - self.FALL) / (self.SECONDS - self.FALL)
        step = min(9, int(ease_out(fall * 1.6) * 10))
        art = self._kit.art
        whole = ruin_picture(self._kit, self._cell, side)
        risen = art.cached(("risen", whole, step), lambda: _risen(whole, (step + 1) / 10))
        ruin.pose(risen, (x, y))
        shard = int(clamp(fall * 2.2) * _SHARD_STEPS)
        if shard >= _SHARD_STEPS:
            crack.pose(None)
            return
        stone = stone_picture(self._kit, (side, side))
        broken = art.cached(("shards", stone, shard), lambda: _shards(stone, shard))
        crack.pose(broken, (x, y + ease_in(fall) * side * 0.3))


_SHARD_STEPS = 5


def _shards(stone: Surface, step: int) -> Surface:
    """Return *stone* breaking into blocks that fall apart and fade, at *step* 0–4."""
    pieces = 3
    side = stone.get_width()
    edge = side // pieces
    spread = step * side // 40
    sheet = Surface((side + side // 3, side + side // 3), pygame.SRCALPHA)
    offset = side // 6
    for row in range(pieces):
        for column in range(pieces):
            part = stone.subsurface((column * edge, row * edge, edge, edge))
            turned = pygame.transform.rotozoom(
                part, (column - 1) * step * -9 + (row - 1) * step * 5, 1 - step * 0.11
            )
            middle = (
                offset + column * edge + edge // 2 + (column - 1) * spread,
                offset + row * edge + edge // 2 + (row + 1) * spread // 2,
            )
            sheet.blit(turned, turned.get_rect(center=middle))
    return faded(sheet, 1 - step * 0.17)


def _risen(ruin: Surface, share: float) -> Surface:
    """Return *ruin* heaped up by *share*: squeezed to its ground, and paler."""
    width, height = ruin.get_size()
    tall = max(1, round(height * (0.55 + 0.45 * share)))
    squeezed = pygame.transform.smoothscale(ruin, (width, tall))
    sheet = Surface((width, height), pygame.SRCALPHA)
    sheet.blit(squeezed, (0, height - tall))
    return faded(sheet, min(1.0, 0.25 + share))


def rubble(
    chance: random.Random, box: Rect, colours: Sequence[tuple[int, int, int]]
) -> list[Particle]:
    """Return splinters thrown up where a stone breaks."""
    result = []
    for _ in range(14):
        angle = chance.uniform(-math.pi, 0)
        speed = box.width * chance.uniform(0.8, 2.4)
        result.append(
            Particle(
                chance.uniform(box.left + box.width * 0.2, box.right - box.width * 0.2),
                box.centery,
                math.cos(angle) * speed,
                math.sin(angle) * speed,
                box.width * 7,
                0.8,
                0.0,
                chance.uniform(0.35, 0.7),
                max(4, round(box.width * chance.uniform(0.05, 0.12))),
                chance.choice(list(colours)),
            )
        )
    return result


class Shake(SpriteMotion):
    """The board trembles once and comes to rest."""

    TREMBLE = 0.4
    STRIPS = 4
    """Parts in which the picture makes way for the board: in a large window, to paint all of the
    board takes more than a frame's time."""
    SECONDS = TREMBLE + STRIPS / 60

    def __init__(self, picture: Surface, area: Rect, reach: int) -> None:
        """*picture* is the board as it stands; *reach* in pixels, 6 at most."""
        super().__init__(self.SECONDS, [12], is_solid=True)
        height = area.height // self.STRIPS
        rests = [
            Rect(0, at * height, area.width, area.height - at * height) for at in range(self.STRIPS)
        ]
        self._left = [(picture.subsurface(rest), rest.move(area.topleft)) for rest in rests]
        self._reach = reach

    def pose(self, age: float) -> None:
        """Tremble, dying out; then give the board back from above."""
        left = (1 - min(1.0, age / self.TREMBLE)) ** 1.5
        dx = math.sin(age * 62) * self._reach * left
        dy = math.cos(age * 49) * self._reach * left * 0.6
        gone = max(0, math.floor((age - self.TREMBLE) * 60))
        picture, area = self._left[min(gone, self.STRIPS - 1)]
        self.sprites[0].pose(picture, (area.centerx + round(dx), area.centery + round(dy)))


class Drop(SpriteMotion):
    """A panel falls into its place and bounces a little."""

    SECONDS = 0.42

    def __init__(self, picture: Surface, area: Rect, holds: Sequence[Holdable]) -> None:
        """*picture* is the panel as it will stand in *area*; *holds* are what it is made of."""
        # The board is at rest again by then: to paint it and this in one frame costs too much.
        super().__init__(self.SECONDS, [40], holds=holds, delay=Shake.SECONDS, is_solid=True)
        self._picture = picture
        self._area = area

    def pose(self, age: float) -> None:
        """Fall from above."""
        along = overshoot(age / self.duration, 0.9)
        away = (1 - along) * self._area.height * 0.16
        self.sprites[0].pose(self._picture, (self._area.centerx, self._area.centery - round(away)))


class Appear(SpriteMotion):
    """A picture fades in where it belongs: what reduced motion shows in place of all else."""

    SECONDS = 0.16

    def __init__(
        self,
        image: Surface,
        centre: tuple[int, int],
        *,
        holds: Sequence[Holdable] = (),
        on_start: Callable[[], None] = lambda: None,
        delay: float = 0.0,
    ) -> None:
        """Let *holds* hide what the picture stands for."""
        super().__init__(self.SECONDS, [20], delay=delay, holds=holds, cues=((0.0, on_start),))
        self._levels = [faded(image, n / 5) for n in range(1, 6)]
        self._centre = centre

    def pose(self, age: float) -> None:
        """Fade in."""
        step = min(4, int(age / self.duration * 5))
        self.sprites[0].pose(self._levels[step], self._centre)


class Shimmer(SpriteMotion):
    """A rose light passes over a die whose value changes."""

    SECONDS = 0.5

    def __init__(
        self,
        kit: Kit,
        old: int,
        new: int,
        box: Rect,
        *,
        holds: Sequence[Holdable],
        delay: float = 0.0,
    ) -> None:
        """Change the face from *old* to *new* in the middle of the light."""
        super().__init__(self.SECONDS, [20, 19], delay=delay, holds=holds)
        self._box = box
        rose = kit.art.theme.rose.top
        faces = [kit.art.die(old, box.width), kit.art.die(new, box.width)]
        self._frames = []
        for step in range(9):
            face = faces[step > 4].copy()
            light = tuple(round(c * 0.55 * pulse(step / 8)) for c in rose)
            face.fill(light, special_flags=pygame.BLEND_RGB_ADD)
            self._frames.append(face)
        glow = kit.art.glow(box.size, box.width // 6, box.width // 5, rose)
        self._glows = [faded(glow, pulse(step / 8)) for step in range(9)]

    def pose(self, age: float) -> None:
        """Brighten, change, darken."""
        step = min(8, round(age / self.duration * 8))
        lift = pulse(age / self.duration) * self._box.height * 0.08
        centre = (self._box.centerx, self._box.centery - lift)
        self.sprites[0].pose(self._frames[step], centre)
        self.sprites[1].pose(self._glows[step], centre)


def value_chip(kit: Kit, text: str, units: float) -> Surface:
    """Return a gold chip that says *text*."""
    theme = kit.art.theme
    px = kit.metrics.text(units)
    words = kit.fonts.render(text, px, theme.gold.text, bold=True)
    size = (words.get_width() + px, max(words.get_height(), round(px * 1.5)))
    chip = kit.panel(size, theme.gold, size[1] // 2).copy()
    chip.blit(words, words.get_rect(center=(size[0] // 2, size[1] // 2)))
    return chip
