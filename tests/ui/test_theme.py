import re
from itertools import combinations

import pytest

from game.session import settings
from game.ui.theme import IVORY, IVORY_LOW, PIP, RIMS, THEMES, Theme, blend, contrast

LEAST = 4.5
"""WCAG 2.2, 1.4.3, for text of any size."""
LEAST_GRAPHIC = 3.0
"""WCAG 2.2, 1.4.11, for what is not text."""


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_every_text_can_be_read_on_what_it_stands_on(theme: Theme) -> None:
    faint = {
        name: round(ratio, 2)
        for name, text, under in theme.text_pairs()
        if (ratio := contrast(text, under)) < LEAST
    }
    assert not faint


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_every_surface_and_accent_is_among_the_pairs(theme: Theme) -> None:
    names = {name.split(".")[0] for name, _, _ in theme.text_pairs() if "." in name}
    accents = {name.split(" ")[0] for name, _, _ in theme.text_pairs() if " on " in name}
    assert names == set(theme.fills())
    assert {"accent on button", "accent on hover"} <= {name for name, _, _ in theme.text_pairs()}
    assert accents == {"accent", "accent_rose", "accent_fire", "good", "bad"}


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_the_keyboards_place_can_be_seen_on_every_surface(theme: Theme) -> None:
    for name in ("sky", "board", "stone", "panel"):
        fill = theme.fills()[name]
        assert contrast(theme.focus, fill.top) >= LEAST_GRAPHIC, name
        assert contrast(theme.focus, fill.bottom) >= LEAST_GRAPHIC, name


def test_pips_stand_out_on_every_part_of_a_face() -> None:
    assert min(contrast(PIP, IVORY), contrast(PIP, IVORY_LOW)) >= 7
    assert len(set(RIMS)) == 6


def test_high_contrast_has_more_of_it() -> None:
    for name, text, under in THEMES["contrast"].text_pairs():
        assert contrast(text, under) >= 7, name


def test_the_themes_are_those_of_the_settings() -> None:
    assert set(THEMES) == set(settings.THEMES)
    assert [theme.key for theme in THEMES.values()] == list(THEMES)


def test_the_contrast_of_known_pairs() -> None:
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert contrast((119, 119, 119), (255, 255, 255)) == pytest.approx(4.48, abs=0.005)
    for one, other in combinations(RIMS, 2):
        assert contrast(one, other) == contrast(other, one) >= 1


def test_blend_goes_from_one_end_to_the_other() -> None:
    one, other = (0, 100, 255), (200, 0, 55)
    assert blend(one, other, 0) == one
    assert blend(one, other, 1) == other
    assert blend(one, other, 0.5) == (100, 50, 155)
    assert all(re.fullmatch(r"\d+", str(channel)) for channel in blend(one, other, 1 / 3))
