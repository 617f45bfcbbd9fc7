"""How a public machine is used: visits and games by day and by hour of the day."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from pygame import Rect

from game.scenes.base import Context
from game.scenes.page import LeafedScene, turning
from game.scenes.parts import Backing
from game.scenes.statistics_cards import Card, panel, split_cards
from game.session.clock import utc_now
from game.session.scores_error import ScoresError
from game.session.usage import HOURS, Usage, UsageKind, UsageLog
from game.ui.canvas import Node
from game.ui.charts import Bar, BarChart, Marker
from game.ui.input import Gesture
from game.ui.language import _, format_number
from game.ui.layout import columns, grid, inset, rows
from game.ui.widgets import Kit, Label

log = logging.getLogger(__name__)

DAYS = 28
WEEK = 7
_NUMBER, _NAME = 36, 28
_SHARES = (2.4, 1, 1, 1)
_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Totals(Card):
    """Visits and games today, in the last week and in all days shown."""

    usage: Usage

    def place(self, kit: Kit, box: Rect) -> list[Node]:
        """Return a row for each kind, with a number for each span of days."""
        theme = kit.art.theme
        nodes: list[Node] = [Backing(kit, box, "panel")]
        inner = inset(box, max(6, kit.metrics.px(30)), max(4, kit.metrics.px(14)))
        kinds = {
            UsageKind.VISIT: _("Visits"),
            UsageKind.STARTED: _("Games begun"),
            UsageKind.FINISHED: _("Games finished"),
            UsageKind.DROPPED: _("Games dropped"),
        }
        spans = {1: _("today"), WEEK: _("7 days"), DAYS: _("28 days")}
        head, *lines = rows(inner, [1] * (1 + len(kinds)), max(2, kit.metrics.px(6)))
        gap = max(4, kit.metrics.px(10))
        for place, name in zip(columns(head, _SHARES, gap)[1:], spans.values(), strict=True):
            nodes.append(Label(kit, place, name, _NAME, theme.panel.dim, align="right"))
        for line, (kind, name) in zip(lines, kinds.items(), strict=True):
            first, *places = columns(line, _SHARES, gap)
            nodes.append(Label(kit, first, name, _NAME, theme.panel.text))
            for place, days in zip(places, spans, strict=True):
                text = format_number(self.usage.total(kind, days))
                colour = theme.accent if days == 1 else theme.panel.text
                nodes.append(Label(kit, place, text, _NUMBER, colour, bold=True, align="right"))
        return nodes


@dataclass(frozen=True, slots=True)
class GamesChart(Card):
    """Games finished, a bar for each day or hour."""

    heading: str
    counts: Sequence[int]
    names: Sequence[str]

    def place(self, kit: Kit, box: Rect) -> list[Node]:
        """Return the bars, and how many the highest stands for."""
        nodes, room = panel(kit, box, self.heading)
        theme, most = kit.art.theme, max(self.counts)
        bars = [
            Bar(count, theme.gold.top if count == most else theme.gold.bottom)
            for count in self.counts
        ]
        text = _("most: {count}").format(count=format_number(most))
        level = Marker(most, text) if most else None
        nodes.append(BarChart(kit, room, bars, edges=self.names, level=level))
        return nodes


class OperatorUsageScene(LeafedScene):
    """The last four weeks."""

    is_for_operator = True

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.usage: Usage | None = None
        """None where it can't be read."""
        scores, log_ = context.store.scores, context.usage or UsageLog(context.store.folder)
        try:
            self.usage = log_.usage(scores.dates(utc_now() - (DAYS + 1) * _DAY), DAYS)
        except (ScoresError, OSError) as error:
            log.warning("the usage could not be read: %s", error)

    def build(self) -> None:
        """Put the figures on as many leaves as they take."""
        room = self.build_frame(_("Use of the machine"), "icon_chart")
        self._shown: list[Node] = []
        self._leaves: list[list[tuple[Card, Rect]]] = [[]]
        if self.usage is None:
            colour = self.kit.art.theme.bad
            text = _("The figures can't be read just now.")
            self.canvas.add(Label(self.kit, room, text, 36, colour, align="center"))
            return
        cards = self._cards(self.usage)
        self._leaves = self._arrange(room, cards)
        if len(self._leaves) > 1:
            foot = Rect(room.x, room.bottom - self.bar, room.width, self.bar)
            room.height -= self.bar + self.metrics.gap
            self._leaves = self._split(room, cards)
            self.build_turner(foot, len(self._leaves))
        self.show_leaf()

    def _cards(self, usage: Usage) -> list[Card]:
        finished = UsageKind.FINISHED
        hours = [format_number(hour) for hour in range(HOURS + 1)]
        days = [format_number(day.day) for day in usage.days]
        return [
            Totals(usage),
            GamesChart(_("Games finished, by day"), usage.by_day[finished], days),
            GamesChart(_("Games finished, by hour of the day"), usage.by_hour[finished], hours),
        ]

    def _arrange(self, room: Rect, cards: list[Card]) -> list[list[tuple[Card, Rect]]]:
        """Return the cards below each other where they have room, or on leaves."""
        gap = max(6, self.metrics.px(18))
        line = self.kit.fonts.line_height(self.metrics.text(_NAME))
        if self.metrics.is_portrait:
            boxes = rows(room, (0.8, 1, 1), gap)
        else:
            top, below = rows(room, (0.8, 1), gap)
            boxes = [top, *grid(below, 2, 1, gap)]
        if boxes[0].height < line * 9 or boxes[1].height < line * 10:
            return self._split(room, cards)
        return [list(zip(cards, boxes, strict=True))]

    def _split(self, room: Rect, cards: list[Card]) -> list[list[tuple[Card, Rect]]]:
        """Return the numbers on a leaf, and the charts on others."""
        totals, *charts = cards
        return [[(totals, room.copy())], *split_cards(self.kit, room, charts)]

    def show_leaf(self) -> None:
        """Put the cards of the leaf in sight on the canvas."""
        for node in self._shown:
            self.canvas.remove(node)
        self._shown = [
            self.canvas.add(node)
            for card, box in self._leaves[self.leaf]
            for node in card.place(self.kit, box)
        ]

    def act(self, gesture: Gesture) -> bool:
        """Turn the leaves by the arrow keys too, while no control has the focus."""
        by = turning(gesture) if self.controls.focused is None else 0
        if by and self.leaves > 1:
            self.turn(by)
            return True
        return super().act(gesture)
