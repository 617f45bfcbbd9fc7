"""Motions: things that move for a while over a canvas, as pure functions of time."""

from collections.abc import Callable, Sequence
from typing import Protocol

from game.ui.canvas import Canvas


class Holdable(Protocol):
    """A node that can hide what a motion brings."""

    def hold(self, by: int) -> None:
        """Hide (+1) or show again (−1)."""
        ...


class Motion:
    """Something that moves. The final state is shown beneath; *holds* hide it until the end."""

    def __init__(
        self,
        duration: float,
        *,
        delay: float = 0.0,
        holds: Sequence[Holdable] = (),
        cues: Sequence[tuple[float, Callable[[], None]]] = (),
    ) -> None:
        """*delay* and *duration* in seconds; *cues* are calls at times after the delay."""
        self.delay = delay
        self.duration = duration
        self._holds = holds
        self._cues = sorted(cues, key=lambda cue: cue[0])
        self._age = -delay

    def begin(self, canvas: Canvas) -> None:
        """Put the motion's nodes on *canvas*; extend this to add some."""
        for node in self._holds:
            node.hold(1)

    def advance(self, dt: float) -> bool:
        """Go on by *dt* seconds, calling the cues that are due; False once it is over."""
        self._age += dt
        while self._cues and self._cues[0][0] <= self._age:
            self._cues.pop(0)[1]()
        return self._age < self.duration

    def draw_at(self, ahead: float) -> None:
        """Pose for *ahead* seconds after the last step."""
        age = self._age + ahead
        if age >= 0:
            self.pose(min(age, self.duration))

    def pose(self, age: float) -> None:
        """Place the motion's nodes as they stand *age* seconds after the delay."""

    def end(self, canvas: Canvas) -> None:
        """Take the motion's nodes off and show what they hid; extend this likewise."""
        for node in self._holds:
            node.hold(-1)


class Motions:
    """The motions under way on one canvas."""

    def __init__(self, canvas: Canvas) -> None:
        self._canvas = canvas
        self._running: list[Motion] = []

    @property
    def is_running(self) -> bool:
        """Whether anything moves."""
        return bool(self._running)

    def start(self, motion: Motion) -> None:
        """Let *motion* begin."""
        motion.begin(self._canvas)
        self._running.append(motion)

    def advance(self, dt: float) -> None:
        """Take a step of *dt* seconds; motions that are over end."""
        for motion in list(self._running):
            if not motion.advance(dt) and motion in self._running:
                self._running.remove(motion)
                motion.end(self._canvas)

    def draw_at(self, ahead: float) -> None:
        """Pose everything for *ahead* seconds after the last step."""
        for motion in self._running:
            motion.draw_at(ahead)

    def finish(self) -> None:
        """End everything at once; what was still to sound stays silent."""
        running, self._running = self._running, []
        for motion in running:
            motion.end(self._canvas)
