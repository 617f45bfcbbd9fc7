"""What to expect from here: games played on by the coach, with dice of their own."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from game.coach.coach import Coach
from game.coach.simulate import quantile
from game.rules import dice
from game.rules.api import Throw
from game.rules.magdagdon.actions import Rolled
from game.rules.magdagdon.engine import Magdagdon
from game.rules.magdagdon.state import Phase, State

ROLLOUTS = 200


@dataclass(frozen=True, slots=True)
class Forecast:
    """What the coach's games from here came to so far."""

    rollouts: int
    mean: float
    low: int
    """One game in ten ends below: the lower end of the middle 80 %."""
    high: int
    """One game in ten ends above."""
    share_above: float | None
    """Share of the games that beat the score in question; None where there is none."""


def forecast(
    coach: Coach, state: State, seed: str, *, beat: int | None = None, rollouts: int = ROLLOUTS
) -> Iterator[Forecast]:
    """Yield the forecast after every rollout, to stop at any time.

    The dice come from *seed*, which must not be the game's own: no coming roll is foreseen. What is
    staged can be taken back, so it counts as in the tray.
    """
    state = replace(state, staged=())
    scores: list[int] = []
    for number in range(rollouts):
        scores.append(_finish(coach, state, f"{seed}/rollout/{number}"))
        ordered = sorted(scores)
        above = None if beat is None else sum(score > beat for score in scores) / len(scores)
        mean = sum(scores) / len(scores)
        yield Forecast(len(scores), mean, quantile(ordered, 0.1), quantile(ordered, 0.9), above)


def _finish(coach: Coach, state: State, seed: str) -> int:
    rules = Magdagdon()
    while state.phase is not Phase.OVER:
        match state.phase:
            case Phase.ROLL:
                state = rules.apply(state, rules.legal_actions(state)[0]).state
            case Phase.CHANCE:
                throw = rules.throw(state)
                values = dice.roll(seed, Throw(throw.turn, throw.number, throw.places))
                state = rules.apply(state, Rolled(values)).state
            case _:
                for action in coach.advise(state, reasons=False, looks=False).best.actions:
                    state = rules.apply(state, action).state
    return state.score.total
