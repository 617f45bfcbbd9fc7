"""The settings: each choice works at once, is kept, and leaves the keyboard where it was."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.rules.magdagdon.board import Difficulty
from game.scenes.base import Push
from game.session.kiosk_config import KioskConfig
from game.session.settings import SettingsFile
from game.ui.slider import Slider
from tests.ui.pilot import Pilot
from tests.ui.placing import SIZES, faults


@pytest.fixture
def pilot(tmp_path: Path) -> Iterator[Pilot]:
    pilot = Pilot(tmp_path, seed="settings")
    yield pilot
    pilot.close()


def open_settings(pilot: Pilot) -> None:
    pilot.app.stack.apply(Push("settings"))
    pilot.settle()


def saved(pilot: Pilot) -> Any:
    return SettingsFile(pilot.folder / "settings.toml").load()


def slider(pilot: Pilot) -> Slider:
    return next(c for c in pilot.scene.controls.all if isinstance(c, Slider))


def test_the_title_leads_to_the_settings_and_back_leads_to_the_title(pilot: Pilot) -> None:
    ways: tuple[Callable[[], None], ...] = (
        lambda: pilot.tap_button("Back"),
        lambda: pilot.key(pygame.KSCAN_ESCAPE),
        lambda: pilot.touch(pilot.button("Back").box.center),
    )
    for leave in ways:
        pilot.tap_button("Settings")
        pilot.settle()
        assert pilot.scene_name == "SettingsScene"
        leave()
        pilot.settle()
        assert pilot.scene_name == "TitleScene"


@pytest.mark.parametrize(
    ("caption", "name", "value"),
    [
        ("Daylight", "theme", "daylight"),
        ("High contrast", "theme", "contrast"),
        ("125%", "text_size", 125),
        ("150%", "text_size", 150),
        ("Reduced", "has_reduced_motion", True),
        ("Mute", "is_muted", True),
        ("NIGHTMARE", "difficulty", Difficulty.NIGHTMARE),
    ],
)
def test_a_choice_works_at_once_and_outlives_the_program(
    tmp_path: Path, caption: str, name: str, value: object
) -> None:
    first = Pilot(tmp_path)
    open_settings(first)
    first.tap_button(caption)
    first.settle()
    assert getattr(first.app.context.settings, name) == value
    assert getattr(saved(first), name) == value
    assert first.button(caption).is_selected
    assert first.button(caption).icon == "icon_check"
    first.assert_painted()
    first.close()
    second = Pilot(tmp_path)
    open_settings(second)
    assert getattr(second.app.context.settings, name) == value
    assert second.button(caption).is_selected
    second.close()


def test_the_theme_and_the_text_size_are_put_to_use(pilot: Pilot) -> None:
    open_settings(pilot)
    before = pilot.app.context.metrics.text(30)
    pilot.tap_button("Daylight")
    pilot.tap_button("150%")
    assert pilot.app.context.art.theme.key == "daylight"
    assert pilot.app.context.metrics.text(30) == pytest.approx(before * 1.5, abs=1)


def test_mute_is_taken_back_by_a_second_tap(pilot: Pilot) -> None:
    open_settings(pilot)
    pilot.tap_button("Mute")
    assert pilot.app.context.audio.is_muted
    pilot.tap_button("Mute")
    assert not saved(pilot).is_muted
    assert pilot.button("Mute").icon == "icon_mute"


def test_full_screen_is_a_choice_too(pilot: Pilot) -> None:
    open_settings(pilot)
    pilot.tap_button("Full screen")
    pilot.settle()
    assert pilot.window.is_fullscreen
    assert saved(pilot).is_fullscreen
    assert pilot.button("Full screen").is_selected
    pilot.tap_button("Window")
    assert not pilot.window.is_fullscreen


def test_dragging_the_slider_changes_the_volume_and_saves_it_once_let_go(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_settings(pilot)
    saves = []
    save = SettingsFile.save
    monkeypatch.setattr(
        SettingsFile, "save", lambda self, values: (saves.append(values), save(self, values))
    )
    box = slider(pilot).box
    pilot.drag(box.center, (box.left + 1, box.centery), steps=8)
    assert pilot.app.context.settings.sound_volume == 0
    assert pilot.app.context.audio.volume == 0
    assert [values.sound_volume for values in saves] == [0]
    assert saved(pilot).sound_volume == 0


def test_the_slider_goes_by_arrow_keys_and_enter_leaves_it(pilot: Pilot) -> None:
    open_settings(pilot)
    pilot.scene.controls.focus(slider(pilot))
    pilot.key(pygame.KSCAN_LEFT)
    pilot.key(pygame.KSCAN_LEFT)
    assert saved(pilot).sound_volume == 70
    pilot.key(pygame.KSCAN_RETURN)
    assert saved(pilot).sound_volume == 70


def test_the_keyboard_stays_where_it_was_after_a_choice(pilot: Pilot) -> None:
    open_settings(pilot)
    pilot.scene.controls.focus(pilot.button("Daylight"))
    pilot.key(pygame.KSCAN_RETURN)
    assert pilot.button("Daylight").is_focused
    pilot.key(pygame.KSCAN_RIGHT)
    assert pilot.button("High contrast").is_focused


def test_every_control_is_reached_by_tab(pilot: Pilot) -> None:
    open_settings(pilot)
    reached = set()
    for _ in pilot.scene.controls.all:
        pilot.key(pygame.KSCAN_TAB)
        reached.add(pilot.scene.controls.focused)
    assert reached == set(pilot.scene.controls.all)


def test_language_is_not_offered_while_there_is_one(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game.scenes.settings.available_languages", lambda: ("en",))
    open_settings(pilot)
    assert "System" not in pilot.captions()


def test_a_language_is_chosen_by_its_own_name(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game.scenes.settings.available_languages", lambda: ("en", "lt"))
    names = {"en": "English", "lt": "Lietuvių"}
    monkeypatch.setattr("game.scenes.settings.language_name", names.__getitem__)
    open_settings(pilot)
    pilot.tap_button("Lietuvių")
    assert saved(pilot).language == "lt"
    pilot.tap(pilot.scene.named("language.").box.center)
    assert saved(pilot).language == ""


def begin_game(pilot: Pilot) -> str:
    """Be in the settings, over a game of PEACEFUL; return the game's id."""
    pilot.app.stack.apply(Push("play"))
    pilot.settle()
    open_settings(pilot)
    session = pilot.app.context.session
    assert session is not None
    return session.record.game_id


def test_another_difficulty_is_asked_first_where_a_game_is_under_way(pilot: Pilot) -> None:  # M3.2
    game = begin_game(pilot)
    pilot.tap_button("SURVIVAL")
    pilot.settle()
    assert pilot.scene_name == "AskScene"
    pilot.tap_button("Keep it")
    pilot.settle()
    assert pilot.scene_name == "SettingsScene"
    assert pilot.app.context.settings.difficulty is Difficulty.PEACEFUL
    assert pilot.app.context.session is not None
    assert pilot.app.context.session.record.game_id == game


def test_another_difficulty_begins_a_new_game(pilot: Pilot) -> None:  # M3.2
    game = begin_game(pilot)
    pilot.tap_button("NIGHTMARE")
    pilot.settle()
    pilot.tap_button("New game")
    pilot.settle()
    assert pilot.scene_name == "PlayScene"
    assert pilot.state.difficulty is Difficulty.NIGHTMARE
    assert saved(pilot).difficulty is Difficulty.NIGHTMARE
    assert pilot.app.context.session is not None
    assert pilot.app.context.session.record.game_id != game


def test_the_difficulty_of_the_game_under_way_is_no_change(pilot: Pilot) -> None:
    begin_game(pilot)
    pilot.tap_button("PEACEFUL")
    pilot.settle()
    assert pilot.scene_name == "SettingsScene"


def test_a_full_page_goes_on_on_another_leaf(tmp_path: Path) -> None:
    pilot = Pilot(tmp_path, (480, 320), text_size=150)
    open_settings(pilot)
    assert pilot.scene.leaves > 1
    seen = set(pilot.captions())
    while pilot.button("Next").is_enabled:
        pilot.tap_button("Next")
        seen |= set(pilot.captions())
        pilot.assert_painted()
    assert {"PEACEFUL", "Mute", "100%", "Ember", "Reduced", "Full screen"} <= seen
    assert pilot.button("Previous").is_enabled
    pilot.close()


def test_what_was_chosen_stays_in_sight_where_it_changes_the_leaves(tmp_path: Path) -> None:
    pilot = Pilot(tmp_path, (480, 320), text_size=100)
    open_settings(pilot)
    while "150%" not in pilot.captions():
        pilot.tap_button("Next")
    leaves = pilot.scene.leaves
    for caption in ("150%", "100%", "150%"):
        pilot.tap_button(caption)
        assert pilot.button(caption).is_selected
    assert pilot.scene.leaves > leaves
    pilot.close()


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_nothing_overlaps_or_is_cut(
    tmp_path: Path, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game.scenes.settings.available_languages", lambda: ("en", "lt", "pa"))
    names = {"en": "English", "lt": "Lietuvių", "pa": "ਪੰਜਾਬੀ"}
    monkeypatch.setattr("game.scenes.settings.language_name", names.__getitem__)
    pilot = Pilot(tmp_path, size)
    for text_size in (100, 125, 150):
        for theme in ("ember", "daylight", "contrast"):
            pilot.app.context.change_settings(text_size=text_size, theme=theme)
            pilot.app.stack.apply(Push("settings"))
            for leaf in range(pilot.scene.leaves):
                pilot.scene.turn(leaf - pilot.scene.leaf)
                assert faults(pilot.scene) == []
    pilot.close()


def open_in_kiosk(pilot: Pilot, **config: Any) -> list[str]:
    """Open the settings in a kiosk set up by *config*; return the captions to be seen."""
    pilot.app.context.kiosk = KioskConfig(**config)
    open_settings(pilot)
    scene, captions = pilot.scene, pilot.captions()
    for _leaf in range(scene.leaves - 1):
        scene.turn(1)
        captions += pilot.captions()
    return captions


def test_a_kiosk_offers_what_its_operator_wants(pilot: Pilot) -> None:
    offered = (Difficulty.PEACEFUL, Difficulty.NIGHTMARE)
    captions = open_in_kiosk(pilot, difficulties=offered, languages=("en", "lt"))
    assert {"PEACEFUL", "NIGHTMARE", "English", "Lietuvių"} <= set(captions)
    assert not {"SURVIVAL", "System", "Window", "Full screen"} & set(captions)
    assert pilot.button("English").is_selected


def test_a_kiosk_is_no_louder_than_its_operator_wants(pilot: Pilot) -> None:
    open_in_kiosk(pilot, volume_limit=45)
    slider = pilot.scene.named("volume")
    pilot.tap((slider.box.right - 2, slider.box.centery))
    assert pilot.app.context.settings.sound_volume == 45


def test_a_choice_of_one_is_no_choice(pilot: Pilot) -> None:
    captions = open_in_kiosk(pilot, difficulties=(Difficulty.SURVIVAL,), languages=("lt",))
    assert not {"SURVIVAL", "Lietuvių"} & set(captions)
