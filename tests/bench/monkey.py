"""A million random events: `python -m tests.bench.monkey`, by hand."""

import argparse
import os
import tempfile
import time
import tracemalloc
from pathlib import Path

os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"

from tests.ui.monkey import Monkey, memory_by_quarter


def main() -> None:
    """Send the events and print what came of them."""
    parser = argparse.ArgumentParser(description="Random events for MAGDAGDON.")
    parser.add_argument("--events", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    start = time.perf_counter()
    tracemalloc.start(1)
    with tempfile.TemporaryDirectory() as folder:
        monkey = Monkey(Path(folder), options.seed)
        quarters = memory_by_quarter(monkey, options.events)
        games = len(monkey.pilot.app.context.store.scores.entries())
        monkey.pilot.close()
    print(f"{monkey.sent} events in {time.perf_counter() - start:.0f} s, {games} games finished")
    print("frames in each scene:", dict(monkey.scenes.most_common()))
    print("objects by quarter, MB:", *(f"{size / 2**20:.2f}" for size in quarters))
    print(f"last against first: {100 * (quarters[-1] / quarters[0] - 1):+.2f} %")


if __name__ == "__main__":
    main()
