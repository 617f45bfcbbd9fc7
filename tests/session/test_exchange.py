"""Games out to files and back in: what is written, what is taken, and what is refused."""

import os
import sys
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest

from game.session.exchange import export_picture, export_record, import_record, play_record
from game.session.record import (
    MAX_RECORD_BYTES,
    Record,
    RecordError,
    RecordFault,
    format_record,
)
from tests.session.play import RULES, finished_record, names, new_session


@pytest.fixture
def record() -> Record:
    return finished_record("exchange", "S")


def fault_of(path: Path) -> RecordFault:
    with pytest.raises(RecordError) as caught:
        import_record(path, RULES)
    return caught.value.fault


# Out


def test_exported_game_comes_back_as_it_was(tmp_path: Path, record: Record) -> None:
    path = export_record(tmp_path, record)
    again, game = import_record(path, RULES)
    assert again == record
    assert game.final.score.total == record.scores[0]


def test_name_tells_day_and_score(tmp_path: Path, record: Record) -> None:
    path = export_record(tmp_path, record)
    assert record.finished is not None
    day: datetime = record.finished.astimezone()
    assert path == tmp_path / "exports" / f"MAGDAGDON-{day:%Y-%m-%d}-{record.scores[0]}.txt"


def test_same_game_is_written_once_and_another_beside_it(tmp_path: Path, record: Record) -> None:
    first = export_record(tmp_path, record)
    assert export_record(tmp_path, record) == first
    other = export_record(tmp_path, replace(record, name="Other"))
    assert other.name == first.stem + "-2.txt"
    assert import_record(first, RULES)[0] == record
    assert names(first.parent) == sorted([first.name, other.name])


def test_picture_lies_beside_the_record(tmp_path: Path, record: Record) -> None:
    text = export_record(tmp_path, record)
    picture = export_picture(tmp_path, record, b"\x89PNG")
    assert picture == text.with_suffix(".png")
    assert picture.read_bytes() == b"\x89PNG"


def test_game_under_way_goes_out_without_its_seed(tmp_path: Path) -> None:
    session = new_session("hidden-seed")
    session.submit(session.legal_actions[0])
    path = export_record(tmp_path, session.record)
    assert "unfinished" in path.name
    assert "hidden-seed" not in path.read_text(encoding="utf-8")
    again, game = import_record(path, RULES)
    assert again.commitment == session.record.commitment
    assert game.final == session.state


def test_export_into_no_folder_is_an_error_of_the_system(tmp_path: Path, record: Record) -> None:
    (tmp_path / "exports").write_text("in the way", encoding="utf-8")
    with pytest.raises(OSError, match="exports"):
        export_record(tmp_path, record)


# In


def test_other_line_ends_and_a_byte_order_mark_do_no_harm(tmp_path: Path, record: Record) -> None:
    path = tmp_path / "game.txt"
    text = format_record(record).replace("\n", "\r\n")
    path.write_bytes(b"\xef\xbb\xbf" + text.encode())
    assert import_record(path, RULES)[0] == record


def test_changed_score_is_refused(tmp_path: Path, record: Record) -> None:
    path = tmp_path / "game.txt"
    path.write_text(format_record(replace(record, scores=(record.scores[0] + 1,))), "utf-8")
    assert fault_of(path) is RecordFault.FALSE_SCORE


def test_score_of_a_game_that_is_not_over_is_refused(record: Record) -> None:
    with pytest.raises(RecordError) as caught:
        play_record(replace(record, actions=record.actions[:4]), RULES)
    assert caught.value.fault is RecordFault.FALSE_SCORE


def test_changed_roll_is_refused(tmp_path: Path, record: Record) -> None:
    path = tmp_path / "game.txt"
    values = record.actions[1].split()[1:]
    turned = " ".join(["rolled", *(str(7 - int(value)) for value in values)])
    actions = (record.actions[0], turned, *record.actions[2:])
    path.write_text(format_record(replace(record, actions=actions)), "utf-8")
    assert fault_of(path) is RecordFault.FALSE_ROLL


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        (b"", RecordFault.NOT_A_RECORD),
        (b"\xff\xfe\x00", RecordFault.NOT_TEXT),
        (b"\x89PNG\r\n\x1a\n", RecordFault.NOT_TEXT),
        (b"hello\n", RecordFault.NOT_A_RECORD),
        (b"dice game record 1\n", RecordFault.CUT_OFF),
        (b"dice game record 999\n", RecordFault.NEWER_FORMAT),
        (b"x" * (MAX_RECORD_BYTES + 1), RecordFault.TOO_LONG),
    ],
)
def test_file_that_is_no_record_is_refused(tmp_path: Path, data: bytes, fault: RecordFault) -> None:
    path = tmp_path / "game.txt"
    path.write_bytes(data)
    assert fault_of(path) is fault


@pytest.mark.parametrize("name", ["missing.txt", "."])
def test_no_file_and_a_folder_are_errors_of_the_system(tmp_path: Path, name: str) -> None:
    with pytest.raises(OSError, match=r".+"):
        import_record(tmp_path / name, RULES)


@pytest.mark.skipif(sys.platform == "win32", reason="no named pipes in the file system there")
def test_pipe_is_not_waited_for(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(OSError, match="regular"):
        import_record(pipe, RULES)
