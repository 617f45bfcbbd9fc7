"""The touch test: five crosses to be touched, and how far off each touch was."""

import math
from collections.abc import Sequence

from pygame import Rect, Surface

from game.scenes.base import Context
from game.scenes.page import PageScene
from game.ui.button import Button, set_alike
from game.ui.canvas import Node
from game.ui.input import Down, Gesture, Point
from game.ui.language import _, format_number, n_
from game.ui.layout import columns
from game.ui.widgets import Kit, Label

CROSSES = 5
LEAST_LIMIT = 12
"""Pixels that no finger can be held to, however small the screen."""


def crosses(size: tuple[int, int]) -> list[Point]:
    """Return where the crosses stand on a screen of *size*: near the corners, and in the middle."""
    width, height = size
    away = min(width, height) // 12
    right, bottom = width - 1 - away, height - 1 - away
    return [(away, away), (right, away), (width // 2, height // 2), (away, bottom), (right, bottom)]


def limit(size: tuple[int, int]) -> int:
    """Return how many pixels a touch may be off: a quarter of the smallest thing to be tapped."""
    return max(LEAST_LIMIT, min(size) // 40)


class Cross(Node):
    """A cross to be touched; once it was, the touch is shown beside it."""

    def __init__(self, kit: Kit, at: Point, *, is_next: bool, touched: Point | None) -> None:
        self._reach = max(14, kit.metrics.px(46))
        self._at, self._touched = at, touched
        self._is_next = is_next
        area = Rect(0, 0, 2 * self._reach + 2, 2 * self._reach + 2)
        area.center = at
        self._dot = max(4, kit.metrics.px(12))
        if touched is not None:
            dot = Rect(0, 0, 2 * self._dot + 2, 2 * self._dot + 2)
            dot.center = touched
            area.union_ip(dot)
        super().__init__(area, 2)
        self._kit = kit

    def draw(self, target: Surface) -> None:
        """Paint the cross, and the touch."""
        theme = self._kit.art.theme
        colour = theme.accent if self._is_next else theme.sky.dim
        thick = max(2, self._kit.metrics.px(5))
        (x, y), reach = self._at, self._reach
        target.fill(colour, Rect(x - reach, y - thick // 2, 2 * reach, thick))
        target.fill(colour, Rect(x - thick // 2, y - reach, thick, 2 * reach))
        if self._touched is not None:
            is_good = error_of(self._at, self._touched) <= limit(self._kit.metrics.screen.size)
            disc = self._kit.art.disc(2 * self._dot, theme.good if is_good else theme.bad, 255)
            target.blit(disc, disc.get_rect(center=self._touched))


def error_of(cross: Point, touched: Point) -> float:
    """Return how many pixels *touched* is away from *cross*."""
    return math.dist(cross, touched)


class OperatorTouchScene(PageScene):
    """Five crosses, one after the other; then the errors in pixels, and whether they are small."""

    is_for_operator = True

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.touched: list[Point] = []

    @property
    def is_done(self) -> bool:
        """Whether every cross was touched."""
        return len(self.touched) == CROSSES

    @property
    def errors(self) -> list[float]:
        """How far off each touch was, in pixels."""
        places = crosses(self.metrics.screen.size)
        return [error_of(at, touch) for at, touch in zip(places, self.touched, strict=False)]

    @property
    def has_passed(self) -> bool:
        """Whether every touch was near enough."""
        most = limit(self.metrics.screen.size)
        return self.is_done and all(error <= most for error in self.errors)

    # ------------------------------------------------------------------ building

    def build(self) -> None:
        """Put up the crosses, what to do, and once all are touched what came of it."""
        size = self.metrics.screen.size
        for index, at in enumerate(crosses(size)):
            touched = self.touched[index] if index < len(self.touched) else None
            is_next = index == len(self.touched)
            self.canvas.add(Cross(self.kit, at, is_next=is_next, touched=touched))
        self._build_words()
        self._build_buttons()

    def _build_words(self) -> None:
        theme, size = self.kit.art.theme, self.metrics.screen.size
        screen = self.metrics.screen
        above = Rect(screen.width // 6, screen.height // 8, screen.width * 2 // 3, 0)
        above.height = screen.height // 2 - screen.height // 12 - above.y
        if self.is_done:
            self._build_results(above)
            return
        text = _("Touch the middle of each cross, the bright one first: {number} of {count}")
        text = text.format(
            number=format_number(len(self.touched) + 1), count=format_number(CROSSES)
        )
        note = _("At most {count} pixels off").format(count=format_number(limit(size)))
        first, second = Rect(above), Rect(above)
        first.height = above.height * 2 // 3
        second.y, second.height = first.bottom, above.height - first.height
        self.canvas.add(Label(self.kit, first, text, 34, theme.sky.text, align="center"))
        self.canvas.add(Label(self.kit, second, note, 26, theme.sky.dim, align="center"))

    def _build_results(self, box: Rect) -> None:
        theme, size = self.kit.art.theme, self.metrics.screen.size
        names = (
            _("top left"),
            _("top right"),
            _("middle"),
            _("bottom left"),
            _("bottom right"),
        )
        verdict = _("Passed") if self.has_passed else _("Failed")
        colour = theme.good if self.has_passed else theme.bad
        lines: Sequence[tuple[str, str, tuple[int, int, int]]] = [
            (
                name,
                n_("{count} pixel", "{count} pixels", round(error)).format(
                    count=format_number(round(error))
                ),
                theme.sky.text if error <= limit(size) else theme.bad,
            )
            for name, error in zip(names, self.errors, strict=True)
        ]
        tall = box.height // (len(lines) + 2)
        head = Rect(box.x, box.y, box.width, 2 * tall)
        self.canvas.add(Label(self.kit, head, verdict, 48, colour, bold=True, align="center"))
        for index, (name, text, shade) in enumerate(lines):
            row = Rect(box.x, head.bottom + index * tall, box.width, tall)
            left, right = columns(row, (1, 1), self.metrics.gap)
            self.canvas.add(Label(self.kit, left, name, 28, theme.sky.dim, align="right"))
            self.canvas.add(Label(self.kit, right, text, 28, shade, bold=True))

    def _build_buttons(self) -> None:
        screen = self.metrics.screen
        wide = min(screen.width * 2 // 3, self.metrics.px(900))
        box = Rect(0, 0, wide, self.bar)
        box.midbottom = (screen.centerx, screen.height * 7 // 8)
        back, again = columns(box, (1, 1), self.metrics.gap)
        leave = Button(self.kit, back, _("Back"), self.leave, icon="icon_back")
        once_more = Button(self.kit, again, _("Again"), self._again, icon="icon_reroll")
        set_alike([self.name("back", leave), self.name("again", once_more)])

    def _again(self) -> None:
        self.touched = []
        self.layout(self.canvas.background)

    # ------------------------------------------------------------------ touching

    def act(self, gesture: Gesture) -> bool:
        """Take the next touch, wherever it lands that is no button."""
        if isinstance(gesture, Down) and not self.is_done and not self.controls.at(gesture.at):
            self.touched.append(gesture.at)
            self.context.sound("place")
            self.layout(self.canvas.background)
            return True
        return super().act(gesture)
