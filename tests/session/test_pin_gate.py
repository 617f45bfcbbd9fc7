"""The gate for the operator: wrong PINs cost ever more time, also over a pulled plug."""

import logging
from pathlib import Path

import pytest

from game.session.pin import hash_pin
from game.session.pin_gate import FILE, PinGate, wait_after

HASH = hash_pin("4711")


class Time:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_waits_grow() -> None:
    assert [wait_after(n) for n in range(12)] == [0, 0, 0, 10, 20, 40, 80, 160, 320, 640, 900, 900]
    assert wait_after(10**6) == 900


def test_the_right_pin_opens_and_is_closed_again(tmp_path: Path) -> None:
    gate = PinGate(tmp_path, Time())
    assert not gate.is_open
    assert gate.give("4711", HASH)
    assert gate.is_open
    gate.close()
    assert not gate.is_open
    assert not list(tmp_path.iterdir())


def test_wrong_ones_are_slowed_and_the_right_one_is_not_taken_while_waiting(tmp_path: Path) -> None:
    time = Time()
    gate = PinGate(tmp_path, time)
    for _ in range(3):
        assert gate.seconds_to_wait == 0
        assert not gate.give("0000", HASH)
    assert gate.seconds_to_wait == 10
    time.now += 9.5
    assert not gate.give("4711", HASH)
    assert gate.seconds_to_wait == 0.5
    time.now += 1
    assert not gate.give("1111", HASH)
    assert gate.seconds_to_wait == 20
    time.now += 20
    assert gate.give("4711", HASH)
    assert gate.seconds_to_wait == 0
    gate.close()
    assert not gate.give("0000", HASH)
    assert gate.seconds_to_wait == 0


def test_pulling_the_plug_begins_the_wait_anew(tmp_path: Path) -> None:
    time = Time()
    gate = PinGate(tmp_path, time)
    for _ in range(4):
        time.now += 100
        gate.give("0000", HASH)
    assert (tmp_path / FILE).read_text() == "4"
    again = PinGate(tmp_path, Time())
    assert again.seconds_to_wait == 20
    assert not again.give("4711", HASH)


def test_a_try_counts_before_it_is_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def plug_pulled(_pin: str, _hash: str) -> bool:
        raise KeyboardInterrupt

    monkeypatch.setattr("game.session.pin_gate.check_pin", plug_pulled)
    for count in (1, 2, 3):
        with pytest.raises(KeyboardInterrupt):
            PinGate(tmp_path, Time()).give("0000", HASH)
        assert (tmp_path / FILE).read_text() == str(count)
    assert PinGate(tmp_path, Time()).seconds_to_wait == 10


@pytest.mark.parametrize("content", [b"", b"x", b"\xff" * 100, b"-5"])
def test_a_damaged_count_lets_nobody_in_sooner(tmp_path: Path, content: bytes) -> None:
    (tmp_path / FILE).write_bytes(content)
    gate = PinGate(tmp_path, Time())
    assert gate.seconds_to_wait == (0 if content == b"-5" else 10)
    assert not gate.is_open


def test_without_a_disk_the_wait_counts_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file where the folder would be")
    gate = PinGate(tmp_path / "data", Time())
    gate._until = 0
    for _ in range(3):
        gate._until = 0
        gate.give("0000", HASH)
    assert gate.seconds_to_wait > 0


def test_no_pin_stands_in_the_log(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    gate = PinGate(tmp_path, Time())
    gate.give("987123", HASH)
    gate.give("4711", HASH)
    assert len(caplog.messages) == 2
    assert not [said for said in caplog.messages if "987123" in said or "4711" in said]
