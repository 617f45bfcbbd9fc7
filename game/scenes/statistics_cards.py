"""What the statistics show: cards with numbers and charts, each for a box of any size."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

from pygame import Rect

from game.scenes.parts import Backing
from game.session.statistics import DOUBTFUL, FaceTest, Summary, Verdict
from game.ui.canvas import Node
from game.ui.charts import Bar, BarChart, Marker, RowChart
from game.ui.language import _, format_number, n_
from game.ui.layout import grid, inset, rows
from game.ui.theme import RIMS
from game.ui.widgets import Kit, Label

_HEADING = 29
_SMALL = 23
_LEAST_CHART = 7
"""Lines of text that a chart is tall at least, before words give way."""
_TIED = "\N{NO-BREAK SPACE}"


class Card(ABC):
    """A panel with one thing to see."""

    @abstractmethod
    def place(self, kit: Kit, box: Rect) -> list[Node]:
        """Return the nodes of the card in *box*."""


def least_size(kit: Kit) -> tuple[int, int]:
    """Return the least width and height at which a card is easy to read."""
    size = kit.metrics.text(_SMALL)
    return size * 13, size * 15


def panel(kit: Kit, box: Rect, heading: str) -> tuple[list[Node], Rect]:
    """Return a panel in *box* under *heading*, and the room inside."""
    metrics = kit.metrics
    pad = max(8, metrics.px(26))
    inner = inset(box, pad, max(5, pad * 2 // 3))
    tall = kit.fonts.line_height(metrics.text(_HEADING))
    head = Rect(inner.x, inner.y, inner.width, tall)
    colour = kit.art.theme.panel.text
    nodes: list[Node] = [
        Backing(kit, box, "panel"),
        Label(kit, head, heading, _HEADING, colour, bold=True),
    ]
    top = head.bottom + max(2, metrics.px(8))
    return nodes, Rect(inner.x, top, inner.width, inner.bottom - top)


@dataclass(frozen=True, slots=True)
class Numbers(Card):
    """The figures that matter most, as large numbers."""

    summary: Summary

    def figures(self) -> list[tuple[str, str]]:
        """Return each number with what it is."""
        summary = self.summary
        return [
            (format_number(summary.games), n_("game", "games", summary.games)),
            (format_number(summary.best), _("best score")),
            (format_number(summary.average, 1), _("average")),
            (format_number(summary.median, 1 if summary.median % 1 else 0), _("median")),
            ("±" + format_number(summary.deviation, 1), _("spread")),
            (format_number(summary.turns / summary.games, 1), _("turns a game")),
        ]

    def across(self, kit: Kit, width: int) -> int:
        """Return how many numbers stand side by side in *width*."""
        metrics, fonts = kit.metrics, kit.fonts
        wide = metrics.px(40) + max(
            max(
                fonts.width(number, metrics.text(52), bold=True),
                fonts.width(name, metrics.text(_SMALL)),
            )
            for number, name in self.figures()
        )
        return next((across for across in (6, 3, 2) if wide * across <= width), 2)

    def height(self, kit: Kit, width: int) -> int:
        """Return the height that the numbers want in *width*."""
        line, text = kit.fonts.line_height, kit.metrics.text
        one = line(text(52)) + line(text(_SMALL)) + max(8, kit.metrics.px(22))
        return one * (6 // self.across(kit, width))

    def place(self, kit: Kit, box: Rect) -> list[Node]:
        """Return the numbers in a grid."""
        theme = kit.art.theme
        nodes: list[Node] = [Backing(kit, box, "panel")]
        inner = inset(box, max(4, kit.metrics.px(16)), max(4, kit.metrics.px(10)))
        across = self.across(kit, inner.width)
        if box.height > box.width * 0.45 and across == 6:
            across = 3
        boxes = grid(inner, across, 6 // across, max(2, kit.metrics.px(8)))
        for index, ((number, name), cell) in enumerate(zip(self.figures(), boxes, strict=True)):
            line, text = kit.fonts.line_height, kit.metrics.text
            tall = min(cell.height, line(text(52)) + line(text(_SMALL)))
            cell = Rect(cell.x, cell.centery - tall // 2, cell.width, tall)  # noqa: PLW2901 - its middle
            above, below = rows(cell, (52, _SMALL))
            colour = theme.accent if index == 1 else theme.panel.text
            nodes.append(Label(kit, above, number, 52, colour, bold=True, align="center"))
            nodes.append(Label(kit, below, name, _SMALL, theme.panel.dim, align="center"))
        return nodes


@dataclass(frozen=True, slots=True)
class ScoreSpread(Card):
    """How many games ended with which score."""

    summary: Summary

    def place(self, kit: Kit, box: Rect) -> list[Node]:
        """Return the histogram, with the average in it."""
        nodes, room = panel(kit, box, _("Scores"))
        spread, theme = self.summary.histogram, kit.art.theme
        best = len(spread.counts) - 1
        usual = theme.gold.bottom
        bars = [
            Bar(
                count,
                theme.gold.top if index == best else usual,
                format_number(count) if count else "",
            )
            for index, count in enumerate(spread.counts)
        ]
        edges = [
            format_number(spread.start + index * spread.width)
            for index in range(len(spread.counts) + 1)
        ]
        text = _("average {score}").format(score=format_number(self.summary.average, 1))
        place = Marker(spread.bin_of(self.summary.average), text)
        nodes.append(BarChart(kit, room, bars, edges=edges, position=place))
        return nodes


@dataclass(frozen=True, slots=True)
class FaceRolls(Card):
    """How often each face was rolled, what is to be expected, and what to think of it."""

    faces: FaceTest
    has_practice: bool

    def place(self, kit: Kit, box: Rect) -> list[Node]:
        """Return the bars, the expected line and the verdict."""
        faces, theme = self.faces, kit.art.theme
        nodes, room = panel(kit, box, _("Faces rolled"))
        line = kit.fonts.line_height(kit.metrics.text(_SMALL))
        verdict = self.verdict()
        tall = self._height(kit, verdict, room.width)
        if room.height - tall < line * _LEAST_CHART:
            verdict = self.verdict(is_short=True)
            tall = self._height(kit, verdict, room.width)
        below = Rect(room.x, room.bottom - tall, room.width, tall)
        chart = Rect(room.x, room.y, room.width, room.height - tall - max(3, kit.metrics.px(12)))
        bars = [
            Bar(count, RIMS[face], format_number(count), picture=f"die_{face + 1}")
            for face, count in enumerate(faces.counts)
        ]
        decimals = 1 if faces.expected % 1 else 0
        expected = _("expected {number}").format(number=format_number(faces.expected, decimals))
        nodes.append(BarChart(kit, chart, bars, level=Marker(faces.expected, expected)))
        is_odd = faces.verdict in (Verdict.UNUSUAL, Verdict.DOUBTFUL)
        colour = theme.bad if is_odd else theme.good
        if faces.verdict is Verdict.TOO_FEW:
            colour = theme.panel.dim
        nodes.append(Label(kit, below, verdict, _SMALL, colour, valign="top"))
        return nodes

    def _height(self, kit: Kit, text: str, width: int) -> int:
        px = kit.metrics.text(_SMALL)
        return len(kit.fonts.wrap(text, px, width)) * kit.fonts.line_height(px)

    def verdict(self, *, is_short: bool = False) -> str:
        """Return in plain words whether the dice look fair; the numbers behind it if not short."""
        sentence = {
            Verdict.TOO_FEW: _("Too few rolls to judge the dice."),
            Verdict.AS_EXPECTED: _(
                "Fair: chance alone strays at least this far {percent}% of the time."
            ),
            Verdict.UNUSUAL: _("Uneven: chance alone strays this far only {percent}% of the time."),
            Verdict.DOUBTFUL: _(
                "Very uneven: chance alone strays this far less than once in a thousand times."
            ),
        }[self.faces.verdict]
        percent = 100 * self.faces.p_value
        decimals = 0 if percent >= 10 else 1
        parts = [sentence.format(percent=format_number(percent, decimals))]
        if is_short:
            return parts[0]
        if self.faces.verdict is not Verdict.TOO_FEW:
            p_value = max(self.faces.p_value, DOUBTFUL)
            sign = "<" if self.faces.p_value < DOUBTFUL else "="
            # TRANSLATORS: {p} begins with "=" or "<", as in "p = 0.25".
            numbers = _("(chi-square {value}, p{p})").format(
                value=format_number(self.faces.chi_square, 1),
                p=f"{_TIED}{sign}{_TIED}{format_number(p_value, 3)}",
            )
            parts.append(numbers)
        if self.has_practice:
            parts.append(_("Practice games do not count here."))
        return " ".join(parts)


@dataclass(frozen=True, slots=True)
class PerGame(Card):
    """Bonuses, ruins and the rest, for a game on average."""

    summary: Summary
    has_powers: bool

    def bars(self, kit: Kit) -> list[Bar]:
        """Return a bar for each kind of thing."""
        theme, summary = kit.art.theme, self.summary
        gold, fire, rose = theme.gold.bottom, theme.fire.bottom, theme.rose.bottom
        kinds = [
            (_("Straights"), summary.straights, gold),
            (_("Fours of a kind"), summary.fours, gold),
            (_("Two pairs"), summary.pairs, gold),
            (_("Ruins"), summary.ruins, fire),
            (_("MAGDAGDON turns"), summary.struck, fire),
        ]
        if self.has_powers:
            kinds.append((_("Majda Powers"), summary.powers, rose))
        return [
            Bar(count / summary.games, colour, self._label(count), name)
            for name, count, colour in kinds
        ]

    def _label(self, count: int) -> str:
        return f"{format_number(count / self.summary.games, 2)} ({format_number(count)})"

    def place(self, kit: Kit, box: Rect) -> list[Node]:
        """Return the rows."""
        nodes, room = panel(kit, box, _("In a game, on average"))
        nodes.append(RowChart(kit, room, self.bars(kit)))
        return nodes


def arrange_cards(
    kit: Kit, room: Rect, numbers: Numbers, charts: Sequence[Card]
) -> list[tuple[Card, Rect]] | None:
    """Return *numbers* and the three *charts* in boxes of *room*, None where all do not fit."""
    gap = max(6, kit.metrics.px(18))
    least = least_size(kit)

    def ease(wide: float, tall: float) -> float:
        return min(wide / least[0], tall / least[1])

    head = numbers.height(kit, room.width)
    top = Rect(room.x, room.y, room.width, min(head, room.height))
    below = Rect(room.x, top.bottom + gap, room.width, max(1, room.height - head - gap))
    choices: list[list[Rect]] = [
        [top, *grid(below, 3, 1, gap)],
        [top, *grid(below, 1, 3, gap)],
    ]
    quarters = grid(room, 2, 2, gap)
    if numbers.height(kit, quarters[0].width) <= quarters[0].height * 5 // 4:  # numbers can shrink
        choices.append(quarters)
    best = max(choices, key=lambda boxes: min(ease(*box.size) for box in boxes[1:]))
    stacked = choices[1]
    if kit.metrics.is_portrait and min(ease(*box.size) for box in stacked[1:]) >= 1:
        best = stacked  # charts want to be wide
    if min(ease(*box.size) for box in best[1:]) < 1:
        return None
    return list(zip((numbers, *charts), best, strict=True))


def split_cards(kit: Kit, room: Rect, cards: Sequence[Card]) -> list[list[tuple[Card, Rect]]]:
    """Return *cards* on leaves of the size of *room*, as many side by side as are easy to read."""
    gap = max(6, kit.metrics.px(18))
    most = max(1, min(len(cards), (room.width + gap) // (least_size(kit)[0] + gap)))
    down = max(1, (room.height + gap) // (least_size(kit)[1] + gap))
    leaves = -(-len(cards) // (most * down))
    on_leaf = -(-len(cards) // leaves)
    across = min(most, on_leaf)
    result = []
    for start in range(0, len(cards), on_leaf):
        part = cards[start : start + on_leaf]
        boxes = grid(room, across, -(-len(part) // across), gap)
        result.append(list(zip(part, boxes, strict=False)))
    return result
