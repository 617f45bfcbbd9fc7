"""Another language needs one .po file and nothing else; and no language breaks a scene."""

import re
from collections.abc import Iterator
from importlib import import_module
from itertools import product
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.app.registry import SCENES
from game.session.settings import SettingsFile
from game.ui import language
from game.ui.text import Fonts
from tests.ui.conftest import Fly
from tests.ui.placing import SIZES
from tests.ui.test_layouts import play_faults, scene_faults
from tests.ui.visits import Visits
from tools.compile_catalogues import compile_catalogues

ROOT = Path(__file__).parents[2]
PSEUDO = "eo"
"""A real language's code that has no catalogue: only its plural forms are used."""
FLOOR = 9
"""The size in pixels at which `Fonts.fit` gives up; nobody should have to read it."""
_PLAIN = "abcdefghijklmnoprstuvwxyzABCDEFGHIJKLMNOPRSTUVWXYZ"
_ACCENTED = "áḃćḋéḟğĥíĵķĺṁńóṗŕśťúṽŵẋýžÁḂĆḊÉḞĞĤÍĴĶĹṀŃÓṖŔŚŤÚṼŴẊÝŽ"
_LETTERS = str.maketrans(_PLAIN, _ACCENTED)
_PLACEHOLDER = re.compile(r"(\{[^{}]*\}|%\(\w+\)[a-z]|%[sr%])")
_KNOWN = re.compile(
    # What no language translates: names, places on the board, numbers in hexadecimal, paths,
    # positions in notation, what is quoted from a file.
    r"English|Lietuvių|MAGDAGDON|QWE|“[^”]*”|[0-9a-f]{4,}|[a-d][1-4]|/\S+|SHA-256|"
    r"[1-6.#]{4}/\S+( [PSN])?( \d)*"
)


def pseudo(text: str) -> str:
    """Return *text* accented, in brackets and about 40 % longer; placeholders are kept."""
    parts = _PLACEHOLDER.split(text)
    for at in range(0, len(parts), 2):
        longer = re.sub("([aeiouyAEIOU])", r"\1\1", parts[at])
        parts[at] = longer.translate(_LETTERS)
    return f"[{''.join(parts)}]"


def translated(message: Any) -> Any:
    """Return the pseudo-translation of *message*, all plural forms of it."""
    if message.context in ("alphabet", "decimal mark", "quotation"):
        return message.id
    if isinstance(message.id, tuple):
        return tuple(pseudo(form) for form in message.id)
    return pseudo(message.id)


@pytest.fixture(scope="session")
def pseudo_po(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Return the one file that a new language takes, made from the source's texts."""
    from babel.messages.catalog import Catalog

    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(ROOT / "tools")
        tool = import_module("update_catalogues")
    catalogue = tool.updated(Catalog(locale=PSEUDO, charset="utf-8", fuzzy=False), tool.extract())
    for message in catalogue:
        if message.id:
            message.string = translated(message)
    assert not tool.unfinished(catalogue)
    text: str = tool.formatted(catalogue)
    return text.encode()


@pytest.fixture
def new_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pseudo_po: bytes
) -> Iterator[None]:
    """Put the file into a locale folder of its own, and compile it as the build does."""
    folder = tmp_path / "locale"
    catalogue = folder / PSEUDO / "LC_MESSAGES" / "magdagdon.po"
    catalogue.parent.mkdir(parents=True)
    catalogue.write_bytes(pseudo_po)
    assert len(list(compile_catalogues(folder))) == 1
    before = language.current_language()
    monkeypatch.setattr(language, "LOCALE_FOLDER", folder)
    yield
    monkeypatch.undo()
    language.set_language(before)


class Reader:
    """Reads along whatever is drawn as text, and what of it is too small."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.drawn: set[str] = set()
        self.tiny: set[str] = set()
        render = Fonts.render

        def reading(fonts: Fonts, text: str, px: int, *rest: Any, **more: Any) -> pygame.Surface:
            self.drawn.add(text)
            if px <= FLOOR and text.strip():
                self.tiny.add(text)
            return render(fonts, text, px, *rest, **more)

        monkeypatch.setattr(Fonts, "render", reading)

    def take(self) -> tuple[set[str], set[str]]:
        """Return what was drawn, and what had to be tiny, since the last time."""
        found = self.drawn, self.tiny
        self.drawn, self.tiny = set(), set()
        return found


def english(texts: set[str], folder: Path = Path()) -> list[str]:
    """Return the texts with words in them that no translation has touched.

    Words of *folder*, where the data lie, are shown as they are, perhaps in lines.
    """
    names = sorted((part for part in folder.parts if len(part) > 1), key=len, reverse=True)
    known = re.compile("|".join([*map(re.escape, names), _KNOWN.pattern]))
    plain = ((text, known.sub("", text)) for text in texts)
    return sorted(text for text, left in plain if re.search("[A-Za-z]{2}", left))


def tour(fly: Fly, reader: Reader, code: str, size: tuple[int, int], text: int, keys: Any) -> None:
    """Visit the scenes *keys* and report all that is wrong, scene by scene."""
    pilot = fly(size=size, language=code, text_size=text, has_reduced_motion=True)
    wrong: list[str] = []
    reader.take()
    for name in Visits(pilot).all(keys):
        found = scene_faults(pilot)
        if pilot.scene_name == "PlayScene":
            found += play_faults(pilot)
        drawn, tiny = reader.take()
        found += [f"tiny: {each!r}" for each in tiny]
        if code == PSEUDO:
            found += [f"English: {each!r}" for each in english(drawn, pilot.folder)]
        wrong += [f"{name}: {each}" for each in found]
    pilot.close()
    assert not wrong, "\n".join(wrong)


# The language


def test_one_file_is_enough_for_a_language(fly: Fly, new_language: None) -> None:
    assert language.available_languages() == ("en", PSEUDO)
    pilot = fly(language=PSEUDO)
    pilot.settle()
    assert language.current_language() == PSEUDO
    assert pseudo("Settings") in pilot.captions()
    pilot.tap_button(pseudo("Settings"))
    pilot.settle()
    assert language.language_name(PSEUDO) == pseudo("English")
    pilot.app.context.change_settings(language="en")
    assert SettingsFile(pilot.folder / "settings.toml").load().language == "en"


def test_the_pseudo_language_is_long_accented_and_keeps_what_is_filled_in() -> None:
    text = "{count} Majda Powers · place {minimum}+"
    made = pseudo(text)
    assert made.startswith("[{count} ")
    assert made.endswith("{minimum}+]")
    assert english({pseudo("Well done"), "English", "a1"}) == []
    assert english({"Roll", "[Ŕóóll] dice", "q 12"}) == ["Roll", "[Ŕóóll] dice"]
    sentence = "A number that has been confirmed stands for ever. So look twice."
    assert 1.3 < len(pseudo(sentence)) / len(sentence) < 1.5


def test_the_visits_leave_no_scene_out(fly: Fly) -> None:
    assert set(Visits(fly()).ways) == set(SCENES)


# Every scene


SOME = ("title", "play", "hint", "game_over", "settings", "tutorial")


@pytest.fixture
def reader(monkeypatch: pytest.MonkeyPatch) -> Reader:
    return Reader(monkeypatch)


def test_nothing_is_left_in_english(fly: Fly, reader: Reader, new_language: None) -> None:
    tour(fly, reader, PSEUDO, (1280, 720), 100, tuple(SCENES))


def test_the_smallest_window_with_the_largest_letters(
    fly: Fly, reader: Reader, new_language: None
) -> None:
    tour(fly, reader, PSEUDO, (800, 480), 150, SOME)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "text"), list(product([(800, 480), (1280, 720), (1080, 1920)], (100, 150)))
)
class TestEveryScene:
    """The whole matrix of sizes, text sizes and languages."""

    def test_pseudo(
        self, fly: Fly, reader: Reader, new_language: None, size: tuple[int, int], text: int
    ) -> None:
        tour(fly, reader, PSEUDO, size, text, tuple(SCENES))

    @pytest.mark.parametrize("code", ["en", "lt", "pa"])
    def test_language(
        self, fly: Fly, reader: Reader, code: str, size: tuple[int, int], text: int
    ) -> None:
        assert size in SIZES
        tour(fly, reader, code, size, text, tuple(SCENES))
