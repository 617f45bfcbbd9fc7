"""When something goes wrong that should not: the crash scene, or at last a sentence and the end.

What it takes is in memory before the player can have done much (see `registry.preload`), so it is
imported where it is used: the title comes up sooner.
"""

from __future__ import annotations

import logging
from pathlib import Path
from typing import TYPE_CHECKING

from game.app.app import App
from game.app.logs import log_crash, shorten_home

if TYPE_CHECKING:
    from game.scenes.game_session import GameSession

log = logging.getLogger(__name__)

SCENE = "crash"


class FatalError(RuntimeError):
    """The game can't go on; *log* is where it is written what happened."""

    def __init__(self, log_path: Path) -> None:
        super().__init__(f"the game can't go on; see {log_path}")
        self.log = shorten_home(str(log_path))


def recover(app: App, error: Exception, log_path: Path) -> None:
    """Show the crash scene in place of whatever failed, with the game as it was saved.

    Raises FatalError where that is what failed, or fails in its turn.
    """
    from game.scenes.crash import CrashScene  # noqa: PLC0415  # see the module's docstring

    session = app.context.session
    log_crash(error, None if session is None else session.record)
    if isinstance(app.stack.top, CrashScene):
        raise FatalError(log_path) from error
    try:
        app.context.session = _taken_up(app)
        app.restart(SCENE, {"log": shorten_home(str(log_path))})
    except Exception as second:
        log.critical("the crash scene could not be shown", exc_info=second)
        raise FatalError(log_path) from second


def _taken_up(app: App) -> GameSession | None:
    """Return the game under way from the saved game, or from memory where that could not be saved.

    Either is played again from its seed: nothing of a broken state comes along.
    """
    from game.session.record import RecordError  # noqa: PLC0415  # see the module's docstring
    from game.session.session import Session  # noqa: PLC0415  # see the module's docstring

    context = app.context
    broken = context.session
    if broken is None:
        return None
    if context.store.is_owner and broken.save_error is None:
        return context.store.resume(context.rules)
    try:
        session = Session.resume(context.rules, broken.record, store=context.store)
    except RecordError as error:
        log.critical("the game in memory does not hold", exc_info=error)
        return context.store.resume(context.rules)
    return None if session.is_over else session
