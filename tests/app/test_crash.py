"""When something goes wrong that should not: the crash scene, and the game as it was."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.app import run as run_module
from game.app.crash import FatalError, recover
from game.app.logs import log_path, logging_to
from game.app.run import PlayOptions, run
from game.app.stack import Stack
from game.cli import main
from game.rules.magdagdon.actions import Roll
from game.scenes.base import Push
from game.scenes.crash import CrashScene
from game.scenes.title import TitleScene
from game.session.saved_game import SavedGame
from game.session.session import Session
from tests.ui.pilot import Pilot


class BrokenError(Exception):
    """A fault of the program's."""


def broken(*_: object, **__: object) -> Any:
    raise BrokenError("the wheel came off")


@pytest.fixture
def pilot(tmp_path: Path) -> Iterator[Pilot]:
    pilot = Pilot(tmp_path, (800, 480), has_reduced_motion=True, is_muted=True)
    yield pilot
    pilot.close()


def start_game(pilot: Pilot) -> None:
    pilot.app.stack.apply(Push("play"))
    pilot.scene.submit(Roll())
    pilot.settle()


def crash(pilot: Pilot, folder: Path) -> None:
    """Do what the loop does when a frame fails."""
    with logging_to(folder) as path, pytest.MonkeyPatch.context() as patch:
        patch.setattr(Stack, "update", broken)
        try:
            pilot.frame()
        except BrokenError as error:
            patch.undo()
            recover(pilot.app, error, path)
        else:
            raise AssertionError("nothing broke")
    settle(pilot)


def settle(pilot: Pilot) -> None:
    for _ in range(20):
        pilot.frame(dt=0.1)


def test_an_error_shows_the_crash_scene_and_continue_goes_on_as_saved(
    pilot: Pilot, tmp_path: Path
) -> None:
    start_game(pilot)
    before = pilot.app.context.session
    assert before is not None
    crash(pilot, tmp_path)
    assert pilot.scene_name == "CrashScene"
    text = " ".join(node.text for node in pilot.scene.canvas if hasattr(node, "text"))
    assert "something went wrong" in text
    assert "turn 1" in text
    assert "magdagdon.log" in text

    pilot.tap_button("Continue")
    settle(pilot)
    after = pilot.app.context.session
    assert pilot.scene_name == "PlayScene"
    assert after is not None
    assert after is not before
    assert after.record.actions == before.record.actions
    pilot.scene.submit(after.legal_actions[0])
    log = log_path(tmp_path).read_text()
    assert "BrokenError: the wheel came off" in log
    assert f"seed: {after.record.seed}" in log


def test_an_error_without_a_game_leads_to_the_title(pilot: Pilot, tmp_path: Path) -> None:
    crash(pilot, tmp_path)
    assert pilot.scene_name == "CrashScene"
    pilot.key(pygame.KSCAN_ESCAPE)
    settle(pilot)
    assert pilot.scene_name == "TitleScene"
    assert pilot.app.is_running


def test_quit_leaves_the_program(pilot: Pilot, tmp_path: Path) -> None:
    crash(pilot, tmp_path)
    pilot.tap_button("Quit")
    assert not pilot.app.is_running


def test_an_action_that_could_not_be_saved_is_not_lost_by_an_error(
    pilot: Pilot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(28, "No space left on device")

    pilot.app.stack.apply(Push("play"))
    with monkeypatch.context() as patch:
        patch.setattr(SavedGame, "save", refuse)
        pilot.scene.submit(Roll())
        before = pilot.app.context.session
        assert before is not None
        crash(pilot, tmp_path)
    assert pilot.app.context.session is not None
    assert pilot.app.context.session.record.actions == before.record.actions


def test_a_title_that_is_broken_too_does_not_hide_the_crash_scene(
    pilot: Pilot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(TitleScene, "build", broken)
    with logging_to(tmp_path) as path:
        recover(pilot.app, BrokenError(), path)
    assert pilot.app.stack.keys == ["CrashScene"]
    monkeypatch.undo()
    settle(pilot)
    pilot.tap_button("Continue")
    settle(pilot)
    assert pilot.scene_name == "TitleScene"


@pytest.mark.parametrize("target", ["build", "update"])
def test_where_the_crash_scene_fails_the_game_ends(
    pilot: Pilot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, target: str
) -> None:
    with logging_to(tmp_path) as path:
        if target == "update":
            recover(pilot.app, BrokenError("first"), path)
        else:
            monkeypatch.setattr(CrashScene, target, broken)
        with pytest.raises(FatalError):
            recover(pilot.app, BrokenError("second"), path)
    assert "second" in path.read_text()


def test_a_state_that_does_not_hold_is_not_taken_along(
    pilot: Pilot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    start_game(pilot)
    session = pilot.app.context.session
    assert session is not None
    saved = session.record.actions
    monkeypatch.setattr(session, "save_error", OSError("full"))
    monkeypatch.setattr(session, "_plies", session._plies[1:])
    crash(pilot, tmp_path)
    after = pilot.app.context.session
    assert isinstance(after, Session)
    assert after.record.actions == saved


def played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, frames: list[Any]) -> int:
    """Run the real loop with *frames* in place of `App.frame`; the last one leaves."""
    real = run_module.App.frame

    def frame(self: Any, events: Any, dt: float) -> bool:
        act = frames.pop(0) if frames else None
        if act is None:
            self.is_running = False
        elif act is not Ellipsis:
            act()
        return real(self, events, dt)

    monkeypatch.setattr(run_module.App, "frame", frame)
    return run(PlayOptions(size=(800, 480), data_dir=tmp_path, language="en"))


def test_the_loop_survives_a_frame_that_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert played(tmp_path, monkeypatch, [..., broken, ..., ...]) == 0
    assert "the wheel came off" in log_path(tmp_path).read_text()


def test_two_failures_in_a_row_end_the_game_with_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    frames: list[Any] = [..., broken, broken]
    with pytest.raises(FatalError):
        played(tmp_path, monkeypatch, frames)
    monkeypatch.setattr(run_module, "run", broken)

    def fatal(*_: object) -> int:
        raise FatalError(log_path(tmp_path))

    monkeypatch.setattr(run_module, "run", fatal)
    assert main(["--lang", "en"]) == 1
    err = capsys.readouterr().err
    assert err.startswith("Something went wrong that should not; it is written down in ")
    assert err.count("\n") == 1


def test_an_error_before_the_first_frame_is_logged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run_module, "App", broken)
    with pytest.raises(FatalError):
        run(PlayOptions(size=(800, 480), data_dir=tmp_path, language="en"))
    assert "the wheel came off" in log_path(tmp_path).read_text()
    pygame.display.quit()
