"""A die as a solid cube with rounded edges, turned freely, in perspective and under one light."""

import math
from collections.abc import Callable
from functools import lru_cache

import pygame
from pygame import Surface

from game.ui.theme import IVORY, PIP, RIMS, Colour, blend

Vector = tuple[float, float, float]
Matrix = tuple[Vector, Vector, Vector]
"""A rotation by rows; x to the right, y down, z towards the eye."""

ROUND = 0.24
"""Radius of the edges; the cube's half side is 1."""
FLAT = 1 - ROUND
DISTANCE = 7.5
"""Of the eye from the cube's middle: near enough for the faces to converge."""
SPREAD = 1.36
"""The picture's half side, in half sides of the cube: room for its corners when it turns."""
_LIGHT: Vector = (-0.42, -0.56, 0.714)
_DARK: Colour = (0x6E, 0x5A, 0x44)
_SMOOTH = 2
"""The cube is drawn this many times larger and scaled down, which smooths its edges."""

IDENTITY: Matrix = ((1, 0, 0), (0, 1, 0), (0, 0, 1))

_SIDES: tuple[tuple[Vector, Vector, Vector], ...] = (
    ((0, 0, 1), (1, 0, 0), (0, 1, 0)),
    ((0, 1, 0), (1, 0, 0), (0, 0, -1)),
    ((1, 0, 0), (0, 0, -1), (0, 1, 0)),
    ((-1, 0, 0), (0, 0, 1), (0, 1, 0)),
    ((0, -1, 0), (1, 0, 0), (0, 0, 1)),
    ((0, 0, -1), (-1, 0, 0), (0, 1, 0)),
)
"""Normal, right and down of each side: top, front, right, left, back, bottom."""

_PIPS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
_PIP_STEP = 0.46
_PIP_RADIUS = 0.165
_CIRCLE = tuple(
    (math.cos(i * math.tau / 14) * _PIP_RADIUS, math.sin(i * math.tau / 14) * _PIP_RADIUS)
    for i in range(14)
)


def faces_with(top: int) -> tuple[int, ...]:
    """Return the values of the six sides of a die that shows *top*; opposite ones make 7."""
    front = next(value for value in (2, 3, 1) if value not in (top, 7 - top))
    right = next(value for value in range(1, 7) if value not in (top, 7 - top, front, 7 - front))
    return (top, front, right, 7 - right, 7 - front, 7 - top)


def rotation(axis: Vector, angle: float) -> Matrix:
    """Return the rotation by *angle* (radians) about *axis* (Rodrigues)."""
    length = math.sqrt(sum(a * a for a in axis)) or 1.0
    x, y, z = (a / length for a in axis)
    c, s = math.cos(angle), math.sin(angle)
    t = 1 - c
    return (
        (t * x * x + c, t * x * y - s * z, t * x * z + s * y),
        (t * x * y + s * z, t * y * y + c, t * y * z - s * x),
        (t * x * z - s * y, t * y * z + s * x, t * z * z + c),
    )


def compose(one: Matrix, two: Matrix) -> Matrix:
    """Return the rotation that turns by *two* first, then by *one*."""
    right, down, near = ((two[0][i], two[1][i], two[2][i]) for i in range(3))
    x, y, z = _turn(one, right), _turn(one, down), _turn(one, near)
    return (x[0], y[0], z[0]), (x[1], y[1], z[1]), (x[2], y[2], z[2])


def _turn(m: Matrix, v: Vector) -> Vector:
    x, y, z = v
    return (
        m[0][0] * x + m[0][1] * y + m[0][2] * z,
        m[1][0] * x + m[1][1] * y + m[1][2] * z,
        m[2][0] * x + m[2][1] * y + m[2][2] * z,
    )


@lru_cache(maxsize=128)
def _lit(colour: Colour, level: int) -> Colour:
    return blend(_DARK, colour, level / 32)


def _shade(colour: Colour, normal: Vector) -> Colour:
    """Return *colour* under the light for a surface that faces *normal*."""
    light = normal[0] * _LIGHT[0] + normal[1] * _LIGHT[1] + normal[2] * _LIGHT[2]
    level = 0.36 + 0.68 * max(0.0, light)
    return _lit(colour, round(min(1.0, level) * 32))


class _Pen:
    """Draws on a sheet in the cube's own coordinates, through the perspective."""

    def __init__(self, sheet: Surface, scale: float) -> None:
        self.sheet = sheet
        self.scale = scale
        self.middle = sheet.get_width() / 2

    def at(self, point: Vector) -> tuple[float, float]:
        near = self.scale * DISTANCE / (DISTANCE - point[2])
        return self.middle + point[0] * near, self.middle + point[1] * near

    def polygon(self, colour: Colour, points: list[Vector]) -> None:
        pygame.draw.polygon(self.sheet, colour, [self.at(point) for point in points])

    def ball(self, colour: Colour, point: Vector) -> None:
        near = self.scale * DISTANCE / (DISTANCE - point[2])
        pygame.draw.circle(self.sheet, colour, self.at(point), ROUND * near)


def _faces_eye(normal: Vector, point: Vector) -> bool:
    """Tell whether a surface through *point* that faces *normal* is seen by the eye."""
    x, y, z = point
    return -normal[0] * x - normal[1] * y + normal[2] * (DISTANCE - z) > 0


def draw_cube(size: int, turn: Matrix, faces: tuple[int, ...]) -> Surface:
    """Return the cube of side *size* pixels, turned by *turn*, with *faces* as `faces_with` gives.

    The picture is SPREAD times as wide as the cube; its middle is the cube's middle.
    """
    width = round(size * SPREAD)
    sheet = Surface((width * _SMOOTH, width * _SMOOTH), pygame.SRCALPHA)
    pen = _Pen(sheet, size * _SMOOTH / 2 * (DISTANCE - 1) / DISTANCE)
    sides = [tuple(_turn(turn, v) for v in side) for side in _SIDES]
    seen = [_faces_eye(side[0], side[0]) for side in sides]
    _draw_corners(pen, turn)
    _draw_edges(pen, sides, seen)
    for index, (normal, right, down) in enumerate(sides):
        if seen[index]:
            _draw_face(pen, normal, right, down, faces[index])
    return pygame.transform.smoothscale(sheet, (width, width))


def _draw_corners(pen: _Pen, turn: Matrix) -> None:
    for x in (-1, 1):
        for y in (-1, 1):
            for z in (-1, 1):
                corner = _turn(turn, (x * FLAT, y * FLAT, z * FLAT))
                if corner[2] > -1.1:
                    third = 1 / (math.sqrt(3) * FLAT)
                    normal = (corner[0] * third, corner[1] * third, corner[2] * third)
                    pen.ball(_shade(IVORY, normal), corner)


_EDGE_SHARES = tuple((math.cos(a), math.sin(a)) for a in (0, math.pi / 6, math.pi / 3, math.pi / 2))
_EDGE_NORMALS = tuple(
    (math.cos(a), math.sin(a)) for a in (math.pi / 12, math.pi / 4, math.pi * 5 / 12)
)


def _draw_edges(pen: _Pen, sides: list[tuple[Vector, ...]], seen: list[bool]) -> None:
    """Draw each rounded edge that can be seen as three strips under the light."""
    for one in range(6):
        for two in range(one + 1, 6):
            if one + two == 5 or not (seen[one] or seen[two]):
                continue
            n, m = sides[one][0], sides[two][0]
            along = (
                n[1] * m[2] - n[2] * m[1],
                n[2] * m[0] - n[0] * m[2],
                n[0] * m[1] - n[1] * m[0],
            )
            lines = []
            for c, s in _EDGE_SHARES:
                across = [
                    FLAT * (a + b) + ROUND * (a * c + b * s) for a, b in zip(n, m, strict=True)
                ]
                lines.append(
                    tuple(
                        (
                            across[0] + end * FLAT * along[0],
                            across[1] + end * FLAT * along[1],
                            across[2] + end * FLAT * along[2],
                        )
                        for end in (-1, 1)
                    )
                )
            for strip, (c, s) in enumerate(_EDGE_NORMALS):
                normal = (n[0] * c + m[0] * s, n[1] * c + m[1] * s, n[2] * c + m[2] * s)
                if _faces_eye(normal, lines[strip][0]):
                    (a, b), (d, e) = lines[strip], lines[strip + 1]
                    pen.polygon(_shade(IVORY, normal), [a, b, e, d])


def _draw_face(pen: _Pen, normal: Vector, right: Vector, down: Vector, value: int) -> None:
    def point(u: float, v: float) -> Vector:
        return (
            normal[0] + right[0] * u + down[0] * v,
            normal[1] + right[1] * u + down[1] * v,
            normal[2] + right[2] * u + down[2] * v,
        )

    ivory = _shade(IVORY, normal)
    outer, inner = FLAT + 0.1, FLAT + 0.015
    pen.polygon(_shade(RIMS[value - 1], normal), _rounded_square(point, outer))
    pen.polygon(ivory, _rounded_square(point, inner))
    pip = blend(PIP, ivory, 0.06)
    for x, y in _PIPS[value]:
        pen.polygon(pip, [point(x * _PIP_STEP + u, y * _PIP_STEP + v) for u, v in _CIRCLE])


_CORNER = tuple((math.cos(a), math.sin(a)) for a in (0, math.pi / 4, math.pi / 2))


def _rounded_square(point: Callable[[float, float], Vector], half: float) -> list[Vector]:
    r = 0.26
    flat = half - r
    result = []
    for quarter in range(4):
        c, s = ((1, 0), (0, 1), (-1, 0), (0, -1))[quarter]
        for x, y in _CORNER:
            u, v = flat + r * x, flat + r * y
            result.append(point(u * c - v * s, u * s + v * c))
    return result
