"""The rules of MAGDAGDON once more, literal and slow, from their text alone; nothing of game/.

Boards are strings of sixteen characters, as in position notation without the slashes; cells are
indices 4·row + column; actions are their notation. Tests hold the game against this.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import chain, combinations, permutations, product

ALL_CELLS = range(16)
ALL_VALUES = range(1, 7)
NAMES = [column + row for row in "1234" for column in "abcd"]
BESIDE = [
    [b for b in ALL_CELLS if abs(a // 4 - b // 4) + abs(a % 4 - b % 4) == 1] for a in ALL_CELLS
]
USUAL_MINIMUM = {"P": 2, "S": 2, "N": 3}
POWER_COSTS = {"P": [10, 20, 40], "S": [70], "N": []}

STRAIGHTS = {"1234", "2345", "3456", "4321", "5432", "6543"}
FOURS = {str(value) * 4 for value in ALL_VALUES}
TWO_PAIRS = {
    "".join(order) for a, b in combinations("123456", 2) for order in permutations((a, a, b, b))
}


def put(board: str, cell: int, content: object) -> str:
    """Return *board* with *content* in *cell*."""
    return board[:cell] + str(content) + board[cell + 1 :]


def minimum(difficulty: str, board: str) -> int:
    """M3, M3.1."""
    return min(USUAL_MINIMUM[difficulty], board.count("."))


# Legal placement (M4)


@lru_cache(maxsize=1 << 14)
def values_by_cell(board: str) -> list[list[int]]:
    """Return the values that may stand on each cell."""
    if not any(content.isdigit() for content in board):  # M4.1
        return [list(ALL_VALUES) if content == "." else [] for content in board]
    found: list[list[int]] = []
    for cell in ALL_CELLS:
        numbers = [int(board[other]) for other in BESIDE[cell] if board[other].isdigit()]
        if board[cell] != "." or not numbers:  # M4.2
            found.append([])
        else:  # M4.3
            found.append([v for v in ALL_VALUES if all(abs(v - n) <= 1 for n in numbers)])
    return found


def values_for(board: str, cell: int) -> list[int]:
    """Return the values that may stand on *cell*."""
    return values_by_cell(board)[cell]


def legal_cells(board: str) -> dict[str, list[str]]:
    """Return the sorted names of the legal cells of each value."""
    found: dict[str, list[str]] = {str(value): [] for value in ALL_VALUES}
    for cell in ALL_CELLS:
        for value in values_for(board, cell):
            found[str(value)].append(NAMES[cell])
    return {value: sorted(names) for value, names in found.items()}


# What a roll can do (M6.1)


def every_order(board: str, dice: tuple[int, ...]) -> Iterator[tuple[int, str]]:
    """Yield (dice placed, board) after every way of placing, in every order: the letter of M6.1."""
    for at, value in enumerate(dice):
        for cell in ALL_CELLS:
            if value in values_for(board, cell):
                after = put(board, cell, value)
                yield 1, after
                for placed, final in every_order(after, dice[:at] + dice[at + 1 :]):
                    yield placed + 1, final


@cache
def _reach(board: str, dice: tuple[int, ...]) -> frozenset[tuple[int, str]]:
    """Return the same pairs as `every_order`, each position looked at once."""
    found: set[tuple[int, str]] = set()
    for cell, values in enumerate(values_by_cell(board)):
        for value in set(values).intersection(dice):
            rest = list(dice)
            rest.remove(value)
            after = put(board, cell, value)
            found.add((1, after))
            found.update((n + 1, final) for n, final in _reach(after, tuple(rest)))
    return frozenset(found)


def reach(board: str, dice: tuple[int, ...]) -> frozenset[tuple[int, str]]:
    """Return every (dice placed, board) that placing one or more of *dice* can lead to."""
    _reach.cache_clear()  # a cache for one position, lest it grow without end
    return _reach(board, tuple(sorted(dice)))


@lru_cache(maxsize=1 << 12)
def longest(board: str, dice: tuple[int, ...]) -> int:
    """Return the most dice that some order places."""
    return max((placed for placed, _ in reach(board, dice)), default=0)


def afterstates(board: str, dice: tuple[int, ...], least: int) -> set[str]:
    """Return the boards that a confirmed turn can reach by placing dice."""
    return {final for placed, final in reach(board, dice) if placed >= least}


def afterstates_by_shape(board: str, dice: tuple[int, ...], least: int) -> set[str]:
    """Return the same boards by what they look like, without any order of placing.

    A set of new numbers can be placed in some order exactly if neighbours differ by at most 1 and
    each new number hangs together with an old one (or, without any old one, with all new ones).
    """
    old = {cell for cell in ALL_CELLS if board[cell].isdigit()}
    empty = [cell for cell in ALL_CELLS if board[cell] == "."]
    found = set()
    for count in range(least, len(dice) + 1):
        hands = set(permutations(dice, count))
        for cells, values in product(combinations(empty, count), hands):
            after = board
            for cell, value in zip(cells, values, strict=True):
                after = put(after, cell, value)
            if _neighbours_agree(after, cells) and _hang_together(after, old, cells):
                found.add(after)
    return found


def _neighbours_agree(board: str, cells: tuple[int, ...]) -> bool:
    return all(
        abs(int(board[cell]) - int(board[other])) <= 1
        for cell in cells
        for other in BESIDE[cell]
        if board[other].isdigit()
    )


def _hang_together(board: str, old: set[int], cells: tuple[int, ...]) -> bool:
    reached = set(old) or {cells[0]}
    while True:
        more = {b for a in reached for b in BESIDE[a] if board[b].isdigit()} - reached
        if not more:
            return reached.issuperset(cells)
        reached |= more


def is_connected(board: str) -> bool:
    """Tell whether the numbers on *board* make one field."""
    numbers = {cell for cell in ALL_CELLS if board[cell].isdigit()}
    return not numbers or _hang_together(board, {min(numbers)}, tuple(numbers))


def neighbours_within_one(board: str) -> bool:
    """Tell whether all neighbouring numbers on *board* differ by at most 1."""
    return _neighbours_agree(board, tuple(c for c in ALL_CELLS if board[c].isdigit()))


# The score (M7)


def score(board: str, difficulty: str, powers_used: int) -> dict[str, int]:
    """Return the parts of the score, as the command line names them."""
    base = bonus = 0
    rows = [board[start : start + 4] for start in (0, 4, 8, 12)]
    columns = [board[start::4] for start in (0, 1, 2, 3)]
    for line in rows + columns:
        base += sum(int(content) for content in line if content.isdigit())  # M7.1, M7.5
        bonus += 60 * (line in STRAIGHTS) + 40 * (line in FOURS) + 20 * (line in TWO_PAIRS)
    ruins = -15 * board.count("#")  # M7.6
    powers = -sum(POWER_COSTS[difficulty][:powers_used])
    total = base + bonus + ruins + powers  # M7.7
    return {"base": base, "bonus": bonus, "ruins": ruins, "powers": powers, "total": total}


# A turn (M2, M5, M6)


@dataclass(frozen=True)
class Turn:
    """A turn after the roll: *staged* holds (die, cell) in order of placing."""

    board: str
    difficulty: str
    powers_used: int
    dice: tuple[int, ...]
    staged: tuple[tuple[int, int], ...] = ()

    @property
    def shown(self) -> str:
        """The board with the staged dice on it."""
        board = self.board
        for die, cell in self.staged:
            board = put(board, cell, self.dice[die])
        return board

    @property
    def is_magdagdon(self) -> bool:
        """M6.1: judged from the permanent board, whatever is staged."""
        return longest(self.board, self.dice) < minimum(self.difficulty, self.board)


def turn_actions(turn: Turn) -> set[str]:
    """Return the notation of everything that the player may do."""
    return set(chain(_powers(turn), _ruins(turn) if turn.is_magdagdon else _placings(turn)))


def _available(turn: Turn) -> list[int]:
    on_board = [die for die, _ in turn.staged]
    return [die for die in range(4) if die not in on_board]


def _powers(turn: Turn) -> Iterator[str]:
    if turn.powers_used == len(POWER_COSTS[turn.difficulty]):
        return
    free = _available(turn)
    for die in free:
        if turn.dice[die] != 1:
            yield f"lower {die}"
        if turn.dice[die] != 6:
            yield f"raise {die}"
    for picks in product((False, True), repeat=len(free)):  # M5.2
        chosen = [str(die) for die, is_picked in zip(free, picks, strict=True) if is_picked]
        if chosen:
            yield "reroll " + " ".join(chosen)


def _ruins(turn: Turn) -> Iterator[str]:
    return (f"ruin {NAMES[cell]}" for cell in ALL_CELLS if turn.board[cell] == ".")


def _placings(turn: Turn) -> Iterator[str]:
    for die in _available(turn):
        for cell in ALL_CELLS:
            if turn.dice[die] in values_for(turn.shown, cell):
                yield f"stage {die} {NAMES[cell]}"
    for _, cell in turn.staged:
        yield f"take {NAMES[cell]}"
    if len(turn.staged) >= minimum(turn.difficulty, turn.board):  # M2.4
        yield "confirm"


def after_take(turn: Turn, cell: int) -> tuple[tuple[int, int], ...]:
    """Return what stays staged where the die on *cell* comes back (M2.5): a replay of the rest."""
    replayed = replace(turn, staged=())
    for die, where in turn.staged:
        if where != cell and turn.dice[die] in values_for(replayed.shown, where):
            replayed = replace(replayed, staged=(*replayed.staged, (die, where)))
    return replayed.staged


def play(turn: Turn, action: str) -> Turn | None:
    """Return the turn after *action*, or None where dice fly or the turn ends."""
    word, *arguments = action.split()
    match word:
        case "stage":
            placed = (int(arguments[0]), NAMES.index(arguments[1]))
            return replace(turn, staged=(*turn.staged, placed))
        case "take":
            return replace(turn, staged=after_take(turn, NAMES.index(arguments[0])))
        case "lower" | "raise":
            die = int(arguments[0])
            dice = list(turn.dice)
            dice[die] += 1 if word == "raise" else -1
            changed = replace(turn, dice=tuple(dice), powers_used=turn.powers_used + 1)
            return replace(changed, staged=()) if changed.is_magdagdon else changed  # M6.1
        case _:
            return None


def perft(turn: Turn, depth: int) -> int:
    """Return how many sequences of exactly *depth* actions the turn has; its end ends one."""
    if depth == 0:
        return 1
    count = 0
    for action in turn_actions(turn):
        after = play(turn, action)
        if after is not None:
            count += perft(after, depth - 1)
        elif depth == 1:
            count += 1
    return count
