"""The coach's judgement for one difficulty: what boards are worth, and what can be made of a roll.

Few empty cells are judged exactly, many by the opening table, those between by the value table. All
values are in units (sixteenths of a point) and count the points still to come.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from game.coach.dice_sets import DICE_SETS, PARTS, number_of
from game.coach.endgame import Endgame
from game.coach.lines import BONUS
from game.coach.opening import OPENING_EMPTIES, Opening, least_image
from game.coach.outlook import NONE, Outlook, settle
from game.coach.reach import ALL_WANTED, Fill, board_after, fills, visit
from game.coach.values import FIELD, FIELD_MASK, UNIT, ValueTable, lines_of, unpack
from game.rules.magdagdon.board import CELLS, EMPTY, EMPTY_BOARD, RUIN, Board, Difficulty, with_cell
from game.rules.magdagdon.scoring import RUIN_COST

EXACT_EMPTIES = (5, 4, 4, 4)
"""By Powers left: boards with at most so many empty cells are judged exactly."""
KNOWN_EMPTIES = 2
"""Boards just reached with at most so many are judged exactly too."""
LOOK_COST = (0, 0, 0, 1, 1, 1, 2, 4, 7, 10, 15, 20, 25, 25, 25, 25, 25)
"""By empty cells: what looking at all rolls one turn on costs, in about a millisecond."""
OUTLOOK_COST = (0, 0, 0, 0, 1, 1, 3, 4, 7, 11, 18, 25, 30, 30, 30, 20, 10)
"""By empty cells: the same for looking at all rolls at once, as a Power left makes necessary."""
LOOK_BUDGET = 60
"""What the looks of one quick answer may cost together, with those that it began with."""
LOOK_MARGIN = 12 * UNIT
"""Boards this far behind the best are not looked at again."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What can be made of one roll on one board, before any Power."""

    placements: tuple[tuple[float, Board], ...]
    """Every board that the roll can lead to, with the points still to come by it; best first."""
    ruins: tuple[tuple[float, int], ...]
    """In MAGDAGDON every cell that could become a ruin, likewise; best first."""
    outlook: Outlook | None
    """All rolls, where a Power is left."""
    is_exact: bool


class Engine:
    """Judges boards of one difficulty."""

    def __init__(
        self, difficulty: Difficulty, table: ValueTable, opening: Opening | None = None
    ) -> None:
        """Judge by *table*, and boards with many empty cells by *opening* where it is given."""
        # costs[p]: what the Power used while p are left costs; the last one used costs most.
        points = (0, *reversed(difficulty.power_costs))
        self.costs = tuple(UNIT * cost for cost in points)
        self._minimum = difficulty.usual_minimum
        self._table = table
        self._opening = opening
        self._endgame = Endgame(difficulty.usual_minimum, self.costs)

    def is_exact(self, board: Board, left: int) -> bool:
        """Tell whether *board* is judged exactly with *left* Powers."""
        return board.count(EMPTY) <= EXACT_EMPTIES[left]

    def is_known(self, board: Board) -> bool:
        """Tell whether *board*, just reached, is judged exactly, so that no look is needed."""
        return board.count(EMPTY) <= KNOWN_EMPTIES or self._is_in_opening(board)

    def _is_in_opening(self, board: Board) -> bool:
        return self._opening is not None and self._opening.knows(board)

    def worth_a_look(
        self, board: Board, ranked: Sequence[tuple[float, Board]], left: int
    ) -> list[Board]:
        """Return those of *ranked* boards, best first, that a quick answer looks at again.

        They come from *board*, of which a Power left has had all rolls looked at already.
        """
        margin = ranked[0][0] - LOOK_MARGIN
        close = [after for worth, after in ranked if worth >= margin]
        looks: list[Board] = []
        budget = LOOK_BUDGET - (OUTLOOK_COST[board.count(EMPTY)] if left else 0)
        for after in close if len(close) > 1 else ():
            if self.is_known(after):
                continue
            budget -= LOOK_COST[after.count(EMPTY)]
            if budget < 0:
                break
            looks.append(after)
        return looks

    def after(self, board: Board, levels: int) -> Sequence[float]:
        """Return what *board*, just reached, is still worth, by Powers left."""
        empties = board.count(EMPTY)
        if empties <= KNOWN_EMPTIES:
            return self._endgame.values(board, levels)
        values = self._table.values(board)[:levels]
        if empties >= OPENING_EMPTIES and self._opening is not None:
            return self._opening.corrected(board, values)
        return values

    def before(self, board: Board, left: int) -> float:
        """Return what *board* is worth before a roll with *left* Powers: the quick answer."""
        if EMPTY not in board:
            return 0.0
        if self.is_exact(board, left):
            return self._endgame.values(board, left + 1)[left]
        return self.after(board, left + 1)[left]

    def look(self, board: Board, left: int) -> float:
        """Return what *board* is worth before a roll with *left* Powers, from one turn on."""
        return self._look_ahead(board, left, ALL_WANTED, frozenset())[0].value(left)

    def outlook(self, board: Board, left: int) -> Outlook:
        """Return what can be made of every roll on *board* with up to *left* Powers."""
        if self.is_exact(board, left):
            return self._endgame.outlook(board, left + 1)
        return self._look_ahead(board, left, ALL_WANTED, frozenset())[0]

    def known_error(self, board: Board, outlook: Outlook | None, left: int) -> float:
        """Return what *outlook* of *board* lacks to the exact value once a Power has been used.

        That is 0 where it is not known: the opening table alone tells.
        """
        if outlook is None or not self._is_in_opening(board):
            return 0.0
        return self.after(board, left)[left - 1] - outlook.value(left - 1)

    def judge(self, board: Board, dice: Sequence[int], left: int) -> Judgement:
        """Return what can be made of *dice* on *board* with *left* Powers."""
        roll = number_of(tuple(dice))
        mine = PARTS[roll]
        is_exact = self.is_exact(board, left)
        wanted = ALL_WANTED if left else _flags(mine)
        if is_exact:
            outlook = self._endgame.outlook(board, left + 1) if left else Outlook(())
            found = self._look_exactly(board, left, mine)
        else:
            outlook, found = self._look_ahead(board, left, wanted, mine)
        found.sort(key=lambda choice: (-choice[0], choice[1]))
        ruins: list[tuple[float, int]] = []
        if not found:
            worth = self._ruins(board, left + 1, is_exact)[left]
            ruins = sorted(((value, cell) for cell, value in worth.items()), key=_best_first)
        return Judgement(tuple(found), tuple(ruins), outlook if left else None, is_exact)

    def placements(self, board: Board, dice: Sequence[int], left: int) -> list[tuple[float, Board]]:
        """Return what placing *dice* can lead to, as `judge` does, without a look at Powers."""
        mine = PARTS[number_of(tuple(dice))]
        if self.is_exact(board, left):
            found = self._look_exactly(board, left, mine)
        else:
            found = self._look_ahead(board, left, _flags(mine), mine)[1]
        return sorted(found, key=lambda choice: (-choice[0], choice[1]))

    def _ruins(self, board: Board, levels: int, is_exact: bool) -> list[dict[int, float]]:
        if is_exact:
            return self._endgame.ruins(board, levels)
        worth: list[dict[int, float]] = [{} for _ in range(levels)]
        for cell in range(CELLS):
            if board[cell] == EMPTY:
                after = self.after(with_cell(board, cell, RUIN), levels)
                for left in range(levels):
                    worth[left][cell] = after[left] - UNIT * RUIN_COST
        return worth

    def _plans(self, board: Board) -> list[Fill]:
        plans = fills(board, min(self._minimum, board.count(EMPTY)))
        if board != EMPTY_BOARD:
            return plans
        # On the empty board every set of cells has up to seven mirror images of the same worth.
        return [plan for plan in plans if least_image(frozenset(plan.cells))[0] == plan.cells]

    def _look_exactly(
        self, board: Board, left: int, mine: frozenset[int]
    ) -> list[tuple[float, Board]]:
        found: list[tuple[float, Board]] = []

        def leaf(number: int, reward: int, values: tuple[int, ...], fill: Fill, _: int) -> None:
            if number in mine:
                after = board_after(board, fill, values)
                worth = self._endgame.values(after, left + 1)[left]
                found.append((worth + reward, after))

        visit(board, self._plans(board), None, _flags(mine), leaf)
        return found

    def _look_ahead(
        self, board: Board, left: int, wanted: Sequence[int], mine: frozenset[int]
    ) -> tuple[Outlook, list[tuple[float, Board]]]:
        """Judge the boards one turn on by the tables; collect those that *mine* can lead to."""
        levels = left + 1
        best: list[list[float]] = [[NONE] * len(DICE_SETS) for _ in range(levels)]
        lowest = best[0]
        higher = best[1:]
        found: list[tuple[float, Board]] = []
        opening = self._opening

        def leaf(number: int, total: int, values: tuple[int, ...], fill: Fill, bias: int) -> None:
            if number in mine:
                after = board_after(board, fill, values)
                worths: Sequence[float] = unpack(total, bias, levels)
                if opening is not None and len(fill.open_cells) >= OPENING_EMPTIES:
                    worths = opening.corrected(after, worths)
                elif 0 < len(fill.open_cells) <= KNOWN_EMPTIES:
                    worths = self._refined(after, fill, values, levels)
                found.append((worths[left], after))
                for placed, worth in zip(best, worths, strict=True):
                    if worth > placed[number]:
                        placed[number] = worth
                return
            value = (total & FIELD_MASK) - bias
            if value > lowest[number]:
                lowest[number] = value
            for placed in higher:
                total >>= FIELD
                value += (total & FIELD_MASK) - bias
                if value > placed[number]:
                    placed[number] = value

        visit(board, self._plans(board), self._table, wanted, leaf)
        if wanted is not ALL_WANTED:
            return Outlook(()), found
        ruins = self._ruins(board, levels, is_exact=False)
        return settle(best, [max(cells.values()) for cells in ruins], self.costs), found

    def _refined(
        self, after: Board, fill: Fill, values: tuple[int, ...], levels: int
    ) -> list[float]:
        """Judge a board with one or two empty cells exactly: reward and exact rest."""
        reward = 2 * UNIT * sum(values) + _bonuses(after, fill)
        return [reward + worth for worth in self._endgame.values(after, levels)]


def _bonuses(after: Board, fill: Fill) -> int:
    lines = lines_of(after)
    return UNIT * sum(BONUS[lines[line]] for line in fill.done)


def _flags(numbers: frozenset[int]) -> bytearray:
    flags = bytearray(len(DICE_SETS))
    for number in numbers:
        flags[number] = 1
    return flags


def _best_first(choice: tuple[float, int]) -> tuple[float, int]:
    return -choice[0], choice[1]
