import hashlib
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.session.record import (
    Mark,
    Record,
    RecordError,
    RecordFault,
    clean_name,
    format_record,
    parse_record,
    read_record,
)
from tests.session.play import NOON, finished_record

RECORD = Record(
    game="magdagdon",
    rules_version=1,
    game_id="0123456789abcdef" * 2,
    options={"difficulty": "S"},
    seed="abc",
    started=NOON,
    played=754,
    marks=frozenset(Mark),
    name="Majda ਮਾਜਦਾ",
    actions=("roll", "rolled 3 1 4 6"),
)

TEXT = """\
dice game record 1
game: magdagdon
rules: 1
id: 0123456789abcdef0123456789abcdef
option difficulty: S
seed: abc
commitment: 4574f5bea0c0e06b0d54b9a7b8b9a6e3
started: 2026-03-14T12:00:00Z
finished:
scores:
played: 754
marks: assisted practice
name: Majda ਮਾਜਦਾ

roll
rolled 3 1 4 6
"""


def signed(body: str) -> str:
    return body + f"end {hashlib.sha256(body.encode()).hexdigest()}\n"


def body_of(record: Record) -> str:
    return format_record(record).rsplit("end ", 1)[0]


def test_a_record_is_the_text_it_always_was() -> None:
    commitment = hashlib.sha256(b"magdagdon seed abc").hexdigest()
    body = TEXT.replace("4574f5bea0c0e06b0d54b9a7b8b9a6e3", commitment)
    assert format_record(RECORD) == signed(body)
    assert parse_record(signed(body)) == RECORD


def test_a_finished_game_reads_back_and_windows_line_ends_do_no_harm() -> None:
    record = finished_record()
    text = format_record(record)
    assert parse_record(text) == record
    assert read_record(text.replace("\n", "\r\n").encode()) == record


@given(
    st.builds(
        Record,
        game=st.from_regex("[a-z0-9_]{1,20}", fullmatch=True),
        rules_version=st.integers(0, 999),
        game_id=st.from_regex("[0-9a-f]{32}", fullmatch=True),
        options=st.dictionaries(
            st.from_regex("[a-z_]{1,9}", fullmatch=True),
            st.from_regex("[A-Z0-9]{0,9}", fullmatch=True),
            max_size=3,
        ),
        seed=st.from_regex("[!-~]{1,64}", fullmatch=True),
        started=st.just(NOON),
        finished=st.none() | st.just(NOON),
        scores=st.lists(st.integers(-999, 999), max_size=3).map(tuple),
        played=st.integers(0, 10**8),
        marks=st.frozensets(st.sampled_from(Mark)),
        name=st.text(max_size=60).map(clean_name),
        actions=st.lists(st.from_regex("[a-z]{1,9}( [0-9]){0,4}", fullmatch=True)).map(tuple),
    )
)
def test_every_record_reads_back(record: Record) -> None:
    assert read_record(format_record(record).encode()) == record


def test_cut_off_anywhere_it_is_no_record() -> None:
    data = format_record(finished_record()).encode()
    for length in range(len(data)):
        with pytest.raises(RecordError):
            read_record(data[:length])


def test_a_changed_byte_anywhere_is_noticed() -> None:
    data = format_record(RECORD).encode()
    for at in range(len(data)):
        changed = data[:at] + bytes([data[at] ^ 0x10]) + data[at + 1 :]
        with pytest.raises(RecordError):
            read_record(changed)


@pytest.mark.parametrize(
    ("old", "new", "fault", "line"),
    [
        ("dice game record 1", "dice game record 2", RecordFault.NEWER_FORMAT, 1),
        ("dice game record 1", "dice game record 0", RecordFault.NOT_A_RECORD, 1),
        ("dice game record 1", "PNG", RecordFault.NOT_A_RECORD, 1),
        ("rules: 1\n", "rules: one\n", RecordFault.BAD_VALUE, 3),
        ("rules: 1\n", "rules 1\n", RecordFault.BAD_LINE, 3),
        ("rules: 1\n", "ruins: 1\n", RecordFault.UNKNOWN_FIELD, 3),
        ("rules: 1\n", "rules: 1\nrules: 1\n", RecordFault.REPEATED_FIELD, 4),
        ("rules: 1\n", "", RecordFault.MISSING_FIELD, 13),
        ("id: 0123", "id: 012X", RecordFault.BAD_VALUE, 4),
        ("seed: abc", "seed: a c", RecordFault.BAD_VALUE, 6),
        ("seed: abc", "seed: abd", RecordFault.WRONG_COMMITMENT, 7),
        ("started: 2026-03-14", "started: 2026-13-14", RecordFault.BAD_VALUE, 8),
        ("finished:", "finished: soon", RecordFault.BAD_VALUE, 9),
        ("scores:", "scores: many", RecordFault.BAD_VALUE, 10),
        ("played: 754", "played: -1", RecordFault.BAD_VALUE, 11),
        ("marks: assisted", "marks: winner", RecordFault.BAD_VALUE, 12),
        ("name: Majda", "name:  Majda", RecordFault.BAD_VALUE, 13),
        ("\nroll\n", "\n\n", RecordFault.BAD_ACTION, 15),
        ("\nroll\n", "\nro\x07ll\n", RecordFault.BAD_ACTION, 15),
    ],
)
def test_a_wrong_field_is_named_with_its_line(
    old: str, new: str, fault: RecordFault, line: int
) -> None:
    body = body_of(RECORD)
    assert body.count(old) == 1
    with pytest.raises(RecordError) as caught:
        parse_record(signed(body.replace(old, new)))
    assert (caught.value.fault, caught.value.line) == (fault, line)


def test_bytes_that_are_no_text_are_named_with_their_line() -> None:
    with pytest.raises(RecordError) as caught:
        read_record(b"dice game record 1\ngame: \xff\n")
    assert (caught.value.fault, caught.value.line) == (RecordFault.NOT_TEXT, 2)


@given(st.text() | st.text("dicegamr o1:\nend"))
def test_no_text_whatever_raises_anything_but_a_record_error(text: str) -> None:
    with pytest.raises(RecordError):
        parse_record(text)


@given(st.binary())
def test_no_bytes_whatever_raise_anything_but_a_record_error(data: bytes) -> None:
    with pytest.raises(RecordError):
        read_record(b"dice game record 1\n" + data)


def test_the_line_of_an_action_is_the_one_it_stands_on() -> None:
    record = replace(RECORD, options={"b": "2", "a": "1"})
    lines = format_record(record).split("\n")
    assert [lines[record.line_of(index) - 1] for index in range(2)] == list(record.actions)


@given(st.text())
def test_a_name_is_one_line_of_at_most_forty_characters(text: str) -> None:
    name = clean_name(text)
    assert clean_name(name) == name
    assert len(name) <= 40
    assert "\n" not in name
    assert parse_record(format_record(replace(RECORD, name=name))).name == name
