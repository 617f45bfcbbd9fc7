"""Climb from few empty cells to many: a value table from the rules alone, without a solved game.

    python -m tools.solver.ladder SOLVER GAME WORK --boards 60000

Each stage's boards are valued one turn deep by the weights already fitted for fewer empty cells.
The result is a stand-in for the table fitted to exact values (fit.py): the errors add up.
"""

import argparse
import subprocess
from pathlib import Path

import numpy as np

from game.coach.values import LAST_STAGE
from tools.solver.fit import SIZES, fit_stage, read_samples
from tools.solver.pack import write_raw

LEVELS = {"nightmare": 1, "plain": 1, "survival": 2, "peaceful": 4}


def main():
    """Fit all stages of one game and save one .npz a level, as fit.py does."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("solver")
    parser.add_argument("game", choices=LEVELS)
    parser.add_argument("work", type=Path)
    parser.add_argument("--boards", type=int, default=60000, help="for each number of empty cells")
    parser.add_argument("--ridge", type=float, default=3.0)
    options = parser.parse_args()
    options.work.mkdir(exist_ok=True)
    levels = LEVELS[options.game]
    pool, part, samples, raw = (options.work / n for n in ("pool", "part", "samples", "raw"))
    call = [options.solver, "", "-", options.game]
    subprocess.run(
        [*call[:1], "pool", *call[2:], f"out={pool}", f"boards={options.boards}"], check=True
    )
    boards = np.fromfile(pool, np.uint8).reshape(-1, 16)
    empties = (boards == 0).sum(1)
    weights = np.zeros((levels, LAST_STAGE, sum(SIZES)), np.int16)
    for stage in range(1, LAST_STAGE + 1):
        chosen = unvalued = boards[empties == stage]
        # Many empty cells mean many placements: slow to value, and there are fewer weights to tell.
        chosen = chosen[
            : options.boards // (1 if stage < 5 else 2 if stage < 7 else 4 if stage < 10 else 20)
        ]
        chosen.tofile(part)
        write_raw(raw, weights)
        subprocess.run(
            [*call[:1], "label", *call[2:], f"tables={raw}", f"in={part}", f"out={samples}"],
            check=True,
        )
        found, values = read_samples(samples, levels)
        for level in range(levels):
            target = values[:, level] - (values[:, level - 1] if level else 0)
            weights[level, stage - 1], inside, outside = fit_stage(
                found, target, options.ridge * (4 if level else 1), 60, unvalued
            )
            print(
                f"{stage:2} empty, level {level}: {len(found)} boards, spread {target.std():.2f}, "
                f"error {inside:.2f}, on others {outside:.2f}",
                flush=True,
            )
    for level in range(levels):
        np.savez_compressed(options.work / f"level{level}.npz", weights=weights[level])


if __name__ == "__main__":
    main()
