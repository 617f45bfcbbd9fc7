"""Render the program's icons from assets/art/logo_mark.svg: `python tools/make_icons.py`.

Writes assets/icons/magdagdon_{size}.png for each size of `SIZES`, magdagdon.ico (Windows) and
magdagdon.icns (macOS). Every size is drawn from the shapes themselves, never scaled from another.
"""

from __future__ import annotations

import os
from pathlib import Path

from PIL import Image

# The drawing needs no window and no sound card; SDL reads these when it starts.
os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"
import pygame

ASSETS = Path(__file__).resolve().parent.parent / "assets"
MARK = ASSETS / "art" / "logo_mark.svg"
ICONS = ASSETS / "icons"

SIZES = (16, 24, 32, 48, 64, 128, 256, 512)
ICO_SIZES = (16, 24, 32, 48, 64, 128, 256)
# What an .icns file holds: 16 to 512 points, each at one and at two pixels a point.
ICNS_SIZES = (16, 32, 64, 128, 256, 512, 1024)


def render(size: int) -> Image.Image:
    """Return the mark as a square RGBA picture of *size* pixels."""
    surface = pygame.image.load_sized_svg(str(MARK), (size, size))
    return Image.frombytes("RGBA", (size, size), pygame.image.tobytes(surface, "RGBA"))


def main() -> None:
    """Write all icons and say how large they are."""
    ICONS.mkdir(parents=True, exist_ok=True)
    pictures = {size: render(size) for size in sorted({*SIZES, *ICO_SIZES, *ICNS_SIZES})}
    for size in SIZES:
        pictures[size].save(ICONS / f"magdagdon_{size}.png", optimize=True)
    # Pillow takes the picture it is given for a size and scales only where one is missing.
    pictures[max(ICO_SIZES)].save(
        ICONS / "magdagdon.ico",
        sizes=[(size, size) for size in ICO_SIZES],
        append_images=[pictures[size] for size in ICO_SIZES[:-1]],
    )
    pictures[max(ICNS_SIZES)].save(
        ICONS / "magdagdon.icns", append_images=[pictures[size] for size in ICNS_SIZES[:-1]]
    )
    for path in sorted(ICONS.iterdir()):
        print(f"{path.name}: {path.stat().st_size} bytes")


if __name__ == "__main__":
    main()
