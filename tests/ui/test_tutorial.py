from collections.abc import Callable
from pathlib import Path
from typing import Any

import pygame
import pytest

import game.app.run as run_module
from game.app.run import PlayOptions, run
from game.rules.magdagdon.board import Difficulty
from game.rules.magdagdon.placement import can_place
from game.rules.magdagdon.state import Phase
from game.scenes.base import Push
from game.scenes.tutorial_later import CompleteStraight, MakeRuin, MeetMagdagdon
from game.scenes.tutorial_steps import PlaceAndConfirm, TryForbidden, all_steps
from game.scenes.tutorial_table import Cell, Press
from game.session.settings import Settings, SettingsFile, format_settings
from game.session.store import GameStore
from tests.ui.conftest import Fly
from tests.ui.pilot import Pilot, Point
from tests.ui.placing import faults
from tests.ui.player import prepare

DIE_KEYS = (pygame.KSCAN_1, pygame.KSCAN_2, pygame.KSCAN_3, pygame.KSCAN_4)
WAY = ["main", "d0", "c5", "d2", "ring", "main", "ring", "d0", "c5", "d1", "c6", "main"]
WAY += ["d0", "ring", "main", "main", "main", "c7", "c7", "main", "main"]
"""Everything that the tutorial asks for, as a player does it."""


def begin(fly: Fly, **options: Any) -> Pilot:
    pilot = fly(**options)
    pilot.settle()
    pilot.app.stack.apply(Push("tutorial"))
    pilot.settle()
    return pilot


def place_of(pilot: Pilot, what: str) -> Point:
    """Return where `main`, `d2` (a die), `c5` (a cell) or the `ring` is."""
    scene = pilot.scene
    if what == "main":
        return scene._main.box.center
    if what == "ring":
        return scene.box_of(scene.step.marks(scene.table)[-1]).center
    number = int(what[1:])
    boxes = scene.geometry.cells if what[0] == "c" else [node.box for node in scene.view.dice]
    return boxes[number].center


def do(pilot: Pilot, what: str, tap: Callable[[Point], None] | None = None) -> None:
    """Tap *what*, and wait for all to lie still and every button to listen."""
    (tap or pilot.tap)(place_of(pilot, what))
    if pilot.scene_name == "TutorialScene":
        pilot.settle()
        pilot.run(0.4, dt=0.1)


def go_to(pilot: Pilot, step: type) -> None:
    """Do what is asked until *step* comes."""
    for what in WAY:
        if isinstance(pilot.scene.step, step):
            return
        do(pilot, what)
    raise AssertionError(f"{step.__name__} never comes")


def said(pilot: Pilot) -> str:
    return pilot.scene._text.text


def progress(pilot: Pilot) -> str:
    return pilot.scene._where.text


# The way through


@pytest.mark.parametrize("is_reduced", [False, True])
@pytest.mark.parametrize("hand", ["mouse", "finger"])
def test_a_player_who_does_what_is_asked_reaches_the_end(
    fly: Fly, hand: str, is_reduced: bool
) -> None:
    pilot = begin(fly, has_reduced_motion=is_reduced)
    seen = []
    for what in WAY:
        seen.append(progress(pilot))
        do(pilot, what, pilot.touch if hand == "finger" else pilot.tap)
    assert pilot.scene_name == "TitleScene"
    assert seen == sorted(seen)
    assert set(seen) == {f"{number} / 9" for number in range(1, 10)}


def test_the_keyboard_alone_reaches_the_end(fly: Fly) -> None:
    pilot = begin(fly)
    keys = {"c5": [], "c6": [], "c7": []}
    scene = pilot.scene
    for what in WAY:
        if what == "main":
            pilot.key(pygame.KSCAN_RETURN if scene.table.hand.cursor is None else pygame.KSCAN_C)
        elif what[0] == "d":
            pilot.key(DIE_KEYS[int(what[1:])])
        else:
            wanted = [int(what[1:])] if what in keys else []
            wanted += [m.index for m in scene.step.marks(scene.table) if isinstance(m, Cell)]
            pilot.key(pygame.KSCAN_RIGHT)
            while scene.table.hand.cursor // 4 != wanted[0] // 4:
                pilot.key(pygame.KSCAN_DOWN)
            while scene.table.hand.cursor != wanted[0]:
                pilot.key(pygame.KSCAN_RIGHT)
            pilot.key(pygame.KSCAN_RETURN)
        pilot.run(0.4, dt=0.1)
        if pilot.scene_name == "TutorialScene":
            pilot.settle()
    assert pilot.scene_name == "TitleScene"


def test_dice_can_be_dragged(fly: Fly) -> None:
    pilot = begin(fly)
    do(pilot, "main")
    pilot.drag(place_of(pilot, "d1"), place_of(pilot, "c5"))
    pilot.settle()
    assert not pilot.scene.table.state.staged
    assert "3" in said(pilot)
    pilot.drag(place_of(pilot, "d0"), place_of(pilot, "c5"))
    pilot.settle()
    assert isinstance(pilot.scene.step, TryForbidden)
    pilot.drag(place_of(pilot, "d2"), place_of(pilot, "c6"))
    pilot.settle()
    assert "5 next to 3: more than 1 apart." in said(pilot)
    pilot.assert_painted()


@pytest.mark.parametrize("first", range(4))
@pytest.mark.parametrize("cell", [0, 5, 15])
def test_whatever_die_comes_first_another_one_fits(fly: Fly, first: int, cell: int) -> None:
    pilot = begin(fly)
    go_to(pilot, PlaceAndConfirm)
    do(pilot, f"d{first}")
    do(pilot, f"c{cell}")
    state = pilot.scene.table.state
    rest = tuple(state.dice[die] for die in state.available)
    assert can_place(state.shown_board, rest, 1)


# Wrong taps


def test_wrong_taps_are_answered_and_change_nothing(fly: Fly) -> None:
    pilot = begin(fly, has_reduced_motion=True)
    for what in WAY:
        scene = pilot.scene
        step, state = scene.step, scene.table.state
        right = place_of(pilot, what)
        for wrong in ("d1", "c12", "main"):
            at = place_of(pilot, wrong)
            is_free = isinstance(step, PlaceAndConfirm | MakeRuin)
            if at == right or is_free or (wrong == "c12" and what[0] == "c"):
                continue
            do(pilot, wrong)
            assert pilot.scene.step is step
            assert pilot.scene.table.state == state
            if wrong == "main" and not scene._main.is_visible:
                continue
            assert said(pilot) != step.text(scene.table) or not state.dice
        do(pilot, what)
    assert pilot.scene_name == "TitleScene"


def test_a_kind_word_gives_way_to_what_is_asked(fly: Fly) -> None:
    pilot = begin(fly)
    do(pilot, "c3")
    assert said(pilot) == "First of all we need dice: tap Roll."
    pilot.run(9, dt=0.1)
    assert said(pilot) == pilot.scene.step.text(pilot.scene.table)
    pilot.assert_painted()


def test_what_the_rules_refuse_is_refused_with_the_game_s_own_reason(fly: Fly) -> None:
    pilot = begin(fly)
    go_to(pilot, PlaceAndConfirm)
    do(pilot, "d0")
    do(pilot, "c0")
    do(pilot, "d1")
    do(pilot, "c15")
    assert said(pilot) == "No number stands beside d4; corner to corner does not count."
    do(pilot, "c1")
    assert len(pilot.scene.table.state.staged) == 2
    for _ in range(3):
        pilot.key(pygame.KSCAN_BACKSPACE)
        pilot.settle()
    assert said(pilot) == "There is nothing to take back."


# What is shown


def test_the_straight_and_magdagdon_are_those_of_the_rules(fly: Fly) -> None:
    pilot = begin(fly)
    go_to(pilot, CompleteStraight)
    before = pilot.scene.table.state.score.total
    do(pilot, "d0")
    do(pilot, "ring")
    do(pilot, "main")
    state = pilot.scene.table.state
    assert state.score.straights == 1
    assert state.score.total == before + 2 * (6 + 5) + 60
    assert "+60" in said(pilot)
    go_to(pilot, MeetMagdagdon)
    pilot.tap(place_of(pilot, "main"))
    assert isinstance(pilot.scene.step, MeetMagdagdon), "it falls in when the dice lie still"
    pilot.settle()
    assert isinstance(pilot.scene.step, MakeRuin)
    assert pilot.scene.table.state.phase is Phase.MAGDAGDON
    before = pilot.scene.table.state.score.total
    do(pilot, "c7")
    do(pilot, "c13")
    do(pilot, "c13")
    assert pilot.scene.table.state.board[13] == 7
    assert pilot.scene.table.state.score.total == before - 15


@pytest.mark.parametrize(
    ("size", "text"),
    [((800, 480), 150), ((1280, 720), 100), ((1080, 1920), 150), ((480, 800), 150)],
)
def test_nothing_is_covered_cut_or_outside_the_window(
    fly: Fly, size: tuple[int, int], text: int
) -> None:
    pilot = begin(fly, size=size, text_size=text, has_reduced_motion=True)
    screen = pilot.screen.get_rect()
    for what in WAY:
        scene = pilot.scene
        assert not faults(scene)
        meant = [*scene.geometry.cells, *scene.geometry.badges]
        meant += [node.box for node in scene.view.dice] + [c.box for c in scene.controls.all]
        assert all(screen.contains(box) for box in meant)
        assert scene.speech_box.collidelist(meant) < 0
        do(pilot, what)


@pytest.mark.parametrize("theme", ["ember", "daylight", "contrast"])
def test_what_is_painted_bit_by_bit_equals_the_whole(fly: Fly, theme: str) -> None:
    pilot = begin(fly, theme=theme)
    for what in WAY[:-1]:
        do(pilot, what)
        pilot.assert_painted()


def test_the_ring_pulses_even_under_reduced_motion_and_then_rests(fly: Fly) -> None:
    pilot = begin(fly, has_reduced_motion=True)
    box = pilot.scene.box_of(Press.MAIN).inflate(80, 80).clip(pilot.screen.get_rect())
    pictures = set()
    for _ in range(12):
        pilot.run(0.1)
        pictures.add(pygame.image.tobytes(pilot.screen.subsurface(box), "RGB"))
    assert len(pictures) > 4
    pilot.run(5, dt=0.1)
    while pilot.app.stack.warm():
        pass
    assert not any(pilot.frame() for _ in range(60))


def test_a_new_size_keeps_the_place(fly: Fly) -> None:
    pilot = begin(fly)
    go_to(pilot, CompleteStraight)
    do(pilot, "d0")
    state = pilot.scene.table.state
    pilot.resize((480, 800))
    pilot.settle()
    assert isinstance(pilot.scene.step, CompleteStraight)
    assert pilot.scene.table.state == state
    assert not faults(pilot.scene)
    do(pilot, "ring")
    assert pilot.scene.table.state.shown_board[3] == 6


# Coming and going


@pytest.mark.parametrize("steps", range(0, len(WAY), 4))
@pytest.mark.parametrize("by", ["button", "key"])
def test_it_can_be_skipped_at_any_moment(fly: Fly, steps: int, by: str) -> None:
    pilot = begin(fly, has_reduced_motion=True)
    for what in WAY[:steps]:
        do(pilot, what)
    if by == "button":
        pilot.tap_button("Skip")
    else:
        pilot.key(pygame.KSCAN_ESCAPE)
    assert pilot.scene_name == "TitleScene"
    assert pilot.app.context.settings.is_tutorial_done


def test_it_leaves_the_player_s_game_and_the_scores_alone(fly: Fly, tmp_path: Path) -> None:
    prepare(tmp_path, Difficulty.SURVIVAL, lambda s: s.turn == 3 and s.phase is Phase.PLACE)
    pilot = begin(fly)
    session = pilot.app.context.session
    assert session is not None
    before, files = session.record, sorted(path.name for path in tmp_path.iterdir())
    for what in WAY:
        do(pilot, what)
    assert session is pilot.app.context.session
    assert session.record.actions == before.actions
    assert not pilot.app.context.store.scores.entries()
    known = {*files, "settings.toml", "scores.db"}
    assert {path.name for path in tmp_path.iterdir()} <= known


def test_no_game_is_begun_by_it(fly: Fly, tmp_path: Path) -> None:
    pilot = begin(fly)
    for what in WAY:
        do(pilot, what)
    assert pilot.app.context.session is None
    assert "Continue" not in pilot.captions()
    assert GameStore(tmp_path).scores.entries() == ()


def test_how_to_play_leads_to_it_and_back(fly: Fly) -> None:
    pilot = fly()
    pilot.settle()
    pilot.tap_button("How to play")
    pilot.settle()
    pilot.tap_button("Try it")
    pilot.settle()
    assert pilot.scene_name == "TutorialScene"
    pilot.tap_button("Skip")
    pilot.settle()
    assert pilot.scene_name == "HowToPlayScene"
    pilot.tap_button("Next")
    assert "Try it" not in pilot.captions()


@pytest.mark.parametrize("is_there", [False, True])
def test_how_to_play_leads_to_the_coach_where_there_is_one(
    fly: Fly, monkeypatch: pytest.MonkeyPatch, is_there: bool
) -> None:
    pilot = fly()
    desk = type(pilot.app.context.coach)
    monkeypatch.setattr(desk, "is_there", property(lambda _self: is_there))
    pilot.settle()
    pilot.tap_button("How to play")
    pilot.settle()
    assert ("Watch the coach" in pilot.captions()) == is_there
    if is_there:
        pilot.tap_button("Watch the coach")
        pilot.run(0.5)
        assert pilot.scene_name == "DemoScene"


# The offer


def played(folder: Path, monkeypatch: pytest.MonkeyPatch, act: Callable[[Any], None]) -> list[str]:
    """Run the program; let *act* do something in its third frame; return the scenes before it."""
    real = run_module.App.frame
    seen: list[list[str]] = []

    def frame(self: Any, events: Any, dt: float) -> bool:
        seen.append(self.stack.keys)
        if len(seen) == 3:
            act(self)
        if len(seen) > 6:
            self.is_running = False
        return real(self, events, 0.1)

    monkeypatch.setattr(run_module.App, "frame", frame)
    try:
        assert run(PlayOptions(size=(800, 480), data_dir=folder, language="en")) == 0
    finally:
        monkeypatch.setattr(run_module.App, "frame", real)
        pygame.display.quit()
    return seen[1] + seen[-1]


def press(caption: str) -> Callable[[Any], None]:
    def act(app: Any) -> None:
        for control in app.stack.top.controls.all:
            if control.caption == caption:
                control.tapped(control.box.center)
                return
        raise AssertionError(caption)

    return act


def test_the_first_start_offers_it_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    title, asked = ["TitleScene"], ["TitleScene", "AskScene"]
    scenes = played(tmp_path, monkeypatch, press("Show me"))
    assert scenes == [*asked, *title, "TutorialScene"]
    assert SettingsFile(tmp_path / "settings.toml").load().is_tutorial_done
    assert played(tmp_path, monkeypatch, lambda _: None) == title * 2


def test_no_is_an_answer_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scenes = played(tmp_path, monkeypatch, press("No, thanks"))
    assert scenes == ["TitleScene", "AskScene", "TitleScene"]
    assert played(tmp_path, monkeypatch, lambda _: None) == ["TitleScene"] * 2


def test_who_has_a_game_under_way_is_not_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepare(tmp_path, Difficulty.PEACEFUL, lambda s: s.turn == 2)
    assert played(tmp_path, monkeypatch, lambda _: None) == ["TitleScene"] * 2


def test_the_setting_keeps_the_question_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = format_settings(Settings(is_tutorial_done=True))
    (tmp_path / "settings.toml").write_text(text)
    assert played(tmp_path, monkeypatch, lambda _: None) == ["TitleScene"] * 2


def test_the_parts_are_counted_without_a_gap() -> None:
    numbers = [step.number for step in all_steps()]
    assert numbers == sorted(numbers)
    assert set(numbers) == set(range(1, numbers[-1] + 1))
