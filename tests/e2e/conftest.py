"""Screens and programs for the tests of the real window."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from game.session.settings import SettingsFile
from tests.e2e.screen import Program, Screen

Launch = Callable[..., Program]


@pytest.fixture(scope="session")
def landscape() -> Iterator[Screen]:
    """Return a screen that is wider than it is high."""
    screen = Screen((1440, 860))
    yield screen
    screen.close()


@pytest.fixture(scope="session")
def portrait() -> Iterator[Screen]:
    """Return a screen that is higher than it is wide."""
    screen = Screen((1120, 2000))
    yield screen
    screen.close()


@pytest.fixture
def launch(tmp_path: Path, window_env: dict[str, str]) -> Iterator[Launch]:
    """Return a function that starts the program on a screen; it is ended with the test."""
    running: list[Program] = []

    def start(screen: Screen, size: tuple[int, int], *options: str, **more: Any) -> Program:
        # A first game is asked about a tour; this player has played before.
        file = SettingsFile(tmp_path / "data" / "settings.toml")
        file.save(replace(file.load(), is_tutorial_done=True))
        program = Program(screen, window_env, tmp_path / "data", size, *options, **more)
        running.append(program)
        return program

    yield start
    for program in running:
        program.end()
