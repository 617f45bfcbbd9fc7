"""Random events by the thousand break nothing, and no scene holds anyone."""

import os
from pathlib import Path

import pytest

from tests.ui.monkey import Monkey

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
