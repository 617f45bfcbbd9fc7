"""Sixty thousand random events: nothing breaks, nobody is stuck, memory stays flat."""

import os
import tracemalloc
from pathlib import Path

import pytest

from tests.ui.monkey import Monkey, memory_by_quarter

EVENTS = 60_000


@pytest.mark.slow
def test_sixty_thousand_events_break_nothing_and_memory_stays_flat(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "fsync", lambda _descriptor: None)
    tracemalloc.start(1)
    try:
        monkey = Monkey(tmp_path, 7)
        first, *_, last = memory_by_quarter(monkey, EVENTS)
        monkey.pilot.close()
    finally:
        tracemalloc.stop()
    assert last <= first * 1.02
