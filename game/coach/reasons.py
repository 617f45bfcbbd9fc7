"""Why a choice is the best one: what it does on the board that the runner-up does not."""

from collections.abc import Sequence
from itertools import product

from game.coach.advice import Choice, ChoiceKind, Reason, ReasonCode
from game.coach.dice_sets import CHANCE, DICE_SETS, LESS, ROLLS
from game.coach.reach import Fill, fills, visit
from game.rules.magdagdon.board import (
    CELLS,
    EMPTY,
    LINES,
    NEIGHBOURS,
    RUIN,
    Board,
    Difficulty,
    is_number,
)
from game.rules.magdagdon.scoring import Bonus, bonus_of, line_bonus, line_contents, score_board
from game.rules.magdagdon.state import Phase, State

MOST = 4
"""Reasons given at most."""
OFTEN = 25.0
"""Per cent of rolls in MAGDAGDON that are worth a warning."""
CLEARLY = 4.0
"""Per cent that make one choice safer than another."""


def fitting(board: Board, cell: int) -> frozenset[int]:
    """Return the values that the numbers beside an empty *cell* allow (M4.3)."""
    numbers = [board[n] for n in NEIGHBOURS[cell] if is_number(board[n])]
    return frozenset(v for v in range(1, 7) if all(abs(v - number) <= 1 for number in numbers))


def best_bonus(board: Board, line: int) -> Bonus | None:
    """Return the highest bonus that *line* can still earn on *board*, as far as its cells allow."""
    contents = line_contents(board, line)
    if RUIN in contents:
        return None
    options = [
        (content,) if content else tuple(fitting(board, cell))
        for content, cell in zip(contents, LINES[line], strict=True)
    ]
    earned = [bonus for values in product(*options) if (bonus := bonus_of(values))]
    return max(earned, key=lambda bonus: bonus.value, default=None)


def magdagdon_percent(board: Board, difficulty: Difficulty) -> float:
    """Return how many rolls in a hundred can't reach the minimum on *board* (M6.1)."""
    minimum = difficulty.minimum(board)
    if not minimum:
        return 0.0
    possible = bytearray(len(DICE_SETS))
    wanted = bytearray(len(dice) <= minimum for dice in DICE_SETS)

    def leaf(number: int, _: int, __: tuple[int, ...], ___: Fill, ____: int) -> None:
        possible[number] = 1

    least = [fill for fill in fills(board, minimum) if len(fill.cells) == minimum]
    visit(board, least, None, wanted, leaf)
    for number, lesser in enumerate(LESS):
        if any(possible[less] for less in lesser):
            possible[number] = 1
    return 100 * sum(CHANCE[roll] for roll in ROLLS if not possible[roll])


def explain(
    state: State, choices: Sequence[Choice], power: Choice | None, count: int
) -> tuple[Reason, ...]:
    """Return the reasons for the first of *choices*; *power* is the best use of a Power, if any."""
    best = choices[0]
    if count == 1:
        return (Reason(ReasonCode.ONLY_CHOICE),)
    others = [choice for choice in choices[1:] if choice.kind is best.kind]
    runner_up = others[0] if others else None
    match best.kind:
        case ChoiceKind.POWER:
            found = _power_reasons(state, choices, best)
        case ChoiceKind.RUIN:
            found = _ruin_reasons(state, best)
        case ChoiceKind.PLACE:
            found = _placing_reasons(state, best, runner_up)
    if power is not None and best.kind is not ChoiceKind.POWER:
        cost = state.next_power_cost or 0
        gain = power.expected + cost - best.expected
        found.insert(
            min(len(found), MOST - 1), Reason(ReasonCode.POWER_NOT_WORTH, cost=cost, gain=gain)
        )
    return tuple(found[:MOST])


def _power_reasons(state: State, choices: Sequence[Choice], best: Choice) -> list[Reason]:
    found = []
    if state.phase is Phase.MAGDAGDON:
        found.append(Reason(ReasonCode.ESCAPES_MAGDAGDON))
    cost = state.next_power_cost or 0
    without = [choice for choice in choices if choice.kind is not ChoiceKind.POWER]
    if without:
        gain = best.expected + cost - without[0].expected
        found.append(Reason(ReasonCode.POWER_PAYS, cost=cost, gain=gain))
    return found


def _ruin_reasons(state: State, best: Choice) -> list[Reason]:
    cell = next(c for c in range(CELLS) if best.board[c] != state.board[c])
    if not fitting(state.board, cell):
        return [Reason(ReasonCode.RUIN_WHERE_NOTHING_FITS, cell=cell)]
    found = [Reason(ReasonCode.RUIN_SPARES_LINES, cell=cell)]
    found += _lost(state.board, best.board)
    return found


def _placing_reasons(state: State, best: Choice, runner_up: Choice | None) -> list[Reason]:
    before, after = state.board, best.board
    changed = [cell for cell in range(CELLS) if after[cell] != before[cell]]
    found: list[Reason] = []
    open_lines: list[Reason] = []
    for line, cells in enumerate(LINES):
        if not set(changed).intersection(cells):
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
    found += open_lines[:2]
    if runner_up is not None:
        found += _against(state, best, runner_up)
    found += _lost(before, after)
    return found


def _by_bonus(reason: Reason) -> int:
    return -(reason.bonus.value if reason.bonus else 0)


def _filled(board: Board, reason: Reason) -> int:
    """Return less for a line that is fuller."""
    return -sum(is_number(board[cell]) for cell in LINES[reason.line or 0])


def _against(state: State, best: Choice, runner_up: Choice) -> list[Reason]:
    """Return what *best* has over *runner_up*."""
    found = []
    after, other = best.board, runner_up.board
    for cell in range(CELLS):
        is_open = after[cell] == other[cell] == EMPTY
        if is_open and fitting(after, cell) and not fitting(other, cell):
            found.append(Reason(ReasonCode.LEAVES_CELL_FILLABLE, cell=cell))
    risk, other_risk = (magdagdon_percent(board, state.difficulty) for board in (after, other))
    if other_risk - risk >= CLEARLY:
        found.append(Reason(ReasonCode.SAFER_NEXT_ROLL, percent=risk))
    elif risk >= OFTEN:
        found.append(Reason(ReasonCode.RISKS_NEXT_ROLL, percent=risk))
    bases = [score_board(board, state.difficulty, 0).base for board in (after, other)]
    if bases[0] > bases[1]:
        found.append(Reason(ReasonCode.HIGH_NUMBERS, points=bases[0] - bases[1]))
    return found


def _lost(before: Board, after: Board) -> list[Reason]:
    """Return what the choice gives up: bonuses out of reach, and cells that nothing fits."""
    found = []
    for line in range(len(LINES)):
        was, now = best_bonus(before, line), best_bonus(after, line)
        numbers = sum(map(is_number, line_contents(before, line)))
        if was and not now and numbers > 1:
            found.append(Reason(ReasonCode.GIVES_UP, line=line, bonus=was))
    for cell in range(CELLS):
        if after[cell] == EMPTY and fitting(before, cell) and not fitting(after, cell):
            found.append(Reason(ReasonCode.CLOSES_CELL, cell=cell))
    return found
