"""Where saving fails the game plays on, says so once, and saves as soon as it can again."""

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from game.app.app import RETRY_SECONDS
from game.rules.magdagdon.actions import Roll
from game.scenes.base import Push
from game.session import files, saved_game, settings, store
from game.session.finish import score_entry
from game.session.scores import ScoreTable
from game.session.store import GameStore
from tests.session.play import play_to_end
from tests.ui.pilot import LONG_FRAME, Pilot

CANNOT_SAVE = "The game can't be saved just now; you can play on."
FAULTS = {
    "full disk": OSError(28, "No space left on device"),
    "read-only folder": OSError(30, "Read-only file system"),
    "no permission": PermissionError(13, "Permission denied"),
    "disk gone": OSError(5, "Input/output error"),
}


@contextmanager
def failing(error: OSError) -> Iterator[None]:
    """Let every file refuse to be written."""

    def refuse(*_: object, **__: object) -> None:
        raise error

    with pytest.MonkeyPatch.context() as patch:
        for module in (files, saved_game, settings, store):
            patch.setattr(module, "write_atomic", refuse)
        patch.setattr(Path, "mkdir", refuse)
        patch.setattr(Path, "unlink", refuse)
        patch.setattr(ScoreTable, "_open", refuse)
        yield


class Player:
    """Plays through the scenes, and notes each sentence that the player is told."""

    def __init__(self, folder: Path) -> None:
        self.pilot = Pilot(folder, (800, 480), has_reduced_motion=True, is_muted=True)
        self.told: list[str] = []
        self._chance = random.Random(5)

    def run(self, seconds: float = 1.0) -> None:
        for _ in range(max(1, round(seconds / LONG_FRAME))):
            self.pilot.frame(dt=LONG_FRAME)
            self._note()

    def _note(self) -> None:
        scene: Any = self.pilot.scene
        if self.pilot.scene_name == "MessageScene":
            self.told.append(scene._text)
            scene.leave()
            while self.pilot.scene is scene:  # which a busy machine takes some frames to make
                self.pilot.frame()
        elif getattr(scene, "message", ""):
            self.told.append(scene.message)
            scene.message = ""

    def start(self) -> None:
        self.pilot.app.stack.apply(Push("play"))
        self.run()

    def play(self, actions: int) -> None:
        for _ in range(actions):
            session = self.pilot.app.context.session
            assert session is not None
            self.pilot.scene.submit(self._chance.choice(session.legal_actions))
            self._note()
            self.run(0.2)


@pytest.fixture
def player(tmp_path: Path) -> Iterator[Callable[[], Player]]:
    players: list[Player] = []

    def make() -> Player:
        players.append(Player(tmp_path / "data"))
        return players[-1]

    yield make
    for one in players:
        one.pilot.close()


@pytest.mark.parametrize("fault", FAULTS)
def test_the_game_plays_on_says_so_once_and_saves_again(
    player: Callable[[], Player], tmp_path: Path, fault: str
) -> None:
    with failing(FAULTS[fault]):
        one = player()
        one.start()
        one.play(6)
        assert one.told.count(CANNOT_SAVE) == 1
    assert not (tmp_path / "data" / "saved_game.txt").exists()
    # Without another action: it is tried again by itself.
    one.run(RETRY_SECONDS + 1)
    saved = GameStore(tmp_path / "data").saved_game.load()
    session = one.pilot.app.context.session
    assert saved is not None
    assert session is not None
    assert saved.actions == session.record.actions
    assert one.told.count(CANNOT_SAVE) == 1
    with failing(FAULTS[fault]):
        one.play(1)
    assert one.told.count(CANNOT_SAVE) == 2


@pytest.mark.parametrize("fault", FAULTS)
def test_a_score_of_a_time_without_disk_arrives_once_there_is_one(
    player: Callable[[], Player], tmp_path: Path, fault: str
) -> None:
    with failing(FAULTS[fault]):
        one = player()
        one.start()
        session = one.pilot.app.context.session
        assert session is not None
        record = play_to_end(session)
        one.run(3)
        assert one.pilot.scene_name == "GameOverScene"
        assert "The high scores can't be written just now; your score waits." in one.told
        told = list(one.told)
        one.run(3 * RETRY_SECONDS)
        assert one.told == told
    one.run(RETRY_SECONDS + 1)
    assert ScoreTable(tmp_path / "data" / "scores.db").entries() == (score_entry(record),)
    assert not list((tmp_path / "data").glob("unscored-*"))


def test_settings_that_can_not_be_saved_are_told_once_and_saved_later(
    player: Callable[[], Player], tmp_path: Path
) -> None:
    one = player()
    with failing(FAULTS["full disk"]):
        one.pilot.app.context.change_settings(theme="contrast")
        one.run()
        one.pilot.app.context.change_settings(theme="daylight")
        one.run(2 * RETRY_SECONDS)
        assert one.told == ["The settings can't be saved just now."]
    one.run(RETRY_SECONDS + 1)
    assert settings.SettingsFile(tmp_path / "data" / "settings.toml").load().theme == "daylight"


def test_without_any_home_the_game_is_played_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    one = Player(tmp_path / "file" / "magdagdon")
    one.start()
    one.play(10)
    assert one.told.count(CANNOT_SAVE) == 1
    one.pilot.close()
    assert (tmp_path / "file").read_text() == ""


def test_the_second_copy_says_so_once_and_both_scores_arrive(
    player: Callable[[], Player], tmp_path: Path
) -> None:
    owner = GameStore(tmp_path / "data")
    assert owner.claim()
    second = player()
    second.run()
    sentence = "The game is open twice: this one plays without saving, but its scores count."
    assert second.told == [sentence]
    second.start()
    second.play(4)
    assert second.told.count(sentence) == 1
    assert CANNOT_SAVE not in second.told
    assert owner.saved_game.load() is None
    session = second.pilot.app.context.session
    assert session is not None
    record = play_to_end(session)
    second.run(3)
    from game.rules.magdagdon.engine import Magdagdon

    other = play_to_end(owner.start(Magdagdon(), {"difficulty": "P"}))
    owner.finish(other)
    owner.release()
    found = {entry.game_id for entry in owner.scores.entries()}
    assert found == {record.game_id, other.game_id}


def test_a_damaged_save_is_told_in_one_sentence_when_the_game_starts(
    player: Callable[[], Player], tmp_path: Path
) -> None:
    path = tmp_path / "data" / "saved_game.txt"
    path.parent.mkdir()
    path.write_bytes(b"\x00garbage")
    one = player()
    one.run()
    assert len(one.told) == 1
    assert one.told[0].startswith("The saved game could not be read; it is kept as saved_game-dam")
    one.start()
    one.pilot.scene.submit(Roll())
