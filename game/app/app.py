"""The app object: window, context and stack, stepped by whoever owns the time."""

import logging
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pygame

from game.app.loop import STEP, Stepper
from game.app.registry import make_scene, preload
from game.app.stack import Stack
from game.app.window import SMALLEST, Window
from game.scenes.base import Context, Push, Quit, Refresh, ToggleFullscreen, Transition
from game.scenes.coach_desk import CoachDesk
from game.session.notices import Notice
from game.session.settings import Settings, SettingsFile
from game.session.store import GameStore
from game.ui.art import Art
from game.ui.audio import Audio
from game.ui.input import Gesture, Pointer
from game.ui.layout import Metrics
from game.ui.text import Fonts
from game.ui.theme import THEMES
from game.ui.wording import explain_notice

if TYPE_CHECKING:
    from game.session.kiosk_config import KioskConfig, KioskFile

log = logging.getLogger(__name__)

RETRY_SECONDS = 5.0
"""How often what could not be saved is tried again."""


def _roomy(size: tuple[int, int]) -> tuple[int, int]:
    """Return the size to lay scenes out for: a desktop may make the window as small as it likes."""
    return max(size[0], SMALLEST[0]), max(size[1], SMALLEST[1])


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
        kiosk: "tuple[KioskFile, KioskConfig] | None" = None,
    ) -> None:
        """Put the program together; *data* holds assets and sounds."""
        self.window = window
        self.is_running = True
        self.exit_code = 0
        self._stepper = Stepper()
        self._pointer = Pointer()
        pygame.font.init()
        width, height = _roomy(window.size)
        self.context = Context(
            fonts=Fonts(data / "assets" / "fonts"),
            art=Art(data / "assets" / "art", THEMES[settings.theme]),
            audio=Audio(data / "sounds"),
            store=store,
            settings_file=settings_file,
            settings=settings,
            metrics=Metrics(width, height, settings.text_size),
            coach=CoachDesk(data / "assets" / "coach"),
            clock=lambda: self._stepper.now,
            seed=seed,
            kiosk_file=kiosk[0] if kiosk else None,
            kiosk=kiosk[1] if kiosk else None,
        )
        self.context.use_settings()
        store.claim()
        if store.has_games:
            self.context.session = store.resume(self.context.rules)
        self._pointer.size = window.size
        self.stack = Stack(self.context, make_scene)
        self.stack.start("title")
        self._preloading = preload()
        self._since_retry = 0.0
        self._text_area: pygame.Rect | None = None
        self._tell(settings_file.notices)
        self._tell(store.take_notices())

    def frame(self, events: list[pygame.event.Event], dt: float) -> bool:
        """Take *events* and *dt* seconds; paint what changed. True where anything was going on.

        Raises NoDisplayError where the display is gone for good.
        """
        if not self.window.is_open:
            self._reopen_window()
        for event in events:
            self._take(event)
        self._step(self._stepper.advance(dt))
        self._keep_safe(dt)
        self._listen()
        regions = self.stack.paint(self.window.surface, self._stepper.ahead)
        if regions:
            self.window.show(regions)
        is_busy = bool(regions or events or self.stack.is_moving)
        return is_busy or self.stack.warm()

    def _step(self, steps: int) -> None:
        """Go on by *steps*; by all at once while nothing moves, which comes to the same."""
        while steps > 0:
            count = 1 if self.stack.is_moving else steps
            self._follow(self.stack.update(count * STEP))
            steps -= count

    def take_events(self) -> list[pygame.event.Event]:
        """Return what happened since the last frame."""
        return pygame.event.get()

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
        elif event.type == pygame.DROPFILE:
            # Here and not above: the title comes up before it is needed.
            from game.scenes.replay_opening import replay_of_file  # noqa: PLC0415  # see above

            self._follow(self.stack.top.receive(replay_of_file(Path(event.file))))
        elif event.type == pygame.AUDIODEVICEADDED:
            self.context.audio.reopen(self._stepper.now)
        gesture = self._pointer.translate(self.window.turned(event), self._stepper.now)
        if gesture is not None:
            self._act(gesture)

    def _act(self, gesture: Gesture) -> None:
        self._follow(self.stack.handle(gesture))

    def _listen(self) -> None:
        """Let keys make letters while the top scene takes text, and tell input methods where."""
        area = self.stack.top.text_area
        if area == self._text_area:
            return
        if area is None:
            pygame.key.stop_text_input()
        else:
            pygame.key.start_text_input()
            pygame.key.set_text_input_rect(self.window.on_screen(area))
        self._pointer.is_typing = area is not None
        self._text_area = area

    def _keep_safe(self, dt: float) -> None:
        """Try again what could not be saved, now and then; tell what the player should know."""
        context = self.context
        self._since_retry += min(max(dt, 0.0), RETRY_SECONDS)
        if self._since_retry >= RETRY_SECONDS:
            self._since_retry = 0.0
            context.store.retry()
            context.settings_file.retry()
            if context.kiosk_file is not None:
                context.kiosk_file.retry()
            if context.session is not None and context.session.save_error is not None:
                context.session.save()
        if context.store.has_notices:
            self._tell(context.store.take_notices())
        self._tell(context.settings_file.take_notices())

    def _tell(self, notices: Iterable[Notice]) -> None:
        for text in dict.fromkeys(map(explain_notice, notices)):
            self.stack.apply(Push("message", {"text": text}))

    def _reopen_window(self) -> None:
        """Open the window anew after the display was lost, and draw everything again."""
        log.warning("the display was lost")
        self._renew_window()

    def _renew_window(self) -> None:
        self.window.reopen()
        self._pointer.cancel()
        self._text_area = None  # the new window takes no text yet
        self._resized()
        self.stack.relayout()

    def restart(self, key: str, arguments: Mapping[str, Any]) -> None:
        """Show the scene *key* over a fresh title, or alone where that can't be shown."""
        self._pointer.cancel()
        if not self.window.is_open:
            self.window.reopen()
            self._text_area = None
        try:
            self.stack.start("title")
            self.stack.apply(Push(key, arguments))
        except Exception:
            log.exception("the title could not be shown")
            self.stack.start(key, arguments)
        self.stack.paint(self.window.surface, 0.0)
        self.window.show([self.window.surface.get_rect()])

    def _resized(self) -> None:
        self._pointer.size = self.window.size
        size = _roomy(self.window.size)
        if size != self.context.metrics.screen.size:
            self.context.metrics = replace(self.context.metrics, width=size[0], height=size[1])
            self.stack.relayout()
        self.stack.top.canvas.mark_all()

    def _follow(self, transition: Transition | None) -> None:
        match transition:
            case None:
                return
            case Quit(code):
                self.is_running, self.exit_code = False, code
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
        self._text_area = None
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
        self.context.settings_file.retry()
        self.context.store.retry()
        self.context.store.release()
        if self.context.fleet is not None:
            self.context.fleet.stop()
        self.context.coach.close()
        self.context.audio.close()
