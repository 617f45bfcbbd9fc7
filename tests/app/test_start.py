"""What the first picture waits for: nothing that only a game, a file or another scene needs."""

import subprocess
import sys
from pathlib import Path

UNNEEDED = {
    "concurrent.futures",
    "game.coach",
    "game.rules.api",
    "game.rules.dice",
    "game.rules.magdagdon.engine",
    "game.rules.magdagdon.events",
    "game.scenes.play",
    "game.session.replay",
    "game.session.scores",
    "game.session.session",
    "logging.handlers",
    "numpy",
    "platformdirs",
    "sqlite3",
    "tomli_w",
    "tomllib",
}
"""Modules that take their time and have nothing to do with the title of a new player."""

FIRST_TITLE = """
import os, sys
from game.app.app import App
from game.cli import main

def first(self, events, dt):
    print(type(self.stack.top).__name__, *sys.modules, sep="\\n", flush=True)
    os._exit(0)

App.frame = first
main(["--data-dir", sys.argv[1], "--lang", "en"])
"""


def test_the_first_title_comes_before_what_only_a_game_needs(tmp_path: Path) -> None:
    command = [sys.executable, "-c", FIRST_TITLE, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    lines = done.stdout.splitlines()
    loaded = set(lines[lines.index("TitleScene") :])
    assert sorted(loaded & UNNEEDED) == []
    assert "game.scenes.title" in loaded


COLLECTING = """
import gc, os, sys
from game.app.app import App
from game.cli import main

frame = App.frame

def seen(self, events, dt):
    print(gc.isenabled(), flush=True)
    if gc.isenabled():
        os._exit(0)
    return frame(self, events, dt)

App.frame = seen
main(["--data-dir", sys.argv[1], "--lang", "en"])
"""


def test_circles_are_looked_for_once_the_first_picture_is_there(tmp_path: Path) -> None:
    command = [sys.executable, "-c", COLLECTING, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-2:] == ["False", "True"]
