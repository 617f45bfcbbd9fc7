"""The program as a public machine: whatever is done to it, only the PIN leads out."""

import logging
import time
from collections.abc import Callable
from pathlib import Path

import pygame

from game.app.app import App
from game.app.corner import CornerPress
from game.app.environment import prepare_kiosk_environment
from game.app.kiosk_window import KioskWindow
from game.app.visit import Visit
from game.app.watchdog import Watchdog
from game.app.window import NoDisplayError
from game.scenes.base import Push, Quit, Replace, Reset, ToggleFullscreen, Transition
from game.session.kiosk_config import KioskConfig, KioskFile
from game.session.pin_gate import PinGate
from game.session.settings import Settings, SettingsFile
from game.session.store import GameStore
from game.session.usage import UsageLog
from game.ui.input import Cancel, Down, Gesture, Key

log = logging.getLogger(__name__)

PIN_SCENE, PIN_CLASS = "pin", "PinScene"
OPERATOR_SCENES = "operator"
"""What the keys of scenes begin with that nobody but the operator sees."""
PRIVATE_SCENES = ("share",)
"""Scenes that reach the machine's files, which are nobody's who plays there."""
OPERATOR_SECONDS = 180.0
"""An operator who does nothing for so long has left."""
LOOK_SECONDS = 2.0
"""How often screen and focus are looked after."""
WANDER_SECONDS = 60.0
"""How often the picture moves by a pixel."""
FIRST_TRY, LAST_TRY = 1.0, 30.0
"""Seconds between the first tries to open a lost display again, and between later ones."""
NAP = 0.25

_REFUSED = {
    pygame.QUIT: "to quit",
    pygame.WINDOWCLOSE: "to close the window",
    pygame.DROPFILE: "to open a file",
    pygame.DROPTEXT: "to take a text",
    pygame.DROPBEGIN: "to drop something",
    pygame.DROPCOMPLETE: "to drop something",
}
"""What the window system may ask for in vain."""
_SCREEN_EVENTS = (pygame.WINDOWDISPLAYCHANGED, pygame.WINDOWSIZECHANGED, pygame.VIDEORESIZE)
_BARED_EVENTS = (pygame.WINDOWEXPOSED, pygame.WINDOWRESTORED, pygame.WINDOWSHOWN)
_AWAY_EVENTS = (pygame.WINDOWFOCUSLOST, pygame.WINDOWMINIMIZED, pygame.WINDOWHIDDEN)


class KioskApp(App):
    """The App on a public machine."""

    window: KioskWindow

    def __init__(
        self,
        window: KioskWindow,
        data: Path,
        store: GameStore,
        settings_file: SettingsFile,
        settings: Settings,
        kiosk: tuple[KioskFile, KioskConfig],
        real_time: Callable[[], float] = time.monotonic,
    ) -> None:
        """*real_time* tells seconds also while no frames can be shown."""
        self._real_time = real_time
        self._watchdog = Watchdog(kiosk[1].heartbeat, real_time)
        self._next_try = 0.0
        self._wait = 0.0
        super().__init__(window, data, store, settings_file, settings, kiosk=kiosk)
        context = self.context
        self._gate = PinGate(store.folder, context.clock)
        context.pin_gate = self._gate
        context.usage = UsageLog(store.folder)
        self._corner = CornerPress()
        self.visit = Visit(context, self.stack)
        self._is_only_waking = False
        self._noted: set[str] = set()
        self._looked = self._touched = context.clock()
        self._away_tries = 0
        self._first_step = context.chance.randrange(10_000)
        self.window.wander(self._first_step)

    # ------------------------------------------------------------------ frames

    def frame(self, events: list[pygame.event.Event], dt: float) -> bool:
        """Take a frame, or wait for the display to come back; no display is no reason to end."""
        self.visit.pass_time(dt)
        try:
            if self.window.is_open:
                self._follow(self.visit.step())
            is_busy = super().frame(events, dt)
            self._look_after()
        except NoDisplayError:
            return self._be_patient()
        except pygame.error:
            if self.window.is_open:
                raise
            return self._be_patient()
        self._watchdog.beat()
        return is_busy

    def _be_patient(self) -> bool:
        self._watchdog.beat("waiting for the display")
        return False

    def take_events(self) -> list[pygame.event.Event]:
        """Return what happened since the last frame: nothing while there is no display."""
        return super().take_events() if self.window.is_open else []

    def _look_after(self) -> None:
        """Call the operator's pad, end the operator's time, and keep the window where it is."""
        now = self.context.clock()
        if self._corner.is_complete(now):
            self._ask_pin()
        if self._gate.is_open and now - self._touched > OPERATOR_SECONDS:
            self._follow(Reset("title"))
        self.window.wander(self._first_step + int(now / WANDER_SECONDS))
        if now - self._looked >= LOOK_SECONDS:
            self._looked = now
            self._follow_screen()
            self._come_forward()

    def _follow_screen(self) -> None:
        if self.window.follow_screen():
            log.info("the screen has changed")
            self._text_area = None  # the new window takes no text yet
            self._pointer.cancel()
            self._resized()

    def _come_forward(self) -> None:
        """Ask for the focus that was lost: at once, then ever more rarely."""
        if self.window.has_focus and not self.window.is_hidden:
            self._away_tries = 0
            return
        self._away_tries += 1
        if self._away_tries & (self._away_tries - 1):  # not the 1st, 2nd, 4th, 8th … look
            return
        if self.window.is_hidden:
            log.info("the window was hidden")
            self._renew_window()
        else:
            self.window.come_forward()

    def _resized(self) -> None:
        self.window.fit()
        super()._resized()

    # ------------------------------------------------------------------ the display

    def _reopen_window(self) -> None:
        now = self._real_time()
        if now < self._next_try:
            raise NoDisplayError("the display is awaited")
        self._wait = min(max(2 * self._wait, FIRST_TRY), LAST_TRY)
        self._next_try = now + self._wait
        super()._reopen_window()
        log.info("the display is back")
        self._wait = 0.0

    # ------------------------------------------------------------------ what is refused

    def _take(self, event: pygame.event.Event) -> None:
        if event.type in _REFUSED:
            self._note(f"somebody asked {_REFUSED[event.type]}")
            return
        if event.type in _SCREEN_EVENTS or event.type in _AWAY_EVENTS:
            self._looked = -LOOK_SECONDS  # in this very frame
        if event.type in _BARED_EVENTS:
            self.window.show_all()
        self._is_only_waking = self.visit.notice(event)
        if self._is_only_waking:
            self._follow(self.visit.step())
        super()._take(event)

    def _act(self, gesture: Gesture) -> None:
        now = self.context.clock()
        self._corner.watch(gesture, self.window.size, self.context.metrics.touch, now)
        if isinstance(gesture, Down | Key):
            self._touched = now
        if not self._is_only_waking:
            super()._act(gesture)

    def _follow(self, transition: Transition | None) -> None:
        if self._is_allowed(transition):
            super()._follow(transition)
        else:
            self._note(f"refused: {type(transition).__name__}")
        if self._gate.is_open and not self.stack.is_for_operator:
            self._gate.close()

    def _is_allowed(self, transition: Transition | None) -> bool:
        match transition:
            case ToggleFullscreen():
                return False
            case Quit():
                return self._gate.is_open
            case Push(key) | Replace(key) | Reset(key) if key.startswith(OPERATOR_SCENES):
                return self._gate.is_open
            case Push(key) | Replace(key) | Reset(key):
                return key not in PRIVATE_SCENES
        return True

    def _note(self, what: str) -> None:
        """Log *what* the first time that it happens."""
        if what not in self._noted:
            self._noted.add(what)
            log.info("%s", what)

    def _ask_pin(self) -> None:
        """Put the pad for the PIN up, unless it or the operator's menu is there already."""
        if self.stack.is_for_operator or self.stack.keys[-1] == PIN_CLASS:
            return
        log.info("somebody asks for the operator's PIN")
        self._pointer.cancel()
        self._follow(self.stack.handle(Cancel()))
        self._follow(Push(PIN_SCENE))

    # ------------------------------------------------------------------ the end

    def close(self) -> None:
        """Save what is under way and let the devices go."""
        self._watchdog.stop()
        super().close()


def start_kiosk(
    data: Path,
    icon: Path,
    folder: Path,
    settings_file: SettingsFile,
    settings: Settings,
    kiosk: tuple[KioskFile, KioskConfig],
    is_stopped: Callable[[], bool],
) -> KioskApp | None:
    """Return the kiosk on the data in *folder*; None where *is_stopped* before it had a display."""
    for complaint in kiosk[0].complaints:
        log.warning("%s", complaint)
    window = open_patiently(icon, kiosk[1], is_stopped)
    if window is None:
        return None
    return KioskApp(window, data, GameStore(folder), settings_file, settings, kiosk)


def open_patiently(
    icon: Path, config: KioskConfig, is_stopped: Callable[[], bool]
) -> KioskWindow | None:
    """Return the kiosk's window as soon as there is a display; None where *is_stopped* by then."""
    prepare_kiosk_environment()
    watchdog = Watchdog(config.heartbeat)
    wait = FIRST_TRY
    while not is_stopped():
        try:
            return KioskWindow(icon, config.monitor, config.rotation)
        except NoDisplayError as error:
            log.warning("there is no display yet: %s", error)
        until = time.monotonic() + wait
        while time.monotonic() < until and not is_stopped():
            watchdog.beat("waiting for the display")
            time.sleep(NAP)
        wait = min(2 * wait, LAST_TRY)
    return None
