"""`magdagdon simulate`: figures, the same for any number of jobs, and an end by Ctrl+C."""

import io
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import game
from game.cli import main
from game.cli.command import INTERRUPTED
from game.cli.simulate import Progress
from game.coach.play import Player, play, seeded_dice
from game.coach.simulate import game_seed
from game.rules.magdagdon.board import Difficulty
from game.ui.language import set_language

ROOT = Path(game.__file__).parent.parent
GREEDY = ("simulate", "--player", "greedy", "--difficulty", "nightmare", "--games", "6")


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "en")
    set_language("en")


def figures(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, object]:
    assert main([*GREEDY, "--json", *words]) == 0
    out, err = capsys.readouterr()
    assert err == ""  # no bar where there is no terminal
    answer: dict[str, object] = json.loads(out)
    return answer


def test_the_figures_are_those_of_the_games(capsys: pytest.CaptureFixture[str]) -> None:
    games = [
        play(Player.GREEDY, Difficulty.NIGHTMARE, seeded_dice(game_seed("1", number)))
        for number in range(6)
    ]
    scores = sorted(one.score for one in games)
    mean = sum(scores) / 6
    spread = sum((score - mean) ** 2 for score in scores) / 5
    found = figures(capsys, "--seed", "1")
    assert found["games"] == 6
    assert found["mean"] == pytest.approx(mean)
    assert found["stderr"] == pytest.approx((spread / 6) ** 0.5)
    assert found["quantiles"]["0"] == scores[0]
    assert found["quantiles"]["1"] == scores[-1]
    assert found["ruins"] == pytest.approx(sum(one.ruins for one in games) / 6)
    assert found["powers"] == 0
    turns = sum(one.turns for one in games)
    assert found["magdagdon_share"] == pytest.approx(sum(one.struck for one in games) / turns)


def test_a_seed_gives_the_same_figures_whatever_the_jobs(
    capsys: pytest.CaptureFixture[str],
) -> None:
    one = figures(capsys, "--seed", "abc")
    assert figures(capsys, "--seed", "abc", "--jobs", "3") == one
    assert figures(capsys, "--seed", "abd") != one
    assert figures(capsys) == figures(capsys, "--seed", "1")


def test_the_text_tells_every_figure(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*GREEDY, "--games", "1"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("NIGHTMARE, greedy, 1 game\n  Mean score")
    for name in ("end at or below", "Turns in MAGDAGDON", "Ruins a game", "Powers used a game"):
        assert name in out


def test_the_coach_plays_with_its_tables(capsys: pytest.CaptureFixture[str]) -> None:
    words = "simulate --player coach --difficulty n --games 2 --seed 5 --json"
    assert main(words.split()) == 0
    assert json.loads(capsys.readouterr().out)["games"] == 2


def test_every_run_gives_the_same_advice() -> None:
    """In a process of its own, whatever order Python's hashes bring this time."""
    positions = ("..../.34./.4../.... N 0 3 3345", ".6../.5../.44./.... N 0 3 1522")
    said = [
        subprocess.run(
            [sys.executable, "-m", "game", "analyze", "--json", *positions],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": chance},
            capture_output=True,
            check=True,
        ).stdout
        for chance in ("1", "77")
    ]
    assert said[0] == said[1]
    assert said[0].count(b"\n") == 2


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_terminal_gets_a_bar_that_goes_away(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    now = iter([0.0, 1.0, 1.01, 30.0])
    progress = Progress(120, clock=lambda: next(now))
    progress.show(4)
    progress.show(5)  # too soon to be looked at
    progress.show(60)
    progress.clear()
    first, second, last = terminal.getvalue().split("\r")[1:]
    assert "4 of 120 games, 0:29 left" in first
    assert "60 of 120 games" in second
    assert second.count("━") == 15
    assert last == "\x1b[K"


@pytest.mark.skipif(os.name != "posix", reason="sends a signal to a group of processes")
def test_ctrl_c_ends_all_processes_with_one_sentence() -> None:
    words = "simulate --player random --difficulty n --games 1000000 --jobs 2 --lang en"
    running = subprocess.Popen(
        [sys.executable, "-c", HERALD, *words.split()],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert running.stdout.readline() == "playing\n"
    os.killpg(running.pid, signal.SIGINT)
    try:
        out, err = running.communicate(timeout=60)
    except subprocess.TimeoutExpired:
        os.killpg(running.pid, signal.SIGKILL)
        raise
    assert (running.returncode, out) == (INTERRUPTED, "")
    assert err.startswith("Stopped after ")
    assert err.count("\n") == 1
    until = time.monotonic() + 30
    while time.monotonic() < until:
        try:
            os.killpg(running.pid, 0)  # whether anybody of the group is still there
        except ProcessLookupError:
            return
        time.sleep(0.02)
    pytest.fail("a process is left")


HERALD = """
import sys
from game.cli import main
from game.cli.simulate import Progress
show = Progress.show
def herald(self, done):
    if not self.done:
        print("playing", flush=True)
    show(self, done)
if __name__ == "__main__":
    Progress.show = herald
    sys.exit(main(sys.argv[1:]))
"""
