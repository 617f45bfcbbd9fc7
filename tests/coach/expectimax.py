"""A naive expectimax of the rules, slow and plain, to hold the coach and the solver against."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations, product

from game.rules.magdagdon.board import CELLS, EMPTY, RUIN, Board, Difficulty, with_cell
from game.rules.magdagdon.placement import afterstates
from game.rules.magdagdon.scoring import score_board

ROLLS: dict[tuple[int, ...], float] = {}
for _dice in product(range(1, 7), repeat=4):
    _roll = tuple(sorted(_dice))
    ROLLS[_roll] = ROLLS.get(_roll, 0) + 6**-4


class Naive:
    """Expected final scores without the costs of Powers already paid; `costs[p - 1]` at p left."""

    def __init__(self, minimum: int, costs: Sequence[int] = ()) -> None:
        self.minimum = minimum
        self.costs = costs
        self.value = lru_cache(None)(self._value)
        self.worth = lru_cache(None)(self._worth)
        self.rerolled = lru_cache(None)(self._rerolled)
        self.placed = lru_cache(None)(self._placed)

    def _value(self, board: Board, left: int) -> float:
        """Before a roll."""
        if EMPTY not in board:
            return score_board(board, Difficulty.NIGHTMARE, 0).total
        return sum(chance * self.worth(board, roll, left) for roll, chance in ROLLS.items())

    def _placed(self, board: Board, roll: tuple[int, ...]) -> frozenset[Board]:
        return afterstates(board, roll, min(self.minimum, board.count(EMPTY)))

    def _worth(self, board: Board, roll: tuple[int, ...], left: int) -> float:
        """With a roll."""
        reached = self.placed(board, roll) or {
            with_cell(board, cell, RUIN) for cell in range(CELLS) if board[cell] == EMPTY
        }
        best = max(self.value(after, left) for after in reached)
        if not left:
            return best
        used = [self.worth(board, other, left - 1) for other in _nudged(roll)]
        used += [
            self.rerolled(board, kept, left - 1)
            for size in range(4)
            for kept in set(combinations(roll, size))
        ]
        return max(best, max(used) - self.costs[left - 1])

    def _rerolled(self, board: Board, kept: tuple[int, ...], left: int) -> float:
        """Mean over all throws of the dice that are not kept."""
        throws = list(product(range(1, 7), repeat=4 - len(kept)))
        rolls = [tuple(sorted(kept + throw)) for throw in throws]
        return sum(self.worth(board, roll, left) for roll in rolls) / len(rolls)


def _nudged(roll: tuple[int, ...]) -> set[tuple[int, ...]]:
    changed = set()
    for at, value in enumerate(roll):
        for step in (-1, 1):
            if 1 <= value + step <= 6:
                changed.add(tuple(sorted((*roll[:at], value + step, *roll[at + 1 :]))))
    return changed
