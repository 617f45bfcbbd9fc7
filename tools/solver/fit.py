"""Fit the coach's value table to exact values: samples of a solved game in, raw weights out.

    solver sample DIRECTORY GAME records=8000000 out=samples.bin
    python -m tools.solver.fit samples.bin --levels 2 --level 1 --out survival.npz

Every stage (number of empty cells) is a sparse least-squares problem of its own, solved by
conjugate gradients: value = sum of one weight for each empty cell, one for the cover, one for the
ruins. Level 0 is fitted to the values without a Power, a higher level to what one more adds.
"""

import argparse
import time

import numpy as np

from game.coach.lines import INNER_IDS, OUTER_IDS
from game.coach.values import (
    BIAS,
    COVER,
    COVER_HIGH,
    COVER_LOW,
    LAST_STAGE,
    LOOKS,
    RUINS,
    SPREAD,
    UNIT,
)

SCALE, SOLVER_BIAS = 80, 152 * 80
SIZES = (OUTER_IDS**2, OUTER_IDS * INNER_IDS, INNER_IDS**2, COVER, RUINS)
KINDS = 3


def read_samples(path, levels):
    """Return the boards (n × 16) and their values by level (n × levels), in points."""
    kind = np.dtype([("board", "u1", 16), ("value", "<i2", (levels,))])
    samples = np.fromfile(path, dtype=kind)
    return samples["board"], (samples["value"].astype(np.float64) + SOLVER_BIAS) / SCALE


def columns_of(boards):
    """Return, for boards with the same number of empty cells, the indices of the weights they use.

    The five tables follow one another; corner and centre cells use the half of their table above
    the diagonal, since reflection swaps row and column.
    """
    wide = boards.astype(np.int32)
    lines = [sum(wide[:, 4 * i + k] << 3 * k for k in range(4)) for i in range(4)]
    lines += [sum(wide[:, 4 * k + i] << 3 * k for k in range(4)) for i in range(4)]
    starts = np.concatenate(([0], np.cumsum(SIZES)))
    empties = int((boards[0] == 0).sum())
    columns = np.empty((empties + 2, len(boards)), np.int32)
    filled = np.zeros(len(boards), np.int64)
    cover = np.zeros(len(boards), np.int64)
    spread = np.array(SPREAD)
    rows = np.arange(len(boards))
    for cell, look in enumerate(LOOKS):
        use = rows[boards[:, cell] == 0]
        one, two = lines[look.first_line][use], lines[look.second_line][use]
        width = OUTER_IDS if look.kind == 0 else INNER_IDS
        first, second = np.array(look.first)[one] // width, np.array(look.second)[two]
        if look.kind != 1:
            first, second = np.minimum(first, second), np.maximum(first, second)
        index = starts[look.kind] + first * width + second
        columns[filled[use], use] = index
        filled[use] += 1
        fits = np.array(look.first_fits)[one] & np.array(look.second_fits)[two]
        FIT_OF[index] = fits
        cover[use] += spread[fits]
    columns[-2] = starts[3] + np.array(COVER_LOW)[cover & 4095] + np.array(COVER_HIGH)[cover >> 12]
    columns[-1] = starts[4] + (boards == 7).sum(1)
    return columns


FIT_OF = np.zeros(sum(SIZES), np.int64)
"""By index of a cell's weight: what fits the cell; filled in as indices are met."""
PARTS = (2 * OUTER_IDS + 2 * INNER_IDS, 3 * 128)


def parts_of(indices):
    """Return what the weights of *indices* share with others: by row, by column, by what fits.

    A cell seen rarely, or only in boards without a value, is judged by these parts alone.
    """
    none = sum(PARTS)
    first, second, fit = (np.full(len(indices), none) for _ in range(3))
    ends = np.cumsum(SIZES)
    shift = 0
    for table, (width, is_square) in enumerate(((OUTER_IDS, 1), (INNER_IDS, 0), (INNER_IDS, 1))):
        mine = (indices < ends[table]) & (indices >= ends[table] - SIZES[table])
        inside = indices[mine] - (ends[table] - SIZES[table])
        first[mine] = shift + inside // width
        second[mine] = shift + inside % width + (0 if is_square else OUTER_IDS)
        fit[mine] = PARTS[0] + 128 * table + FIT_OF[indices[mine]]
        shift += width if is_square else OUTER_IDS + INNER_IDS
    return first, second, fit


def solve(columns, target, ridge, rounds, met):
    """Return the weights (dense) that fit *target*, and the fitted values.

    *met* marks the indices that get a weight: those of *columns*, and of boards without a value.
    """
    compact = np.cumsum(met) - 1
    own = int(met.sum())
    count = own + sum(PARTS) + 1
    parts = [own + part for part in parts_of(np.flatnonzero(met))]
    used = [compact[column].astype(np.int32) for column in columns]
    used += [part[column].astype(np.int32) for part in parts for column in used[:-2]]

    def forward(weights):
        return sum(weights[column] for column in used)

    # Weights that do not exist: shorter boards are padded with them, and they stay 0.
    absent = [count - 1, compact[-1]] if met[-1] else [count - 1]

    def back(values):
        sums = sum(np.bincount(column, weights=values, minlength=count) for column in used)
        sums[absent] = 0
        return sums

    scale = back(np.ones(len(target))) + ridge
    weights = np.zeros(count)
    rest = back(target)
    step = rest / scale
    way, norm = step.copy(), rest @ step
    for _ in range(rounds):
        pulled = back(forward(way)) + ridge * way
        length = norm / (way @ pulled)
        weights += length * way
        rest -= length * pulled
        step = rest / scale
        norm, before = rest @ step, norm
        way = step + norm / before * way
    dense = np.zeros(sum(SIZES))
    dense[met] = weights[:own] + sum(weights[part] for part in parts)
    return dense, sum(dense[column] for column in columns)


def met_in(*many):
    """Return which weights the boards of these columns use."""
    met = np.zeros(sum(SIZES), bool)
    for columns in many:
        for column in columns:
            met[column] = True
    return met


def fit_stage(boards, target, ridge, rounds, others=None):
    """Return the integer weights of a stage, and how well they fit, in points."""
    columns = columns_of(boards)
    met = met_in(columns, () if others is None or not len(others) else columns_of(others))
    held = len(boards) // 20
    # The mean goes into the ruins, the one table that every board uses with few weights.
    mean = target.mean()
    weights, fitted = solve(columns[:, held:], target[held:] - mean, ridge, rounds, met)
    check = sum(weights[column] for column in columns[:, :held]) + mean
    weights[-RUINS:] += mean
    units = np.clip(np.round(weights * UNIT), -BIAS, 2 * BIAS).astype(np.int16)
    inside = np.sqrt(np.mean((fitted + mean - target[held:]) ** 2))
    return units, float(inside), float(np.sqrt(np.mean((check - target[:held]) ** 2)))


def main():
    """Fit one level and write its weights: an array of stages × weights."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("samples")
    parser.add_argument("--levels", type=int, required=True, help="levels in the samples")
    parser.add_argument("--level", type=int, required=True, help="the one to fit")
    parser.add_argument("--out", required=True)
    parser.add_argument("--ridge", type=float, default=3.0)
    parser.add_argument("--rounds", type=int, default=60)
    options = parser.parse_args()
    boards, values = read_samples(options.samples, options.levels)
    target = values[:, options.level]
    if options.level:
        target = target - values[:, options.level - 1]
    empties = (boards == 0).sum(1)
    weights = np.zeros((LAST_STAGE, sum(SIZES)), np.int16)
    for stage in range(1, LAST_STAGE + 1):
        start = time.monotonic()
        sizes = [stage] if stage < LAST_STAGE else range(LAST_STAGE, 17)
        parts = [np.flatnonzero(empties == size) for size in sizes]
        chosen = np.concatenate(parts)
        if not len(chosen):
            continue
        if stage == LAST_STAGE:
            weights[stage - 1], inside, outside = fit_mixed(boards, target, parts, options)
        else:
            weights[stage - 1], inside, outside = fit_stage(
                boards[chosen], target[chosen], options.ridge, options.rounds
            )
        print(
            f"{stage:2} empty: {len(chosen):8} boards, spread {target[chosen].std():6.2f}, "
            f"error {inside:.3f}, on others {outside:.3f}, {time.monotonic() - start:.0f} s",
            flush=True,
        )
    np.savez_compressed(options.out, weights=weights)


def fit_mixed(boards, target, parts, options):
    """Fit the stage of many empty cells, whose boards use different numbers of weights."""
    parts = [part for part in parts if len(part)]
    most = max(int((boards[part[0]] == 0).sum()) for part in parts) + 2
    total = sum(SIZES)
    # A board with fewer empty cells fills up with a weight that does not exist.
    columns = np.concatenate(
        [
            np.pad(c := columns_of(boards[part]), ((most - len(c), 0), (0, 0)), constant_values=-1)
            for part in parts
        ],
        axis=1,
    )
    wanted = np.concatenate([target[part] for part in parts])
    order = np.random.default_rng(1).permutation(len(wanted))
    columns, wanted = columns[:, order], wanted[order]
    columns[columns < 0] = total - 1  # RUINS − 1 ruins never happen with this many empty cells
    held = len(wanted) // 20
    mean = wanted.mean()
    weights, fitted = solve(
        columns[:, held:], wanted[held:] - mean, options.ridge, options.rounds, met_in(columns)
    )
    check = sum(weights[column] for column in columns[:, :held]) + mean
    inside = np.sqrt(np.mean((fitted + mean - wanted[held:]) ** 2))
    weights[-RUINS:] += mean
    units = np.clip(np.round(weights * UNIT), -BIAS, 2 * BIAS).astype(np.int16)
    return units, float(inside), float(np.sqrt(np.mean((check - wanted[:held]) ** 2)))


if __name__ == "__main__":
    main()
