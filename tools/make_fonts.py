"""Build the game's two font files from Noto: `python tools/make_fonts.py NOTO_FOLDER`.

NOTO_FOLDER is the folder into which Debian's package fonts-noto-core puts its TrueType files. Each
weight becomes one file with Latin, Gurmukhi and the symbols that the interface uses, under a name
of its own ("Magdagdon Sans"), with Noto Sans's line metrics and both scripts' layout tables.
"""

from __future__ import annotations

import argparse
import math
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from fontTools.merge import Merger
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables._g_l_y_f import GlyphCoordinates

FONTS = Path(__file__).resolve().parent.parent / "assets" / "fonts"
FAMILY = "Magdagdon Sans"
VERSION = "1.000"
COPYRIGHT = "Copyright 2010, 2012-2020 Google Inc.; 2015-2020 Google LLC. All Rights Reserved."
# Seconds since 1904 as in `head`; fixed, so that the same sources give the same bytes.
BUILD_TIME = 3_850_000_000


def _span(first: int, last: int) -> set[int]:
    return set(range(first, last + 1))


LATIN = (
    _span(0x20, 0x7E)
    | _span(0xA0, 0x17F)
    | _span(0x1A0, 0x1B0)  # the horned vowels of Vietnamese
    | _span(0x1E00, 0x1EFF)
    | _span(0x2000, 0x200A)
    | _span(0x2010, 0x2027)
    | _span(0x2030, 0x205E)
    | {0x218, 0x219, 0x21A, 0x21B, 0x20AC, 0x202F, 0x2BC}
    # Combining marks, for text that arrives decomposed and for Lithuanian stress marks.
    | {0x300, 0x301, 0x302, 0x303, 0x304, 0x306, 0x307, 0x308, 0x309, 0x30A, 0x30B, 0x30C}
    | {0x31B, 0x323, 0x326, 0x327, 0x328}
)
# ZWNJ, ZWJ and the dotted circle come from here and not from Noto Sans: they carry the anchors.
GURMUKHI = _span(0xA00, 0xA7F) | {0x964, 0x965, 0x200C, 0x200D, 0x25CC}
MATH = {ord(sign) for sign in "−←↑→↓↔⟲⟳≤≥≠≈∞"}
SYMBOLS = {ord(sign) for sign in "✓✗♥♡★☆●○■□▲▶▼◀⚀⚁⚂⚃⚄⚅"}

# Small capitals and alternates would double the file, and nothing in the game asks for them.
LATIN_FEATURES = ("ccmp", "locl", "liga", "kern", "mark", "mkmk", "lnum", "tnum", "pnum", "case")
# Half the difference between the stems of Noto Sans Bold and Regular, in font units.
BOLD_OFFSET = 22


@dataclass(frozen=True, slots=True)
class Weight:
    """One of the two files: its style name, OS/2 weight class and the source files' suffix."""

    style: str
    weight_class: int
    is_bold: bool


WEIGHTS = (Weight("Regular", 400, False), Weight("Bold", 700, True))


def subset(path: Path, characters: Iterable[int], features: Sequence[str]) -> TTFont:
    """Return the font at *path* with only *characters* and the layout *features* ("*": all)."""
    options = Options()
    options.layout_features = list(features)
    options.layout_scripts = ["DFLT", "latn", "guru", "gur2"]
    # Unhinted outlines go through FreeType's own hinter. Merged files could keep only one
    # source's bytecode, which would leave the two scripts unequally sharp in one line.
    options.hinting = False
    options.name_IDs = ["*"]
    options.notdef_outline = True
    options.glyph_names = False
    font = TTFont(path)
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=characters)
    subsetter.subset(font)
    return font


def embolden(font: TTFont, offset: float) -> None:
    """Move every outline of *font* outwards by *offset* units along its corners' bisectors."""
    glyphs = font["glyf"]
    for name in font.getGlyphOrder():
        glyph = glyphs[name]
        if glyph.isComposite() or glyph.numberOfContours < 1:
            continue
        points = list(glyph.coordinates)
        moved: list[tuple[float, float]] = []
        first = 0
        for last in glyph.endPtsOfContours:
            moved += _offset_contour(points[first : last + 1], offset)
            first = last + 1
        glyph.coordinates = GlyphCoordinates([(round(x), round(y)) for x, y in moved])
        glyph.recalcBounds(glyphs)
        advance, _ = font["hmtx"][name]
        font["hmtx"][name] = (advance, glyph.xMin)


def _offset_contour(points: list[tuple[float, float]], offset: float) -> list[tuple[float, float]]:
    """One contour moved to its left (outwards: TrueType outlines run clockwise)."""
    moved = []
    for index, (x, y) in enumerate(points):
        before = _direction(points, index, -1)
        after = _direction(points, index, 1)
        # The left normals of the edges that meet here; their sum points along the bisector.
        left = (-(after[1] - before[1]), after[0] - before[0])
        length = math.hypot(*left)
        if length < 1e-6:
            moved.append((x, y))
            continue
        # |sum| = 2·cos(half the turn); the limit keeps needle-sharp corners from running away.
        reach = offset / max(length / 2, 0.45)
        moved.append((x + left[0] / length * reach, y + left[1] / length * reach))
    return moved


def _direction(points: list[tuple[float, float]], index: int, step: int) -> tuple[float, float]:
    """Return the unit vector to the next point that stands apart, in the sense of *step*."""
    x, y = points[index]
    for distance in range(1, len(points)):
        other_x, other_y = points[(index + step * distance) % len(points)]
        length = math.hypot(other_x - x, other_y - y)
        if length > 1e-6:
            return (other_x - x) / length, (other_y - y) / length
    return 0.0, 0.0


def build(noto: Path, weight: Weight) -> TTFont:
    """Merge one weight from the files in the folder *noto*."""
    latin = subset(noto / f"NotoSans-{weight.style}.ttf", LATIN, LATIN_FEATURES)
    gurmukhi = subset(noto / f"NotoSansGurmukhi-{weight.style}.ttf", GURMUKHI, ["*"])
    math_signs = subset(noto / "NotoSansMath-Regular.ttf", MATH, [])
    symbols = subset(noto / "NotoSansSymbols2-Regular.ttf", SYMBOLS, [])
    if weight.is_bold:  # these two come in one weight
        embolden(math_signs, BOLD_OFFSET)
    metrics = {
        (table, field): getattr(latin[table], field)
        for table, fields in (
            ("hhea", ("ascent", "descent", "lineGap")),
            (
                "OS/2",
                (
                    "sTypoAscender",
                    "sTypoDescender",
                    "sTypoLineGap",
                    "usWinAscent",
                    "usWinDescent",
                    "sxHeight",
                    "sCapHeight",
                    "fsSelection",
                ),
            ),
        )
        for field in fields
    }
    with tempfile.TemporaryDirectory() as folder:
        parts = []
        for index, font in enumerate((latin, gurmukhi, math_signs, symbols)):
            _strip(font)
            parts.append(str(Path(folder) / f"{index}.ttf"))
            font.save(parts[-1])
        merged = Merger().merge(parts)
    for (table, field), value in metrics.items():
        setattr(merged[table], field, value)
    merged["OS/2"].usWeightClass = weight.weight_class
    _rename(merged, weight)
    merged.recalcTimestamp = False
    merged["head"].created = merged["head"].modified = BUILD_TIME
    return merged


def _strip(font: TTFont) -> None:
    """Drop the tables that have no meaning in a merged file."""
    for tag in ("meta", "STAT", "DSIG", "gasp", "VDMX", "hdmx", "LTSH", "MATH", "vhea", "vmtx"):
        if tag in font:
            del font[tag]


def _rename(font: TTFont, weight: Weight) -> None:
    """Give the file its own name; the licence's entries (13, 14) stay as Noto has them."""
    names = font["name"]
    postscript = f"{FAMILY.replace(' ', '')}-{weight.style}"
    texts = {
        0: COPYRIGHT,
        1: FAMILY,
        2: weight.style,
        3: f"{VERSION};{postscript}",
        4: f"{FAMILY} {weight.style}",
        5: f"Version {VERSION}; a subset of Noto Sans and Noto Sans Gurmukhi with signs from "
        "Noto Sans Math and Noto Sans Symbols 2, merged",
        6: postscript,
    }
    kept = {number: names.getDebugName(number) for number in (13, 14)}
    names.names = []
    for number, text in sorted({**texts, **kept}.items()):
        if text is not None:
            names.setName(text, number, 3, 1, 0x409)


def main() -> None:
    """Write both weights and say how large they are."""
    parser = argparse.ArgumentParser(description="Build the game's fonts from Noto.")
    parser.add_argument("noto", type=Path, help="the folder with NotoSans-Regular.ttf")
    noto = parser.parse_args().noto
    FONTS.mkdir(parents=True, exist_ok=True)
    for weight in WEIGHTS:
        target = FONTS / f"Magdagdon-{weight.style}.ttf"
        build(noto, weight).save(target)
        print(f"{target.name}: {target.stat().st_size} bytes")


if __name__ == "__main__":
    main()
