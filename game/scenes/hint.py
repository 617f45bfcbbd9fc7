"""A hint: the coach's placement on the board step by step, what it is worth, and why."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from game.coach.advice import EQUAL, Advice, Choice, ChoiceKind
from game.rules.magdagdon.actions import Ruin, Stage
from game.rules.magdagdon.board import Placement
from game.rules.magdagdon.state import State
from game.scenes.base import Context, Scene, Transition
from game.scenes.coach_desk import Inquiry
from game.scenes.parts import Backing
from game.ui.button import Button
from game.ui.canvas import Node
from game.ui.coach_wording import describe_choice, explain_reason
from game.ui.language import _, format_number, format_signed
from game.ui.layout import columns, inset, rows
from game.ui.widgets import Label
from game.views.magdagdon.geometry import arrange
from game.views.magdagdon.view import Hand, View

if TYPE_CHECKING:
    from game.coach.coach import Coach  # loaded in the coach's thread: see coach_desk

REFINE_SECONDS = 2.0
STEP_SECONDS = 0.45
"""Between one die of the placement and the next."""
_REASONS = 4


def refined_advice(state: State) -> Callable[[Coach], Iterator[Advice]]:
    """Return the coach's work on *state*: quick advice, then better, for two seconds."""

    def work(coach: Coach) -> Iterator[Advice]:
        until = time.monotonic() + REFINE_SECONDS
        for advice in coach.refine(state):
            yield advice
            if time.monotonic() > until:
                return

    return work


class HintScene(Scene):
    """The board stays in sight; the panel beside it says what the coach would do."""

    is_overlay = True

    def __init__(self, context: Context, *, on_play: Callable[[Choice], None]) -> None:
        """*on_play* prepares the choice in the play scene, which the player then confirms."""
        super().__init__(context)
        if context.session is None:
            raise RuntimeError("a hint needs a game under way")
        self._state: State = context.session.state
        self._on_play = on_play
        self._inquiry: Inquiry[Advice] = context.coach.ask(refined_advice(self._state))
        self._seen = -1
        self._is_done = False
        self._choice: Choice | None = None
        self._age = 0.0

    def build(self) -> None:
        """Put the board and an empty panel on the canvas."""
        geometry = arrange(self.metrics, has_powers=self._state.difficulty.powers > 0)
        self._box = geometry.prompt
        self._view = View(
            self.kit, self.canvas, geometry, 0, self.context.sound, has_reduced_motion=True
        )
        for node in (*self._view.dice, self._view.hearts):
            node.show(False)
        self.canvas.add(Backing(self.kit, self._box, "panel"))
        self._parts: list[Node] = []
        self._view.show(self._state, Hand())
        inner = inset(self._box, self.metrics.px(32), self.metrics.px(24))
        weights = (0.9, 1.5, 0.8, 3.2, 1.2, 1.3)
        head, *self._rows, buttons = rows(inner, weights, self.metrics.px(10))
        theme = self.kit.art.theme
        self.canvas.add(
            Label(self.kit, head, _("The coach"), 40, theme.accent, bold=True, align="center", z=2)
        )
        play, close = columns(buttons, (1.4, 1), self.metrics.gap)
        self._play = self.controls.add(
            Button(self.kit, play, _("Show me"), self._accept, style="gold", units=34)
        )
        self.controls.add(Button(self.kit, close, _("Close"), self.leave, units=32))
        self._seen = -1
        self._take_answer()

    def _accept(self) -> None:
        if self._choice is not None:
            self._on_play(self._choice)
            self.leave()

    def leave(self) -> None:
        """Go back to the game; the coach may stop thinking."""
        self._inquiry.stop()
        super().leave()

    # ------------------------------------------------------------------ answers

    def _take_answer(self) -> None:
        """Show the coach's latest answer, if it is new."""
        inquiry = self._inquiry
        if (inquiry.count, inquiry.is_done) == (self._seen, self._is_done):
            return
        self._seen, self._is_done = inquiry.count, inquiry.is_done
        advice = inquiry.latest
        if advice is None:
            failed = inquiry.error is not None
            text = _("The coach's tables can't be read. Install the game again.")
            self._show_text([text if failed else _("Thinking …"), "", "", ""])
            self._play.set(enabled=False)
            return
        best = advice.best
        if self._choice is None or best.actions != self._choice.actions:
            self._age = 0.0
        self._choice = best
        captions = {
            ChoiceKind.PLACE: _("Place them"),
            ChoiceKind.POWER: _("Get it ready"),
            ChoiceKind.RUIN: _("Choose this stone"),
        }
        self._play.set(caption=captions[best.kind], enabled=True)
        self._show_text(self._sentences(advice))
        self._show_steps()

    def _sentences(self, advice: Advice) -> list[str]:
        """Return what to do, its worth, the reasons, and the runner-up."""
        best = advice.best
        worth = _("Worth {points} points on average").format(points=format_number(best.expected, 1))
        if advice.depth == 0:
            depth = _("exact")
        elif self._is_done:
            depth = _("looked ahead")
        else:
            depth = _("looking deeper …")
        reasons = "\n".join(f"· {explain_reason(reason)}" for reason in best.reasons[:_REASONS])
        runner_up = ""
        if len(advice.choices) > 1:
            other = advice.choices[1]
            less = format_signed(other.expected - best.expected, 1)
            is_equal = best.expected - other.expected < EQUAL
            text = _("Just as good: {choice}") if is_equal else _("Next best ({less}): {choice}")
            runner_up = text.format(less=less, choice=describe_choice(other, self._state))
        return [describe_choice(best, self._state), f"{worth} · {depth}", reasons, runner_up]

    def _show_text(self, sentences: list[str]) -> None:
        theme = self.kit.art.theme
        looks = (
            (36, theme.panel.text, True, "center"),
            (28, theme.good, False, "center"),
            (28, theme.panel.text, False, "left"),
            (25, theme.panel.dim, False, "center"),
        )
        for part in self._parts:
            self.canvas.remove(part)
        self._parts = [
            self.canvas.add(Label(self.kit, box, text, units, colour, bold=bold, align=align, z=2))
            for box, text, (units, colour, bold, align) in zip(
                self._rows, sentences, looks, strict=True
            )
            if text
        ]

    def _show_steps(self) -> None:
        """Show as much of the placement as its time has come for."""
        choice = self._choice
        if choice is None:
            return
        count = 1 + int(self._age / STEP_SECONDS)
        placed = [Placement(a.die, a.cell) for a in choice.actions if isinstance(a, Stage)]
        ruins = [a.cell for a in choice.actions if isinstance(a, Ruin)]
        self._view.show(
            self._state,
            Hand(
                hint=tuple(placed[:count]),
                ruin=ruins[0] if ruins else None,
                is_prompted=bool(ruins),
            ),
        )

    def update(self, dt: float) -> Transition | None:
        """Look for a better answer; go on with the steps."""
        before = int(self._age / STEP_SECONDS)
        self._age += dt
        self._take_answer()
        if int(self._age / STEP_SECONDS) != before:
            self._show_steps()
        return super().update(dt)

    @property
    def is_moving(self) -> bool:
        """Whether an answer or a step is still to come."""
        return not self._inquiry.is_done or self._age < 4 * STEP_SECONDS
