import json
from pathlib import Path

import pytest

from game.cli import main
from game.rules.magdagdon.board import Difficulty
from game.session.finish import score_entry
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
