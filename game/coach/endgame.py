"""The exact end: expectimax with memory over the few boards that are left."""

from collections.abc import Sequence

from game.coach.dice_sets import DICE_SETS
from game.coach.outlook import NONE, Outlook, settle
from game.coach.reach import ALL_WANTED, Fill, board_after, fills, visit
from game.coach.values import UNIT
from game.rules.magdagdon.board import CELLS, EMPTY, RUIN, Board, with_cell
from game.rules.magdagdon.scoring import RUIN_COST

MEMORY = 60_000
"""Boards remembered before the memory is emptied."""


class Endgame:
    """Exact values of boards with few empty cells, in units, for one minimum and list of costs."""

    def __init__(self, minimum: int, costs: Sequence[float]) -> None:
        """Prepare for *minimum* dice a turn; `costs[p]`: the Power used while *p* are left."""
        self._minimum = minimum
        self._costs = tuple(costs)
        self._known: dict[tuple[Board, int], tuple[float, ...]] = {}

    def values(self, board: Board, levels: int) -> tuple[float, ...]:
        """Return the points still to come, in units, for 0 to *levels* − 1 Powers left."""
        if EMPTY not in board:
            return (0.0,) * levels
        key = (board, levels)
        known = self._known.get(key)
        if known is None:
            outlook = self.outlook(board, levels)
            known = tuple(outlook.value(left) for left in range(levels))
            if len(self._known) >= MEMORY:
                self._known.clear()
            self._known[key] = known
        return known

    def outlook(self, board: Board, levels: int) -> Outlook:
        """Return the exact outlook of *board* before a roll."""
        best: list[list[float]] = [[NONE] * len(DICE_SETS) for _ in range(levels)]

        def leaf(number: int, reward: int, values: tuple[int, ...], fill: Fill, _: int) -> None:
            after = self.values(board_after(board, fill, values), levels)
            for placed, worth in zip(best, after, strict=True):
                if worth + reward > placed[number]:
                    placed[number] = worth + reward

        minimum = min(self._minimum, board.count(EMPTY))
        visit(board, fills(board, minimum), None, ALL_WANTED, leaf)
        ruin = self.ruins(board, levels)
        return settle(best, [max(cells.values()) for cells in ruin], self._costs)

    def ruins(self, board: Board, levels: int) -> list[dict[int, float]]:
        """Return what each ruin is worth, by level and cell."""
        worth: list[dict[int, float]] = [{} for _ in range(levels)]
        for cell in range(CELLS):
            if board[cell] == EMPTY:
                after = self.values(with_cell(board, cell, RUIN), levels)
                for left in range(levels):
                    worth[left][cell] = after[left] - UNIT * RUIN_COST
        return worth
