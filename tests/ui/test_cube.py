import math
import random
from itertools import pairwise

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pygame import Rect

from game.ui.cube import IDENTITY, SPREAD, compose, draw_cube, faces_with, rotation
from game.views.magdagdon.tumble import FIRST_LANDING, FLIGHT_SECONDS, Flight, new_flight

VALUES = range(1, 7)
SHARES = [step / 200 for step in range(201)]


def flights() -> list[Flight]:
    chance = random.Random(8)
    box = Rect(500, 400, 120, 120)
    return [
        new_flight(chance, chance.randint(1, 6), (chance.uniform(0, 1200), 900), box)
        for _ in range(60)
    ]


def pips(picture: pygame.Surface) -> int:
    """Count the dark spots inside the upper face of a die that lies flat."""
    width = picture.get_width()
    half = round(width / SPREAD * 0.33)
    face = picture.subsurface((width // 2 - half, width // 2 - half, 2 * half, 2 * half))
    dark = pygame.mask.from_threshold(face, (0x2A, 0x23, 0x20), (60, 60, 60, 255))
    return len(dark.connected_components(minimum=12))


@pytest.mark.parametrize("value", VALUES)
def test_opposite_faces_make_seven(value: int) -> None:
    top, front, right, left, back, bottom = faces_with(value)
    assert top == value
    assert top + bottom == front + back == left + right == 7
    assert {top, front, right, left, back, bottom} == set(VALUES)


@pytest.mark.parametrize("value", VALUES)
def test_a_die_at_rest_shows_its_value(value: int) -> None:
    assert pips(draw_cube(120, IDENTITY, faces_with(value))) == value


@pytest.mark.parametrize("value", VALUES)
def test_a_die_turned_over_shows_seven_less_its_value(value: int) -> None:
    over = rotation((0, 1, 0), math.pi)
    assert pips(draw_cube(120, over, faces_with(value))) == 7 - value


def test_every_flight_ends_at_rest_on_the_true_value_in_its_box() -> None:
    for flight in flights():
        assert flight.place(1.0) == (*flight.end, 0.0)
        assert flight.end == (560, 460)
        assert flight.turn(1.0) == IDENTITY
        picture = draw_cube(flight.side, flight.turn(1.0), faces_with(flight.value))
        assert pips(picture) == flight.value


def test_flights_differ() -> None:
    assert len({flight.turn(0.2) for flight in flights()}) == 60


def test_a_flight_never_jumps() -> None:
    for flight in flights():
        places = [flight.place(share) for share in SHARES]
        for before, after in pairwise(places):
            assert math.dist(before, after) < flight.side * 0.45


def test_a_die_bounces_lower_and_lower_and_never_under_the_ground() -> None:
    for flight in flights():
        heights = [flight.place(share)[2] for share in SHARES]
        assert min(heights) >= 0
        landing = round(FIRST_LANDING / FLIGHT_SECONDS * 200)
        assert heights[landing] == pytest.approx(0, abs=flight.side * 0.05)
        first, later = max(heights[:landing]), max(heights[landing:])
        assert first > later > 0


turns = st.builds(
    rotation,
    st.tuples(*[st.floats(-1, 1)] * 3).filter(lambda axis: math.hypot(*axis) > 0.01),
    st.floats(-10, 10),
)


@given(turns, turns)
def test_turns_keep_lengths_and_angles(one: tuple, other: tuple) -> None:
    turn = compose(one, other)
    for i in range(3):
        for j in range(3):
            dot = sum(a * b for a, b in zip(turn[i], turn[j], strict=True))
            assert dot == pytest.approx(float(i == j), abs=1e-9)


@given(turns)
def test_no_turn_leaves_the_picture(turn: tuple) -> None:
    picture = draw_cube(200, turn, faces_with(3))
    around = picture.get_bounding_rect(min_alpha=20)
    assert picture.get_width() == round(200 * SPREAD)
    inside = picture.get_rect().inflate(-2, -2)
    assert inside.contains(around)


def test_a_turn_by_nothing_changes_nothing() -> None:
    turn = rotation((0.3, -0.2, 0.9), 1.1)
    assert compose(IDENTITY, turn) == turn
    back = compose(rotation((0.3, -0.2, 0.9), -1.1), turn)
    for row, plain in zip(back, IDENTITY, strict=True):
        assert row == pytest.approx(plain, abs=1e-9)
