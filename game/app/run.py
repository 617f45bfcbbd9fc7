"""Starting the game: from options to a running window, and back to an exit code."""

import gc
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

import pygame

from game.app.app import App
from game.app.crash import FatalError, recover
from game.app.folders import data_folder as player_folder
from game.app.logs import log_crash, log_system, logging_to
from game.app.loop import ACTIVE_RATE, Pace
from game.app.resources import data_folder
from game.app.signals import stopped_by_signals
from game.app.window import NoDisplayError, Window
from game.rules.magdagdon.board import Difficulty
from game.scenes.base import Push
from game.scenes.tutorial_offer import offer_tutorial
from game.session.record import Record
from game.session.settings import Settings, SettingsFile
from game.session.store import GameStore

if TYPE_CHECKING:
    from game.session.fleet import Fleet
    from game.session.kiosk_config import KioskConfig, KioskFile

__all__ = ["FatalError", "NoDisplayError", "PlayOptions", "run"]

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class PlayOptions:
    """What the command line says about playing; None leaves it to the settings."""

    difficulty: Difficulty | None = None
    seed: str | None = None
    fullscreen: bool | None = None
    size: tuple[int, int] | None = None
    data_dir: Path | None = None
    language: str | None = None
    replay: Record | None = None
    """A recorded game to watch first; it can be played again."""
    kiosk: "tuple[KioskFile, KioskConfig] | None" = None
    """How the public machine is set up; None where it is none."""
    script: Callable[[App], None] | None = None
    """What plays in the player's stead, after which the program ends."""
    scores_url: str = field(default="", repr=False)
    """The database of shared scores, "" for none. It may hold a password."""


def run(options: PlayOptions) -> int:
    """Play until the player leaves; return the exit code.

    Raises NoDisplayError, and FatalError where even the crash scene failed.
    """
    folder = player_folder(options.data_dir)
    settings_file = SettingsFile(folder / "settings.toml")
    settings = settings_file.load()
    if options.difficulty is not None:
        settings = replace(settings, difficulty=options.difficulty)
    if options.language is not None:
        settings = replace(settings, language=options.language)
    if options.fullscreen is not None:
        settings = replace(settings, is_fullscreen=options.fullscreen)
    if options.kiosk is not None:
        settings = options.kiosk[1].visitor_settings()
    with logging_to(folder) as log_path, stopped_by_signals() as is_stopped:
        try:
            return _play(options, settings_file, settings, log_path, is_stopped)
        except (NoDisplayError, FatalError, OSError):
            log.exception("the game ends")
            raise
        except Exception as error:
            log_crash(error, None)
            raise FatalError(log_path) from error


def _play(
    options: PlayOptions,
    settings_file: SettingsFile,
    settings: Settings,
    log_path: Path,
    is_stopped: Callable[[], bool],
) -> int:
    app = _start(options, settings_file, settings, is_stopped)
    if app is None:
        return 0
    try:
        if options.scores_url:
            app.context.fleet = _fleet(options, app.context.store)
        app.frame([], 0.0)  # the first picture comes before whatever can come later
        gc.enable()
        log.info("first picture after %.0f ms of work", 1000 * time.process_time())
        log_system()
        way = _first_way(app, options)
        if way is not None:
            app.stack.apply(way)
        if options.script is not None:
            options.script(app)
        else:
            _loop(app, log_path, is_stopped)
    finally:
        app.close()
        app.window.close()
    return app.exit_code


def _start(
    options: PlayOptions,
    settings_file: SettingsFile,
    settings: Settings,
    is_stopped: Callable[[], bool],
) -> App | None:
    """Open the window and put the program together; None where a kiosk was stopped before."""
    data = data_folder()
    icon = data / "assets" / "icons" / "magdagdon_64.png"
    folder = settings_file.path.parent
    if options.kiosk is not None:
        from game.app.kiosk_app import start_kiosk  # noqa: PLC0415 - few are kiosks

        return start_kiosk(data, icon, folder, settings_file, settings, options.kiosk, is_stopped)
    window = Window(options.size or settings.window_size, settings.is_fullscreen, icon)
    return App(window, data, GameStore(folder), settings_file, settings, options.seed)


def _fleet(options: PlayOptions, store: GameStore) -> "Fleet":
    """Return this machine's part in the shared scores. Raises FleetError."""
    from game.session.fleet import Fleet  # noqa: PLC0415 - few have shared scores

    kiosk = options.kiosk[1].kiosk_name if options.kiosk else ""
    return Fleet(options.scores_url, kiosk, store.folder)


def _first_way(app: App, options: PlayOptions) -> Push | None:
    """Return where to go from the title before the player has said anything."""
    if options.replay is not None:
        # Here and not above: the title comes up before it is needed.
        from game.scenes.replay_opening import replay_of_record  # noqa: PLC0415  # see above

        return replay_of_record(options.replay)
    if len(app.stack) > 1 or app.context.session is not None or options.kiosk is not None:
        return None
    return offer_tutorial(app.context, app.stack.top)


def _loop(app: App, log_path: Path, is_stopped: Callable[[], bool]) -> None:
    """Play until the player leaves or a signal asks for it. Raises FatalError, NoDisplayError."""
    clock = pygame.time.Clock()
    pace = Pace()
    app.context.audio.open()
    if app.context.fleet is not None:
        app.context.fleet.start()
    rate = ACTIVE_RATE
    while app.is_running and not is_stopped():
        dt = clock.tick(rate) / 1000
        is_busy = True
        try:
            is_busy = app.frame(app.take_events(), dt)
            app.load_next()
        except NoDisplayError:
            raise
        except Exception as error:
            recover(app, error, log_path)
        rate = pace.rate(is_busy, dt)
