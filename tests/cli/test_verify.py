"""`magdagdon verify`: what is valid, what is not, and that any change is found."""

import hashlib
import random
import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from game.cli import main
from game.rules.dice import commitment
from game.session.finish import score_entry
from game.session.record import (
    Record,
    RecordError,
    RecordFault,
    format_record,
    read_record,
    sign,
    withhold_seed,
)
from game.session.score_entry import COLUMNS, row_of
from game.session.scores import ScoreTable
from game.session.verify import verify_record, verify_row
from game.ui.language import set_language
from tests.session.play import finished_record, names, new_session

RECORD = finished_record("proof", "S")
ENTRY = score_entry(RECORD)


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "en")
    set_language("en")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a data folder with three finished games."""
    table = ScoreTable(tmp_path / "scores.db")
    table.add(ENTRY)
    table.add(score_entry(finished_record("two", "P")))
    table.add(score_entry(finished_record("three", "N")))
    return tmp_path


def test_an_exported_game_is_valid(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.txt"
    path.write_text(format_record(RECORD))
    assert main(["verify", str(path)]) == 0
    first, promise = capsys.readouterr().out.splitlines()
    score = str(ENTRY.score).replace("-", "−")
    assert first.startswith(f"game.txt: valid: SURVIVAL, {score} points, {ENTRY.turns} turns, ")
    assert first.endswith(", practice")
    assert promise == (
        "Valid means that the rolls follow from the seed and the score from the actions. "
        "Dates, time played, names and marks can't be proven."
    )


def test_every_game_in_the_high_scores_is_checked(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify", "--all", "--data-dir", str(folder)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert sum(": valid: " in line for line in lines) == 3
    assert "3 games of 3 are valid." in lines


def test_no_games_at_all_are_all_valid_and_make_no_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify", "--all", "--data-dir", str(tmp_path / "none")]) == 0
    assert capsys.readouterr().out == "0 games of 0 are valid.\n"
    assert names(tmp_path) == []


def test_several_files_are_told_one_by_one_and_one_bad_one_fails(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good, bad = tmp_path / "good.txt", tmp_path / "bad.txt"
    good.write_text(format_record(RECORD))
    bad.write_text("My score is 999.")
    assert main(["verify", str(good), str(bad), str(tmp_path / "none.txt")]) == 1
    out = capsys.readouterr().out.splitlines()
    assert out[0].startswith("good.txt: valid: ")
    assert out[1] == "bad.txt: not valid, line 1: This is no recorded game."
    assert out[2] == "none.txt: not valid: It can't be opened: No such file or directory."


@pytest.mark.parametrize("words", [["verify"], ["verify", "--all", "game.txt"]])
def test_a_file_or_all_but_not_both(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_game_under_way_tells_no_seed_and_proves_nothing_yet(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    session = new_session("hidden")
    session.submit(session.legal_actions[0])
    path = tmp_path / "game.txt"
    path.write_text(format_record(withhold_seed(session.record)))
    assert "hidden" not in path.read_text()
    assert main(["verify", str(path)]) == 1
    assert "The seed is not told before the game is over." in capsys.readouterr().out
    # Who kept the commitment can hold the finished game to it.
    assert read_record(path.read_bytes()).commitment == commitment("hidden")

    path.write_text(format_record(session.record))
    assert main(["verify", str(path)]) == 1
    assert "The game is not over yet." in capsys.readouterr().out


def signed(record: Record) -> bytes:
    return format_record(record).encode()


def reseeded(record: Record) -> Record:
    return replace(record, seed="other")


LIES: dict[str, tuple[Callable[[], bytes], RecordFault]] = {
    "the score": (
        lambda: signed(replace(RECORD, scores=(RECORD.scores[0] + 1,))),
        RecordFault.FALSE_SCORE,
    ),
    "no score": (lambda: signed(replace(RECORD, scores=())), RecordFault.FALSE_SCORE),
    "a roll": (lambda: signed(_with_action("rolled", "rolled 6 6 6 6")), RecordFault.FALSE_ROLL),
    "an action": (lambda: signed(_with_action("stage", "take a1")), RecordFault.ILLEGAL_ACTION),
    "an unknown action": (lambda: signed(_with_action("stage", "win")), RecordFault.BAD_ACTION),
    "the last action": (
        lambda: signed(replace(RECORD, actions=RECORD.actions[:-1])),
        RecordFault.FALSE_SCORE,
    ),
    "one action more": (
        lambda: signed(replace(RECORD, actions=(*RECORD.actions, "roll"))),
        RecordFault.ILLEGAL_ACTION,
    ),
    "the seed with its commitment": (lambda: signed(reseeded(RECORD)), RecordFault.FALSE_ROLL),
    "the seed alone": (
        lambda: _with_line("seed", "seed: other"),
        RecordFault.WRONG_COMMITMENT,
    ),
    "the commitment": (
        lambda: _with_line("commitment", f"commitment: {commitment('other')}"),
        RecordFault.WRONG_COMMITMENT,
    ),
    "the game": (lambda: signed(replace(RECORD, game="chess")), RecordFault.OTHER_GAME),
    "the rules": (lambda: signed(replace(RECORD, rules_version=2)), RecordFault.OTHER_RULES),
    "the difficulty": (
        lambda: signed(replace(RECORD, options={"difficulty": "X"})),
        RecordFault.BAD_OPTION,
    ),
    "the checksum": (
        lambda: re.sub(rb"end [0-9a-f]{64}", b"end " + b"0" * 64, signed(RECORD)),
        RecordFault.DAMAGED,
    ),
}


def _with_action(start: str, text: str) -> Record:
    at = next(n for n, action in enumerate(RECORD.actions) if action.startswith(start))
    return replace(RECORD, actions=(*RECORD.actions[:at], text, *RECORD.actions[at + 1 :]))


def _with_line(key: str, line: str) -> bytes:
    lines = format_record(RECORD).split("\n")[:-2]
    at = next(n for n, old in enumerate(lines) if old.startswith(f"{key}:"))
    lines[at] = line
    return sign(lines).encode()


@pytest.mark.parametrize("lie", LIES)
def test_a_lie_is_found_even_with_a_new_checksum(lie: str) -> None:
    make, fault = LIES[lie]
    with pytest.raises(RecordError) as caught:
        verify_record(read_record(make()))
    assert caught.value.fault is fault


@pytest.mark.parametrize("column", [c for c in COLUMNS.split(", ") if c != "name"])
def test_a_changed_column_is_found_and_named(
    folder: Path, capsys: pytest.CaptureFixture[str], column: str
) -> None:
    value: object = {"difficulty": "P", "marks": "", "date": "2026-01-01T00:00:00Z"}.get(column)
    if value is None:
        old = getattr(ENTRY, column)
        value = old + 1 if isinstance(old, int) else f"{old} "
    with closing(sqlite3.connect(folder / "scores.db")) as connection, connection:
        update = f"UPDATE scores SET {column} = ? WHERE game_id = ?"
        assert connection.execute(update, (value, ENTRY.game_id)).rowcount == 1
    assert main(["verify", "--all", "--data-dir", str(folder)]) == 1
    out = capsys.readouterr().out
    bad = [line for line in out.splitlines() if ": not valid" in line]
    assert len(bad) == 1
    assert column == "transcript" or f"{column} says" in bad[0]
    assert "2 games of 3 are valid." in out


def test_a_name_given_later_is_no_lie(folder: Path) -> None:
    ScoreTable(folder / "scores.db").rename(ENTRY.game_id, "Majduška")
    assert main(["verify", "--all", "--data-dir", str(folder)]) == 0


def test_a_row_with_an_impossible_value_is_checked_too(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(sqlite3.connect(folder / "scores.db")) as connection, connection:
        connection.execute("UPDATE scores SET score = 'lots', difficulty = 'easy'")
    assert main(["verify", "--all", "--data-dir", str(folder)]) == 1
    assert "0 games of 3 are valid." in capsys.readouterr().out


def test_any_changed_byte_of_a_transcript_is_found() -> None:
    chance = random.Random(11)
    data = format_record(RECORD).encode()
    for _ in range(400):
        changed = bytearray(data)
        changed[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        with pytest.raises(RecordError):
            verify_record(read_record(bytes(changed)))


def test_any_changed_line_is_found_with_a_new_checksum_where_it_can_be_proven() -> None:
    """Fields that no record can prove are the ones named in the promise, and the game's number."""
    unproven = {"id", "started", "finished", "played", "marks", "name"}
    lines = format_record(RECORD).split("\n")[:-2]
    chance = random.Random(12)
    found: set[str] = set()
    for _ in range(600):
        at = chance.randrange(1, len(lines))
        line = lines[at]
        key = line.partition(":")[0] if ":" in line else "action"
        if key in unproven or not line:
            continue
        changed = [*lines]
        place = chance.randrange(len(line))
        changed[at] = line[:place] + chance.choice("0123456abcdSPN ") + line[place + 1 :]
        if changed[at] == line:
            continue
        data = sign(changed).encode()
        assert hashlib.sha256(data).digest() != hashlib.sha256(format_record(RECORD).encode())
        try:
            entry = verify_record(read_record(data))
        except RecordError:
            found.add(key)
            continue
        # A record that still holds tells of another game, and its row says so.
        other = read_record(data)
        assert other.actions != RECORD.actions or other.options != RECORD.options
        assert verify_row((*row_of(ENTRY)[:-1], entry.transcript)) != () or (
            row_of(entry)[:-1] == row_of(ENTRY)[:-1]
        )
    assert {"game", "rules", "seed", "commitment", "scores", "option difficulty", "action"} <= found
