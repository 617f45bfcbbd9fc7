"""The picture of a finished game to share: board, score, and where it came from."""

import io

import pygame
from pygame import Rect, Surface

from game.rules.magdagdon.state import State
from game.scenes.parts import Lettering, Rule
from game.session.record import Mark, Record
from game.ui.canvas import Canvas
from game.ui.language import _, format_date, format_number, format_signed
from game.ui.layout import Metrics, columns, rows
from game.ui.widgets import Kit, Label
from game.ui.wording import ScorePart, difficulty_name, mark_name, score_rows
from game.views.magdagdon.geometry import arrange
from game.views.magdagdon.view import Hand, View

SIZE = (1600, 900)


def picture_png(kit: Kit, record: Record, state: State) -> bytes:
    """Return `draw_picture` as the bytes of a PNG file."""
    file = io.BytesIO()
    pygame.image.save(draw_picture(kit, record, state), file, "game.png")
    return file.getvalue()


def draw_picture(kit: Kit, record: Record, state: State) -> Surface:
    """Return the picture of the game in *record*, whose last position is *state*."""
    metrics = Metrics(*SIZE)
    art = kit.art
    window = kit.metrics.screen.size
    canvas = Canvas(art.background(SIZE).copy())
    art.background(window)  # the art keeps one background: the window's
    own = Kit(art, kit.fonts, metrics)
    geometry = arrange(metrics, has_powers=True)
    view = View(own, canvas, geometry, 0, lambda _name: None, True)
    view.show(state, Hand())
    for node in view.dice:
        node.show(False)
    column = Rect(
        geometry.tray.x,
        geometry.board.y,
        geometry.tray.width,
        geometry.badges[-1].bottom - geometry.board.y,
    )
    _put_words(own, canvas, column, record, state)
    picture = Surface(SIZE)
    canvas.paint(picture)
    return picture


def _put_words(kit: Kit, canvas: Canvas, column: Rect, record: Record, state: State) -> None:
    theme = kit.art.theme
    logo, head, table, foot = rows(column, (0.9, 1.6, 5.2, 0.7), 18)
    canvas.add(Lettering(kit, logo))
    left, right = columns(head, (1, 1))
    name, when = rows(left, (1.2, 1))
    total = format_number(state.score.total)
    canvas.add(
        Label(
            kit,
            name,
            difficulty_name(state.difficulty),
            44,
            theme.sky.text,
            bold=True,
            valign="bottom",
        )
    )
    canvas.add(Label(kit, when, _words(record), 30, theme.sky.dim, valign="top"))
    canvas.add(Label(kit, right, total, 120, theme.accent, bold=True, align="right"))
    parts = [row for row in score_rows(state.score) if row.part is not ScorePart.TOTAL]
    for row, box in zip(parts, rows(table, [1] * len(parts)), strict=True):
        points = (
            format_number(row.points) if row.part is ScorePart.BASE else format_signed(row.points)
        )
        count = f" × {format_number(row.count)}" if row.count else ""
        colour = theme.bad if row.points < 0 else theme.sky.text
        canvas.add(Label(kit, box, row.name + count, 34, theme.sky.text))
        canvas.add(Label(kit, box, points, 34, colour, bold=True, align="right"))
        canvas.add(Rule(kit, box))
    canvas.add(Label(kit, foot, _("A CUBIRI ORIGINAL"), 26, theme.sky.dim, align="right"))


def _words(record: Record) -> str:
    date = format_date(record.finished or record.started)
    marks = [mark_name(mark) for mark in Mark if mark in record.marks]
    return " · ".join([*filter(None, [record.name]), date, *marks])
