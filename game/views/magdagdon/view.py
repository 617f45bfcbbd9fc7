"""The view of a game of MAGDAGDON: shows a state and a hand, and lets events move."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from pygame import Rect

from game.rules.magdagdon.board import CELLS, EMPTY, RUIN, Placement
from game.rules.magdagdon.placement import legal_cells
from game.rules.magdagdon.scoring import line_bonus, line_contents, line_sum, score_board
from game.rules.magdagdon.state import Phase, State
from game.ui.canvas import NOWHERE, Canvas, Sprite
from game.ui.cube import draw_cube, faces_with, rotation
from game.ui.input import Point
from game.ui.language import format_signed
from game.ui.layout import centred
from game.ui.motion import Motions
from game.ui.widgets import Kit
from game.views.magdagdon.animation import Animator
from game.views.magdagdon.cells import (
    Badge,
    BoardPanel,
    CellLook,
    CellNode,
    Mark,
    die_side,
    ruin_picture,
)
from game.views.magdagdon.effects import RUN_LEVELS, run_light, value_chip
from game.views.magdagdon.geometry import Geometry
from game.views.magdagdon.tray import DieLook, DieNode, Hearts
from game.views.magdagdon.tumble import cast_shadow


@dataclass(frozen=True, slots=True)
class Hand:
    """What the player is about to do; the game knows nothing of it."""

    die: int | None = None
    """Tray place of the die in hand."""
    over: int | None = None
    """Cell that the die in hand is held over."""
    marked: frozenset[int] = field(default_factory=frozenset)
    """Tray places chosen to be thrown again."""
    ruin: int | None = None
    """Cell that becomes a ruin at the next tap."""
    blocking: tuple[int, ...] = ()
    """Cells whose numbers forbid what was tried."""
    cursor: int | None = None
    """Cell that the keyboard is on."""
    hint: tuple[Placement, ...] = ()
    """What the coach advises, in order of placing."""
    is_prompted: bool = False
    """Whether MAGDAGDON has been told: not while the dice that bring it are still rolling."""


class View:
    """Nodes for board, badges, dice and hearts on a canvas."""

    def __init__(
        self,
        kit: Kit,
        canvas: Canvas,
        geometry: Geometry,
        powers: int,
        sound: Callable[[str], None],
        has_reduced_motion: bool,
    ) -> None:
        """*powers* is the number of Majda Powers of the difficulty; *sound* plays one by name."""
        self._kit = kit
        self._canvas = canvas
        self.geometry = geometry
        self.motions = Motions(canvas)
        self.cells = [CellNode(kit, geometry.cells[cell], cell) for cell in range(CELLS)]
        self._badges = [Badge(kit, box) for box in geometry.badges]
        self.dice = [DieNode(kit, box) for box in geometry.dice]
        self.hearts = Hearts(kit, Rect(geometry.powers_label), powers)
        canvas.add(BoardPanel(kit, geometry.board))
        for node in (*self.cells, *self._badges, *self.dice, self.hearts):
            canvas.add(node)
        self._drag = Sprite(z=35)
        self._drag_shadow = Sprite(z=34)
        self._chip = Sprite(z=36)
        for sprite in (self._drag, self._drag_shadow, self._chip):
            canvas.add(sprite)
        self._drag_from: Point | None = None
        self.animator = Animator(self, kit, canvas, sound, has_reduced_motion)

    def warm(self) -> Iterator[None]:
        """Rasterise what will be needed, a picture at a time, while nothing moves."""
        theme = self._kit.art.theme
        cell = self.geometry.cells[0].width
        for node in (*self._die_looks(), *self._cell_looks()):
            node.draw(NOWHERE)
            yield
        for side in {self.dice[0].box.width, die_side(self.geometry.cells[0])}:
            for level in range(4):
                cast_shadow(self._kit, side, level)
                yield
        for colour in (theme.accent, theme.stone.dim):
            for level in range(RUN_LEVELS):
                run_light(self._kit, cell, colour, level)
                yield
        for stage in (1, 2, 3):
            self._kit.art.picture(f"crack_{stage}", (cell, cell))
            yield
        for index in range(CELLS):
            if not self.cells[index].look.content:
                ruin_picture(self._kit, index, cell)
                yield

    def _die_looks(self) -> Iterator[DieNode]:
        """Return a tray place with every look that it can have."""
        node = DieNode(self._kit, self.dice[0].box)
        for value in range(1, 7):
            for look in (
                DieLook(value),
                DieLook(value, is_selected=True),
                DieLook(value, is_staged=True),
            ):
                node.look = look
                yield node
        node.look = DieLook(1, is_marked=True, is_cursor=True)
        yield node

    def _cell_looks(self) -> Iterator[CellNode]:
        """Return a cell with every look that it can have."""
        node = CellNode(self._kit, self.geometry.cells[0], 0)
        for value in range(1, 7):
            for look in (
                CellLook(content=value, is_staged=True),
                CellLook(mark=Mark.LEGAL, ghost=value),
            ):
                node.look = look
                yield node
        for mark in Mark:
            node.look = CellLook(mark=mark, is_cursor=True)
            yield node

    def place_dice(self, boxes: Iterable[Rect]) -> None:
        """Put the dice of the tray at *boxes*."""
        for node, box in zip(self.dice, boxes, strict=True):
            node.place(box)

    def show(self, state: State, hand: Hand) -> None:
        """Show *state* and *hand*; what moves towards it hides the rest meanwhile."""
        board = state.shown_board
        staged = {placed.cell for placed in state.staged}
        marks = self._marks(state, hand)
        held = hand.die if hand.die in state.available else None
        orders = {placed.cell: number for number, placed in enumerate(hand.hint, start=1)}
        for cell, node in enumerate(self.cells):
            is_over = held is not None and cell == hand.over and marks[cell] is Mark.LEGAL
            ghost = state.dice[held] if is_over and held is not None else EMPTY
            order = orders.get(cell, 0)
            if order:
                ghost = state.dice[hand.hint[order - 1].die]
            node.look = CellLook(
                content=board[cell],
                is_staged=cell in staged,
                mark=marks[cell],
                ghost=ghost,
                order=order,
                is_cursor=cell == hand.cursor,
            )
        for line, badge in enumerate(self._badges):
            badge.show_line(
                line_sum(board, line), line_bonus(board, line), RUIN in line_contents(board, line)
            )
        for die, tray in enumerate(self.dice):
            is_there = die < len(state.dice) and die not in state.in_air
            tray.look = DieLook(
                value=state.dice[die] if is_there else 0,
                is_staged=is_there and die not in state.available,
                is_selected=die == held,
                is_marked=die in hand.marked,
            )
        self.hearts.show_left(state.powers_left)
        self._show_gain(state, held, hand, marks)

    def _marks(self, state: State, hand: Hand) -> list[Mark]:
        marks = [Mark.NONE] * CELLS
        if state.phase is Phase.MAGDAGDON and hand.is_prompted:
            marks = [Mark.NONE if content else Mark.RUINABLE for content in state.board]
            if hand.ruin is not None:
                marks[hand.ruin] = Mark.CHOSEN
        elif hand.die is not None and hand.die in state.available:
            for cell in legal_cells(state.shown_board, state.dice[hand.die]):
                marks[cell] = Mark.LEGAL
        for placed in hand.hint:
            marks[placed.cell] = Mark.HINT
        for cell in hand.blocking:
            marks[cell] = Mark.BLOCKING
        return marks

    def _show_gain(self, state: State, held: int | None, hand: Hand, marks: list[Mark]) -> None:
        """Say over the cell what the die in hand would add there, or what a ruin costs."""
        cell = hand.over
        if hand.is_prompted and hand.ruin is not None:
            cell, text = hand.ruin, format_signed(-15)
        elif held is None or cell is None or marks[cell] is not Mark.LEGAL:
            self._chip.pose(None)
            return
        else:
            board = list(state.shown_board)
            board[cell] = state.dice[held]
            after = score_board(tuple(board), state.difficulty, state.powers_used).total
            text = format_signed(after - state.shown_score.total)
        box = self.geometry.cells[cell]
        chip = value_chip(self._kit, text, 30)
        top = max(chip.get_height() // 2, box.top - chip.get_height() // 8)
        self._chip.pose(chip, (box.centerx, top))

    # ------------------------------------------------------------------ dragging

    def drag(self, value: int, at: Point) -> None:
        """Show a die of *value* in the hand at *at*, lifted and leaning into its movement."""
        last = self._drag_from or at
        dx, dy = at[0] - last[0], at[1] - last[1]
        side = die_side(self.geometry.cells[0])
        lean = min(0.5, (dx * dx + dy * dy) ** 0.5 / side * 1.2)
        turn = rotation((-dy or 0.3, dx or 0.1, 0), lean + 0.08)
        image = draw_cube(round(side * 1.06), turn, faces_with(value))
        shadow = self._kit.art.shadow((side, side), side // 5, side // 6, 0.7)
        self._drag_shadow.pose(shadow, (at[0] + side * 0.1, at[1] + side * 0.16))
        self._drag.pose(image, (at[0], at[1] - side * 0.08))
        self._drag_from = at

    def drop(self) -> None:
        """Show no die in the hand any more."""
        self._drag.pose(None)
        self._drag_shadow.pose(None)
        self._drag_from = None

    @property
    def drag_box(self) -> Rect | None:
        """Where the dragged die is, if there is one."""
        if self._drag_from is None:
            return None
        side = die_side(self.geometry.cells[0])
        return centred((side, side), Rect(self._drag_from, (1, 1)))
