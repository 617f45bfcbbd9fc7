"""Text as pictures: one font per script, cached, wrapped and fitted into boxes."""

import re
from collections import OrderedDict
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

import pygame

from game.session.names import letters
from game.ui.layout import SMALLEST
from game.ui.theme import Colour

_GURMUKHI = re.compile("[\u0a00-\u0a7f\u0964\u0965\u200c\u200d]+")
_LETTER = re.compile("(?s:.)[\u0300-\u036f]*")
"""A Latin letter with the marks on it."""
_LARGE = 200
"""A font size at which no letter has the very size of another."""
_NO_LETTER = "\uffff"
_INK = 40
"""What is less opaque than this (of 255) is the smooth edge of a letter."""
_CACHE_PIXELS = 1_500_000
FIRM_SPACE = "\N{NO-BREAK SPACE}"
LINE_SPACING = 1.37
"""Distance of base lines, in font sizes; the fonts' ascent and descent together."""


def script_runs(text: str) -> list[tuple[str, str]]:
    """Split *text* into (script, part): "Guru" for Gurmukhi, "Latn" for all else.

    HarfBuzz shapes a run by the script it is told; under the wrong one vowel signs stand wrong
    without any error.
    """
    if text.isascii():
        return [("Latn", text)] if text else []
    runs = []
    at = 0
    for match in _GURMUKHI.finditer(text):
        if match.start() > at:
            runs.append(("Latn", text[at : match.start()]))
        runs.append(("Guru", match.group()))
        at = match.end()
    if at < len(text):
        runs.append(("Latn", text[at:]))
    return runs


def line_of(parts: Iterable[str]) -> str:
    """Return *parts*, with points between, as a text that is broken between them only."""
    return f"{FIRM_SPACE}· ".join(part.replace(" ", FIRM_SPACE) for part in parts)


class Fonts:
    """Renders text in the game's own fonts, with the sizes in pixels."""

    def __init__(self, folder: Path) -> None:
        """Take the fonts from *folder* (Magdagdon-Regular.ttf and -Bold.ttf)."""
        self._files = {
            bold: folder / f"Magdagdon-{'Bold' if bold else 'Regular'}.ttf"
            for bold in (False, True)
        }
        self._cache: OrderedDict[tuple[str, int, Colour, bool, int], pygame.Surface] = OrderedDict()
        self._cached_pixels = 0
        self._font = lru_cache(maxsize=64)(self._open)
        self._run_width = lru_cache(maxsize=4096)(self._measure)

    def _open(self, script: str, px: int, bold: bool) -> pygame.font.Font:
        font = pygame.font.Font(self._files[bold], px)
        font.set_script(script)
        return font

    def _measure(self, script: str, run: str, px: int, bold: bool) -> int:
        return self._font(script, px, bold).size(run)[0]

    def width(self, text: str, px: int, bold: bool = False, tracking: int = 0) -> int:
        """Return the width of one line of *text* in pixels."""
        parts = _parts(text, tracking)
        letters = sum(self._run_width(script, part, px, bold) for script, part in parts)
        return letters + tracking * max(0, len(parts) - 1)

    def can_show(self, text: str) -> bool:
        """Tell whether the fonts have every letter of *text*."""
        # A letter that is missing has the size of the sign that stands in for it.
        missing, *found = self._font("Latn", _LARGE, False).metrics(_NO_LETTER + text)
        return missing not in found

    def trim(self, text: str, px: int, width: int, bold: bool = False) -> str:
        """Return as many letters of *text* as fit *width* in one line, "…" for those left out."""
        if self.width(text, px, bold) <= width:
            return text
        kept = letters(text)
        while kept and self.width("".join(kept).rstrip() + "…", px, bold) > width:
            kept.pop()
        return "".join(kept).rstrip() + "…"

    def line_height(self, px: int) -> int:
        """Return the distance between lines of size *px*."""
        return round(px * LINE_SPACING)

    def render(
        self, text: str, px: int, colour: Colour, bold: bool = False, tracking: int = 0
    ) -> pygame.Surface:
        """Return one line of *text* as a picture that is `line_height(px)` high.

        *tracking* opens the letters by so many pixels; words of Gurmukhi, whose letters hang from
        one line, stay whole.
        """
        key = (text, px, colour, bold, tracking)
        found = self._cache.get(key)
        if found is not None:
            self._cache.move_to_end(key)
            return found
        picture = self._draw(text, px, colour, bold, tracking)
        self._cache[key] = picture
        self._cached_pixels += picture.get_width() * picture.get_height()
        while self._cached_pixels > _CACHE_PIXELS and len(self._cache) > 1:
            _, old = self._cache.popitem(last=False)
            self._cached_pixels -= old.get_width() * old.get_height()
        return picture

    def _draw(
        self, text: str, px: int, colour: Colour, bold: bool, tracking: int
    ) -> pygame.Surface:
        height = self.line_height(px)
        width = max(1, self.width(text, px, bold, tracking))
        picture = pygame.Surface((width, height), pygame.SRCALPHA)
        # A base line common to both scripts: where this font's ascent puts it in the line.
        latin = self._font("Latn", px, bold)
        top = round((height - latin.get_ascent() + latin.get_descent()) / 2)
        x = 0
        drawn: list[tuple[pygame.Surface, int, int]] = []
        for script, part in _parts(text, tracking):
            font = self._font(script, px, bold)
            letters = font.render(part, True, colour)
            drawn.append((letters, x, -_sunk_by(font, part, letters)))
            x += self._run_width(script, part, px, bold) + tracking
        top += _nudge(drawn, top, height)
        for letters, left, up in drawn:
            picture.blit(letters, (left, top + up))
        return picture

    def wrap(self, text: str, px: int, width: int, bold: bool = False) -> list[str]:
        """Break *text* into lines of at most *width* pixels, at spaces only.

        A word is never cut, so neither is a cluster; one that is too wide stands alone. There are
        as few lines as can be, and they are as even as they can be: no word is left to itself.
        """
        return [
            line
            for paragraph in text.split("\n")
            for line in self._evened(self._filled(paragraph, px, width, bold), px, width, bold)
        ]

    def _filled(self, paragraph: str, px: int, width: int, bold: bool) -> list[str]:
        """Break *paragraph* so that each line takes all the words it has room for."""
        lines = []
        line = ""
        for word in paragraph.split(" "):
            longer = f"{line} {word}" if line else word
            if line and self.width(longer, px, bold) > width:
                lines.append(line)
                line = word
            else:
                line = longer
        return [*lines, line]

    def _evened(self, lines: list[str], px: int, width: int, bold: bool) -> list[str]:
        """Return the *lines* of a paragraph broken for the least width that takes no more."""
        if len(lines) == 1:
            return lines
        paragraph = " ".join(lines)
        best, enough = lines, width
        # The lines can't all be shorter than their share of the whole, but for the spaces between.
        too_little = self.width(paragraph, px, bold) // len(lines) - self.line_height(px)
        while enough - too_little > 1:
            middle = (enough + too_little) // 2
            tried = self._filled(paragraph, px, middle, bold)
            if len(tried) > len(lines):
                too_little = middle
            else:
                best, enough = tried, middle
        return best

    def fit(
        self,
        text: str,
        px: int,
        box: tuple[int, int],
        bold: bool = False,
        smallest: int = 9,
        one_line: int | None = None,
    ) -> tuple[int, list[str]]:
        """Return the largest size up to *px* at which *text*, wrapped, fits *box*, and its lines.

        With *one_line* the text stays on one line where that leaves it at least this size. At
        *smallest* it is returned whether it fits or not: text that can't be read helps nobody.
        """
        size = px
        while size > smallest and not self.fits(text, size, box, bold):
            size = max(smallest, min(size - 1, size * 15 // 16))
        lines = self.wrap(text, size, box[0], bold)
        if one_line is not None and len(lines) > 1 and "\n" not in text:
            for smaller in range(size, max(SMALLEST, one_line) - 1, -1):
                if self.width(text, smaller, bold) <= box[0]:
                    return smaller, [text]
        return size, lines

    def fits(self, text: str, px: int, box: tuple[int, int], bold: bool = False) -> bool:
        """Tell whether *text*, wrapped, fits *box* at size *px*."""
        lines = [
            line
            for paragraph in text.split("\n")
            for line in self._filled(paragraph, px, box[0], bold)
        ]
        is_wide = any(self.width(line, px, bold) > box[0] for line in lines)
        return not is_wide and self.line_height(px) * len(lines) <= box[1]


def _parts(text: str, tracking: int) -> list[tuple[str, str]]:
    """Return what is drawn in one piece: the runs, or each Latin letter where they are opened."""
    runs = script_runs(text)
    if not tracking:
        return runs
    return [
        (script, part)
        for script, run in runs
        for part in (_LETTER.findall(run) if script == "Latn" else [run])
    ]


def _sunk_by(font: pygame.font.Font, part: str, letters: pygame.Surface) -> int:
    """Return how far *letters* stand below their place because one is taller than the font.

    SDL makes room for such a letter (Ǻ, Ế) by lowering the whole line without saying so; an H
    behind the text tells by how much.
    """
    if letters.get_bounding_rect().top > 0 or not part.strip():
        return 0
    alone = font.render("H", True, (255, 255, 255))
    both = font.render(f"{part}   H", True, (255, 255, 255))
    wide = alone.get_width()
    tail = both.subsurface((both.get_width() - wide, 0, wide, both.get_height()))
    return max(0, tail.get_bounding_rect().bottom - alone.get_bounding_rect().bottom)


def _nudge(drawn: list[tuple[pygame.Surface, int, int]], top: int, height: int) -> int:
    """Return how far the base line gives way, up or down, so that no mark is cut off.

    Signs below joined letters (ਟ੍ਰੂ) reach deeper than the line; a base line that stands a pixel
    or two higher is less of an evil than a sign that can't be told from another.
    """
    boxes = ((letters.get_bounding_rect(_INK), up) for letters, _left, up in drawn)
    inks = [ink.move(0, top + up) for ink, up in boxes if ink]
    if not inks:
        return 0
    above = -min(0, *(ink.top for ink in inks))
    below = max(height, *(ink.bottom for ink in inks)) - height
    return above - below if not (above and below) else (above - below) // 2
