"""The replay: a recorded game watched on the board, with its motions, at any speed, to and fro."""

from collections.abc import Iterator, Sequence

from game.rules.magdagdon.actions import Confirm, Lower, Raise, Reroll, Roll, Ruin
from game.rules.magdagdon.state import Phase, State
from game.scenes.base import Context, Push, Transition
from game.scenes.page import PageScene
from game.scenes.replay_panel import Panel, place_replay
from game.scenes.replay_steps import Step, Timeline
from game.session.exchange import Game
from game.session.record import Record
from game.ui.input import Command, Down, Gesture, Key, Point, Up, Wheel
from game.ui.language import _
from game.views.magdagdon.view import Hand, View

_REST_SECONDS = {Roll: 0.55, Confirm: 0.75, Lower: 0.8, Raise: 0.8, Reroll: 0.55, Ruin: 0.9}
_USUAL_REST = 0.3
"""Pause after a step has come to rest, before the next one, at speed 1."""
_STRUCK_REST = 1.4
_FIRST_REST = 0.8


class ReplayScene(PageScene):
    """One recorded game; the game under way is never touched."""

    is_engaging = True

    def __init__(
        self,
        context: Context,
        record: Record,
        game: Game,
        captions: Sequence[str] = (),
    ) -> None:
        """*game* is *record* played again; *captions* say more about each place, if given."""
        super().__init__(context)
        self.speed = 1.0
        self._take(record, game, captions)

    def _take(self, record: Record, game: Game, captions: Sequence[str]) -> None:
        self.record = record
        self.timeline = Timeline(game)
        self._captions = captions
        self.place = 0
        self.is_playing = len(self.timeline) > 0
        self.is_struck = True
        self._is_rolling = False
        self._rest = _FIRST_REST
        self._pressed_board = False

    # ------------------------------------------------------------------ what is shown

    @property
    def state(self) -> State:
        """The position in sight."""
        return self.timeline.state(self.place)

    @property
    def caption(self) -> str:
        """What led to the position, and what is to be said of it."""
        if self._is_rolling:
            return _("The dice roll.")  # what they show is not told before they lie
        words = self.timeline.describe(self.place)
        more = self._captions[self.place] if self.place < len(self._captions) else ""
        return f"{words}\n{more}" if more else words

    @property
    def is_over(self) -> bool:
        """Whether the recorded game has ended: only then may its seed be told."""
        return self.record.finished is not None

    def build(self) -> None:
        """Put board and panel on the canvas."""
        powers = self.timeline.initial.difficulty.powers
        places = place_replay(self.metrics, powers)
        self.geometry = places.geometry
        self.view = View(
            self.kit,
            self.canvas,
            self.geometry,
            powers,
            self.context.sound,
            self.context.settings.has_reduced_motion,
        )
        self.motions = self.view.motions
        self.panel = Panel(self, places)
        self.show()

    def show(self) -> None:
        """Bring board and panel in line with the place."""
        is_prompted = self.state.phase is Phase.MAGDAGDON and self.is_struck
        self.view.show(self.state, Hand(is_prompted=is_prompted))
        self.panel.show()

    def keep_focus(self) -> None:
        """Move the keyboard to Play where its button can't be pressed any more."""
        focused = self.controls.focused
        if focused is not None and not focused.is_enabled:
            self.controls.focus(self._named["play"])

    # ------------------------------------------------------------------ to and fro

    def seek(self, place: int) -> None:
        """Show *place* as it stands, and pause there."""
        self.is_playing = False
        self._jump(place)

    def _jump(self, place: int) -> None:
        self.motions.finish()
        self.place = max(0, min(len(self.timeline), place))
        self.is_struck = True
        self._is_rolling = False
        self.show()

    def step(self) -> None:
        """Pause, and let the next action move."""
        self.is_playing = False
        self._go_on()

    def step_back(self) -> None:
        """Pause one action earlier."""
        self.seek(self.place - 1)

    def turn(self) -> None:
        """Pause at the start of the next turn."""
        self.seek(self.timeline.turn_after(self.place))

    def turn_back(self) -> None:
        """Pause at the start of this turn; once there, of the one before."""
        self.seek(self.timeline.turn_before(self.place))

    def toggle(self) -> None:
        """Play or pause; from the start where the end was reached."""
        self.is_playing = not self.is_playing
        self._rest = 0.0
        if self.is_playing and self.place == len(self.timeline):
            self._jump(0)
            self._rest = _FIRST_REST
        self.show()

    def choose_speed(self, speed: float) -> None:
        """Play at *speed* from now on."""
        self.speed = speed
        self.show()

    def _go_on(self) -> None:
        """Let the next action move."""
        if self.place == len(self.timeline):
            self.is_playing = False
            self.show()
            return
        self.motions.finish()
        step = self.timeline.steps[self.place]
        self.place += 1
        self.is_struck = not step.has_struck
        self._is_rolling = step.is_roll
        self._rest = _rest_after(step)
        if self.place == len(self.timeline):
            self.is_playing = False
        self.show()
        self.view.animator.animate(step.events)

    # ------------------------------------------------------------------ time

    def update(self, dt: float) -> Transition | None:
        """Go on by *dt* seconds at the chosen speed."""
        passed = dt * self.speed
        self.motions.advance(passed)
        if not self.motions.is_running and self._is_rolling:
            self._is_rolling = False
            self.show()
        if not self.motions.is_running and not self.is_struck:
            self.is_struck = True
            self.show()
            self.view.animator.strike(self.panel.banner, self.panel.banner_nodes)
        elif not self.motions.is_running and self.is_playing:
            self._rest -= passed
            if self._rest <= 0:
                self._go_on()
        return self.take_transition()

    def draw_at(self, ahead: float) -> None:
        """Pose what moves for *ahead* seconds after the last step."""
        self.motions.draw_at(ahead * self.speed)

    @property
    def is_moving(self) -> bool:
        """Whether anything goes on by itself."""
        is_telling = self._is_rolling or not self.is_struck
        return self.is_playing or is_telling or self.motions.is_running

    def warm(self) -> Iterator[None]:
        """Rasterise what will be needed while nothing moves."""
        return self.view.warm()

    def covered(self) -> None:
        """Pause while another scene is in front."""
        self.is_playing = False
        self.is_struck = True
        self._is_rolling = False
        super().covered()
        self.show()

    # ------------------------------------------------------------------ gestures

    def act(self, gesture: Gesture) -> bool:
        """Act on *gesture*; a tap during a motion ends it and acts on what is then there."""
        if isinstance(gesture, Down | Key) and self.motions.is_running:
            self.motions.finish()
        if (
            isinstance(gesture, Key)
            and self.controls.focused is None
            and self._key(gesture.command)
        ):
            return True
        if super().act(gesture):
            return True
        match gesture:
            case Down(at):
                self._pressed_board = self._is_board(at)
            case Up(at, is_tap) if is_tap and self._pressed_board and self._is_board(at):
                self.toggle()
                return True
            case Wheel(steps):
                self.seek(self.place + (1 if steps < 0 else -1))
                return True
            case _:
                pass
        return False

    def _is_board(self, at: Point) -> bool:
        return bool(self.geometry.board.collidepoint(at))

    def _key(self, command: Command) -> bool:
        """Act on a key while no control has the focus."""
        action = {
            Command.ACCEPT: self.toggle,
            Command.LEFT: self.step_back,
            Command.RIGHT: self.step,
            Command.UP: self.turn_back,
            Command.DOWN: self.turn,
        }.get(command)
        if action is None:
            return False
        action()
        return True

    def receive(self, way: Push) -> Push | None:
        """Show another game in place of this one; leave all else to the stack."""
        if way.key != "replay":
            return way
        self._take(**{"captions": (), **way.arguments})
        self.layout(self.canvas.background)
        return None

    def open_details(self) -> None:
        """Show what identifies the game."""
        arguments = {"record": self.record, "state": self.state, "has_seed": self.is_over}
        self.go(Push("details", arguments))

    def open_share(self) -> None:
        """Offer to save the game as a file or as a picture."""
        final = self.timeline.state(len(self.timeline))
        self.go(Push("share", {"record": self.record, "state": final}))


def _rest_after(step: Step) -> float:
    if step.has_struck:
        return _STRUCK_REST
    return _REST_SECONDS.get(type(step.action), _USUAL_REST)
