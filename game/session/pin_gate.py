"""Who may do what the operator may: whoever gave the PIN, and wrong ones are slowed."""

import logging
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from game.session.files import TooLargeError, read_limited, write_atomic
from game.session.pin import check_pin

log = logging.getLogger(__name__)

FILE = "wrong_pins.txt"
"""The number of wrong PINs in a row, in the data folder."""
FREE_TRIES = 3
"""So many wrong PINs in a row cost no waiting, save the last of them."""
FIRST_WAIT = 10
LONGEST_WAIT = 900
"""Seconds: 10, 20, 40 … and from then on a quarter of an hour for each further try."""


def wait_after(failures: int) -> int:
    """Return the seconds to wait after so many wrong PINs in a row."""
    if failures < FREE_TRIES:
        return 0
    return min(LONGEST_WAIT, FIRST_WAIT << min(failures - FREE_TRIES, 10))


class PinGate:
    """Open for the operator from the right PIN on until somebody closes it."""

    def __init__(self, folder: Path, clock: Callable[[], float]) -> None:
        """*clock* tells seconds that go on evenly. Waiting begins anew with each start."""
        self._path = folder / FILE
        self._clock = clock
        self._failures = self._read()
        self._until = clock() + wait_after(self._failures)
        self.is_open = False

    @property
    def seconds_to_wait(self) -> float:
        """How long no PIN is taken; 0 where one is."""
        return max(0.0, self._until - self._clock())

    def give(self, pin: str, pin_hash: str) -> bool:
        """Open where *pin* is the right one; True then. While waiting none is.

        A try is counted before it is looked at: pulling the plug in between gains nothing.
        """
        if self.seconds_to_wait > 0:
            return False
        self._failures += 1
        self._until = self._clock() + wait_after(self._failures)
        self._write()
        if not check_pin(pin, pin_hash):
            log.warning("a wrong PIN, number %d in a row", self._failures)
            return False
        log.info("the operator is here")
        self._failures, self._until = 0, self._clock()
        self._write()
        self.is_open = True
        return True

    def close(self) -> None:
        """Let nobody pass without the PIN."""
        if self.is_open:
            log.info("the operator has left")
        self.is_open = False

    def _read(self) -> int:
        try:
            return max(0, int(read_limited(self._path, 20)))
        except FileNotFoundError:
            return 0
        except (OSError, TooLargeError, ValueError):
            return FREE_TRIES

    def _write(self) -> None:
        with suppress(OSError):  # a full disk: the wait then lasts until the next start only
            if self._failures:
                write_atomic(self._path, str(self._failures).encode())
            else:
                self._path.unlink(missing_ok=True)
