"""How long the coach takes: loading, the first hint anywhere in a game, and a review.

    python -m tests.bench.coach_speed --games 20

Times are processor time, so that a busy machine does not change them.
"""

import argparse
from pathlib import Path
from time import process_time

from game.coach.coach import Coach
from game.coach.engine import Engine
from game.coach.play import Player, play, seeded_dice
from game.coach.review import review
from game.rules.magdagdon.board import Difficulty
from game.rules.magdagdon.engine import Magdagdon
from game.rules.magdagdon.notation import format_position
from game.rules.magdagdon.state import Phase, State

TABLES = Path(__file__).parents[2] / "assets" / "coach"


TRIES = 3
"""The quickest counts: what else the machine does makes the processor slower, never quicker."""


def hint(coach: Coach, state: State) -> float:
    """Return how long a hint takes a coach that remembers nothing of the game so far."""
    fresh = Coach(coach.files)
    fresh._engines[state.difficulty] = Engine(
        state.difficulty,
        coach.engine(state.difficulty)._table,
        coach.engine(state.difficulty)._opening,
    )
    start = process_time()
    fresh.advise(state)
    return process_time() - start


def hints(coach: Coach, difficulty: Difficulty, games: int) -> list[tuple[float, State]]:
    """Return the time of every hint of the coach's own games, with its position."""
    found = []
    for number in range(games):
        game = play(Player.COACH, difficulty, seeded_dice(f"bench{number}"), coach)
        state = State(difficulty)
        for action in game.actions:
            if state.dice and not state.staged and state.phase in (Phase.PLACE, Phase.MAGDAGDON):
                found.append((min(hint(coach, state) for _ in range(TRIES)), state))
            state = Magdagdon().apply(state, action).state
    return found


def main() -> None:
    """Print a table of times in milliseconds."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10)
    options = parser.parse_args()
    for difficulty in Difficulty:
        start = process_time()
        coach = Coach.load(TABLES)
        coach.engine(difficulty)
        load = process_time() - start
        found = sorted(hints(coach, difficulty, options.games), key=lambda pair: pair[0])
        times = [time for time, _ in found]
        game = play(Player.HEURISTIC, difficulty, seeded_dice("review"))
        start = process_time()
        review(Coach.load(TABLES), difficulty, game.actions)
        figures = (load, times[len(times) // 2], times[-1], process_time() - start)
        print(
            "{:9} load {:4.0f}, hint: median {:4.0f}, worst {:4.0f}, review {:5.0f} ms".format(
                difficulty.name, *(1000 * figure for figure in figures)
            ),
            flush=True,
        )
        print(f"          the worst: {format_position(found[-1][1])}, of {len(found)} hints")


if __name__ == "__main__":
    main()
