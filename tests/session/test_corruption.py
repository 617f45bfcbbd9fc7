"""Damaged files: the game starts, keeps them aside, says so, and loses nothing readable."""

import random
from pathlib import Path

from tests.session.damage import Data

CASES = 300


def test_random_damage_to_any_file_is_survived(tmp_path: Path) -> None:
    data = Data(tmp_path)
    for number in range(CASES):
        data.check(random.Random(number))
