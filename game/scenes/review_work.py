"""The coach's look back at a finished game, turn by turn, in its own thread."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from game.rules.magdagdon.actions import parse_action
from game.rules.magdagdon.board import Difficulty
from game.session.record import Record

if TYPE_CHECKING:
    from game.coach.coach import Coach
    from game.coach.review import Review


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the look back has come."""

    done: int
    total: int
    review: Review | None = None
    """The whole of it, once every turn has been looked at."""
    coach_score: int | None = None
    """What the coach gets with the same dice, once it has played them."""


def review_game(record: Record, difficulty: Difficulty) -> Callable[[Coach], Iterator[Progress]]:
    """Return the coach's work on *record*, a finished game of *difficulty*."""

    def work(coach: Coach) -> Iterator[Progress]:
        # In the coach's thread: no frame waits for it.
        from game.coach.play import same_dice  # noqa: PLC0415  # see above
        from game.coach.review import Review, Reviewer  # noqa: PLC0415  # see above

        actions = [parse_action(text) for text in record.actions]
        reviewer = Reviewer(coach, difficulty, actions)
        total = reviewer.turns
        yield Progress(0, total)
        turns = []
        for turn in reviewer.run():
            turns.append(turn)
            yield Progress(len(turns), total)
        review = Review(turns[0].before, turns[-1].after, tuple(turns))
        yield Progress(total, total, review)
        game = same_dice(coach, record.seed, difficulty)
        yield Progress(total, total, review, game.score)

    return work
