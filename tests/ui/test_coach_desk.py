"""Questions to the coach: what waits in line is begun, skipped or dropped, and never kept."""

import gc
import threading
import weakref
from collections.abc import Iterator
from pathlib import Path

from game.scenes.coach_desk import CoachDesk, Inquiry


class Line:
    """A desk whose coach is busy, so that questions wait in line."""

    def __init__(self, folder: Path) -> None:
        self.may_go = threading.Event()
        self.begun: list[str] = []
        self.desk = CoachDesk(folder)
        self.desk._coach = object()  # type: ignore[assignment]  # no question here needs tables
        self.first = self.ask("first")

    def ask(self, name: str) -> Inquiry[str]:
        """Ask what is answered by *name* once the coach may go on."""

        def answers() -> Iterator[str]:
            self.begun.append(name)
            self.may_go.wait(10)
            yield name

        return self.desk.ask(lambda _coach: answers())


def test_questions_are_answered_in_turn_and_one_that_nobody_wants_is_not_begun(
    tmp_path: Path,
) -> None:
    line = Line(tmp_path)
    unwanted, last = line.ask("unwanted"), line.ask("last")
    unwanted.stop()
    worker = line.desk._worker
    line.may_go.set()
    assert worker is not None
    worker.shutdown(wait=True)
    assert [line.first.latest, unwanted.latest, last.latest] == ["first", None, "last"]
    assert [question.is_done for question in (line.first, unwanted, last)] == [True] * 3
    assert line.begun == ["first", "last"]


def test_a_coach_that_goes_home_keeps_no_question(tmp_path: Path) -> None:
    line = Line(tmp_path)
    waiting = [weakref.ref(line.ask(f"{number}")) for number in range(5)]
    worker = line.desk._worker
    line.desk.close()
    line.may_go.set()
    assert worker is not None
    worker.shutdown(wait=True)
    gc.collect()
    assert [ref() for ref in waiting] == [None] * 5
    assert line.begun == ["first"]
