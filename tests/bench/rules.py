"""Time the rules on reachable positions: `python -m tests.bench.rules`, by hand on a quiet machine.

`can_place` is timed with its cache emptied before each call, as a new roll meets it; the target is
a median below 1 ms at every difficulty. Times are in microseconds.
"""

import argparse
import random
import statistics
from collections.abc import Callable
from functools import partial
from time import perf_counter_ns

from game.rules.api import TERMINAL
from game.rules.magdagdon import placement
from game.rules.magdagdon.board import Difficulty
from game.rules.magdagdon.engine import Magdagdon
from game.rules.magdagdon.notation import parse_position
from game.rules.magdagdon.state import Phase, State
from tests.rules.strategies import random_game, random_step, with_roll

RULES = Magdagdon()
TARGET = 1000


def rolled(difficulty: Difficulty, count: int) -> list[State]:
    """Return *count* positions after the roll, from whole random games of *difficulty*."""
    rng = random.Random(f"bench {difficulty.value}")
    found: list[State] = []
    while len(found) < count:
        for position in random_game(rng):
            if "." in position and f" {difficulty.value} " in position:
                found.append(parse_position(with_roll(rng, position)))
    return found[:count]


def time_once(call: Callable[[], object]) -> float:
    """Return how long *call* takes with empty caches."""
    placement._can_place_sorted.cache_clear()
    start = perf_counter_ns()
    call()
    return (perf_counter_ns() - start) / 1000


def apply_times(difficulty: Difficulty, count: int) -> list[float]:
    """Return the time of each `apply` in random games, with the caches that play leaves behind."""
    rng = random.Random(f"apply {difficulty.value}")
    times: list[float] = []
    while len(times) < count:
        state = RULES.initial({"difficulty": difficulty.value})
        while RULES.to_move(state) != TERMINAL:
            action = random_step(RULES, state, rng)
            start = perf_counter_ns()
            state = RULES.apply(state, action).state
            times.append((perf_counter_ns() - start) / 1000)
    return times[:count]


def row(name: str, times: list[float]) -> str:
    """Return a line of the table: median, 99th of 100, worst."""
    ordered = sorted(times)
    high = ordered[len(ordered) * 99 // 100]
    return f"{name:<34}{statistics.median(ordered):>10.1f}{high:>10.1f}{ordered[-1]:>10.1f}"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="Time the rules of MAGDAGDON.")
    parser.add_argument("--count", type=int, default=3000, help="positions of each difficulty")
    count = parser.parse_args().count
    print(f"{'microseconds':<34}{'median':>10}{'99 %':>10}{'worst':>10}")
    for difficulty in Difficulty:
        states = rolled(difficulty, count)
        judged = [
            time_once(partial(placement.can_place, state.board, state.dice, state.minimum))
            for state in states
        ]
        stuck = [t for t, s in zip(judged, states, strict=True) if s.phase is Phase.MAGDAGDON]
        print(row(f"{difficulty.name} can_place", judged))
        print(row(f"  of which in MAGDAGDON ({len(stuck)})", stuck))
        wide = [
            time_once(partial(placement.afterstates, state.board, state.dice, state.minimum))
            for state in states
        ]
        print(row("  afterstates", wide))
        print(row("  legal_actions", [time_once(partial(RULES.legal_actions, s)) for s in states]))
        print(row("  apply, in play", apply_times(difficulty, count)))
        if statistics.median(judged) >= TARGET:
            print(f"  can_place misses its target of {TARGET} µs at the median")


if __name__ == "__main__":
    main()
