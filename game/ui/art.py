"""The game's pictures: vector art and panels, rasterised at the exact size used, and cached."""

import io
import math
from collections import OrderedDict
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pygame
from pygame import Rect, Surface

from game.ui.theme import Colour, Fill, Theme, blend

_CACHE_SHARE = 3.0
"""What the cache may hold, in pictures as large as the window."""
_LEAST_CACHE_BYTES = 12 * 2**20


class Art:
    """Pictures for one theme. Every picture handed out is shared: copy before changing it."""

    def __init__(self, folder: Path, theme: Theme) -> None:
        """Take the SVG files from *folder*."""
        self._folder = folder
        self.theme = theme
        self._cache: OrderedDict[tuple[object, ...], Surface] = OrderedDict()
        self._bytes = 0
        self._room = _LEAST_CACHE_BYTES
        self._background: tuple[tuple[int, int], Surface] | None = None

    def use(self, theme: Theme) -> None:
        """Change to *theme*; what was rasterised for another is let go."""
        self.theme = theme
        self._cache.clear()
        self._bytes = 0
        self._background = None

    def cached(self, key: tuple[object, ...], make: Callable[[], Surface]) -> Surface:
        """Return the picture under *key*, made by *make* where it is not there yet."""
        found = self._cache.get(key)
        if found is not None:
            self._cache.move_to_end(key)
            return found
        picture = make()
        self._cache[key] = picture
        self._bytes += picture.get_width() * picture.get_height() * 4
        while self._bytes > self._room and len(self._cache) > 1:
            _, old = self._cache.popitem(last=False)
            self._bytes -= old.get_width() * old.get_height() * 4
        return picture

    def picture(self, name: str, size: tuple[int, int], tint: Colour | None = None) -> Surface:
        """Return `name.svg` at *size*; with *tint* in that one colour.

        A box that a far too small window leaves no room gets a picture of one pixel.
        """
        size = max(1, size[0]), max(1, size[1])

        def make() -> Surface:
            drawn = pygame.image.load_sized_svg(self._folder / f"{name}.svg", size)
            drawn = drawn.convert_alpha()
            if tint is not None:
                drawn.fill((0, 0, 0), special_flags=pygame.BLEND_RGB_MULT)
                drawn.fill(tint, special_flags=pygame.BLEND_RGB_ADD)
            return drawn

        return self.cached(("picture", name, size, tint), make)

    def die(self, value: int, size: int) -> Surface:
        """Return the face of *value*, seen from above, *size* pixels square."""
        return self.picture(f"die_{value}", (size, size))

    def shade(self, name: str, size: int, brightness: float, alpha: float = 1.0) -> Surface:
        """Return square art *name*, darkened and seen through."""

        def make() -> Surface:
            copy = self.picture(name, (size, size)).copy()
            light = round(255 * brightness)
            copy.fill(
                (light, light, light, round(255 * alpha)), special_flags=pygame.BLEND_RGBA_MULT
            )
            return copy

        return self.cached(("shade", name, size, brightness, alpha), make)

    def shadow(self, size: tuple[int, int], radius: int, blur: int, strength: float) -> Surface:
        """Return a soft black shadow of a rounded box; *blur* pixels more on each side."""
        alpha = round(self.theme.shadow * strength)

        def make() -> Surface:
            # All that is not a corner looks the same along its side: a small one, stretched.
            least = 2 * (radius + 2 * blur) + 8
            box = Rect(blur, blur, min(size[0], least), min(size[1], least))
            sheet = Surface((box.width + 2 * blur, box.height + 2 * blur), pygame.SRCALPHA)
            pygame.draw.rect(sheet, (0, 0, 0, alpha), box, border_radius=radius)
            return _stretched(_blurred(sheet, blur), (size[0] + 2 * blur, size[1] + 2 * blur))

        return self.cached(("shadow", size, radius, blur, alpha), make)

    def glow(
        self, size: tuple[int, int], radius: int, blur: int, colour: Colour, strength: float = 1.0
    ) -> Surface:
        """Return a soft light around a rounded box of *size*; *blur* pixels more on each side."""

        def make() -> Surface:
            width, height = size[0] + 2 * blur, size[1] + 2 * blur
            sheet = Surface((width, height), pygame.SRCALPHA)
            sheet.fill((*colour, 0))
            box = Rect(blur, blur, *size).inflate(blur // 2, blur // 2)
            pygame.draw.rect(
                sheet, (*colour, round(255 * strength)), box, border_radius=radius + blur // 4
            )
            return _blurred(sheet, max(1, blur * 3 // 4))

        return self.cached(("glow", size, radius, blur, colour, strength), make)

    def halo(self, name: str, size: tuple[int, int], blur: int, colour: Colour) -> Surface:
        """Return a soft light in the shape of `name.svg`, *blur* pixels more on each side."""

        def make() -> Surface:
            share = 4  # a light is too soft for more
            small = (max(1, size[0] // share), max(1, size[1] // share))
            shape = self.picture(name, small, colour)
            edge = max(1, blur // share)
            sheet = Surface((small[0] + 2 * edge, small[1] + 2 * edge), pygame.SRCALPHA)
            sheet.fill((*colour, 0))
            sheet.blit(shape, (edge, edge))
            soft = pygame.transform.box_blur(sheet, max(1, edge // 2))
            soft = pygame.transform.box_blur(soft, max(1, edge // 3))
            return pygame.transform.smoothscale(soft, (size[0] + 2 * blur, size[1] + 2 * blur))

        return self.cached(("halo", name, size, blur, colour), make)

    def panel(
        self, size: tuple[int, int], fill: Fill, radius: int, edge: int = 2, lit: bool = False
    ) -> Surface:
        """Return a rounded panel: a gradient, an edge, and light along its top if *lit*."""
        key = ("panel", size, fill, radius, edge, lit)
        return self.cached(key, lambda: _panel(size, fill, radius, edge, lit))

    def outline(
        self, size: tuple[int, int], colour: Colour, radius: int, width: int, dash: int = 0
    ) -> Surface:
        """Return the outline of a rounded box; in dashes of *dash* pixels if given."""

        def make() -> Surface:
            shape = _rounded(size, radius, width / 2)
            if dash:
                shape = _dashed(size, radius, width / 2, dash)
            return _rasterise(
                size,
                f'<path d="{shape}" fill="none" stroke="{_code(colour)}" stroke-width="{width}"/>',
            )

        return self.cached(("outline", size, colour, radius, width, dash), make)

    def disc(self, diameter: int, colour: Colour, alpha: int = 255) -> Surface:
        """Return a smooth disc."""

        def make() -> Surface:
            r = diameter / 2
            return _rasterise(
                (diameter, diameter),
                f'<circle cx="{r}" cy="{r}" r="{r - 0.5}" fill="{_code(colour)}" '
                f'fill-opacity="{alpha / 255:.3f}"/>',
            )

        return self.cached(("disc", diameter, colour, alpha), make)

    def spark(self, diameter: int, colour: Colour, level: int = 255) -> Surface:
        """Return a point of light that fades to its edge; *level* 0–255 in sixteenths."""
        step = max(0, min(15, level // 16))

        def dim() -> Surface:
            sheet = self.spark(diameter, colour).copy()
            share = round(255 * (step + 1) / 16)
            sheet.fill((255, 255, 255, share), special_flags=pygame.BLEND_RGBA_MULT)
            return sheet

        def make() -> Surface:
            sheet = Surface((diameter, diameter), pygame.SRCALPHA)
            sheet.fill((*colour, 0))
            middle = (diameter - 1) / 2
            for radius in range(max(1, diameter // 2), 0, -1):
                share = 1 - radius / (diameter / 2 + 0.5)
                alpha = round(255 * share**1.5)
                pygame.draw.circle(sheet, (*colour, alpha), (middle, middle), radius)
            return sheet

        return self.cached(("spark", diameter, colour, step), make if step == 15 else dim)

    def background(self, size: tuple[int, int]) -> Surface:
        """Return night over an ember glow from below, the size of the window."""
        if self._background is None or self._background[0] != size:
            self._background = (size, _night(size, self.theme.sky))
            window = size[0] * size[1] * 4
            self._room = max(_LEAST_CACHE_BYTES, round(window * _CACHE_SHARE))
        return self._background[1]


def _code(colour: Colour) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)


def _rasterise(size: tuple[int, int], shapes: str) -> Surface:
    width, height = size
    text = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}">{shapes}</svg>'
    )
    return pygame.image.load(io.BytesIO(text.encode()), "shape.svg").convert_alpha()


def _rounded(size: tuple[int, int], radius: float, inset: float) -> str:
    """Return the path of a rounded box *inset* pixels inside *size*."""
    left, top = inset, inset
    right, bottom = size[0] - inset, size[1] - inset
    r = max(0.0, min(radius - inset, (right - left) / 2, (bottom - top) / 2))
    k = r * 0.4477  # control points of a quarter circle
    return (
        f"M{left + r} {top} L{right - r} {top} C{right - k} {top} {right} {top + k} "
        f"{right} {top + r} L{right} {bottom - r} C{right} {bottom - k} {right - k} {bottom} "
        f"{right - r} {bottom} L{left + r} {bottom} C{left + k} {bottom} {left} {bottom - k} "
        f"{left} {bottom - r} L{left} {top + r} C{left} {top + k} {left + k} {top} "
        f"{left + r} {top} Z"
    )


def _dashed(size: tuple[int, int], radius: float, inset: float, dash: int) -> str:
    """Return the path of a rounded box in whole dashes of about *dash*, gaps 3/4 as long.

    Drawn as pieces: the renderer's own dashes go astray where a path closes.
    """
    left, top = inset, inset
    right, bottom = size[0] - inset, size[1] - inset
    r = max(0.0, min(radius - inset, (right - left) / 2, (bottom - top) / 2))
    corners = (
        (right - r, top + r),
        (right - r, bottom - r),
        (left + r, bottom - r),
        (left + r, top + r),
    )
    points = []
    for quarter, (x, y) in enumerate(corners):
        for step in range(9):
            angle = (quarter - 1 + step / 8) * math.pi / 2
            points.append((x + r * math.cos(angle), y + r * math.sin(angle)))
    points.append(points[0])
    lengths = [math.dist(a, b) for a, b in pairwise(points)]
    count = max(4, round(sum(lengths) / (dash * 1.75)))
    period = sum(lengths) / count
    pieces = []
    walked = 0.0
    for (a, b), length in zip(pairwise(points), lengths, strict=True):
        at = 0.0
        while length - at > 1e-9:
            within = (walked + at) % period
            if period - within < 1e-6:
                within = 0.0
            is_drawn = within < period * 4 / 7
            until = min(length, at + (period * 4 / 7 if is_drawn else period) - within)
            if is_drawn:
                start, end = at / length, until / length
                pieces.append(
                    f"M{a[0] + (b[0] - a[0]) * start:.2f} {a[1] + (b[1] - a[1]) * start:.2f} "
                    f"L{a[0] + (b[0] - a[0]) * end:.2f} {a[1] + (b[1] - a[1]) * end:.2f}"
                )
            at = max(until, at + 1e-3)
        walked += length
    return " ".join(pieces)


def _panel(size: tuple[int, int], fill: Fill, radius: int, edge: int, lit: bool) -> Surface:
    """Rasterise a panel as narrow as its corners allow, then stretch its middle: far quicker."""
    width, height = size
    narrow = min(width, 2 * (radius + edge) + (2 * radius if lit else 0) + 4)
    gradient = (
        f'<defs><linearGradient id="g" x1="0%" y1="0%" x2="0%" y2="100%">'
        f'<stop offset="0%" stop-color="{_code(fill.top)}"/>'
        f'<stop offset="100%" stop-color="{_code(fill.bottom)}"/></linearGradient></defs>'
    )
    shapes = [
        gradient,
        f'<path d="{_rounded((narrow, height), radius, edge / 2)}" fill="url(#g)" '
        f'stroke="{_code(fill.edge)}" stroke-width="{edge}"/>',
    ]
    if lit:
        # A line that comes out of the corners: it grows from nothing as far as they reach.
        light, wide = _code(blend(fill.top, (255, 255, 255), 0.35)), narrow - 2 * radius
        shapes.append(
            f'<defs><linearGradient id="l" x1="0%" y1="0%" x2="100%" y2="0%">'
            f'<stop offset="0%" stop-color="{light}" stop-opacity="0"/>'
            f'<stop offset="45%" stop-color="{light}" stop-opacity="0.5"/>'
            f'<stop offset="55%" stop-color="{light}" stop-opacity="0.5"/>'
            f'<stop offset="100%" stop-color="{light}" stop-opacity="0"/></linearGradient></defs>'
            f'<rect x="{radius}" y="{edge}" width="{wide}" height="{edge * 0.75}" fill="url(#l)"/>'
        )
    return _stretched(_rasterise((narrow, height), "".join(shapes)), size)


def _stretched(picture: Surface, size: tuple[int, int]) -> Surface:
    """Return *picture* made as large as *size* by repeating its middle column and row."""
    return _heightened(_widened(picture, size[0]), size[1])


def _widened(picture: Surface, width: int) -> Surface:
    narrow, height = picture.get_size()
    if narrow >= width:
        return picture
    half = narrow // 2
    wide = Surface((width, height), pygame.SRCALPHA)
    wide.blit(picture, (0, 0), (0, 0, half, height))
    wide.blit(picture, (width - half, 0), (narrow - half, 0, half, height))
    middle = picture.subsurface((half, 0, 1, height))
    wide.blit(pygame.transform.scale(middle, (width - 2 * half, height)), (half, 0))
    return wide


def _heightened(picture: Surface, height: int) -> Surface:
    width, low = picture.get_size()
    if low >= height:
        return picture
    half = low // 2
    tall = Surface((width, height), pygame.SRCALPHA)
    tall.blit(picture, (0, 0), (0, 0, width, half))
    tall.blit(picture, (0, height - half), (0, low - half, width, half))
    middle = picture.subsurface((0, half, width, 1))
    tall.blit(pygame.transform.scale(middle, (width, height - 2 * half)), (0, half))
    return tall


def _blurred(sheet: Surface, radius: int) -> Surface:
    """Blur by two box passes, at half size where the radius allows: close to a bell curve."""
    if radius >= 8:
        half = pygame.transform.smoothscale(
            sheet, (max(1, sheet.get_width() // 2), max(1, sheet.get_height() // 2))
        )
        soft = pygame.transform.box_blur(half, radius // 4)
        soft = pygame.transform.box_blur(soft, radius // 4)
        return pygame.transform.smoothscale(soft, sheet.get_size())
    soft = pygame.transform.box_blur(sheet, max(1, radius // 2))
    return pygame.transform.box_blur(soft, max(1, radius // 2))


def _night(size: tuple[int, int], sky: Fill) -> Surface:
    """Paint the sky at an eighth of the size and scale it up: it changes too slowly to show."""
    width, height = max(1, size[0] // 8), max(1, size[1] // 8)
    top, bottom, glow = _code(sky.top), _code(sky.bottom), _code(sky.edge)
    reach_x, reach_y = width * 0.62, height * 0.62
    stops = "".join(
        f'<stop offset="{share * 100:.0f}%" stop-color="{glow}" '
        f'stop-opacity="{0.85 * (1 - share) ** 1.6:.3f}"/>'
        for share in (0, 0.15, 0.3, 0.45, 0.6, 0.8, 1)
    )
    small = _rasterise(
        (width, height),
        f'<defs><linearGradient id="n" x1="0%" y1="0%" x2="0%" y2="100%">'
        f'<stop offset="0%" stop-color="{top}"/><stop offset="100%" stop-color="{bottom}"/>'
        f'</linearGradient><radialGradient id="e" gradientUnits="userSpaceOnUse" cx="0" cy="0" '
        f'r="1" gradientTransform="translate({width / 2:.1f} {height * 1.04:.1f}) '
        f'scale({reach_x:.1f} {reach_y:.1f})">{stops}</radialGradient></defs>'
        f'<rect x="0" y="0" width="{width}" height="{height}" fill="url(#n)"/>'
        f'<rect x="0" y="0" width="{width}" height="{height}" fill="url(#e)"/>',
    )
    night = Surface(size)
    pygame.transform.smoothscale(small.convert(), size, night)
    return night
