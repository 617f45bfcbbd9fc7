"""Pages of choices: rows with a name and what can be chosen, on as many leaves as they take."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from pygame import Rect

from game.scenes.base import Context
from game.scenes.page import LeafedScene, segment_icon
from game.scenes.parts import Backing, Rule
from game.ui.button import Button, set_alike
from game.ui.canvas import Node
from game.ui.input import Cancel, Gesture, Key, Up
from game.ui.language import _, format_number
from game.ui.slider import Slider
from game.ui.widgets import Control, Label

_WIDEST = 1500
"""The rows are no wider than this, in units: label and choice should stay near each other."""
UNITS = 30


@dataclass(frozen=True, slots=True)
class Segment:
    """One of a row's choices; *key* is what the focus knows it by."""

    key: str
    caption: str
    is_selected: bool
    on_tap: Callable[[], None]


@dataclass(frozen=True, slots=True)
class Level:
    """A row's slider, from 0 to *most*: told every new value, and once it comes to rest."""

    key: str
    value: int
    on_change: Callable[[int], None]
    on_rest: Callable[[], None]
    most: int = 100


@dataclass(frozen=True, slots=True)
class Row:
    """A setting: its name, a slider where it has one, and its choices."""

    label: str
    segments: Sequence[Segment]
    level: Level | None = None

    @property
    def key(self) -> str:
        """What tells the row from others, in any language."""
        return self.level.key if self.level is not None else self.segments[0].key


class RowsScene(LeafedScene):
    """A page of rows. Subclasses say what is in them; a choice stays in sight when it is made."""

    icon = ""
    """The drawing beside the heading."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._moved: Level | None = None
        self._touched = ""
        """The first segment of the row that was tapped last: it stays in sight."""

    def heading(self) -> str:
        """Return what stands above the rows."""
        raise NotImplementedError

    def make_rows(self) -> list[Row]:
        """Return the rows as they stand now."""
        raise NotImplementedError

    def build(self) -> None:
        """Put as many rows on the page as it holds; the others come on further leaves."""
        room = self.build_frame(self.heading(), self.icon)
        wide = self.readable_width(room, _WIDEST)
        self._room = Rect(room.centerx - wide // 2, room.y, wide, room.height)
        self._rows = self.make_rows()
        self._measure()
        leaves = self._split(self._room.height)
        if len(leaves) > 1:
            foot = Rect(room.x, room.bottom - self.bar, room.width, self.bar)
            self._room.height -= self.bar + self.metrics.gap
            leaves = self._split(self._room.height)
            self.leaf = self._leaf_of_touched(leaves)
            self.build_turner(foot, len(leaves))
        self._leaves = leaves
        self.leaf, self.leaves = min(self.leaf, len(leaves) - 1), len(leaves)
        self._shown: list[Node] = []
        self.show_leaf()

    def _leaf_of_touched(self, leaves: list[list[Row]]) -> int:
        """Return the leaf of the row that was tapped last; other rows may stand on it now."""
        found = (i for i, rows in enumerate(leaves) for row in rows if row.key == self._touched)
        return next(found, self.leaf)

    # ------------------------------------------------------------------ layout

    def _measure(self) -> None:
        """Choose between labels beside the choices and above them, and how tall a row is."""
        metrics, fonts = self.metrics, self.kit.fonts
        size = metrics.text(UNITS)
        self._pad = metrics.px(30)
        label = max(fonts.width(row.label, size) for row in self._rows) + metrics.px(28)
        room = self._room.width - 2 * self._pad
        across = [
            len(row.segments) * max(map(self._segment_width, row.segments), default=0)
            for row in self._rows
        ]
        fitting = max((wide for wide in across if wide <= room), default=room)
        self._is_stacked = label + max(fitting, size * 16) > room
        self._label_width = room if self._is_stacked else max(label, round(room * 0.28))
        self._label_height = fonts.line_height(size) * 5 // 4 if self._is_stacked else 0
        self._control_width = room if self._is_stacked else room - self._label_width
        self._control_height = max(round(metrics.touch * 0.7), fonts.line_height(size), 40)
        self._gap = max(4, metrics.px(14))

    def _segment_width(self, segment: Segment) -> int:
        return self.natural_width(segment.caption, UNITS, has_icon=True)

    def _lines(self, row: Row) -> int:
        """Return on how many lines the choices of *row* stand: many languages need several."""
        if row.level is not None:
            return 1
        widest = max(self._segment_width(segment) for segment in row.segments)
        across = max(1, self._control_width // (widest + self._gap))
        return -(-len(row.segments) // max(across, min(3, len(row.segments))))

    def _height(self, row: Row) -> int:
        lines = self._lines(row)
        return self._label_height + lines * self._control_height + (lines - 1) * self._gap

    def _split(self, height: int) -> list[list[Row]]:
        """Divide the rows into leaves of at most *height* pixels."""
        leaves: list[list[Row]] = []
        used = height + 1
        for row in self._rows:
            tall = self._height(row) + self._gap
            if used + tall > height:
                leaves.append([])
                used = 2 * min(self._pad, self._gap * 2)
            leaves[-1].append(row)
            used += tall
        return leaves

    def show_leaf(self) -> None:
        """Put the rows of the leaf in sight on the canvas."""
        for node in self._shown:
            if isinstance(node, Control):
                self.controls.remove(node)
            else:
                self.canvas.remove(node)
        self._shown = []
        rows = self._leaves[self.leaf]
        heights = [self._height(row) for row in rows]
        most = max(len(leaf) for leaf in self._leaves)
        pad = min(self._pad, self._gap * 2)
        spare = self._room.height - sum(heights) - 2 * pad
        gap = min(spare // max(1, len(rows) if len(rows) == most else most), self.metrics.px(44))
        gap = max(gap, self._gap // 2)
        tall = sum(heights) + gap * (len(rows) - 1) + 2 * pad
        left = 0 if self.leaves > 1 else max(0, self._room.height - tall)
        top = self._room.y + min(left // 2, self.metrics.px(60))
        panel = Rect(self._room.x, top, self._room.width, min(tall, self._room.height))
        self._shown.append(self.canvas.add(Backing(self.kit, panel, "panel")))
        y = top + pad
        for row, height in zip(rows, heights, strict=True):
            box = Rect(panel.x + self._pad, y, panel.width - 2 * self._pad, height)
            self._put_row(row, box)
            y += height + gap
            if row is not rows[-1]:
                line = Rect(box.x, box.bottom + gap // 2, box.width, 1)
                self._shown.append(self.canvas.add(Rule(self.kit, line)))

    def _put_row(self, row: Row, box: Rect) -> None:
        theme, gap = self.kit.art.theme, self._gap
        tall = self._label_height * 4 // 5 if self._is_stacked else box.height
        label = Rect(box.x, box.y, self._label_width, tall)
        self._shown.append(
            self.canvas.add(Label(self.kit, label, row.label, UNITS, theme.panel.text))
        )
        controls = Rect(
            box.right - self._control_width,
            box.y + self._label_height,
            self._control_width,
            box.height - self._label_height,
        )
        if row.level is not None:
            controls = self._put_slider(row, row.level, controls)
        if not row.segments:
            return
        lines = self._lines(row)
        across = -(-len(row.segments) // lines)
        wide = (controls.width - gap * (across - 1)) // across
        buttons = []
        for index, segment in enumerate(row.segments):
            down, right = divmod(index, across)
            place = Rect(
                controls.x + right * (wide + gap),
                controls.y + down * (self._control_height + gap),
                wide,
                self._control_height,
            )
            buttons.append(self._put_segment(row, segment, place))
        set_alike(buttons)

    def _put_segment(self, row: Row, segment: Segment, box: Rect) -> Button:
        is_selected = segment.is_selected
        button = Button(
            self.kit,
            box,
            segment.caption,
            partial(self._tap, row, segment),
            icon=segment_icon(is_selected) or ("icon_mute" if segment.key == "mute" else ""),
            units=UNITS,
            is_selected=is_selected,
            has_sign=True,
        )
        self._shown.append(self.name(segment.key, button))
        return button

    def _tap(self, row: Row, segment: Segment) -> None:
        self._touched = row.key
        segment.on_tap()

    def _put_slider(self, row: Row, level: Level, box: Rect) -> Rect:
        """Put the slider of *row* into *box*; return what is left of it at the right."""
        metrics, theme = self.metrics, self.kit.art.theme
        wide = 0
        if row.segments:
            wide = max(self._segment_width(row.segments[0]), (box.width - 2 * self._gap) // 3)
        number = self.kit.fonts.width(_level_text(100), metrics.text(UNITS), bold=True) + 4
        gap = metrics.px(16)
        slider = Rect(box.x, box.y, box.width - wide - number - 2 * gap, box.height)
        value = Rect(slider.right, box.y, number, box.height)
        colour = theme.panel.text
        label = Label(
            self.kit, value, _level_text(level.value), UNITS, colour, bold=True, align="right"
        )

        def change(new: int) -> None:
            label.set(_level_text(new))
            self._moved = level
            level.on_change(new)

        control = Slider(self.kit, slider, level.value, change, level.most)
        self._shown += [self.name(level.key, control), self.canvas.add(label)]
        return Rect(box.right - wide, box.y, wide, box.height)

    # ------------------------------------------------------------------ changes

    def _rest(self) -> None:
        """Tell the slider that was moved that it has come to rest."""
        if self._moved is not None:
            level, self._moved = self._moved, None
            level.on_rest()

    def act(self, gesture: Gesture) -> bool:
        """Let a slider come to rest when it is let go."""
        was_taken = super().act(gesture)
        if isinstance(gesture, Up | Key | Cancel):
            self._rest()
        return was_taken

    def covered(self) -> None:
        """Let a slider come to rest before another scene comes on top."""
        self._rest()
        super().covered()

    def turn(self, by: int) -> None:
        """Go *by* leaves on; the row tapped last may go out of sight then."""
        self._touched = ""
        super().turn(by)

    def uncovered(self) -> None:
        """Show the choices as they are now."""
        self.layout(self.canvas.background)


def _level_text(value: int) -> str:
    return _("{count}%").format(count=format_number(value))
