"""Make the coach's tables from solved games, and measure how strong the coach is with them.

    python -m tools.solver.solve DIRECTORY survival peaceful nightmare
    python -m tools.solver.tables DIRECTORY survival peaceful nightmare

For each game: sample boards with exact values, fit the value table, correct the opening exactly,
write assets/coach, hold the compiled twin against the plain Python coach, and let it play. SURVIVAL
comes before PEACEFUL: both use its table without a Power. The reports go to DIRECTORY as JSON.
"""

import argparse
import json
import subprocess
import sys
from pathlib import Path

from tools.solver import pack

SOURCES = Path(__file__).resolve().parent
LEVELS = {"nightmare": 1, "survival": 2, "peaceful": 4}
MEASURED = {"nightmare": [0], "survival": [0, 1], "peaceful": [3]}
"""By game: the Powers at the start of games to measure; without one the last two are the same."""
FILES = {
    "nightmare": {"nightmare": [0]},
    "survival": {"plain": [0], "survival": [1]},
    "peaceful": {"peaceful": [1, 2, 3]},
}
"""By game: the levels that each of its files holds."""
TABLES = {
    "nightmare": ["nightmare"],
    "survival": ["plain", "survival"],
    "peaceful": ["plain", "peaceful"],
}
"""By game: the files that together are its tables."""


def make_tables(solver, directory, game, records):
    """Sample, fit and pack one game; return the raw weights of what is in assets/coach now."""
    samples, fitted = directory / f"{game}.samples", directory / f"{game}.fitted"
    run(solver, "sample", directory / game, game, f"records={records}", f"out={samples}")
    run(solver, "fit", directory / game, game, f"in={samples}", f"out={fitted}")
    for name, wanted in FILES[game].items():
        pack.pack_values(f"{name}_values.bin", fitted, LEVELS[game], wanted)
    raw = directory / f"{game}.raw"
    pack.unpack_raw(raw, TABLES[game])
    for name, wanted in FILES[game].items():
        pack.pack_opening(f"{name}_opening.bin", solver, directory / game, game, raw, wanted)
    pack.write_checksums()
    return raw


def measure(solver, directory, game, raw, games):
    """Let the twin and perfect play play; print and keep their reports."""
    where = (directory / game, game, f"games={games}")
    for powers in MEASURED[game]:
        start = f"powers={powers}"
        coach = report(solver, "coach", *where, start, f"tables={raw}")
        perfect = report(solver, "play", *where, start)
        coach["perfect"] = perfect
        (directory / f"{game}_{powers}.json").write_text(json.dumps(coach, indent=1))
        losses = coach["loss_by_empty_cells"]
        print(
            f"{game}, {powers} Powers: mean {coach['mean']} ± {coach['stderr']}, "
            f"loss {coach['loss']}, perfect {perfect['mean']} ± {perfect['stderr']}; "
            f"loss by empty cells {[round(loss, 2) for loss in losses]}",
            flush=True,
        )


def run(*command):
    """Run *command*, its output shown."""
    subprocess.run(list(map(str, command)), check=True)


def report(*command):
    """Return the JSON that *command* prints."""
    done = subprocess.run(list(map(str, command)), check=True, capture_output=True)
    return json.loads(done.stdout)


def main():
    """Do all of it for the games of the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("directory", type=Path)
    parser.add_argument("games", nargs="+", choices=LEVELS)
    parser.add_argument("--records", type=int, default=8_000_000)
    parser.add_argument("--play", type=int, default=20_000, help="games to play, each")
    parser.add_argument("--positions", type=int, default=1_000, help="to compare the twin on")
    options = parser.parse_args()
    directory = options.directory.resolve()
    run("make", "-C", SOURCES, f"OUT={directory}")
    solver = directory / "solver"
    for game in sorted(options.games, key=list(LEVELS).index):
        raw = make_tables(solver, directory, game, options.records)
        twin = (sys.executable, "-m", "tools.solver.twin", solver, directory / game, game, raw)
        run(*twin, "--positions", options.positions)
        measure(solver, directory, game, raw, options.play)


if __name__ == "__main__":
    main()
