"""The smoke test plays a real turn, and tells of what is missing."""

from pathlib import Path

import pytest

from game.app import smoke
from game.app.app import App
from game.app.run import PlayOptions
from game.app.smoke import SmokeError, smoke_test
from game.cli import main


def test_a_turn_is_played_in_the_real_program(
    own_home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    boards = []
    play_a_turn = smoke.play_a_turn

    def play_and_look(app: App) -> None:
        play_a_turn(app)
        session = app.context.session
        assert session is not None
        boards.append(session.state.board)
        assert session.record.seed == smoke.SEED

    monkeypatch.setattr(smoke, "play_a_turn", play_and_look)
    before = list(own_home.rglob("*"))
    assert main(["--smoke-test"]) == 0
    assert capsys.readouterr().out == "ready\n"
    assert sum(map(bool, boards[0])) >= 2
    assert list(own_home.rglob("*")) == before


def test_what_fails_is_told_with_the_log(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_app: App) -> None:
        raise FileNotFoundError("no such picture")

    def warn(app: App) -> None:
        app.context.audio._folder = Path("nowhere")
        app.context.audio.open()
        app.context.audio.load_next()

    for script, word in ((fail, "no such picture"), (warn, "shake is not there")):
        monkeypatch.setattr(smoke, "play_a_turn", script)
        with pytest.raises(SmokeError, match=word):
            smoke_test(PlayOptions())
