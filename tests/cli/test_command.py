import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

import game
from game.cli import main
from game.cli.command import BROKEN_PIPE, FAILED, INTERRUPTED, NO_DISPLAY
from game.rules.magdagdon.board import Difficulty
from game.ui.language import set_language

POSITION = "3456/334./#4../.3.. S 0 5 5143"
ROOT = Path(game.__file__).parent.parent


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    set_language("en")


class Played:
    """Stands in for the window: remembers what it was asked to play."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        class NoDisplayError(Exception):
            pass

        class FatalError(Exception):
            log = Path("magdagdon.log")

        self.options: list[dict[str, object]] = []
        self.answer: Callable[[], int] = lambda: 0
        self.no_display = NoDisplayError
        self.fatal = FatalError
        module = ModuleType("game.app.run")
        errors = {"NoDisplayError": NoDisplayError, "FatalError": FatalError}
        module.__dict__.update(errors, PlayOptions=dict, run=self._run)
        monkeypatch.setitem(sys.modules, "game.app.run", module)

    def _run(self, options: dict[str, object]) -> int:
        self.options.append(options)
        return self.answer()


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> Played:
    return Played(monkeypatch)


def program(*arguments: str, **options: object) -> "subprocess.CompletedProcess[bytes]":
    command = [sys.executable, "-m", "game", *arguments]
    return subprocess.run(command, capture_output=True, cwd=ROOT, check=False, **options)


def test_no_command_plays_with_everything_left_to_the_settings(played: Played) -> None:
    played.answer = lambda: 10
    assert main([]) == 10
    assert played.options == [
        {
            "difficulty": None,
            "seed": None,
            "fullscreen": None,
            "size": None,
            "data_dir": None,
            "language": None,
            "replay": None,
            "kiosk": None,
            "scores_url": "",
        }
    ]


def test_options_reach_the_game(played: Played, tmp_path: Path) -> None:
    words = "--seed abc --difficulty nightmare --fullscreen --size 800x480 --lang en_GB"
    assert main([*words.split(), "--data-dir", str(tmp_path)]) == 0
    assert main(["--difficulty", "s", "--no-fullscreen", "--size=1080X1920"]) == 0
    first, second = played.options
    assert first == {
        "difficulty": Difficulty.NIGHTMARE,
        "seed": "abc",
        "fullscreen": True,
        "size": (800, 480),
        "data_dir": tmp_path,
        "language": "en",
        "replay": None,
        "kiosk": None,
        "scores_url": "",
    }
    assert second["difficulty"] is Difficulty.SURVIVAL
    assert second["fullscreen"] is False
    assert second["size"] == (1080, 1920)


@pytest.mark.parametrize(
    "words",
    [
        ["--seed", ""],
        ["--seed", "two words"],
        ["--seed", "\udcff"],
        ["--seed", "x" * 65],
        ["--seed"],
        ["--difficulty", "easy"],
        ["--size", "800"],
        ["--size", "0x0"],
        ["--size", "640x480"],
        ["--size", "99999x99999"],
        ["--size", "-800x480"],
        ["--lang", "tlh"],
        ["--lang", ""],
        ["--data-dir", ""],
        ["--nonsense"],
        ["--see", "abc"],
        ["dance"],
        ["analyze"],
        ["analyze", "--json"],
        ["simulate", "--player", "nobody"],
        ["simulate", "--games", "0"],
        ["simulate", "--games", "1000001"],
        ["simulate", "--games", "-3"],
        ["simulate", "--jobs", "two"],
        ["simulate", "--jobs", "61"],
        ["simulate", "--seed", ""],
        ["simulate", "--difficulty", "easy"],
        ["review"],
        ["review", "a.txt", "b.txt"],
        ["scores", "--difficulty", "easy"],
        ["scores", "more"],
        ["\udcff\x00\n"],
    ],
)
def test_bad_arguments_are_one_line_and_exit_code_2(
    played: Played, capsys: pytest.CaptureFixture[str], words: list[str]
) -> None:
    assert main(words) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("magdagdon: ")
    assert err.count("\n") == 1
    assert played.options == []


def test_without_a_display_one_sentence_and_exit_code_3(
    played: Played, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse() -> int:
        raise played.no_display

    played.answer = refuse
    assert main([]) == NO_DISPLAY == 3
    out, err = capsys.readouterr()
    assert out == ""
    assert err == "There is no display: MAGDAGDON needs a screen to be played on.\n"


def test_an_interruption_is_exit_code_130_and_says_nothing(
    played: Played, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupt() -> int:
        raise KeyboardInterrupt

    played.answer = interrupt
    assert main([]) == INTERRUPTED == 130
    assert capsys.readouterr() == ("", "")


def test_the_version_and_the_help_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"magdagdon {game.__version__}\n"
    for words in (
        ["--help"],
        ["analyze", "--help"],
        ["scores", "-h"],
        ["simulate", "-h"],
        ["review", "-h"],
    ):
        assert main(words) == 0
        assert capsys.readouterr().out.startswith("usage: magdagdon")


def test_the_program_runs_as_a_module_without_loading_the_window() -> None:
    watch = (
        "import sys, game.cli; code = game.cli.main(sys.argv[1:]);"
        "assert 'pygame' not in sys.modules and 'numpy' not in sys.modules; sys.exit(code)"
    )
    done = subprocess.run(
        [sys.executable, "-c", watch, "analyze", "--json", "--no-coach", POSITION],
        capture_output=True,
        cwd=ROOT,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert program("analyze", "--json", "--no-coach", POSITION).stdout == done.stdout
    assert program("--version").stdout == f"magdagdon {game.__version__}\n".encode()


def test_streams_that_know_few_characters_show_the_rest_all_the_same() -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "ascii:strict", "PYTHONUTF8": "0"}
    done = program("analyze", "--no-coach", POSITION, env=environment)
    assert done.returncode == 0
    assert "−15" in done.stdout.decode()
    assert done.stderr == b""


def test_without_streams_as_in_a_windowed_program_nothing_breaks() -> None:
    code = (
        "import sys, os; sys.stdin = sys.stdout = sys.stderr = None\n"
        "from game.cli import main\n"
        "asked = (['analyze', '-'], ['analyze', 'x'], ['--help'], ['--no'])\n"
        "codes = [main(words) for words in asked]\n"
        "os._exit(0 if codes == [0, 2, 0, 2] else 1)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


@pytest.mark.skipif(os.name != "posix", reason="needs a pipe whose reader is gone")
def test_a_reader_that_went_away_is_met_in_silence() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "game", "analyze", "--json", *[POSITION] * 3]
    done = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, cwd=ROOT, check=False)
    os.close(writing)
    assert (done.returncode, done.stderr) == (BROKEN_PIPE, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_under_the_output_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    # Unbuffered, argparse meets the error itself and keeps it to itself.
    monkeypatch.delenv("PYTHONUNBUFFERED", raising=False)
    for words in (["analyze", POSITION], ["scores"], ["--help"]):
        with Path("/dev/full").open("wb") as full:
            command = [sys.executable, "-m", "game", *words]
            done = subprocess.run(
                command, stdout=full, stderr=subprocess.PIPE, cwd=ROOT, check=False
            )
        assert done.returncode == FAILED
        assert done.stderr.startswith(b"magdagdon: input or output failed: ")
        assert done.stderr.count(b"\n") == 1
