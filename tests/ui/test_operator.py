"""The operator's menu: what it changes works at once and is kept, and nothing is lost by a slip."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from game.app import kiosk_app
from game.rules.magdagdon.board import Difficulty
from game.scenes.base import Push, Reset
from game.scenes.operator_touch import crosses, limit
from game.session.kiosk_config import OVERRIDES, KioskConfig, KioskFile
from game.session.pin import hash_pin
from game.session.scores import ScoreTable
from game.session.usage_kind import UsageKind
from game.ui.language import available_languages
from tests.ui.games import fill, game
from tests.ui.pilot import Pilot, labels

PIN = "4711"
CONFIG = KioskConfig(pin_hash=hash_pin(PIN))
Open = Callable[..., Pilot]


@pytest.fixture
def operator(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Open]:
    """Return a function that starts a kiosk whose operator has given the PIN."""
    monkeypatch.setattr("os.fsync", lambda _descriptor: None)
    flying: list[Pilot] = []

    def start(size: tuple[int, int] = (800, 480), **changes: Any) -> Pilot:
        config = replace(CONFIG, **changes)
        pilot = Pilot(tmp_path, size, kiosk=config, has_reduced_motion=True)
        flying.append(pilot)
        context = pilot.app.context
        assert context.pin_gate is not None
        assert context.pin_gate.give(PIN, config.pin_hash)
        pilot.app._follow(Reset("operator"))  # as the PIN pad does, before anything else happens
        pilot.settle()
        assert pilot.scene_name == "OperatorScene"
        return pilot

    yield start
    for pilot in flying:
        pilot.close()


def kept(pilot: Pilot) -> KioskConfig:
    """Return what a restart would find, over a file with nothing but the PIN in it."""
    path = pilot.folder / "setup.toml"
    path.write_text(f'pin = "{PIN}"\n')
    return KioskFile(path, pilot.folder, available_languages()).load()


def config(pilot: Pilot) -> KioskConfig:
    kiosk = pilot.app.context.kiosk
    assert kiosk is not None
    return kiosk


def tap(pilot: Pilot, key: str) -> None:
    """Tap the control *key*, on whatever leaf it is."""
    scene = pilot.scene
    for _leaf in range(scene.leaves):
        if key in scene._named and scene.named(key) in scene.controls.all:
            pilot.tap(scene.named(key).box.center)
            pilot.settle()
            return
        scene.turn(1)
    raise AssertionError(key)


def texts(pilot: Pilot) -> list[str]:
    return [label.text for label in labels(pilot.scene)]


# The menu


@pytest.mark.parametrize(
    ("caption", "scene"),
    [
        ("Offers", "OperatorSettingsScene"),
        ("Use", "OperatorUsageScene"),
        ("Export", "OperatorExportScene"),
        ("Touch test", "OperatorTouchScene"),
    ],
)
def test_the_menu_leads_to_every_page_and_back(operator: Open, caption: str, scene: str) -> None:
    pilot = operator()
    pilot.tap_button(caption)
    pilot.settle()
    assert pilot.scene_name == scene
    pilot.tap_button("Back")
    pilot.settle()
    assert pilot.app.stack.keys == ["OperatorScene"]
    pilot.tap_button("To the game")
    pilot.settle()
    assert pilot.app.stack.keys == ["TitleScene"]
    assert pilot.app.context.pin_gate is not None
    assert not pilot.app.context.pin_gate.is_open


def test_a_page_that_is_left_alone_closes(operator: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    pilot = operator()
    pilot.tap_button("Offers")
    pilot.settle()
    monkeypatch.setattr(kiosk_app, "OPERATOR_SECONDS", 1.0)
    pilot.run(1.5, dt=0.1)
    assert pilot.app.stack.keys == ["TitleScene"]


def test_restart_asks_for_a_restart_and_quit_asks_first(operator: Open) -> None:
    pilot = operator()
    pilot.tap_button("Quit")
    pilot.settle()
    pilot.tap_button("Back")
    pilot.settle()
    assert pilot.app.is_running
    pilot.tap_button("Quit")
    pilot.settle()
    pilot.tap_button("Quit")
    pilot.frame()
    assert not pilot.app.is_running
    assert pilot.app.exit_code == 0


def test_restart_ends_with_its_own_exit_code(operator: Open) -> None:
    pilot = operator()
    pilot.tap_button("Restart the game")
    pilot.frame()
    assert not pilot.app.is_running
    assert pilot.app.exit_code == 10


class Shared:
    """A fleet that is out of reach."""

    is_reachable = False
    outbox = None

    def stop(self) -> None: ...

    def nudge(self) -> None: ...


def test_the_menu_says_how_the_machine_is(operator: Open) -> None:
    pilot = operator(kiosk_name="Hall")
    assert any("Hall" in text for text in texts(pilot))
    pilot.app.context.fleet = Shared()
    pilot.frame()
    assert any("out of reach" in text for text in texts(pilot))
    assert pilot.app.context.kiosk_file is not None
    pilot.app.context.kiosk_file._unsaved = True
    pilot.frame()
    assert any("could not be kept" in text for text in texts(pilot))


# What is offered


def test_a_language_is_taken_away_and_given_back(operator: Open) -> None:
    pilot = operator()
    pilot.tap_button("Offers")
    pilot.settle()
    tap(pilot, "languages.lt")
    assert config(pilot).languages == ("en", "pa")
    assert kept(pilot).languages == ("en", "pa")
    tap(pilot, "languages.lt")
    assert config(pilot).languages == ()
    assert kept(pilot).offered_languages(available_languages()) == available_languages()


def test_one_language_is_always_offered_and_the_first_is_among_them(operator: Open) -> None:
    pilot = operator(language="lt")
    pilot.tap_button("Offers")
    pilot.settle()
    for code in ("en", "pa", "lt"):
        tap(pilot, f"languages.{code}")
    assert config(pilot).languages == ("lt",)
    tap(pilot, "languages.en")
    tap(pilot, "languages.lt")
    assert config(pilot).languages == ("en",)
    assert config(pilot).language == "en"
    assert kept(pilot).language == "en"


def test_a_difficulty_that_is_taken_away_is_not_in_use_any_more(operator: Open) -> None:
    pilot = operator()
    pilot.tap_button("Offers")
    pilot.settle()
    assert pilot.app.context.settings.difficulty is Difficulty.PEACEFUL
    tap(pilot, "difficulties.PEACEFUL")
    assert config(pilot).difficulties == (Difficulty.SURVIVAL, Difficulty.NIGHTMARE)
    assert pilot.app.context.settings.difficulty is Difficulty.SURVIVAL
    assert kept(pilot).difficulties == (Difficulty.SURVIVAL, Difficulty.NIGHTMARE)
    for name in ("NIGHTMARE", "SURVIVAL"):
        tap(pilot, f"difficulties.{name}")
    assert config(pilot).difficulties == (Difficulty.SURVIVAL,)


@pytest.mark.parametrize(
    ("key", "field", "value"),
    [
        ("idle_seconds.120", "idle_seconds", 120),
        ("countdown_seconds.10", "countdown_seconds", 10),
        ("asks_name.False", "asks_name", False),
        ("language.pa", "language", "pa"),
    ],
)
def test_every_choice_counts_and_is_kept(
    operator: Open, key: str, field: str, value: object
) -> None:
    pilot = operator()
    pilot.tap_button("Offers")
    pilot.settle()
    tap(pilot, key)
    assert getattr(config(pilot), field) == value
    assert getattr(kept(pilot), field) == value


def test_a_waiting_time_of_the_configuration_is_there_to_be_chosen(operator: Open) -> None:
    pilot = operator(idle_seconds=45)
    pilot.scene.go(Push("operator_settings"))
    pilot.settle()
    tap(pilot, "idle_seconds.60")
    assert config(pilot).idle_seconds == 60


def test_the_volume_limit_counts_at_once(operator: Open) -> None:
    pilot = operator()
    pilot.tap_button("Offers")
    pilot.settle()
    slider = pilot.scene.named("volume_limit")
    pilot.tap((slider.box.centerx, slider.box.centery))
    assert config(pilot).volume_limit == 50
    assert kept(pilot).volume_limit == 50
    assert pilot.app.context.settings.sound_volume == 50
    assert not (pilot.folder / "settings.toml").exists()


# Reset


def answer(pilot: Pilot, caption: str) -> None:
    pilot.tap_button(caption)
    pilot.settle()


def test_the_scores_are_emptied_only_after_two_answers(operator: Open) -> None:
    pilot = operator()
    (entry,) = fill(pilot.folder, game("feed5eed"))
    answer(pilot, "Reset scores")
    answer(pilot, "Back")
    answer(pilot, "Reset scores")
    answer(pilot, "Empty them")
    assert pilot.scene_name == "AskScene"
    answer(pilot, "Back")
    assert pilot.scene_name == "OperatorScene"
    assert pilot.app.context.store.scores.entries() == (entry,)

    for caption in ("Reset scores", "Empty them", "Empty them"):
        answer(pilot, caption)
    assert pilot.scene_name == "MessageScene"
    (copy,) = pilot.folder.glob("scores-backup-*.db")
    assert any(copy.name in text for text in texts(pilot))
    assert pilot.app.context.store.scores.entries() == ()
    assert ScoreTable(copy).entries() == (entry,)


def test_there_is_nothing_to_reset_in_an_empty_table(operator: Open) -> None:
    pilot = operator()
    answer(pilot, "Reset scores")
    assert "There are no scores to reset." in texts(pilot)


# Touch test


def touch_crosses(pilot: Pilot, off: tuple[int, int] = (0, 0)) -> None:
    for x, y in crosses(pilot.window.size):
        pilot.touch((x + off[0], y + off[1]))
    pilot.settle()


@pytest.mark.parametrize("size", [(800, 480), (1080, 1920)])
def test_exact_touches_pass_and_others_fail(operator: Open, size: tuple[int, int]) -> None:
    pilot = operator(size)
    pilot.tap_button("Touch test")
    pilot.settle()
    touch_crosses(pilot)
    assert max(pilot.scene.errors) <= 1
    assert "Passed" in texts(pilot)
    most = limit(size)
    pilot.tap_button("Again")
    pilot.settle()
    touch_crosses(pilot, (0, -most - 3))
    assert "Failed" in texts(pilot)
    assert [round(error) for error in pilot.scene.errors] == pytest.approx([most + 3] * 5, abs=1)
    pilot.tap_button("Back")
    pilot.settle()
    assert pilot.scene_name == "OperatorScene"


# Use


def test_use_is_counted_and_shown(operator: Open) -> None:
    pilot = operator()
    context = pilot.app.context
    context.start_game()
    context.give_up()
    context.give_up()
    context.start_game()
    context.note_use(UsageKind.VISIT)
    pilot.tap_button("Use")
    pilot.settle()
    usage = pilot.scene.usage
    assert {kind: usage.total(kind, 1) for kind in UsageKind} == {
        UsageKind.VISIT: 1,
        UsageKind.STARTED: 2,
        UsageKind.FINISHED: 0,
        UsageKind.DROPPED: 1,
    }
    assert "Games begun" in texts(pilot)


def test_use_that_can_not_be_read_is_told(operator: Open) -> None:
    pilot = operator()
    (pilot.folder / "usage.db").unlink(missing_ok=True)
    (pilot.folder / "usage.db").mkdir()
    pilot.tap_button("Use")
    pilot.settle()
    assert "The figures can't be read just now." in texts(pilot)


# Export


def open_export(pilot: Pilot, media: Callable[[], list[Path]]) -> None:
    pilot.scene.go(Push("operator_export", {"media": media}))
    pilot.settle()


def finish_export(pilot: Pilot) -> None:
    work = getattr(pilot.scene, "_work", None)  # what fails at once is told before the frame ends
    if work is not None:
        work.join(20)
    pilot.frame()
    pilot.settle()


def test_a_stick_appears_and_everything_is_copied_to_it(operator: Open, tmp_path: Path) -> None:
    pilot = operator(kiosk_name="Hall")
    fill(pilot.folder, game("feed5eed"))
    sticks: list[Path] = []
    open_export(pilot, lambda: list(sticks))
    assert "Plug a USB stick in; it appears here." in texts(pilot)
    stick = tmp_path / "STICK"
    stick.mkdir()
    sticks.append(stick)
    pilot.run(2.5, dt=0.1)
    pilot.tap_button("STICK")
    finish_export(pilot)
    (made,) = stick.iterdir()
    assert made.name.startswith("MAGDAGDON-Hall-")
    assert pilot.scene_name == "MessageScene"
    assert any(made.name in text for text in texts(pilot))
    assert (made / "scores.csv").read_bytes().count(b"\n") == 2


@pytest.mark.parametrize("size", [(800, 480), (1280, 720), (1080, 1920)])
def test_places_stand_as_far_apart_as_other_buttons(operator: Open, size: tuple[int, int]) -> None:
    pilot = operator(size)
    open_export(pilot, lambda: [Path("/media/one"), Path("/media/two"), Path("/media/three")])
    boxes = [pilot.button(name).box for name in ("one", "two", "three")]
    gap = pilot.scene.metrics.gap
    assert [b.top - a.bottom for a, b in pairwise(boxes)] == [gap, gap]


def test_a_stick_that_was_pulled_out_is_one_sentence(operator: Open, tmp_path: Path) -> None:
    pilot = operator()
    open_export(pilot, lambda: [tmp_path / "GONE"])
    pilot.tap_button("GONE")
    finish_export(pilot)
    assert pilot.scene_name == "MessageScene"
    assert "The stick or folder is not there any more: plug it in again." in texts(pilot)


def test_the_configuration_s_folder_comes_first_and_is_made(operator: Open, tmp_path: Path) -> None:
    pilot = operator(export_folder=tmp_path / "out")
    open_export(pilot, lambda: [tmp_path / "STICK"])
    captions = pilot.captions()
    assert captions.index("out") < captions.index("STICK")
    pilot.tap_button("out")
    finish_export(pilot)
    assert len(list((tmp_path / "out").iterdir())) == 1


def test_nothing_is_kept_where_nothing_was_changed(operator: Open) -> None:
    pilot = operator()
    for caption in ("Offers", "Back", "Use", "Back", "Touch test", "Back"):
        answer(pilot, caption)
    assert not (pilot.folder / OVERRIDES).exists()
