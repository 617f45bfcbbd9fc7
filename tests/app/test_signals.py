"""A signal that asks the program to end is the player's leaving."""

import os
import signal
import threading
from pathlib import Path

import pytest

from game.app.app import App
from game.app.run import PlayOptions, run
from game.app.signals import stopped_by_signals

NUMBERS = [signal.SIGINT, signal.SIGTERM]


@pytest.mark.parametrize("number", NUMBERS)
def test_a_signal_asks_once_and_is_itself_again(number: signal.Signals) -> None:
    before = signal.getsignal(number)
    with stopped_by_signals() as is_stopped:
        assert not is_stopped()
        os.kill(os.getpid(), number)
        assert is_stopped()
        assert signal.getsignal(number) == before
    assert signal.getsignal(number) == before


def test_what_nohup_has_ignored_stays_ignored() -> None:
    before = signal.signal(signal.SIGTERM, signal.SIG_IGN)
    try:
        with stopped_by_signals() as is_stopped:
            os.kill(os.getpid(), signal.SIGTERM)
            assert not is_stopped()
        assert signal.getsignal(signal.SIGTERM) == signal.SIG_IGN
    finally:
        signal.signal(signal.SIGTERM, before)


def test_outside_of_the_main_thread_nobody_is_asked() -> None:
    answers = []

    def work() -> None:
        with stopped_by_signals() as is_stopped:
            answers.append(is_stopped())

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert answers == [False]


@pytest.mark.parametrize("number", NUMBERS)
def test_playing_ends_with_the_game_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: signal.Signals
) -> None:
    monkeypatch.setattr(os, "fsync", lambda _descriptor: None)
    real, frames = App.frame, 0

    def frame(app: App, *arguments: object) -> bool:
        nonlocal frames
        frames += 1
        if frames == 3:
            app.context.start_game()
            os.kill(os.getpid(), number)
        assert frames < 100
        return real(app, *arguments)

    monkeypatch.setattr(App, "frame", frame)
    assert run(PlayOptions(size=(800, 480), data_dir=tmp_path, language="en")) == 0
    assert (tmp_path / "saved_game.txt").exists()
