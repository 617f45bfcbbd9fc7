"""An honest look back: every turn of a game split into luck and loss."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import exp

from game.coach.advice import Choice, ChoiceKind
from game.coach.coach import Coach
from game.rules.magdagdon.actions import Action, Confirm, Lower, Raise, Reroll, Ruin
from game.rules.magdagdon.board import Difficulty
from game.rules.magdagdon.engine import Magdagdon
from game.rules.magdagdon.scoring import score_board
from game.rules.magdagdon.state import State

WORST = 3
"""Moments shown."""
FORGIVING = 25.0
"""Points of loss that bring the accuracy of a turn down to 37 %."""


@dataclass(frozen=True, slots=True)
class Decision:
    """One thing that the player did with a roll, against the best that could be done."""

    state: State
    """Before it, with the dice in the tray."""
    index: int
    """Number (from 0) of the action in the game that did it."""
    chosen: float
    """Expected final score after what was done."""
    best: Choice

    @property
    def loss(self) -> float:
        """Expected points given away; never negative."""
        return max(0.0, self.best.expected - self.chosen)


@dataclass(frozen=True, slots=True)
class TurnReview:
    """One turn: expected before + luck − loss = expected after, up to rounding."""

    turn: int
    before: float
    """Expected final score before the roll."""
    luck: float
    """What the dice gave or took: the roll, and the rerolls."""
    loss: float
    after: float
    decisions: tuple[Decision, ...]

    @property
    def accuracy(self) -> float:
        """100 for a turn without loss, less for more: 100 · exp(−loss / 25)."""
        return 100 * exp(-self.loss / FORGIVING)


@dataclass(frozen=True, slots=True)
class Review:
    """A whole game: final = start + luck − loss, up to rounding."""

    start: float
    """Expected final score of the empty board."""
    final: float
    turns: tuple[TurnReview, ...]

    @property
    def luck(self) -> float:
        """Points that the dice gave over the whole game."""
        return sum(turn.luck for turn in self.turns)

    @property
    def loss(self) -> float:
        """Expected points given away over the whole game."""
        return sum(turn.loss for turn in self.turns)

    @property
    def accuracy(self) -> float:
        """Mean over the turns in which something was done; 100 where there is none."""
        shares = [turn.accuracy for turn in self.turns if turn.decisions]
        return sum(shares) / len(shares) if shares else 100.0

    @property
    def worst(self) -> tuple[Decision, ...]:
        """The decisions that lost most, worst first; only such as lost something."""
        decisions = [decision for turn in self.turns for decision in turn.decisions]
        lossy = [decision for decision in decisions if decision.loss > 0.05]
        return tuple(sorted(lossy, key=lambda decision: -decision.loss)[:WORST])


class Reviewer:
    """Looks at a game turn by turn, so that progress can be shown and the work be stopped."""

    def __init__(self, coach: Coach, difficulty: Difficulty, actions: Iterable[Action]) -> None:
        """Look at the game that *actions*, chance included, play from the empty board."""
        self._coach = coach
        self._states = _history(difficulty, actions)
        self._start = State(difficulty)

    @property
    def turns(self) -> int:
        """How many turns there are to look at."""
        return max((state.turn for _, state, _ in self._states), default=0)

    def run(self) -> Iterator[TurnReview]:
        """Yield the review of each turn in order; the last may be cut short with the game."""
        before = self._coach.value(self._start)
        by_turn: dict[int, list[tuple[int, State, Action]]] = {}
        for entry in self._states:
            by_turn.setdefault(entry[1].turn, []).append(entry)
        for turn, entries in by_turn.items():
            review = self._turn(turn, before, entries)
            before = review.after
            yield review

    def review(self) -> Review:
        """Look at the whole game."""
        turns = tuple(self.run())
        start = turns[0].before if turns else self._coach.value(self._start)
        return Review(start, turns[-1].after if turns else start, turns)

    def _turn(
        self, turn: int, before: float, entries: Sequence[tuple[int, State, Action]]
    ) -> TurnReview:
        luck, loss, now = 0.0, 0.0, before
        decisions = []
        for index, state, action in entries:
            if not isinstance(action, Confirm | Ruin | Lower | Raise | Reroll):
                continue
            best, chosen = self._weigh(state, action)
            # What the best is worth beyond what was expected came with the dice.
            luck += best.expected - now
            decision = Decision(state, index, chosen, best)
            loss, now = loss + decision.loss, chosen
            decisions.append(decision)
        return TurnReview(turn, before, luck, loss, now, tuple(decisions))

    def _weigh(self, state: State, action: Action) -> tuple[Choice, float]:
        """Return the best choice and the worth of *action*, every board judged as before a roll.

        So the worth of what was done in one turn is what the next one starts from.
        """
        weighed = []
        for choice in self._coach.advise(state, looks=False).choices:
            if choice.kind is ChoiceKind.POWER:
                weighed.append(choice)
            else:
                score = score_board(choice.board, state.difficulty, state.powers_used).total
                rest = self._coach.rest(choice.board, state.difficulty, state.powers_left)
                weighed.append(replace(choice, expected=score + rest))
        best = max(weighed, key=lambda choice: choice.expected)
        if isinstance(action, Confirm | Ruin):
            after = Magdagdon().apply(state, action).state
            chosen = self._coach.value(after)
        else:
            chosen = self._coach.power_value(state, action)
        if chosen > best.expected:
            best = replace(best, expected=chosen)
        return best, chosen


def _history(difficulty: Difficulty, actions: Iterable[Action]) -> list[tuple[int, State, Action]]:
    """Return every action with its number and the state before it."""
    rules, state, history = Magdagdon(), State(difficulty), []
    for index, action in enumerate(actions):
        history.append((index, state, action))
        state = rules.apply(state, action).state
    return history


def review(coach: Coach, difficulty: Difficulty, actions: Iterable[Action]) -> Review:
    """Return the review of the game that *actions* play; raises IllegalActionError."""
    return Reviewer(coach, difficulty, actions).review()
