"""Where everything of the play scene stands, for any window from 800×480 up."""

from dataclasses import dataclass

from pygame import Rect

from game.rules.magdagdon.actions import DICE
from game.rules.magdagdon.board import CELLS, SIZE
from game.ui.layout import SMALLEST, Metrics, centred, columns, inset, rows
from game.ui.text import LINE_SPACING


@dataclass(frozen=True, slots=True)
class Geometry:
    """Boxes of the play scene in pixels."""

    board: Rect
    cells: tuple[Rect, ...]
    badges: tuple[Rect, ...]
    """One a line: rows at the right of the board, columns below it."""
    title: Rect
    turn: Rect
    score: Rect
    breakdown: Rect
    tray: Rect
    message: Rect
    progress: Rect
    dice: tuple[Rect, ...]
    powers_label: Rect
    powers: tuple[Rect, ...]
    """Lower, raise, reroll; empty boxes where the difficulty has no Powers."""
    undo: Rect
    confirm: Rect
    bottom: Rect
    """The row of small buttons."""
    prompt: Rect
    """Where the MAGDAGDON prompt falls in: all of the above but board, badges and bottom row."""

    @property
    def die_side(self) -> int:
        """Side of a die on the board."""
        return self.cells[0].width * 88 // 100

    def cell_at(self, at: tuple[int, int]) -> int | None:
        """Return the cell under *at*, if any."""
        return next((cell for cell in range(CELLS) if self.cells[cell].collidepoint(at)), None)

    def die_at(self, at: tuple[int, int]) -> int | None:
        """Return the tray place under *at*, if any; generous between the dice."""
        return next(
            (die for die in range(DICE) if self.dice[die].inflate(16, 16).collidepoint(at)), None
        )


def arrange(metrics: Metrics, has_powers: bool) -> Geometry:
    """Return the boxes for a window; landscape puts the controls beside the board."""
    place = _portrait if metrics.is_portrait else _landscape
    return place(metrics, has_powers)


_TWO_LINES = 2 * round(SMALLEST * LINE_SPACING)
"""Pixels that two lines of the smallest letters take: a small window has no room for one long."""
_BADGE_SHARE = 0.15
"""Room for the badges beside the board, in board sides."""
_MOST_APART = 0.08
"""Badges stand at most this far from where they would be close to the board, in board sides."""


def _board(
    metrics: Metrics, side: int, left: int, top: int, end: int | None = None
) -> tuple[Rect, list[Rect], list[Rect]]:
    """Return board, cells and badges; those beside it end at *end*, or stand close to it."""
    board = Rect(left, top, side, side)
    pad = max(4, side // 28)
    gap = max(3, side // 44)
    # All cells alike, so that each picture of a die or a stone is made but once.
    cell = (side - 2 * pad - (SIZE - 1) * gap) // SIZE
    first = (side - SIZE * cell - (SIZE - 1) * gap) // 2
    cells = [
        Rect(left + first + column * (cell + gap), top + first + row * (cell + gap), cell, cell)
        for row in range(SIZE)
        for column in range(SIZE)
    ]
    between = max(4, side // 80)
    wide = round(side * _BADGE_SHARE) - between
    tall = max(round(side * 0.082), metrics.text(21) * 2)
    tall = min(tall, round(side * 0.15))
    beside = board.right + between if end is None else end - wide
    right = [
        centred(
            (wide, tall),
            Rect(beside, cells[row * SIZE].y, wide, cells[row * SIZE].height),
        )
        for row in range(SIZE)
    ]
    narrow = min(cells[0].width, max(wide, round(side * 0.12)))
    below = [
        Rect(cells[column].centerx - narrow // 2, board.bottom + between, narrow, tall)
        for column in range(SIZE)
    ]
    return board, cells, right + below


def _landscape(metrics: Metrics, has_powers: bool) -> Geometry:
    margin = max(12, metrics.px(56))
    side = round((metrics.height - 1.4 * margin) / 1.11)
    side = min(side, round(metrics.width * 0.54 / (1 + _BADGE_SHARE)))
    spare = metrics.height - round(side * 1.11)
    board, cells, badges = _board(metrics, side, margin, max(margin // 2, spare // 2))
    left = board.right + round(side * _BADGE_SHARE) + max(14, metrics.px(56))
    column = Rect(left, board.y, metrics.width - margin - left, metrics.height - 2 * board.y)
    # Beside the small board of a squarish window the buttons need more height than it has.
    grow = max(0, min(board.y - margin, side // 6))
    column.inflate_ip(0, 2 * grow)
    gap = max(6, metrics.px(22))
    weights = (1.5, 2.9, 0.75, 1.35, 1.5, 1.1) if has_powers else (1.5, 3.1, 1.6, 1.1)
    return _finish(metrics, board, cells, badges, column, weights, gap)


def _portrait(metrics: Metrics, has_powers: bool) -> Geometry:
    margin = max(12, metrics.px(48))
    weights = (1.5, 2.6, 0.7, 1.3, 1.5, 1.1) if has_powers else (1.5, 3.3, 1.7, 1.1)
    # In a squarish window a tenth of the width is a lot of the height: the board needs it more.
    touch = min(metrics.touch, max(metrics.touch * 0.75, metrics.height / 16))
    least = round(touch * sum(weights) * 0.95)
    width = metrics.width - 2 * margin
    side = min(
        round(width / (1 + _BADGE_SHARE)), round((metrics.height - least - 2 * margin) / 1.13)
    )
    gap = max(6, metrics.px(22))
    around = round(side * (1 + _BADGE_SHARE))
    left = max(margin, (metrics.width - around) // 2)
    span = min(width, max(around, round(metrics.height * 0.62)))
    column = centred((span, metrics.height - 2 * margin), metrics.screen)
    head = round(metrics.height * 0.085)
    # Board and badges keep to the edges of what stands above and below, where these are near.
    is_near = column.width - around <= round(side * _MOST_APART)
    left, end = (column.x, column.right) if is_near else (left, None)
    board, cells, badges = _board(metrics, side, left, column.y + head + gap, end)
    top = badges[-1].bottom + 2 * gap
    below = Rect(column.x, top, column.width, column.bottom - top)
    header = Rect(column.x, column.y, column.width, head)
    return _finish(metrics, board, cells, badges, below, weights[1:], gap, header)


def divide_header(
    metrics: Metrics, header: Rect, gap: int, turn_share: float = 1 / 3
) -> tuple[Rect, Rect, Rect, Rect]:
    """Return where title, turn, score and what it is made of stand in *header*.

    The turn has *turn_share* of the width, and the parts of the score have the rest.
    """
    left, right = columns(header, (1, 1.2), gap)
    title, turn = rows(left, (1, 1))
    score, breakdown = rows(right, (1.9, 1))
    # The number of the turn is short, and what the score is made of can be long.
    turn.width = round((header.width - gap) * turn_share)
    breakdown = Rect(turn.right + gap, breakdown.y, 0, breakdown.height)
    breakdown.width = header.right - breakdown.x
    two_lines = round(2 * LINE_SPACING * metrics.text(22))
    breakdown.height = max(
        breakdown.height,
        min(header.height // 2, _TWO_LINES),
        min(header.height * 2 // 5, two_lines),
    )
    breakdown.bottom = header.bottom
    score.height = breakdown.y - score.y
    return title, turn, score, breakdown


def _finish(
    metrics: Metrics,
    board: Rect,
    cells: list[Rect],
    badges: list[Rect],
    column: Rect,
    weights: tuple[float, ...],
    gap: int,
    header: Rect | None = None,
) -> Geometry:
    parts = rows(column, weights, gap)
    if header is None:
        header, *parts = parts
    tray, *parts = parts
    nothing = Rect(0, 0, 0, 0)
    label, powers = nothing, (nothing,) * 3
    if len(parts) > 2:
        label, row, *parts = parts
        powers = tuple(columns(row, (1, 1, 1), gap))  # type: ignore[assignment]  # three boxes
    confirm_row, bottom = parts
    undo, confirm = columns(confirm_row, (1, 2), gap)
    title, turn, score, breakdown = divide_header(metrics, header, gap)
    pad = max(6, metrics.px(24))
    inner = inset(tray, pad, max(4, pad // 3))
    tall = max(metrics.text(26) * 3 // 2, round(inner.height * 0.2), _TWO_LINES)
    message = Rect(inner.x, inner.y, inner.width // 2, tall)
    progress = Rect(message.right, inner.y, inner.right - message.right, tall)
    room = Rect(inner.x, message.bottom, inner.width, inner.bottom - message.bottom)
    side = min(room.height - 4, (room.width - 3 * gap) // DICE, cells[0].width)
    across = columns(room, [1] * DICE)
    dice = tuple(centred((side, side), box) for box in across)
    top = tray.top - gap * 2 // 3 if metrics.is_portrait else header.top
    prompt = Rect(column.x, top, column.width, confirm.bottom - top)
    return Geometry(
        board,
        tuple(cells),
        tuple(badges),
        title,
        turn,
        score,
        breakdown,
        tray,
        message,
        progress,
        dice,
        label,
        powers,
        undo,
        confirm,
        bottom,
        prompt,
    )
