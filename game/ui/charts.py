"""Charts drawn in the theme: bars that stand side by side, and bars that lie in rows."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from pygame import Rect, Surface

from game.ui.canvas import Node
from game.ui.text import LINE_SPACING
from game.ui.theme import Colour, Fill, blend
from game.ui.widgets import Kit

_WHITE: Colour = (255, 255, 255)
_BLACK: Colour = (0, 0, 0)
TEXT_UNITS = 23
"""Font size of numbers and names in charts."""


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar: how long, in which colour, and what is said at its two ends."""

    value: float
    colour: Colour
    label: str = ""
    """Stands over an upright bar, or at the end of a lying one's row."""
    name: str = ""
    """Stands over a lying bar."""
    picture: str = ""
    """A drawing that stands below an upright bar."""


@dataclass(frozen=True, slots=True)
class Marker:
    """A dashed line through a chart, at *value* of its scale, with what it means."""

    value: float
    label: str


def bar_fill(colour: Colour) -> Fill:
    """Return the surface of a bar in *colour*, lit from above."""
    top, bottom = blend(colour, _WHITE, 0.22), blend(colour, _BLACK, 0.12)
    return Fill(top, bottom, blend(colour, _WHITE, 0.4), _BLACK, _BLACK)


class BarChart(Node):
    """Upright bars over a base line."""

    def __init__(
        self,
        kit: Kit,
        box: Rect,
        bars: Sequence[Bar],
        *,
        edges: Sequence[str] = (),
        level: Marker | None = None,
        position: Marker | None = None,
        z: float = 1,
    ) -> None:
        """Name the places between bars, or the bars where there are as many, by *edges*.

        *level* is a height, *position* a place in bars.
        """
        super().__init__(box, z)
        self._kit = kit
        self._bars = bars
        self._edges = edges
        self._level = level
        self._position = position
        self._px = kit.metrics.text(TEXT_UNITS)
        self._line = kit.fonts.line_height(self._px)
        has_pictures = any(bar.picture for bar in bars)
        self._side = min(self._line * 3 // 2, box.width // len(bars) * 2 // 3)
        foot = self._side + self._line // 4 if has_pictures else self._line if edges else 0
        head = self._line * (2 if level or position else 1)
        # The first and the last name stand half outside the bars.
        aside = max((kit.fonts.width(edge, self._px) for edge in edges), default=0) // 2
        tall = max(1, box.height - head - foot)
        self.plot = Rect(box.x + aside, box.y + head, box.width - 2 * aside, tall)
        highest = max(bar.value for bar in bars)
        self._top = max(highest, level.value if level else 0, 1e-9)

    def height_of(self, value: float) -> int:
        """Return how many pixels *value* is high."""
        return round(self.plot.height * value / self._top)

    def bar_box(self, index: int) -> Rect:
        """Return the box of bar *index*."""
        plot, count = self.plot, len(self._bars)
        left = plot.x + plot.width * index // count
        right = plot.x + plot.width * (index + 1) // count
        share = 0.86 if self._edges else 0.68
        wide = max(2, round((right - left) * share))
        tall = self.height_of(self._bars[index].value)
        return Rect((left + right - wide) // 2, plot.bottom - tall, wide, tall)

    def draw(self, target: Surface) -> None:
        """Paint bars, base line, names and markers."""
        theme = self._kit.art.theme
        for index, bar in enumerate(self._bars):
            self._draw_bar(target, bar, self.bar_box(index))
        thick = max(1, self._kit.metrics.px(2))
        base = Rect(self.plot.x, self.plot.bottom, self.plot.width, thick)
        target.fill(theme.panel.dim, base)
        self._draw_edges(target)
        if self._level is not None:
            self._draw_level(target, self._level)
        if self._position is not None:
            self._draw_position(target, self._position)

    def _text(self, text: str, colour: Colour, *, bold: bool = False) -> Surface:
        return self._kit.fonts.render(text, self._px, colour, bold)

    def _draw_bar(self, target: Surface, bar: Bar, box: Rect) -> None:
        art, theme = self._kit.art, self._kit.art.theme
        if box.height > 1:
            radius = min(box.width // 4, self._kit.metrics.px(10))
            panel = self._kit.panel(
                (box.width, box.height + radius), bar_fill(bar.colour), radius, 1
            )
            target.blit(panel, box, (0, 0, *box.size))
        if bar.label and self._level is not None and box.height > 2 * self._line:
            # A label over the bar would lie on the line.
            word = self._fitting(bar.label, box.width - 2, _BLACK)
            target.blit(word, word.get_rect(midbottom=(box.centerx, box.bottom - 2)))
        elif bar.label:
            room = self.plot.width // len(self._bars)
            word = self._fitting(bar.label, room, theme.panel.text)
            target.blit(word, word.get_rect(midbottom=(box.centerx, box.top)))
        if bar.picture:
            picture = art.picture(bar.picture, (self._side, self._side))
            top = self.plot.bottom + self._line // 4
            target.blit(picture, picture.get_rect(midtop=(box.centerx, top)))
        if not bar.value and not bar.label:
            thin = self._kit.metrics.edge(1)
            target.fill(theme.panel.edge, Rect(box.x, self.plot.bottom - thin, box.width, thin))

    def _fitting(self, label: str, room: int, colour: Colour) -> Surface:
        px, _lines = self._kit.fonts.fit(label, self._px, (room, self._line), bold=True)
        return self._kit.fonts.render(label, px, colour, bold=True)

    def _draw_edges(self, target: Surface) -> None:
        """Name as many edges as there is room for, always the same number apart."""
        if not self._edges:
            return
        fonts, count = self._kit.fonts, len(self._bars)
        widest = max(fonts.width(edge, self._px) for edge in self._edges)
        apart = self.plot.width / count
        every = max(1, math.ceil((widest + self._px / 2) / apart))
        shift = apart / 2 if len(self._edges) == count else 0
        for index in range(0, len(self._edges), every):
            word = self._text(self._edges[index], self._kit.art.theme.panel.dim)
            place = word.get_rect(
                midtop=(round(self.plot.x + apart * index + shift), self.plot.bottom + 2)
            )
            target.blit(word, place)

    def _draw_level(self, target: Surface, marker: Marker) -> None:
        theme = self._kit.art.theme
        y = self.plot.bottom - self.height_of(marker.value)
        thick = max(2, self._kit.metrics.px(3))
        dash = max(5, self._kit.metrics.px(12))
        for x in range(self.plot.x, self.plot.right, dash * 2):
            target.fill(theme.panel.text, Rect(x, y, min(dash, self.plot.right - x), thick))
        word = self._text(marker.label, theme.panel.dim)
        target.blit(word, word.get_rect(topright=self.area.topright))

    def _draw_position(self, target: Surface, marker: Marker) -> None:
        theme = self._kit.art.theme
        x = self.plot.x + round(self.plot.width * marker.value / len(self._bars))
        thick = max(2, self._kit.metrics.px(3))
        dash = max(5, self._kit.metrics.px(12))
        top = self.area.y + self._line
        for y in range(top, self.plot.bottom, dash * 2):
            tall = min(dash, self.plot.bottom - y)
            target.fill(theme.panel.text, Rect(x - thick // 2, y, thick, tall))
        word = self._text(marker.label, theme.panel.text, bold=True)
        target.blit(word, word.get_rect(midtop=(x, self.area.y)).clamp(self.area))


class RowChart(Node):
    """Bars that lie in rows, each under its name, with its label at the end."""

    def __init__(self, kit: Kit, box: Rect, bars: Sequence[Bar], z: float = 1) -> None:
        super().__init__(box, z)
        self._kit = kit
        self._bars = bars
        self._longest = max(*(bar.value for bar in bars), 1e-9)
        self._row = box.height // len(bars)
        self._thick = max(4, min(kit.metrics.px(16), self._row // 4))
        self._gap = min(kit.metrics.px(5), self._row // 8)
        self._px = self._fitting()

    def _fitting(self) -> int:
        """Return the largest font size at which every row has room for its name and label."""
        fonts = self._kit.fonts
        px = min(
            self._kit.metrics.text(TEXT_UNITS),
            int((self._row - self._thick - self._gap) / LINE_SPACING),
        )
        while px > 9 and any(
            fonts.width(bar.name, px) + fonts.width(bar.label, px, bold=True) + px // 2
            > self.area.width
            for bar in self._bars
        ):
            px -= 1
        return px

    def draw(self, target: Surface) -> None:
        """Paint the rows."""
        spare = self.area.height - self._row * len(self._bars)
        for index, bar in enumerate(self._bars):
            top = self.area.y + spare // 2 + index * self._row
            self._draw_row(target, bar, Rect(self.area.x, top, self.area.width, self._row))

    def _draw_row(self, target: Surface, bar: Bar, row: Rect) -> None:
        kit, theme = self._kit, self._kit.art.theme
        px, thick, line = self._px, self._thick, kit.fonts.line_height(self._px)
        label = kit.fonts.render(bar.label, px, theme.panel.text, bold=True)
        name = kit.fonts.render(bar.name, px, theme.panel.text)
        top = row.y + (row.height - line - self._gap - thick) // 2
        target.blit(name, name.get_rect(midleft=(row.x, top + line // 2)))
        target.blit(label, label.get_rect(midright=(row.right, top + line // 2)))
        track = Rect(row.x, top + line + self._gap, row.width, thick)
        radius = thick // 2
        target.blit(kit.panel(track.size, theme.off, radius, 1), track)
        long = round(track.width * bar.value / self._longest)
        if bar.value > 0:
            size = (max(thick, long), thick)
            target.blit(kit.panel(size, bar_fill(bar.colour), radius, 1), track)
