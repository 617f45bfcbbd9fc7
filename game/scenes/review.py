"""The look back: expected score turn by turn, luck and loss, and the moments that cost most."""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING

import pygame
from pygame import Rect, Surface

from game.coach.advice import choice_of
from game.rules.magdagdon.actions import Rolled, Take, parse_action
from game.rules.magdagdon.board import Difficulty
from game.scenes.base import Context, Replace, Transition
from game.scenes.coach_desk import Inquiry
from game.scenes.page import PageScene
from game.scenes.parts import Backing
from game.scenes.review_work import Progress, review_game
from game.session.record import Record
from game.ui.button import Button
from game.ui.canvas import Node
from game.ui.coach_wording import describe_choice
from game.ui.language import _, format_number, format_signed
from game.ui.layout import columns, inset, rows
from game.ui.widgets import Kit, Label

if TYPE_CHECKING:
    from game.coach.review import Decision, Review


class Chart(Node):
    """Expected score after each turn as a line; the worst moments are numbered."""

    def __init__(self, kit: Kit, box: Rect, review: Review) -> None:
        """Fill *box*."""
        super().__init__(box, 1)
        self._kit = kit
        values = [review.start, *(turn.after for turn in review.turns)]
        low, high = min(values), max(values)
        span = max(20.0, high - low)
        px = kit.metrics.text(24)
        self._px = px
        wide = max(kit.fonts.width(format_number(value), px) for value in (low, high))
        room = Rect(box.x + wide + px, box.y + px, box.width - wide - 2 * px, box.height - 3 * px)
        step = room.width / max(1, len(values) - 1)
        self._points = [
            (room.x + step * index, room.bottom - (value - low) / span * room.height)
            for index, value in enumerate(values)
        ]
        self._labels = (
            (format_number(high), (box.x, self._points[values.index(high)][1])),
            (format_number(low), (box.x, self._points[values.index(low)][1])),
        )
        self._worst = [decision.state.turn for decision in review.worst]
        self._top = box.y
        self._ground = room.bottom + px // 2

    def draw(self, target: Surface) -> None:
        """Paint axis, line, points and numbers."""
        kit, theme = self._kit, self._kit.art.theme
        width = max(2, kit.metrics.px(5))
        for text, (x, y) in self._labels:
            picture = kit.fonts.render(text, self._px, theme.panel.dim)
            target.blit(picture, picture.get_rect(midleft=(x, y)))
        for start, end in pairwise(self._points):
            pygame.draw.line(target, theme.accent, start, end, width)
        dot = kit.art.disc(width * 3, theme.accent)
        for turn, point in enumerate(self._points):
            target.blit(dot, dot.get_rect(center=point))
            if turn and (turn % 2 or len(self._points) < 12):
                number = kit.fonts.render(format_number(turn), self._px, theme.panel.dim)
                target.blit(number, number.get_rect(midtop=(point[0], self._ground)))
        side = self._px * 3 // 2
        for rank, turn in enumerate(self._worst, start=1):
            spot = Rect(0, 0, side, side)
            spot.center = (round(self._points[turn][0]), round(self._points[turn][1]))
            # Those of one turn stand above each other, or below where the chart ends.
            earlier = self._worst[: rank - 1].count(turn)
            is_high = spot.top - 2 * side < self._top
            spot.y += earlier * (side if is_high else -side)
            target.blit(kit.panel(spot.size, theme.fire, spot.width // 2), spot)
            digit = kit.fonts.render(format_number(rank), self._px, theme.fire.text, bold=True)
            target.blit(digit, digit.get_rect(center=spot.center))


class ReviewScene(PageScene):
    """What the coach says of a finished game."""

    def __init__(self, context: Context, *, record: Record) -> None:
        """Look back at *record*."""
        super().__init__(context)
        self._record = record
        self._difficulty = Difficulty(record.options["difficulty"])
        self._inquiry: Inquiry[Progress] = context.coach.ask(review_game(record, self._difficulty))
        self._seen = -1

    def build(self) -> None:
        """Put heading and what is known so far on the canvas."""
        self._room = self.build_frame(_("How the game went"), "icon_chart")
        self._shown: list[Node] = []
        self._seen = -1
        self._take_answer()

    def leave(self) -> None:
        """Go back; the coach may stop looking."""
        self._inquiry.stop()
        super().leave()

    def _label(self, box: Rect, text: str, units: float, **more: object) -> None:
        theme = self.kit.art.theme
        colour = more.pop("colour", theme.panel.text)
        label = Label(self.kit, box, text, units, colour, z=2, **more)  # type: ignore[arg-type]  # passed through
        self._shown.append(self.canvas.add(label))

    def _take_answer(self) -> None:
        """Show how far the coach is, or what came out of it."""
        inquiry = self._inquiry
        if inquiry.count == self._seen and not inquiry.is_done:
            return
        if inquiry.count == self._seen and self._shown and inquiry.error is None:
            return
        self._seen = inquiry.count
        for node in self._shown:
            self.canvas.remove(node)
        for key in [key for key in self._named if key != "back"]:
            self.controls.remove(self._named.pop(key))
        self._shown = []
        progress = inquiry.latest
        if inquiry.error is not None:
            text = _("The coach's tables can't be read. Install the game again.")
            self._label(self._room, text, 32, align="center")
        elif progress is None or progress.review is None:
            self._show_progress(progress)
        else:
            self._show_review(progress.review, progress.coach_score)

    def _show_progress(self, progress: Progress | None) -> None:
        text = _("The coach looks back …")
        if progress is not None and progress.total:
            text = _("The coach looks back: turn {turn} of {total}").format(
                turn=format_number(progress.done), total=format_number(progress.total)
            )
        self._label(self._room, text, 34, align="center", colour=self.kit.art.theme.sky.dim)

    def _show_review(self, review: Review, coach_score: int | None) -> None:
        metrics = self.metrics
        gap = metrics.gap
        is_tall = metrics.is_portrait
        weights = (3.2, 1.2, 5.6) if is_tall else (3.7, 1.3, 4.6)
        chart, facts, moments = rows(self._room, weights, gap)
        backing = Backing(self.kit, chart, "panel")
        self._shown += [
            self.canvas.add(backing),
            self.canvas.add(Chart(self.kit, inset(chart, metrics.px(24)), review)),
        ]
        self._show_facts(facts, review, coach_score)
        self._show_moments(moments, review, is_tall)

    def _show_facts(self, box: Rect, review: Review, coach_score: int | None) -> None:
        """Show accuracy, luck, loss and the coach's own result, side by side."""
        theme = self.kit.art.theme
        coach = "…" if coach_score is None else format_number(coach_score)
        facts = (
            (_("Accuracy"), f"{format_number(review.accuracy)} %", theme.good),
            (_("Luck of the dice"), format_signed(review.luck), theme.sky.text),
            (_("Given away"), format_number(review.loss), theme.bad),
            (_("The coach with your dice"), coach, theme.accent),
        )
        for (caption, value, colour), place in zip(
            facts, columns(box, [1] * len(facts), self.metrics.gap), strict=True
        ):
            above, below = rows(place, (1.2, 1))
            self._label(above, value, 44, bold=True, align="center", valign="bottom", colour=colour)
            self._label(below, caption, 24, align="center", valign="top", colour=theme.sky.dim)

    def _show_moments(self, box: Rect, review: Review, is_tall: bool) -> None:
        """Show the worst moments, each with a way to try again from there."""
        theme = self.kit.art.theme
        worst = review.worst
        if not worst:
            text = _("Nothing given away: the coach would have played the same.")
            self._label(box, text, 32, align="center", colour=theme.good)
            return
        head, body = rows(box, (1, 6.2 if is_tall else 5), self.metrics.px(8))
        self._label(head, _("The moments that cost most"), 28, bold=True, colour=theme.sky.text)
        split = rows if is_tall else columns
        places = split(body, [1] * 3, self.metrics.gap)
        for rank, (decision, place) in enumerate(zip(worst, places, strict=False), start=1):
            self._show_moment(rank, decision, place)

    def _show_moment(self, rank: int, decision: Decision, box: Rect) -> None:
        metrics, theme = self.metrics, self.kit.art.theme
        self._shown.append(self.canvas.add(Backing(self.kit, box, "panel")))
        inner = inset(box, metrics.px(22), metrics.px(14))
        title, text, button = rows(inner, (1, 2.2, 1.25), metrics.px(6))
        caption = _("{rank}. Turn {turn}: {loss}").format(
            rank=format_number(rank),
            turn=format_number(decision.state.turn),
            loss=format_signed(-decision.loss, 1),
        )
        self._label(title, caption, 28, bold=True, colour=theme.bad)
        better = _("Better: {choice}").format(choice=describe_choice(decision.best, decision.state))
        action = parse_action(self._record.actions[decision.index])
        played = describe_choice(choice_of(decision.state, action, decision.chosen), decision.state)
        self._label(text, _("Played: {choice}").format(choice=played) + "\n" + better, 26)
        again = Button(
            self.kit,
            button,
            _("Try again from here"),
            partial(self._try_again, decision.index),
            icon="icon_reroll",
            units=27,
        )
        self.name(f"again.{rank}", again)

    def _try_again(self, index: int) -> None:
        """Begin a practice game with the same dice, played up to action *index* as it was."""
        self._inquiry.stop()
        context = self.context
        context.give_up()
        session = context.store.start(context.rules, dict(self._record.options), self._record.seed)
        for text in self._record.actions[:index]:
            action = parse_action(text)
            if not isinstance(action, Rolled):  # the seed brings the same dice again
                session.submit(action)
        while session.state.staged:  # the dice lie in the tray again, to be placed otherwise
            session.submit(Take(session.state.staged[-1].cell))
        context.session = session
        self.go(Replace("play"))

    def update(self, dt: float) -> Transition | None:
        """Look for what the coach has found since."""
        self._take_answer()
        return super().update(dt)

    @property
    def is_moving(self) -> bool:
        """Whether an answer is still to come."""
        return not self._inquiry.is_done
