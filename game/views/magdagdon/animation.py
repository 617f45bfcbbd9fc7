"""How the events of a game move: each becomes motions over the state that is shown already."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, assert_never

from pygame import Rect

from game.rules.magdagdon.actions import DICE
from game.rules.magdagdon.board import LINES
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
from game.rules.magdagdon.scoring import Bonus
from game.ui.canvas import Canvas, Node
from game.ui.language import format_signed
from game.ui.layout import centred
from game.ui.motion import Motions
from game.ui.particles import Burst, fountain, puff
from game.ui.widgets import Kit
from game.views.magdagdon.cells import die_side
from game.views.magdagdon.effects import (
    Appear,
    Crumble,
    Drop,
    FlyingBonus,
    LineLight,
    Shake,
    Shimmer,
    rubble,
)
from game.views.magdagdon.tray import DieNode
from game.views.magdagdon.tumble import FIRST_LANDING, FLIGHT_SECONDS, Glide, Tumble, new_flight

if TYPE_CHECKING:
    from game.views.magdagdon.view import View

_SOUND_OF_BONUS = {
    Bonus.STRAIGHT: "straight",
    Bonus.FOUR_OF_A_KIND: "four",
    Bonus.TWO_PAIRS: "pairs",
}
_DUST = (0xC9, 0xB8, 0x9C)
_EMBERS = ((0xFF, 0xCF, 0x70), (0xFF, 0x7A, 0x2F), (0xE2, 0x62, 0x2A))


class Animator:
    """Starts the motions of a view; reduced motion replaces all of them by short fades."""

    def __init__(
        self,
        view: View,
        kit: Kit,
        canvas: Canvas,
        sound: Callable[[str], None],
        has_reduced_motion: bool,
    ) -> None:
        """*sound* plays one by name."""
        self._view = view
        self._kit = kit
        self._canvas = canvas
        self._sound = sound
        self._is_reduced = has_reduced_motion
        self._chance = random.Random()
        self._motions: Motions = view.motions

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
            node = self._view.dice[places[at]]
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
            self._motions.start(
                Tumble(
                    self._kit,
                    flight,
                    delay=delay,
                    phase=index % 2,
                    holds=(node,),
                    on_landing=partial(self._sound, clack),
                )
            )
            where = flight.place(FIRST_LANDING / FLIGHT_SECONDS)
            dust = puff(self._chance, (where[0], where[1] + side * 0.3), side * 0.5, _DUST, 5)
            self._motions.start(Burst(self._kit.art, dust, delay=delay + FIRST_LANDING, z=18))
        return 0.9

    def _appear(self, node: DieNode, value: int, on_start: Callable[[], None]) -> None:
        image = self._kit.art.die(value, node.box.width)
        self._motions.start(Appear(image, node.box.center, holds=(node,), on_start=on_start))

    def _die_box(self, cell: int) -> Rect:
        box = self._view.geometry.cells[cell]
        side = die_side(box)
        return centred((side, side), box)

    def _stage(self, die: int, cell: int, value: int, was_dragged: bool) -> None:
        target = self._die_box(cell)
        if self._is_reduced:
            image = self._kit.art.die(value, target.width)
            self._sound("place")
            self._motions.start(Appear(image, target.center, holds=(self._view.cells[cell],)))
            return
        start = (self._view.drag_box if was_dragged else None) or self._view.dice[die].box
        self._motions.start(
            Glide(
                self._kit,
                value,
                start,
                target,
                holds=(self._view.cells[cell],),
                on_arrival=lambda: self._sound("place"),
            )
        )

    def _take_back(self, die: int, cell: int, value: int, after: float) -> None:
        self._sound("take_back")
        node = self._view.dice[die]
        if self._is_reduced:
            self._appear(node, value, lambda: None)
            return
        self._motions.start(
            Glide(self._kit, value, self._die_box(cell), node.box, holds=(node,), delay=after)
        )

    def _lose_heart(self, number: int) -> None:
        self._sound("power")
        if self._is_reduced:
            return
        x, y = self._view.hearts.centre_of(self._view.hearts.count - number)
        rose = self._kit.art.theme.rose
        unit = self._kit.metrics.unit
        area = Rect(x - 8, y - 8, 16, 16)
        sparks = fountain(
            self._chance, area, unit, (rose.top, rose.bottom), 16, spread=1.6, rise=340, life=0.8
        )
        self._motions.start(Burst(self._kit.art, sparks))

    def _change(self, die: int, old: int, new: int) -> None:
        node = self._view.dice[die]
        if self._is_reduced:
            self._appear(node, new, lambda: None)
        else:
            self._motions.start(Shimmer(self._kit, old, new, node.box, holds=(node,)))

    def _confirm(self, cells: tuple[int, ...]) -> float:
        self._sound("confirm")
        if not self._is_reduced:
            for cell in cells:
                box = self._die_box(cell)
                dust = puff(self._chance, box.midbottom, box.width * 0.4, _DUST, 3)
                self._motions.start(Burst(self._kit.art, dust, z=18))
        return 0.1

    def _complete(self, line: int, bonus: Bonus | None, after: float) -> float:
        cells = [self._view.geometry.cells[cell] for cell in LINES[line]]
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
        self._motions.start(LineLight(self._kit, cells, colour, delay=after, on_start=start))
        if bonus is not None:
            middle = cells[0].unionall(cells[1:]).center
            end = self._view.geometry.score.midright
            target = (end[0] - self._kit.metrics.px(60), end[1])
            text = format_signed(bonus.value)
            self._motions.start(FlyingBonus(self._kit, text, middle, target, delay=after + 0.15))
        return after + (0.28 if bonus is not None else 0.12)

    def _crumble(self, cell: int) -> None:
        box = self._view.geometry.cells[cell]
        if self._is_reduced:
            self._sound("crumble")
            return
        chance, unit = self._chance, self._kit.metrics.unit
        stones = self._kit.art.theme.stone
        debris = rubble(chance, box, (stones.top, stones.bottom, (0x6B, 0x5B, 0x4E)))
        dust = puff(chance, box.center, box.width * 0.55, (0x8A, 0x7A, 0x6A), 12)
        embers = fountain(chance, box.inflate(-box.width // 3, -box.height // 3), unit, _EMBERS, 14)
        self._motions.start(
            Crumble(
                self._kit,
                cell,
                box,
                holds=(self._view.cells[cell],),
                on_crack=lambda: self._sound("crumble"),
                on_fall=lambda: None,
            )
        )
        for particles in (debris, dust, embers):
            self._motions.start(Burst(self._kit.art, particles, delay=Crumble.FALL))

    def strike(self, prompt: Rect, nodes: Sequence[Node]) -> None:
        """Show the MAGDAGDON moment: the board shakes, embers rise, the *prompt* falls in.

        *nodes* are what the prompt is made of; they come to be seen when it has fallen.
        """
        self._sound("magdagdon")
        if self._is_reduced:
            return
        metrics = self._kit.metrics
        area = self._view.geometry.board
        reach = max(2, min(6, metrics.px(6)))
        self._motions.start(Shake(self._canvas.snapshot(area), area, reach))
        self._motions.start(Drop(self._canvas.snapshot(prompt), prompt, nodes))
        ground = Rect(area.left, area.bottom - metrics.px(40), area.width, metrics.px(40))
        embers = fountain(
            self._chance, ground, metrics.unit, _EMBERS, 40, spread=0.35, rise=900, life=1.5
        )
        self._motions.start(Burst(self._kit.art, embers))

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
        self._motions.start(Burst(self._kit.art, sparks))
