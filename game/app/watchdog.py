"""Signs of life for whoever watches the kiosk: a file's time, and systemd's socket.

They are given where a frame has ended, and nowhere else: a program that hangs gives none.
"""

import logging
import os
import socket
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path

log = logging.getLogger(__name__)

HEARTBEAT_SECONDS = 2.0
"""How often the file is written anew at most."""


class Watchdog:
    """Tells that the program lives; silent where nobody asked for it."""

    def __init__(
        self,
        heartbeat: Path | None,
        clock: Callable[[], float] = time.monotonic,
        environment: Mapping[str, str] = os.environ,
    ) -> None:
        """*heartbeat* is the file to write; *environment* says where systemd listens."""
        self._heartbeat = heartbeat
        self._clock = clock
        self._socket = environment.get("NOTIFY_SOCKET", "")
        self._notify_seconds = _watchdog_seconds(environment) / 3
        self._is_ready = False
        self._status = ""
        self._next_beat = self._next_notice = clock()
        self._has_complained = False

    def beat(self, status: str = "") -> None:
        """Tell that a frame has ended; *status* says in words what keeps it from being shown."""
        now = self._clock()
        if status != self._status:
            self._status = status
            self._notify(f"STATUS={status}")
        if not self._is_ready:
            # Waiting for a display is no failure to start; frames are.
            self._is_ready = True
            self._notify("READY=1")
        if self._notify_seconds and now >= self._next_notice:
            self._next_notice = now + self._notify_seconds
            self._notify("WATCHDOG=1")
        if self._heartbeat is not None and now >= self._next_beat:
            self._next_beat = now + HEARTBEAT_SECONDS
            self._write(self._heartbeat)

    def stop(self) -> None:
        """Tell that the program is ending because it was asked to."""
        self._notify("STOPPING=1")

    def _write(self, path: Path) -> None:
        """Put the time into the file, whole or not at all; it need not outlive a power cut."""
        temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            temporary.write_text(f"{time.time():.0f}\n")
            temporary.replace(path)
        except OSError as error:
            with suppress(OSError):
                temporary.unlink(missing_ok=True)
            if not self._has_complained:
                self._has_complained = True
                log.warning("the heartbeat can't be written: %s", error.strerror)

    def _notify(self, message: str) -> None:
        """Send *message* to systemd, if it listens; a name that begins with @ is abstract."""
        if not self._socket or not hasattr(socket, "AF_UNIX"):
            return
        address = "\0" + self._socket[1:] if self._socket.startswith("@") else self._socket
        with (
            suppress(OSError),
            socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender,
        ):
            sender.setblocking(False)  # a watcher that hangs must not make the game hang
            sender.sendto(message.encode(), address)


def _watchdog_seconds(environment: Mapping[str, str]) -> float:
    """Return within how many seconds systemd wants to hear from this process; 0 for never."""
    try:
        microseconds = int(environment.get("WATCHDOG_USEC", "0"))
        process = int(environment.get("WATCHDOG_PID", str(os.getpid())))
    except ValueError:
        return 0.0
    return microseconds / 1_000_000 if process == os.getpid() and microseconds > 0 else 0.0
