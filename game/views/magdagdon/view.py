"""The view of a game of MAGDAGDON: shows a state and a hand, and lets events move."""

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import assert_never

from pygame import Rect

from game.rules.magdagdon.actions import DICE
from game.rules.magdagdon.board import CELLS, EMPTY, LINES, RUIN
from game.rules.magdagdon.events import (
    DiceConfirmed,
    DiceRolled,
    DiceThrown,
    DieChanged,
    DieStaged,
    DieTakenBack,
    Event,
    GameEnded,
    LineCompleted,
    MagdagdonEscaped,
    MagdagdonStruck,
    PowerUsed,
    RuinMade,
    TurnEnded,
)
from game.rules.magdagdon.placement import legal_cells
from game.rules.magdagdon.scoring import Bonus, line_bonus, line_contents, line_sum, score_board
from game.rules.magdagdon.state import Phase, State
from game.ui.canvas import Canvas, Node, Sprite
from game.ui.cube import draw_cube, faces_with, rotation
from game.ui.input import Point
from game.ui.language import format_signed
from game.ui.layout import centred
from game.ui.motion import Motions
from game.ui.particles import Burst, fountain, puff
from game.ui.widgets import Kit
from game.views.magdagdon.cells import (
    Badge,
    BoardPanel,
    CellLook,
    CellNode,
    Mark,
    die_side,
    ruin_picture,
)
from game.views.magdagdon.effects import (
    Appear,
    Crumble,
    Drop,
    FlyingBonus,
    LineLight,
    Shake,
    Shimmer,
    rubble,
    run_light,
    value_chip,
)
from game.views.magdagdon.geometry import Geometry
from game.views.magdagdon.tray import DieLook, DieNode, Hearts
from game.views.magdagdon.tumble import FIRST_LANDING, Glide, Tumble, cast_shadow, new_flight

_SOUND_OF_BONUS = {
    Bonus.STRAIGHT: "straight",
    Bonus.FOUR_OF_A_KIND: "four",
    Bonus.TWO_PAIRS: "pairs",
}
_DUST = (0xC9, 0xB8, 0x9C)
_EMBERS = ((0xFF, 0xCF, 0x70), (0xFF, 0x7A, 0x2F), (0xE2, 0x62, 0x2A))


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
    hint: tuple[int, ...] = ()
    """Cells of the placement that the coach advises."""


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
        self._sound = sound
        self._is_reduced = has_reduced_motion
        self._chance = random.Random()
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

    def warm(self) -> Iterator[None]:
        """Rasterise what will be needed, a picture at a time, while nothing moves."""
        art, theme = self._kit.art, self._kit.art.theme
        cell = self.geometry.cells[0].width
        tray = self.dice[0].box.width
        for side in {tray, die_side(self.geometry.cells[0])}:
            for level in range(4):
                cast_shadow(self._kit, side, level)
                yield
            for value in range(1, 7):
                art.die(value, side)
                yield
        for colour in (theme.accent, theme.stone.dim):
            for level in range(9):
                run_light(self._kit, cell, colour, level)
                yield
        for stage in (1, 2, 3):
            art.picture(f"crack_{stage}", (cell, cell))
            yield
        for index in range(CELLS):
            if not self.cells[index].look.content:
                ruin_picture(self._kit, index, cell)
                yield

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
        for cell, node in enumerate(self.cells):
            is_over = held is not None and cell == hand.over and marks[cell] is Mark.LEGAL
            node.look = CellLook(
                content=board[cell],
                is_staged=cell in staged,
                mark=marks[cell],
                ghost=state.dice[held] if is_over and held is not None else EMPTY,
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
        if state.phase is Phase.MAGDAGDON:
            marks = [Mark.NONE if content else Mark.RUINABLE for content in state.board]
            if hand.ruin is not None:
                marks[hand.ruin] = Mark.CHOSEN
        elif hand.die is not None and hand.die in state.available:
            for cell in legal_cells(state.shown_board, state.dice[hand.die]):
                marks[cell] = Mark.LEGAL
        for cell in hand.hint:
            marks[cell] = Mark.HINT
        for cell in hand.blocking:
            marks[cell] = Mark.BLOCKING
        return marks

    def _show_gain(self, state: State, held: int | None, hand: Hand, marks: list[Mark]) -> None:
        """Say over the cell what the die in hand would add there, or what a ruin costs."""
        cell = hand.over
        if state.phase is Phase.MAGDAGDON and hand.ruin is not None:
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

    # ------------------------------------------------------------------ motion

    def animate(self, events: Iterable[Event], *, was_dragged: bool = False) -> None:
        """Let *events* move. The state they lead to must be shown already."""
        after = 0.0  # seconds until the next thing in a row may start
        for event in events:
            match event:
                case DiceThrown():
                    self._sound("shake")
                case DiceRolled(places, values):
                    after = self._roll(places, values)
                case DieStaged(die, cell, value):
                    self._stage(die, cell, value, was_dragged)
                case DieTakenBack(die, cell, value):
                    self._take_back(die, cell, value, after)
                case PowerUsed(number, _):
                    self._lose_heart(number)
                case DieChanged(die, old, new):
                    self._change(die, old, new)
                case DiceConfirmed(cells):
                    after = self._confirm(cells)
                case LineCompleted(line, bonus):
                    after = self._complete(line, bonus, after)
                case RuinMade(cell):
                    self._crumble(cell)
                case MagdagdonStruck() | MagdagdonEscaped() | TurnEnded() | GameEnded():
                    pass  # the scene rearranges its controls for these
                case _:
                    assert_never(event)

    def _roll(self, places: tuple[int, ...], values: tuple[int, ...]) -> float:
        order = list(range(len(places)))
        self._chance.shuffle(order)
        for index, at in enumerate(order):
            node = self.dice[places[at]]
            value = values[at]
            clack = f"clack_{at % DICE + 1}"
            delay = index * 0.055 + self._chance.uniform(0, 0.03)
            if self._is_reduced:
                self._appear(node, value, partial(self._sound, clack))
                continue
            screen = self._kit.metrics.screen
            side = node.box.width
            start = (
                node.box.centerx + self._chance.uniform(0.8, 2.4) * side,
                min(screen.bottom + side, node.box.centery + self._chance.uniform(1.6, 2.6) * side),
            )
            flight = new_flight(self._chance, value, start, node.box)
            self.motions.start(
                Tumble(
                    self._kit,
                    flight,
                    delay=delay,
                    phase=index % 2,
                    holds=(node,),
                    on_landing=partial(self._sound, clack),
                )
            )
            where = flight.place(FIRST_LANDING / 0.74)
            dust = puff(self._chance, (where[0], where[1] + side * 0.3), side * 0.5, _DUST, 5)
            self.motions.start(Burst(self._kit.art, dust, delay=delay + FIRST_LANDING, z=18))
        return 0.9

    def _appear(self, node: DieNode, value: int, on_start: Callable[[], None]) -> None:
        image = self._kit.art.die(value, node.box.width)
        self.motions.start(Appear(image, node.box.center, holds=(node,), on_start=on_start))

    def _die_box(self, cell: int) -> Rect:
        box = self.geometry.cells[cell]
        side = die_side(box)
        return centred((side, side), box)

    def _stage(self, die: int, cell: int, value: int, was_dragged: bool) -> None:
        target = self._die_box(cell)
        if self._is_reduced:
            image = self._kit.art.die(value, target.width)
            self._sound("place")
            self.motions.start(Appear(image, target.center, holds=(self.cells[cell],)))
            return
        start = (self.drag_box if was_dragged else None) or self.dice[die].box
        self.motions.start(
            Glide(
                self._kit,
                value,
                start,
                target,
                holds=(self.cells[cell],),
                on_arrival=lambda: self._sound("place"),
            )
        )

    def _take_back(self, die: int, cell: int, value: int, after: float) -> None:
        self._sound("take_back")
        node = self.dice[die]
        if self._is_reduced:
            self._appear(node, value, lambda: None)
            return
        self.motions.start(
            Glide(self._kit, value, self._die_box(cell), node.box, holds=(node,), delay=after)
        )

    def _lose_heart(self, number: int) -> None:
        self._sound("power")
        if self._is_reduced:
            return
        x, y = self.hearts.centre_of(self.hearts.count - number)
        rose = self._kit.art.theme.rose
        unit = self._kit.metrics.unit
        area = Rect(x - 8, y - 8, 16, 16)
        sparks = fountain(
            self._chance, area, unit, (rose.top, rose.bottom), 16, spread=1.6, rise=340, life=0.8
        )
        self.motions.start(Burst(self._kit.art, sparks))

    def _change(self, die: int, old: int, new: int) -> None:
        node = self.dice[die]
        if self._is_reduced:
            self._appear(node, new, lambda: None)
        else:
            self.motions.start(Shimmer(self._kit, old, new, node.box, holds=(node,)))

    def _confirm(self, cells: tuple[int, ...]) -> float:
        self._sound("confirm")
        if not self._is_reduced:
            for cell in cells:
                box = self._die_box(cell)
                dust = puff(self._chance, box.midbottom, box.width * 0.4, _DUST, 3)
                self.motions.start(Burst(self._kit.art, dust, z=18))
        return 0.1

    def _complete(self, line: int, bonus: Bonus | None, after: float) -> float:
        cells = [self.geometry.cells[cell] for cell in LINES[line]]
        theme = self._kit.art.theme
        if self._is_reduced:
            if bonus is not None:
                self._sound(_SOUND_OF_BONUS[bonus])
            return after
        name = _SOUND_OF_BONUS[bonus] if bonus is not None else ""

        def start() -> None:
            if name:
                self._sound(name)

        colour = theme.accent if bonus is not None else theme.stone.dim
        self.motions.start(LineLight(self._kit, cells, colour, delay=after, on_start=start))
        if bonus is not None:
            middle = cells[0].unionall(cells[1:]).center
            end = self.geometry.score.midright
            target = (end[0] - self._kit.metrics.px(60), end[1])
            text = format_signed(bonus.value)
            self.motions.start(FlyingBonus(self._kit, text, middle, target, delay=after + 0.15))
        return after + (0.28 if bonus is not None else 0.12)

    def _crumble(self, cell: int) -> None:
        box = self.geometry.cells[cell]
        if self._is_reduced:
            self._sound("crumble")
            return
        chance, unit = self._chance, self._kit.metrics.unit
        stones = self._kit.art.theme.stone
        debris = rubble(chance, box, (stones.top, stones.bottom, (0x6B, 0x5B, 0x4E)))
        dust = puff(chance, box.center, box.width * 0.55, (0x8A, 0x7A, 0x6A), 12)
        embers = fountain(chance, box.inflate(-box.width // 3, -box.height // 3), unit, _EMBERS, 14)
        self.motions.start(
            Crumble(
                self._kit,
                cell,
                box,
                holds=(self.cells[cell],),
                on_crack=lambda: self._sound("crumble"),
                on_fall=lambda: None,
            )
        )
        for particles in (debris, dust, embers):
            self.motions.start(Burst(self._kit.art, particles, delay=Crumble.FALL))

    def strike(self, prompt: Rect, nodes: Sequence[Node]) -> None:
        """Show the MAGDAGDON moment: the board shakes, embers rise, the *prompt* falls in.

        *nodes* are what the prompt is made of; they come to be seen when it has fallen.
        """
        self._sound("magdagdon")
        if self._is_reduced:
            return
        metrics = self._kit.metrics
        area = self.geometry.board
        reach = max(2, min(6, metrics.px(6)))
        self.motions.start(Shake(self._canvas.snapshot(area), area, reach))
        self.motions.start(Drop(self._canvas.snapshot(prompt), prompt, nodes))
        ground = Rect(area.left, area.bottom - metrics.px(40), area.width, metrics.px(40))
        embers = fountain(
            self._chance, ground, metrics.unit, _EMBERS, 40, spread=0.35, rise=900, life=1.5
        )
        self.motions.start(Burst(self._kit.art, embers))

    def celebrate(self, area: Rect) -> None:
        """Throw gold sparks up from *area*: a new best score."""
        self._sound("new_best")
        if self._is_reduced:
            return
        gold = self._kit.art.theme.gold
        sparks = fountain(
            self._chance,
            area,
            self._kit.metrics.unit,
            (gold.top, gold.bottom, (0xFF, 0xF4, 0xD0)),
            70,
            spread=0.9,
            rise=760,
            life=1.9,
        )
        self.motions.start(Burst(self._kit.art, sparks))
