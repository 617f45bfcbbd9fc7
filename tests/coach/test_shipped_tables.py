"""The tables that the game ships, held against exact values of positions from chance play."""

import json
from pathlib import Path

import pytest

from game.coach.values import UNIT
from game.rules.magdagdon.board import Difficulty, is_number
from game.rules.magdagdon.notation import parse_position

VECTORS = Path(__file__).parent / "vectors" / "exact.jsonl"
STEP_ERROR = 0.6
"""Corrections are in whole points, exact values in eightieths, the table's in sixteenths."""
LARGEST = 127
"""A correction that can't be larger: boards of chance play may be further off than it reaches."""


def exact_values(difficulty: Difficulty, entry: dict[str, object]) -> list[float]:
    """Return the values of an exact position by the number of Powers left."""
    if difficulty is Difficulty.NIGHTMARE:
        return [entry["nightmare"]]
    lefts = "0_1" if difficulty is Difficulty.SURVIVAL else "0_1_2_3"
    return entry[f"{difficulty.name.lower()}_left_{lefts}"]


@pytest.mark.parametrize("difficulty", Difficulty)
def test_the_opening_is_exact_where_its_corrections_reach(coach, difficulty):
    engine = coach.engine(difficulty)
    opening = engine._opening
    assert opening is not None
    checked = 0
    for line in VECTORS.read_text().splitlines():
        entry = json.loads(line)
        if entry["empties"] < 10:
            continue
        state = parse_position(f"{entry['board']} N 0 1 -")
        if difficulty is Difficulty.NIGHTMARE and sum(map(is_number, state.board)) in (1, 2, 5):
            continue  # three or four dice a turn never make these
        number = opening.numbering.number(state.board)
        for left, exact in enumerate(exact_values(difficulty, entry)):
            if any(abs(level[number]) >= LARGEST for level in opening.levels[: left + 1]):
                continue
            found = state.score.total + engine.before(state.board, left) / UNIT
            assert found == pytest.approx(exact, abs=STEP_ERROR), (state, left)
            checked += 1
    assert checked > 40
