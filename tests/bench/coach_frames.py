"""Measure whether the game misses frames while its coach thinks.

    python -m tests.bench.coach_frames [--driver x11|dummy] [--sizes 1920x1080,...] [--seconds 4]

The real App at its real pace of 60 frames a second. While a die is shaken and comes down again and
again: nobody thinks; the expected score is worked out (200 games played on by the coach). Then a
hint is asked for: the very first one, which loads the coach, and a later one, two seconds long. A
frame's work is update + draw + flip, in milliseconds; a frame is late that comes more than 25 ms
after the one before. Run it for a machine at rest and look at what the coach changes.
"""

import argparse
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

from tests.bench.frames import Bench, display

LATE = 0.025
RATE = 60
POSITION = "..../.34./.4../.... P 0 2 -"


class PacedBench(Bench):
    """The App at the pace at which it is played."""

    def pace(self, seconds: float) -> str:
        """Run *seconds* of real time; return the figures of its frames."""
        import pygame

        clock, works, starts = pygame.time.Clock(), [], []
        until = time.perf_counter() + seconds
        while (start := time.perf_counter()) < until:
            starts.append(start)
            self.app.frame(pygame.event.get(), 1 / RATE)
            works.append((time.perf_counter() - start) * 1000)
            clock.tick(RATE)
        works.sort()
        late = sum(after - before > LATE for before, after in pairwise(starts))
        gap = max(after - before for before, after in pairwise(starts)) * 1000
        return (
            f"work p50 {works[len(works) // 2]:4.1f}, p99 {works[len(works) * 99 // 100]:4.1f}, "
            f"most {works[-1]:5.1f} ms; longest gap {gap:5.1f} ms; "
            f"{late} of {len(works)} frames late"
        )

    def roll(self, seconds: float) -> str:
        """Roll again and again for *seconds*; return the figures of the last roll's frames."""
        from game.rules.magdagdon.actions import Roll

        self.show_position(POSITION)
        self.app.stack.top.submit(Roll())
        return self.pace(seconds)


def measure(size: tuple[int, int], seconds: float) -> None:
    """Measure one size in this process and print a line for each case."""
    from game.scenes.base import Pop, Push

    with tempfile.TemporaryDirectory() as folder:
        bench = PacedBench(size, Path(folder))
        app = bench.app
        coach = {"on_play": lambda _choice: None}
        bench.run(1.0)
        print(f"{size[0]}x{size[1]}")
        print("  a roll, no coach     ", bench.roll(seconds))
        app.stack.apply(Push("hint", coach))
        print("  first hint, loading  ", bench.pace(seconds))
        app.stack.apply(Pop())
        bench.pace(1.0)
        app.stack.apply(Push("hint", coach))
        print("  a later hint         ", bench.pace(seconds))
        app.stack.apply(Pop())
        app.context.settings = replace(app.context.settings, has_expected_score=True)
        print("  a roll and a forecast", bench.roll(seconds), flush=True)
        app.close()


def main() -> None:
    """Measure every size in a process of its own."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--driver", choices=("x11", "dummy"), default="x11")
    parser.add_argument("--sizes", default="1280x720,1920x1080")
    parser.add_argument("--seconds", type=float, default=4.0)
    parser.add_argument("--one", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        wide, tall = options.one.split("x")
        measure((int(wide), int(tall)), options.seconds)
        return
    with display(options.driver) as env:
        for size in options.sizes.split(","):
            words = [sys.executable, "-m", "tests.bench.coach_frames", "--one", size]
            words += ["--seconds", str(options.seconds)]
            subprocess.run(words, env=env, check=True)


if __name__ == "__main__":
    main()
