"""Positions with a roll from seeded games of chance, and boards turned by their symmetries."""

from random import Random

from game.rules.magdagdon.actions import Rolled
from game.rules.magdagdon.board import Board, Difficulty
from game.rules.magdagdon.engine import Magdagdon
from game.rules.magdagdon.state import Phase, State

TURNS = (
    tuple(range(16)),
    tuple(12 - 4 * (c % 4) + c // 4 for c in range(16)),
    tuple(15 - c for c in range(16)),
    tuple(4 * (c % 4) + c // 4 for c in range(16)),
)
"""By cell: the cell whose content comes there."""


def turned(board: Board, turn: tuple[int, ...]) -> Board:
    return tuple(board[cell] for cell in turn)


def random_positions(difficulty: Difficulty, games: int, seed: int = 1) -> list[State]:
    """Return every position with a roll of *games* games of random actions, nothing staged."""
    rules, found = Magdagdon(), []
    for game in range(games):
        random = Random(f"{seed} {difficulty.value} {game}")
        state = State(difficulty)
        while state.phase is not Phase.OVER:
            if state.phase is Phase.CHANCE:
                throw = rules.throw(state)
                state = rules.apply(
                    state, Rolled(tuple(random.randint(1, 6) for _ in throw.places))
                ).state
                if not state.staged:
                    found.append(state)
                continue
            action = random.choice(rules.legal_actions(state))
            state = rules.apply(state, action).state
    return found
