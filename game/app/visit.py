"""A visitor at a public machine: whether anybody is there, and what passers-by are shown.

After the idle time a game under way is asked for, then dropped; everything else gives way at once.
Then the show goes on, for months if need be: the coach's games, the high scores, the title, in one
language after another, until somebody touches the machine and finds it as the first visitor did.
"""

import logging
import math
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count, cycle

import pygame

from game.app.stack import Stack
from game.scenes.base import Context, Pop, Push, Replace, Reset, Transition
from game.scenes.still_there import StillThereScene
from game.session.kiosk_config import KioskConfig
from game.session.usage_kind import UsageKind
from game.ui.language import available_languages, set_language

log = logging.getLogger(__name__)

TITLE_SECONDS = 10.0
SCORES_SECONDS = 10.0
DEMO_SECONDS = 600.0
"""A game of the coach's ends by itself long before; if ever it does not, the show goes on."""
DEMO, DEMO_CLASS = "demo", "DemoScene"
_FAR = 0.03
"""A pointer that moved by less than this share of the screen did not move: screens tremble."""

_PRESSES = (pygame.FINGERDOWN, pygame.MOUSEBUTTONDOWN, pygame.MOUSEWHEEL)
_MOTIONS = (pygame.FINGERMOTION, pygame.MOUSEMOTION)
_TEXTS = (pygame.TEXTINPUT, pygame.TEXTEDITING)


class Presence:
    """Tells what a person does from what a screen or a jammed key does by itself."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._keys: set[int] = set()
        self._at = (0.0, 0.0)

    def is_press(self, event: pygame.event.Event) -> bool:
        """Tell whether *event* is a touch, a click or a key; a key held down is pressed once."""
        if event.type == pygame.KEYUP:
            self._keys.discard(event.scancode)
        elif event.type == pygame.KEYDOWN:
            is_new = event.scancode not in self._keys
            self._keys.add(event.scancode)
            return is_new
        elif event.type == pygame.WINDOWFOCUSLOST:
            self._keys.clear()
        elif event.type in _TEXTS:  # some keyboards send letters and no keys
            return not self._keys
        return event.type in _PRESSES

    def is_motion(self, event: pygame.event.Event) -> bool:
        """Tell whether *event* is a pointer that has gone some way."""
        if event.type not in _MOTIONS:
            return False
        if event.type == pygame.FINGERMOTION:
            at = (event.x, event.y)
        else:
            metrics = self._context.metrics
            at = (event.pos[0] / metrics.width, event.pos[1] / metrics.height)
        if math.dist(at, self._at) < _FAR:
            return False
        self._at = at
        return True


@dataclass(frozen=True, slots=True)
class Act:
    """A part of the show: the way to its scene, and for how long it stands."""

    way: Transition
    seconds: float
    is_demo: bool = False
    """Whether the act is over as soon as its scene has gone."""


class Visit:
    """Watches over the visitors of one machine. Time comes first in a frame, then its events."""

    def __init__(self, context: Context, stack: Stack) -> None:
        """Begin with nobody there; a game left behind long ago is dropped."""
        self._context = context
        self._stack = stack
        self._presence = Presence(context)
        self._idle = 0.0
        self._show: Iterator[Act] | None = None
        self._act: Act | None = None
        self._act_left = 0.0
        self._is_woken = False
        if context.session is not None and not self._is_fresh():
            self._forget()
            stack.start("title")

    @property
    def is_showing(self) -> bool:
        """Whether passers-by are being shown something."""
        return self._show is not None

    @property
    def _kiosk(self) -> KioskConfig:
        kiosk = self._context.kiosk
        if kiosk is None:
            raise RuntimeError("only a kiosk has visitors")
        return kiosk

    def _is_fresh(self) -> bool:
        """Tell whether the saved game may still be that of somebody who stands there."""
        try:
            written = self._context.store.saved_game.path.stat().st_mtime
        except OSError:
            return False
        age = time.time() - written
        return 0 <= age < self._kiosk.idle_seconds + self._kiosk.countdown_seconds

    # ------------------------------------------------------------------ time

    def pass_time(self, dt: float) -> None:
        """Let *dt* real seconds pass: after a sleep of the machine, minutes at once."""
        self._idle += max(0.0, dt)
        self._act_left -= max(0.0, dt)

    def step(self) -> Transition | None:
        """Return where to go now that time has passed or somebody has come, if anywhere."""
        if self._stack.is_for_operator:
            self._idle, self._show = 0.0, None
            return None
        if self._show is not None:
            return self._end_show() if self._is_woken else self._go_on(self._show)
        over = self._idle - self._kiosk.idle_seconds
        top = self._stack.top
        if over < 0:
            return Pop() if isinstance(top, StillThereScene) else None
        is_engaged = self._context.session is not None or self._stack.is_engaging
        left = self._kiosk.countdown_seconds - over
        if not is_engaged or left <= 0:
            return self._begin_show()
        if isinstance(top, StillThereScene):
            top.count(math.ceil(left))
            return None
        return Push("still_there", {"seconds": math.ceil(left)})

    # ------------------------------------------------------------------ somebody comes

    def notice(self, event: pygame.event.Event) -> bool:
        """Take note of *event*; True where it says that somebody is there and means nothing else.

        `step` then tells where to go.
        """
        is_press = self._presence.is_press(event)
        is_asleep = self.is_showing or isinstance(self._stack.top, StillThereScene)
        if is_press or (not is_asleep and self._presence.is_motion(event)):
            self._idle = 0.0
        self._is_woken = self._is_woken or (is_press and self.is_showing)
        return is_press and is_asleep

    def _forget(self) -> None:
        """Leave nothing of the last visitor: no game, no choice, no language."""
        context = self._context
        if context.session is not None:
            context.give_up()
            log.info("a game was dropped")
        context.seed = None
        context.settings = self._kiosk.visitor_settings()
        context.use_settings()

    # ------------------------------------------------------------------ the show

    def _begin_show(self) -> Transition:
        self._forget()
        self._show, self._act, self._is_woken = self._acts(), None, False
        return Reset("title")

    def _end_show(self) -> Transition:
        """Show the title as every visitor first meets it."""
        self._show = None
        self._forget()
        self._context.note_use(UsageKind.VISIT)
        return Reset("title")

    def _go_on(self, show: Iterator[Act]) -> Transition | None:
        """Return the way to the next act once this one is over."""
        act = self._act
        if act is not None and self._act_left > 0 and not self._is_gone(act):
            return None
        self._act = next(show)
        self._act_left = self._act.seconds
        return self._act.way

    def _is_gone(self, act: Act) -> bool:
        return act.is_demo and DEMO_CLASS not in self._stack.keys

    def _acts(self) -> Iterator[Act]:
        """Yield what is shown, for ever; each act speaks the next language."""
        for number in count():
            difficulties = self._kiosk.offered_difficulties
            languages = self._languages(number)
            if self._context.coach.is_there:
                arguments = {
                    "can_close": False,
                    "difficulty": difficulties[number % len(difficulties)],
                    "languages": languages,
                }
                yield Act(Replace(DEMO, arguments), DEMO_SECONDS, is_demo=True)
            spoken = cycle(languages)
            for difficulty in difficulties:
                if self._context.best_score(difficulty) is not None:
                    set_language(next(spoken))
                    arguments = {"difficulty": difficulty, "is_for_passers_by": True}
                    yield Act(Replace("scores", arguments), SCORES_SECONDS)
            set_language(next(spoken))
            yield Act(Reset("title"), TITLE_SECONDS)

    def _languages(self, number: int) -> tuple[str, ...]:
        """Return the languages offered, beginning with another one for each *number*."""
        codes = self._kiosk.offered_languages(available_languages())
        first = number % len(codes)
        return codes[first:] + codes[:first]
