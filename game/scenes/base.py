"""What every scene is made of: the context that it is handed, and transitions to other scenes."""

from __future__ import annotations

import logging
import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from pygame import Rect, Surface

from game.rules.magdagdon.board import Difficulty
from game.scenes.coach_desk import CoachDesk
from game.session.scores_error import ScoresError
from game.session.settings import Settings, SettingsFile
from game.session.store import GameStore
from game.session.usage_kind import UsageKind
from game.ui.art import Art
from game.ui.audio import Audio
from game.ui.canvas import Canvas
from game.ui.controls import Controls
from game.ui.input import Command, Gesture, Key
from game.ui.language import set_language
from game.ui.layout import Metrics
from game.ui.motion import Motions
from game.ui.text import Fonts
from game.ui.theme import THEMES
from game.ui.widgets import Kit
from game.ui.wording import explain_notice

if TYPE_CHECKING:
    from game.rules.magdagdon.engine import Magdagdon
    from game.scenes.game_session import GameSession
    from game.session.fleet import Fleet
    from game.session.kiosk_config import KioskConfig, KioskFile
    from game.session.pin_gate import PinGate
    from game.session.score_entry import ScoreEntry
    from game.session.usage import UsageLog

log = logging.getLogger(__name__)


class Push(NamedTuple):
    """Put the scene *key* on top of this one."""

    key: str
    arguments: Mapping[str, Any] = MappingProxyType({})


class Replace(NamedTuple):
    """Leave this scene, and all above the first one, for *key*."""

    key: str
    arguments: Mapping[str, Any] = MappingProxyType({})


class Reset(NamedTuple):
    """Leave every scene for *key*."""

    key: str
    arguments: Mapping[str, Any] = MappingProxyType({})


class Pop:
    """Leave this scene for the one below."""


class Refresh:
    """Lay every scene out anew: theme, text size or language changed."""


class ToggleFullscreen:
    """Change between window and full screen."""


class Quit(NamedTuple):
    """Leave the program; *code* 10 asks whoever started it to start it again."""

    code: int = 0


Transition = Push | Replace | Reset | Pop | Refresh | ToggleFullscreen | Quit


@dataclass(slots=True)
class Context:
    """What the app hands every scene: the tools to draw and sound, and the player's data."""

    fonts: Fonts
    art: Art
    audio: Audio
    store: GameStore
    settings_file: SettingsFile
    settings: Settings
    metrics: Metrics
    coach: CoachDesk
    clock: Callable[[], float]
    """Seconds since the start; stands still while the program sleeps."""
    session: GameSession | None = None
    """The game under way, if any."""
    seed: str | None = None
    """A seed that the player chose for the next game."""
    chance: random.Random = field(default_factory=random.Random)
    """For looks only; never for dice."""
    kiosk: KioskConfig | None = None
    """How the public machine is set up; None where the program is a player's own."""
    kiosk_file: KioskFile | None = None
    """Keeps what the operator changes; there wherever `kiosk` is."""
    fleet: Fleet | None = None
    """This machine's part in scores shared with others; None where there are none."""
    usage: UsageLog | None = None
    """Counts what visitors do; there wherever `kiosk` is."""
    pin_gate: PinGate | None = None
    """Takes the operator's PIN; there wherever `kiosk` is."""

    @property
    def kit(self) -> Kit:
        """What controls draw with."""
        return Kit(self.art, self.fonts, self.metrics)

    @property
    def rules(self) -> Magdagdon:
        """The rules that are played by."""
        # Here and not above: the title comes up before they are needed.
        from game.rules.magdagdon.engine import Magdagdon  # noqa: PLC0415  # see above

        return Magdagdon()

    @property
    def difficulties(self) -> tuple[Difficulty, ...]:
        """The difficulties that can be played here."""
        return tuple(Difficulty) if self.kiosk is None else self.kiosk.offered_difficulties

    def sound(self, name: str) -> None:
        """Play the sound *name*."""
        self.audio.play(name, self.clock())

    def change_settings(self, **changes: Any) -> None:
        """Change settings, put them to use, and save them; a kiosk's visitor leaves none behind."""
        self.settings = replace(self.settings, **changes)
        self.use_settings()
        if self.kiosk is not None:
            return
        try:
            self.settings_file.save(self.settings)
        except OSError as error:
            log.warning("the settings could not be saved: %s", error)

    def change_kiosk(self, **changes: Any) -> None:
        """Change fields of `kiosk` as the operator wants, and keep that in the data folder."""
        if self.kiosk is None or self.kiosk_file is None:
            raise RuntimeError("this is no kiosk")
        self.kiosk = self.kiosk_file.change(self.kiosk, **changes)

    def use_settings(self) -> None:
        """Put theme, text size, language and volume to use."""
        settings = self.settings
        if self.art.theme.key != settings.theme:
            self.art.use(THEMES[settings.theme])
        self.metrics = replace(self.metrics, text_percent=settings.text_size)
        self.audio.set_level(settings.sound_volume, settings.is_muted)
        set_language(settings.language or None)

    def start_game(self) -> GameSession:
        """Begin a game of the difficulty in the settings; a chosen seed is used once."""
        seed, self.seed = self.seed, None
        options = {"difficulty": self.settings.difficulty.value}
        self.session = self.store.start(self.rules, options, seed)
        self.note_use(UsageKind.STARTED)
        return self.session

    def finish_game(self) -> ScoreEntry:
        """Put the game that is over into the scores, and return its row."""
        if self.session is None:
            raise RuntimeError("there is no game to finish")
        entry = self.store.finish(self.session.record)
        self.session = None
        self.note_use(UsageKind.FINISHED)
        if self.fleet is not None:
            self.fleet.nudge()
        return entry

    def name_game(self, game_id: str, name: str) -> bool:
        """Give the player of a finished game a *name*; False where it could not be kept."""
        if self.kiosk is None and name:
            self.change_settings(player_name=name)
        is_kept = self.store.rename(game_id, name)
        if self.fleet is not None:
            self.fleet.nudge()
        return is_kept

    def note_use(self, kind: UsageKind) -> None:
        """Count one of *kind*, on a public machine."""
        if self.usage is not None:
            self.usage.count(kind)

    def best_score(self, difficulty: Difficulty) -> int | None:
        """Return the best score of *difficulty*, None where there is none or it can't be read."""
        if not self.store.has_scores:
            return None
        try:
            best = self.store.scores.best(difficulty)
        except ScoresError as error:
            log.warning("the scores could not be read: %s", error)
            return None
        return None if best is None else best.score

    def notices(self) -> list[str]:
        """Return what the player should be told about the files, each thing once."""
        return [explain_notice(notice) for notice in self.store.take_notices()]

    def give_up(self) -> None:
        """Give the game under way up."""
        if self.session is not None:
            self.note_use(UsageKind.DROPPED)
        self.session = None
        try:
            self.store.abandon()
        except OSError as error:
            log.warning("the saved game could not be removed: %s", error)


class Scene:
    """One scene. Subclasses build their nodes in `build` and act in their controls' callbacks."""

    is_overlay = False
    """Whether the scene below stays in sight, dimmed."""
    is_for_operator = False
    """Whether the scene is shown to somebody who knows the kiosk's PIN, and nobody else."""
    is_engaging = False
    """Whether somebody is in the middle of something here that should not end unasked."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.canvas: Canvas
        self.controls: Controls
        self.motions: Motions
        self.text_area: Rect | None = None
        """Where typed letters go; None where the keys ask for other things."""
        self._transition: Transition | None = None

    @property
    def kit(self) -> Kit:
        """What controls draw with."""
        return self.context.kit

    @property
    def metrics(self) -> Metrics:
        """Sizes for the window."""
        return self.context.metrics

    def layout(self, background: Surface) -> None:
        """Lay the scene out for the window as it is now, over *background*."""
        before: Canvas | None = getattr(self, "canvas", None)
        self.canvas = Canvas(background)
        if before is not None:
            before.discard()
        self.controls = Controls(self.canvas, lambda: self.context.sound("button"))
        self.motions = Motions(self.canvas)
        self.build()

    def build(self) -> None:
        """Put the scene's nodes on the canvas."""
        raise NotImplementedError

    def natural_width(self, caption: str, units: float = 30, *, has_icon: bool = False) -> int:
        """Return how wide a button with *caption* wants to be."""
        metrics = self.metrics
        size = metrics.text(units)
        icon = size * 5 // 4 + metrics.px(12) if has_icon else 0
        return self.kit.fonts.width(caption, size, bold=True) + icon + metrics.px(64)

    def go(self, transition: Transition) -> None:
        """Leave by *transition* once the gesture at hand is done with."""
        self._transition = transition

    def handle(self, gesture: Gesture) -> Transition | None:
        """Act on *gesture* and return where to go, if anywhere."""
        if not self.act(gesture) and isinstance(gesture, Key):
            if gesture.command is Command.MENU:
                self.leave()
            elif gesture.command is Command.FULLSCREEN:
                self.go(ToggleFullscreen())
        return self.take_transition()

    def act(self, gesture: Gesture) -> bool:
        """Act on *gesture*; True where it was taken."""
        return self.controls.handle(gesture, self.context.clock())

    def leave(self) -> None:
        """Do what the Esc key means here."""
        self.go(Pop())

    def receive(self, way: Push) -> Push | None:
        """Take the file dropped on the window that leads to *way*, or return where to go."""
        return way

    def take_transition(self) -> Transition | None:
        """Return where to go, once."""
        transition, self._transition = self._transition, None
        return transition

    def update(self, dt: float) -> Transition | None:
        """Go on by a step of *dt* seconds."""
        self.motions.advance(dt)
        return self.take_transition()

    def draw_at(self, ahead: float) -> None:
        """Pose what moves for *ahead* seconds after the last step."""
        self.motions.draw_at(ahead)

    @property
    def is_moving(self) -> bool:
        """Whether anything moves by itself."""
        return self.motions.is_running

    def warm(self) -> Iterator[None]:
        """Rasterise what will be needed, a picture at each step; called while nothing moves."""
        return iter(())

    def covered(self) -> None:
        """Get ready to be covered by another scene."""
        self.motions.finish()

    def uncovered(self) -> None:
        """Take up again after the scene on top has gone."""

    def discarded(self) -> None:
        """Let go of what would go on without the scene, which is not shown again."""
