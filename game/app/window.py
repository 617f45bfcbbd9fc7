"""The window: opening it as each platform needs, full screen, and its real size."""

import logging
import os
from pathlib import Path

import pygame

log = logging.getLogger(__name__)

TITLE = "MAGDAGDON"
SMALLEST = (480, 320)
"""Windows are not made smaller than this; layouts are made for 800×480 up."""


UNSEEN_DRIVERS = ("dummy", "offscreen", "evdev")
"""Drivers without a window that anyone could see; SDL takes one where there is no display."""


class NoDisplayError(RuntimeError):
    """There is no display to open a window on."""


class Window:
    """The one window of the program."""

    def __init__(self, size: tuple[int, int], is_fullscreen: bool, icon: Path) -> None:
        """Open a window of *size*, or of the whole screen. Raises NoDisplayError."""
        self._windowed_size = size
        self.is_fullscreen = is_fullscreen
        try:
            pygame.display.init()
        except pygame.error as error:
            raise NoDisplayError(str(error)) from error
        self._refuse_unseen_driver()
        if pygame.display.get_driver() == "x11":
            # Without it a window without a GPU is drawn through a slow software renderer.
            os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
        self._icon = icon
        self._dress_and_open()

    def _dress_and_open(self) -> None:
        pygame.display.set_caption(TITLE)
        self._set_icon(self._icon)
        pygame.display.set_allow_screensaver(True)
        self._open()
        pygame.key.set_repeat(350, 60)
        pygame.key.stop_text_input()

    def _refuse_unseen_driver(self) -> None:
        """Raise NoDisplayError where SDL fell back to drawing for nobody, unless asked to."""
        driver = pygame.display.get_driver()
        if driver in UNSEEN_DRIVERS and os.environ.get("SDL_VIDEODRIVER") != driver:
            pygame.display.quit()
            raise NoDisplayError(driver)

    @property
    def is_open(self) -> bool:
        """Whether there is a window to draw on: drivers and screens may take it away."""
        return pygame.display.get_init() and pygame.display.get_surface() is not None

    def reopen(self) -> None:
        """Open the window anew after it was lost. Raises NoDisplayError."""
        pygame.display.quit()
        try:
            pygame.display.init()
        except pygame.error as error:
            raise NoDisplayError(str(error)) from error
        self._dress_and_open()

    @property
    def surface(self) -> pygame.Surface:
        """The surface to draw on; fetch it anew after any change of size."""
        surface = pygame.display.get_surface()
        if surface is None:
            raise NoDisplayError("the window is gone")
        return surface

    @property
    def size(self) -> tuple[int, int]:
        """The window's real size in pixels."""
        return self.surface.get_size()

    def show(self, regions: list[pygame.Rect]) -> None:
        """Bring what was drawn on *regions* of the surface to the screen."""
        pygame.display.update(regions)

    def on_screen(self, area: pygame.Rect) -> pygame.Rect:
        """Return where *area* of the surface is in the window."""
        return area

    def turned(self, event: pygame.event.Event) -> pygame.event.Event:
        """Return *event* with its place as one on the surface."""
        return event

    def _set_icon(self, icon: Path) -> None:
        try:
            pygame.display.set_icon(pygame.image.load(icon))
        except (OSError, pygame.error) as error:
            log.warning("the window has no icon: %s", error)

    def _open(self) -> None:
        flags = pygame.FULLSCREEN if self.is_fullscreen else pygame.RESIZABLE
        size = (0, 0) if self.is_fullscreen else self._fitting(self._windowed_size)
        self._set_mode(size, flags)

    def _set_mode(self, size: tuple[int, int], flags: int, screen: int = 0) -> None:
        try:
            pygame.display.set_mode(size, flags, display=screen)
        except pygame.error as error:
            if os.environ.pop("SDL_FRAMEBUFFER_ACCELERATION", None) is None:
                raise NoDisplayError(str(error)) from error
            log.info("the plain framebuffer is not to be had: %s", error)
            pygame.display.quit()
            self._reopen(size, flags, screen)

    def _reopen(self, size: tuple[int, int], flags: int, screen: int) -> None:
        try:
            pygame.display.init()
            pygame.display.set_mode(size, flags, display=screen)
        except pygame.error as error:
            raise NoDisplayError(str(error)) from error

    def _fitting(self, size: tuple[int, int]) -> tuple[int, int]:
        """Return *size*, or as much of it as the desktop has room for."""
        wide, tall = max(size[0], SMALLEST[0]), max(size[1], SMALLEST[1])
        desktops = pygame.display.get_desktop_sizes()
        if desktops and pygame.display.get_driver() not in UNSEEN_DRIVERS:
            share = min(1.0, desktops[0][0] / wide, desktops[0][1] / tall)
            wide, tall = round(wide * share), round(tall * share)
        return wide, tall

    def remember_size(self) -> tuple[int, int]:
        """Return the size to open the window with next time."""
        if not self.is_fullscreen and self.is_open:
            self._windowed_size = self.size
        return self._windowed_size

    def toggle_fullscreen(self) -> None:
        """Change between window and full screen; read the size anew afterwards."""
        self.remember_size()
        self.is_fullscreen = not self.is_fullscreen
        if self.is_fullscreen or pygame.display.get_driver() != "x11":
            self._open()
        else:  # window managers may keep a window as large as the screen that it filled
            self.reopen()

    def close(self) -> None:
        """Close the window."""
        pygame.display.quit()


def default_size() -> tuple[int, int]:
    """Return the size of a first window: large, but with the desktop around it in sight."""
    desktops = pygame.display.get_desktop_sizes() if pygame.display.get_init() else []
    if not desktops:
        return 1280, 720
    wide, tall = desktops[0]
    if tall > wide:
        return round(wide * 0.85), round(tall * 0.85)
    return min(1280, round(wide * 0.9)), min(720, round(tall * 0.9))
