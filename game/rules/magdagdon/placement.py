"""Where dice may stand: legal cells, feasibility of a roll, and the boards a turn can reach."""

from functools import lru_cache

from game.rules.magdagdon.board import (
    CELLS,
    EMPTY,
    NEIGHBOURS,
    RUIN,
    Board,
    has_number,
    with_cell,
)


def blocking_neighbours(board: Board, value: int, cell: int) -> tuple[int, ...]:
    """Return the neighbours of *cell* whose numbers differ by more than 1 from *value* (M4.3)."""
    return tuple(
        n for n in NEIGHBOURS[cell] if EMPTY < board[n] < RUIN and abs(board[n] - value) > 1
    )


def touches_number(board: Board, cell: int) -> bool:
    """Tell whether a number stands orthogonally beside *cell* (M4.2)."""
    return any(EMPTY < board[n] < RUIN for n in NEIGHBOURS[cell])


def legal_cells_by_value(board: Board) -> tuple[tuple[int, ...], ...]:
    """Return the legal cells of every value: item 0 is empty, items 1–6 ascend (M4)."""
    if not has_number(board):
        anywhere = tuple(cell for cell in range(CELLS) if board[cell] == EMPTY)
        return ((),) + (anywhere,) * 6
    cells: tuple[list[int], ...] = ([], [], [], [], [], [], [])
    for cell in range(CELLS):
        if board[cell]:
            continue
        numbers = [board[n] for n in NEIGHBOURS[cell] if EMPTY < board[n] < RUIN]
        if numbers:
            for value in range(max(1, max(numbers) - 1), min(6, min(numbers) + 1) + 1):
                cells[value].append(cell)
    return tuple(map(tuple, cells))


def legal_cells(board: Board, value: int) -> tuple[int, ...]:
    """Return the cells where a die of *value* may stand on *board* (M4)."""
    return legal_cells_by_value(board)[value]


def _without(dice: tuple[int, ...], value: int) -> tuple[int, ...]:
    at = dice.index(value)
    return dice[:at] + dice[at + 1 :]


def _can_place(board: Board, dice: tuple[int, ...], count: int) -> bool:
    """Tell whether *count* of *dice* can be placed one after another."""
    if count <= 0:
        return True
    cells = legal_cells_by_value(board)
    if count == 1:
        return any(cells[value] for value in dice)
    for value in set(dice):
        rest = _without(dice, value)
        if any(_can_place(with_cell(board, cell, value), rest, count - 1) for cell in cells[value]):
            return True
    return False


@lru_cache(maxsize=4096)
def _can_place_sorted(board: Board, dice: tuple[int, ...], count: int) -> bool:
    return _can_place(board, dice, count)


def can_place(board: Board, dice: tuple[int, ...], count: int) -> bool:
    """Tell whether some order of placing puts at least *count* of *dice* on *board* (M6.1)."""
    return _can_place_sorted(board, tuple(sorted(dice)), count)


def longest_placement(board: Board, dice: tuple[int, ...]) -> int:
    """Return the most of *dice* that some order of placing puts on *board* (M6.1)."""
    placed = 0
    while placed < len(dice) and can_place(board, dice, placed + 1):
        placed += 1
    return placed


def afterstates(board: Board, dice: tuple[int, ...], minimum: int) -> frozenset[Board]:
    """Return the distinct boards that placing at least *minimum* of *dice* can lead to.

    Empty in MAGDAGDON. Boards are grown die by die; a set a level keeps each only once.
    """
    reached: set[Board] = set()
    level = {(board, tuple(sorted(dice)))}
    for placed in range(1, len(dice) + 1):
        grown = set()
        for current, rest in level:
            cells = legal_cells_by_value(current)
            for value in set(rest):
                left = _without(rest, value)
                for cell in cells[value]:
                    grown.add((with_cell(current, cell, value), left))
        level = grown
        if placed >= minimum:
            reached.update(current for current, _ in level)
    return frozenset(reached)
