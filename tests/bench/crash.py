"""Kill the program a thousand times: `python -m tests.bench.crash`, by hand.

Prints what happened; stops with an AssertionError at the first action or score that is lost.
"""

import argparse
import tempfile
import time
from pathlib import Path

from tests.slow.crash_harness import Harness


def main() -> None:
    """Run the harness and print its counts."""
    parser = argparse.ArgumentParser(description="Kill MAGDAGDON again and again.")
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--seed", default="a thousand")
    options = parser.parse_args()
    start = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        harness = Harness(Path(folder), options.seed)
        try:
            for _ in range(options.kills):
                harness.round()
            harness.finish()
        finally:
            harness.close()
    counts = harness.counts
    print(
        f"{counts.kills} kills ({counts.in_the_middle} in the middle of an action, "
        f"{counts.while_starting} while starting), {counts.actions} actions, {counts.games} games, "
        f"{len(counts.leftovers)} temporary files left; nothing lost, nothing twice; "
        f"{time.perf_counter() - start:.0f} s"
    )


if __name__ == "__main__":
    main()
