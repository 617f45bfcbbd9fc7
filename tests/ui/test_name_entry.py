"""Entering a name for a score: by keys on the screen, a keyboard, and an input method."""

from itertools import combinations, product
from pathlib import Path
from typing import Any

import pygame
import pytest
from fontTools.ttLib import TTFont
from pygame import Rect
from pygame.event import Event

from game.app.resources import data_folder
from game.rules.magdagdon.board import Difficulty
from game.rules.magdagdon.state import Phase
from game.scenes.base import Push
from game.session.kiosk_config import KioskConfig
from game.session.scores import ScoreTable
from game.session.settings import SettingsFile
from game.ui.keyboard import Keyboard, parse_rows, place_keys
from game.ui.language import available_languages, set_language
from game.ui.text import Fonts
from tests.ui.conftest import Fly
from tests.ui.games import fill, game
from tests.ui.pilot import Pilot, labels
from tests.ui.placing import SIZES
from tests.ui.player import Hands, Player, prepare
from tests.ui.test_high_scores import entry as row
from tests.ui.test_layouts import scene_faults

FONTS = data_folder() / "assets" / "fonts"


def open_entry(pilot: Pilot) -> list[str]:
    """Open the name entry of a finished game; return where names given to it are told."""
    (entry,) = fill(pilot.folder, game("named"))
    told: list[str] = []
    pilot.app.stack.apply(Push("name_entry", {"entry": entry, "rank": 1, "on_name": told.append}))
    pilot.run(0.6)
    pilot.settle()
    return told


def type_text(pilot: Pilot, text: str) -> None:
    pilot.frame(Event(pygame.TEXTINPUT, text=text))


def compose(pilot: Pilot, text: str) -> None:
    pilot.frame(Event(pygame.TEXTEDITING, text=text, start=0, length=0))


def name_in_table(folder: Path) -> str:
    (entry,) = ScoreTable(folder / "scores.db").entries()
    return entry.name


def said(pilot: Pilot) -> list[str]:
    return [label.text for label in labels(pilot.scene)]


def kiosk(pilot: Pilot, **changes: Any) -> None:
    pilot.app.context.kiosk = KioskConfig(**changes)


# Keys on the screen


def test_a_name_is_tapped_and_kept_at_once(fly: Fly) -> None:
    pilot = fly()
    told = open_entry(pilot)
    for key in ("O", "n", "a", "Space", "B"):
        pilot.tap_button(key)
    pilot.assert_painted()
    pilot.tap_button("Done")
    assert pilot.scene_name == "TitleScene"
    assert told == ["Ona B"]
    assert name_in_table(pilot.folder) == "Ona B"
    assert SettingsFile(pilot.folder / "settings.toml").load().player_name == "Ona B"


def test_capitals_come_at_the_start_of_a_word_and_by_their_key(fly: Fly) -> None:
    pilot = fly()
    open_entry(pilot)
    assert "Q" in pilot.captions()
    pilot.tap_button("Q")
    assert "q" in pilot.captions()
    shift = next(c for c in pilot.scene.controls.all if c.icon == "icon_arrow_up")
    pilot.tap(shift.box.center)
    pilot.tap_button("W")
    pilot.tap_button("e")
    assert pilot.scene.text == "QWe"


def test_erase_takes_a_letter_with_its_marks(fly: Fly) -> None:
    pilot = fly(language="pa")
    open_entry(pilot)
    for key in ("ਪ", "੍ਰ", "ੀ", "ਤ", "ਿ"):
        pilot.tap_button(key)
    erase = next(c for c in pilot.scene.controls.all if c.icon == "icon_erase")
    assert pilot.scene.text == "ਪ੍ਰੀਤਿ"
    pilot.tap(erase.box.center)
    assert pilot.scene.text == "ਪ੍ਰੀ"
    pilot.tap(erase.box.center)
    pilot.tap(erase.box.center)
    assert pilot.scene.text == ""


def test_a_sign_without_a_letter_and_a_thirteenth_letter_are_not_taken(fly: Fly) -> None:
    pilot = fly(language="pa")
    open_entry(pilot)
    pilot.tap_button("ਿ")
    assert pilot.scene.text == ""
    for _ in range(14):
        pilot.tap_button("ਕ")
    assert pilot.scene.text == "ਕ" * 12
    pilot.tap_button("ਿ")
    assert pilot.scene.text == "ਕ" * 12 + "ਿ"


def test_alphabets_and_digits_are_changed_by_their_keys(fly: Fly) -> None:
    pilot = fly(language="lt")
    open_entry(pilot)
    pilot.tap_button("Ž")
    pilot.tap_button("English")
    assert "ž" not in pilot.captions()
    pilot.tap_button("q")
    pilot.tap_button("ਪੰਜਾਬੀ")
    pilot.tap_button("ਕ")
    pilot.tap_button("123")
    pilot.tap_button("7")
    pilot.tap_button("ਅਆਇ")
    pilot.tap_button("Lietuvių")
    assert pilot.scene.text == "Žqਕ7"
    assert "ė" in pilot.captions()


def test_a_kiosk_offers_the_alphabets_of_its_languages(fly: Fly) -> None:
    pilot = fly(player_name="Before")
    kiosk(pilot, languages=("en",))
    open_entry(pilot)
    assert pilot.scene.text == ""
    assert len(pilot.scene.keyboard.alphabets) == 1


def test_the_name_given_last_stands_there_already(fly: Fly) -> None:
    pilot = fly(player_name="Majda")
    open_entry(pilot)
    pilot.key(pygame.KSCAN_RETURN)
    assert name_in_table(pilot.folder) == "Majda"


@pytest.mark.parametrize("way", ["Skip", "Esc"])
def test_a_name_can_be_left_out(fly: Fly, way: str) -> None:
    pilot = fly()
    told = open_entry(pilot)
    pilot.tap_button("Q")
    pilot.tap_button("Skip") if way == "Skip" else pilot.key(pygame.KSCAN_ESCAPE)
    assert pilot.scene_name == "TitleScene"
    assert told == []
    assert name_in_table(pilot.folder) == ""


def test_a_name_that_is_refused_is_asked_for_again(fly: Fly) -> None:
    pilot = fly()
    kiosk(pilot, blocked_names=("Dunderhead",))
    told = open_entry(pilot)
    for name in ("5h1t", "Dunder head"):
        pilot.scene.text = ""
        type_text(pilot, name)
        pilot.tap_button("Done")
        assert "Please choose another name." in said(pilot)
        assert told == []
    type_text(pilot, "y")
    pilot.scene.text = "Ona"
    pilot.tap_button("Done")
    assert told == ["Ona"]
    assert not (pilot.folder / "settings.toml").exists()


# The keyboard


def test_a_keyboard_types_and_its_letters_ask_for_nothing_else(fly: Fly) -> None:
    pilot = fly()
    told = open_entry(pilot)
    for code, letter in ((pygame.KSCAN_R, "r"), (pygame.KSCAN_SPACE, " "), (pygame.KSCAN_H, "Ų")):
        pilot.key(code)
        type_text(pilot, letter)
    assert pilot.scene.text == "r Ų"
    pilot.key(pygame.KSCAN_BACKSPACE)
    pilot.key(pygame.KSCAN_BACKSPACE)
    assert pilot.scene.text == "r"
    pilot.key(pygame.KSCAN_KP_ENTER)
    assert told == ["r"]


def test_a_held_backspace_erases_on(fly: Fly) -> None:
    pilot = fly()
    open_entry(pilot)
    type_text(pilot, "Majda")
    held = Event(pygame.KEYDOWN, scancode=pygame.KSCAN_BACKSPACE, key=0, mod=0, unicode="")
    pilot.frame(held, held, held)
    assert pilot.scene.text == "Ma"


def test_the_arrows_and_enter_press_keys(fly: Fly) -> None:
    pilot = fly()
    open_entry(pilot)
    pilot.key(pygame.KSCAN_TAB)
    pilot.key(pygame.KSCAN_RIGHT)
    pilot.key(pygame.KSCAN_RETURN)
    assert pilot.scene.text == "W"


def test_what_an_input_method_composes_is_shown_and_its_keys_are_left_to_it(fly: Fly) -> None:
    pilot = fly()
    told = open_entry(pilot)
    type_text(pilot, "O")
    before = pilot.pixels()
    compose(pilot, "né")
    assert pilot.pixels() != before
    pilot.assert_painted()
    for code in (pygame.KSCAN_RETURN, pygame.KSCAN_BACKSPACE, pygame.KSCAN_ESCAPE):
        pilot.key(code)
    assert pilot.scene_name == "NameEntryScene"
    compose(pilot, "")
    type_text(pilot, "né")
    pilot.key(pygame.KSCAN_RETURN)
    assert told == ["Oné"]


def test_a_letter_that_the_fonts_do_not_have_is_not_taken(fly: Fly) -> None:
    pilot = fly()
    open_entry(pilot)
    type_text(pilot, "Ж中")
    assert pilot.scene.text == ""
    assert "This letter can't be shown here." in said(pilot)


def test_text_comes_only_where_it_is_wanted(fly: Fly, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[Any] = []
    monkeypatch.setattr(pygame.key, "start_text_input", lambda: calls.append("start"))
    monkeypatch.setattr(pygame.key, "stop_text_input", lambda: calls.append("stop"))
    monkeypatch.setattr(pygame.key, "set_text_input_rect", calls.append)
    pilot = fly()
    calls.clear()
    type_text(pilot, "abc")
    open_entry(pilot)
    assert calls == ["start", pilot.scene.text_area]
    assert pilot.scene.text == ""
    pilot.key(pygame.KSCAN_ESCAPE)
    assert calls[2:] == ["stop"]


# After a game


def finish(fly: Fly, folder: Path, **changes: Any) -> Pilot:
    """Play a game to its end; *changes* make the program a kiosk."""
    prepare(folder, Difficulty.PEACEFUL, lambda s: s.phase is Phase.PLACE and s.board.count(0) <= 2)
    pilot = fly()
    if changes:
        kiosk(pilot, **changes)
    pilot.tap_button("Continue")
    pilot.settle()
    player = Player(pilot, Hands(pilot))
    player.after_action = lambda: pilot.run(0.4, dt=0.1)
    player.play()
    return pilot


def test_after_a_game_the_name_is_a_button(fly: Fly, tmp_path: Path) -> None:
    pilot = finish(fly, tmp_path)
    pilot.settle()
    pilot.run(5, dt=0.1)
    assert pilot.scene_name == "GameOverScene"
    assert name_in_table(tmp_path) == ""
    pilot.tap_button("Name")
    pilot.run(0.6)
    type_text(pilot, "Ona")
    pilot.tap_button("Done")
    pilot.settle()
    assert pilot.scene_name == "GameOverScene"
    assert any("Ona\N{NO-BREAK SPACE}· " in text for text in said(pilot))
    assert name_in_table(tmp_path) == "Ona"
    pilot.tap_button("Replay")
    pilot.run(0.5)
    assert pilot.scene.record.name == "Ona"


def test_a_kiosk_asks_for_the_name_once(fly: Fly, tmp_path: Path) -> None:
    pilot = finish(fly, tmp_path, asks_name=True)
    pilot.run(8, dt=0.1)
    assert pilot.scene_name == "NameEntryScene"
    assert name_in_table(tmp_path) == ""  # the row is there, whatever happens now
    pilot.tap_button("Skip")
    pilot.run(8, dt=0.1)
    assert pilot.scene_name == "GameOverScene"


def test_a_kiosk_can_do_without_names(fly: Fly, tmp_path: Path) -> None:
    pilot = finish(fly, tmp_path, asks_name=False)
    pilot.run(8, dt=0.1)
    assert pilot.scene_name == "GameOverScene"
    assert "Name" not in pilot.captions()


def test_a_game_below_the_ten_is_asked_for_no_name(fly: Fly, tmp_path: Path) -> None:
    table = ScoreTable(tmp_path / "scores.db")
    for number in range(10):
        table.add(row(number, 900 + number))
    pilot = finish(fly, tmp_path, asks_name=True)
    pilot.run(8, dt=0.1)
    assert pilot.scene_name == "GameOverScene"
    assert "Name" not in pilot.captions()


# Layout


@pytest.mark.parametrize("code", available_languages())
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_keys_fill_their_room_and_none_overlaps(code: str, size: tuple[int, int]) -> None:
    set_language(code)
    box = Rect(20, size[1] // 3, size[0] - 40, size[1] // 2)
    touch = min(size) // 10
    for alphabet in Keyboard(available_languages(), print, print, print).alphabets:
        placed = place_keys(alphabet.rows, box, 6, touch)
        assert [key for key, _ in placed] == [key for row in alphabet.rows for key in row]
        assert all(box.contains(place) for _, place in placed)
        for (_, one), (_, other) in combinations(placed, 2):
            assert not one.colliderect(other)
    set_language("en")


def test_rows_are_kept_where_their_keys_are_large_enough() -> None:
    rows = parse_rows("a b c d e f g h i j | k l m")
    wide = place_keys(rows, Rect(0, 0, 1000, 400), 0, 100)
    assert {place.y for key, place in wide if key in "abcdefghij"} == {wide[0][1].y}
    narrow = place_keys(rows, Rect(0, 0, 300, 400), 0, 100)
    assert min(place.width for _, place in narrow) >= 75


@pytest.mark.parametrize(("size", "text"), list(product(SIZES, (100, 150))))
def test_the_layout(fly: Fly, size: tuple[int, int], text: int) -> None:
    pilot = fly(size=size, text_size=text, language="pa", has_reduced_motion=True)
    open_entry(pilot)
    least = min(size) * 0.07
    for _ in pilot.scene.keyboard.alphabets:
        assert not scene_faults(pilot)
        small = [c.caption for c in pilot.scene.controls.all if min(c.box.size) < least]
        assert not small
        pilot.scene.keyboard._change_alphabet()
        pilot.settle()
    pilot.scene.keyboard._turn_digits()
    pilot.settle()
    assert not scene_faults(pilot)


def test_fonts_know_what_they_can_show() -> None:
    pygame.font.init()
    fonts = Fonts(FONTS)
    known = set(TTFont(FONTS / "Magdagdon-Regular.ttf").getBestCmap())
    for code in [*range(0x20, 0x3100), 0x4E2D, 0xAC00, 0x1F3B2]:
        assert fonts.can_show(chr(code)) is (code in known), hex(code)
