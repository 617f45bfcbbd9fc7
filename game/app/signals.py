"""Signals that ask the program to end: it then ends as if the player had left."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

_ASKING = [
    getattr(signal, name)
    for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")
    if hasattr(signal, name)
]


@contextmanager
def stopped_by_signals() -> Iterator[Callable[[], bool]]:
    """Yield a function that tells whether the program was asked to end.

    What whoever started the program has it ignore (nohup does) stays ignored. The second time a
    signal does what it did before: a program that hangs must end too. Outside of the main thread,
    where Python takes no signals, nobody is ever asked.
    """
    asked: list[int] = []
    before: dict[int, Callable[[int, FrameType | None], object] | int] = {}

    def take(number: int, _frame: FrameType | None) -> None:
        asked.append(number)
        signal.signal(number, before[number])

    try:
        for number in _ASKING:
            handler = signal.getsignal(number) or signal.SIG_DFL
            if handler != signal.SIG_IGN:
                before[number] = handler
                signal.signal(number, take)
    except ValueError:  # not the main thread
        before.clear()
    try:
        yield lambda: bool(asked)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
