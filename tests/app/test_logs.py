"""The log: bounded, without personal data, and silent where it can't be written."""

import logging
import sys
import threading
from dataclasses import replace
from pathlib import Path

import pytest

import game
from game.app import logs
from game.app.log_file import LogFile
from game.app.logs import (
    LOG_BYTES,
    OLD_LOGS,
    log_crash,
    log_path,
    log_system,
    logging_to,
    shorten_home,
)
from tests.session.play import finished_record, names


def test_the_log_begins_with_version_and_platform(tmp_path: Path) -> None:
    with logging_to(tmp_path) as path:
        log_system()
        logging.getLogger("game.test").info("something happened")
    first, second = path.read_text().splitlines()
    assert f"MAGDAGDON {game.__version__}" in first
    assert "Python 3." in first
    assert "pygame-ce 2." in first
    assert second.endswith("INFO game.test: something happened")
    assert second[:20].endswith("Z")
    assert path == log_path(tmp_path)


def test_no_home_folder_stands_in_the_log_not_even_in_a_traceback(
    own_home: Path, tmp_path: Path
) -> None:
    with logging_to(tmp_path) as path:
        try:
            (own_home / "secret" / "file.txt").read_text()
        except OSError:
            logging.getLogger("game.test").exception("no file in %s", own_home)
    text = path.read_text()
    assert str(own_home) not in text
    assert "no file in ~" in text
    assert "~/secret/file.txt" in text.replace("\\", "/")


def test_without_a_home_nothing_is_shortened(monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", homeless)
    assert shorten_home("/a/b") == "/a/b"
    monkeypatch.setattr(Path, "home", lambda: Path("/"))
    assert shorten_home("/a/b") == "/a/b"


def test_a_crash_is_logged_with_seed_and_transcript_but_no_name(tmp_path: Path) -> None:
    record = replace(finished_record("theseed"), name="Majduška")
    with logging_to(tmp_path) as path:
        try:
            raise ZeroDivisionError("the cause")
        except ZeroDivisionError as error:
            log_crash(error, record)
            log_crash(error, None)
    text = path.read_text()
    assert "Traceback" in text
    assert "ZeroDivisionError: the cause" in text
    assert "seed: theseed" in text
    assert all(action in text for action in record.actions)
    assert "Majduška" not in text
    assert "no game was under way" in text


def test_the_log_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logs, "LOG_BYTES", 5000)
    with logging_to(tmp_path) as path:
        for number in range(1000):
            logging.getLogger("game.test").info("line %d %s", number, "x" * 50)
    assert len(names(path.parent)) == OLD_LOGS + 1
    assert sum(file.stat().st_size for file in path.parent.iterdir()) <= 5000 * (OLD_LOGS + 1)
    assert LOG_BYTES * (OLD_LOGS + 1) < 2_000_000


@pytest.mark.parametrize("is_folder_in_the_way", [True, False])
def test_where_no_log_can_be_written_the_program_runs_without(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], is_folder_in_the_way: bool
) -> None:
    folder = tmp_path / "data"
    if is_folder_in_the_way:
        log_path(folder).mkdir(parents=True)
    else:
        folder.write_text("a file where the folder would be")
    with logging_to(folder):
        logging.getLogger("game.test").error("nobody reads this")
    assert capsys.readouterr() == ("", "")


def test_a_disk_that_fills_up_is_no_reason_to_speak(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with logging_to(tmp_path):
        monkeypatch.setattr(LogFile, "flush", refuse)
        logging.getLogger("game.test").error("nobody reads this")
    assert capsys.readouterr() == ("", "")


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_what_escapes_everything_else_is_logged_and_the_hooks_are_put_back(tmp_path: Path) -> None:
    before = (sys.excepthook, threading.excepthook)

    def fail() -> None:
        raise ValueError("from a thread")

    with logging_to(tmp_path) as path:
        error = ValueError("from the main thread")
        sys.excepthook(ValueError, error, None)
        sys.excepthook(KeyboardInterrupt, KeyboardInterrupt(), None)
        thread = threading.Thread(target=fail)
        thread.start()
        thread.join()
    text = path.read_text()
    assert "ValueError: from the main thread" in text
    assert "ValueError: from a thread" in text
    assert "KeyboardInterrupt" not in text
    assert (sys.excepthook, threading.excepthook) == before
