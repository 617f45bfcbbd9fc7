"""The coach at work beside the game: loaded when first asked, thinking in a thread of its own."""

from __future__ import annotations

import logging
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from concurrent.futures import ThreadPoolExecutor

    from game.coach.coach import Coach

log = logging.getLogger(__name__)

SWITCH_SECONDS = 0.001
"""How long the coach may think before the frame loop gets its turn."""

T = TypeVar("T")


class Inquiry(Generic[T]):
    """A question to the coach. Look at it in each frame: `latest` gets better until it is done."""

    def __init__(self) -> None:
        self.latest: T | None = None
        self.count = 0
        """How many answers have come."""
        self.is_done = False
        self.error: Exception | None = None
        """Why there is no answer, where the tables can't be read."""
        self._is_stopped = threading.Event()

    def stop(self) -> None:
        """Want no more answers."""
        self._is_stopped.set()

    def run(self, answers: Callable[[], Iterator[T]]) -> None:
        """Take *answers* until they end or nobody wants more; called in the coach's thread."""
        try:
            # One that waited until nobody wants it is not even begun.
            for answer in () if self._is_stopped.is_set() else answers():
                self.latest = answer
                self.count += 1
                if self._is_stopped.is_set():
                    break
        except Exception as error:  # whatever it is, the game goes on without the coach
            log.exception("the coach failed")
            self.error = error
        self.is_done = True


class CoachDesk:
    """Takes questions for the coach and lets them be answered one after another."""

    def __init__(self, folder: Path) -> None:
        """Take the coach's tables from *folder*; nothing is read before the first question."""
        self._folder = folder
        self._coach: Coach | None = None
        self._worker: ThreadPoolExecutor | None = None
        self._open: list[Inquiry[object]] = []

    @property
    def is_there(self) -> bool:
        """Whether the coach has tables to work with."""
        return self._folder.is_dir() or self._coach is not None

    def ask(self, work: Callable[[Coach], Iterator[T]]) -> Inquiry[T]:
        """Let the coach answer by *work*, whose answers come one by one."""
        if self._worker is None:
            # Here and not above: the title comes up before it is needed.
            from concurrent.futures import ThreadPoolExecutor  # noqa: PLC0415  # see above

            sys.setswitchinterval(SWITCH_SECONDS)
            self._worker = ThreadPoolExecutor(1, thread_name_prefix="coach")
        inquiry: Inquiry[T] = Inquiry()
        self._open = [other for other in self._open if not other.is_done]
        self._open.append(inquiry)  # type: ignore[arg-type]  # only ever stopped through it
        self._worker.submit(inquiry.run, lambda: work(self._load()))
        return inquiry

    def _load(self) -> Coach:
        if self._coach is None:
            # Here and not above: it is imported in the coach's own thread, when first asked.
            from game.coach.coach import Coach  # noqa: PLC0415  # see above

            self._coach = Coach.load(self._folder)
        return self._coach

    def close(self) -> None:
        """Let the coach go home; what it was thinking about is dropped."""
        for inquiry in self._open:
            inquiry.stop()
        self._open = []  # one that never began will never be done
        if self._worker is not None:
            self._worker.shutdown(wait=False, cancel_futures=True)
            self._worker = None
