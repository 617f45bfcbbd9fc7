"""Every reason that the coach gives is true: found anew here by the rules alone, the slow way."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import product

import pytest

from game.coach.advice import Advice, Choice, ChoiceKind, Reason, ReasonCode
from game.coach.coach import Coach
from game.coach.play import Player, play, seeded_dice
from game.rules.magdagdon.actions import Lower, Raise, Reroll, Rolled
from game.rules.magdagdon.board import (
    CELLS,
    EMPTY,
    LINES,
    NEIGHBOURS,
    RUIN,
    Board,
    Difficulty,
    is_number,
    with_cell,
)
from game.rules.magdagdon.engine import Magdagdon
from game.rules.magdagdon.events import LineCompleted
from game.rules.magdagdon.notation import parse_position
from game.rules.magdagdon.placement import afterstates, can_place, legal_cells_by_value
from game.rules.magdagdon.scoring import Bonus, line_bonus, score_board
from game.rules.magdagdon.state import Phase, State
from tests.coach.expectimax import ROLLS
from tests.coach.positions import random_positions

RULES = Magdagdon()
NEAR = 0.01


class Case:
    """One position with the coach's advice, and what a check of a reason may need of it."""

    def __init__(self, coach: Coach, state: State) -> None:
        self.coach = coach
        self.state = state
        self.advice: Advice = coach.advise(state)
        self.best = self.advice.best
        judgement = coach._judge(state)
        looks = coach._first_looks(state, judgement)
        self.worth, _ = coach._weigh(state, judgement, looks)
        """By board: what every placement or ruin is worth."""

    @property
    def plain(self) -> float:
        return max(self.worth.values())

    @property
    def quick_plain(self) -> float:
        """Without looks: what the rolls after a Power are held against."""
        return self.coach.advise(self.state, reasons=False, looks=False).plain.expected

    @property
    def runner_up(self) -> Board:
        """The best board that is really worse."""
        worse = {b: w for b, w in self.worth.items() if self.best.expected - w > 0.05}
        return max(worse, key=lambda board: (worse[board], [-content for content in board]))

    def after(self) -> tuple[State, list[object]]:
        state, events = self.state, []
        for action in self.best.actions:
            step = RULES.apply(state, action)
            state, events = step.state, [*events, *step.events]
        return state, events


def values_for(board: Board, cell: int) -> frozenset[int]:
    """Return the numbers that can ever come to *cell*, as its neighbours stand."""
    reached = {c for c in range(CELLS) if is_number(board[c])} or set(range(CELLS))
    while True:
        more = {n for c in reached for n in NEIGHBOURS[c] if board[n] != RUIN} - reached
        if not more:
            break
        reached |= more
    beside = [board[n] for n in NEIGHBOURS[cell] if is_number(board[n])]
    near = (v for v in range(1, 7) if all(abs(v - number) < 2 for number in beside))
    return frozenset(near) if cell in reached else frozenset()


@cache
def best_of_line(board: Board, line: int) -> Bonus | None:
    """Fill the line's empty cells in every way that its cells and their neighbours allow."""
    cells = [cell for cell in LINES[line] if board[cell] == EMPTY]
    found = []
    for values in product(*(values_for(board, cell) for cell in cells)):
        full = board
        for cell, value in zip(cells, values, strict=True):
            full = with_cell(full, cell, value)
        fits = all(
            abs(full[c] - full[n]) < 2 for c in cells for n in NEIGHBOURS[c] if is_number(full[n])
        )
        if fits and (bonus := line_bonus(full, line)):
            found.append(bonus)
    return max(found, key=lambda bonus: bonus.value, default=None)


def struck_percent(board: Board, difficulty: Difficulty) -> float:
    minimum = difficulty.minimum(board)
    return 100 * sum(p for roll, p in ROLLS.items() if not can_place(board, roll, minimum))


def numbers_in(board: Board, line: int) -> int:
    return sum(is_number(board[cell]) for cell in LINES[line])


def hope(board: Board, cell: int) -> int:
    bonuses = [best_of_line(board, line) for line, cells in enumerate(LINES) if cell in cells]
    return sum(bonus.value for bonus in bonuses if bonus)


def completes(case: Case, reason: Reason) -> bool:
    events = case.after()[1]
    return any(
        isinstance(event, LineCompleted)
        and (event.line, event.bonus) == (reason.line, reason.bonus)
        for event in events
    )


def keeps_open(case: Case, reason: Reason) -> bool:
    board = case.best.board
    is_worked_on = any(board[cell] != case.state.board[cell] for cell in LINES[reason.line])
    is_open = any(board[cell] == EMPTY for cell in LINES[reason.line])
    return is_worked_on and is_open and best_of_line(board, reason.line) is reason.bonus


def gives_up(case: Case, reason: Reason) -> bool:
    before, after = case.state.board, case.best.board
    return (
        best_of_line(before, reason.line) is reason.bonus
        and best_of_line(after, reason.line) is None
        and numbers_in(before, reason.line) > 1
    )


def leaves_cell_fillable(case: Case, reason: Reason) -> bool:
    ours, theirs = case.best.board, case.runner_up
    return (
        ours[reason.cell] == theirs[reason.cell] == EMPTY
        and bool(values_for(ours, reason.cell))
        and not values_for(theirs, reason.cell)
    )


def closes_cell(case: Case, reason: Reason) -> bool:
    before, after = case.state.board, case.best.board
    is_open = after[reason.cell] == EMPTY and bool(values_for(before, reason.cell))
    return is_open and not values_for(after, reason.cell)


def safer(case: Case, reason: Reason) -> bool:
    ours = struck_percent(case.best.board, case.state.difficulty)
    theirs = struck_percent(case.runner_up, case.state.difficulty)
    told = (pytest.approx(reason.percent), pytest.approx(reason.other))
    return (ours, theirs) == told and theirs - ours > 3.99


def risks(case: Case, reason: Reason) -> bool:
    risk = struck_percent(case.best.board, case.state.difficulty)
    return risk == pytest.approx(reason.percent) and risk > 24.99


def earns_more(case: Case, reason: Reason) -> bool:
    ours, theirs = (
        score_board(board, case.state.difficulty, 0).total
        for board in (case.best.board, case.runner_up)
    )
    return ours - theirs == reason.points > 0


def holds_back(case: Case, reason: Reason) -> bool:
    left = case.best.board.count(EMPTY)
    all_boards = afterstates(case.state.board, case.state.dice, case.state.minimum)
    fuller = [board for board in all_boards if board.count(EMPTY) < left]
    worths = [case.worth[board] for board in fuller if board in case.worth]
    return case.best.expected - max(worths) == pytest.approx(reason.points) and reason.points >= 0.5


def power_pays(case: Case, reason: Reason) -> bool:
    gain = case.best.expected + reason.cost - case.plain
    is_cost = reason.cost == case.state.next_power_cost
    return is_cost and gain == pytest.approx(reason.gain) and gain >= reason.cost


def power_not_worth(case: Case, reason: Reason) -> bool:
    gain = case.advice.power.expected + reason.cost - case.plain
    is_cost = reason.cost == case.state.next_power_cost
    return is_cost and gain == pytest.approx(reason.gain) and gain <= reason.cost


def power_no_use(case: Case, _: Reason) -> bool:
    return case.advice.power.expected + case.state.next_power_cost - case.plain < 0.5


def power_leads_to(case: Case, reason: Reason) -> bool:
    changed = case.after()[0]
    board = changed.board
    for value, cell in reason.placed:
        assert cell in legal_cells_by_value(board)[value]
        board = with_cell(board, cell, value)
    then = case.coach.advise(changed, looks=False)
    placed = case.coach.engine(changed.difficulty).placements(
        changed.board, changed.dice, changed.powers_left
    )
    worth = next(value for value, reached in placed if reached == board)
    found = changed.score.total + worth / 16
    return then.best.expected == pytest.approx(found, abs=NEAR)


def outcomes(case: Case) -> list[State]:
    """Return every outcome of the reroll that is advised."""
    thrown = RULES.apply(case.state, case.best.actions[0]).state
    throws = product(range(1, 7), repeat=len(thrown.in_air))
    return [RULES.apply(thrown, Rolled(values)).state for values in throws]


def power_odds(case: Case, reason: Reason) -> bool:
    worths: dict[tuple[int, ...], float] = {}
    better, reached, plain = 0, outcomes(case), case.quick_plain
    for state in reached:
        roll = tuple(sorted(state.dice))
        if roll not in worths:
            advice = case.coach.advise(state, reasons=False, looks=False)
            worths[roll] = advice.best.expected
        better += worths[roll] > plain + NEAR / 10
    return 100 * better / len(reached) == pytest.approx(reason.percent)


def escapes(case: Case, reason: Reason) -> bool:
    assert case.state.phase is Phase.MAGDAGDON
    if isinstance(case.best.actions[0], Lower | Raise):
        return case.after()[0].phase is Phase.PLACE and reason.percent == 100
    reached = outcomes(case)
    saved = sum(state.phase is Phase.PLACE for state in reached)
    return 100 * saved / len(reached) == pytest.approx(reason.percent)


def nothing_fits(case: Case, reason: Reason) -> bool:
    return not values_for(case.state.board, reason.cell)


def lines_lost(case: Case, reason: Reason) -> bool:
    return hope(case.state.board, reason.cell) == 0


def spares_lines(case: Case, reason: Reason) -> bool:
    board = case.state.board
    others = [hope(board, c) for c in range(CELLS) if board[c] == EMPTY and c != reason.cell]
    return hope(board, reason.cell) == reason.points < min(others)


def hard_to_fill(case: Case, reason: Reason) -> bool:
    board = case.state.board
    counts = [len(values_for(board, c)) for c in range(CELLS) if board[c] == EMPTY]
    mine = values_for(board, reason.cell)
    return tuple(sorted(mine)) == reason.values and len(mine) == min(counts)


def costs_least(case: Case, reason: Reason) -> bool:
    others = [worth for board, worth in case.worth.items() if board[reason.cell] != RUIN]
    return case.best.expected - sum(others) / len(others) == pytest.approx(reason.points)


def only_choice(case: Case, _: Reason) -> bool:
    return len(case.worth) == 1 and not case.state.powers_left


CHECKS: dict[ReasonCode, Callable[[Case, Reason], bool]] = {
    ReasonCode.COMPLETES: completes,
    ReasonCode.KEEPS_OPEN: keeps_open,
    ReasonCode.GIVES_UP: gives_up,
    ReasonCode.LEAVES_CELL_FILLABLE: leaves_cell_fillable,
    ReasonCode.CLOSES_CELL: closes_cell,
    ReasonCode.SAFER_NEXT_ROLL: safer,
    ReasonCode.RISKS_NEXT_ROLL: risks,
    ReasonCode.EARNS_MORE: earns_more,
    ReasonCode.HOLDS_BACK: holds_back,
    ReasonCode.POWER_PAYS: power_pays,
    ReasonCode.POWER_NOT_WORTH: power_not_worth,
    ReasonCode.POWER_NO_USE: power_no_use,
    ReasonCode.POWER_LEADS_TO: power_leads_to,
    ReasonCode.POWER_ODDS: power_odds,
    ReasonCode.ESCAPES_MAGDAGDON: escapes,
    ReasonCode.RUIN_WHERE_NOTHING_FITS: nothing_fits,
    ReasonCode.RUIN_LINES_LOST: lines_lost,
    ReasonCode.RUIN_SPARES_LINES: spares_lines,
    ReasonCode.RUIN_HARD_TO_FILL: hard_to_fill,
    ReasonCode.RUIN_COSTS_LEAST: costs_least,
    ReasonCode.ONLY_CHOICE: only_choice,
}


def check(coach: Coach, states: list[State], skipped: frozenset[ReasonCode]) -> set[ReasonCode]:
    """Check every reason for the advice on *states*; return the codes that came."""
    seen = set()
    for state in states:
        case = Case(coach, state)
        assert case.best.reasons or case.best.kind is not ChoiceKind.POWER
        for reason in case.best.reasons:
            if reason.code not in skipped:
                assert CHECKS[reason.code](case, reason), (state, case.best, reason)
                seen.add(reason.code)
    return seen


def positions_of_play(coach: Coach, difficulty: Difficulty, games: int) -> list[State]:
    """Return the positions of the coach's own games."""
    found = []
    for number in range(games):
        state = State(difficulty)
        for action in play(Player.COACH, difficulty, seeded_dice(f"why {number}"), coach).actions:
            if state.dice and not state.staged and not state.in_air:
                found.append(state)
            state = RULES.apply(state, action).state
    return found


def test_every_code_has_its_check():
    assert CHECKS.keys() == set(ReasonCode)


@pytest.mark.parametrize("difficulty", Difficulty)
def test_the_reasons_are_true(coach, difficulty):
    states = random_positions(difficulty, 6, seed=6)[::6] + positions_of_play(coach, difficulty, 1)
    seen = check(coach, states, frozenset({ReasonCode.POWER_ODDS}))
    assert len(seen) >= 6


@pytest.mark.slow
def test_the_reasons_are_true_in_many_positions(coach):
    seen = set()
    for difficulty in Difficulty:
        states = random_positions(difficulty, 25, seed=7) + positions_of_play(coach, difficulty, 5)
        rerolls = 0
        for state in states:
            best = coach.advise(state, reasons=False).best
            is_reroll = isinstance(best.actions[0], Reroll)
            rerolls += is_reroll
            is_cheap = not is_reroll or len(best.actions[0].dice) < 3 or rerolls < 5
            seen |= check(coach, [state], frozenset() if is_cheap else {ReasonCode.POWER_ODDS})
    assert seen == set(ReasonCode)


ODDS = "3456/3456/3456/345. P 0 6 1111"


def test_the_odds_of_a_reroll_are_those_of_its_throws(coach):
    case = Case(coach, parse_position(ODDS))
    told = {reason.code: reason for reason in case.best.reasons}
    assert power_odds(case, told[ReasonCode.POWER_ODDS])
    assert escapes(case, told[ReasonCode.ESCAPES_MAGDAGDON])


def test_a_cell_behind_ruins_is_no_hope_and_the_place_for_a_ruin(coach):  # M4.2
    state = parse_position(".#56/#455/3445/344. N 0 5 1111")
    best = coach.advise(state).best
    assert best.reasons[0] == Reason(ReasonCode.RUIN_WHERE_NOTHING_FITS, cell=0)


def test_the_comparison_is_with_the_next_best_that_is_really_worse(coach):
    """Mirror images are worth the same: the comparison is with the first that is worth less."""
    state = parse_position("..../.44./.44./.... N 0 2 4455")
    case = Case(coach, state)
    first, second = case.advice.choices[:2]
    assert first.expected == pytest.approx(second.expected)
    assert case.worth[case.runner_up] < first.expected - 0.05
    told = {reason.code: reason for reason in first.reasons}
    assert earns_more(case, told[ReasonCode.EARNS_MORE])
    assert safer(case, told[ReasonCode.SAFER_NEXT_ROLL])


def test_a_game_under_way_with_staged_dice_gets_the_same_reasons(coach):
    state = parse_position("3456/334./#4../.3.. S 0 5 5143")
    stage = next(a for a in RULES.legal_actions(state) if type(a).__name__ == "Stage")
    staged = RULES.apply(state, stage).state
    assert (
        coach.advise(staged).best.reasons == coach.advise(replace(staged, staged=())).best.reasons
    )


def test_the_best_of_both_kinds_is_always_among_the_choices(coach):
    state = parse_position("3456/3456/3456/345. P 0 6 1111")
    kinds = [choice.kind for choice in coach.advise(state).choices]
    assert kinds[0] is ChoiceKind.POWER
    assert ChoiceKind.RUIN in kinds
    advice = coach.advise(state)
    assert isinstance(advice.plain, Choice)
    assert advice.plain.kind is ChoiceKind.RUIN
    assert advice.power is advice.best
