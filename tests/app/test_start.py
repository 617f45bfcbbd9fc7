"""What the first picture waits for: nothing that only a game, a file or another scene needs."""

import subprocess
import sys
from pathlib import Path

UNNEEDED = {
    "concurrent.futures",
    "game.coach",
    "game.rules.magdagdon.engine",
    "game.rules.magdagdon.events",
    "game.scenes.play",
    "game.session.replay",
    "game.session.session",
    "logging.handlers",
    "numpy",
    "tomli_w",
}
"""Modules that take their time and have nothing to do with the title of a new player."""

FIRST_TITLE = """
import os, sys
from pathlib import Path
from game.app import run
from game.app.app import App

def first(self, events, dt):
    print(type(self.stack.top).__name__, *sys.modules, sep="\\n", flush=True)
    os._exit(0)

App.frame = first
run.run(run.PlayOptions(data_dir=Path(sys.argv[1]), language="en"))
"""


def test_the_first_title_comes_before_what_only_a_game_needs(tmp_path: Path) -> None:
    command = [sys.executable, "-c", FIRST_TITLE, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    lines = done.stdout.splitlines()
    loaded = set(lines[lines.index("TitleScene") :])
    assert sorted(loaded & UNNEEDED) == []
    assert "game.scenes.title" in loaded
