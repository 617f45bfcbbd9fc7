"""The program without a window, for tests that play it."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest

from tests.ui.pilot import Pilot

Fly = Callable[..., Pilot]


@pytest.fixture
def fly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Fly]:
    """Return a function that starts the program; the data lie in the test's own folder.

    Nothing waits for the disk: what survives a crash is for other tests.
    """
    monkeypatch.setattr(os, "fsync", lambda _descriptor: None)

    def start(size: tuple[int, int] = (1280, 720), **options: Any) -> Pilot:
        return Pilot(tmp_path, size, **options)

    yield start
    pygame.display.quit()
