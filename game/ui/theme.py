"""Colours of the three themes, and the contrast of text with what it stands on."""

from itertools import product
from typing import NamedTuple

Colour = tuple[int, int, int]

RIMS: tuple[Colour, ...] = (
    (0x56, 0xB4, 0xE9),
    (0x1F, 0xAE, 0x86),
    (0xEF, 0xE0, 0x4A),
    (0xF0, 0xA0, 0x20),
    (0xE2, 0x62, 0x2A),
    (0xCF, 0x7F, 0xB5),
)
"""Rim of a die by value, from 1; told apart by colour-blind eyes too, and pips are always there."""

IVORY: Colour = (0xFF, 0xFA, 0xF0)
IVORY_LOW: Colour = (0xD8, 0xC7, 0xA8)
PIP: Colour = (0x2A, 0x23, 0x20)


class Fill(NamedTuple):
    """A surface: colours at its top and bottom, its edge, and the text that stands on it."""

    top: Colour
    bottom: Colour
    edge: Colour
    text: Colour
    dim: Colour


class Theme(NamedTuple):
    """The colours of one theme. *dim* text is for what may be read second."""

    key: str
    sky: Fill
    """The background; its edge is the ember glow from below."""
    board: Fill
    stone: Fill
    panel: Fill
    button: Fill
    hover: Fill
    gold: Fill
    rose: Fill
    fire: Fill
    off: Fill
    """A button that cannot be pressed now."""
    accent: Colour
    """Gold for text and outlines on the dark surfaces."""
    accent_rose: Colour
    accent_fire: Colour
    good: Colour
    bad: Colour
    focus: Colour
    shadow: int
    """Strength of shadows, 0–255."""

    def fills(self) -> dict[str, Fill]:
        """Return the surfaces that text stands on, by name."""
        names = ("sky", "board", "stone", "panel", "button", "hover", "gold", "rose", "fire", "off")
        return {name: getattr(self, name) for name in names}

    def text_pairs(self) -> list[tuple[str, Colour, Colour]]:
        """Return every pair of a text's colour and a colour it stands on, with its name."""
        pairs = [
            (f"{name}.{kind}", text, under)
            for name, fill in self.fills().items()
            for kind, text in (("text", fill.text), ("dim", fill.dim))
            for under in (fill.top, fill.bottom)
        ]
        accents = ("accent", "accent_rose", "accent_fire", "good", "bad")
        under_accents = ("sky", "board", "panel")
        for name, below in product(accents, under_accents):
            fill = self.fills()[below]
            pairs += [
                (f"{name} on {below}", getattr(self, name), c) for c in (fill.top, fill.bottom)
            ]
        # A button's award.
        pairs += [
            (f"accent on {name}", self.accent, under)
            for name in ("button", "hover")
            for under in self.fills()[name][:2]
        ]
        return pairs


def _luminance(colour: Colour) -> float:
    def linear(channel: int) -> float:
        share = channel / 255
        return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4

    red, green, blue = map(linear, colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Colour, other: Colour) -> float:
    """Return the contrast ratio of two colours, 1 to 21 (WCAG 2.2, 1.4.3)."""
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def blend(one: Colour, other: Colour, share: float) -> Colour:
    """Return *one* moved towards *other* by *share* (0 to 1)."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


def _hex(code: str) -> Colour:
    return int(code[0:2], 16), int(code[2:4], 16), int(code[4:6], 16)


def _fill(top: str, bottom: str, edge: str, text: str, dim: str) -> Fill:
    return Fill(_hex(top), _hex(bottom), _hex(edge), _hex(text), _hex(dim))


EMBER = Theme(
    key="ember",
    sky=_fill("0f0d0c", "1d1714", "4a2113", "f3e9d8", "a8998a"),
    board=_fill("0d0b0a", "12100e", "40372f", "f3e9d8", "a8998a"),
    stone=_fill("352d27", "262019", "40372f", "f3e9d8", "b8aa9b"),
    panel=_fill("191311", "120d0c", "4a4038", "f3e9d8", "a8998a"),
    button=_fill("3b332d", "231e1a", "5b5047", "f3e9d8", "c4b6a6"),
    hover=_fill("4a4039", "2e2722", "8a7a6a", "fff6e6", "d2c5b6"),
    gold=_fill("ffd27a", "d99a34", "ffe3a8", "24180a", "3a2708"),
    rose=_fill("f39bc0", "d4699a", "ffc4dc", "2b0a1a", "3d0f25"),
    fire=_fill("ffcf70", "f0713a", "ffd9a0", "2a0f04", "381405"),
    off=_fill("231e1a", "1b1714", "3a322c", "a8998a", "a8998a"),
    accent=_hex("eab54f"),
    accent_rose=_hex("ec7fae"),
    accent_fire=_hex("ff7f4d"),
    good=_hex("7fc48b"),
    bad=_hex("ff7a5c"),
    focus=_hex("ffe9b8"),
    shadow=150,
)

DAYLIGHT = Theme(
    key="daylight",
    sky=_fill("efe7da", "e2d5c1", "f0b98a", "2a221c", "5a4d41"),
    board=_fill("d6c8b3", "cdbda5", "a8967d", "2a221c", "473b30"),
    stone=_fill("c3b39b", "b3a28a", "9a8970", "2a221c", "3a3027"),
    panel=_fill("f7f1e6", "eee4d4", "b9a78d", "2a221c", "5a4d41"),
    button=_fill("fffaf0", "e6dac6", "a8967d", "2a221c", "54473b"),
    hover=_fill("ffffff", "f3e9d8", "7d6b54", "1c1611", "4a3e33"),
    gold=_fill("ffd27a", "e0a23c", "9a6a10", "24180a", "3a2708"),
    rose=_fill("f7b3d0", "e283b0", "9a3a68", "2b0a1a", "3d0f25"),
    fire=_fill("ffc46a", "f58a4a", "a8430f", "2a0f04", "381405"),
    off=_fill("e2d7c6", "d8cbb7", "b9a78d", "54473b", "54473b"),
    accent=_hex("6b4400"),
    accent_rose=_hex("8a1f54"),
    accent_fire=_hex("8c2b07"),
    good=_hex("14532a"),
    bad=_hex("8c1d0a"),
    focus=_hex("1c1611"),
    shadow=70,
)

CONTRAST = Theme(
    key="contrast",
    sky=_fill("000000", "000000", "000000", "ffffff", "e0e0e0"),
    board=_fill("000000", "000000", "ffffff", "ffffff", "e0e0e0"),
    stone=_fill("1a1a1a", "1a1a1a", "8a8a8a", "ffffff", "e0e0e0"),
    panel=_fill("000000", "000000", "ffffff", "ffffff", "e0e0e0"),
    button=_fill("000000", "000000", "ffffff", "ffffff", "e0e0e0"),
    hover=_fill("303030", "303030", "ffffff", "ffffff", "e0e0e0"),
    gold=_fill("ffe14a", "ffe14a", "ffffff", "000000", "000000"),
    rose=_fill("ffb3da", "ffb3da", "ffffff", "000000", "000000"),
    fire=_fill("ffae6b", "ffae6b", "ffffff", "000000", "000000"),
    off=_fill("000000", "000000", "6a6a6a", "bdbdbd", "bdbdbd"),
    accent=_hex("ffe14a"),
    accent_rose=_hex("ffb3da"),
    accent_fire=_hex("ffae6b"),
    good=_hex("8dffa5"),
    bad=_hex("ff9a85"),
    focus=_hex("00e5ff"),
    shadow=0,
)

THEMES = {theme.key: theme for theme in (EMBER, DAYLIGHT, CONTRAST)}
