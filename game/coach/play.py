"""Playing whole games: players of five strengths, and the dice for them."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import Enum

from game.coach.coach import Coach, stages
from game.coach.reasons import fitting
from game.rules import dice
from game.rules.api import Throw
from game.rules.magdagdon.actions import (
    DICE,
    Action,
    Confirm,
    Rolled,
    Ruin,
)
from game.rules.magdagdon.board import CELLS, EMPTY, RUIN, Board, Difficulty, is_number, with_cell
from game.rules.magdagdon.engine import Magdagdon
from game.rules.magdagdon.placement import afterstates
from game.rules.magdagdon.scoring import score_board
from game.rules.magdagdon.state import Phase, State


class Player(Enum):
    """Who plays; the value is the name on the command line."""

    RANDOM = "random"
    """Any board that the roll can lead to, or any ruin."""
    GREEDY = "greedy"
    """The board with the highest score at once."""
    HEURISTIC = "heuristic"
    """The board with the best mixture of score, open lines and cells that something fits."""
    COACH = "coach"
    """The coach's advice at once."""
    COACH_DEEP = "coach-deep"
    """The coach's advice one turn deeper."""


DiceSource = Callable[[Throw], tuple[int, ...]]


def seeded_dice(seed: str) -> DiceSource:
    """Return the throws of *seed*, the same as a player with that seed gets (M2.7)."""
    return lambda throw: dice.roll(seed, throw)


@dataclass(frozen=True, slots=True)
class Game:
    """A finished game."""

    difficulty: Difficulty
    actions: tuple[Action, ...]
    score: int
    turns: int
    struck: int
    """Turns in which a roll was in MAGDAGDON, escaped or not."""
    ruins: int
    powers: int


@dataclass(slots=True)
class _Table:
    """A game under way."""

    state: State
    actions: list[Action] = field(default_factory=list)

    def do(self, action: Action) -> None:
        self.state = Magdagdon().apply(self.state, action).state
        self.actions.append(action)


def moves(player: Player, state: State, coach: Coach | None, chance: int) -> tuple[Action, ...]:
    """Return what *player* does with the roll of *state*; *chance* decides where chance does."""
    if player in (Player.COACH, Player.COACH_DEEP):
        if coach is None:
            raise ValueError("this player needs a coach")
        if player is Player.COACH:
            return coach.advise(state, reasons=False).best.actions
        return [*coach.refine(state)][-1].best.actions
    if state.phase is Phase.MAGDAGDON:
        cells = [cell for cell in range(CELLS) if state.board[cell] == EMPTY]
        if player is Player.RANDOM:
            return (Ruin(cells[chance % len(cells)]),)
        ruined = {cell: with_cell(state.board, cell, RUIN) for cell in cells}
        return (Ruin(max(cells, key=lambda cell: _worth(player, ruined[cell], state))),)
    boards = sorted(afterstates(state.board, state.dice, state.minimum))
    if player is Player.RANDOM:
        return _placing(state, boards[chance % len(boards)])
    return _placing(state, max(boards, key=lambda board: _worth(player, board, state)))


def _placing(state: State, board: Board) -> tuple[Action, ...]:
    return (*stages(state, board), Confirm())


def _worth(player: Player, board: Board, state: State) -> float:
    """Return how the simple players like *board*."""
    score = float(score_board(board, state.difficulty, 0).total)
    return score + _promise(board) if player is Player.HEURISTIC else score


def _promise(board: Board) -> float:
    """Return what the open lines and cells of *board* promise, by a rule of thumb."""
    promise = 0.0
    for cell in range(CELLS):
        if board[cell] != EMPTY:
            continue
        fits = len(fitting(board, cell))
        promise += 7.0 if fits >= 3 else 5.0 if fits == 2 else 2.0 if fits else -15.0
    return promise + sum(map(_line_promise, _lines(board)))


def _lines(board: Board) -> Iterator[tuple[int, ...]]:
    for at in range(4):
        yield board[4 * at : 4 * at + 4]
        yield board[at::4]


def _line_promise(contents: tuple[int, ...]) -> float:
    """Return the share of a bonus that an open line's numbers are on the way to."""
    numbers = [content for content in contents if is_number(content)]
    if RUIN in contents or EMPTY not in contents or len(numbers) < 2:
        return 0.0
    lowest = [v - at for at, v in enumerate(contents) if v]
    highest = [v + at for at, v in enumerate(contents) if v]
    is_straight = (len(set(lowest)) == 1 and 1 <= lowest[0] <= 3) or (
        len(set(highest)) == 1 and 4 <= highest[0] <= 6
    )
    if is_straight:
        return 10.0 * (len(numbers) - 1)
    if len(set(numbers)) == 1:
        return 8.0 * (len(numbers) - 1)
    return 4.0 if len(set(numbers)) == 2 else 0.0


def play(
    player: Player,
    difficulty: Difficulty,
    throws: DiceSource,
    coach: Coach | None = None,
    seed: str = "",
) -> Game:
    """Play a game with the dice of *throws*; *seed* decides for the random player.

    The game is a function of its arguments: the same every time.
    """
    rules = Magdagdon()
    table = _Table(State(difficulty))
    struck, struck_turn = 0, 0
    while table.state.phase is not Phase.OVER:
        match table.state.phase:
            case Phase.ROLL:
                table.do(rules.legal_actions(table.state)[0])
            case Phase.CHANCE:
                table.do(Rolled(throws(rules.throw(table.state))))
            case _:
                state = table.state
                if state.phase is Phase.MAGDAGDON and struck_turn != state.turn:
                    struck, struck_turn = struck + 1, state.turn
                chance = dice.roll_die(seed or "x", state.turn, state.throws, DICE, sides=251) - 1
                for action in moves(player, state, coach, chance):
                    table.do(action)
    end = table.state
    return Game(
        difficulty,
        tuple(table.actions),
        end.score.total,
        end.turn - 1,
        struck,
        end.board.count(RUIN),
        end.powers_used,
    )


def same_dice(coach: Coach, seed: str, difficulty: Difficulty) -> Game:
    """Return the coach's game with the throws of *seed*."""
    return play(Player.COACH, difficulty, seeded_dice(seed), coach, seed)
