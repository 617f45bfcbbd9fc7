"""The coach plays by itself, and says why: to watch, to learn, and to draw passers-by."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import cycle
from typing import TYPE_CHECKING

from pygame import Rect

from game.coach.advice import Advice, Choice
from game.rules.magdagdon.actions import Action, Confirm, Reroll, Roll
from game.rules.magdagdon.board import Difficulty
from game.rules.magdagdon.engine import Magdagdon
from game.rules.magdagdon.state import Phase, State
from game.scenes.base import Context, Scene, Transition
from game.scenes.coach_desk import Inquiry
from game.scenes.game_session import GameSession
from game.scenes.parts import Backing
from game.session.session import Session
from game.ui.button import Button
from game.ui.coach_wording import describe_choice, explain_reason
from game.ui.input import Down, Gesture, Key
from game.ui.language import _, current_language, format_number, set_language
from game.ui.layout import inset, rows
from game.ui.widgets import Label
from game.ui.wording import difficulty_name
from game.views.magdagdon.geometry import arrange
from game.views.magdagdon.view import Hand, View

if TYPE_CHECKING:
    from game.coach.coach import Coach

READ_SECONDS = 2.6
"""Time to read why, before the dice are placed."""
STEP_SECONDS = 0.7
END_SECONDS = 6.0


def _advise(state: State, coach: Coach) -> Iterator[Advice]:
    yield coach.advise(state)


class DemoScene(Scene):
    """A game of nobody's: it is neither saved nor scored, and ends when somebody touches it."""

    def __init__(
        self,
        context: Context,
        *,
        can_close: bool = True,
        difficulty: Difficulty | None = None,
        languages: Sequence[str] = (),
    ) -> None:
        """*can_close* puts a button up; without one, any touch and the game's end end it.

        The *difficulty* is that of the settings, if none is given; of *languages* each turn
        speaks the next one.
        """
        super().__init__(context)
        self._can_close = can_close
        self._difficulty = difficulty or context.settings.difficulty
        self._languages = cycle(languages) if languages else None
        self._speak_on()
        self._begin()

    def _begin(self) -> None:
        """Begin a game."""
        options = {"difficulty": self._difficulty.value}
        self._session: GameSession = Session.start(Magdagdon(), options)
        self._inquiry: Inquiry[Advice] | None = None
        self._choice: Choice | None = None
        self._waiting = 1.0
        self._steps: list[Action] = []

    @property
    def _state(self) -> State:
        return self._session.state

    def build(self) -> None:
        """Put board, dice and captions on the canvas."""
        difficulty = self._state.difficulty
        geometry = arrange(self.metrics, has_powers=difficulty.powers > 0)
        # Nothing is said above the dice: they stand in the middle of the tray.
        shift = geometry.tray.centery - geometry.dice[0].centery
        geometry = replace(geometry, dice=tuple(die.move(0, shift) for die in geometry.dice))
        theme = self.kit.art.theme
        self.canvas.add(Backing(self.kit, geometry.tray, "board"))
        self._view = View(
            self.kit,
            self.canvas,
            geometry,
            difficulty.powers,
            self.context.sound,
            self.context.settings.has_reduced_motion,
        )
        self.motions = self._view.motions
        self._view.show(self._state, Hand())
        add = self.canvas.add
        add(Label(self.kit, geometry.title, _("The coach plays"), 36, theme.accent, bold=True))
        self._build_difficulty(geometry.turn.union(geometry.breakdown))
        self._score = add(
            Label(self.kit, geometry.score, "", 92, theme.sky.text, bold=True, align="right")
        )
        top = (geometry.powers_label if difficulty.powers else geometry.undo).top
        left, right = geometry.tray.left, geometry.tray.right
        below = geometry.tray.copy()
        below.update(left, top, right - left, geometry.bottom.bottom - top)
        caption, why, end = rows(below, (1.1, 3.3, 1.1), self.metrics.px(12))
        add(Backing(self.kit, caption.union(why), "panel"))
        self._caption = add(
            Label(
                self.kit,
                inset(caption, self.metrics.px(24), 6),
                "",
                34,
                theme.panel.text,
                bold=True,
            )
        )
        self._why = add(
            Label(
                self.kit,
                inset(why, self.metrics.px(24), max(5, self.metrics.px(12))),
                "",
                29,
                theme.panel.dim,
                valign="top",
            )
        )
        if not self._can_close:
            words = _("Touch the screen to play")
            add(Label(self.kit, end, words, 36, theme.accent, bold=True, align="center"))
        else:
            self.controls.add(Button(self.kit, end, _("Back"), self.leave, icon="icon_back"))
        self._tell()

    def _build_difficulty(self, box: Rect) -> None:
        """Put up in *box* what is played, and beside it a heart for each Power."""
        difficulty = self._state.difficulty
        name = difficulty_name(difficulty)
        side = min(box.height, self.metrics.text(30))
        room = box.copy()
        room.width -= side * (difficulty.powers + 1)
        px, _lines = self.kit.fonts.fit(name, self.metrics.text(28), room.size)
        room.width = self.kit.fonts.width(name, px)
        self.canvas.add(Label(self.kit, room, name, 28, self.kit.art.theme.sky.dim))
        hearts = Rect(room.right + side // 2, 0, side * difficulty.powers, side)
        hearts.centery = box.centery
        self._view.hearts.move(hearts)

    def handle(self, gesture: Gesture) -> Transition | None:
        """Act on *gesture*; any touch or key ends it where there is no button."""
        if not self._can_close and isinstance(gesture, Down | Key):
            self.leave()
            return self.take_transition()
        return super().handle(gesture)

    def _tell(self) -> None:
        """Say what the coach does, and why."""
        self._score.set(format_number(self._state.shown_score.total))
        if self._state.phase is Phase.OVER:
            text = _("The board is full: {points} points.").format(
                points=format_number(self._state.score.total)
            )
            self._caption.set(text)
            self._why.set("")
        elif self._choice is not None:
            self._caption.set(describe_choice(self._choice, self._asked))
            self._why.set("\n".join(explain_reason(reason) for reason in self._choice.reasons[:4]))
        elif self._state.phase is Phase.MAGDAGDON:
            self._caption.set(_("MAGDAGDON"))
            self._why.set("")
        else:
            self._caption.set(_("Turn {turn}").format(turn=format_number(self._state.turn)))
            self._why.set("")

    # ------------------------------------------------------------------ playing

    def update(self, dt: float) -> Transition | None:
        """Go on playing once what moves has come to rest and what was said has been read."""
        transition = super().update(dt)
        if not self.motions.is_running:
            self._waiting -= dt
            if self._waiting <= 0:
                self._go_on()
        return transition

    def _go_on(self) -> None:
        state = self._state
        if state.phase is Phase.OVER and not self._can_close:
            self.leave()
        elif state.phase is Phase.OVER:
            self._begin()
            self.layout(self.canvas.background)
        elif self._steps:
            self._submit(self._steps.pop(0))
            self._waiting = STEP_SECONDS
        elif state.phase is Phase.ROLL:
            self._choice = None
            if self._speak_on():
                self.layout(self.canvas.background)
            self._submit(Roll())
            self._waiting = 0.4
        elif self._inquiry is None:
            self._asked = state
            self._inquiry = self.context.coach.ask(partial(_advise, state))
        elif self._inquiry.is_done:
            advice, self._inquiry = self._inquiry.latest, None
            if advice is None:  # the tables can't be read: there is nothing to show
                self.leave()
                return
            self._choice = advice.best
            self._steps = list(advice.best.actions)
            self._waiting = READ_SECONDS
            self._tell()

    def _speak_on(self) -> bool:
        """Speak the next language, where there are several to speak in turn."""
        if self._languages is None:
            return False
        before = current_language()
        return set_language(next(self._languages)) != before

    def _submit(self, action: Action) -> None:
        events = self._session.submit(action)
        if isinstance(action, Confirm | Reroll):
            self._choice = None
        self._view.show(self._state, Hand())
        self._view.animator.animate(events)
        self._tell()
        if self._state.phase is Phase.OVER:
            self._waiting = END_SECONDS

    @property
    def is_moving(self) -> bool:
        """A demonstration never rests."""
        return True

    def discarded(self) -> None:
        """Want no more answers."""
        if self._inquiry is not None:
            self._inquiry.stop()
