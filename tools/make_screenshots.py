"""Make the pictures of the README: the real program, stepped without a window.

python tools/make_screenshots.py [FOLDER]
"""

import os
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"

import pygame

from game.app.app import App
from game.app.environment import prepare_environment
from game.app.resources import data_folder
from game.app.window import Window
from game.rules.magdagdon.actions import Action, Confirm, Roll, Stage
from game.rules.magdagdon.board import Difficulty
from game.rules.magdagdon.scoring import score_board
from game.rules.magdagdon.state import Phase, State
from game.scenes.play import PlayScene
from game.session.settings import SettingsFile
from game.session.store import GameStore
from game.ui.language import set_language

SEED = "ember"
FRAME = 1 / 60


def open_app(folder: Path, size: tuple[int, int]) -> App:
    """Return the program with an empty data *folder* and a window of *size*."""
    settings_file = SettingsFile(folder / "settings.toml")
    settings = replace(settings_file.load(), difficulty=Difficulty.SURVIVAL, language="en")
    data = data_folder()
    window = Window(size, False, data / "assets" / "icons" / "magdagdon_64.png")
    return App(window, data, GameStore(folder), settings_file, settings, SEED)


def run(app: App, seconds: float) -> None:
    """Let *app* run for *seconds* of its own time."""
    for _ in range(round(seconds / FRAME)):
        app.frame([], FRAME)


def greedy(state: State, actions: tuple[Action, ...]) -> Action:
    """Return the staging that earns most at once, and Confirm where none is left."""

    def gain(action: Action) -> int:
        if not isinstance(action, Stage):
            return 0
        board = list(state.shown_board)
        board[action.cell] = state.dice[action.die]
        return score_board(tuple(board), state.difficulty, 0).total - state.shown_score.total

    stages = [action for action in actions if isinstance(action, Stage)]
    if stages:
        return max(stages, key=gain)
    return next(action for action in actions if isinstance(action, Confirm))


def play_turns(app: App, turns: int) -> None:
    """Play *turns* turns through the session, as far as no MAGDAGDON comes."""
    session = app.context.session or app.context.start_game()
    while session.state.turn <= turns and session.state.phase in (Phase.ROLL, Phase.PLACE):
        is_roll = session.state.phase is Phase.ROLL
        session.submit(Roll() if is_roll else greedy(session.state, session.legal_actions))


def main() -> None:
    """Write title.png, play.png and portrait.png."""
    target = Path(sys.argv[1] if len(sys.argv) > 1 else "docs/pictures")
    target.mkdir(parents=True, exist_ok=True)
    prepare_environment()
    set_language("en")
    pictures = (("title", (1280, 720)), ("play", (1280, 720)), ("portrait", (720, 1280)))
    for name, size in pictures:
        with tempfile.TemporaryDirectory() as folder:
            app = open_app(Path(folder), size)
            if name != "title":
                app.context.start_game()
                play_turns(app, 3)
                app.stack.start("play")
                scene = app.stack.top
                if isinstance(scene, PlayScene):
                    scene.press_main()
                    run(app, 1.5)
                    scene.choose_die(0)
            run(app, 2.0)
            pygame.image.save(app.window.surface, target / f"{name}.png")
            app.close()
            app.window.close()


if __name__ == "__main__":
    main()
