"""The coach: values, advice, and advice that gets better while one waits."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from itertools import combinations, product
from pathlib import Path

from game.coach.advice import Advice, Choice, ChoiceKind
from game.coach.assets import CHECKSUMS, check_tables, read_corrections, read_weights
from game.coach.dice_sets import number_of
from game.coach.engine import Engine, Judgement
from game.coach.opening import Numbering
from game.coach.reasons import PowerPlan, explain
from game.coach.values import UNIT
from game.rules.magdagdon.actions import Action, Confirm, Lower, Raise, Reroll, Ruin, Stage
from game.rules.magdagdon.board import EMPTY, RUIN, Board, Difficulty, has_number, with_cell
from game.rules.magdagdon.placement import can_place, touches_number
from game.rules.magdagdon.scoring import score_board
from game.rules.magdagdon.state import State

FILES = {
    Difficulty.NIGHTMARE: ("nightmare",),
    Difficulty.SURVIVAL: ("plain", "survival"),
    Difficulty.PEACEFUL: ("plain", "peaceful"),
}
"""The tables of each difficulty: those without a Power, then what Powers add."""
SHOWN = 8
"""Choices in an advice."""
DEEPER = 12
"""Placements that refining looks at."""


SMALL = 1e-6
"""Values nearer than this are the same."""


class NoRollError(ValueError):
    """Advice was asked for where no roll lies on the table."""


class Coach:
    """Judges positions of all three difficulties."""

    def __init__(self, files: Mapping[str, bytes]) -> None:
        """Use the table *files*, by name. Raises TableError where one is missing or damaged."""
        check_tables(files)
        self.files = dict(files)
        self._engines: dict[Difficulty, Engine] = {}
        self._looked: tuple[Judgement, dict[Board, float]] | None = None
        self._last: tuple[tuple[Difficulty, Board, tuple[int, ...], int], Judgement] | None = None

    @classmethod
    def load(cls, directory: Path) -> "Coach":
        """Return a coach with the tables in *directory*. Raises TableError, OSError."""
        names = [CHECKSUMS]
        for line in (directory / CHECKSUMS).read_text("ascii").splitlines():
            names.append(line.partition("  ")[2])
        return cls({name: (directory / name).read_bytes() for name in names})

    @cached_property
    def _numbering(self) -> Numbering:
        return Numbering()

    def engine(self, difficulty: Difficulty) -> Engine:
        """Return the engine for *difficulty*; its tables are unpacked at the first call."""
        if difficulty not in self._engines:
            weights = tuple(f"{name}_values.bin" for name in FILES[difficulty])
            openings = tuple(f"{name}_opening.bin" for name in FILES[difficulty])
            table = read_weights(self.files, weights)
            has_opening = all(name in self.files for name in openings)
            opening = (
                read_corrections(self.files, openings, self._numbering) if has_opening else None
            )
            self._engines[difficulty] = Engine(difficulty, table, opening)
        return self._engines[difficulty]

    def value(self, state: State) -> float:
        """Return the final score to expect under good play: before the roll, or with the dice."""
        score = state.score.total
        if EMPTY not in state.board:
            return float(score)
        if state.dice and not state.in_air:
            return self.advise(state, reasons=False).best.expected
        engine = self.engine(state.difficulty)
        if state.dice:  # some dice of a reroll are in the air
            kept = [die for at, die in enumerate(state.dice) if at not in state.in_air]
            outlook = engine.outlook(state.board, state.powers_left)
            return score + outlook.play[state.powers_left][number_of(tuple(kept))] / UNIT
        return score + engine.before(state.board, state.powers_left) / UNIT

    def rest(self, board: Board, difficulty: Difficulty, left: int) -> float:
        """Return the points still to come on *board* before a roll, with *left* Powers."""
        return self.engine(difficulty).before(board, left) / UNIT

    def power_value(self, state: State, action: Action) -> float:
        """Return the final score to expect where *action*, a Power, is used on the roll."""
        outlook = self._judge(state).outlook
        if outlook is None or state.next_power_cost is None:
            raise NoRollError("no Power is left")
        number = number_of(_dice_after(state, action))
        below = outlook.play[state.powers_left - 1]
        return state.score.total - state.next_power_cost + below[number] / UNIT

    def advise(self, state: State, *, reasons: bool = True, looks: bool = True) -> Advice:
        """Return the best choices for the roll of *state*; staged dice are taken as in the tray.

        The best few that the tables don't tell apart are looked at one turn deeper, unless *looks*
        forbids it. Raises NoRollError where no roll lies on the table.
        """
        judgement = self._judge(state)
        deeper = self._first_looks(state, judgement) if looks else {}
        return self._advice(state, judgement, deeper, reasons)

    def refine(self, state: State) -> Iterator[Advice]:
        """Yield better and better advice: the quick one, then more looks, board by board.

        Stop iterating at any time; nothing is left running.
        """
        judgement = self._judge(state)
        deeper = dict(self._first_looks(state, judgement))
        yield self._advice(state, judgement, deeper, True)
        if judgement.is_exact:
            return
        engine, left = self.engine(state.difficulty), state.powers_left
        for _, board in _ranked(state, judgement)[:DEEPER]:
            is_seen = board in deeper and not engine.is_exact(board, left)
            if not is_seen and not engine.is_known(board):
                rest = engine.outlook(board, left).value(left)
                deeper[board] = _earned(state, board) + rest
                yield replace(self._advice(state, judgement, deeper, True), depth=2)
        yield replace(self._advice(state, judgement, deeper, True), depth=2)

    def _first_looks(self, state: State, judgement: Judgement) -> Mapping[Board, float]:
        """Return what the boards that a quick answer looks at again are worth."""
        if judgement.is_exact:
            return {}
        if self._looked is None or self._looked[0] is not judgement:
            engine, left = self.engine(state.difficulty), state.powers_left
            boards = engine.worth_a_look(state.board, _ranked(state, judgement), left)
            looks = {b: _earned(state, b) + engine.look(b, left) for b in boards}
            self._looked = judgement, looks
        return self._looked[1]

    def _judge(self, state: State) -> Judgement:
        if not state.dice or state.in_air or EMPTY not in state.board:
            raise NoRollError("there is no roll to judge")
        key = (state.difficulty, state.board, tuple(sorted(state.dice)), state.powers_left)
        if self._last is None or self._last[0] != key:
            _, board, dice, left = key
            self._last = key, self.engine(state.difficulty).judge(board, dice, left)
        return self._last[1]

    def _advice(
        self, state: State, judgement: Judgement, deeper: Mapping[Board, float], reasons: bool
    ) -> Advice:
        """Rank what *judgement* found, with the values of *deeper* where a board has one."""
        engine = self.engine(state.difficulty)
        weighed, shift = self._weigh(state, judgement, deeper)
        kind = ChoiceKind.PLACE if judgement.placements else ChoiceKind.RUIN
        choices = [Choice(kind, (), board, expected) for board, expected in weighed.items()]
        known = engine.known_error(state.board, judgement.outlook, state.powers_left)
        score = score_board(state.board, state.difficulty, state.powers_used).total
        choices += self._powers(state, judgement, score + (known or shift) / UNIT)
        choices.sort(key=lambda choice: -choice.expected)
        first_power = next((c for c in choices if c.kind is ChoiceKind.POWER), None)
        first_plain = next(c for c in choices if c.kind is not ChoiceKind.POWER)
        best = choices[:SHOWN]
        for first in (first_power, first_plain):
            if first is not None and first not in best:
                best[-1] = first
        shown = [_with_actions(state, choice) for choice in best]
        if reasons:
            plan = None if first_power is None else PowerPlan(first_power)
            if first_power is not None and first_power is choices[0]:
                plan = self._plan(state, judgement, first_power)
            why = explain(state, choices, plan)
            shown[0] = replace(shown[0], reasons=why)
        depth = 0 if judgement.is_exact else 1
        return Advice(tuple(shown), depth)

    def _weigh(
        self, state: State, judgement: Judgement, deeper: Mapping[Board, float]
    ) -> tuple[dict[Board, float], float]:
        """Return the expected final score of every placement or ruin, and what *deeper* moved.

        Boards not looked at keep their quick value, moved by what the others moved on average,
        so that a deeper look at some alone does not change their order against the rest. Those
        that are known exactly stay.
        """
        score = score_board(state.board, state.difficulty, state.powers_used).total
        engine = self.engine(state.difficulty)
        quick = _ranked(state, judgement)
        moved = [deeper[board] - worth for worth, board in quick if board in deeper]
        shift = sum(moved) / len(moved) if moved else 0.0
        weighed = {}
        for worth, board in quick:
            otherwise = worth if not shift or engine.is_known(board) else worth + shift
            weighed[board] = score + deeper.get(board, otherwise) / UNIT
        return weighed, shift

    def _powers(self, state: State, judgement: Judgement, score: float) -> list[Choice]:
        """Return every use of a Power, equal dice used once."""
        if judgement.outlook is None:
            return []
        below = judgement.outlook.play[state.powers_left - 1]
        cost = state.next_power_cost or 0
        seen: dict[int, Action] = {}
        places = range(len(state.dice))
        actions: list[Action] = [Lower(die) for die in places if state.dice[die] > 1]
        actions += [Raise(die) for die in places if state.dice[die] < 6]
        actions += [Reroll(d) for size in range(1, 5) for d in combinations(places, size)]
        for action in actions:
            seen.setdefault(number_of(_dice_after(state, action)), action)
        return [
            Choice(ChoiceKind.POWER, (action,), state.board, score - cost + below[number] / UNIT)
            for number, action in seen.items()
        ]

    def _plan(self, state: State, judgement: Judgement, power: Choice) -> PowerPlan:
        """Return what *power* is then good for."""
        if judgement.outlook is None:
            raise NoRollError("no Power is left")
        left = state.powers_left - 1
        below, dice = judgement.outlook.play[left], _dice_after(state, power.actions[0])
        if len(dice) < len(state.dice):
            plain = judgement.placements[0][0] if judgement.placements else judgement.ruins[0][0]
            enough = plain + UNIT * (state.next_power_cost or 0)
            throws = list(product(range(1, 7), repeat=len(state.dice) - len(dice)))
            better = sum(below[number_of(dice + throw)] > enough for throw in throws)
            saved = sum(can_place(state.board, dice + throw, state.minimum) for throw in throws)
            return PowerPlan(power, (), 100 * better / len(throws), 100 * saved / len(throws))
        placements = self.engine(state.difficulty).placements(state.board, dice, left)
        if not placements or placements[0][0] < below[number_of(dice)] - SMALL:
            return PowerPlan(power)  # another Power is to follow, or the roll stays in MAGDAGDON
        changed = replace(state, dice=dice, staged=())
        steps = stages(changed, placements[0][1])
        return PowerPlan(power, placed=tuple((dice[step.die], step.cell) for step in steps))


def _ranked(state: State, judgement: Judgement) -> list[tuple[float, Board]]:
    """Return every board that the roll can lead to with its quick worth, best first."""
    if judgement.placements:
        return list(judgement.placements)
    return [(worth, with_cell(state.board, cell, RUIN)) for worth, cell in judgement.ruins]


def _earned(state: State, board: Board) -> int:
    """Return the points, in units, that turning the board of *state* into *board* earns."""
    after, before = (score_board(b, state.difficulty, 0).total for b in (board, state.board))
    return UNIT * (after - before)


def _dice_after(state: State, action: Action) -> tuple[int, ...]:
    """Return the dice that stay or come of a Power: those kept by a reroll, all for the others."""
    dice = list(state.dice)
    match action:
        case Lower(die):
            dice[die] -= 1
        case Raise(die):
            dice[die] += 1
        case Reroll(thrown):
            dice = [value for at, value in enumerate(dice) if at not in thrown]
    return tuple(dice)


def _with_actions(state: State, choice: Choice) -> Choice:
    """Return *choice* with the actions that carry it out."""
    match choice.kind:
        case ChoiceKind.POWER:
            return choice
        case ChoiceKind.RUIN:
            cell = next(c for c, was in enumerate(state.board) if was != choice.board[c])
            return replace(choice, actions=(Ruin(cell),))
        case ChoiceKind.PLACE:
            return replace(choice, actions=(*stages(state, choice.board), Confirm()))


def stages(state: State, board: Board) -> list[Stage]:
    """Return the dice to stage, in an order in which each is legal (M4.5)."""
    cells = [cell for cell, content in enumerate(board) if content != state.board[cell]]
    dice = list(range(len(state.dice)))
    shown = state.board
    stages: list[Stage] = []
    while cells:
        cell = next(c for c in cells if not has_number(shown) or touches_number(shown, c))
        die = next(d for d in dice if state.dice[d] == board[cell])
        cells.remove(cell)
        dice.remove(die)
        shown = with_cell(shown, cell, board[cell])
        stages.append(Stage(die, cell))
    return stages
