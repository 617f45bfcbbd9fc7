"""The public machine: nobody leaves without the PIN, turned or not, whatever the screen does."""

import os
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pygame
import pytest
from pygame import Rect
from pygame.event import Event

from game.app import kiosk_app, kiosk_window
from game.app.kiosk_window import KioskWindow
from game.app.window import NoDisplayError
from game.rules.magdagdon.board import Difficulty
from game.scenes.base import Push, Quit, Replace, Reset, ToggleFullscreen
from game.scenes.replay_opening import replay_of_record
from game.session.kiosk_config import KioskConfig
from game.session.pin import hash_pin
from tests.ui.pilot import Pilot

PIN = "4711"
CONFIG = KioskConfig(pin_hash=hash_pin(PIN), idle_seconds=3600)


@pytest.fixture
def pilots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Pilot]]:
    monkeypatch.setattr(os, "fsync", lambda _descriptor: None)
    flying: list[Pilot] = []
    yield flying
    for pilot in flying:
        pilot.close()


def kiosk(
    pilots: list[Pilot], folder: Path, size: tuple[int, int] = (800, 480), **changes: object
) -> Pilot:
    pilot = Pilot(
        folder, size, kiosk=replace(CONFIG, **changes), has_reduced_motion=True, is_muted=True
    )
    pilots.append(pilot)
    pilot.settle()
    return pilot


def hold_corner(pilot: Pilot, at: tuple[int, int] = (5, 5), seconds: float = 3.2) -> None:
    pilot.press(at)
    pilot.run(seconds, 0.1)
    pilot.release(at)
    pilot.settle()


def give_pin(pilot: Pilot, pin: str = PIN) -> None:
    for digit in pin:
        pilot.tap_button(digit)
    enter = next(c for c in pilot.scene.controls.all if getattr(c, "icon", "") == "icon_check")
    pilot.tap(enter.box.center)
    pilot.settle()


def test_the_title_has_no_way_out(pilots: list[Pilot], tmp_path: Path) -> None:
    pilot = kiosk(pilots, tmp_path)
    assert "Quit" not in pilot.captions()
    pilot.key(pygame.KSCAN_ESCAPE)
    assert pilot.app.is_running
    assert pilot.app.stack.keys == ["TitleScene"]
    pilot.app.stack.apply(Push("play"))
    pilot.app.stack.apply(Push("pause"))
    pilot.settle()
    assert "Quit" not in pilot.captions()


@pytest.mark.parametrize(
    "kind", [pygame.QUIT, pygame.WINDOWCLOSE, pygame.DROPFILE, pygame.DROPTEXT, pygame.DROPBEGIN]
)
def test_the_window_system_asks_in_vain(pilots: list[Pilot], tmp_path: Path, kind: int) -> None:
    pilot = kiosk(pilots, tmp_path)
    for _ in range(3):
        pilot.frame(Event(kind, file="game.txt", text="x", window=None))
    assert pilot.app.is_running
    assert pilot.app.stack.keys == ["TitleScene"]


@pytest.mark.parametrize(
    "transition",
    [
        Quit(),
        Quit(10),
        ToggleFullscreen(),
        Push("operator"),
        Replace("operator"),
        Reset("operator"),
    ],
)
def test_no_scene_leads_out(pilots: list[Pilot], tmp_path: Path, transition: object) -> None:
    pilot = kiosk(pilots, tmp_path)
    pilot.scene.go(transition)
    pilot.frame()
    pilot.frame()
    assert pilot.app.is_running
    assert pilot.app.stack.keys == ["TitleScene"]
    assert not pilot.app.context.settings_file.path.exists()


@pytest.mark.parametrize("corner", [(0, 0), (1, 0), (0, 1), (1, 1)])
def test_a_long_press_in_any_corner_asks_for_the_pin(
    pilots: list[Pilot], tmp_path: Path, corner: tuple[int, int]
) -> None:
    pilot = kiosk(pilots, tmp_path)
    width, height = pilot.window.size
    at = (5 + corner[0] * (width - 10), 5 + corner[1] * (height - 10))
    hold_corner(pilot, at, 2.5)
    assert pilot.scene_name == "TitleScene"
    hold_corner(pilot, at)
    assert pilot.scene_name == "PinScene"
    hold_corner(pilot, at)
    assert pilot.app.stack.keys == ["TitleScene", "PinScene"]


def test_a_press_that_leaves_the_corner_or_is_elsewhere_asks_nothing(
    pilots: list[Pilot], tmp_path: Path
) -> None:
    pilot = kiosk(pilots, tmp_path)
    hold_corner(pilot, (400, 5))
    assert pilot.scene_name == "TitleScene"
    pilot.press((5, 5))
    pilot.run(1, 0.1)
    pilot.move((300, 5))
    pilot.move((5, 5))
    pilot.run(3, 0.1)
    pilot.release((5, 5))
    assert pilot.scene_name == "TitleScene"


@pytest.mark.parametrize(("caption", "code"), [("Quit", 0), ("Restart the game", 10)])
def test_the_pin_leads_out_with_an_exit_code(
    pilots: list[Pilot], tmp_path: Path, caption: str, code: int
) -> None:
    pilot = kiosk(pilots, tmp_path)
    hold_corner(pilot)
    give_pin(pilot)
    assert pilot.app.stack.keys == ["OperatorScene"]
    pilot.tap_button(caption)
    if caption == "Quit":
        pilot.settle()
        assert pilot.app.is_running
        pilot.tap_button(caption)  # as the answer to a question
        pilot.frame()
    assert not pilot.app.is_running
    assert pilot.app.exit_code == code


def test_the_operator_gone_the_gate_is_closed(pilots: list[Pilot], tmp_path: Path) -> None:
    pilot = kiosk(pilots, tmp_path)
    hold_corner(pilot)
    give_pin(pilot)
    assert pilot.app.context.pin_gate.is_open
    pilot.tap_button("To the game")
    pilot.settle()
    assert pilot.app.stack.keys == ["TitleScene"]
    assert not pilot.app.context.pin_gate.is_open
    pilot.scene.go(Quit())
    pilot.frame()
    pilot.frame()
    assert pilot.app.is_running


def test_an_operator_who_walks_away_leaves_the_gate_closed(
    pilots: list[Pilot], tmp_path: Path
) -> None:
    pilot = kiosk(pilots, tmp_path, idle_seconds=3600)
    hold_corner(pilot)
    give_pin(pilot)
    pilot.run(kiosk_app.OPERATOR_SECONDS + 1, 0.1)
    assert not pilot.app.context.pin_gate.is_open
    assert "OperatorScene" not in pilot.app.stack.keys


def test_wrong_pins_are_told_and_slowed(pilots: list[Pilot], tmp_path: Path) -> None:
    pilot = kiosk(pilots, tmp_path)
    hold_corner(pilot)
    for said in ("This PIN is wrong.", "This PIN is wrong.", "Wrong PIN. Wait 10 s."):
        give_pin(pilot, "0000")
        assert pilot.scene._said.text == said
        assert pilot.scene._said._colour == pilot.scene.kit.art.theme.bad
    pilot.run(4.95, 0.1)
    assert pilot.scene._said.text == "Wrong PIN. Wait 5 s."
    pilot.tap_button("4")
    assert pilot.scene._shown.text == ""
    pilot.run(6, 0.1)
    give_pin(pilot)
    assert pilot.scene_name == "OperatorScene"


def test_a_pad_left_alone_goes_away(pilots: list[Pilot], tmp_path: Path) -> None:
    pilot = kiosk(pilots, tmp_path)
    hold_corner(pilot)
    pilot.run(21, 0.1)
    assert pilot.scene_name == "TitleScene"


def test_nothing_of_the_machine_is_handed_out(pilots: list[Pilot], tmp_path: Path) -> None:
    pilot = kiosk(pilots, tmp_path, difficulties=(Difficulty.SURVIVAL, Difficulty.NIGHTMARE))
    assert "PEACEFUL" not in pilot.captions()
    pilot.tap_button("SURVIVAL")
    pilot.settle()
    session = pilot.app.context.session
    assert session is not None
    record = session.record
    pilot.app.stack.apply(replay_of_record(record))
    pilot.settle()
    assert "Share" not in pilot.captions()
    assert "Details" in pilot.captions()
    pilot.scene.open_share()
    pilot.frame()
    pilot.frame()
    assert pilot.scene_name == "ReplayScene"
    pilot.tap_button("Details")
    pilot.settle()
    assert pilot.captions() == ["Close"]


# The window


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
@pytest.mark.parametrize("step", [0, 7, 1000])
def test_every_point_is_shown_and_touched_where_it_is(
    pilots: list[Pilot], tmp_path: Path, rotation: int, step: int
) -> None:
    pilot = kiosk(pilots, tmp_path, (800, 480), rotation=rotation)
    window = pilot.window
    assert isinstance(window, KioskWindow)
    window.wander(step)
    screen = pygame.display.get_surface()
    room = (800, 480) if rotation % 180 == 0 else (480, 800)
    assert all(0 < have < wide for have, wide in zip(window.size, room, strict=True))
    width, height = window.size
    for at in ((0, 0), (width - 1, 0), (0, height - 1), (width - 1, height - 1), (91, 33)):
        colour = (17, 200, at[0] % 256)
        window.surface.set_at(at, colour)
        window.show([Rect(at, (1, 1))])
        there = window.on_screen(Rect(at, (1, 1))).topleft
        assert screen.get_at(there)[:3] == colour
        assert window.on_surface(there) == at
        finger = Event(
            pygame.FINGERDOWN, x=there[0] / 799, y=there[1] / 479, touch_id=1, finger_id=1
        )
        turned = window.turned(finger)
        assert (round(turned.x * (width - 1)), round(turned.y * (height - 1))) == at
    corner = window.on_screen(Rect(0, 0, 1, 1)).topleft
    assert (
        corner
        in {
            0: [(x, y) for x in range(9) for y in range(9)],
            90: [(799 - x, y) for x in range(9) for y in range(9)],
            180: [(799 - x, 479 - y) for x in range(9) for y in range(9)],
            270: [(x, 479 - y) for x in range(9) for y in range(9)],
        }[rotation]
    )


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
def test_the_screen_shows_the_surface_turned_after_any_play(
    pilots: list[Pilot], tmp_path: Path, rotation: int
) -> None:
    pilot = kiosk(pilots, tmp_path, (800, 480), rotation=rotation)
    window = pilot.window
    for caption in ("SURVIVAL", "Roll"):
        pilot.tap_button(caption)
        pilot.run(1.0)
    hold_corner(pilot, (5, 5))
    pilot.settle()
    turned = pygame.transform.rotate(window.surface, -rotation)
    place = window.on_screen(window.surface.get_rect())
    shown = pygame.display.get_surface().subsurface(place)
    assert pygame.image.tobytes(shown, "RGB") == pygame.image.tobytes(turned, "RGB")


def test_the_picture_wanders_over_the_whole_margin_a_pixel_at_a_time(
    pilots: list[Pilot], tmp_path: Path
) -> None:
    pilot = kiosk(pilots, tmp_path)
    window = pilot.window
    most = 2 * window._margin
    window.wander(0)
    seen, last = set(), window._offset
    for step in range(1, most * (most + 1) * 2):
        window.wander(step)
        moved = [abs(a - b) for a, b in zip(window._offset, last, strict=True)]
        assert max(moved) == 1
        last = window._offset
        seen.add(last)
    assert {x for x, _ in seen} == {y for _, y in seen} == set(range(most + 1))
    screen = pygame.display.get_surface().get_rect()
    assert screen.contains(window.on_screen(window.surface.get_rect()))


def test_the_picture_is_right_at_every_offset(pilots: list[Pilot], tmp_path: Path) -> None:
    pilot = kiosk(pilots, tmp_path)
    before = pilot.window._offset
    pilot.run(kiosk_app.WANDER_SECONDS + 1, 0.1)
    window = pilot.window
    assert window._offset != before
    screen = pygame.display.get_surface()
    shown = screen.subsurface(window.on_screen(window.surface.get_rect()))
    assert pygame.image.tobytes(shown, "RGB") == pilot.pixels()
    margin = screen.convert(24)
    margin.fill((0, 0, 0), window.on_screen(window.surface.get_rect()))
    assert not any(pygame.image.tobytes(margin, "RGB"))
    pilot.tap_button("About")
    pilot.settle()
    assert pilot.scene_name == "AboutScene"


# The display


def test_a_window_that_was_hidden_is_opened_anew_at_once_then_ever_more_rarely(
    pilots: list[Pilot], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To show it again would wait for a window manager that may never let it."""
    pilot = kiosk(pilots, tmp_path)
    opened: list[float] = []
    asked: list[float] = []
    monkeypatch.setattr(KioskWindow, "is_hidden", property(lambda _window: len(opened) < 3))
    monkeypatch.setattr(KioskWindow, "has_focus", property(lambda _window: len(asked) > 0))
    monkeypatch.setattr(KioskWindow, "come_forward", lambda _window: asked.append(now[0]))
    monkeypatch.setattr(KioskWindow, "reopen", lambda _window: opened.append(now[0]))
    now = [1000.0]
    pilot.app.context.clock = lambda: now[0]
    pilot.app._looked = now[0]
    pilot.frame(Event(pygame.WINDOWHIDDEN))
    for _ in range(30):
        now[0] += 1
        pilot.frame()
    assert opened == [1000, 1002, 1006]
    assert asked == [1014]


def test_a_lost_display_is_awaited_with_growing_waits(
    pilots: list[Pilot], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pilot = kiosk(pilots, tmp_path)
    pilot.app.stack.apply(Push("about"))
    pilot.settle()
    before = pilot.pixels()
    now, tries = 1000.0, []
    pilot.app._real_time = lambda: now
    pygame.display.quit()
    with monkeypatch.context() as patch:

        def refuse(*_: object, **__: object) -> None:
            tries.append(now)
            raise pygame.error("No available displays")

        patch.setattr(pygame.display, "set_mode", refuse)
        while now < 1200:
            assert not pilot.app.frame(pilot.app.take_events(), 0.05)
            now += 0.5
    gaps = [after - before for before, after in pairwise(tries)]
    assert gaps[:5] == [1, 2, 4, 8, 16]
    assert set(gaps[5:]) == {30}
    now += 30
    pilot.settle()
    assert pilot.window.is_open
    assert pilot.app.stack.keys == ["TitleScene", "AboutScene"]
    assert pilot.pixels() == before


def test_a_screen_of_another_size_is_filled(pilots: list[Pilot], tmp_path: Path) -> None:
    pilot = kiosk(pilots, tmp_path, (800, 480), rotation=90)
    pygame.display.set_mode((1024, 600))
    pygame.event.clear()
    pilot.frame(Event(pygame.WINDOWSIZECHANGED, x=1024, y=600))
    pilot.settle()
    width, height = pilot.window.size
    assert (600 - 16) < width < 600
    assert (1024 - 16) < height < 1024
    pilot.assert_painted()


def test_the_chosen_monitor_is_filled_or_the_first_one_until_it_comes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = []
    real = pygame.display.set_mode

    def set_mode(size: tuple[int, int], flags: int, display: int) -> pygame.Surface:
        opened.append((display, size, bool(flags & pygame.FULLSCREEN)))
        return real(size)

    one, two = (800, 480), (640, 480)
    screens = [one]
    monkeypatch.setattr(kiosk_window, "UNSEEN_DRIVERS", ())
    monkeypatch.setattr(pygame.display, "get_desktop_sizes", lambda: screens)
    monkeypatch.setattr(pygame.display, "set_mode", set_mode)
    window = KioskWindow(tmp_path / "icon.png", 1, 90)
    assert not window.follow_screen()
    assert pygame.event.get_grab()
    pygame.event.set_grab(False)
    screens = [one, two]
    assert window.follow_screen()
    assert pygame.event.get_grab()
    assert window.size == (two[1] - 6, two[0] - 6)
    assert not window.follow_screen()
    screens = [two, one]  # another mode
    assert window.follow_screen()
    screens = [one]
    assert window.follow_screen()
    assert opened == [(0, one, True), (1, two, True), (1, one, True), (0, one, True)]
    screens = []
    with pytest.raises(NoDisplayError):
        window.follow_screen()
    pygame.event.set_grab(False)
    window.close()


def test_a_start_without_a_display_waits_for_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries = 0

    def open_window(*_: object) -> str:
        nonlocal tries
        tries += 1
        if tries < 3:
            raise NoDisplayError("none")
        return "the window"

    monkeypatch.setattr(kiosk_app, "KioskWindow", open_window)
    monkeypatch.setattr(kiosk_app, "FIRST_TRY", 0.001)
    monkeypatch.setattr(kiosk_app, "NAP", 0.001)
    icon = tmp_path / "icon.png"
    assert kiosk_app.open_patiently(icon, CONFIG, lambda: False) == "the window"
    assert tries == 3
    tries = -1000
    assert kiosk_app.open_patiently(icon, CONFIG, lambda: tries > -998) is None
