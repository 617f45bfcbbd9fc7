"""One game under way: the one gate for actions, undo, and the record that is saved after each."""

import secrets
import uuid
from collections.abc import Mapping
from dataclasses import replace
from typing import Generic, Protocol, Self, TypeVar

from game.rules.api import CHANCE, TERMINAL, Outcome, Rules
from game.rules.dice import check_seed
from game.session.clock import Clock, utc_now
from game.session.record import Mark, Record, RecordError, RecordFault, clean_name
from game.session.replay import Ply, replay, seeded_action

S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")

MAX_TICK = 1.0
"""Seconds that one tick may add: a laptop that slept was not played on."""

_LONG_RUN = 200
"""Undoable actions in a row before the ones that led nowhere leave the record."""


class RecordStore(Protocol):
    """Where a session puts its record after every action."""

    def save(self, record: Record) -> None:
        """Keep *record* in place of the one before. Raises OSError."""
        ...


class Session(Generic[S, A, E]):
    """One game: its state, and the only way to change it."""

    def __init__(
        self,
        rules: Rules[S, A, E],
        record: Record,
        store: RecordStore | None = None,
        now: Clock = utc_now,
    ) -> None:
        """Take up *record* where it stands. Raises RecordError; see `start` and `resume`."""
        if not record.seed:
            raise RecordError(RecordFault.SEED_WITHHELD, record.line_of_field("seed"))
        game = replay(rules, record)
        self.rules = rules
        self.save_error: OSError | None = None
        """Why the last save failed; None where it did not. The next action tries again."""
        self._header = record
        self._store = store
        self._now = now
        self._initial = game.initial
        self._plies = list(game.plies)
        self._played = float(record.played)
        self._settle()
        self._check_result()
        self._close()

    @classmethod
    def start(
        cls,
        rules: Rules[S, A, E],
        options: Mapping[str, str],
        seed: str | None = None,
        *,
        name: str = "",
        store: RecordStore | None = None,
        now: Clock = utc_now,
    ) -> Self:
        """Begin a game and save it. A chosen *seed* marks it as practice.

        Raises ValueError where the rules do not know *options*, SeedError where *seed* is none.
        """
        rules.initial(options)
        record = Record(
            game=rules.key,
            rules_version=rules.version,
            game_id=uuid.uuid4().hex,
            options=dict(options),
            seed=secrets.token_hex(16) if seed is None else check_seed(seed),
            started=now().replace(microsecond=0),
            marks=frozenset() if seed is None else frozenset({Mark.PRACTICE}),
            name=clean_name(name),
        )
        session = cls(rules, record, store, now)
        session.save()
        return session

    @classmethod
    def resume(
        cls,
        rules: Rules[S, A, E],
        record: Record,
        *,
        store: RecordStore | None = None,
        now: Clock = utc_now,
    ) -> Self:
        """Take a game up where *record* ends, with the same dice to come.

        Raises RecordError where its actions are not legal or its rolls are not the seed's.
        """
        return cls(rules, record, store, now)

    @property
    def state(self) -> S:
        """The position as it stands."""
        return self._plies[-1].state if self._plies else self._initial

    @property
    def legal_actions(self) -> tuple[A, ...]:
        """Every action that `submit` takes now."""
        return self.rules.legal_actions(self.state)

    @property
    def is_over(self) -> bool:
        """Tell whether the game has ended."""
        return self.rules.to_move(self.state) == TERMINAL

    @property
    def outcome(self) -> Outcome | None:
        """The result, once the game is over."""
        return self.rules.outcome(self.state)

    @property
    def played(self) -> float:
        """Seconds of play so far."""
        return self._played

    @property
    def record(self) -> Record:
        """The game so far, as it is saved."""
        actions = tuple(self.rules.format_action(ply.action) for ply in self._plies)
        return replace(self._header, played=int(self._played), actions=actions)

    @property
    def can_undo(self) -> bool:
        """Tell whether the last action can be taken back (M2.5; never a roll, M2.7, or a Power)."""
        return bool(self._plies) and self.rules.is_undoable(self._plies[-1].action)

    def submit(self, action: A) -> tuple[E, ...]:
        """Play *action*, let dice in the air come down, save, and report what happened.

        Raises IllegalActionError, with the reason, where the rules refuse it; nothing changed then.
        """
        events = self._play(action) + self._settle()
        self._close()
        self._shorten_run()
        self.save()
        return events

    def undo(self) -> A | None:
        """Take the last action back and return it; None where it can't be taken back."""
        if not self.can_undo:
            return None
        action = self._plies.pop().action
        self.save()
        return action

    def tick(self, dt: float) -> None:
        """Count *dt* seconds of play, at most `MAX_TICK` at a time, while the game is on."""
        if not self.is_over:
            self._played += min(max(0.0, dt), MAX_TICK)

    def mark(self, mark: Mark) -> None:
        """Set the game apart as *mark* says, for good."""
        if mark not in self._header.marks:
            self._header = replace(self._header, marks=self._header.marks | {mark})
            self.save()

    def rename(self, name: str) -> None:
        """Give the player of this game a *name*."""
        self._header = replace(self._header, name=clean_name(name))
        self.save()

    def save(self) -> bool:
        """Save the game as it stands, and tell whether that succeeded (see `save_error`)."""
        self.save_error = None
        if self._store is not None:
            try:
                self._store.save(self.record)
            except OSError as error:  # a full disk must not stop the game
                self.save_error = error
        return self.save_error is None

    def _play(self, action: A) -> tuple[E, ...]:
        step = self.rules.apply(self.state, action)
        self._plies.append(Ply(action, step.state, step.events))
        return step.events

    def _settle(self) -> tuple[E, ...]:
        """Let all dice in the air come down as the seed says (M2.7)."""
        events: tuple[E, ...] = ()
        while self.rules.to_move(self.state) == CHANCE:
            events += self._play(seeded_action(self.rules, self._header.seed, self.state))
        return events

    def _check_result(self) -> None:
        """Raise RecordError where the record tells another end than its actions."""
        outcome = self.outcome
        scores = outcome.scores if outcome is not None else ()
        header = self._header
        if (header.finished or header.scores) and header.scores != scores:
            line = header.line_of_field("scores")
            raise RecordError(RecordFault.FALSE_SCORE, line, " ".join(map(str, header.scores)))

    def _close(self) -> None:
        """Write the result of a game that has just ended into its record."""
        outcome = self.outcome
        if outcome is not None and self._header.finished is None:
            moment = self._now().replace(microsecond=0)
            self._header = replace(self._header, finished=moment, scores=outcome.scores)

    def _shorten_run(self) -> None:
        """Drop actions that led back to an earlier position, once very many can be undone.

        A hand that stages and takes back for hours must not make a record without end.
        """
        start = len(self._plies)
        while start and self.rules.is_undoable(self._plies[start - 1].action):
            start -= 1
        if len(self._plies) - start <= _LONG_RUN:
            return
        path: list[Ply[S, A, E]] = []
        length_at = {self._plies[start - 1].state if start else self._initial: 0}
        for ply in self._plies[start:]:
            if ply.state in length_at:
                length = length_at[ply.state]
                for dropped in path[length:]:
                    del length_at[dropped.state]
                del path[length:]
            else:
                path.append(ply)
                length_at[ply.state] = len(path)
        self._plies[start:] = path
