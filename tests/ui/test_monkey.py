"""Random events by the thousand break nothing, and no scene holds anyone."""

import os
from pathlib import Path

import pytest

from game.scenes.base import Push
from tests.ui.monkey import Monkey
from tests.ui.pilot import Pilot

EVENTS = 20_000
PART = 500


@pytest.mark.parametrize("seed", [1, 2])
def test_random_events_break_nothing_and_every_scene_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    monkeypatch.setattr(os, "fsync", lambda _descriptor: None)
    monkey = Monkey(tmp_path, seed)
    for _ in range(EVENTS // 2 // PART):
        monkey.send(PART)
        monkey.check()
    monkey.pilot.close()
    assert monkey.sent >= EVENTS // 2
    assert {"TitleScene", "PlayScene", "PauseScene", "AskScene"} <= set(monkey.scenes)


@pytest.mark.parametrize("key", ["about", "how_to_play", "scores", "settings", "play", "pause"])
def test_a_page_can_be_laid_out_in_the_smallest_window_with_the_largest_text(
    tmp_path: Path, key: str
) -> None:
    pilot = Pilot(tmp_path, (300, 200), text_size=150)
    pilot.app.context.start_game()
    pilot.app.stack.apply(Push("play"))
    pilot.app.stack.apply(Push(key))
    pilot.settle()
    pilot.close()
