"""Many games at once: means, quantiles and the shares that tell players apart."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from math import sqrt
from multiprocessing import resource_tracker
from pathlib import Path
from typing import TYPE_CHECKING

from game.coach.coach import Coach
from game.coach.play import Game, Player, play, seeded_dice
from game.rules.magdagdon.board import Difficulty

if TYPE_CHECKING:
    from multiprocessing.pool import IMapIterator

QUANTILES = (0.0, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 1.0)
CHUNK = 4
"""Games that a process plays before it reports."""


@dataclass(frozen=True, slots=True)
class Simulation:
    """What many games came to."""

    games: int
    mean: float
    stderr: float
    quantiles: tuple[tuple[float, int], ...]
    """Each share with the score that so many games stay at or below."""
    magdagdon_share: float
    """Share of the turns with a roll in MAGDAGDON, escaped or not."""
    ruins: float
    """A game, on average."""
    powers: float
    """A game, on average."""


def game_seed(seed: str, number: int) -> str:
    """Return the seed of game *number* (from 0) of a simulation with *seed*."""
    return f"{seed}/{number}"


def quantile(ordered: list[int], share: float) -> int:
    """Return the value of ascending *ordered* that *share* of them stay at or below."""
    return ordered[max(0, min(len(ordered) - 1, round(share * (len(ordered) - 1))))]


def summary(games: list[Game]) -> Simulation:
    """Return the figures of *games*, at least one."""
    scores = sorted(game.score for game in games)
    count = len(scores)
    mean = sum(scores) / count
    spread = sum((score - mean) ** 2 for score in scores) / max(1, count - 1)
    turns = sum(game.turns for game in games)
    return Simulation(
        games=count,
        mean=mean,
        stderr=sqrt(spread / count),
        quantiles=tuple((share, quantile(scores, share)) for share in QUANTILES),
        magdagdon_share=sum(game.struck for game in games) / turns,
        ruins=sum(game.ruins for game in games) / count,
        powers=sum(game.powers for game in games) / count,
    )


_Job = tuple[Player, Difficulty, str, int, int]
_coach: Coach | None = None


def _begin(tables: Path | None) -> None:
    """Prepare a process of its own."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _prepare(tables)


def _prepare(tables: Path | None) -> None:
    """Load the tables once a process."""
    global _coach  # noqa: PLW0603 - a worker process has no other place that outlives a job
    _coach = Coach.load(tables) if tables is not None else None


def _play_job(job: _Job) -> list[Game]:
    player, difficulty, seed, first, last = job
    seeds = [game_seed(seed, number) for number in range(first, last)]
    games = [play(player, difficulty, seeded_dice(s), _coach, s) for s in seeds]
    return [replace(game, actions=()) for game in games]  # figures alone: there may be a million


def simulate(
    player: Player,
    difficulty: Difficulty,
    games: int,
    seed: str,
    *,
    tables: Path | None = None,
    jobs: int = 1,
    progress: Callable[[int], None] | None = None,
) -> Simulation:
    """Play *games* games and return their figures: the same for a seed, whatever the *jobs*.

    *tables* is the coach's directory, needed where it plays. *progress* is told the games done.
    """
    finished: list[Game] = []
    with closing(_results(player, difficulty, games, seed, tables, jobs)) as results:
        for some in results:
            finished += some
            if progress is not None:
                progress(len(finished))
    return summary(finished)


def _results(
    player: Player,
    difficulty: Difficulty,
    games: int,
    seed: str,
    tables: Path | None,
    jobs: int,
) -> Generator[list[Game], None, None]:
    needs_coach = player in (Player.COACH, Player.COACH_DEEP)
    used = tables if needs_coach else None
    work = [
        (player, difficulty, seed, first, min(games, first + CHUNK))
        for first in range(0, games, CHUNK)
    ]
    if jobs <= 1:
        _prepare(used)
        yield from map(_play_job, work)
        return
    # Spawned processes behave alike on all systems, and never share a window or a lock.
    with _deaf_to_interruptions():
        pool = multiprocessing.get_context("spawn").Pool(min(jobs, len(work)), _begin, (used,))
    with pool:
        results = pool.imap(_play_job, work)
        for _ in work:
            yield _wait(results)


def _wait(results: IMapIterator[list[Game]]) -> list[Game]:
    """Return the next of *results*. Wait by and by: not every system wakes a wait on Ctrl+C."""
    while True:
        try:
            return results.next(timeout=0.2)
        except multiprocessing.TimeoutError:
            continue


@contextmanager
def _deaf_to_interruptions() -> Iterator[None]:
    """Let processes started now not hear Ctrl+C: who started them does, and ends them."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows: `_begin` alone
        yield
        return
    # Started first, because its start lets the signal in again.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
