import os
import random
import shutil
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from game.rules.magdagdon.actions import Roll
from game.rules.magdagdon.board import Difficulty
from game.session import store
from game.session.finish import score_entry
from game.session.notices import Notice, NoticeCode
from game.session.record import format_record
from game.session.saved_game import SavedGame
from game.session.scores import MIGRATIONS, ScoreTable
from game.session.store import GameStore
from tests.session.play import (
    RULES,
    MagdagdonSession,
    finished_record,
    names,
    noon,
    play_to_end,
    random_plies,
)


class PowerCut(BaseException):
    """The program ends here, whatever it was doing."""


def begin(games: GameStore, seed: str = "seed") -> MagdagdonSession:
    return games.start(RULES, {"difficulty": "P"}, seed)


def fail(*_: object, **__: object) -> None:
    raise OSError(28, "No space left on device")


def test_without_a_saved_game_there_is_nothing_to_continue(tmp_path: Path) -> None:
    games = GameStore(tmp_path / "none", noon)
    assert games.resume(RULES) is None
    assert games.take_notices() == ()
    assert names(tmp_path) == []


def test_a_game_left_anywhere_goes_on_as_it_stood(tmp_path: Path) -> None:
    session = begin(GameStore(tmp_path, noon))
    for _ in random_plies(session, random.Random(4)):
        resumed = GameStore(tmp_path, noon).resume(RULES)
        if session.is_over:
            assert resumed is None
        else:
            assert resumed is not None
            assert (resumed.state, resumed.record) == (session.state, session.record)


def test_a_new_game_takes_the_place_of_the_one_before(tmp_path: Path) -> None:
    games = GameStore(tmp_path, noon)
    begin(games, "first").submit(Roll())
    second = begin(games, "second")
    resumed = games.resume(RULES)
    assert resumed is not None
    assert resumed.record == second.record
    games.abandon()
    assert games.resume(RULES) is None
    games.abandon()


def test_a_finished_game_is_in_the_scores_and_no_longer_saved(tmp_path: Path) -> None:
    games = GameStore(tmp_path, noon)
    session = begin(games)
    record = play_to_end(session)
    entry = games.finish(record)
    assert entry == score_entry(record)
    assert games.finish(record) == entry
    assert games.scores.entries() == (entry,)
    assert names(tmp_path) == ["scores.db"]


STEPS: dict[str, tuple[object, str]] = {
    "before the score is added": (ScoreTable, "add"),
    "before the saved game goes": (GameStore, "_clear_saved"),
    "while the saved game goes": (SavedGame, "clear"),
}


@pytest.mark.parametrize("step", STEPS)
def test_cut_off_at_any_step_of_finishing_the_score_is_there_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    games = GameStore(tmp_path, noon)
    record = play_to_end(begin(games))

    def cut(*_: object) -> None:
        raise PowerCut

    with monkeypatch.context() as patch:
        patch.setattr(*STEPS[step], cut)
        with pytest.raises(PowerCut):
            games.finish(record)
    assert SavedGame(tmp_path / "saved_game.txt").load() == record

    for _ in range(2):
        again = GameStore(tmp_path, noon)
        assert again.resume(RULES) is None
        assert again.take_notices() == ()
        assert again.scores.entries() == (score_entry(record),)
        assert names(tmp_path) == ["scores.db"]


def test_cut_off_after_the_last_action_the_score_is_added_on_the_next_start(tmp_path: Path) -> None:
    record = play_to_end(begin(GameStore(tmp_path, noon)))
    games = GameStore(tmp_path, noon)
    assert games.resume(RULES) is None
    assert games.scores.entries() == (score_entry(record),)


def test_a_finished_game_leaves_a_game_begun_since_alone(tmp_path: Path) -> None:
    games = GameStore(tmp_path, noon)
    record = finished_record("other")
    current = begin(games)
    games.finish(record)
    resumed = games.resume(RULES)
    assert resumed is not None
    assert resumed.record == current.record


def break_scores(folder: Path) -> Callable[[], None]:
    """Make the scores unusable, and return what makes them usable again."""
    blocked = folder / "scores.db"
    blocked.mkdir(parents=True)
    return blocked.rmdir


def test_a_score_that_cannot_be_added_waits_and_arrives_later(tmp_path: Path) -> None:
    heal = break_scores(tmp_path)
    games = GameStore(tmp_path, noon)
    record = play_to_end(begin(games, "waits"))
    games.finish(record)
    following = begin(games, "following")

    assert [notice.code for notice in games.take_notices()] == [NoticeCode.SCORES_UNAVAILABLE]
    assert names(tmp_path) == ["saved_game.txt", "scores.db", f"unscored-{record.game_id}.txt"]

    heal()
    games = GameStore(tmp_path, noon)
    resumed = games.resume(RULES)
    assert resumed is not None
    assert resumed.record == following.record
    assert games.scores.entries() == (score_entry(record),)
    assert names(tmp_path) == ["saved_game.txt", "scores.db"]


def test_without_any_place_to_write_the_score_waits_in_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    heal = break_scores(tmp_path)
    games = GameStore(tmp_path, noon)
    with monkeypatch.context() as patch:
        patch.setattr(store, "write_atomic", fail)
        record = play_to_end(begin(games, "waits"))
        games.finish(record)
        assert SavedGame(tmp_path / "saved_game.txt").load() == record
    heal()
    begin(games, "next").submit(Roll())
    assert games.scores.entries() == (score_entry(record),)


def test_that_saving_fails_is_told_once_until_it_has_worked_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = GameStore(tmp_path, noon)
    told = [Notice(NoticeCode.CANNOT_SAVE, tmp_path / "saved_game.txt")]
    session = begin(games)
    for _ in range(2):
        with monkeypatch.context() as patch:
            patch.setattr(SavedGame, "save", fail)
            session.save()
            assert list(games.take_notices()) == told
            session.save()
            assert games.take_notices() == ()
        session.save()
        assert games.take_notices() == ()


def test_a_score_kept_from_a_game_whose_last_action_was_not_saved_ends_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = GameStore(tmp_path, noon)
    session = begin(games)
    session.submit(Roll())
    unfinished = (tmp_path / "saved_game.txt").read_bytes()
    with monkeypatch.context() as patch:
        patch.setattr(SavedGame, "save", fail)
        record = play_to_end(session)
        games.finish(record)
    (tmp_path / "saved_game.txt").write_bytes(unfinished)

    games = GameStore(tmp_path, noon)
    assert games.resume(RULES) is None
    assert games.scores.entries() == (score_entry(record),)
    assert names(tmp_path) == ["scores.db"]


def test_a_save_cut_off_at_any_length_is_kept_aside_and_goes_on_as_far_as_it_reads(
    tmp_path: Path,
) -> None:
    games = GameStore(tmp_path / "whole", noon)
    session = begin(games)
    for _, _ in zip(range(8), random_plies(session, random.Random(1)), strict=False):
        pass
    data = format_record(session.record).encode()
    header = data.index(b"\n\n") + 2
    for length in range(len(data)):
        folder = tmp_path / "cut"
        folder.mkdir()
        (folder / "saved_game.txt").write_bytes(data[:length])
        games = GameStore(folder, noon)
        resumed = games.resume(RULES)
        kept = folder / "saved_game-damaged-20260314-120000.txt"
        assert kept.read_bytes() == data[:length]
        if length < header:
            assert resumed is None
            assert games.take_notices() == (Notice(NoticeCode.SAVE_DAMAGED, kept),)
            assert names(folder) == [kept.name]
        else:
            assert resumed is not None
            assert games.take_notices() == (Notice(NoticeCode.SAVE_RECOVERED, kept),)
            whole = data[:length].decode().split("\n")[data[:header].count(b"\n") : -1]
            actions = [line for line in whole if not line.startswith("end ")]
            assert list(resumed.record.actions)[: len(actions)] == actions
            assert session.record.actions[: len(resumed.record.actions)] == resumed.record.actions
        again = GameStore(folder, noon).resume(RULES)
        assert (again is None) == (resumed is None)
        assert again is None or resumed is None or again.record == resumed.record
        shutil.rmtree(folder)


def test_a_damaged_action_ends_what_is_gone_on_from(tmp_path: Path) -> None:
    session = begin(GameStore(tmp_path, noon))
    record = play_to_end(session)
    path = tmp_path / "saved_game.txt"
    lines = path.read_text().split("\n")
    roll = next(n for n, line in enumerate(lines) if line.startswith("rolled"))
    lines[roll] = "rolled " + " ".join("6" if v != "6" else "1" for v in lines[roll].split()[1:])
    path.write_text("\n".join(lines))
    resumed = GameStore(tmp_path, noon).resume(RULES)
    assert resumed is not None
    assert resumed.record.actions == record.actions[:2]
    assert (resumed.record.finished, resumed.record.scores) == (None, ())


def test_a_finished_game_whose_last_line_is_damaged_still_counts(tmp_path: Path) -> None:
    record = play_to_end(begin(GameStore(tmp_path, noon)))
    path = tmp_path / "saved_game.txt"
    path.write_bytes(path.read_bytes()[:-3])
    games = GameStore(tmp_path, noon)
    assert games.resume(RULES) is None
    assert [entry.score for entry in games.scores.entries()] == list(record.scores)
    assert [notice.code for notice in games.take_notices()] == [NoticeCode.SAVE_RECOVERED]


def test_a_damaged_seed_is_never_played_on(tmp_path: Path) -> None:
    begin(GameStore(tmp_path, noon)).submit(Roll())
    path = tmp_path / "saved_game.txt"
    path.write_text(path.read_text().replace("seed: seed", "seed: sead"))
    games = GameStore(tmp_path, noon)
    assert games.resume(RULES) is None
    assert [notice.code for notice in games.take_notices()] == [NoticeCode.SAVE_DAMAGED]


def test_a_save_of_other_rules_is_kept_aside(tmp_path: Path) -> None:
    record = begin(GameStore(tmp_path, noon)).record
    text = format_record(record).rsplit("end ", 1)[0].replace("rules: 1\n", "rules: 2\n")
    (tmp_path / "saved_game.txt").write_text(text)
    games = GameStore(tmp_path, noon)
    assert games.resume(RULES) is None
    assert [notice.code for notice in games.take_notices()] == [NoticeCode.SAVE_DAMAGED]


def test_a_save_too_large_or_in_the_way_starts_the_game_all_the_same(tmp_path: Path) -> None:
    path = tmp_path / "saved_game.txt"
    path.write_bytes(b"x" * 5_000_000)
    games = GameStore(tmp_path, noon)
    assert games.resume(RULES) is None
    assert [notice.code for notice in games.take_notices()] == [NoticeCode.SAVE_DAMAGED]

    path.mkdir()
    assert games.resume(RULES) is None
    session = begin(games)
    assert session.save_error is not None
    codes = [notice.code for notice in games.take_notices()]
    assert codes == [NoticeCode.SAVE_UNREADABLE, NoticeCode.CANNOT_SAVE]
    session.submit(Roll())


def test_scores_of_a_newer_version_are_left_alone_and_the_game_waits(tmp_path: Path) -> None:
    newer = ScoreTable(tmp_path / "scores.db", noon, (*MIGRATIONS, ("SELECT 1",)))
    newer.add(score_entry(finished_record("old")))
    games = GameStore(tmp_path, noon)
    record = play_to_end(begin(games, "new"))
    games.finish(record)
    assert [notice.code for notice in games.take_notices()] == [NoticeCode.SCORES_NEWER]
    assert names(tmp_path) == ["scores.db", f"unscored-{record.game_id}.txt"]
    assert len(newer.entries()) == 1


def test_damaged_scores_are_told_and_the_finished_game_is_in_the_new_ones(tmp_path: Path) -> None:
    (tmp_path / "scores.db").write_bytes(b"no database at all" * 500)
    games = GameStore(tmp_path, noon)
    record = play_to_end(begin(games))
    games.finish(record)
    kept = tmp_path / "scores-damaged-20260314-120000.db"
    assert games.take_notices() == (Notice(NoticeCode.SCORES_DAMAGED, kept),)
    assert games.scores.best(Difficulty.PEACEFUL) == score_entry(record)


def test_a_waiting_file_that_is_damaged_is_kept_aside(tmp_path: Path) -> None:
    (tmp_path / "unscored-0123456789abcdef0123456789abcdef.txt").write_text("nonsense")
    games = GameStore(tmp_path, noon)
    games.resume(RULES)
    kept = tmp_path / "unscored-0123456789abcdef0123456789abcdef-damaged-20260314-120000.txt"
    assert games.take_notices() == (Notice(NoticeCode.SAVE_DAMAGED, kept),)
    assert GameStore(tmp_path, noon).resume(RULES) is None
    assert names(tmp_path) == [kept.name]


def test_busy_scores_are_waited_for(tmp_path: Path) -> None:
    games = GameStore(tmp_path, noon)
    games.scores.add(score_entry(finished_record("first")))
    other = sqlite3.connect(tmp_path / "scores.db", isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    release = threading.Timer(0.05, lambda: other.execute("COMMIT"))
    release.start()
    games.finish(finished_record("second"))
    release.join()
    other.close()
    assert len(games.scores.entries()) == 2
    assert games.take_notices() == ()


def test_old_leftovers_go_when_the_store_opens(tmp_path: Path) -> None:
    path = tmp_path / ".saved_game.txt.1.tmp"
    path.write_text("")
    os.utime(path, (0, 0))
    GameStore(tmp_path, noon)
    assert not path.exists()


def test_where_nothing_was_kept_there_is_nothing_to_resume(tmp_path: Path) -> None:
    assert not GameStore(tmp_path / "not there").has_games
    assert not GameStore(tmp_path).has_games
    (tmp_path / "unscored-0123456789abcdef0123456789abcdef.txt").write_text("nonsense")
    assert GameStore(tmp_path).has_games
    started = GameStore(tmp_path / "other")
    started.start(RULES, {"difficulty": "P"})
    assert GameStore(tmp_path / "other").has_games


# Names given later


def test_a_name_is_given_to_the_row(tmp_path: Path) -> None:
    games = GameStore(tmp_path, noon)
    record = play_to_end(begin(games))
    assert games.finish(record).name == ""
    assert games.rename(record.game_id, "ਓਨਾ")
    assert [entry.name for entry in GameStore(tmp_path).scores.entries()] == ["ਓਨਾ"]
    assert not games.rename("0" * 32, "Nobody")


def test_a_name_is_given_to_a_game_that_waits_in_a_file(tmp_path: Path) -> None:
    heal = break_scores(tmp_path)
    games = GameStore(tmp_path, noon)
    record = play_to_end(begin(games))
    games.finish(record)
    assert games.rename(record.game_id, "Ona")
    heal()
    GameStore(tmp_path, noon).resume(RULES)
    assert [entry.name for entry in games.scores.entries()] == ["Ona"]


def test_a_name_is_given_to_a_game_that_waits_in_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    heal = break_scores(tmp_path)
    games = GameStore(tmp_path, noon)
    with monkeypatch.context() as patch:
        patch.setattr(store, "write_atomic", fail)
        record = play_to_end(begin(games))
        games.finish(record)
        assert games.rename(record.game_id, "Ona")
    heal()
    games.retry()
    assert [entry.name for entry in games.scores.entries()] == ["Ona"]


def test_that_a_name_could_not_be_kept_is_told(tmp_path: Path) -> None:
    games = GameStore(tmp_path, noon)
    break_scores(tmp_path)
    assert not games.rename("0" * 32, "Ona")
    assert [notice.code for notice in games.take_notices()] == [NoticeCode.SCORES_UNAVAILABLE]
