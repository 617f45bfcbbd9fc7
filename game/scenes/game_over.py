"""The end of a game: the score, where it came from, and what next."""

import logging
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from pygame import Rect

from game.rules.magdagdon.scoring import RUIN_COST, Bonus
from game.rules.magdagdon.state import State
from game.scenes.base import Context, Push, Replace, Reset, Scene, Transition
from game.scenes.parts import Rule
from game.scenes.replay_opening import replay_of_entry
from game.session.scores import LISTED, ScoreEntry
from game.session.scores_error import ScoresError
from game.ui.button import MEANING_GUARD_SECONDS, Button, set_alike
from game.ui.language import _, format_number, format_signed
from game.ui.layout import columns, rows
from game.ui.text import FIRM_SPACE, line_of
from game.ui.tween import ease_out
from game.ui.widgets import Label
from game.ui.wording import difficulty_name
from game.views.magdagdon.geometry import arrange
from game.views.magdagdon.view import Hand, View

log = logging.getLogger(__name__)

_COUNT_SECONDS = 1.1
_HEADING_ONE_LINE = 0.5
"""The heading is not broken before it would be smaller than this share of its size."""


class GameOverScene(Scene):
    """The full breakdown beside the finished board."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        if context.session is None:
            raise RuntimeError("the game over scene needs a finished game")
        state: State = context.session.state
        self._state = state
        self._record = context.session.record
        before = context.best_score(state.difficulty)
        self.entry: ScoreEntry = context.finish_game()
        self.is_best = before is None or self.entry.score > before
        self._count_left = 0.0 if context.settings.has_reduced_motion else _COUNT_SECONDS
        self._is_celebrated = False
        self._began = context.clock()
        self._rank = self._find_rank()
        kiosk = context.kiosk
        self._takes_name = self._rank is not None and (kiosk is None or kiosk.asks_name)
        self._is_asking = self._takes_name and kiosk is not None
        """Whether the name is asked for unbidden, once the score has been counted."""

    def _find_rank(self) -> int | None:
        """Return the game's place in the table of its difficulty, None where it is not listed."""
        try:
            rank = self.context.store.scores.rank(self.entry.game_id)
        except ScoresError as error:
            log.warning("the scores could not be read: %s", error)
            return None
        return rank if rank is not None and rank <= LISTED else None

    def build(self) -> None:
        """Put board, breakdown and buttons on the canvas."""
        geometry = arrange(self.metrics, has_powers=self._state.difficulty.powers > 0)
        self._view = View(
            self.kit,
            self.canvas,
            geometry,
            0,
            self.context.sound,
            self.context.settings.has_reduced_motion,
        )
        self.motions = self._view.motions
        self._view.show(self._state, Hand())
        for node in self._view.dice:
            node.show(False)
        top = geometry.title.top
        if self.metrics.is_portrait:
            head = Rect(
                geometry.title.x,
                top,
                geometry.score.right - geometry.title.x,
                geometry.turn.bottom - top,
            )
        else:
            head = Rect(geometry.tray.x, top, geometry.tray.width, geometry.tray.top - top)
        body = Rect(geometry.tray)
        body.height = geometry.undo.y - self.metrics.gap - body.y
        self._build_head(head)
        self._build_table(body)
        end = Rect(body.x, geometry.undo.y, body.width, geometry.bottom.bottom - geometry.undo.y)
        self._build_buttons(end)

    def _build_head(self, box: Rect) -> None:
        theme = self.kit.art.theme
        metrics, fonts = self.metrics, self.kit.fonts
        score = format_number(self.entry.score)
        wide = fonts.width(score, metrics.text(104), bold=True) + metrics.gap
        wide = min(wide, box.width * 2 // 5)
        words, number = columns(box, (max(1, box.width - wide), wide))
        caption, note = rows(words, (1, 1))
        over, notes = [_("Final score")], [difficulty_name(self._state.difficulty)]
        if self.is_best:
            over, notes = over + notes, [_("New best score!")]
        self.heading = self.canvas.add(
            Label(
                self.kit,
                caption,
                line_of(over),
                40,
                theme.sky.dim,
                valign="bottom",
                one_line=_HEADING_ONE_LINE,
            )
        )
        if self.entry.name:
            notes.insert(0, self.entry.name)
        colour = theme.accent if self.is_best else theme.sky.dim
        icon = f"★{FIRM_SPACE}" if self.is_best else ""
        self.canvas.add(
            Label(self.kit, note, icon + line_of(notes), 32, colour, bold=True, valign="top")
        )
        self._score = self.canvas.add(
            Label(self.kit, number, "", 104, theme.accent, bold=True, align="right")
        )
        self._count(0.0)
        self._score_area = number

    def _lines(self) -> list[tuple[str, str, bool]]:
        """Return the rows of the breakdown: what, how much, and whether it costs."""
        score = self._state.score
        rows_ = [(_("Numbers ×2"), format_number(score.base), False)]
        bonuses = (
            (_("Straights"), score.straights, Bonus.STRAIGHT),
            (_("Four of a kind"), score.fours, Bonus.FOUR_OF_A_KIND),
            (_("Two pairs"), score.pairs, Bonus.TWO_PAIRS),
        )
        for name, count, bonus in bonuses:
            rows_.append((name, f"{format_number(count)} × {format_number(bonus.value)}", False))
        rows_.append(
            (
                _("Ruins"),
                f"{format_number(score.ruins)} × {format_signed(-RUIN_COST)}",
                score.ruins > 0,
            )
        )
        if self._state.difficulty.powers:
            cost = format_signed(-score.powers_cost) if score.powers_cost else format_number(0)
            used = format_number(self._state.powers_used)
            rows_.append(
                (_("Majda Powers ({used} used)").format(used=used), cost, score.powers_cost > 0)
            )
        turns = format_number(self.entry.turns)
        rows_.append((_("Turns"), turns, False))
        return rows_

    def _build_table(self, box: Rect) -> None:
        theme = self.kit.art.theme
        lines = self._lines()
        tall = min(box.height // len(lines), self.metrics.px(70) + self.metrics.text(10))
        for index, (name, amount, is_cost) in enumerate(lines):
            line = Rect(box.x, box.y + index * tall, box.width, tall)
            left, right = columns(line, (1.7, 1))
            colour = theme.bad if is_cost else theme.sky.text
            self.canvas.add(Label(self.kit, left, name, 31, theme.sky.text))
            self.canvas.add(Label(self.kit, right, amount, 31, colour, bold=True, align="right"))
            self.canvas.add(Rule(self.kit, line))

    def _build_buttons(self, box: Rect) -> None:
        gap = self.metrics.gap
        upper, lower = rows(box, (1.3, 1), gap)
        self._build_upper(upper)
        entries: list[tuple[str, str, Callable[[], None]]] = [
            (
                _("High scores"),
                "icon_scores",
                partial(self.go, Push("scores", {"new": self.entry.game_id})),
            ),
            (_("Title"), "icon_back", self.leave),
        ]
        if self.context.coach.is_there:
            review = partial(self.go, Push("review", {"record": self._record}))
            entries.insert(0, (_("Review"), "icon_chart", review))
        places = columns(lower, [1] * len(entries), gap)
        row = [
            self.controls.add(self._button(place, caption, icon, on_tap, 30))
            for (caption, icon, on_tap), place in zip(entries, places, strict=True)
        ]
        set_alike(row)
        for control in self.controls.all:  # a tap that was still meant for the game does nothing
            if isinstance(control, Button):
                control.set(now=self._began)

    def _build_upper(self, box: Rect) -> None:
        """Put up Play again, Replay and, where it is asked for, Name, each as wide as its words.

        Where there is little room, a pen stands for the name.
        """
        gap, small = self.metrics.gap, 32
        again, replay, name = _("Play again"), _("Replay"), _("Name")
        needed = [self.natural_width(again, 44), self.natural_width(replay, small)]
        if self._takes_name:
            needed.append(self.natural_width(name, small))
            if sum(needed) + 2 * gap > box.width:
                name, needed[2] = "", self.natural_width("", small, has_icon=True)
        first, second, *others = columns(box, needed, gap)
        large = 44
        while large > small // 2 and self.natural_width(again, large) > first.width:
            large -= 1  # smaller on one line rather than large on two
        has_room = self.natural_width(again, large, has_icon=True) <= first.width
        icon = "icon_play" if has_room else ""
        self.controls.add(self._button(first, again, icon, self._play_again, large, style="gold"))
        row = [self._button(second, replay, "icon_step", self._replay, small)]
        for place in others:
            row.append(self._button(place, name, "icon_pen", self._ask_name, small))
        for button in row:
            self.controls.add(button)
        set_alike(row)

    def _button(
        self,
        box: Rect,
        caption: str,
        icon: str,
        on_tap: Callable[[], None],
        units: float,
        style: str = "button",
    ) -> Button:
        return Button(self.kit, box, caption, on_tap, icon=icon, units=units, style=style)

    def _ask_name(self) -> None:
        """Ask whose score it is; the row is there whatever the answer."""
        self._is_asking = False
        arguments = {"entry": self.entry, "rank": self._rank, "on_name": self._take_name}
        self.go(Push("name_entry", arguments))

    def _take_name(self, name: str) -> None:
        self.entry = replace(self.entry, name=name)
        self._record = replace(self._record, name=name)
        self.layout(self.canvas.background)

    def _replay(self) -> None:
        self.go(replay_of_entry(self.entry))

    def _play_again(self) -> None:
        self.context.start_game()
        self.go(Replace("play"))

    def leave(self) -> None:
        """Go to the title, unless the key was still meant for the game that has just ended."""
        if self.context.clock() - self._began >= MEANING_GUARD_SECONDS:
            self.go(Reset("title"))

    def _count(self, left: float) -> None:
        share = ease_out(1 - left / _COUNT_SECONDS)
        self._score.set(format_number(round(self.entry.score * share)))

    def update(self, dt: float) -> Transition | None:
        """Count the score up; throw sparks for a new best once it is there."""
        if self._count_left > 0:
            self._count_left = max(0.0, self._count_left - dt)
            self._count(self._count_left)
        elif not self._is_celebrated:
            self._is_celebrated = True
            self._count(0.0)
            if self.is_best:
                self._view.animator.celebrate(self._score_area)
        elif self._is_asking and not self.motions.is_running:
            self._ask_name()
        return super().update(dt)

    @property
    def is_moving(self) -> bool:
        """Whether anything moves by itself."""
        return self._count_left > 0 or self._is_asking or super().is_moving
