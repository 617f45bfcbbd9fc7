"""Why a choice is the best one: what it does, what it has over the others, and what it costs."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise, product
from operator import contains

from game.coach.advice import EQUAL, Choice, ChoiceKind, Reason, ReasonCode
from game.coach.dice_sets import CHANCE, DICE_SETS, LESS, ROLLS
from game.coach.reach import Fill, fills, visit
from game.rules.magdagdon.board import (
    CELLS,
    EMPTY,
    LINES,
    NEIGHBOURS,
    RUIN,
    SIZE,
    Board,
    Difficulty,
    is_number,
)
from game.rules.magdagdon.scoring import Bonus, bonus_of, line_bonus, line_contents, score_board
from game.rules.magdagdon.state import Phase, State

MOST = 4
"""Reasons given at most."""
MEMORY = 256
"""Boards whose risk is remembered: each step of a better advice asks for the same ones."""
OFTEN = 25.0
"""Per cent of rolls in MAGDAGDON that are worth a warning."""
CLEARLY = 4.0
"""Per cent that make one choice safer than another."""
WORTH_TELLING = 0.5
"""Points below which a difference would be told as none."""


@dataclass(frozen=True, slots=True)
class PowerPlan:
    """What the best use of a Power brings."""

    choice: Choice
    placed: tuple[tuple[int, int], ...] = ()
    """Values and cells that the changed dice are then best used for, where no other Power is."""
    percent: float | None = None
    """Of a reroll: how often what comes is worth more than the roll as it lies, the cost paid."""
    escapes: float = 100.0
    """Of a reroll: how often what comes is not in MAGDAGDON."""


def fitting(board: Board, cell: int) -> frozenset[int]:
    """Return the values that the numbers beside an empty *cell* allow (M4.3)."""
    numbers = [board[n] for n in NEIGHBOURS[cell] if is_number(board[n])]
    return frozenset(v for v in range(1, 7) if all(abs(v - number) <= 1 for number in numbers))


def fillable(board: Board, cell: int) -> frozenset[int]:
    """Return the values that can still come to an empty *cell*: none behind ruins alone (M4.2)."""
    seen, edge = {cell}, [cell]
    while edge:
        beside = [n for n in NEIGHBOURS[edge.pop()] if n not in seen and board[n] != RUIN]
        if any(is_number(board[n]) for n in beside):
            return fitting(board, cell)
        seen.update(beside)
        edge += beside
    return frozenset() if any(map(is_number, board)) else fitting(board, cell)


def best_bonus(board: Board, line: int) -> Bonus | None:
    """Return the highest bonus that *line* can still earn on *board*, as far as its cells allow."""
    contents = line_contents(board, line)
    if RUIN in contents:
        return None
    options = [
        (content,) if content else fillable(board, cell)
        for content, cell in zip(contents, LINES[line], strict=True)
    ]
    for bonus, values in _earning_lines():
        if all(map(contains, options, values)):
            return bonus
    return None


@cache
def _earning_lines() -> tuple[tuple[Bonus, tuple[int, ...]], ...]:
    """Return every content of a line that earns a bonus, the highest bonus first."""
    found = [
        (bonus, values)
        for values in product(range(1, 7), repeat=SIZE)
        if all(abs(a - b) <= 1 for a, b in pairwise(values)) and (bonus := bonus_of(values))
    ]
    return tuple(sorted(found, key=lambda entry: -entry[0].value))


@lru_cache(MEMORY)
def magdagdon_percent(board: Board, difficulty: Difficulty) -> float:
    """Return how many rolls in a hundred can't reach the minimum on *board* (M6.1)."""
    minimum = difficulty.minimum(board)
    if not minimum:
        return 0.0
    possible = bytearray(len(DICE_SETS))
    wanted = bytearray(len(dice) <= minimum for dice in DICE_SETS)

    def leaf(number: int, _: int, __: tuple[int, ...], ___: Fill, ____: int) -> None:
        possible[number] = 1

    visit(board, fills(board, minimum, minimum), None, wanted, leaf)
    for number, lesser in enumerate(LESS):
        if any(possible[less] for less in lesser):
            possible[number] = 1
    return 100 * sum(CHANCE[roll] for roll in ROLLS if not possible[roll])


def explain(
    state: State,
    choices: Sequence[Choice],
    plan: PowerPlan | None,
) -> tuple[Reason, ...]:
    """Return the reasons for the first of *choices*, which are all there are, best first.

    *plan* is for the best Power, if any is left.
    """
    best = choices[0]
    if len(choices) == 1:
        return (Reason(ReasonCode.ONLY_CHOICE),)
    alike = [choice for choice in choices if choice.kind is best.kind]
    against: list[Reason] = []
    match best.kind:
        case ChoiceKind.POWER:
            plain = next(choice for choice in choices if choice.kind is not ChoiceKind.POWER)
            return tuple(_power_reasons(state, plain, plan))
        case ChoiceKind.RUIN:
            found = _ruin_reasons(state, alike)
            against = _lost(state.board, best.board)
        case ChoiceKind.PLACE:
            found = _placing_reasons(state, alike)
            against = _risks(best, state.difficulty, found) + _lost(state.board, best.board)
    last = [] if plan is None else [_against_power(state, best, plan)]
    room = MOST - len(last)
    # What speaks against it is told too: one reason at least.
    found = found[: room - min(1, len(against))]
    return (*found, *against[: room - len(found)], *last)


def _power_reasons(state: State, plain: Choice, plan: PowerPlan | None) -> list[Reason]:
    found: list[Reason] = []
    if plan is None:
        return found
    if state.phase is Phase.MAGDAGDON and (plan.placed or plan.percent is not None):
        found.append(Reason(ReasonCode.ESCAPES_MAGDAGDON, percent=plan.escapes))
    if plan.placed:
        found.append(Reason(ReasonCode.POWER_LEADS_TO, placed=plan.placed))
    if plan.percent is not None:
        found.append(Reason(ReasonCode.POWER_ODDS, percent=plan.percent))
    cost = state.next_power_cost or 0
    gain = plan.choice.expected + cost - plain.expected
    return [*found, Reason(ReasonCode.POWER_PAYS, cost=cost, gain=gain)]


def _against_power(state: State, best: Choice, plan: PowerPlan) -> Reason:
    cost = state.next_power_cost or 0
    gain = plan.choice.expected + cost - best.expected
    if gain < WORTH_TELLING:
        return Reason(ReasonCode.POWER_NO_USE)
    return Reason(ReasonCode.POWER_NOT_WORTH, cost=cost, gain=gain)


def _ruin_reasons(state: State, ruins: Sequence[Choice]) -> list[Reason]:
    board = state.board
    worths = {
        next(c for c in range(CELLS) if ruin.board[c] != board[c]): ruin.expected for ruin in ruins
    }
    cell = next(iter(worths))
    values = fillable(board, cell)
    if not values:
        return [Reason(ReasonCode.RUIN_WHERE_NOTHING_FITS, cell=cell)]
    found = []
    hopes = {c: _hope(board, c) for c in worths}
    if not hopes[cell]:
        found.append(Reason(ReasonCode.RUIN_LINES_LOST, cell=cell))
    elif hopes[cell] < min((hope for c, hope in hopes.items() if c != cell), default=0):
        found.append(Reason(ReasonCode.RUIN_SPARES_LINES, cell=cell, points=hopes[cell]))
    fewest = min(len(fillable(board, c)) for c in hopes)
    if len(values) == fewest < 4:
        found.append(Reason(ReasonCode.RUIN_HARD_TO_FILL, cell=cell, values=tuple(sorted(values))))
    others = [worth for c, worth in worths.items() if c != cell]
    more = worths[cell] - sum(others) / len(others) if others else 0.0
    if more >= WORTH_TELLING:
        found.append(Reason(ReasonCode.RUIN_COSTS_LEAST, cell=cell, points=more))
    return found


def _hope(board: Board, cell: int) -> int:
    """Return the points of the best bonuses that the lines of *cell* can still earn."""
    bonuses = [best_bonus(board, line) for line, cells in enumerate(LINES) if cell in cells]
    return sum(bonus.value for bonus in bonuses if bonus)


def _placing_reasons(state: State, placings: Sequence[Choice]) -> list[Reason]:
    best = placings[0]
    # Not a mirror image, or what comes to the same: nothing tells them apart.
    runner_up = next((c for c in placings if best.expected - c.expected > EQUAL), None)
    before, after = state.board, best.board
    changed = {cell for cell in range(CELLS) if after[cell] != before[cell]}
    found: list[Reason] = []
    open_lines: list[Reason] = []
    for line, cells in enumerate(LINES):
        if not changed.intersection(cells):
            continue
        bonus = line_bonus(after, line)
        if bonus:
            found.append(Reason(ReasonCode.COMPLETES, line=line, bonus=bonus))
        elif EMPTY in line_contents(after, line):
            hope = best_bonus(after, line)
            if hope and sum(is_number(after[cell]) for cell in cells) > 1:
                open_lines.append(Reason(ReasonCode.KEEPS_OPEN, line=line, bonus=hope))
    found.sort(key=_by_bonus)
    open_lines.sort(key=lambda reason: (_filled(after, reason), _by_bonus(reason)))
    more = _against(state, best, runner_up) if runner_up else []
    held = _holds_back(placings)
    first = [reason for reason in more if reason.code is not ReasonCode.EARNS_MORE]
    last = more[len(first) :]
    return [*found, *first[:1], *open_lines[:2], *held, *first[1:], *last]


def _by_bonus(reason: Reason) -> int:
    return -(reason.bonus.value if reason.bonus else 0)


def _filled(board: Board, reason: Reason) -> int:
    """Return less for a line that is fuller."""
    return -sum(is_number(board[cell]) for cell in LINES[reason.line or 0])


def _against(state: State, best: Choice, runner_up: Choice) -> list[Reason]:
    """Return what *best* has over *runner_up*."""
    found = []
    after, other = best.board, runner_up.board
    if EMPTY in after and EMPTY in other:
        risk, other_risk = (magdagdon_percent(board, state.difficulty) for board in (after, other))
        if other_risk - risk >= CLEARLY:
            found.append(Reason(ReasonCode.SAFER_NEXT_ROLL, percent=risk, other=other_risk))
    for cell in range(CELLS):
        is_open = after[cell] == other[cell] == EMPTY
        if is_open and fillable(after, cell) and not fillable(other, cell):
            found.append(Reason(ReasonCode.LEAVES_CELL_FILLABLE, cell=cell))
    scores = [score_board(board, state.difficulty, 0).total for board in (after, other)]
    if scores[0] > scores[1]:
        found.append(Reason(ReasonCode.EARNS_MORE, points=scores[0] - scores[1]))
    return found


def _holds_back(placings: Sequence[Choice]) -> list[Reason]:
    """Return that a die is better left out, where one more could be placed."""
    best = placings[0]
    left = best.board.count(EMPTY)
    fuller = next((choice for choice in placings if choice.board.count(EMPTY) < left), None)
    if fuller is None or best.expected - fuller.expected < WORTH_TELLING:
        return []
    return [Reason(ReasonCode.HOLDS_BACK, points=best.expected - fuller.expected)]


def _risks(best: Choice, difficulty: Difficulty, told: Sequence[Reason]) -> list[Reason]:
    if any(reason.code is ReasonCode.SAFER_NEXT_ROLL for reason in told):
        return []
    risk = magdagdon_percent(best.board, difficulty)
    return [Reason(ReasonCode.RISKS_NEXT_ROLL, percent=risk)] if risk >= OFTEN else []


def _lost(before: Board, after: Board) -> list[Reason]:
    """Return what the choice gives up: bonuses out of reach, and cells that nothing fits."""
    found = []
    for line in range(len(LINES)):
        was, now = best_bonus(before, line), best_bonus(after, line)
        numbers = sum(map(is_number, line_contents(before, line)))
        if was and not now and numbers > 1:
            found.append(Reason(ReasonCode.GIVES_UP, line=line, bonus=was))
    for cell in range(CELLS):
        if after[cell] == EMPTY and fillable(before, cell) and not fillable(after, cell):
            found.append(Reason(ReasonCode.CLOSES_CELL, cell=cell))
    return found
