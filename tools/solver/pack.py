r"""Pack fitted weights and exact opening values into the coach's table files.

    python -m tools.solver.pack values plain_values.bin WEIGHTS.npz [WEIGHTS.npz ...]
    python -m tools.solver.pack opening peaceful_opening.bin SOLVER DIRECTORY GAME \
        --level 1 2 3 --tables plain peaceful
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
from game.coach.values import BIAS, COVER, RUINS, UNIT
from game.rules.magdagdon.notation import format_board

ASSETS = Path(__file__).resolve().parents[2] / "assets" / "coach"
SIZES = (OUTER_IDS**2, OUTER_IDS * INNER_IDS, INNER_IDS**2, COVER, RUINS)
SQUARES = {0: OUTER_IDS, 2: INNER_IDS}


def write_raw(path, weights):
    """Write weights (levels × stages × dense) for the twin: squares whole, signed 16 bits."""
    with Path(path).open("wb") as out:
        for stages in weights:
            for stage in stages:
                for table, part in enumerate(np.split(stage, np.cumsum(SIZES)[:-1])):
                    whole = part
                    if table in SQUARES:
                        half = np.triu(part.reshape(SQUARES[table], -1))
                        whole = (half + np.triu(half, 1).T).ravel()
                    out.write(whole.astype("<i2").tobytes())


def pack_values(out, sources):
    """Pack one .npz a level (stages × dense, squares above the diagonal) into a table file."""
    levels = []
    for source in sources:
        stages = []
        for stage in np.load(source)["weights"].astype(np.int64):
            parts = np.split(stage, np.cumsum(SIZES)[:-1])
            for table, width in SQUARES.items():
                parts[table] = parts[table].reshape(width, width)[np.triu_indices(width)]
            joined = np.clip(np.concatenate(parts) + BIAS, 0, 3 * BIAS)
            stages.append(array("H", joined.astype("<u2").tobytes()))
        levels.append(stages)
    (ASSETS / out).write_bytes(assets.pack_weights(levels))


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


def pack_opening(out, solver, directory, game, wanted, tables):
    """Ask the solver for the exact values of every opening board and pack the corrections."""
    names = tuple(f"{name}_values.bin" for name in tables)
    table = assets.read_weights({name: (ASSETS / name).read_bytes() for name in names}, names)
    numbering = Numbering()
    numbers, boards = zip(*numbering.boards(), strict=True)
    text = "\n".join(map(format_board, boards)) + "\n"
    answer = subprocess.run(
        [solver, "values", directory, game], input=text, capture_output=True, text=True, check=True
    ).stdout
    exact = np.array([line.split() for line in answer.splitlines()], float) * UNIT
    guessed = np.array([table.values(board) for board in boards], float)
    steps = np.clip(np.floor((exact - guessed[:, : exact.shape[1]]) / STEP + 0.5), -127, 127)
    corrections = []
    for level in wanted:
        packed = np.zeros(numbering.size, np.int8)
        packed[list(numbers)] = steps[:, level].astype(np.int8)
        corrections.append(array("b", packed.tobytes()))
        print(f"level {level}: corrections of {steps[:, level].std() * STEP / UNIT:.2f} points")
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
    parser.add_argument("--tables", nargs="+", default=[])
    options = parser.parse_args()
    ASSETS.mkdir(exist_ok=True)
    match options.what, options.arguments:
        case "values", [out, *sources]:
            pack_values(out, sources)
        case "opening", [out, solver, directory, game]:
            pack_opening(out, solver, directory, game, options.level, options.tables)
        case "raw", [out, *names]:
            unpack_raw(out, names)
    write_checksums()


if __name__ == "__main__":
    main()
