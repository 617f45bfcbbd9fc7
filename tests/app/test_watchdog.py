"""Signs of life: systemd's socket and the heartbeat file."""

import os
import socket
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from game.app.watchdog import Watchdog

NO_SOCKETS = not hasattr(socket, "AF_UNIX")
pytestmark = pytest.mark.skipif(NO_SOCKETS, reason="systemd's socket is there on Unix only")


class Time:
    def __init__(self) -> None:
        self.now = 50.0

    def __call__(self) -> float:
        return self.now


class Listener:
    """Stands in for systemd."""

    def __init__(self, address: str) -> None:
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(address)
        self._socket.setblocking(False)

    def heard(self) -> list[str]:
        found = []
        try:
            while True:
                found.append(self._socket.recv(200).decode())
        except BlockingIOError:
            return found

    def close(self) -> None:
        self._socket.close()


@pytest.fixture(params=["path", "abstract"])
def systemd(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[str, Listener]]:
    if request.param == "path":
        name = address = str(tmp_path / "notify")
    elif sys.platform == "linux":
        name, address = f"@magdagdon-test-{os.getpid()}", f"\0magdagdon-test-{os.getpid()}"
    else:
        pytest.skip("abstract names are there on Linux only")
    listener = Listener(address)
    yield name, listener
    listener.close()


def test_systemd_hears_of_frames_and_only_of_them(systemd: tuple[str, Listener]) -> None:
    name, listener = systemd
    time = Time()
    environment = {"NOTIFY_SOCKET": name, "WATCHDOG_USEC": "9000000"}
    watchdog = Watchdog(None, time, environment)
    assert listener.heard() == []
    watchdog.beat()
    assert listener.heard() == ["READY=1", "WATCHDOG=1"]
    for _ in range(29):
        time.now += 0.1
        watchdog.beat()
    assert listener.heard() == []
    time.now += 0.11
    watchdog.beat()
    assert listener.heard() == ["WATCHDOG=1"]
    time.now += 100
    assert listener.heard() == []  # no frame ended
    watchdog.beat("waiting for the display")
    watchdog.beat("waiting for the display")
    assert listener.heard() == ["STATUS=waiting for the display", "WATCHDOG=1"]
    watchdog.beat()
    watchdog.stop()
    assert listener.heard() == ["STATUS=", "STOPPING=1"]


@pytest.mark.parametrize(
    "more", [{}, {"WATCHDOG_USEC": "x"}, {"WATCHDOG_USEC": "9", "WATCHDOG_PID": "1"}]
)
def test_a_watchdog_that_is_not_ours_is_not_fed(tmp_path: Path, more: dict[str, str]) -> None:
    name = str(tmp_path / "notify")
    listener = Listener(name)
    Watchdog(None, Time(), {"NOTIFY_SOCKET": name, **more}).beat()
    assert listener.heard() == ["READY=1"]
    listener.close()


def test_nobody_listens(tmp_path: Path) -> None:
    watchdog = Watchdog(None, Time(), {"NOTIFY_SOCKET": str(tmp_path / "none")})
    watchdog.beat()
    watchdog.stop()
    Watchdog(None, Time(), {}).beat()


def test_a_listener_that_reads_nothing_holds_nothing_up(tmp_path: Path) -> None:
    name = str(tmp_path / "notify")
    listener = Listener(name)
    time = Time()
    watchdog = Watchdog(None, time, {"NOTIFY_SOCKET": name, "WATCHDOG_USEC": "3000000"})
    for _ in range(2000):  # more than the socket holds
        time.now += 1
        watchdog.beat()
    assert listener.heard()
    listener.close()


def test_the_heartbeat_is_written_every_few_seconds(tmp_path: Path) -> None:
    path = tmp_path / "run" / "heartbeat"
    time = Time()
    watchdog = Watchdog(path, time, {})
    watchdog.beat()
    first = path.stat().st_mtime_ns
    assert int(path.read_text()) > 1_600_000_000
    path.write_text("read and emptied")
    for _ in range(19):
        time.now += 0.1
        watchdog.beat()
    assert path.read_text() == "read and emptied"
    time.now += 0.2
    watchdog.beat()
    assert path.stat().st_mtime_ns >= first
    assert int(path.read_text()) > 1_600_000_000
    assert [file.name for file in path.parent.iterdir()] == ["heartbeat"]


def test_a_heartbeat_that_can_not_be_written_is_told_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "run").write_text("a file where the folder would be")
    time = Time()
    watchdog = Watchdog(tmp_path / "run" / "heartbeat", time, {})
    for _ in range(5):
        watchdog.beat()
        time.now += 5
    assert len(caplog.messages) == 1
