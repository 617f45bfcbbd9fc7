"""The high scores: a table for each difficulty, and in it the game just played (M3.3)."""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from pygame import Rect, Surface

from game.rules.magdagdon.board import Difficulty
from game.scenes.base import Context, Push, Transition
from game.scenes.page import PageScene, segment_icon
from game.scenes.parts import Backing, Rule
from game.scenes.replay_opening import replay_of_entry
from game.scenes.shared_board import SharedBoard, divide
from game.session.record import Mark
from game.session.scores import LISTED, ScoreEntry
from game.session.scores_error import ScoresError
from game.ui.button import Button, set_alike
from game.ui.canvas import Node, Picture
from game.ui.input import Point
from game.ui.language import _, format_date, format_duration, format_number
from game.ui.layout import columns, inset
from game.ui.refusals import explain_scores
from game.ui.theme import Colour
from game.ui.widgets import Control, Kit, Label
from game.ui.wording import difficulty_name, mark_name

log = logging.getLogger(__name__)

SHOWN = LISTED
"""Rows of a table; a game just played is shown below them where it is no better."""
_LONGEST_NAME = 8.5
"""Room for a name, in font sizes; a longer one is cut short."""
_WIDEST = 1560


@dataclass(frozen=True, slots=True)
class Line:
    """A row of the table: an entry with its place."""

    rank: int
    entry: ScoreEntry
    is_new: bool
    kiosk: str = ""
    """The machine, where the games of several are shown."""


@dataclass(frozen=True, slots=True)
class Column:
    """What a column is headed by, how it shows a line, and how soon it gives way (last: 9)."""

    heading: str
    show: Callable[[Line], str]
    keep: int
    align: str = "right"
    is_bold: bool = False
    most: float = 0
    """The greatest width, in font sizes; 0 for any."""


def table_columns() -> list[Column]:
    """Return the columns from left to right; those to *keep* least go first where room is short."""
    return [
        Column(_("Rank"), lambda line: format_number(line.rank), 6),
        Column(_("Name"), lambda line: line.entry.name, 8, "left", most=_LONGEST_NAME),
        Column(_("Score"), lambda line: format_number(line.entry.score), 9, is_bold=True),
        Column(_("Date"), lambda line: format_date(line.entry.date), 7, "left"),
        Column(_("Machine"), lambda line: line.kiosk, 8, "left", most=_LONGEST_NAME),
        Column(_("Turns"), lambda line: format_number(line.entry.turns), 4),
        Column(_("Powers"), lambda line: format_number(line.entry.powers_used), 3),
        Column(_("Ruins"), lambda line: format_number(line.entry.ruins), 2),
        Column(_("Time"), lambda line: format_duration(line.entry.duration), 1),
        Column(_("Notes"), _notes, 5, "left"),
    ]


def _notes(line: Line) -> str:
    """Name what sets a game apart."""
    words = [_("this game")] if line.is_new else []
    words += [mark_name(mark) for mark in Mark if mark in line.entry.marks]
    return " · ".join(words)


class HighScoresScene(PageScene):
    """Three tables, one in sight."""

    def __init__(
        self,
        context: Context,
        new: str = "",
        *,
        difficulty: Difficulty | None = None,
        is_for_passers_by: bool = False,
    ) -> None:
        """Mark the row of the game *new*; begin with the table of *difficulty*.

        Passers-by get no buttons: whatever they touch brings the title.
        """
        super().__init__(context)
        self._new = new
        self._is_for_passers_by = is_for_passers_by
        self.difficulty = difficulty or context.settings.difficulty
        self._known: dict[Difficulty, list[Line] | str] = {}
        fleet = None if is_for_passers_by else context.fleet
        self._shared = None if fleet is None else SharedBoard(fleet)
        entry = self._look_up(new) if new else None
        if entry is not None:
            self.difficulty = entry.difficulty

    def _look_up(self, game_id: str) -> ScoreEntry | None:
        try:
            return self.context.store.scores.entry(game_id)
        except ScoresError as error:
            log.warning("the scores could not be read: %s", error)
            return None

    def lines(self, difficulty: Difficulty) -> list[Line] | str:
        """Return the rows of a table, or the sentence that says why there are none."""
        if self._shared is not None and self._shared.is_shown:
            found = self._shared.entries(difficulty)
            if isinstance(found, str):
                return found
            return [
                Line(rank, one.entry, one.entry.game_id == self._new, one.kiosk)
                for rank, one in enumerate(found, 1)
            ]
        if difficulty not in self._known:
            try:
                self._known[difficulty] = self._read(difficulty)
            except ScoresError as error:
                log.warning("the scores could not be read: %s", error)
                self._known[difficulty] = explain_scores(error)
        return self._known[difficulty]

    def _read(self, difficulty: Difficulty) -> list[Line]:
        scores = self.context.store.scores
        found = [
            Line(rank, entry, entry.game_id == self._new)
            for rank, entry in enumerate(scores.top(difficulty, SHOWN), 1)
        ]
        if self._new and not any(line.is_new for line in found):
            entry, rank = scores.entry(self._new), scores.rank(self._new)
            if entry is not None and rank is not None and entry.difficulty is difficulty:
                found.append(Line(rank, entry, is_new=True))
        return found

    # ------------------------------------------------------------------ building

    def build(self) -> None:
        """Put tabs and the table in sight on the canvas."""
        metrics = self.metrics
        beside = min(self.natural_width(_("Statistics"), has_icon=True), metrics.width // 3)
        room = self.build_frame(_("High scores"), "icon_scores", beside)
        wide = self.readable_width(room, _WIDEST)
        room = Rect(room.centerx - wide // 2, room.y, wide, room.height)
        if self._is_for_passers_by:
            room = self._invite(room)
        self._tabs_box = Rect(room.x, room.y, room.width, self.bar)
        if self._shared is not None:
            place, self._tabs_box = divide(self.kit, self._tabs_box)
            button = self._shared.button(self.kit, place, self._change_scope)
            self._scope = self.name("scope", button)
        top = self._tabs_box.bottom + max(6, metrics.px(18))
        self._table_box = Rect(room.x, top, room.width, room.bottom - top)
        self.canvas.add(Backing(self.kit, self._table_box, "panel"))
        self._tabs: list[Button] = []
        gap = max(4, metrics.px(14))
        self._difficulties = self.context.difficulties
        weights = [1] * len(self._difficulties)
        for difficulty, box in zip(
            self._difficulties, columns(self._tabs_box, weights, gap), strict=True
        ):
            name, choose = difficulty_name(difficulty), partial(self._choose, difficulty)
            tab = Button(self.kit, box, name, choose, has_sign=True)
            self._tabs.append(self.name(f"tab.{difficulty.name}", tab))
        set_alike(self._tabs)
        figures = Button(
            self.kit, self.beside, _("Statistics"), self._open_statistics, icon="icon_chart"
        )
        self.name("statistics", figures)
        set_alike([self.back, figures])
        for control in (figures, self.back):
            control.show(not self._is_for_passers_by)
        self._shown: list[Node] = []
        self._rows: list[Row] = []
        self._show()

    def _change_scope(self) -> None:
        """Show the scores of all machines, or of this one again."""
        if self._shared is not None:
            self._shared.is_shown = not self._shared.is_shown
            self._shared.mark(self._scope)
            self._show()

    def update(self, dt: float) -> Transition | None:
        """Show what has come from other machines meanwhile."""
        if self._shared is not None and self._shared.has_changed():
            self._shared.mark(self._scope)
            if self._shared.is_shown:
                self._show()
        return super().update(dt)

    def _invite(self, room: Rect) -> Rect:
        """Ask whoever reads this to play, at the bottom of *room*; return what is left of it."""
        line = Rect(room.x, room.bottom - self.bar, room.width, self.bar)
        words, theme = _("Touch the screen to play"), self.kit.art.theme
        self.canvas.add(Label(self.kit, line, words, 36, theme.accent, bold=True, align="center"))
        return Rect(room.x, room.y, room.width, room.height - self.bar - self.metrics.px(12))

    def _open_statistics(self) -> None:
        self.go(Push("statistics", {"difficulty": self.difficulty}))

    def _choose(self, difficulty: Difficulty) -> None:
        if difficulty is not self.difficulty:
            self.difficulty = difficulty
            self._show()

    def _show(self) -> None:
        for tab, difficulty in zip(self._tabs, self._difficulties, strict=True):
            is_shown = difficulty is self.difficulty
            tab.is_selected = is_shown
            tab.set(icon=segment_icon(is_shown))
            tab.changed()
        for node in self._shown:
            self.canvas.remove(node)
        for row in self._rows:
            self.controls.remove(row)
        self._shown, self._rows = [], []
        lines = self.lines(self.difficulty)
        pad = self.metrics.px(36), self.metrics.px(22)
        box = inset(self._table_box, *pad)
        if isinstance(lines, str):
            self._say(box, lines, "icon_info", self.kit.art.theme.bad)
        elif lines:
            self._show_table(box, lines)
        else:
            text = _("No game of {difficulty} has been finished yet.\nThe first score is yours!")
            theme = self.kit.art.theme
            text = text.format(difficulty=difficulty_name(self.difficulty))
            self._say(box, text, "icon_trophy", theme.panel.text)

    def _put(self, node: Node) -> None:
        self._shown.append(self.canvas.add(node))

    def _say(self, box: Rect, text: str, icon: str, colour: Colour) -> None:
        """Say *text* in the middle of the table's place, under a large *icon*."""
        kit = self.kit
        side = min(box.height // 3, box.width // 4, kit.metrics.px(220))
        image = kit.art.picture(icon, (side, side), kit.art.theme.accent)
        middle = Rect(box.x, box.y + box.height // 8, box.width, side)
        self._put(Picture(image, image.get_rect(center=middle.center).topleft, 1))
        below = middle.bottom + kit.metrics.gap
        words = Rect(box.x, below, box.width, box.bottom - below)
        self._put(Label(kit, words, text, 36, colour, align="center", valign="top"))

    def _show_table(self, box: Rect, lines: Sequence[Line]) -> None:
        rows = SHOWN + 1 + (len(lines) > SHOWN)
        apart = max(3, self.metrics.px(10)) if len(lines) > SHOWN else 0
        tall = min((box.height - apart) // rows, self.metrics.px(130))
        table = Table(self.kit, box, tall, lines)
        for index, line in enumerate((None, *lines)):
            place = Rect(box.x, box.y + index * tall, box.width, tall)
            place.y += apart if index > SHOWN else 0  # other games lie between
            if line is not None and line.is_new:
                self._mark(place)
            elif index < len(lines):
                self._put(Rule(self.kit, place))
            if line is not None and not self._is_for_passers_by:
                self._add_row(line, place)
            for label in table.labels(line, place):
                self._put(label)

    def _add_row(self, line: Line, place: Rect) -> None:
        """Let a tap on the row show its game again."""
        box = place.inflate(self.metrics.px(28), 0)
        row = Row(self.kit, box, partial(self._replay, line.entry), has_sign=not line.is_new)
        self._rows.append(self.name(f"row.{line.entry.game_id}", row))

    def _replay(self, entry: ScoreEntry) -> None:
        self.go(replay_of_entry(entry))

    def _mark(self, row: Rect) -> None:
        """Frame the row of the game just played, with a star before it."""
        self._put(Backing(self.kit, row.inflate(self.metrics.px(28), 0), "gold", z=0.95))
        side = min(row.height * 6 // 10, self.metrics.px(40))
        kit = self.kit
        star = kit.art.picture("icon_star", (side, side), kit.art.theme.gold.text)
        at = (row.x, row.centery - side // 2)
        self._put(Picture(star, at, 1))


class Row(Control):
    """A row that can be tapped; a small sign at its start says so."""

    def __init__(self, kit: Kit, box: Rect, on_tap: Callable[[], None], *, has_sign: bool) -> None:
        super().__init__(kit, box, z=0.97)
        self._on_tap = on_tap
        self._has_sign = has_sign

    def tapped(self, at: Point) -> None:
        """Do what the row is for."""
        self._on_tap()

    def draw(self, target: Surface) -> None:
        """Paint the sign, the light under the pointer and the focus."""
        kit, theme = self.kit, self.kit.art.theme
        radius = min(kit.radius, self.box.height // 3)
        is_lit = self.is_hovered or self.is_pressed or self.is_focused
        if is_lit and self._has_sign:
            target.blit(kit.panel(self.box.size, theme.hover, radius, 1), self.box)
        if self._has_sign:
            side = min(self.box.height * 4 // 10, kit.metrics.px(24))
            colour = theme.hover.text if is_lit else theme.panel.dim
            sign = kit.art.picture("icon_play", (side, side), colour)
            left = self.box.x + kit.metrics.px(18)
            target.blit(sign, sign.get_rect(midleft=(left, self.box.centery)))
        if self.is_focused:
            width = max(3, kit.metrics.px(5))
            target.blit(kit.art.outline(self.box.size, theme.focus, radius, width), self.box)


class Table:
    """Widths and letters of a table, as many columns of it as its box has room for."""

    def __init__(self, kit: Kit, box: Rect, row_height: int, lines: Sequence[Line]) -> None:
        """Fit the columns for *lines* into *box*; rows are *row_height* pixels tall."""
        self._kit = kit
        self._units = 29.0
        size = kit.metrics.text(self._units)
        fitting = int(row_height / 1.34)
        if size > fitting:
            self._units *= fitting / size
        self._star = kit.metrics.px(52)
        self._lines = lines
        self._choose(box.width - self._star)

    def _width(self, column: Column) -> int:
        fonts, size = self._kit.fonts, self._kit.metrics.text(self._units)
        wide = max(fonts.width(column.show(line), size, bold=True) for line in self._lines)
        if column.most:
            wide = min(wide, round(size * column.most))
        return 0 if not wide else max(wide, fonts.width(column.heading, size)) + 2

    def _choose(self, room: int) -> None:
        """Let columns go, the least needed first, until the others fit; spread what is left."""
        widths = [(column, wide) for column in table_columns() if (wide := self._width(column))]
        gap = self._kit.metrics.px(26)

        def needed() -> int:
            return sum(wide for _, wide in widths) + gap * (len(widths) - 1)

        while needed() > room and len(widths) > 2:
            widths.remove(min(widths, key=lambda pair: pair[0].keep))
        spare = min((room - needed()) // max(1, len(widths)), gap * 3)
        self._columns: list[tuple[Column, int, int]] = []
        x = self._star
        for column, wide in widths:
            self._columns.append((column, x, wide + max(0, spare) // 2))
            x += wide + max(0, spare) + gap

    @property
    def headings(self) -> list[str]:
        """What the columns in sight are headed by."""
        return [column.heading for column, _x, _wide in self._columns]

    def labels(self, line: Line | None, row: Rect) -> list[Label]:
        """Return the labels of *line*, or of the headings, for the box *row*."""
        theme = self._kit.art.theme
        size = self._kit.metrics.text(self._units)
        labels = []
        for column, x, wide in self._columns:
            box = Rect(row.x + x, row.y, wide, row.height)
            text = column.heading if line is None else column.show(line)
            is_new = line is not None and line.is_new
            colour = theme.gold.text if is_new else theme.panel.text
            if line is None:
                colour = theme.panel.dim
            elif column.is_bold and not is_new:
                colour = theme.accent
            is_bold = line is not None and (column.is_bold or is_new)
            if column.most and line is not None:
                text = self._kit.fonts.trim(text, size, wide, is_bold)
            if text:
                labels.append(
                    Label(
                        self._kit, box, text, self._units, colour, bold=is_bold, align=column.align
                    )
                )
        return labels
