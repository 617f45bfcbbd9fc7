"""The window of a public machine: one whole screen, turned if need be, and never quite still.

Scenes draw on a surface of their own, a little smaller than the screen. What changed on it is
copied to the window, turned; the whole of it wanders by a pixel now and then within the margin, so
that nothing burns in.
"""

import logging
import warnings
from pathlib import Path

import pygame
from pygame import Rect, Surface

from game.app.window import UNSEEN_DRIVERS, NoDisplayError, Window

log = logging.getLogger(__name__)

_MARGIN_SHARE = 135
"""The margin is this part of the window's shorter side: 8 pixels of 1080."""
_BLOCK = 256
"""Pixels a side of what is turned at once: it stays in the processor's cache."""
_SIZE_UNSEEN = (1280, 720)


class KioskWindow(Window):
    """A full screen on one monitor, for a picture that is turned and wanders."""

    def __init__(
        self, icon: Path, monitor: int, rotation: int, size: tuple[int, int] = _SIZE_UNSEEN
    ) -> None:
        """*size* counts only where nobody sees the window. Raises NoDisplayError."""
        self._monitor = monitor
        self._rotation = rotation
        self._canvas = Surface((1, 1))
        self._offset = (0, 0)
        self._opened_as: tuple[int, tuple[int, int]] | None = None
        super().__init__(size, True, icon)

    # ------------------------------------------------------------------ opening

    def _dress_and_open(self) -> None:
        super()._dress_and_open()
        pygame.display.set_allow_screensaver(False)
        # A hidden cursor takes the touch from some drivers; one that can't be seen does not.
        pygame.mouse.set_cursor(pygame.Cursor((8, 8), (0, 0), (0,) * 8, (0,) * 8))
        self.fit()

    def _open(self) -> None:
        if self._is_unseen:
            self._set_mode(self._windowed_size, 0)
            return
        self._opened_as = self._wanted()
        monitor, size = self._opened_as
        log.info("the picture is on screen %d of %d x %d", monitor, *size)
        self._set_mode(size, pygame.FULLSCREEN, monitor)
        pygame.event.set_grab(True)  # of this window; another mode may come with another one

    @property
    def _is_unseen(self) -> bool:
        return pygame.display.get_driver() in UNSEEN_DRIVERS

    def _wanted(self) -> tuple[int, tuple[int, int]]:
        """Return the screen to fill and its size: the first one while the chosen one is away."""
        try:
            screens = pygame.display.get_desktop_sizes()
        except pygame.error as error:
            raise NoDisplayError(str(error)) from error
        if not screens:
            raise NoDisplayError("no screen")
        monitor = self._monitor if self._monitor < len(screens) else 0
        return monitor, screens[monitor]

    def follow_screen(self) -> bool:
        """Fill the screen as it is now; True where it had changed. Raises NoDisplayError."""
        if self._is_unseen or self._wanted() == self._opened_as:
            return False
        self._open()
        self.fit()
        return True

    def fit(self) -> bool:
        """Make the surface as large as the window allows; True where its size has changed."""
        screen = self._screen.get_size()
        if self._rotation % 180:
            screen = screen[1], screen[0]
        margin = self._margin
        size = max(1, screen[0] - 2 * margin), max(1, screen[1] - 2 * margin)
        if size == self._canvas.get_size():
            return False
        self._canvas = Surface(size)
        self._offset = (margin, margin)
        self.show_all()
        return True

    @property
    def has_focus(self) -> bool:
        """Whether keys go to the window."""
        return self._is_unseen or pygame.key.get_focused()

    @property
    def is_hidden(self) -> bool:
        """Whether the window system has taken the window off the screen."""
        return not self._is_unseen and not pygame.display.get_active()

    def come_forward(self) -> None:
        """Ask the window system for the focus and for the place above everything else.

        Only for a window that is not hidden: to show it again would wait for the window manager,
        which may never let it (openbox while it shows the desktop).
        """
        with warnings.catch_warnings():
            # pygame has no other way to raise the window of pygame.display.
            warnings.simplefilter("ignore", DeprecationWarning)
            window = pygame.Window.from_display_module()
        window.focus()

    # ------------------------------------------------------------------ the picture

    @property
    def _screen(self) -> Surface:
        return super().surface

    @property
    def _margin(self) -> int:
        return max(2, min(self._screen.get_size()) // _MARGIN_SHARE)

    @property
    def surface(self) -> Surface:
        """The surface to draw on; fetch it anew after any change of size."""
        return self._canvas

    @property
    def size(self) -> tuple[int, int]:
        """The size of the surface in pixels."""
        return self._canvas.get_size()

    def show(self, regions: list[Rect]) -> None:
        """Bring what was drawn on *regions* of the surface to the screen, turned."""
        screen = self._screen
        shown = []
        for region in regions:
            area = region.clip(self._canvas.get_rect())
            if area:
                self._copy(area, screen)
                shown.append(self.on_screen(area))
        pygame.display.update(shown)

    def _copy(self, area: Rect, screen: Surface) -> None:
        if self._rotation == 0:
            screen.blit(self._canvas, area.move(self._offset), area)
            return
        for y in range(area.y, area.bottom, _BLOCK):
            for x in range(area.x, area.right, _BLOCK):
                part = Rect(x, y, _BLOCK, _BLOCK).clip(area)
                turned = pygame.transform.rotate(self._canvas.subsurface(part), -self._rotation)
                screen.blit(turned, self.on_screen(part))

    def show_all(self) -> None:
        """Bring the whole surface to the screen, and black to the margin around it."""
        self._screen.fill((0, 0, 0))
        self._copy(self._canvas.get_rect(), self._screen)
        pygame.display.flip()

    def on_screen(self, area: Rect) -> Rect:
        """Return where *area* of the surface is on the screen."""
        width, height = self._canvas.get_size()
        turned = {
            0: area,
            90: Rect(height - area.bottom, area.x, area.height, area.width),
            180: Rect(width - area.right, height - area.bottom, area.width, area.height),
            270: Rect(area.y, width - area.right, area.height, area.width),
        }[self._rotation]
        return turned.move(self._offset)

    def wander(self, step: int) -> None:
        """Put the picture where it is in *step* of its way around.

        Each step is one pixel to the side, and one down or up at each end; so every pixel of the
        margin is reached.
        """
        most = 2 * self._margin
        offset = _to_and_fro(step, most), _to_and_fro(step // most, most)
        if offset != self._offset:
            self._offset = offset
            self.show_all()

    # ------------------------------------------------------------------ the hand

    def turned(self, event: pygame.event.Event) -> pygame.event.Event:
        """Return *event* with its place as one on the surface."""
        if event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.MOUSEMOTION):
            return pygame.event.Event(event.type, event.dict | {"pos": self.on_surface(event.pos)})
        if event.type in (pygame.FINGERDOWN, pygame.FINGERUP, pygame.FINGERMOTION):
            wide, tall = self._screen.get_size()
            x, y = self.on_surface((round(event.x * (wide - 1)), round(event.y * (tall - 1))))
            width, height = (max(1, side - 1) for side in self.size)
            return pygame.event.Event(event.type, event.dict | {"x": x / width, "y": y / height})
        return event

    def on_surface(self, at: tuple[int, int]) -> tuple[int, int]:
        """Return the point of the surface that is nearest to *at* on the screen."""
        width, height = self._canvas.get_size()
        x, y = at[0] - self._offset[0], at[1] - self._offset[1]
        x, y = {
            0: (x, y),
            90: (y, height - 1 - x),
            180: (width - 1 - x, height - 1 - y),
            270: (width - 1 - y, x),
        }[self._rotation]
        return min(max(x, 0), width - 1), min(max(y, 0), height - 1)


def _to_and_fro(step: int, most: int) -> int:
    """Return where something is after *step* steps that goes from 0 to *most* and back again."""
    return most - abs(step % (2 * most) - most)
