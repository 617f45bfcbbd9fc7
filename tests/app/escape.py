"""A visitor who tries everything to get out of a kiosk, by the thousand."""

import random
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pygame
from pygame.event import Event

from game.app.kiosk_app import KioskApp
from game.session.kiosk_config import KioskConfig
from game.session.pin import hash_pin
from tests.ui.monkey import TEXTS, Monkey
from tests.ui.pilot import Pilot

PIN = "90817264"
"""So long that nobody comes upon it by chance."""
CONFIG = KioskConfig(pin_hash=hash_pin(PIN), idle_seconds=60)
SIZES = ((800, 480), (480, 800), (640, 480), (1024, 600))
SCANCODES = sorted({getattr(pygame, name) for name in dir(pygame) if name.startswith("KSCAN_")})
MODIFIERS = (
    pygame.KMOD_LSHIFT,
    pygame.KMOD_RSHIFT,
    pygame.KMOD_LCTRL,
    pygame.KMOD_RCTRL,
    pygame.KMOD_LALT,
    pygame.KMOD_RALT,
    pygame.KMOD_LMETA,
    pygame.KMOD_RMETA,
    pygame.KMOD_NUM,
    pygame.KMOD_CAPS,
    pygame.KMOD_MODE,
)
CHORDS = (
    (pygame.KSCAN_F4, pygame.KMOD_LALT),
    (pygame.KSCAN_RETURN, pygame.KMOD_LALT),
    (pygame.KSCAN_TAB, pygame.KMOD_LALT),
    (pygame.KSCAN_Q, pygame.KMOD_LCTRL),
    (pygame.KSCAN_W, pygame.KMOD_LCTRL),
    (pygame.KSCAN_Q, pygame.KMOD_LMETA),
    (pygame.KSCAN_DELETE, pygame.KMOD_LCTRL | pygame.KMOD_LALT),
    (pygame.KSCAN_ESCAPE, pygame.KMOD_LCTRL | pygame.KMOD_LSHIFT),
    (pygame.KSCAN_ESCAPE, 0),
    (pygame.KSCAN_F11, 0),
    (pygame.KSCAN_AC_BACK, 0),
)
WINDOW_EVENTS = sorted(
    {getattr(pygame, n) for n in dir(pygame) if n.startswith(("WINDOW", "APP_", "DROP", "AUDIO"))}
    - {pygame.WINDOWPOS_CENTERED, pygame.WINDOWPOS_UNDEFINED}
)
KNOWN = ("saved_game", "scores", "settings", "statistics", "usage", "wrong_pins", ".")
"""What the names of the files that the game itself keeps begin with."""
LONG_WAIT = 0.005
"""The share of frames after which the visitor has been away for ten minutes."""
HOLD = 0.02
"""The share of frames in which a finger stays where it is for some seconds, often in a corner."""


class Prisoner(Monkey):
    """A monkey in a kiosk."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.chance = random.Random(seed)
        config = replace(CONFIG, rotation=(0, 90, 180, 270)[seed % 4])
        self.folder = folder
        self.pilot = Pilot(
            folder, SIZES[0], kiosk=config, is_muted=True, has_reduced_motion=seed % 2 == 0
        )
        self.app = self.pilot.app
        assert isinstance(self.app, KioskApp)
        self.sent = 0
        self.pads = 0
        """How often the pad for the PIN was come upon."""
        self.scenes: Counter[str] = Counter()
        self._drop = folder.parent / "dropped.txt"
        self._drop.write_text("something of the visitor's own")
        self._makers = [
            (20, self._mouse_button),
            (8, self._mouse_motion),
            (2, self._wheel),
            (26, self._finger),
            (24, self._any_key),
            (8, self._chord),
            (3, self._text),
            (6, self._window_event),
            (3, self._ask_to_quit),
        ]

    def frame(self, *events: Event) -> None:
        """Take a frame; nothing may have been got out of it."""
        dt = self.chance.choice((0.0, 0.001, 1 / 60, 1 / 60, 0.05, 0.1))
        if self.chance.random() < LONG_WAIT:
            dt = 600.0
        before = self.pilot.scene_name
        self.pilot.frame(*events, dt=dt)
        self.hold_out()
        if self.chance.random() < HOLD:
            self._hold_somewhere()
        name = self.pilot.scene_name
        self.scenes[name] += 1
        self.pads += name == "PinScene" != before

    def hold_out(self) -> None:
        """Fail where the visitor has got out, or anywhere that is the operator's."""
        app = self.app
        assert app.is_running
        assert self.pilot.window.is_open
        assert not app.context.pin_gate.is_open
        assert not app.stack.is_for_operator
        assert "ShareScene" not in app.stack.keys

    def look_around(self) -> None:
        """Fail where the visitor has left anything on the machine, its clipboard or the screen."""
        strange = [p.name for p in self.folder.iterdir() if not p.name.startswith(KNOWN)]
        assert not strange, strange
        assert pygame.display.get_surface().get_size() in SIZES

    def hold_corner(self) -> None:
        """Come upon the pad for the PIN."""
        while self.pilot.scene_name != "PinScene":
            self._hold((2, 2), 35)
        self.pads += 1

    def _hold_somewhere(self) -> None:
        width, height = self.pilot.window.size
        at = (self.chance.choice((2, width - 3)), self.chance.choice((2, height - 3)))
        place = self._point() if self.chance.random() < 0.3 else at
        self._hold(place, self.chance.choice((5, 29, 31, 40)))

    def _hold(self, place: tuple[int, int], frames: int) -> None:
        """Keep a finger down for so many tenths of a second."""
        self.pilot.frame(Event(pygame.WINDOWFOCUSLOST))  # whatever was held is let go
        self.pilot.frame(self._finger_event(pygame.FINGERDOWN, place, 1))
        for _ in range(frames):
            self.pilot.frame(dt=0.1)
            self.hold_out()
        self.pilot.frame(self._finger_event(pygame.FINGERUP, place, 1))

    # ------------------------------------------------------------------ events

    def _finger_event(self, kind: int, at: tuple[int, int], finger: int) -> Event:
        width, height = pygame.display.get_surface().get_size()
        x, y = self.pilot.hand(at)
        place = {"x": x / (width - 1), "y": y / (height - 1), "dx": 0.0, "dy": 0.0}
        return Event(kind, place | {"touch_id": self.chance.choice((1, 2)), "finger_id": finger})

    def _finger(self) -> Event:
        kinds = (pygame.FINGERDOWN, pygame.FINGERUP, pygame.FINGERMOTION)
        kind = self.chance.choice(kinds)
        return self._finger_event(kind, self._point(), self.chance.randrange(20))

    def _mouse_button(self) -> Event:
        event = super()._mouse_button()
        return Event(event.type, event.dict | {"pos": self.pilot.hand(event.pos)})

    def _mouse_motion(self) -> Event:
        event = super()._mouse_motion()
        return Event(event.type, event.dict | {"pos": self.pilot.hand(event.pos)})

    def _key_event(self, code: int, mod: int) -> Event:
        kind = self.chance.choice((pygame.KEYDOWN, pygame.KEYDOWN, pygame.KEYUP))
        return Event(kind, scancode=code, key=code, mod=mod, unicode="")

    def _any_key(self) -> Event:
        mod = 0
        for _ in range(self.chance.choice((0, 0, 0, 1, 2, 4))):
            mod |= self.chance.choice(MODIFIERS)
        return self._key_event(self.chance.choice(SCANCODES), mod)

    def _chord(self) -> Event:
        return self._key_event(*self.chance.choice(CHORDS))

    def _window_event(self) -> Event:
        kind = self.chance.choice(WINDOW_EVENTS)
        if kind in (pygame.WINDOWSIZECHANGED, pygame.WINDOWRESIZED):
            return self._resize() if self.chance.random() < 0.02 else Event(pygame.WINDOWEXPOSED)
        about = {"x": 0, "y": 0, "which": 0, "iscapture": 0, "window": None, "display_index": 1}
        return Event(kind, about | {"file": str(self._drop), "text": self.chance.choice(TEXTS)})

    def _ask_to_quit(self) -> Event:
        return Event(self.chance.choice((pygame.QUIT, pygame.WINDOWCLOSE)), window=None)

    def _resize(self) -> Event:
        """Give the screen another mode."""
        size = self.chance.choice(SIZES)
        pygame.display.set_mode(size)
        pygame.event.clear()
        return Event(pygame.WINDOWSIZECHANGED, x=size[0], y=size[1])


def try_to_escape(folder: Path, events: int, seed: int, part: int = 500) -> Prisoner:
    """Send *events* to a kiosk on the data in *folder*, which holds; return who tried."""
    prisoner = Prisoner(folder, seed)
    prisoner.hold_corner()
    while prisoner.sent < events:
        prisoner.send(min(part, events - prisoner.sent))
        prisoner.look_around()
    return prisoner
