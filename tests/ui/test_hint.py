"""The hint over the game, and what the coach's scenes may load in the frame loop."""

import subprocess
import sys
from pathlib import Path

import pytest

from game.scenes.base import Push, Reset
from tests.ui.pilot import Pilot
from tests.ui.visits import (
    PreparedDesk,
    advice,
    is_staged,
    is_struck_for_good,
    session_where,
)


@pytest.mark.parametrize("size", [(800, 480), (1080, 1920)])
@pytest.mark.parametrize(("difficulty", "wanted"), [("P", is_staged), ("N", is_struck_for_good)])
def test_the_hints_board_lies_on_that_of_the_game(
    tmp_path: Path, size: tuple[int, int], difficulty: str, wanted: object
) -> None:
    pilot = Pilot(tmp_path, size)
    context = pilot.app.context
    context.session = session_where(difficulty, wanted)
    context.coach = PreparedDesk(advice(context.session.state))
    pilot.app.stack.apply(Reset("play"))
    play = pilot.scene
    pilot.app.stack.apply(Push("hint", {"on_play": lambda _choice: None}))
    hint = pilot.scene
    assert hint is not play
    assert hint._view.geometry.cells == play.geometry.cells
    assert hint._box == play.geometry.prompt
    pilot.close()


def test_the_coach_is_not_loaded_where_frames_would_wait_for_it() -> None:
    code = (
        "import sys\n"
        "import game.scenes.demo, game.scenes.hint, game.scenes.play_forecast\n"
        "import game.scenes.play_coach, game.scenes.review\n"
        "print(*(name for name in sys.modules if name.startswith('game.coach.')))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split()[-1] == "game.coach.advice"
    assert "game.coach.coach" not in done.stdout
