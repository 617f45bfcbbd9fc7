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
    """Play *record* again under *rules*, and check that its rolls are the seed's (M2.7).

    Where the seed is withheld the rolls are taken as they stand. Raises RecordError at the first
    line that can't be.
    """
    initial = _initial(rules, record)
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
        is_chance = rules.to_move(state) == CHANCE
        if is_chance and record.seed and action != seeded_action(rules, record.seed, state):
            raise RecordError(RecordFault.FALSE_ROLL, record.line_of(index), text)
        state = step.state
        plies.append(Ply(action, step.state, step.events))
    return Replay(initial, tuple(plies))


def seeded_action(rules: Rules[S, A, E], seed: str, state: S) -> A:
    """Return the action by which the dice in the air of *state* come down as *seed* says."""
    return rules.chance_action(roll(seed, rules.throw(state)))


def first_false_roll(rules: Rules[S, A, E], record: Record) -> int | None:
    """Return the number (from 0) of the action where the rolls stop following the seed.

    None where they follow it as far as the record can be played.
    """
    try:
        replay(rules, record)
    except RecordError as error:
        if error.fault is RecordFault.FALSE_ROLL:
            return error.line - record.line_of(0)
    return None


def _initial(rules: Rules[S, A, E], record: Record) -> S:
    """Return the state that *record* begins from. Raises RecordError."""
    if record.game != rules.key:
        raise RecordError(RecordFault.OTHER_GAME, record.line_of_field("game"), record.game)
    if record.rules_version != rules.version:
        found = str(record.rules_version)
        raise RecordError(RecordFault.OTHER_RULES, record.line_of_field("rules"), found)
    try:
        return rules.initial(record.options)
    except ValueError as error:
        line = record.line_of_field("id") + 1  # the options stand right after it
        raise RecordError(RecordFault.BAD_OPTION, line, str(error)) from error
