"""The smoke test: the real program plays a turn by itself, to prove that all of it came along."""

import pkgutil
import time
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory

import pygame
from pygame.event import Event

import game
from game.app.app import App
from game.app.crash import FatalError
from game.app.logs import log_path
from game.app.run import PlayOptions, run
from game.coach.advice import Advice
from game.rules.magdagdon.actions import Stage
from game.rules.magdagdon.board import Difficulty
from game.rules.magdagdon.state import State
from game.scenes.play import PlayScene
from game.session.settings import SettingsFile
from game.ui.button import Button
from game.ui.input import Point
from game.ui.wording import difficulty_name

SEED = "smoke"
DIFFICULTY = Difficulty.SURVIVAL
FRAME = 1 / 30
"""Seconds of the game's own time in each frame; it does not wait for them to pass."""
GUARD_SECONDS = 0.3
"""After so long any button listens, also one that has just changed its meaning."""
PATIENCE = 60.0
"""Seconds that the coach may take to read its tables and answer."""
OPTIONAL = frozenset({"sqlalchemy", "psycopg"})
"""What an extra brings, and the game does without."""


class SmokeError(RuntimeError):
    """The program does not work as a whole; the text is its log, for whoever packed it."""


def smoke_test(options: PlayOptions) -> None:
    """Open the window, play one turn of a seeded game in it by taps, and leave.

    The player's data are neither read nor written: it happens in a folder that is thrown away.
    Raises NoDisplayError, and SmokeError where anything fails or is worth a warning in the log.
    """
    with TemporaryDirectory(prefix="magdagdon-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        settings = SettingsFile(folder / "settings.toml")
        settings.save(replace(settings.load(), is_tutorial_done=True))
        error: Exception | None = None
        try:
            alone = replace(options, replay=None, kiosk=None)
            run(replace(alone, data_dir=folder, seed=SEED, script=play_a_turn))
        except (FatalError, OSError) as failure:
            error = failure
        log = log_path(folder).read_text(encoding="utf-8")
        lines = log.splitlines()
        if error or any(word in line for line in lines for word in (" WARNING ", " ERROR ")):
            raise SmokeError(log) from error


def play_a_turn(app: App) -> None:
    """Play one turn in *app* by taps on what it shows; the coach says where the dice go.

    Raises SmokeError where the game does not go on as it should.
    """
    app.frame([], 0.0)
    app.context.audio.open()
    while app.load_next():
        pass
    _import_everything()
    _tap(app, _card(app).box.center)
    scene = app.stack.top
    if not isinstance(scene, PlayScene):
        raise SmokeError(f"the game did not begin: {app.stack.keys}")
    _tap(app, scene.geometry.confirm.center)
    for action in _advice(app, scene.state).best.actions:
        if isinstance(action, Stage):
            _tap(app, scene.view.dice[action.die].box.center)
            _tap(app, scene.geometry.cells[action.cell].center)
    _tap(app, scene.geometry.confirm.center)
    if scene.state.turn != 2 or not any(scene.state.board):
        raise SmokeError(f"the turn was not played: {scene.state}")
    app.stack.top.canvas.mark_all()
    _rest(app)
    box = app.window.surface.get_rect()
    if len({tuple(app.window.surface.get_at((x, box.centery))) for x in range(box.width)}) < 8:
        raise SmokeError("the window is empty")


def _import_everything() -> None:
    """Import every module of the game: none may miss another, whenever it is needed."""
    for module in pkgutil.walk_packages(game.__path__, "game."):
        try:
            import_module(module.name)
        except ModuleNotFoundError as error:
            if (error.name or "").partition(".")[0] not in OPTIONAL:
                raise


def _card(app: App) -> Button:
    """Return the title's card of `DIFFICULTY`."""
    for control in app.stack.top.controls.all:
        if isinstance(control, Button) and control.caption == difficulty_name(DIFFICULTY):
            return control
    raise SmokeError(f"no game to choose: {app.stack.keys}")


def _advice(app: App, state: State) -> Advice:
    """Return what the coach advises at *state*, thought out in its thread beside the frames."""
    inquiry = app.context.coach.ask(lambda coach: iter((coach.advise(state),)))
    until = time.monotonic() + PATIENCE
    while not inquiry.is_done and time.monotonic() < until:
        app.frame(pygame.event.get(), FRAME)
        time.sleep(0.001)
    if inquiry.latest is None:
        raise SmokeError("the coach does not answer") from inquiry.error
    return inquiry.latest


def _tap(app: App, at: Point) -> None:
    """Tap at *at* by way of the system's queue of events, and let what follows come to rest."""
    pygame.event.post(Event(pygame.MOUSEBUTTONDOWN, pos=at, button=1, touch=False))
    pygame.event.post(Event(pygame.MOUSEBUTTONUP, pos=at, button=1, touch=False))
    _rest(app)


def _rest(app: App) -> None:
    """Let time pass until every button listens, however long a slow machine makes its pictures."""
    left = round(GUARD_SECONDS / FRAME) + 1
    while left > 0:
        app.frame(pygame.event.get(), FRAME)
        left -= app.stack.is_ready
