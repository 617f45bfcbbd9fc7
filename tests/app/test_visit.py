"""A kiosk's visitors: who is still there, what is left of those who went, what passers-by see."""

import gc
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import pygame
import pytest
from pygame.event import Event

from game.app.resources import data_folder
from game.coach.coach import Coach
from game.rules.magdagdon.actions import Roll
from game.rules.magdagdon.board import Difficulty
from game.scenes.base import Push
from game.scenes.coach_desk import CoachDesk, Inquiry
from game.session.kiosk_config import KioskConfig
from game.session.settings import SettingsFile
from game.session.usage_kind import UsageKind
from game.ui.language import current_language
from tests.ui.games import fill, game
from tests.ui.pilot import Pilot, labels
from tests.ui.visits import PreparedDesk

T = TypeVar("T")
Start = Callable[..., Pilot]
IDLE, COUNTDOWN = 60, 20
COACH = data_folder() / "assets" / "coach"


class PromptDesk(CoachDesk):
    """The real coach, who answers before time goes on."""

    def ask(self, work: Callable[[Coach], Iterator[T]]) -> Inquiry[T]:
        inquiry: Inquiry[T] = Inquiry()
        inquiry.run(lambda: work(self._load()))
        return inquiry


@pytest.fixture
def start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Start]:
    """Return a function that starts a kiosk on the test's own folder."""
    monkeypatch.setattr(os, "fsync", lambda _descriptor: None)
    flying: list[Pilot] = []

    def begin(size: tuple[int, int] = (800, 480), **config: Any) -> Pilot:
        config = {"pin_hash": "x", "language": "en", **config}
        pilot = Pilot(tmp_path, size, kiosk=KioskConfig(**config), has_reduced_motion=True)
        flying.append(pilot)
        pilot.app.context.settings = pilot.app.context.kiosk.visitor_settings()
        pilot.app.context.coach = CoachDesk(tmp_path / "no tables")
        pilot.settle()
        return pilot

    yield begin
    for pilot in flying:
        pilot.close()


def wait(pilot: Pilot, seconds: float) -> None:
    """Let *seconds* pass without anything happening."""
    pilot.frame(dt=seconds)
    pilot.run(0.2, dt=0.05)


def play(pilot: Pilot) -> Any:
    """Begin a game and roll; return its position."""
    pilot.tap_button("SURVIVAL")
    pilot.settle()
    session = pilot.app.context.session
    assert session is not None
    pilot.scene.submit(Roll())
    pilot.settle()
    return session.state


def is_showing(pilot: Pilot) -> bool:
    return pilot.app.visit.is_showing


def press_of(kind: str, pilot: Pilot) -> Event:
    at = pilot.screen.get_rect().center
    return {
        "touch": pilot.finger(pygame.FINGERDOWN, at),
        "click": Event(pygame.MOUSEBUTTONDOWN, pos=at, button=1, touch=False),
        "right click": Event(pygame.MOUSEBUTTONDOWN, pos=at, button=3, touch=False),
        "wheel": Event(pygame.MOUSEWHEEL, x=0, y=1, flipped=False),
        "key": Event(pygame.KEYDOWN, scancode=pygame.KSCAN_RETURN, key=0, mod=0, unicode=""),
        "unknown key": Event(pygame.KEYDOWN, scancode=pygame.KSCAN_F7, key=0, mod=0, unicode=""),
    }[kind]


PRESSES = ("touch", "click", "right click", "wheel", "key", "unknown key")


# Nobody there


def test_the_show_begins_after_the_idle_time_and_not_before(start: Start) -> None:
    pilot = start(idle_seconds=90)
    wait(pilot, 89)
    assert not is_showing(pilot)
    wait(pilot, 1)
    assert is_showing(pilot)


@pytest.mark.parametrize("key", ["scores", "settings", "how_to_play", "about", "statistics"])
def test_every_page_gives_way(start: Start, key: str) -> None:
    pilot = start()
    pilot.app.stack.apply(Push(key))
    wait(pilot, IDLE)
    assert is_showing(pilot)
    pilot.frame(press_of("touch", pilot))
    assert pilot.app.stack.keys == ["TitleScene"]


@pytest.mark.parametrize("kind", PRESSES)
def test_any_press_brings_the_title_and_presses_nothing(start: Start, kind: str) -> None:
    pilot = start()
    fill(pilot.folder, game("shown"))
    wait(pilot, IDLE)
    wait(pilot, 3)
    assert pilot.scene_name == "HighScoresScene"
    pilot.frame(press_of(kind, pilot))
    at = pilot.screen.get_rect().center
    pilot.frame(Event(pygame.MOUSEBUTTONUP, pos=at, button=1, touch=False))
    pilot.frame(pilot.finger(pygame.FINGERUP, at))
    pilot.settle()
    assert pilot.app.stack.keys == ["TitleScene"]
    assert not is_showing(pilot)
    assert pilot.app.context.session is None
    pilot.run(2)
    assert pilot.app.stack.keys == ["TitleScene"]


def test_who_wakes_the_machine_is_counted_as_a_visit(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    pilot = start()
    noted: list[UsageKind] = []
    monkeypatch.setattr(type(pilot.app.context), "note_use", lambda _self, kind: noted.append(kind))
    for _ in range(2):
        wait(pilot, IDLE)
        pilot.frame(press_of("touch", pilot))
        pilot.frame(pilot.finger(pygame.FINGERUP, (9, 9)))
    assert noted == [UsageKind.VISIT] * 2


def test_a_press_on_the_title_of_the_show_begins_no_game(start: Start) -> None:
    pilot = start()
    wait(pilot, IDLE)
    pilot.run(1, dt=0.1)
    assert pilot.scene_name == "TitleScene"
    pilot.tap_button("PEACEFUL")
    pilot.settle()
    assert pilot.app.stack.keys == ["TitleScene"]
    pilot.tap_button("PEACEFUL")
    pilot.settle()
    assert pilot.scene_name == "PlayScene"


def test_a_mouse_that_moves_ends_no_show_but_is_somebody(start: Start) -> None:
    pilot = start()
    wait(pilot, IDLE - 1)
    pilot.move((700, 400), is_down=False)
    wait(pilot, 2)
    assert not is_showing(pilot)
    wait(pilot, IDLE)
    pilot.move((20, 20), is_down=False)
    assert is_showing(pilot)


def test_a_trembling_pointer_and_a_jammed_key_are_nobody(start: Start) -> None:
    pilot = start()
    held = Event(pygame.KEYDOWN, scancode=pygame.KSCAN_LEFT, key=0, mod=0, unicode="")
    pilot.frame(held)
    pilot.move((400, 200), is_down=False)
    for second in range(IDLE):
        at = (400 + second % 3, 200)
        motion = Event(pygame.MOUSEMOTION, pos=at, rel=(1, 0), buttons=(0, 0, 0), touch=False)
        pilot.frame(held, motion, dt=1.0)
    assert is_showing(pilot)


def test_no_show_disturbs_the_operator(start: Start) -> None:
    pilot = start()
    pilot.scene.is_for_operator = True
    wait(pilot, 100)
    assert not is_showing(pilot)
    assert pilot.app.stack.keys == ["TitleScene"]


# A game left alone


def test_a_game_is_asked_for_and_goes_on_by_a_touch_that_does_nothing_else(start: Start) -> None:
    pilot = start()
    before = play(pilot)
    wait(pilot, IDLE - 5)
    assert pilot.scene_name == "PlayScene"
    wait(pilot, 5)
    assert pilot.scene_name == "StillThereScene"
    wait(pilot, 5)
    assert {"13", "14", "15"} & {label.text for label in labels(pilot.scene)}
    pilot.assert_painted()
    pilot.frame(press_of("touch", pilot))
    pilot.frame(pilot.finger(pygame.FINGERUP, (400, 240)))
    pilot.settle()
    for kind in PRESSES:
        wait(pilot, IDLE)
        assert pilot.scene_name == "StillThereScene"
        pilot.frame(press_of(kind, pilot))
        for code in (pygame.KSCAN_RETURN, pygame.KSCAN_F7):
            pilot.frame(Event(pygame.KEYUP, scancode=code, key=0, mod=0, unicode=""))
        pilot.release(pilot.screen.get_rect().center)
        pilot.frame(pilot.finger(pygame.FINGERUP, (400, 240)))
        pilot.settle()
        assert pilot.scene_name == "PlayScene"
        assert pilot.state == before


def test_a_game_nobody_answers_for_is_dropped_for_good(start: Start) -> None:
    pilot = start()
    play(pilot)
    assert (pilot.folder / "saved_game.txt").exists()
    wait(pilot, IDLE)
    wait(pilot, COUNTDOWN - 5)
    assert pilot.app.context.session is not None
    wait(pilot, 5)
    assert is_showing(pilot)
    assert pilot.app.context.session is None
    assert not (pilot.folder / "saved_game.txt").exists()
    pilot.frame(press_of("touch", pilot))
    pilot.settle()
    assert "Continue" not in pilot.captions()


@pytest.mark.parametrize("key", ["pause", "settings", "how_to_play", "scores"])
def test_whatever_lies_over_a_game_is_asked_for_too(start: Start, key: str) -> None:
    pilot = start()
    before = play(pilot)
    pilot.app.stack.apply(Push(key))
    over = pilot.scene_name
    wait(pilot, IDLE)
    assert pilot.scene_name == "StillThereScene"
    pilot.frame(press_of("key", pilot))
    assert pilot.scene_name == over
    assert pilot.state == before


def test_a_game_that_waits_behind_the_title_is_asked_for(start: Start) -> None:
    pilot = start()
    play(pilot)
    pilot.key(pygame.KSCAN_ESCAPE)
    pilot.settle()
    pilot.tap_button("To the title")
    pilot.settle()
    wait(pilot, IDLE)
    assert pilot.app.stack.keys == ["TitleScene", "StillThereScene"]


def test_tutorial_replay_and_name_are_asked_for(start: Start) -> None:
    pilot = start()
    (entry,) = fill(pilot.folder, game("asked"))
    from game.scenes.replay_opening import replay_of_entry

    name = {"entry": entry, "rank": 1, "on_name": print}
    for way in (Push("tutorial"), replay_of_entry(entry), Push("name_entry", name)):
        pilot.app.stack.apply(way)
        wait(pilot, IDLE)
        assert pilot.scene_name == "StillThereScene"
        wait(pilot, COUNTDOWN)
        assert is_showing(pilot)
        pilot.frame(press_of("touch", pilot))
        pilot.frame(pilot.finger(pygame.FINGERUP, (9, 9)))
    assert [row.name for row in pilot.app.context.store.scores.entries()] == [""]


def test_a_sleep_of_minutes_is_time_without_anybody(start: Start) -> None:
    pilot = start()
    play(pilot)
    pilot.frame(press_of("touch", pilot), dt=600.0)  # the touch that woke the machine
    pilot.settle()
    assert pilot.app.context.session is None
    assert pilot.app.stack.keys == ["TitleScene"]
    assert not is_showing(pilot)


# Nothing is left


def test_the_next_visitor_finds_what_the_operator_chose(start: Start) -> None:
    pilot = start(language="lt", theme="daylight", text_size=125, volume_limit=50)
    context = pilot.app.context
    context.use_settings()
    before = context.settings
    context.change_settings(
        language="pa", theme="contrast", text_size=150, sound_volume=10, is_muted=True,
        has_reduced_motion=True, difficulty=Difficulty.NIGHTMARE,
    )  # fmt: skip
    context.seed = "rain"
    wait(pilot, IDLE)
    pilot.frame(press_of("touch", pilot))
    assert context.settings == before
    assert (current_language(), context.seed) == ("lt", None)
    assert (context.art.theme.key, context.metrics.text_percent) == ("daylight", 125)
    assert not SettingsFile(pilot.folder / "settings.toml").path.exists()


def test_a_restart_takes_up_a_game_of_seconds_ago_but_none_of_the_day_before(start: Start) -> None:
    pilot = start()
    before = play(pilot)
    pilot.close()
    pilot = start()
    assert pilot.state == before
    pilot.close()
    for age in (-3600, IDLE + COUNTDOWN + 5, 86_400):
        saved = pilot.folder / "saved_game.txt"
        text = saved.read_bytes()
        os.utime(saved, (time.time() - age,) * 2)
        pilot = start()
        assert pilot.app.context.session is None
        assert "Continue" not in pilot.captions()
        assert not saved.exists()
        pilot.close()
        saved.write_bytes(text)


def test_scores_of_dropped_visitors_stay(start: Start) -> None:
    pilot = start()
    fill(pilot.folder, game("stays"))
    play(pilot)
    wait(pilot, 1000)
    assert len(pilot.app.context.store.scores.entries()) == 1


# The show


def acts(pilot: Pilot, seconds: float) -> list[tuple[str, str]]:
    """Return what is shown for *seconds*, and in which language, each change once."""
    seen: list[tuple[str, str]] = []
    for _ in range(round(seconds)):
        pilot.frame(dt=0.5)
        pilot.frame(dt=0.5)
        now = (pilot.scene_name, current_language())
        if seen[-1:] != [now]:
            seen.append(now)
    return seen


def test_scores_and_title_take_turns_in_all_languages(start: Start) -> None:
    pilot = start()
    fill(pilot.folder, game("one"), game("two", "S"))
    wait(pilot, IDLE)
    seen = acts(pilot, 95)
    assert {scene for scene, _ in seen} == {"HighScoresScene", "TitleScene"}
    for scene in ("HighScoresScene", "TitleScene"):
        assert {language for shown, language in seen if shown == scene} == {"en", "lt", "pa"}
    pilot.frame(press_of("touch", pilot))
    assert current_language() == "en"


def test_only_what_is_offered_is_shown(start: Start) -> None:
    pilot = start(languages=("lt",), language="lt", difficulties=(Difficulty.SURVIVAL,))
    fill(pilot.folder, game("one"), game("two", "S"))
    wait(pilot, IDLE)
    seen = acts(pilot, 60)
    assert {language for _, language in seen} == {"lt"}
    pilot.app.stack.apply(Push("scores", {"is_for_passers_by": True}))
    assert pilot.captions() == ["SURVIVAL"]


def test_the_coach_s_captions_take_turns_in_all_languages(start: Start) -> None:
    pilot = start((480, 320))
    pilot.app.context.coach = PromptDesk(COACH)
    wait(pilot, IDLE)
    spoken, captions = set(), set()
    while len(spoken) < 3:
        pilot.frame(dt=0.1)
        assert pilot.scene_name == "DemoScene"
        spoken.add(current_language())
        captions |= {label.text for label in labels(pilot.scene)}
    assert {"The coach plays", "Žaidžia treneris", "PEACEFUL"} <= captions


@pytest.mark.slow
def test_the_coach_plays_a_game_to_its_end(start: Start) -> None:
    pilot = start()
    context = pilot.app.context
    context.coach = PromptDesk(COACH)
    wait(pilot, IDLE)
    assert pilot.scene_name == "DemoScene"
    assert pilot.captions() == []
    spoken, folder = set(), sorted(pilot.folder.iterdir())
    for _ in range(3000):
        pilot.frame(dt=0.1)
        if pilot.scene_name != "DemoScene":
            break
        spoken.add(current_language())
        assert len(labels(pilot.scene)) > 0
    assert spoken == {"en", "lt", "pa"}
    assert pilot.scene_name == "TitleScene"
    assert context.session is None
    assert sorted(pilot.folder.iterdir()) == folder
    assert context.store.scores.entries() == ()


def test_a_coach_at_work_is_told_when_somebody_comes(start: Start) -> None:
    pilot = start()
    wait(pilot, IDLE)
    pilot.app.context.coach = PreparedDesk(None)
    pilot.app.stack.apply(Push("demo", {"can_close": False}))
    scene = pilot.scene
    scene._inquiry = Inquiry()
    pilot.frame(press_of("touch", pilot))
    assert scene._inquiry._is_stopped.is_set()


def test_a_coach_without_an_answer_does_not_stop_the_show(start: Start) -> None:
    pilot = start()
    pilot.app.context.coach = PreparedDesk(None)
    wait(pilot, IDLE)
    seen = [scene for scene, _ in acts(pilot, 40)]
    assert seen.count("DemoScene") >= 2
    assert seen.count("TitleScene") >= 2


@pytest.mark.parametrize("count", [6, pytest.param(1500, marks=pytest.mark.slow)])
def test_rounds_of_the_show_leave_nothing_behind(start: Start, count: int) -> None:
    pilot = start((480, 320))
    fill(pilot.folder, game("one"))
    wait(pilot, IDLE)

    def objects_after(rounds: int) -> int:
        for _ in range(3 * rounds):
            pilot.frame(dt=11.0)
            pilot.frame(dt=0.1)
        gc.collect()
        return len(gc.get_objects())

    folder = sorted(path.name for path in pilot.folder.iterdir())
    before = objects_after(6)
    assert objects_after(count) - before < 150
    assert sorted(path.name for path in pilot.folder.iterdir()) == folder
    assert len(pilot.app.stack) <= 2
