"""Devices that come and go: the display and the mixer."""

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest
from pygame.event import Event

from game.app.window import NoDisplayError
from game.rules.magdagdon.actions import Roll
from game.scenes.base import Push
from game.ui.audio import SOUNDS
from tests.ui.pilot import Pilot


@pytest.fixture
def pilot(tmp_path: Path) -> Iterator[Pilot]:
    pilot = Pilot(tmp_path, (800, 480), has_reduced_motion=True)
    yield pilot
    pilot.close()


def load_all(pilot: Pilot) -> None:
    for _ in range(200):
        if not pilot.app.load_next():
            return
    raise AssertionError("loading does not end")


def run(pilot: Pilot, *events: Event) -> None:
    pilot.frame(*events)
    for _ in range(20):
        pilot.frame(dt=0.1)


@pytest.mark.parametrize("is_overlay", [False, True])
def test_a_lost_display_is_opened_again_and_shows_the_same(pilot: Pilot, is_overlay: bool) -> None:
    pilot.app.stack.apply(Push("play"))
    pilot.scene.submit(Roll())
    if is_overlay:
        pilot.app.stack.apply(Push("pause"))
    run(pilot)
    before = pilot.pixels()
    keys = pilot.app.stack.keys
    pygame.display.quit()
    # A gesture comes in before anything is drawn again.
    run(pilot, Event(pygame.MOUSEMOTION, pos=(3, 3), rel=(0, 0), buttons=(0, 0, 0), touch=False))
    assert pilot.window.is_open
    assert pilot.app.stack.keys == keys
    assert pilot.pixels() == before
    pilot.assert_painted()


def test_a_display_that_stays_away_is_told(pilot: Pilot, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise pygame.error("No available displays")

    pygame.display.quit()
    with monkeypatch.context() as patch:
        patch.setattr(pygame.display, "set_mode", refuse)
        with pytest.raises(NoDisplayError):
            pilot.frame()
    pilot.app.close()  # the game is saved all the same
    run(pilot)


def test_a_lost_mixer_is_silent_and_opened_again(pilot: Pilot) -> None:
    audio = pilot.app.context.audio
    audio.open()
    load_all(pilot)
    assert set(audio._sounds) == set(SOUNDS)
    pygame.mixer.quit()
    pilot.app.context.sound("button")
    audio.set_level(50, True)
    audio.set_level(50, False)
    run(pilot)

    pilot.frame(Event(pygame.AUDIODEVICEADDED, which=0, iscapture=False))
    load_all(pilot)
    assert pygame.mixer.get_init() is not None
    assert set(audio._sounds) == set(SOUNDS)
    pilot.app.context.sound("button")


def test_a_device_that_was_not_there_at_first_is_taken_later(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise pygame.error("No available audio device")

    audio = pilot.app.context.audio
    tries = 0
    with monkeypatch.context() as patch:
        patch.setattr(pygame.mixer, "init", refuse)
        audio.open()
        load_all(pilot)
        pilot.app.context.sound("button")
    real = pygame.mixer.init

    def count(*arguments: int) -> None:
        nonlocal tries
        tries += 1
        real(*arguments)

    monkeypatch.setattr(pygame.mixer, "init", count)
    for _ in range(5):
        pilot.frame(Event(pygame.AUDIODEVICEADDED, which=0, iscapture=False))
    load_all(pilot)
    assert tries == 1
    assert set(audio._sounds) == set(SOUNDS)
