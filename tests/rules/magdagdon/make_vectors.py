"""Make tests/vectors/positions.jsonl: positions with their answers by the brute force alone.

Run `python -m tests.rules.magdagdon.make_vectors` from the top of the repository, and only when
positions are to be added: a line that changes says that the rules changed. Each line is a JSON
object: `position`; `score` with `base`, `bonus`, `ruins`, `powers`, `total`; `minimum`;
`legal_cells` by value; and, where dice are given, `magdagdon`, `longest` and `afterstates`
(distinct boards that a confirmed turn can reach by placing dice).
"""

import json
import random
from pathlib import Path
from typing import Any

from tests.rules.magdagdon import brute
from tests.rules.strategies import random_game, with_roll

VECTORS = Path(__file__).parents[2] / "vectors" / "positions.jsonl"

CHOSEN = [
    "..../..../..../.... P 0 1 -",
    "..../..../..../.... S 0 1 2661",
    "..../..../..../.... N 0 1 2255",
    "..../..../..../.... N 0 1 1324",
    "#.../..../.#../...# N 0 4 6136",  # ruins alone: anywhere still
    "1###/.###/.###/.### P 2 9 3241",  # one way, one order
    "1###/.###/.###/.### P 2 9 1335",
    "5555/5555/5555/55.. N 0 7 1236",  # the last two cells
    "5555/5555/5555/555. N 0 8 1233",  # the last one
    "5555/5555/5555/555. P 3 8 4444",
    "1212/2121/1212/2121 P 1 8 -",  # two pairs everywhere
    "1234/2345/3456/4566 S 1 7 -",
    "####/####/####/###. S 1 16 1236",
    "####/####/####/#### N 0 17 -",
    "222./2#2./222./.... P 0 3 -",  # a ring
]


def answer(position: str) -> dict[str, Any]:
    """Return what the rules say of *position*."""
    rows, difficulty, powers, _, dice_text = position.split()
    board = rows.replace("/", "")
    least = brute.minimum(difficulty, board)
    found: dict[str, Any] = {
        "position": position,
        "score": brute.score(board, difficulty, int(powers)),
        "minimum": least,
        "legal_cells": brute.legal_cells(board),
    }
    if dice_text != "-":
        dice = tuple(map(int, dice_text))
        longest = brute.longest(board, dice)
        found["magdagdon"] = longest < least
        found["longest"] = longest
        found["afterstates"] = len(brute.afterstates(board, dice, least))
    return found


def positions(count: int) -> list[str]:
    """Return the chosen positions and random ones of random games, *count* in all."""
    rng = random.Random("vectors")
    grown = list(CHOSEN)
    while len(grown) < count:
        position = rng.choice(list(random_game(rng)))
        if "." in position and rng.random() < 0.9:
            position = with_roll(rng, position)
        if position not in grown:
            grown.append(position)
    return grown


def main() -> None:
    """Write the file."""
    lines = [json.dumps(answer(position)) + "\n" for position in positions(64)]
    VECTORS.write_text("".join(lines), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
