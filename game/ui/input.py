"""One layer for mouse, touch and keyboard: pygame's events in, gestures out.

Gestures are named tuples, whose classes are made in a tenth of the time of others: all of them
are made before the first picture.
"""

from dataclasses import dataclass
from enum import Enum, auto
from typing import NamedTuple

import pygame

Point = tuple[int, int]

ECHO_SECONDS = 0.5
ECHO_PIXELS = 30
"""A mouse event this soon after and this near to a finger's is the same touch told twice."""

LOST_SECONDS = 10.0
"""A pointer held down that was not heard of for so long gives way to another one: some touch
screens lose the end of a touch, and the game must not wait for it for ever."""

DRAG_SHARE = 0.015
"""A pointer that moved this share of the window's diagonal is dragging, not tapping."""


class Down(NamedTuple):
    """The pointer went down."""

    at: Point


class Move(NamedTuple):
    """The pointer moved while down."""

    at: Point


class Up(NamedTuple):
    """The pointer went up; *is_tap* where it never went far from where it went down."""

    at: Point
    is_tap: bool


@dataclass(frozen=True, slots=True)
class Cancel:
    """The pointer was lost (focus gone, window resized): nothing was meant."""


class Hover(NamedTuple):
    """The mouse moved with no button down."""

    at: Point


class Wheel(NamedTuple):
    """The wheel was turned by *steps*, up being positive."""

    steps: int


class Command(Enum):
    """What a key asks for, wherever on the keyboard's layout its letter lies."""

    DIE_1 = auto()
    DIE_2 = auto()
    DIE_3 = auto()
    DIE_4 = auto()
    LEFT = auto()
    RIGHT = auto()
    UP = auto()
    DOWN = auto()
    NEXT = auto()
    PREVIOUS = auto()
    ACCEPT = auto()
    ROLL = auto()
    CONFIRM = auto()
    TAKE_BACK = auto()
    LOWER = auto()
    RAISE = auto()
    REROLL = auto()
    HINT = auto()
    MENU = auto()
    FULLSCREEN = auto()


class Key(NamedTuple):
    """A key went down (or repeats while held)."""

    command: Command


class Text(NamedTuple):
    """Letters were typed; comes only where a scene takes text (`Pointer.is_typing`)."""

    text: str


class Composition(NamedTuple):
    """An input method has *text* under way, "" once it is done or dropped."""

    text: str


Gesture = Down | Move | Up | Cancel | Hover | Wheel | Key | Text | Composition

_SCANCODES = {
    pygame.KSCAN_1: Command.DIE_1,
    pygame.KSCAN_2: Command.DIE_2,
    pygame.KSCAN_3: Command.DIE_3,
    pygame.KSCAN_4: Command.DIE_4,
    pygame.KSCAN_KP_1: Command.DIE_1,
    pygame.KSCAN_KP_2: Command.DIE_2,
    pygame.KSCAN_KP_3: Command.DIE_3,
    pygame.KSCAN_KP_4: Command.DIE_4,
    pygame.KSCAN_LEFT: Command.LEFT,
    pygame.KSCAN_RIGHT: Command.RIGHT,
    pygame.KSCAN_UP: Command.UP,
    pygame.KSCAN_DOWN: Command.DOWN,
    pygame.KSCAN_RETURN: Command.ACCEPT,
    pygame.KSCAN_KP_ENTER: Command.ACCEPT,
    pygame.KSCAN_SPACE: Command.ACCEPT,
    pygame.KSCAN_R: Command.ROLL,
    pygame.KSCAN_C: Command.CONFIRM,
    pygame.KSCAN_BACKSPACE: Command.TAKE_BACK,
    pygame.KSCAN_MINUS: Command.LOWER,
    pygame.KSCAN_KP_MINUS: Command.LOWER,
    pygame.KSCAN_EQUALS: Command.RAISE,
    pygame.KSCAN_KP_PLUS: Command.RAISE,
    pygame.KSCAN_T: Command.REROLL,
    pygame.KSCAN_H: Command.HINT,
    pygame.KSCAN_ESCAPE: Command.MENU,
    pygame.KSCAN_AC_BACK: Command.MENU,
    pygame.KSCAN_F11: Command.FULLSCREEN,
}
_REPEATING = {Command.LEFT, Command.RIGHT, Command.UP, Command.DOWN, Command.NEXT, Command.PREVIOUS}

_WHILE_TYPING = {
    pygame.KSCAN_LEFT,
    pygame.KSCAN_RIGHT,
    pygame.KSCAN_UP,
    pygame.KSCAN_DOWN,
    pygame.KSCAN_RETURN,
    pygame.KSCAN_KP_ENTER,
    pygame.KSCAN_BACKSPACE,
    pygame.KSCAN_ESCAPE,
    pygame.KSCAN_AC_BACK,
    pygame.KSCAN_F11,
    pygame.KSCAN_TAB,
}
"""Keys that ask for something even while letters are typed; the others only make letters."""

_MOUSE = "mouse"
_Source = tuple[int, int] | str


class Pointer:
    """Turns pygame's events into gestures of one pointer; the first finger wins."""

    def __init__(self) -> None:
        self.size = (1, 1)
        self._held: _Source | None = None
        self._heard = 0.0
        self._start: Point = (0, 0)
        self._is_dragging = False
        self._finger_at: Point = (0, 0)
        self._finger_time = -ECHO_SECONDS
        self._keys_down: set[int] = set()
        self._is_typing = False
        self._is_composing = False

    @property
    def is_typing(self) -> bool:
        """Whether keys make text: letters then ask for nothing else, and Backspace repeats."""
        return self._is_typing

    @is_typing.setter
    def is_typing(self, is_typing: bool) -> None:
        self._is_typing = is_typing
        self._is_composing = False

    def translate(self, event: pygame.event.Event, now: float) -> Gesture | None:
        """Return the gesture that *event* means at time *now* (seconds), or None."""
        if event.type == pygame.MOUSEWHEEL:
            return Wheel(event.y) if event.y else None
        if event.type in (pygame.KEYDOWN, pygame.KEYUP):
            return self._key(event)
        if event.type in (pygame.TEXTINPUT, pygame.TEXTEDITING):
            return self._typed(event)
        if event.type in (pygame.FINGERDOWN, pygame.FINGERMOTION, pygame.FINGERUP):
            return self._finger(event, now)
        if event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEMOTION, pygame.MOUSEBUTTONUP):
            return self._mouse(event, now)
        if event.type == pygame.WINDOWLEAVE:  # a drag may leave the window and come back
            return None if self._held is not None else Cancel()
        if event.type in (pygame.WINDOWFOCUSLOST, pygame.WINDOWSIZECHANGED):
            return self.cancel()
        return None

    def cancel(self) -> Gesture:
        """Forget whatever is held down."""
        self._held = None
        self._keys_down.clear()
        self._is_composing = (
            False  # an input method ends with the focus, and does not always say so
        )
        return Cancel()

    def _typed(self, event: pygame.event.Event) -> Gesture | None:
        if not self._is_typing:
            return None
        self._is_composing = event.type == pygame.TEXTEDITING and bool(event.text)
        return Text(event.text) if event.type == pygame.TEXTINPUT else Composition(event.text)

    def _key(self, event: pygame.event.Event) -> Gesture | None:
        code = event.scancode
        if event.type == pygame.KEYUP:
            self._keys_down.discard(code)
            return None
        command = _SCANCODES.get(code)
        if code == pygame.KSCAN_TAB:
            command = Command.PREVIOUS if event.mod & pygame.KMOD_SHIFT else Command.NEXT
        if command is None or event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META):
            return None
        is_repeat = code in self._keys_down
        self._keys_down.add(code)
        if self._is_typing:
            if self._is_composing or code not in _WHILE_TYPING:
                return None  # a letter, or something that the input method is asked for
            if command is Command.TAKE_BACK:
                return Key(command)
        return None if is_repeat and command not in _REPEATING else Key(command)

    def _finger(self, event: pygame.event.Event, now: float) -> Gesture | None:
        at = (round(event.x * (self.size[0] - 1)), round(event.y * (self.size[1] - 1)))
        source = (event.touch_id, event.finger_id)
        if self._held in (None, source, _MOUSE):
            self._finger_at, self._finger_time = at, now
        if event.type == pygame.FINGERDOWN:
            return self._down(source, at, now)
        return self._follow(source, at, now, is_up=event.type == pygame.FINGERUP)

    def _mouse(self, event: pygame.event.Event, now: float) -> Gesture | None:
        if event.touch or self._is_echo(event.pos, now):
            return None
        if event.type == pygame.MOUSEMOTION:
            if self._held is None and not any(event.buttons):
                return Hover(event.pos)
            return self._follow(_MOUSE, event.pos, now, is_up=False)
        if event.button != 1:
            return None
        if event.type == pygame.MOUSEBUTTONDOWN:
            return self._down(_MOUSE, event.pos, now)
        return self._follow(_MOUSE, event.pos, now, is_up=True)

    def _is_echo(self, at: Point, now: float) -> bool:
        if self._held == _MOUSE or now - self._finger_time > ECHO_SECONDS:
            return False
        near = self._finger_at
        return abs(at[0] - near[0]) <= ECHO_PIXELS and abs(at[1] - near[1]) <= ECHO_PIXELS

    def _down(self, source: _Source, at: Point, now: float) -> Gesture | None:
        if self._held is not None and now - self._heard < LOST_SECONDS:
            return None
        self._held, self._heard, self._start, self._is_dragging = source, now, at, False
        return Down(at)

    def _follow(self, source: _Source, at: Point, now: float, *, is_up: bool) -> Gesture | None:
        if source != self._held:
            return None
        self._heard = now
        far = DRAG_SHARE * (self.size[0] ** 2 + self.size[1] ** 2) ** 0.5
        moved = ((at[0] - self._start[0]) ** 2 + (at[1] - self._start[1]) ** 2) ** 0.5
        self._is_dragging = self._is_dragging or moved > far
        if is_up:
            self._held = None
            return Up(at, is_tap=not self._is_dragging)
        return Move(at)
