"""The program killed two hundred times: the last action is always there, and every score once."""

from pathlib import Path

import pytest

from tests.slow.crash_harness import Harness

KILLS = 200


@pytest.mark.slow
def test_killed_two_hundred_times_the_last_action_is_always_there(tmp_path: Path) -> None:
    harness = Harness(tmp_path, "two hundred")
    try:
        for _ in range(KILLS):
            harness.round()
        harness.finish()
    finally:
        harness.close()
    counts = harness.counts
    # The run was worth something: kills in the middle of an action, and games that ended.
    assert counts.kills == KILLS + 1
    assert counts.in_the_middle > 20
    assert counts.while_starting > 2
    assert counts.games > 5
    assert counts.actions > 500
