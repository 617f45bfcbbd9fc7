"""The whole program without a window, stepped frame by frame and played by its gestures."""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.app import stack
from game.app.app import App
from game.app.environment import prepare_environment
from game.app.kiosk_app import KioskApp
from game.app.kiosk_window import KioskWindow
from game.app.resources import data_folder
from game.app.window import Window
from game.rules.magdagdon.state import State
from game.scenes.base import Scene
from game.scenes.title import TitleScene
from game.session.kiosk_config import KioskConfig, KioskFile
from game.session.settings import SettingsFile
from game.session.store import GameStore
from game.ui.button import Button
from game.ui.language import available_languages

FRAME = 1 / 60
LONG_FRAME = 0.1
"""As much time as one frame can take at most: the quickest way through an animation."""

# A scene has all its pictures with the frame that shows it, however busy the machine is.
stack.READY_SECONDS = 60.0

Point = tuple[int, int]


class Pilot:
    """Drives one App on the dummy driver; only one can be alive at a time."""

    def __init__(
        self,
        folder: Path,
        size: tuple[int, int] = (1280, 720),
        *,
        seed: str | None = None,
        kiosk: KioskConfig | None = None,
        **settings: Any,
    ) -> None:
        """Start the program on the data in *folder*; *settings* stand in for those saved there.

        *kiosk* makes it a public machine, whose visitors' settings stand in for everybody's.
        """
        prepare_environment()
        self.folder = folder
        settings_file = SettingsFile(folder / "settings.toml")
        usual = {"language": "en", "is_tutorial_done": True}
        chosen = replace(settings_file.load(), **{**usual, **settings})
        data = data_folder()
        icon = data / "assets" / "icons" / "magdagdon_64.png"
        self.window: Window
        self.app: App
        store = GameStore(folder)
        if kiosk is None:
            self.window = Window(size, False, icon)
            self.app = App(self.window, data, store, settings_file, chosen, seed)
        else:
            file = KioskFile(None, folder, available_languages())
            chosen = replace(kiosk.visitor_settings(), **{"language": "en", **settings})
            window = KioskWindow(icon, kiosk.monitor, kiosk.rotation, size)
            self.window = window
            self.app = KioskApp(window, data, store, settings_file, chosen, (file, kiosk))
        self.app.frame([], 0.0)

    # ------------------------------------------------------------------ what is there

    @property
    def scene(self) -> Any:
        """The scene on top; of whatever class the test knows it to be."""
        return self.app.stack.top

    @property
    def scene_name(self) -> str:
        """The class of the scene on top."""
        return type(self.scene).__name__

    @property
    def state(self) -> State:
        """The position of the game under way."""
        session = self.app.context.session
        assert session is not None
        return session.state

    @property
    def screen(self) -> Surface:
        """What the window shows."""
        return self.window.surface

    def pixels(self) -> bytes:
        """Return what the window shows as bytes."""
        return pygame.image.tobytes(self.screen, "RGB")

    def captions(self) -> list[str]:
        """Return the captions of the buttons that can be seen."""
        return [c.caption for c in self.scene.controls.all if is_button(c) and c.is_visible]

    def button(self, caption: str) -> Button:
        """Return the button in sight that says *caption*."""
        for control in self.scene.controls.all:
            if is_button(control) and control.is_visible and control.caption == caption:
                return control
        raise AssertionError(f"no button {caption!r} in {self.scene_name}: {self.captions()}")

    # ------------------------------------------------------------------ time

    def frame(self, *events: Event, dt: float = FRAME) -> bool:
        """Take one frame; True where anything was going on."""
        return self.app.frame(list(events), dt)

    def run(self, seconds: float, dt: float = FRAME) -> None:
        """Let *seconds* pass in frames of *dt*."""
        for _ in range(max(1, round(seconds / dt))):
            self.frame(dt=dt)

    def settle(self, dt: float = LONG_FRAME) -> None:
        """Let time pass until nothing moves; the title's embers, which never rest, get a second."""
        for _ in range(round(8 / dt)):
            self.frame(dt=dt)
            if not self.app.stack.is_moving:
                break
            if isinstance(self.scene, TitleScene) and _ * dt > 1:
                break
        else:
            raise AssertionError(f"{self.scene_name} does not come to rest")
        # A message that runs out may change the picture later, but nothing moves any more.
        self.frame(dt=0.0)

    # ------------------------------------------------------------------ mouse

    def hand(self, at: Point) -> Point:
        """Return where on the screen *at* is that scenes know: a kiosk's picture may be turned."""
        return self.window.on_screen(Rect(at, (1, 1))).topleft

    def press(self, at: Point) -> None:
        """Put the mouse's button down at *at*."""
        self.frame(Event(pygame.MOUSEBUTTONDOWN, pos=self.hand(at), button=1, touch=False))

    def move(self, at: Point, *, is_down: bool = True) -> None:
        """Move the mouse to *at*."""
        buttons = (int(is_down), 0, 0)
        self.frame(
            Event(pygame.MOUSEMOTION, pos=self.hand(at), rel=(0, 0), buttons=buttons, touch=False)
        )

    def release(self, at: Point) -> None:
        """Let the mouse's button go at *at*."""
        self.frame(Event(pygame.MOUSEBUTTONUP, pos=self.hand(at), button=1, touch=False))

    def tap(self, at: Point) -> None:
        """Click at *at*."""
        self.press(at)
        self.release(at)

    def tap_button(self, caption: str) -> None:
        """Click the button that says *caption*."""
        self.tap(self.button(caption).box.center)

    def drag(self, start: Point, end: Point, steps: int = 4) -> None:
        """Drag from *start* to *end*."""
        self.press(start)
        for step in range(1, steps + 1):
            share = step / steps
            x = round(start[0] + (end[0] - start[0]) * share)
            y = round(start[1] + (end[1] - start[1]) * share)
            self.move((x, y))
        self.release(end)

    # ------------------------------------------------------------------ fingers and keys

    def finger(self, kind: int, at: Point, finger_id: int = 1) -> Event:
        """Return the event of a finger at *at*."""
        width, height = pygame.display.get_surface().get_size()
        at = self.hand(at)
        x, y = at[0] / (width - 1), at[1] / (height - 1)
        return Event(kind, x=x, y=y, dx=0.0, dy=0.0, touch_id=5, finger_id=finger_id)

    def touch(self, at: Point) -> None:
        """Touch the screen at *at*; the driver tells it as a mouse's click too."""
        echo = {"pos": self.hand(at), "button": 1, "touch": False}
        self.frame(self.finger(pygame.FINGERDOWN, at), Event(pygame.MOUSEBUTTONDOWN, echo))
        self.frame(self.finger(pygame.FINGERUP, at), Event(pygame.MOUSEBUTTONUP, echo))

    def key(self, scancode: int, mod: int = 0) -> None:
        """Press and release the key *scancode*."""
        event = {"scancode": scancode, "key": 0, "mod": mod, "unicode": ""}
        self.frame(Event(pygame.KEYDOWN, event))
        self.frame(Event(pygame.KEYUP, event))

    # ------------------------------------------------------------------ window

    def resize(self, size: tuple[int, int]) -> None:
        """Give the window another size, as the desktop does."""
        pygame.display.set_mode(size, pygame.RESIZABLE)
        pygame.event.clear()
        self.frame(Event(pygame.WINDOWSIZECHANGED, x=size[0], y=size[1]))

    def repainted(self) -> bytes:
        """Paint the whole window anew and return what it shows then."""
        self.scene.canvas.mark_all()
        self.scene.canvas.paint(self.screen)
        return self.pixels()

    def assert_painted(self) -> None:
        """Hold what was painted bit by bit against the same painted whole."""
        before = self.screen.copy()
        waiting = self.scene.canvas.is_dirty
        assert not waiting, f"{self.scene_name} was not painted to the end"
        if pygame.image.tobytes(before, "RGB") != self.repainted():
            where = difference(before, self.screen)
            raise AssertionError(f"{self.scene_name} shows something else at {where}")

    def close(self) -> None:
        """Leave the program as if its window were closed."""
        self.app.close()
        self.window.close()


def is_button(control: object) -> bool:
    """Tell whether *control* is a button."""
    return isinstance(control, Button)


def difference(one: Surface, other: Surface) -> list[Rect]:
    """Return the boxes where two pictures differ."""
    first, second = one.copy(), other.copy()
    first.blit(other, (0, 0), special_flags=pygame.BLEND_RGB_SUB)
    second.blit(one, (0, 0), special_flags=pygame.BLEND_RGB_SUB)
    first.blit(second, (0, 0), special_flags=pygame.BLEND_RGB_ADD)
    same = pygame.mask.from_threshold(first, (0, 0, 0), (1, 1, 1, 255))
    same.invert()
    return same.get_bounding_rects()


def labels(scene: Scene) -> Iterable[Any]:
    """Return the labels of *scene* that can be seen and say something."""
    from game.ui.widgets import Label

    return [n for n in scene.canvas if isinstance(n, Label) and n.is_drawn and n.text.strip()]
