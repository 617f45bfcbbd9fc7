"""`--kiosk`, `--config`, `--reset-pin`: one sentence where they are used wrongly."""

import io
import sys
from pathlib import Path

import pytest

from game.cli import main
from game.session.kiosk_config import OVERRIDES
from game.session.pin import check_pin
from game.ui.language import set_language
from tests.cli.test_command import Played, program


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    set_language("en")


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> Played:
    return Played(monkeypatch)


@pytest.fixture
def config(tmp_path: Path) -> Path:
    path = tmp_path / "kiosk_setup.toml"
    path.write_text('pin = "4711"\nrotation = 90\n')
    return path


def test_a_kiosk_is_played_with_its_configuration(
    played: Played, tmp_path: Path, config: Path
) -> None:
    played.answer = lambda: 10
    words = ["--kiosk", "--config", str(config), "--data-dir", str(tmp_path)]
    assert main(words) == 10
    (options,) = played.options
    file, found = options["kiosk"]
    assert file.overrides == tmp_path / OVERRIDES
    assert found.rotation == 90
    assert check_pin("4711", found.pin_hash)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--config", "x.toml"], "--config needs --kiosk"),
        (["--reset-pin"], "--reset-pin needs --kiosk"),
        (["--kiosk", "--config", ""], "a file needs a name"),
        (["--kiosk", "--config"], "expected one argument"),
        (["--kiosk", "--seed", "abc"], "--seed does not go with --kiosk"),
        (["--kiosk", "--size", "800x480"], "--size does not go with --kiosk"),
        (["--kiosk", "--no-fullscreen"], "--fullscreen does not go with --kiosk"),
        (["--kiosk", "--difficulty", "P"], "--difficulty does not go with --kiosk"),
        (["--kiosk", "scores"], "scores does not go with --kiosk"),
        (["--kiosk", "replay", "x"], "replay does not go with --kiosk"),
        (["--kiosk", "--config", "no/such.toml"], "'such.toml' can't be opened: No such file"),
        (["--kiosk"], "A kiosk needs a PIN"),
    ],
)
def test_wrong_use_is_one_sentence(
    played: Played, capsys: pytest.CaptureFixture[str], words: list[str], sentence: str
) -> None:
    assert main(words) == 2
    said = capsys.readouterr()
    assert said.out == ""
    (line,) = said.err.splitlines()
    assert sentence in line.replace('"', "'").replace("“", "'").replace("”", "'")
    assert played.options == []


@pytest.mark.parametrize(
    "line",
    ["rotation = 45", 'colour = "red"', "pin = 4711", 'languages = ["xx"]', "= 1", 'pin = "47a1"'],
)
def test_a_wrong_entry_is_one_sentence_without_the_pin(
    played: Played, capsys: pytest.CaptureFixture[str], config: Path, line: str
) -> None:
    config.write_text(line + "\n")
    assert main(["--kiosk", "--config", str(config)]) == 2
    (said,) = capsys.readouterr().err.splitlines()
    assert config.name in said
    assert said.endswith(".")
    assert line.partition("=")[0].strip() in said
    assert "4711" not in said
    assert "47a1" not in said
    assert played.options == []


def test_a_new_pin_is_read_and_counts(
    played: Played,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    config: Path,
) -> None:
    words = ["--kiosk", "--config", str(config), "--data-dir", str(tmp_path)]
    monkeypatch.setattr(sys, "stdin", io.StringIO("13579\n"))
    assert main([*words, "--reset-pin"]) == 0
    assert "13579" not in "".join(capsys.readouterr())
    assert main(words) == 0
    assert check_pin("13579", played.options[0]["kiosk"][1].pin_hash)


def test_a_new_pin_that_is_none_changes_nothing(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("geheim\n"))
    assert main(["--kiosk", "--data-dir", str(tmp_path), "--reset-pin"]) == 2
    assert "geheim" not in capsys.readouterr().err
    assert not (tmp_path / OVERRIDES).exists()


def test_a_folder_that_takes_no_pin_is_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "data").write_text("a file where the folder would be")
    monkeypatch.setattr(sys, "stdin", io.StringIO("1357\n"))
    assert main(["--kiosk", "--data-dir", str(tmp_path / "data"), "--reset-pin"]) == 1
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_wrong_use_needs_no_window() -> None:
    done = program("--kiosk", "--config", "no-such-file.toml")
    assert done.returncode == 2
    assert b"Traceback" not in done.stderr


def test_shared_scores_come_from_the_configuration(
    played: Played, tmp_path: Path, config: Path
) -> None:
    played.answer = lambda: 0
    config.write_text(f'pin = "4711"\nscores_url = "sqlite:///{tmp_path / "shared.db"}"\n')
    assert main(["--kiosk", "--config", str(config), "--data-dir", str(tmp_path)]) == 0
    assert played.options[0]["scores_url"] == f"sqlite:///{tmp_path / 'shared.db'}"


@pytest.mark.parametrize(
    ("url", "is_installed", "sentence"),
    [
        ("mysql://me:s3cr3t@host/scores", True, "postgresql://host/database"),
        ("postgresql://me:s3cr3t@host/scores", False, "magdagdon[fleet]"),
    ],
)
def test_shared_scores_that_can_not_be_keep_a_kiosk_from_starting(
    played: Played,
    config: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    url: str,
    is_installed: bool,
    sentence: str,
) -> None:
    if not is_installed:
        monkeypatch.setattr("game.session.fleet.find_spec", lambda _name: None)
    config.write_text(f'pin = "4711"\nscores_url = "{url}"\n')
    assert main(["--kiosk", "--config", str(config)]) == 2
    err = capsys.readouterr().err
    assert sentence in err
    assert err.count("\n") == 1
    assert "s3cr3t" not in err
    assert not played.options


def test_shared_scores_of_a_kiosk_stand_in_its_configuration(
    played: Played, config: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--kiosk", "--config", str(config), "--scores-url", "sqlite:///x.db"]
    assert main(words) == 2
    assert "--scores-url does not go with --kiosk" in capsys.readouterr().err
