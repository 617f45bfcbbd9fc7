"""Paint the ruins anew for the pale theme: dark rubble on pale ground, its embers almost out.

python tools/make_pale_ruins.py [FOLDER]
"""

import colorsys
import re
import sys
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "assets" / "art"
RUINS = range(1, 6)
_COLOUR = re.compile(r"#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})")
_GROUND = {
    # The edge of the hollow, its ground from above to below, and the shadow under its rim.
    "#0c0807": "#8f7d64",
    "#17100d": "#a8967a",
    "#1c110c": "#b6a286",
    "#26130b": "#c6a888",
    "#000000": "#5f4c36",
}
_ASH = (0xC4, 0x8C, 0x64)
"""What is left of a colour that glowed."""
_EMBER = 0.55
"""How far a glow has gone to ash."""
_DARKEST, _RANGE = 0.27, 0.62
"""Lightness of the darkest facet of a stone, and what share of the differences is left."""


def pale(colour: re.Match[str]) -> str:
    """Return what a colour of a ruin in the dark is in daylight."""
    code = colour.group()
    if code in _GROUND:
        return _GROUND[code]
    red, green, blue = (int(part, 16) for part in colour.groups())
    if red > 0xD0 and blue > 0xB0:  # light on an edge
        return code
    if red - blue > 0x60:
        parts = zip((red, green, blue), _ASH, strict=True)
        red, green, blue = (round(a + (b - a) * _EMBER) for a, b in parts)
        return f"#{red:02x}{green:02x}{blue:02x}"
    hue, light, full = colorsys.rgb_to_hls(red / 255, green / 255, blue / 255)
    light = _DARKEST + light * _RANGE
    shown = colorsys.hls_to_rgb(hue, light, min(full, 0.3))
    return "#{:02x}{:02x}{:02x}".format(*(round(255 * part) for part in shown))


def painted(number: int) -> str:
    """Return ruin *number* as it looks in daylight."""
    return _COLOUR.sub(pale, (FOLDER / f"ruin_{number}.svg").read_text("utf-8"))


def main() -> None:
    """Write ruin_pale_1.svg to ruin_pale_5.svg."""
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    for number in RUINS:
        (target / f"ruin_pale_{number}.svg").write_text(painted(number), "utf-8", newline="\n")


if __name__ == "__main__":
    main()
