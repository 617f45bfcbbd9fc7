"""A monkey at the keyboard, the mouse, the touch screen and the window, and what must hold.

The real App on the dummy driver gets random events, many of them aimed at what is on the screen.
"""

import gc
import random
import sys
import tracemalloc
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pygame
from pygame.event import Event

from game.coach.engine import Engine
from game.rules.magdagdon import placement
from game.rules.magdagdon.actions import Confirm, Ruin
from game.rules.magdagdon.board import Difficulty
from game.scenes.base import Push, Reset
from game.session.record import format_record, parse_record
from game.session.session import Session
from tests.ui.pilot import Pilot

SIZES = ((800, 480), (480, 800), (640, 480), (1024, 600), (480, 320), (300, 200))
KEYS = (
    *range(pygame.KSCAN_A, pygame.KSCAN_Z + 1),
    *range(pygame.KSCAN_1, pygame.KSCAN_0 + 1),
    pygame.KSCAN_RETURN,
    pygame.KSCAN_SPACE,
    pygame.KSCAN_TAB,
    pygame.KSCAN_BACKSPACE,
    pygame.KSCAN_DELETE,
    pygame.KSCAN_LEFT,
    pygame.KSCAN_RIGHT,
    pygame.KSCAN_UP,
    pygame.KSCAN_DOWN,
    pygame.KSCAN_HOME,
    pygame.KSCAN_END,
    pygame.KSCAN_PAGEUP,
    pygame.KSCAN_PAGEDOWN,
    pygame.KSCAN_MINUS,
    pygame.KSCAN_EQUALS,
    pygame.KSCAN_ESCAPE,
    pygame.KSCAN_F1,
    pygame.KSCAN_F5,
)
WINDOW_EVENTS = (
    pygame.WINDOWEXPOSED,
    pygame.WINDOWRESTORED,
    pygame.WINDOWFOCUSLOST,
    pygame.WINDOWFOCUSGAINED,
    pygame.WINDOWLEAVE,
    pygame.WINDOWENTER,
    pygame.WINDOWMINIMIZED,
    pygame.WINDOWMAXIMIZED,
    pygame.WINDOWSHOWN,
    pygame.WINDOWHIDDEN,
    pygame.WINDOWMOVED,
    pygame.ACTIVEEVENT,
    pygame.AUDIODEVICEADDED,
    pygame.AUDIODEVICEREMOVED,
)
TEXTS = ("a", "ž", "ਕਿ", "−", "\0", "🎲", "x" * 200, "")
MOST_ESCAPES = 12
EVENTS_PER_FRAME = 6
HELP = 0.25
"""The share of frames in which a legal action is played."""
WARM_UP = 40_000
INTERNED = 100_000
"""Strings after which the interpreter has made its table of them anew."""
RARELY = 0.0006
"""The share of events that change the window: each of them makes every picture anew."""


class Monkey:
    """Sends random events to one App, and checks now and then that nothing is broken or stuck."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.chance = random.Random(seed)
        self.pilot = Pilot(folder, SIZES[0], is_muted=True, has_reduced_motion=seed % 2 == 0)
        self.pilot.app.context.chance.seed(seed)
        self.sent = 0
        self.scenes: Counter[str] = Counter()
        self._makers: list[tuple[float, Callable[[], Event]]] = [
            (24, self._mouse_button),
            (14, self._mouse_motion),
            (2, self._wheel),
            (24, self._finger),
            (26, self._key),
            (2, self._text),
            (2, self._window),
            (0.3, self._unknown),
        ]

    def send(self, count: int) -> None:
        """Send *count* events, a few in each frame."""
        weights = [weight for weight, _ in self._makers]
        end = self.sent + count
        while self.sent < end:
            number = min(end - self.sent, self.chance.randint(0, 2 * EVENTS_PER_FRAME))
            makers = self.chance.choices(self._makers, weights, k=number)
            events = [event for _, make in makers for event in self._all(make())]
            self.sent += len(events)
            if self.chance.random() < RARELY * EVENTS_PER_FRAME:
                events.append(self._resize())
            self.frame(*events)
            if self.chance.random() < HELP:
                self._help()

    def _help(self) -> None:
        """Play a legal action, as a lucky tap would: lest no game ever ends."""
        scene, session = self.pilot.scene, self.pilot.app.context.session
        if self.pilot.scene_name == "PlayScene" and session is not None and not session.is_over:
            legal = session.legal_actions
            ends = [action for action in legal if isinstance(action, Confirm | Ruin)]
            scene.submit(self.chance.choice(ends or legal))

    def _all(self, event: Event) -> list[Event]:
        """Return *event*, and after half of the times that something goes down, its going up."""
        up = {
            pygame.MOUSEBUTTONDOWN: pygame.MOUSEBUTTONUP,
            pygame.FINGERDOWN: pygame.FINGERUP,
            pygame.KEYDOWN: pygame.KEYUP,
        }.get(event.type)
        if up is None or self.chance.random() < 0.4:
            return [event]
        return [event, Event(up, event.dict)]

    def frame(self, *events: Event) -> None:
        """Take a frame; the program that was left by it is opened again."""
        app = self.pilot.app
        dt = self.chance.choice((0.0, 0.001, 1 / 60, 1 / 60, 0.05, 0.1, 600.0))
        self.pilot.frame(*events, dt=dt)
        self.scenes[self.pilot.scene_name] += 1
        if not app.is_running:
            app.is_running = True  # as if it was started again

    # ------------------------------------------------------------------ what must hold

    def check(self) -> None:
        """The game under way is one that the rules and the seed give, and every scene is left.

        Afterwards the monkey is mostly put before the board again, lest it plays with menus only.
        """
        session = self.pilot.app.context.session
        if session is not None:
            record = parse_record(format_record(session.record))
            again = Session.resume(session.rules, record)
            assert again.state == session.state
            for action in session.legal_actions:
                session.rules.apply(session.state, action)
        self.escape()
        if self.chance.random() < 0.75:
            self.pilot.app.stack.apply(Push("play"))

    def escape(self) -> None:
        """Leave scene by scene with Esc until the title or the game with its menu is reached."""
        app = self.pilot.app
        self._let_go()
        self._wait()
        seen = []
        for _ in range(MOST_ESCAPES):
            name = self.pilot.scene_name
            seen.append(name)
            if name == "TitleScene" and len(app.stack) == 1:
                self.pilot.key(pygame.KSCAN_ESCAPE)
                assert not app.is_running, "the title is not left by Esc"
                app.is_running = True
                return
            self.pilot.key(pygame.KSCAN_ESCAPE)
            if name == "PauseScene":  # Esc leads back to the game, a button to the title
                assert self.pilot.scene_name != name, "the menu is not left by Esc"
                app.stack.apply(Reset("title"))
            self._wait()
        raise AssertionError(f"stuck: {seen}")

    def _wait(self) -> None:
        """Let a scene that is still being made ready come up."""
        for _ in range(20):
            self.pilot.frame(dt=0.1)

    def _let_go(self) -> None:
        """Take all hands off: a key or button held down waits for its end."""
        keys = [Event(pygame.KEYUP, scancode=code, key=0, mod=0, unicode="") for code in KEYS]
        self.pilot.frame(*keys, Event(pygame.WINDOWFOCUSLOST))

    # ------------------------------------------------------------------ events

    def _point(self) -> tuple[int, int]:
        """Return a place to aim at: often a control, a die or a cell, sometimes anywhere."""
        scene = self.pilot.scene
        if self.chance.random() < 0.75:
            boxes = [control.box for control in scene.controls.all]
            geometry = getattr(scene, "geometry", None)
            if geometry is not None:
                boxes += [*geometry.cells, *(node.box for node in scene.view.dice)]
            if boxes:
                box = self.chance.choice(boxes)
                return box.centerx + self.chance.randint(-9, 9), box.centery
        width, height = self.pilot.screen.get_size()
        return self.chance.randint(-5, width + 5), self.chance.randint(-5, height + 5)

    def _mouse_button(self) -> Event:
        kind = self.chance.choice((pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP))
        button = self.chance.choice((1, 1, 1, 1, 2, 3, 8))
        is_touch = self.chance.random() < 0.1
        return Event(kind, pos=self._point(), button=button, touch=is_touch)

    def _mouse_motion(self) -> Event:
        buttons = (self.chance.choice((0, 0, 1)), 0, 0)
        return Event(
            pygame.MOUSEMOTION, pos=self._point(), rel=(1, 1), buttons=buttons, touch=False
        )

    def _wheel(self) -> Event:
        steps = self.chance.choice((-3, -1, 0, 1, 5))
        return Event(pygame.MOUSEWHEEL, x=0, y=steps, flipped=False)

    def _finger(self) -> Event:
        finger = self.chance.randrange(12)
        width, height = self.pilot.screen.get_size()
        at = self._point()
        kinds = (pygame.FINGERDOWN, pygame.FINGERUP, pygame.FINGERMOTION)
        return Event(
            self.chance.choice(kinds),
            x=at[0] / max(1, width - 1),
            y=at[1] / max(1, height - 1),
            dx=0.0,
            dy=0.0,
            touch_id=self.chance.choice((1, 2)),
            finger_id=finger,
        )

    def _key(self) -> Event:
        kind = self.chance.choice((pygame.KEYDOWN, pygame.KEYDOWN, pygame.KEYUP))
        mod = self.chance.choice((0, 0, 0, 0, pygame.KMOD_SHIFT, pygame.KMOD_CTRL, pygame.KMOD_ALT))
        code = self.chance.choice(KEYS)
        return Event(kind, scancode=code, key=code, mod=mod, unicode="")

    def _text(self) -> Event:
        if self.chance.random() < 0.5:
            return Event(pygame.TEXTINPUT, text=self.chance.choice(TEXTS))
        return Event(pygame.TEXTEDITING, text=self.chance.choice(TEXTS), start=0, length=0)

    def _window(self) -> Event:
        return Event(self.chance.choice(WINDOW_EVENTS), x=0, y=0, which=0, iscapture=0)

    def _unknown(self) -> Event:
        if self.chance.random() < 0.2:
            return Event(pygame.QUIT)
        return Event(pygame.USEREVENT, code=1)

    def _resize(self) -> Event:
        """Give the window another size as the desktop does, or ask for full screen."""
        if self.chance.random() < 0.3:
            return Event(pygame.KEYDOWN, scancode=pygame.KSCAN_F11, key=0, mod=0, unicode="")
        size = self.chance.choice(SIZES)
        pygame.display.set_mode(size, pygame.RESIZABLE)
        pygame.event.clear()
        return Event(pygame.WINDOWSIZECHANGED, x=size[0], y=size[1])


def memory_by_quarter(monkey: Monkey, events: int, part: int = 500) -> list[int]:
    """Send *events*, checking after each *part*; return the bytes of objects after each quarter.

    They are counted with the same picture on the same window. `WARM_UP` events go before.
    """
    prepare_to_count(monkey)
    rest(monkey, WARM_UP, part)
    return [rest(monkey, events // 4, part) for _ in range(4)]


def rest(monkey: Monkey, events: int, part: int) -> int:
    """Send *events*, then put everything to rest at the title; return the bytes held."""
    for _ in range(events // part):
        monkey.send(part)
        monkey.check()
    monkey.escape()
    app = monkey.pilot.app
    if app.context.settings.is_fullscreen:
        app._toggle_fullscreen()
    monkey.pilot.resize(SIZES[0])
    return bytes_held(monkey)


def prepare_to_count(monkey: Monkey) -> None:
    """Have what is made once and then stays; tracemalloc must have been started before."""
    _engines(monkey)
    # The interpreter makes its table of interned strings anew when enough have come and gone.
    # Now and not in some quarter: it is only counted from then on.
    for number in range(INTERNED):
        sys.intern(f"interned {number}")


def bytes_held(monkey: Monkey) -> int:
    """Return the bytes of all objects, by tracemalloc, after emptying the caches.

    Those of pictures hold more or less by the size of the window just then, and those of the rules
    and the coach fill up to their bounds.
    """
    context = monkey.pilot.app.context
    context.coach.close()
    for engine in _engines(monkey):
        engine._endgame._known.clear()
    placement._can_place_sorted.cache_clear()
    context.art.use(context.art.theme)
    context.fonts._cache.clear()
    context.fonts._cached_pixels = 0
    gc.collect()
    return tracemalloc.get_traced_memory()[0]


def _engines(monkey: Monkey) -> list[Engine]:
    """Return the coach's engines of every difficulty; their tables are unpacked by that."""
    desk = monkey.pilot.app.context.coach
    return [desk._load().engine(d) for d in Difficulty] if desk.is_there else []
