"""Games to test with: a clock that stands still, and random play to any depth."""

import random
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from game.rules.magdagdon.actions import Action, Confirm, Ruin
from game.rules.magdagdon.engine import Magdagdon
from game.rules.magdagdon.events import Event
from game.rules.magdagdon.state import State
from game.session.record import Record
from game.session.session import RecordStore, Session

RULES = Magdagdon()
NOON = datetime(2026, 3, 14, 12, 0, tzinfo=UTC)
MagdagdonSession = Session[State, Action, Event]


def noon() -> datetime:
    return NOON


def new_session(
    seed: str | None = "seed", difficulty: str = "P", store: RecordStore | None = None
) -> MagdagdonSession:
    return Session.start(RULES, {"difficulty": difficulty}, seed, store=store, now=noon)


def random_plies(session: MagdagdonSession, chance: random.Random) -> Iterator[Action]:
    """Play legal actions at random until the game is over, undoing now and then."""
    while not session.is_over:
        if session.can_undo and chance.random() < 0.1:
            session.undo()
        action = chance.choice(session.legal_actions)
        session.submit(action)
        yield action


def play_to_end(session: MagdagdonSession) -> Record:
    """Finish the game: confirm or ruin as soon as that is legal, until then try stagings."""
    chance = random.Random(7)
    while not session.is_over:
        legal = session.legal_actions
        closing = [action for action in legal if isinstance(action, Confirm | Ruin)]
        session.submit(closing[0] if closing else chance.choice(legal))
    return session.record


def finished_record(seed: str = "seed", difficulty: str = "P") -> Record:
    return play_to_end(new_session(seed, difficulty))


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())
