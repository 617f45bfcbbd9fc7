"""The coach with the tables that the game ships, and positions to try it on."""

from pathlib import Path

import pytest

from game.coach.coach import Coach
from game.rules.magdagdon.board import Difficulty
from game.rules.magdagdon.state import State
from tests.coach.positions import random_positions

TABLES = Path(__file__).parents[2] / "assets" / "coach"


@pytest.fixture(scope="session")
def coach() -> Coach:
    return Coach.load(TABLES)


@pytest.fixture(scope="session")
def positions() -> list[State]:
    return [state for level in Difficulty for state in random_positions(level, 6)]
