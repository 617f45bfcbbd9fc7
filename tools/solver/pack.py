r"""Pack fitted weights and exact opening values into the coach's table files.

    python -m tools.solver.pack values peaceful_values.bin FITTED.raw --levels 4 --level 1 2 3
    python -m tools.solver.pack opening peaceful_opening.bin SOLVER DIRECTORY GAME RAW \
        --level 1 2 3
    python -m tools.solver.pack raw OUT.raw plain peaceful
    python -m tools.solver.pack checksums

Files are read from and written to assets/coach; raw weights are for the compiled twin.
"""

import argparse
import hashlib
import subprocess
from array import array
from pathlib import Path

import numpy as np

from game.coach import assets
from game.coach.lines import INNER_IDS, OUTER_IDS
from game.coach.opening import STEP, Numbering
from game.coach.values import BIAS, COVER, LAST_STAGE, RUINS, UNIT
from game.rules.magdagdon.board import is_number
from game.rules.magdagdon.notation import format_board

ASSETS = Path(__file__).resolve().parents[2] / "assets" / "coach"
SIZES = (OUTER_IDS**2, OUTER_IDS * INNER_IDS, INNER_IDS**2, COVER, RUINS)
SQUARES = {0: OUTER_IDS, 2: INNER_IDS}


def pack_values(out, raw, levels, wanted):
    """Pack the *wanted* ones of the *levels* levels in raw weights into a table file."""
    weights = np.fromfile(raw, "<i2").reshape(levels, LAST_STAGE, sum(SIZES)).astype(np.int64)
    packed = []
    for level in wanted:
        stages = []
        for stage in weights[level]:
            parts = np.split(stage, np.cumsum(SIZES)[:-1])
            for table, width in SQUARES.items():
                parts[table] = parts[table].reshape(width, width)[np.triu_indices(width)]
            joined = np.clip(np.concatenate(parts) + BIAS, 0, 5 * BIAS)
            stages.append(array("H", joined.astype("<u2").tobytes()))
        packed.append(stages)
    (ASSETS / out).write_bytes(assets.pack_weights(packed))


def read_dense(names):
    """Return levels × stages × dense signed weights of table files, squares whole."""
    files = {name: (ASSETS / name).read_bytes() for name in names}
    levels = []
    for name in names:
        table = assets.read_weights(files, (name,))
        for level in range(table.levels):
            stages = []
            for stage in table.stages:
                parts = [*stage.cells, stage.cover, stage.ruins]
                fields = [np.array(part, np.uint64) >> np.uint64(16 * level) for part in parts]
                dense = np.concatenate(fields) & np.uint64(0xFFFF)
                stages.append(dense.astype(np.int64) - BIAS)
            levels.append(stages)
    return np.array(levels)


def unpack_raw(out, names):
    """Write the twin's weights from table files."""
    read_dense([f"{name}_values.bin" for name in names]).astype("<i2").tofile(out)


def pack_opening(out, solver, directory, game, raw, wanted):
    """Ask the solver for exact and table values of every opening board and pack the corrections."""
    numbering = Numbering()
    numbers, boards = zip(*numbering.boards(), strict=True)
    text = "\n".join(map(format_board, boards)) + "\n"
    command = [solver, "values", directory, game, f"tables={raw}"]
    answer = subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout
    values = np.fromstring(answer, sep=" ").reshape(len(boards), 2, -1) * UNIT
    steps = np.floor((values[:, 0] - values[:, 1]) / STEP + 0.5)
    numbered = np.array([sum(map(is_number, board)) for board in boards])
    if game == "nightmare":  # three or four dice a turn never make one, two or five numbers
        steps[np.isin(numbered, (1, 2, 5))] = 0
    # A level's correction is stored as what it has beyond the level below, which is little.
    steps[:, 1:] -= steps[:, :-1].copy()
    corrections = []
    for level in wanted:
        packed = np.zeros(numbering.size, np.int8)
        packed[list(numbers)] = np.clip(steps[:, level], -127, 127).astype(np.int8)
        corrections.append(array("b", packed.tobytes()))
        beyond = np.mean(np.abs(steps[:, level]) > 127)
        spread = steps[:, level].std() * STEP / UNIT
        print(
            f"level {level}: corrections of {spread:.2f} points, {beyond:.2%} cut off", flush=True
        )
    (ASSETS / out).write_bytes(assets.pack_corrections(corrections))


def write_checksums():
    """Write the SHA-256 of every table file."""
    lines = [
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}"
        for path in sorted(ASSETS.iterdir())
        if path.suffix == ".bin"
    ]
    (ASSETS / assets.CHECKSUMS).write_text("\n".join(lines) + "\n", "ascii")


def main():
    """Do what the command line says."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=("values", "opening", "raw", "checksums"))
    parser.add_argument("arguments", nargs="*")
    parser.add_argument("--level", type=int, nargs="+", default=[0])
    parser.add_argument("--levels", type=int, default=1)
    options = parser.parse_args()
    ASSETS.mkdir(exist_ok=True)
    match options.what, options.arguments:
        case "values", [out, raw]:
            pack_values(out, raw, options.levels, options.level)
        case "opening", [out, solver, directory, game, raw]:
            pack_opening(out, solver, directory, game, raw, options.level)
        case "raw", [out, *names]:
            unpack_raw(out, names)
    write_checksums()


if __name__ == "__main__":
    main()
