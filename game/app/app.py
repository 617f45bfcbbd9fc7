"""The app object: window, context and stack, stepped by whoever owns the time."""

import logging
from dataclasses import replace
from pathlib import Path

import pygame

from game.app.loop import STEP, Stepper
from game.app.registry import make_scene, preload
from game.app.stack import Stack
from game.app.window import Window
from game.scenes.base import Context, Push, Quit, Refresh, ToggleFullscreen, Transition
from game.session.settings import Settings, SettingsFile
from game.session.store import GameStore
from game.ui.art import Art
from game.ui.audio import Audio
from game.ui.input import Pointer
from game.ui.layout import Metrics
from game.ui.text import Fonts
from game.ui.theme import THEMES
from game.ui.wording import explain_notice

log = logging.getLogger(__name__)


class App:
    """The whole program between start and end; `frame` takes it one frame further."""

    def __init__(
        self,
        window: Window,
        data: Path,
        store: GameStore,
        settings_file: SettingsFile,
        settings: Settings,
        seed: str | None = None,
    ) -> None:
        """Put the program together; *data* holds assets and sounds."""
        self.window = window
        self.is_running = True
        self._stepper = Stepper()
        self._pointer = Pointer()
        pygame.font.init()
        width, height = window.size
        self.context = Context(
            fonts=Fonts(data / "assets" / "fonts"),
            art=Art(data / "assets" / "art", THEMES[settings.theme]),
            audio=Audio(data / "sounds"),
            store=store,
            settings_file=settings_file,
            settings=settings,
            metrics=Metrics(width, height, settings.text_size),
            clock=lambda: self._stepper.now,
            seed=seed,
        )
        self.context.use_settings()
        self.context.session = store.resume(self.context.rules)
        self._pointer.size = window.size
        self.stack = Stack(self.context, make_scene)
        self.stack.start("title")
        self._preloading = preload()
        for text in [*map(explain_notice, settings_file.notices), *self.context.notices()]:
            self.stack.apply(Push("message", {"text": text}))

    def frame(self, events: list[pygame.event.Event], dt: float) -> bool:
        """Take *events* and *dt* seconds; paint what changed. True where anything was going on."""
        for event in events:
            self._take(event)
        for _ in range(self._stepper.advance(dt)):
            self._follow(self.stack.update(STEP))
        regions = self.stack.paint(self.window.surface, self._stepper.ahead)
        if regions:
            pygame.display.update(regions)
        is_busy = bool(regions or events or self.stack.is_moving)
        return is_busy or self.stack.warm()

    def load_next(self) -> bool:
        """Load one more thing that the first picture did not need; False once all is there."""
        return next(self._preloading, self) is None or self.context.audio.load_next()

    def _take(self, event: pygame.event.Event) -> None:
        if event.type == pygame.QUIT:
            self.is_running = False
        elif event.type in (pygame.WINDOWEXPOSED, pygame.WINDOWRESTORED):
            self.stack.top.canvas.mark_all()
        elif event.type in (pygame.WINDOWSIZECHANGED, pygame.VIDEORESIZE):
            self._resized()
        gesture = self._pointer.translate(event, self._stepper.now)
        if gesture is not None:
            self._follow(self.stack.handle(gesture))

    def _resized(self) -> None:
        size = self.window.size
        if size != self.context.metrics.screen.size:
            self.context.metrics = replace(self.context.metrics, width=size[0], height=size[1])
            self._pointer.size = size
            self.stack.relayout()
        self.stack.top.canvas.mark_all()

    def _follow(self, transition: Transition | None) -> None:
        match transition:
            case None:
                return
            case Quit():
                self.is_running = False
            case Refresh():
                self.stack.relayout()
            case ToggleFullscreen():
                self._toggle_fullscreen()
            case _:
                self.stack.apply(transition)
                # A scene that comes back may want to go on at once, before anything else happens.
                self._follow(self.stack.top.take_transition())

    def _toggle_fullscreen(self) -> None:
        self.window.toggle_fullscreen()
        self.context.change_settings(is_fullscreen=self.window.is_fullscreen)
        self._resized()
        self.stack.relayout()

    def close(self) -> None:
        """Save what is under way and let the device go."""
        session = self.context.session
        if session is not None:
            session.save()
        size = self.window.remember_size()
        if size != self.context.settings.window_size:
            self.context.change_settings(window_size=size)
        self.context.audio.close()
