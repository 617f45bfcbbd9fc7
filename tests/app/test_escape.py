"""Nothing that a visitor can do leads out of a kiosk."""

import os
from pathlib import Path

import pytest

from tests.app.escape import try_to_escape


@pytest.mark.parametrize("seed", [1, 2])
def test_thousands_of_events_find_no_way_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    monkeypatch.setattr(os, "fsync", lambda _descriptor: None)
    prisoner = try_to_escape(tmp_path / "data", 2000, seed)
    prisoner.pilot.close()
    assert prisoner.sent >= 2000
    assert prisoner.scenes["PinScene"]


@pytest.mark.slow
@pytest.mark.parametrize("seed", [3, 4, 5, 8])
def test_a_hundred_thousand_events_find_no_way_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    monkeypatch.setattr(os, "fsync", lambda _descriptor: None)
    prisoner = try_to_escape(tmp_path / "data", 25_000, seed)
    prisoner.pilot.close()
    assert prisoner.sent >= 25_000
    assert {"TitleScene", "PlayScene", "PinScene"} <= set(prisoner.scenes)
