"""`magdagdon replay`: a good file opens the viewer, a bad one is one sentence and exit code 2."""

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest

import game
from game.cli import main
from game.cli.command import BAD_INPUT
from game.session.record import Record, format_record
from game.ui.language import set_language
from tests.session.play import finished_record

ROOT = Path(game.__file__).parent.parent


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> list[Record]:
    """Stand in for the window; tell which games it was asked to show."""
    set_language("en")
    records: list[Record] = []
    module = ModuleType("game.app.run")

    def run(options: dict[str, Record]) -> int:
        records.append(options["replay"])
        return 0

    errors = {"NoDisplayError": OSError, "FatalError": OSError}
    module.__dict__.update(errors, PlayOptions=dict, run=run)
    monkeypatch.setitem(sys.modules, "game.app.run", module)
    return records


def test_recorded_game_is_shown(shown: list[Record], tmp_path: Path) -> None:
    record = finished_record("watch")
    path = tmp_path / "game.txt"
    path.write_text(format_record(record), encoding="utf-8")
    assert main(["replay", str(path)]) == 0
    assert shown == [record]


def test_bad_files_are_one_sentence(
    shown: list[Record], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = finished_record("lie")
    texts = {
        "nonsense.txt": "hello",
        "lie.txt": format_record(replace(record, scores=(9999,))),
        "cut.txt": format_record(record)[:-30],
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    for name in [*texts, "missing.txt", ""]:
        assert main(["replay", str(tmp_path / name)]) == BAD_INPUT
        said = capsys.readouterr()
        assert said.out == ""
        assert said.err.count("\n") == 1
        assert (name or tmp_path.name)[:20] in said.err
        assert "Traceback" not in said.err
    assert shown == []


def test_no_file_is_bad_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay"]) == BAD_INPUT
    assert "FILE" in capsys.readouterr().err


def test_viewer_opens_over_the_title(tmp_path: Path) -> None:
    """The real program, in a process of its own, until its window is closed."""
    path = tmp_path / "game.txt"
    path.write_text(format_record(finished_record("real")), encoding="utf-8")
    program = f"""
import pygame
from game.app.app import App
frame, seen = App.frame, []
def watch(app, events, dt):
    seen.append(app.stack.keys)
    app.is_running = len(seen) < 5
    return frame(app, events, dt)
App.frame = watch
from game.cli import main
code = main(["replay", {str(path)!r}, "--data-dir", {str(tmp_path / "data")!r}])
assert seen[-1] == ["TitleScene", "ReplayScene"], seen
raise SystemExit(code)
"""
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, env=os.environ, capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr.decode()
