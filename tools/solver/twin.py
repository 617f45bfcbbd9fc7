"""Show that the compiled twin chooses as the plain Python coach does, on many positions.

    python -m tools.solver.twin SOLVER DIRECTORY GAME RAW --positions 1000

RAW is what `pack raw` writes. Choices are the same where they lead to the same board, or where
both are worth the same to a fiftieth of a point (mirror images, the Powers, the rounded exact end).
"""

import argparse
import subprocess
from pathlib import Path

from game.coach.coach import Coach
from game.coach.play import Player, play, seeded_dice
from game.rules.magdagdon.board import Difficulty
from game.rules.magdagdon.engine import Magdagdon
from game.rules.magdagdon.notation import format_board
from game.rules.magdagdon.state import State

TABLES = Path(__file__).resolve().parents[2] / "assets" / "coach"


def positions_of(coach, difficulty, count):
    """Return positions with a roll from the coach's and from random games, in turn."""
    found, number = [], 0
    while len(found) < count:
        player = (Player.COACH, Player.HEURISTIC, Player.RANDOM)[number % 3]
        game = play(player, difficulty, seeded_dice(f"twin{number}"), coach, f"twin{number}")
        state = State(difficulty)
        for action in game.actions:
            if state.dice and not state.staged and not state.in_air:
                found.append(state)
            state = Magdagdon().apply(state, action).state
        number += 1
    return found[:count]


def main():
    """Compare, and print how many choices are the same."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("solver")
    parser.add_argument("directory")
    parser.add_argument("game", choices=[level.name.lower() for level in Difficulty])
    parser.add_argument("raw")
    parser.add_argument("--positions", type=int, default=1000)
    options = parser.parse_args()
    coach = Coach.load(TABLES)
    states = positions_of(coach, Difficulty[options.game.upper()], options.positions)
    text = "".join(
        f"{format_board(s.board)} {''.join(map(str, s.dice))} {s.powers_left}\n" for s in states
    )
    command = [options.solver, "decide", options.directory, options.game, f"tables={options.raw}"]
    answers = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
    same_board = same_worth = 0
    for state, line in zip(states, answers.stdout.splitlines(), strict=True):
        worth, choice = line.split(maxsplit=1)
        best = coach.advise(state, reasons=False).best
        ours = best.expected - state.score.total
        same_board += choice == format_board(best.board)
        same_worth += abs(ours - float(worth)) <= 0.02
        if abs(ours - float(worth)) > 0.02:
            print(
                "different:", format_board(state.board), state.dice, choice, worth, round(ours, 4)
            )
    print(f"{len(states)} positions: same board {same_board}, same worth {same_worth}")


if __name__ == "__main__":
    main()
