"""What is committed as data is whole: fonts, drawings, icons and sounds load and hold."""

import re
import struct
from array import array
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest
from fontTools.ttLib import TTFont

from game.ui.theme import THEMES, contrast
from tools import make_pale_ruins

ROOT = Path(__file__).resolve().parents[2]
ART = ROOT / "assets" / "art"
FONTS = ROOT / "assets" / "fonts"
ICONS = ROOT / "assets" / "icons"
SOUNDS = ROOT / "sounds"

BUTTON_ICONS = [
    "reroll",
    "undo",
    "menu",
    "rules",
    "hint",
    "settings",
    "scores",
    "back",
    "close",
    "play",
    "pause",
    "step",
    "step_back",
    "skip",
    "skip_back",
    "quit",
    "sound",
    "mute",
    "fullscreen",
    "language",
    "theme",
    "trophy",
    "star",
    "info",
    "plus",
    "minus",
    "check",
    "chart",
    "arrow_left",
    "arrow_right",
    "arrow_up",
    "arrow_down",
    "share",
    "heart",
    "erase",
    "pen",
    "export",
    "target",
]
DRAWINGS = (
    [f"die_{value}" for value in range(1, 7)]
    + [f"ruin_{number}" for number in range(1, 6)]
    + [f"ruin_pale_{number}" for number in range(1, 6)]
    + [f"crack_{stage}" for stage in range(1, 4)]
    + ["stone", "stone_pale", "heart", "heart_spent", "logo", "logo_pale", "logo_mark"]
    + [f"icon_{name}" for name in BUTTON_ICONS]
)
RIMS = {1: 0x56B4E9, 2: 0x1FAE86, 3: 0xEFE04A, 4: 0xF0A020, 5: 0xE2622A, 6: 0xCF7FB5}
TINT = (0xF3, 0xE9, 0xD8)

# Shortest and longest, in seconds.
DURATIONS = {
    "shake": (0.6, 0.85),
    "clack_1": (0.12, 0.35),
    "clack_2": (0.12, 0.35),
    "clack_3": (0.12, 0.35),
    "clack_4": (0.12, 0.35),
    "lift": (0.08, 0.25),
    "place": (0.12, 0.35),
    "take_back": (0.12, 0.35),
    "illegal": (0.15, 0.4),
    "confirm": (0.3, 0.8),
    "straight": (0.7, 1.4),
    "four": (0.7, 1.4),
    "pairs": (0.5, 1.2),
    "power": (0.8, 1.5),
    "magdagdon": (1.0, 1.5),
    "crumble": (0.6, 1.0),
    "new_best": (1.2, 1.7),
    "button": (0.04, 0.15),
}
RATE = 44_100
FULL_SCALE = 32_768


# --- fonts -------------------------------------------------------------------------------------

ALPHABETS = {
    "English": "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
    "Lithuanian": "ĄČĘĖĮŠŲŪŽąčęėįšųūž",
    "Punjabi": "".join(chr(code) for code in range(0xA05, 0xA0B)) + "ਅੱਆਂਕਖਗਘਙਸ਼ਖ਼ਗ਼ਜ਼ਫ਼ਲ਼ਾਿੀੁੂੇੈੋੌ੍ੰੱਂ਼ੴ੦੧੨੩੪੫੬੭੮੯।॥",
    "Vietnamese": "ĂÂĐÊÔƠƯăâđêôơưấềổỗộớừữựẵặỳỵỷỹ",
    "signs": "–—·…“”„‘’×−←↑→↓✓♥⟳+/%()!?\u00a0\u200c\u200d\u25cc",
}


@pytest.fixture(scope="module", params=["Regular", "Bold"])
def font(request: pytest.FixtureRequest) -> Iterator[TTFont]:
    with TTFont(FONTS / f"Magdagdon-{request.param}.ttf") as opened:
        yield opened


@pytest.mark.parametrize("alphabet", ALPHABETS)
def test_the_font_has_every_character_of(alphabet: str, font: TTFont) -> None:
    known = font.getBestCmap()
    assert [sign for sign in ALPHABETS[alphabet] if ord(sign) not in known] == []


def test_the_font_keeps_the_layout_of_both_scripts(font: TTFont) -> None:
    def features(tag: str) -> dict[str, set[str]]:
        table = font[tag].table
        names = [record.FeatureTag for record in table.FeatureList.FeatureRecord]
        return {
            script.ScriptTag: {names[i] for i in script.Script.DefaultLangSys.FeatureIndex}
            for script in table.ScriptList.ScriptRecord
        }

    substitutions, positions = features("GSUB"), features("GPOS")
    assert {"blwf", "haln", "nukt", "pstf"} <= substitutions["gur2"]
    assert {"abvm", "blwm"} <= positions["gur2"]
    assert {"ccmp", "liga", "tnum"} <= substitutions["latn"]
    assert {"kern", "mark"} <= positions["latn"]


def test_figures_are_all_equally_wide(font: TTFont) -> None:
    names = font.getBestCmap()
    assert len({font["hmtx"][names[ord(digit)]][0] for digit in "0123456789"}) == 1


def test_lines_are_as_tall_as_noto_sans_makes_them(font: TTFont) -> None:
    hhea, os2 = font["hhea"], font["OS/2"]
    assert (hhea.ascent, hhea.descent, hhea.lineGap) == (1069, -293, 0)
    assert (os2.sTypoAscender, os2.sTypoDescender, os2.sTypoLineGap) == (1069, -293, 0)
    assert (os2.usWinAscent, os2.usWinDescent) == (1069, 293)


def test_the_font_bears_a_name_of_its_own_and_noto_s_licence(font: TTFont) -> None:
    names = font["name"]
    assert names.getDebugName(1) == "Magdagdon Sans"
    assert all("Noto" not in (names.getDebugName(i) or "") for i in (1, 2, 3, 4, 6, 16, 17))
    assert "SIL Open Font License" in names.getDebugName(13)
    licence = (FONTS / "OFL.txt").read_text(encoding="utf-8")
    assert licence.startswith("Copyright")
    assert "Google" in licence
    assert "SIL OPEN FONT LICENSE" in licence


def test_gurmukhi_is_shaped_and_not_merely_set_in_a_row() -> None:
    pygame.font.init()
    face = pygame.font.Font(FONTS / "Magdagdon-Regular.ttf", 64)
    face.set_script("Guru")
    # The ra goes below the pa, so that the word is hardly wider than pa alone.
    assert face.size("ਪ੍ਰ")[0] < face.size("ਪਰ")[0] * 0.7
    # The sign i comes after ka in the text and stands left of it: below the head line, the right
    # edge of the word is that of ka, pixel for pixel.
    word, letter = face.render("ਕਿ", True, "white"), face.render("ਕ", True, "white")
    width = letter.get_width()
    assert word.get_width() > width + 8
    below = pygame.Rect(0, 40, width, 30)
    right = word.subsurface(below.move(word.get_width() - width, 0))
    assert pygame.image.tobytes(right, "RGBA") == pygame.image.tobytes(
        letter.subsurface(below), "RGBA"
    )


# --- drawings ----------------------------------------------------------------------------------


def rasterise(name: str, height: int) -> pygame.Surface:
    path = ART / f"{name}.svg"
    box = re.search(r'viewBox="0 0 (\d+) (\d+)"', path.read_text(encoding="utf-8"))
    assert box is not None
    width = round(height * int(box[1]) / int(box[2]))
    return pygame.image.load_sized_svg(path, (width, height))


def pixels(surface: pygame.Surface) -> list[tuple[int, int, int, int]]:
    data = pygame.image.tobytes(surface, "RGBA")
    return list(zip(data[0::4], data[1::4], data[2::4], data[3::4], strict=True))


def test_no_drawing_is_missing_and_none_is_unknown() -> None:
    assert sorted(path.stem for path in ART.iterdir()) == sorted(DRAWINGS)


@pytest.mark.parametrize("name", DRAWINGS)
def test_a_drawing_uses_only_what_the_renderer_draws(name: str) -> None:
    text = (ART / f"{name}.svg").read_text(encoding="utf-8")
    forbidden = r"<(clipPath|mask|filter|text|tspan|use|pattern|image|style|symbol)\b|hsl\(|rgba\("
    assert re.findall(forbidden, text) == []
    # "1" as a gradient's coordinate, meant as a share, would paint one flat colour.
    for tag in re.findall(r"<(?:linear|radial)Gradient[^>]*>", text):
        if "userSpaceOnUse" not in tag:
            shares = re.findall(r'\b(?:x1|y1|x2|y2|cx|cy|r|fx|fy)="([^"]*)"', tag)
            assert all(share.endswith("%") for share in shares), tag


@pytest.mark.parametrize("name", DRAWINGS)
def test_every_reference_to_a_gradient_has_its_gradient(name: str) -> None:
    text = (ART / f"{name}.svg").read_text(encoding="utf-8")
    assert set(re.findall(r"url\(#(\w+)\)", text)) == set(re.findall(r'\bid="(\w+)"', text))


@pytest.mark.parametrize("height", [24, 48, 128])
@pytest.mark.parametrize("name", DRAWINGS)
def test_a_drawing_is_neither_empty_nor_flat(name: str, height: int) -> None:
    drawn = pixels(rasterise(name, height))
    solid = [pixel for pixel in drawn if pixel[3] > 100]
    if name.startswith("crack"):
        assert 0.004 < len(solid) / len(drawn) < 0.6
    elif not name.startswith("icon"):
        assert len(solid) / len(drawn) > 0.3
        assert len({pixel[:3] for pixel in solid}) > height
    else:
        assert 0.06 < len(solid) / len(drawn) < 0.7


@pytest.mark.parametrize("name", [name for name in DRAWINGS if name.startswith("icon")])
def test_a_button_icon_has_one_colour_that_code_can_tint(name: str) -> None:
    full = {pixel[:3] for pixel in pixels(rasterise(name, 64)) if pixel[3] == 255}
    # Where two half-covered shapes meet, rounding may take a step or two off.
    assert all(abs(a - b) <= 2 for colour in full for a, b in zip(colour, TINT, strict=True))


@pytest.mark.parametrize("value", RIMS)
def test_a_die_fills_its_square_and_wears_its_value_s_rim(value: int) -> None:
    die = rasterise(f"die_{value}", 512)
    assert die.get_bounding_rect(min_alpha=128) == pygame.Rect(2, 2, 508, 508)
    red, green, blue = RIMS[value] >> 16, RIMS[value] >> 8 & 255, RIMS[value] & 255
    middle_of_the_rim = die.get_at((11, 256))
    assert (
        max(
            abs(middle_of_the_rim.r - red),
            abs(middle_of_the_rim.g - green),
            abs(middle_of_the_rim.b - blue),
        )
        < 8
    )
    assert die.get_at((4, 4)).a == 0


@pytest.mark.parametrize("value", RIMS)
def test_a_die_shows_as_many_pips_as_its_value(value: int) -> None:
    face = rasterise(f"die_{value}", 64)
    dark = {
        (x, y) for x in range(6, 58) for y in range(6, 58) if sum(face.get_at((x, y))[:3]) < 300
    }
    pips = 0
    while dark:
        pips += 1
        edge = [dark.pop()]
        while edge:
            x, y = edge.pop()
            for beside in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                if beside in dark:
                    dark.remove(beside)
                    edge.append(beside)
    assert pips == value


@pytest.mark.parametrize("number", range(1, 6))
def test_a_ruin_stays_inside_its_cell_and_glows(number: int) -> None:
    ruin = rasterise(f"ruin_{number}", 128)
    assert ruin.get_bounding_rect(min_alpha=8) == rasterise("stone", 128).get_bounding_rect(8)
    glowing = [p for p in pixels(ruin) if p[0] > 200 and 80 < p[1] < 220 and p[2] < 140]
    assert len(glowing) > 40


def lightness(picture: pygame.Surface, box: tuple[int, int, int, int]) -> float:
    """Return the mean luma of *box*, 0 to 255."""
    red, green, blue, _alpha = pygame.transform.average_color(picture.subsurface(box))
    return 0.299 * red + 0.587 * green + 0.114 * blue


@pytest.mark.parametrize("number", range(1, 6))
def test_a_ruin_in_daylight_is_dark_rubble_on_pale_ground(number: int) -> None:
    ruin, stone = rasterise(f"ruin_pale_{number}", 128), rasterise("stone_pale", 128)
    assert ruin.get_bounding_rect(min_alpha=8) == stone.get_bounding_rect(8)
    ground, rubble = lightness(ruin, (12, 22, 20, 10)), lightness(ruin, (44, 60, 40, 30))
    assert lightness(stone, (44, 60, 40, 30)) > ground + 40, "a hollow in the pale stone"
    assert ground > 130, "no black square"
    assert rubble < ground - 30, "the stones stand out by their shape"
    bright = [p for p in pixels(ruin) if p[0] > 225 and 80 < p[1] < 220 and p[2] < 120]
    assert len(bright) < 40, "it hardly glows any more"


def test_the_ruins_in_daylight_are_those_of_the_script() -> None:
    for number in make_pale_ruins.RUINS:
        committed = (ART / f"ruin_pale_{number}.svg").read_text("utf-8")
        assert committed == make_pale_ruins.painted(number)


def test_the_lettering_in_daylight_is_the_same_in_colours_that_stand_out() -> None:
    texts = [(ART / f"{name}.svg").read_text("utf-8") for name in ("logo", "logo_pale")]
    shapes = [re.sub(r'stop-color="#\w+"', "", text) for text in texts]
    assert shapes[0] == shapes[1]
    fire = re.findall(r'stop-color="#(\w\w)(\w\w)(\w\w)"', texts[1])
    assert len(fire) == 3
    theme = THEMES["daylight"]
    for red, green, blue in fire:
        colour = int(red, 16), int(green, 16), int(blue, 16)
        assert min(contrast(colour, ground.top) for ground in (theme.sky, theme.panel)) >= 3


def test_the_stages_of_a_crack_grow() -> None:
    covered = [
        sum(pixel[3] > 100 for pixel in pixels(rasterise(f"crack_{stage}", 128)))
        for stage in (1, 2, 3)
    ]
    assert covered[0] * 2 < covered[1]
    assert covered[1] * 1.3 < covered[2]


# --- icons -------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [16, 24, 32, 48, 64, 128, 256, 512])
def test_the_program_s_icon_exists_in(size: int) -> None:
    icon = pygame.image.load(ICONS / f"magdagdon_{size}.png")
    assert icon.get_size() == (size, size)
    assert icon.get_at((0, 0)).a < 128
    ivory = [p for p in pixels(icon) if min(p[:3]) > 190]
    assert len(ivory) > size * size * 0.15


def test_the_windows_icon_holds_every_size() -> None:
    data = (ICONS / "magdagdon.ico").read_bytes()
    reserved, kind, count = struct.unpack_from("<3H", data)
    assert (reserved, kind) == (0, 1)
    sizes = {data[6 + 16 * index] or 256 for index in range(count)}
    assert sizes == {16, 24, 32, 48, 64, 128, 256}


def test_the_macos_icon_is_whole() -> None:
    data = (ICONS / "magdagdon.icns").read_bytes()
    magic, length = struct.unpack_from(">4sI", data)
    assert magic == b"icns"
    assert length == len(data)
    kinds, at = set(), 8
    while at < length:
        kind, size = struct.unpack_from(">4sI", data, at)
        kinds.add(kind)
        at += size
    assert {b"ic07", b"ic08", b"ic09", b"ic10"} <= kinds  # 128, 256, 512 and 1024 pixels


# --- sounds ------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def mixer() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SDL_AUDIODRIVER", "dummy")
        pygame.mixer.quit()
        pygame.mixer.init(RATE, -16, 1, allowedchanges=0)
        yield
        pygame.mixer.quit()


def samples(name: str) -> list[int]:
    return array("h", pygame.mixer.Sound(SOUNDS / f"{name}.ogg").get_raw()).tolist()


def test_no_sound_is_missing_and_none_is_unknown() -> None:
    assert sorted(path.stem for path in SOUNDS.glob("*.ogg")) == sorted(DURATIONS)


def test_the_sounds_are_small() -> None:
    assert sum(path.stat().st_size for path in SOUNDS.glob("*.ogg")) < 200_000


@pytest.mark.usefixtures("mixer")
@pytest.mark.parametrize("name", DURATIONS)
def test_a_sound_has_its_length_and_headroom(name: str) -> None:
    wave = samples(name)
    shortest, longest = DURATIONS[name]
    assert shortest <= len(wave) / RATE <= longest
    assert 0.12 < max(map(abs, wave)) / FULL_SCALE < 0.9


@pytest.mark.usefixtures("mixer")
@pytest.mark.parametrize("name", DURATIONS)
def test_a_sound_neither_starts_nor_ends_with_a_click(name: str) -> None:
    wave = samples(name)
    assert max(map(abs, wave[:20])) / FULL_SCALE < 0.01
    assert max(map(abs, wave[-20:])) / FULL_SCALE < 0.005


@pytest.mark.usefixtures("mixer")
def test_no_two_sounds_are_alike() -> None:
    assert len({tuple(samples(name)) for name in DURATIONS}) == len(DURATIONS)
