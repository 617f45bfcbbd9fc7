"""A record played again: its states and events, and whether its rolls are the seed's."""

from dataclasses import dataclass
from typing import Generic, TypeVar

from game.rules.api import CHANCE, IllegalActionError, NotationError, Rules
from game.rules.dice import roll
from game.session.record import Record, RecordError, RecordFault

S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")


@dataclass(frozen=True, slots=True)
class Ply(Generic[S, A, E]):
    """One action of a game, what happened in it, and the state that it led to."""

    action: A
    state: S
    events: tuple[E, ...]


@dataclass(frozen=True, slots=True)
class Replay(Generic[S, A, E]):
    """A game from its first state, ply by ply."""

    initial: S
    plies: tuple[Ply[S, A, E], ...]

    @property
    def final(self) -> S:
        """The state after the last ply."""
        return self.plies[-1].state if self.plies else self.initial


def replay(rules: Rules[S, A, E], record: Record) -> Replay[S, A, E]:
    """Play *record* again under *rules*. Raises RecordError at the first action that can't be.

    The rolls are taken as they stand; `false_roll` tells whether they follow from the seed.
    """
    if record.game != rules.key:
        raise RecordError(RecordFault.OTHER_GAME, record.line_of_field("game"), record.game)
    if record.rules_version != rules.version:
        raise RecordError(
            RecordFault.OTHER_RULES, record.line_of_field("rules"), str(record.rules_version)
        )
    try:
        initial = rules.initial(record.options)
    except ValueError as error:
        line = record.line_of_field("id") + 1  # options stand right after it
        raise RecordError(RecordFault.BAD_OPTION, line, str(error)) from error
    state = initial
    plies: list[Ply[S, A, E]] = []
    for index, text in enumerate(record.actions):
        try:
            action = rules.parse_action(text)
            step = rules.apply(state, action)
        except NotationError as error:
            raise RecordError(RecordFault.BAD_ACTION, record.line_of(index), text) from error
        except IllegalActionError as error:
            raise RecordError(RecordFault.ILLEGAL_ACTION, record.line_of(index), text) from error
        state = step.state
        plies.append(Ply(action, step.state, step.events))
    return Replay(initial, tuple(plies))


def false_roll(rules: Rules[S, A, E], record: Record, game: Replay[S, A, E]) -> int | None:
    """Return the number (from 0) of the first action whose dice are not the seed's (M2.7).

    *game* is the replay of *record*. None where every roll follows from the seed.
    """
    before = game.initial
    for index, ply in enumerate(game.plies):
        if rules.to_move(before) == CHANCE:
            values = roll(record.seed, rules.throw(before))
            if ply.action != rules.chance_action(values):
                return index
        before = ply.state
    return None
