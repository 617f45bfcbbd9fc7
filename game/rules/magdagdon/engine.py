"""The turn: which actions are legal, and what each leads to (M2, M5, M6)."""

from collections.abc import Mapping
from dataclasses import replace
from enum import Enum
from itertools import combinations, pairwise
from typing import assert_never

from game.rules.api import CHANCE, TERMINAL, IllegalActionError, Outcome, Step, Throw
from game.rules.magdagdon import actions, placement
from game.rules.magdagdon.actions import (
    DICE,
    Action,
    Confirm,
    Lower,
    Raise,
    Reroll,
    Roll,
    Rolled,
    Ruin,
    Stage,
    Take,
)
from game.rules.magdagdon.board import (
    CELLS,
    EMPTY,
    LINES,
    RUIN,
    Difficulty,
    Placement,
    has_number,
    is_number,
    with_cell,
)
from game.rules.magdagdon.events import (
    DiceConfirmed,
    DiceRolled,
    DiceThrown,
    DieChanged,
    DieStaged,
    DieTakenBack,
    Event,
    GameEnded,
    LineCompleted,
    MagdagdonEscaped,
    MagdagdonStruck,
    PowerUsed,
    RuinMade,
    TurnEnded,
)
from game.rules.magdagdon.scoring import line_bonus, line_contents
from game.rules.magdagdon.state import Phase, State


class Reason(Enum):
    """Why an action is refused."""

    GAME_OVER = "the game is over"
    DICE_IN_AIR = "the dice are still in the air"
    NO_DICE_IN_AIR = "no dice are in the air"
    NOT_ROLLED = "the dice have not been rolled"
    ALREADY_ROLLED = "the dice have been rolled"
    BAD_VALUES = "these values do not fit the dice in the air"
    NO_SUCH_DIE = "there is no such die"
    NO_SUCH_CELL = "there is no such cell"
    DIE_STAGED = "the die stands on the board"
    CELL_IS_RUIN = "the cell is a ruin"
    CELL_OCCUPIED = "the cell holds a number"
    NOT_ADJACENT = "no number stands beside the cell"
    TOO_FAR_APART = "a neighbouring number differs by more than 1"
    NOT_STAGED = "no staged die stands there"
    TOO_FEW_STAGED = "fewer dice than the minimum are staged"
    NO_POWER_LEFT = "no Majda Power is left"
    VALUE_OUT_OF_RANGE = "a die shows 1 to 6"
    NO_DICE_CHOSEN = "no dice are chosen, or not in ascending order"
    IN_MAGDAGDON = "in MAGDAGDON only Powers and the ruin are left"
    NOT_IN_MAGDAGDON = "a ruin is made only in MAGDAGDON"


class Magdagdon:
    """The rules of MAGDAGDON, behind the protocol that every game fulfils."""

    key = "magdagdon"
    version = 1

    def initial(self, options: Mapping[str, str]) -> State:
        """Return the empty board for `options["difficulty"]`: `P`, `S` or `N`.

        Raises ValueError where the difficulty is missing or unknown.
        """
        return State(Difficulty(options.get("difficulty")))

    def to_move(self, state: State) -> int:
        """Return seat 0, CHANCE while dice are in the air, or TERMINAL at the end."""
        phase = state.phase
        if phase is Phase.CHANCE:
            return CHANCE
        return TERMINAL if phase is Phase.OVER else 0

    def throw(self, state: State) -> Throw:
        """Return the dice in the air (M2.7)."""
        return Throw(state.turn, state.throws, state.in_air)

    def chance_action(self, values: tuple[int, ...]) -> Action:
        """Return `rolled` with *values*."""
        return Rolled(values)

    def outcome(self, state: State) -> Outcome | None:
        """Return the final score once all sixteen cells are filled (M1.2), else None."""
        return Outcome((state.score.total,)) if state.phase is Phase.OVER else None

    def is_undoable(self, action: Action) -> bool:
        """Tell whether undo may take *action* back: only staging may (M2.7, M2.8)."""
        return isinstance(action, Stage | Take)

    def format_action(self, action: Action) -> str:
        """Return *action* in text notation."""
        return actions.format_action(action)

    def parse_action(self, text: str) -> Action:
        """Return the action that *text* denotes. Raises NotationError."""
        return actions.parse_action(text)

    def legal_actions(self, state: State) -> tuple[Action, ...]:
        """Return every legal action of the player, in a fixed order."""
        match state.phase:
            case Phase.OVER | Phase.CHANCE:
                return ()
            case Phase.ROLL:
                return (Roll(),)
            case Phase.PLACE:
                return (*_placing_actions(state), *_power_actions(state))
            case Phase.MAGDAGDON:
                empty = (cell for cell in range(CELLS) if state.board[cell] == EMPTY)
                return (*_power_actions(state), *map(Ruin, empty))

    def apply(self, state: State, action: Action) -> Step[State, Event]:
        """Play *action*. Raises IllegalActionError, with its reason, where it is refused."""
        _check_phase(state, action)
        match action:
            case Roll():
                places = tuple(range(DICE))
                return Step(replace(state, in_air=places), (DiceThrown(places),))
            case Rolled(values):
                return _come_down(state, values)
            case Stage(die, cell):
                return _stage(state, die, cell)
            case Take(cell):
                return _take(state, cell)
            case Confirm():
                return _confirm(state)
            case Lower(die):
                return _change(state, die, -1)
            case Raise(die):
                return _change(state, die, +1)
            case Reroll(dice):
                return _reroll(state, dice)
            case Ruin(cell):
                return _make_ruin(state, cell)
            case _:
                assert_never(action)


def stage_refusal(state: State, die: int, cell: int) -> IllegalActionError | None:
    """Return why *die* may not be staged on *cell* in a turn under way, or None if it may (M4)."""
    if not 0 <= die < len(state.dice):
        return IllegalActionError(Reason.NO_SUCH_DIE)
    if die not in state.available:
        return IllegalActionError(Reason.DIE_STAGED)
    if not 0 <= cell < CELLS:
        return IllegalActionError(Reason.NO_SUCH_CELL)
    board = state.shown_board
    if board[cell] == RUIN:
        return IllegalActionError(Reason.CELL_IS_RUIN, (cell,))
    if is_number(board[cell]):
        return IllegalActionError(Reason.CELL_OCCUPIED, (cell,))
    if not has_number(board):
        return None
    if not placement.touches_number(board, cell):
        return IllegalActionError(Reason.NOT_ADJACENT, (cell,))
    blocking = placement.blocking_neighbours(board, state.dice[die], cell)
    return IllegalActionError(Reason.TOO_FAR_APART, blocking) if blocking else None


def _check_phase(state: State, action: Action) -> None:
    """Raise IllegalActionError where *action* does not belong to the state's phase."""
    phase = state.phase
    reason: Reason | None = None
    if isinstance(action, Rolled):
        reason = None if phase is Phase.CHANCE else Reason.NO_DICE_IN_AIR
    elif phase is Phase.CHANCE:
        reason = Reason.DICE_IN_AIR
    elif phase is Phase.OVER:
        reason = Reason.GAME_OVER
    elif isinstance(action, Roll):
        reason = None if phase is Phase.ROLL else Reason.ALREADY_ROLLED
    elif phase is Phase.ROLL:
        reason = Reason.NOT_ROLLED
    elif phase is Phase.MAGDAGDON and isinstance(action, Stage | Take | Confirm):
        reason = Reason.IN_MAGDAGDON
    elif phase is Phase.PLACE and isinstance(action, Ruin):
        reason = Reason.NOT_IN_MAGDAGDON
    if reason is not None:
        raise IllegalActionError(reason)


def _placing_actions(state: State) -> tuple[Action, ...]:
    cells = placement.legal_cells_by_value(state.shown_board)
    stages = (Stage(die, cell) for die in state.available for cell in cells[state.dice[die]])
    takes = (Take(placed.cell) for placed in state.staged)
    confirm = (Confirm(),) if len(state.staged) >= state.minimum else ()
    return (*stages, *takes, *confirm)


def _power_actions(state: State) -> tuple[Action, ...]:
    if not state.powers_left:
        return ()
    dice = state.available
    lowers = (Lower(die) for die in dice if state.dice[die] > 1)
    raises = (Raise(die) for die in dice if state.dice[die] < 6)
    rerolls = (
        Reroll(chosen) for size in range(1, len(dice) + 1) for chosen in combinations(dice, size)
    )
    return (*lowers, *raises, *rerolls)


def _come_down(state: State, values: tuple[int, ...]) -> Step[State, Event]:
    places = state.in_air
    if len(values) != len(places) or not all(1 <= value <= 6 for value in values):
        raise IllegalActionError(Reason.BAD_VALUES)
    shown = dict(enumerate(state.dice)) | dict(zip(places, values, strict=True))
    dice = tuple(shown[place] for place in range(DICE))
    landed = replace(state, dice=dice, in_air=(), throws=state.throws + 1)
    return _judge(state, landed, (DiceRolled(places, values),))


def _judge(before: State, after: State, events: tuple[Event, ...]) -> Step[State, Event]:
    """Judge the roll anew (M5.5, M6.1); in MAGDAGDON the staged dice come back first."""
    if after.phase is not Phase.MAGDAGDON:
        # Dice in the air have no old roll to judge; a changed die keeps the one before.
        escaped = before.dice and replace(before, in_air=()).phase is Phase.MAGDAGDON
        return Step(after, (*events, MagdagdonEscaped()) if escaped else events)
    returns = tuple(
        DieTakenBack(placed.die, placed.cell, after.dice[placed.die])
        for placed in reversed(after.staged)
    )
    return Step(replace(after, staged=()), (*events, *returns, MagdagdonStruck()))


def _stage(state: State, die: int, cell: int) -> Step[State, Event]:
    refusal = stage_refusal(state, die, cell)
    if refusal is not None:
        raise refusal
    staged = (*state.staged, Placement(die, cell))
    return Step(replace(state, staged=staged), (DieStaged(die, cell, state.dice[die]),))


def _take(state: State, cell: int) -> Step[State, Event]:
    """Take a die back, and with it those that then stand illegally (M2.5)."""
    if all(placed.cell != cell for placed in state.staged):
        raise IllegalActionError(Reason.NOT_STAGED, (cell,))
    kept = replace(state, staged=())
    returned = []
    for placed in state.staged:
        if placed.cell == cell or stage_refusal(kept, placed.die, placed.cell) is not None:
            returned.append(placed)
        else:
            kept = replace(kept, staged=(*kept.staged, placed))
    events = tuple(DieTakenBack(p.die, p.cell, state.dice[p.die]) for p in returned)
    return Step(kept, events)


def _confirm(state: State) -> Step[State, Event]:
    if len(state.staged) < state.minimum:
        raise IllegalActionError(Reason.TOO_FEW_STAGED)
    board = state.shown_board
    lines = tuple(
        LineCompleted(line, line_bonus(board, line))
        for line in range(len(LINES))
        if all(map(is_number, line_contents(board, line)))
        and EMPTY in line_contents(state.board, line)
    )
    cells = tuple(placed.cell for placed in state.staged)
    ended = replace(_next_turn(state), board=board)
    return _end_turn(state.turn, ended, (DiceConfirmed(cells), *lines))


def _make_ruin(state: State, cell: int) -> Step[State, Event]:
    if not 0 <= cell < CELLS:
        raise IllegalActionError(Reason.NO_SUCH_CELL)
    if state.board[cell] != EMPTY:
        taken = Reason.CELL_IS_RUIN if state.board[cell] == RUIN else Reason.CELL_OCCUPIED
        raise IllegalActionError(taken, (cell,))
    ended = replace(_next_turn(state), board=with_cell(state.board, cell, RUIN))
    return _end_turn(state.turn, ended, (RuinMade(cell),))


def _next_turn(state: State) -> State:
    return replace(state, turn=state.turn + 1, dice=(), staged=(), throws=0)


def _end_turn(turn: int, ended: State, events: tuple[Event, ...]) -> Step[State, Event]:
    over = (GameEnded(ended.score),) if ended.phase is Phase.OVER else ()
    return Step(ended, (*events, TurnEnded(turn), *over))


def _use_power(state: State, dice: tuple[int, ...]) -> tuple[State, PowerUsed]:
    """Pay for a Power on *dice*; all of them must be available (M5.3)."""
    cost = state.next_power_cost
    if cost is None:
        raise IllegalActionError(Reason.NO_POWER_LEFT)
    for die in dice:
        if not 0 <= die < len(state.dice):
            raise IllegalActionError(Reason.NO_SUCH_DIE)
        if die not in state.available:
            raise IllegalActionError(Reason.DIE_STAGED)
    number = state.powers_used + 1
    return replace(state, powers_used=number), PowerUsed(number, cost)


def _change(state: State, die: int, by: int) -> Step[State, Event]:
    paid, used = _use_power(state, (die,))
    old = state.dice[die]
    new = old + by
    if not 1 <= new <= 6:
        raise IllegalActionError(Reason.VALUE_OUT_OF_RANGE)
    changed = replace(paid, dice=(*state.dice[:die], new, *state.dice[die + 1 :]))
    return _judge(state, changed, (used, DieChanged(die, old, new)))


def _reroll(state: State, dice: tuple[int, ...]) -> Step[State, Event]:
    if not dice or any(a >= b for a, b in pairwise(dice)):
        raise IllegalActionError(Reason.NO_DICE_CHOSEN)
    paid, used = _use_power(state, dice)
    return Step(replace(paid, in_air=dice), (used, DiceThrown(dice)))
