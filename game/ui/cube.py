"""A die as a solid cube with rounded edges, turned freely, in perspective and under one light."""

import math
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
SPREAD = 1.4
"""The picture's half side, in half sides of the cube: room for its corners when it turns."""
_LIGHT: Vector = (-0.42, -0.56, 0.714)
_DARK: Colour = (0x6E, 0x5A, 0x44)
_SMOOTH = 2
"""A cube is drawn this many times larger and scaled down, which smooths its edges."""
_SMOOTH_BELOW = 240
"""Cubes from this side up are drawn as they are: on so fine a screen no step is seen."""

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
_RIM_RADIUS = 0.26


def _circle(x: float, y: float) -> tuple[tuple[float, float], ...]:
    turns = [i * math.tau / 12 for i in range(12)]
    return tuple((x + math.cos(t) * _PIP_RADIUS, y + math.sin(t) * _PIP_RADIUS) for t in turns)


def _rounded_square(half: float) -> tuple[tuple[float, float], ...]:
    flat = half - _RIM_RADIUS
    quarter = [i * math.pi / 8 for i in range(5)]
    result = []
    for c, s in ((1, 0), (0, 1), (-1, 0), (0, -1)):
        for t in quarter:
            u, v = flat + _RIM_RADIUS * math.cos(t), flat + _RIM_RADIUS * math.sin(t)
            result.append((u * c - v * s, u * s + v * c))
    return tuple(result)


_RIM_OUTLINE = _rounded_square(FLAT + 0.16)
_FACE_OUTLINE = _rounded_square(FLAT + 0.05)
_PIP_OUTLINES = {
    value: tuple(_circle(x * _PIP_STEP, y * _PIP_STEP) for x, y in places)
    for value, places in _PIPS.items()
}
"""Shapes on a face, as (right, down) from its middle."""


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


def _faces_eye(normal: Vector, point: Vector) -> bool:
    """Tell whether a surface through *point* that faces *normal* is seen by the eye."""
    x, y, z = point
    return normal[2] * (DISTANCE - z) - normal[0] * x - normal[1] * y > 0


_STRIPS = 3
_LINES = tuple(
    (FLAT + ROUND * math.cos(angle), FLAT + ROUND * math.sin(angle))
    for angle in (i * math.pi / 2 / _STRIPS for i in range(_STRIPS + 1))
)
"""The lines that divide a rounded edge: how far out each is along its two sides' normals."""
_STRIP_NORMALS = tuple(
    (math.cos(angle), math.sin(angle))
    for angle in ((i + 0.5) * math.pi / 2 / _STRIPS for i in range(_STRIPS))
)
_EDGES = tuple((one, two) for one in range(6) for two in range(one + 1, 6) if one + two != 5)
_CORNERS: tuple[Vector, ...] = tuple((x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1))


def draw_cube(size: int, turn: Matrix, faces: tuple[int, ...]) -> Surface:
    """Return the cube of side *size* pixels, turned by *turn*, with *faces* as `faces_with` gives.

    The picture is SPREAD times as wide as the cube; its middle is the cube's middle.
    """
    width = round(size * SPREAD)
    smooth = _SMOOTH if size < _SMOOTH_BELOW else 1
    sheet = Surface((width * smooth, width * smooth), pygame.SRCALPHA)
    scale = size * smooth / 2 * (DISTANCE - 1)
    sides = [(_turn(turn, n), _turn(turn, r), _turn(turn, d)) for n, r, d in _SIDES]
    seen = [_faces_eye(side[0], side[0]) for side in sides]
    _draw_corners(sheet, scale, turn)
    _draw_edges(sheet, scale, [side[0] for side in sides], seen)
    for side, value, is_seen in zip(sides, faces, seen, strict=True):
        if is_seen:
            _draw_face(sheet, scale, side, value)
    return sheet if smooth == 1 else pygame.transform.smoothscale(sheet, (width, width))


def _draw_corners(sheet: Surface, scale: float, turn: Matrix) -> None:
    middle = sheet.get_width() / 2
    for corner in _CORNERS:
        x, y, z = _turn(turn, corner)
        if z > -1.2:  # the others are behind the cube
            near = scale / (DISTANCE - z * FLAT)
            colour = _shade(IVORY, (x / 1.732, y / 1.732, z / 1.732))
            at = (middle + x * FLAT * near, middle + y * FLAT * near)
            pygame.draw.circle(sheet, colour, at, ROUND * near)


def _draw_edges(sheet: Surface, scale: float, normals: list[Vector], seen: list[bool]) -> None:
    """Draw each rounded edge that can be seen as strips under the light."""
    middle = sheet.get_width() / 2
    for one, two in _EDGES:
        if not (seen[one] or seen[two]):
            continue
        (nx, ny, nz), (mx, my, mz) = normals[one], normals[two]
        ax, ay, az = (
            FLAT * (ny * mz - nz * my),
            FLAT * (nz * mx - nx * mz),
            FLAT * (nx * my - ny * mx),
        )
        lines = []
        for p, q in _LINES:
            x, y, z = p * nx + q * mx, p * ny + q * my, p * nz + q * mz
            start, end = scale / (DISTANCE - z + az), scale / (DISTANCE - z - az)
            lines.append(
                (
                    (middle + (x - ax) * start, middle + (y - ay) * start),
                    (middle + (x + ax) * end, middle + (y + ay) * end),
                    (x - ax, y - ay, z - az),
                )
            )
        for (c, s), before, after in zip(_STRIP_NORMALS, lines, lines[1:], strict=False):
            normal = (c * nx + s * mx, c * ny + s * my, c * nz + s * mz)
            if _faces_eye(normal, before[2]):
                quad = (before[0], before[1], after[1], after[0])
                pygame.draw.polygon(sheet, _shade(IVORY, normal), quad)


def _draw_face(
    sheet: Surface, scale: float, side: tuple[Vector, Vector, Vector], value: int
) -> None:
    middle = sheet.get_width() / 2
    (nx, ny, nz), (rx, ry, rz), (dx, dy, dz) = side
    depth = DISTANCE - nz

    def project(outline: tuple[tuple[float, float], ...]) -> list[tuple[float, float]]:
        return [
            (
                middle + (nx + rx * u + dx * v) * (near := scale / (depth - rz * u - dz * v)),
                middle + (ny + ry * u + dy * v) * near,
            )
            for u, v in outline
        ]

    ivory = _shade(IVORY, side[0])
    pygame.draw.polygon(sheet, _shade(RIMS[value - 1], side[0]), project(_RIM_OUTLINE))
    pygame.draw.polygon(sheet, ivory, project(_FACE_OUTLINE))
    pip = blend(PIP, ivory, 0.06)
    for outline in _PIP_OUTLINES[value]:
        pygame.draw.polygon(sheet, pip, project(outline))
