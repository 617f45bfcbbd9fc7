"""Time the statistics of a thousand games: `python -m tests.bench.statistics`, by hand.

The target for opening them once their figures are remembered is 100 ms, the database included.
"""

import tempfile
from dataclasses import replace
from pathlib import Path
from time import perf_counter

from game.rules.magdagdon.board import Difficulty
from game.session.finish import score_entry
from game.session.scores import ScoreTable
from game.session.statistics import Figuring, summarize
from tests.session.play import finished_record

GAMES = 1000
DIFFERENT = 60
"""Records to choose from; the others differ from them by name."""


def fill(folder: Path) -> None:
    """Put `GAMES` games into the scores in *folder*."""
    table = ScoreTable(folder / "scores.db")
    records = [finished_record(f"bench-{n}", "PSN"[n % 3]) for n in range(DIFFERENT)]
    for number in range(GAMES):
        record = replace(records[number % DIFFERENT], game_id=f"{number:032x}", name=str(number))
        table.add(score_entry(record))


def open_statistics(folder: Path) -> int:
    """Do what the page does when it opens; return how many games were played again."""
    figuring = Figuring(folder / "statistics.json", ScoreTable(folder / "scores.db").entries())
    waiting = figuring.waiting
    while figuring.step():
        pass
    for difficulty in Difficulty:
        summarize([found for entry, found in figuring.games() if entry.difficulty is difficulty])
    return waiting


def main() -> None:
    """Print how long the first opening and the later ones take."""
    with tempfile.TemporaryDirectory() as name:
        fill(Path(name))
        for _ in range(6):
            start = perf_counter()
            again = open_statistics(Path(name))
            took = (perf_counter() - start) * 1000
            print(f"{GAMES} games, {again} played again: {took:.0f} ms")


if __name__ == "__main__":
    main()
