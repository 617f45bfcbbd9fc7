"""The controls of a scene together: who is pressed, hovered and focused."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from game.ui.button import Button
from game.ui.canvas import Canvas
from game.ui.input import Cancel, Command, Down, Gesture, Hover, Key, Move, Point, Up
from game.ui.widgets import Control

ControlType = TypeVar("ControlType", bound=Control)


def _is_guarded(control: Control, now: float) -> bool:
    return isinstance(control, Button) and control.is_guarded(now)


class Controls:
    """The controls of a scene: passes gestures on, keeps press, hover and focus."""

    def __init__(self, canvas: Canvas, on_press: Callable[[], None]) -> None:
        """*on_press* is called when a control goes down, to sound."""
        self._canvas = canvas
        self._on_press = on_press
        self._controls: list[Control] = []
        self._pressed: Control | None = None
        self._focused: Control | None = None

    def add(self, control: ControlType) -> ControlType:
        """Put *control* on the canvas, behind those that are there in the order of focus."""
        self._controls.append(control)
        self._canvas.add(control)
        return control

    def remove(self, control: Control) -> None:
        """Take *control* off the canvas and out of the order of focus."""
        if control in self._controls:
            self._controls.remove(control)
            self._canvas.remove(control)
            if self._pressed is control:
                self._pressed = None
            if self._focused is control:
                self.focus(None)

    @property
    def all(self) -> Sequence[Control]:
        """The controls in the order of focus."""
        return tuple(self._controls)

    @property
    def focused(self) -> Control | None:
        """The control that the keyboard acts on, if any."""
        return self._focused if self._focused and self._focused.is_visible else None

    def at(self, point: Point) -> Control | None:
        """Return the control under *point*, if any."""
        return next((c for c in reversed(self._controls) if c.contains(point)), None)

    def handle(self, gesture: Gesture, now: float) -> bool:
        """Act on *gesture*; True where a control took it."""
        match gesture:
            case Down(at):
                self.focus(None)
                return self._press(self.at(at), now)
            case Move(at) if self._pressed is not None:
                self._pressed.set_flags(pressed=self._pressed.contains(at))
                self._pressed.dragged(at)
                return True
            case Up(at, _) if self._pressed is not None:
                control, self._pressed = self._pressed, None
                control.set_flags(pressed=False)
                if control.contains(at) and control.is_enabled and not _is_guarded(control, now):
                    control.tapped(at)
                return True
            case Hover(at):
                under = self.at(at)
                for control in self._controls:
                    control.set_flags(hovered=control is under)
                return False
            case Key(command):
                return self._key(command, now)
            case Cancel():
                self._let_go()
                for control in self._controls:
                    control.set_flags(hovered=False)
                return False
            case _:
                return False

    def _let_go(self) -> None:
        """Forget the control that is held down: nothing was meant."""
        if self._pressed is not None:
            self._pressed.set_flags(pressed=False)
            self._pressed = None

    def _press(self, control: Control | None, now: float) -> bool:
        self._let_go()
        if control is None or not control.is_enabled:
            return control is not None
        if _is_guarded(control, now):
            return True
        self._pressed = control
        control.set_flags(pressed=True)
        self._on_press()
        return True

    def focus(self, control: Control | None) -> None:
        """Move the keyboard's focus to *control*, or hide it."""
        if self._focused is not None:
            self._focused.set_flags(focused=False)
        self._focused = control
        if control is not None:
            control.set_flags(focused=True)

    def _key(self, command: Command, now: float) -> bool:
        focused = self.focused
        if command is Command.ACCEPT:
            if focused is None or not focused.is_enabled:
                return False
            if _is_guarded(focused, now):
                return True
            self._on_press()
            focused.accepted()
            return True
        steps = {Command.LEFT: -1, Command.RIGHT: 1}
        if focused is not None and command in steps and focused.stepped(steps[command]):
            return True
        if command in (Command.NEXT, Command.PREVIOUS):
            return self._cycle(1 if command is Command.NEXT else -1)
        if command in _DIRECTIONS:
            return self._towards(_DIRECTIONS[command])
        return False

    def _reachable(self) -> list[Control]:
        return [c for c in self._controls if c.is_visible and c.is_enabled]

    def _cycle(self, by: int) -> bool:
        reachable = self._reachable()
        if not reachable:
            return False
        if self.focused in reachable:
            at = (reachable.index(self.focused) + by) % len(reachable)
        else:
            at = 0 if by > 0 else -1
        self.focus(reachable[at])
        return True

    def _towards(self, direction: Point) -> bool:
        """Move the focus to the nearest control in *direction*."""
        focused = self.focused
        if focused is None:
            return self._cycle(1)

        def cost(control: Control) -> float:
            dx = control.box.centerx - focused.box.centerx
            dy = control.box.centery - focused.box.centery
            ahead = dx * direction[0] + dy * direction[1]
            aside = abs(dx * direction[1]) + abs(dy * direction[0])
            return ahead + 2 * aside if ahead > abs(aside) * 0.3 else float("inf")

        others = [c for c in self._reachable() if c is not focused]
        best = min(others, key=cost, default=None)
        if best is not None and cost(best) < float("inf"):
            self.focus(best)
        return True


_DIRECTIONS: dict[Command, Point] = {
    Command.LEFT: (-1, 0),
    Command.RIGHT: (1, 0),
    Command.UP: (0, -1),
    Command.DOWN: (0, 1),
}
