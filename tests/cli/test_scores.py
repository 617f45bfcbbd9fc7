import json
from pathlib import Path

import pytest

from game.cli import main
from game.rules.magdagdon.board import Difficulty
from game.session.finish import score_entry
from game.session.fleet import Fleet
from game.session.scores import MIGRATIONS, ScoreTable
from game.ui.language import format_date, set_language
from tests.session.play import NOON, finished_record, names


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "en")
    set_language("en")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a data folder with twelve PEACEFUL games and one at NIGHTMARE."""
    table = ScoreTable(tmp_path / "scores.db")
    for number in range(12):
        table.add(score_entry(finished_record(f"seed{number}")))
    table.add(score_entry(finished_record("dark", "N")))
    return tmp_path


def test_the_ten_best_of_each_difficulty(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scores", "--data-dir", str(folder)]) == 0
    out = capsys.readouterr().out
    peaceful, survival, nightmare = out.rstrip().split("\n\n")
    best = ScoreTable(folder / "scores.db").top(Difficulty.PEACEFUL)

    lines = peaceful.split("\n")
    assert lines[0] == "PEACEFUL"
    assert len(lines) == 12
    for rank, (line, entry) in enumerate(zip(lines[2:], best, strict=True), 1):
        assert line.split()[:2] == [f"{rank}.", str(entry.score).replace("-", "−")]
        assert format_date(NOON) in line
        assert line.endswith("practice")
    assert survival == "SURVIVAL\n  No game finished yet."
    assert nightmare.count("\n") == 2


def test_json_tells_every_game(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--data-dir", str(folder), "scores", "--json"]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [row["rank"] for row in rows] == [*range(1, 13), 1]
    assert {row["difficulty"] for row in rows[:12]} == {"PEACEFUL"}
    assert [row["score"] for row in rows[:12]] == sorted(
        (row["score"] for row in rows[:12]), reverse=True
    )
    entry = score_entry(finished_record("dark", "N"))
    del rows[12]["game_id"]
    assert rows[12] == {
        "difficulty": "NIGHTMARE",
        "rank": 1,
        "score": entry.score,
        "date": "2026-03-14T12:00:00Z",
        "turns": entry.turns,
        "powers_used": 0,
        "ruins": entry.ruins,
        "duration": 0,
        "seed": "dark",
        "marks": ["practice"],
        "name": "",
    }


@pytest.mark.parametrize("words", [["--difficulty", "n", "scores"], ["scores", "--difficulty=N"]])
def test_one_difficulty_alone(
    folder: Path, capsys: pytest.CaptureFixture[str], words: list[str]
) -> None:
    assert main([*words, "--data-dir", str(folder)]) == 0
    out = capsys.readouterr().out
    assert out.startswith("NIGHTMARE\n")
    assert "PEACEFUL" not in out


def test_looking_where_nothing_is_makes_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["scores", "--json", "--data-dir", str(tmp_path / "none")]) == 0
    assert capsys.readouterr() == ("", "")
    assert names(tmp_path) == []


def test_scores_of_a_newer_version_are_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    newer = ScoreTable(tmp_path / "scores.db", migrations=(*MIGRATIONS, ("SELECT 1",)))
    newer.add(score_entry(finished_record()))
    assert main(["scores", "--data-dir", str(tmp_path)]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err == "The high scores were written by a newer version of the game.\n"


def test_damaged_scores_are_told_and_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "scores.db").write_bytes(b"no database at all" * 500)
    assert main(["scores", "--data-dir", str(tmp_path)]) == 0
    out, err = capsys.readouterr()
    assert out.count("No game finished yet.") == 3
    assert err.startswith("The high scores were damaged")
    assert err.count("\n") == 1


def test_a_file_for_a_folder_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "scores.db").mkdir()
    assert main(["scores", "--data-dir", str(tmp_path)]) == 1
    assert capsys.readouterr().err == "The high scores can't be opened.\n"


def shared(folder: Path) -> str:
    """Return the URL of shared scores that hold the games of *folder*, played in the hall."""
    url = f"sqlite:///{folder / 'shared.db'}"
    assert Fleet(url, "Hall", folder).sync()
    return url


def test_the_shared_scores_name_the_machine(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    url = shared(folder)
    elsewhere = tmp_path / "elsewhere"
    assert main(["scores", "--scores-url", url, "--data-dir", str(elsewhere)]) == 0
    peaceful, survival, nightmare = capsys.readouterr().out.rstrip().split("\n\n")
    assert len(peaceful.split("\n")) == 12
    assert nightmare.split("\n")[-1].endswith("Hall practice")
    assert survival == "SURVIVAL\n  No game finished yet."

    words = ["scores", "--json", "--difficulty=N", "--scores-url", url]
    assert main([*words, "--data-dir", str(elsewhere)]) == 0
    row = json.loads(capsys.readouterr().out)
    assert (row["kiosk"], row["seed"], row["rank"]) == ("Hall", "dark", 1)


def test_shared_scores_out_of_reach_are_told_and_shown_as_last_seen(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    url = shared(folder)
    (folder / "shared.db").unlink()
    (folder / "shared.db").mkdir()
    assert main(["scores", "--scores-url", url, "--data-dir", str(folder)]) == 1
    out, err = capsys.readouterr()
    assert err == "The shared scores can't be reached just now.\n"
    assert out.startswith("PEACEFUL\n")
    assert out.count("Hall") == 11
    assert main(["scores", "--scores-url", url, "--data-dir", str(tmp_path / "other")]) == 1
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("words", [[], ["scores"]])
def test_a_wrong_url_is_one_sentence_without_its_secrets(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*words, "--scores-url", "mysql://me:s3cr3t@host/scores"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert "postgresql://" in err
    assert "s3cr3t" not in err


def test_without_the_library_shared_scores_say_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("game.session.fleet.find_spec", lambda _name: None)
    assert main(["--scores-url", "postgresql://host/scores"]) == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert "magdagdon[fleet]" in err
