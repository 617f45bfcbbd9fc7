from collections.abc import Iterator
from itertools import pairwise

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.app.resources import data_folder
from game.ui.text import Fonts, script_runs

INK = (255, 255, 255)
BOOK_AND_QUESTION = "ਕਿਤਾਬ ਪ੍ਰਸ਼ਨ"
LONG = "Place at least three dice, or the stone falls. " * 4


@pytest.fixture(scope="module")
def fonts() -> Iterator[Fonts]:
    pygame.font.init()
    yield Fonts(data_folder() / "assets" / "fonts")
    pygame.font.quit()


def ink(picture: pygame.Surface) -> pygame.Rect:
    """Return the box of all that is not clear."""
    return picture.get_bounding_rect(min_alpha=40)


# Script runs


@pytest.mark.parametrize(
    ("text", "runs"),
    [
        ("", []),
        ("Roll", [("Latn", "Roll")]),
        ("ਕਿਤਾਬ", [("Guru", "ਕਿਤਾਬ")]),
        ("ਵਾਰੀ 3: −15", [("Guru", "ਵਾਰੀ"), ("Latn", " 3: −15")]),
        ("ąčę ਪ੍ਰਸ਼ਨ ♥", [("Latn", "ąčę "), ("Guru", "ਪ੍ਰਸ਼ਨ"), ("Latn", " ♥")]),
        ("ਕ\u200dਖ।", [("Guru", "ਕ\u200dਖ।")]),
    ],
)
def test_text_is_split_by_script(text: str, runs: list[tuple[str, str]]) -> None:
    assert script_runs(text) == runs


@given(st.text(st.sampled_from("aŽế −3♥ਕਿ੍ਰ।\u200d\u200c\n"), max_size=30))
def test_runs_put_together_are_the_text(text: str) -> None:
    runs = script_runs(text)
    assert "".join(part for _, part in runs) == text
    assert all(part for _, part in runs)
    assert all(one[0] != other[0] for one, other in pairwise(runs))


def test_each_script_is_shaped_as_its_own(fonts: Fonts) -> None:
    """Under the wrong script the vowel sign of ਕਿ stands behind its consonant, not before it."""
    font = pygame.font.Font(data_folder() / "assets" / "fonts" / "Magdagdon-Regular.ttf", 60)
    drawn = fonts.render("ਕਿ", 60, INK)
    shaped = {}
    for script in ("Guru", "Latn"):
        font.set_script(script)
        shaped[script] = font.render("ਕਿ", True, INK)
    assert bytes_of(drawn) == bytes_of(shaped["Guru"])
    assert bytes_of(drawn) != bytes_of(shaped["Latn"])


def bytes_of(picture: pygame.Surface) -> bytes:
    """Return the letters of *picture* alone."""
    return pygame.image.tobytes(picture.subsurface(ink(picture)), "RGBA")


def test_lines_of_both_scripts_stand_on_one_base_line(fonts: Fonts) -> None:
    latin = ink(fonts.render("Hn", 48, INK))
    mixed = fonts.render("Hn ਕ", 48, INK)
    left = mixed.subsurface((0, 0, latin.right, mixed.get_height()))
    assert ink(left) == latin


@pytest.mark.parametrize("text", ["ąčęėįšųūž ế Ô Žuvis", BOOK_AND_QUESTION, "Ę ਕਿ −15 ♥ gpq"])
@pytest.mark.parametrize("bold", [False, True])
@pytest.mark.parametrize("px", [20, 40, 92])
def test_no_accent_is_cut_off(fonts: Fonts, text: str, bold: bool, px: int) -> None:
    file = f"Magdagdon-{'Bold' if bold else 'Regular'}.ttf"
    font = pygame.font.Font(data_folder() / "assets" / "fonts" / file, px)
    tops, bottoms = [], []
    for script, part in script_runs(text):
        font.set_script(script)
        if box := ink(font.render(part, True, INK)):
            tops.append(box.top - font.get_ascent())
            bottoms.append(box.bottom - font.get_ascent())
    picture = fonts.render(text, px, INK, bold)
    assert picture.get_height() == fonts.line_height(px)
    assert ink(picture).height == max(bottoms) - min(tops)


# Width and tracking


def test_width_is_that_of_the_picture(fonts: Fonts) -> None:
    for text in ("MAGDAGDON", "a ਕਿਤਾਬ b", "+60"):
        for tracking in (0, 5):
            picture = fonts.render(text, 30, INK, tracking=tracking)
            assert picture.get_width() == fonts.width(text, 30, tracking=tracking)


def test_tracking_opens_the_letters_by_so_much(fonts: Fonts) -> None:
    assert fonts.width("RUIN", 30, tracking=6) == fonts.width("RUIN", 30) + 3 * 6


def test_nothing_can_be_rendered(fonts: Fonts) -> None:
    assert fonts.render("", 30, INK).get_width() == 1
    assert fonts.width("", 30) == 0


def test_the_cache_forgets_but_never_errs(fonts: Fonts) -> None:
    first = pygame.image.tobytes(fonts.render("turn 0", 64, INK), "RGBA")
    for turn in range(300):
        fonts.render(f"turn {turn}", 64, INK)
    assert pygame.image.tobytes(fonts.render("turn 0", 64, INK), "RGBA") == first


# Wrap and fit


@given(st.lists(st.text("abcdefghij", min_size=1, max_size=14), min_size=1, max_size=20))
def test_wrap_never_cuts_a_word(fonts: Fonts, words: list[str]) -> None:
    lines = fonts.wrap(" ".join(words), 24, 160)
    assert [word for line in lines for word in line.split(" ")] == words
    for line in lines:
        assert fonts.width(line, 24) <= 160 or " " not in line


def test_wrap_fills_each_line(fonts: Fonts) -> None:
    lines = fonts.wrap(LONG.strip(), 24, 300)
    for line, after in pairwise(lines):
        assert fonts.width(f"{line} {after.split(' ')[0]}", 24) > 300


def test_wrap_keeps_the_line_breaks_of_the_text(fonts: Fonts) -> None:
    assert fonts.wrap("no Powers\n\nBest 120", 24, 1000) == ["no Powers", "", "Best 120"]


@pytest.mark.parametrize("box", [(600, 200), (300, 120), (140, 60), (90, 30)])
@pytest.mark.parametrize("text", [LONG.strip(), "MAGDAGDON", BOOK_AND_QUESTION, "+60"])
def test_fit_fits(fonts: Fonts, box: tuple[int, int], text: str) -> None:
    px, lines = fonts.fit(text, 60, box)
    assert " ".join(lines) == text
    if px > 9:
        assert max(fonts.width(line, px) for line in lines) <= box[0]
        assert fonts.line_height(px) * len(lines) <= box[1]


def test_fit_leaves_what_fits_as_large_as_it_was_wished(fonts: Fonts) -> None:
    assert fonts.fit("Roll", 40, (400, 100)) == (40, ["Roll"])


def test_fit_ends_where_nothing_fits(fonts: Fonts) -> None:
    for box in ((0, 0), (-5, -5), (3, 2)):
        px, lines = fonts.fit("Confirm", 60, box)
        assert (px, lines) == (9, ["Confirm"])
