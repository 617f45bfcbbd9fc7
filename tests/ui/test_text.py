import unicodedata
from collections.abc import Iterator
from itertools import pairwise
from string import Formatter

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.app.resources import data_folder
from game.ui.language import LOCALE_FOLDER
from game.ui.text import LINE_SPACING, Fonts, script_runs
from tools.compile_catalogues import PATTERN, parse_catalogue

INK = (255, 255, 255)
BOOK_AND_QUESTION = "ਕਿਤਾਬ ਪ੍ਰਸ਼ਨ"
DEEP_AND_TALL = "ਟ੍ਰੂ ਦ੍ਰਿੜ੍ਹ ਸ਼੍ਰੀ ਮੂਲ ਕੌਂਬੋ ਸੂੱਟੋਂ"
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


def full_ink(fonts: Fonts, text: str, px: int, bold: bool) -> tuple[int, int]:
    """Return how high and how deep the letters of *text* reach around their base line."""
    reaches = []
    for script, part in script_runs(text):
        font = fonts._font(script, px, bold)
        # A letter taller than the font lowers what SDL draws; the H tells where the line is.
        picture = font.render(f"{part}   H", True, INK)
        letter = font.size("H")[0]
        wide = picture.get_width() - letter
        line = picture.subsurface((wide, 0, letter, picture.get_height()))
        if box := ink(picture.subsurface((0, 0, wide, picture.get_height()))):
            base = ink(line).bottom
            reaches.append((base - box.top, box.bottom - base))
    return max(high for high, _ in reaches), max(deep for _, deep in reaches)


def catalogue_lines() -> list[str]:
    """Return every line of every text in the catalogues, without its placeholders."""
    lines = set()
    for path in LOCALE_FOLDER.glob(PATTERN):
        for message in parse_catalogue(path.read_text("utf-8"), str(path)):
            for keyword, text in message.texts.items():
                if message.texts["msgid"] and keyword != "msgctxt":
                    plain = "".join(literal for literal, *_ in Formatter().parse(text))
                    lines.update(plain.split("\n"))
    return sorted(line for line in lines if line.strip())


@pytest.mark.parametrize("bold", [False, True])
@pytest.mark.parametrize("px", [11, 16, 28])
def test_every_mark_of_every_translation_lies_inside_its_line(
    fonts: Fonts, px: int, bold: bool
) -> None:
    lines = [*catalogue_lines(), *DEEP_AND_TALL.split(), BOOK_AND_QUESTION, "Ễ", "Ǻ", "Ž gpq"]
    assert len(lines) > 200
    for text in lines:
        high, deep = full_ink(fonts, text, px, bold)
        drawn = ink(fonts.render(text, px, INK, bold))
        assert drawn.height == high + deep, text
        assert drawn.height <= fonts.line_height(px) == round(px * LINE_SPACING)


@pytest.mark.parametrize("px", [16, 28, 60])
def test_a_letter_taller_than_the_font_leaves_the_others_on_their_base_line(
    fonts: Fonts, px: int
) -> None:
    """SDL lowers a whole run for one such letter, and says nothing of it."""
    for text in ("H", "ਕ H"):
        plain = fonts.render(f"{text} H", px, INK)
        tall = fonts.render(f"{text} Ǻ H", px, INK)
        ends = []
        for picture in (plain, tall):
            wide = ink(fonts.render("H", px, INK)).width
            right = ink(picture).right
            part = picture.subsurface((right - wide, 0, wide, picture.get_height()))
            ends.append(ink(part).bottom)
        lowered = full_ink(fonts, f"{text} Ǻ", px, False)[0] - ends[0]
        assert ends[1] - ends[0] == max(0, lowered), "only what has no room gives way"


# Width and tracking


def test_width_is_that_of_the_picture(fonts: Fonts) -> None:
    for text in ("MAGDAGDON", "a ਕਿਤਾਬ b", "+60"):
        for tracking in (0, 5):
            picture = fonts.render(text, 30, INK, tracking=tracking)
            assert picture.get_width() == fonts.width(text, 30, tracking=tracking)


def test_tracking_opens_the_letters_by_so_much(fonts: Fonts) -> None:
    assert fonts.width("RUIN", 30, tracking=6) == fonts.width("RUIN", 30) + 3 * 6


def test_tracking_never_takes_gurmukhi_apart(fonts: Fonts) -> None:
    word = "ਪ੍ਰਸ਼ਨ"
    opened = fonts.render(word, 40, INK, tracking=9)
    assert bytes_of(opened) == bytes_of(fonts.render(word, 40, INK))
    mixed = fonts.width(f"AB {word}", 40, tracking=9)
    letters = sum(fonts.width(letter, 40) for letter in "AB ")
    assert mixed == letters + fonts.width(word, 40) + 3 * 9


def test_tracking_leaves_a_mark_on_its_letter(fonts: Fonts) -> None:
    loose = unicodedata.normalize("NFD", "ė")
    assert len(loose) == 2
    assert fonts.width(f"a{loose}", 40, tracking=9) == (
        fonts.width("a", 40) + fonts.width(loose, 40) + 9
    )


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


@pytest.mark.parametrize("width", [10, 60, 140, 300])
def test_wrap_cuts_gurmukhi_at_its_spaces_only(fonts: Fonts, width: int) -> None:
    text = f"{DEEP_AND_TALL} {BOOK_AND_QUESTION} ਮੁੜ ਸੁੱਟੋ।"
    lines = fonts.wrap(text, 24, width)
    assert [word for line in lines for word in line.split(" ")] == text.split(" ")
    assert not any(unicodedata.combining(line[0]) for line in lines)


def test_wrap_keeps_what_a_hard_space_holds_together(fonts: Fonts) -> None:
    assert fonts.wrap("12\u00a0345 points", 24, 10) == ["12\u00a0345", "points"]


def filled(fonts: Fonts, text: str, px: int, width: int) -> list[str]:
    """Return *text* in lines that each take all the words they have room for."""
    lines = [""]
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}".lstrip()
        if lines[-1] and fonts.width(longer, px) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


@given(
    st.lists(st.text("abcdefghij", min_size=1, max_size=14), min_size=1, max_size=30),
    st.integers(60, 500),
)
def test_wrap_takes_no_more_lines_than_there_must_be(
    fonts: Fonts, words: list[str], width: int
) -> None:
    text = " ".join(words)
    lines = fonts.wrap(text, 24, width)
    assert len(lines) == len(filled(fonts, text, 24, width))
    widest = max(fonts.width(line, 24) for line in lines)
    narrower = filled(fonts, text, 24, widest - 1)
    # Nothing narrower has room for the text on so few lines.
    assert len(narrower) > len(lines) or max(fonts.width(each, 24) for each in narrower) >= widest


def test_wrap_leaves_no_word_to_itself(fonts: Fonts) -> None:
    text = "No order of these dice places the 3 you need."
    width = fonts.width(text, 24) - 10
    assert filled(fonts, text, 24, width)[1] == "need."
    assert fonts.wrap(text, 24, width) == ["No order of these dice", "places the 3 you need."]


def test_fit_keeps_a_text_on_one_line_where_that_leaves_the_size_asked_for(fonts: Fonts) -> None:
    wide = fonts.width("Play again", 40, bold=True)
    near, far = (round(wide * 0.9), 200), (round(wide * 0.6), 200)
    px, lines = fonts.fit("Play again", 40, near, bold=True, one_line=32)
    assert lines == ["Play again"]
    assert 32 < px < 40
    for box, least in ((far, 32), (near, None), (near, 39)):
        found = fonts.fit("Play again", 40, box, bold=True, one_line=least)
        assert found == (40, ["Play", "again"])


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
