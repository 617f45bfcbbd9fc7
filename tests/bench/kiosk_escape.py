"""A million events against a kiosk: `python -m tests.bench.kiosk_escape`, by hand."""

import argparse
import os
import tempfile
import time
from collections import Counter
from pathlib import Path

os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"

from tests.app.escape import try_to_escape

ROUND = 50_000
"""Events for one visitor; the next one meets the kiosk started anew, and turned otherwise."""


def main() -> None:
    """Send the events and print what came of them: a traceback where anything got out."""
    parser = argparse.ArgumentParser(description="Tries to leave MAGDAGDON as a kiosk.")
    parser.add_argument("--events", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    os.fsync = lambda _descriptor: None  # nothing here has to outlive a power cut
    start = time.perf_counter()
    sent = pads = 0
    scenes: Counter[str] = Counter()
    seed = options.seed
    with tempfile.TemporaryDirectory() as folder:
        while sent < options.events:
            events = min(ROUND, options.events - sent)
            prisoner = try_to_escape(Path(folder) / "data", events, seed)
            prisoner.pilot.close()
            sent += prisoner.sent
            pads += prisoner.pads
            scenes.update(prisoner.scenes)
            seed += 1
    print(f"{sent} events in {time.perf_counter() - start:.0f} s: no way out")
    print(f"the pad for the PIN came up {pads} times")
    print("frames in each scene:", dict(scenes.most_common()))


if __name__ == "__main__":
    main()
