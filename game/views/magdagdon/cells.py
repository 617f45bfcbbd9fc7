"""The board's cells and line badges as nodes that look as they are told."""

from dataclasses import dataclass
from enum import Enum, auto

import pygame
from pygame import Rect, Surface

from game.rules.magdagdon.board import EMPTY, RUIN
from game.rules.magdagdon.scoring import Bonus
from game.ui.canvas import Node
from game.ui.language import format_number, format_signed
from game.ui.widgets import Kit


class Mark(Enum):
    """What a cell is lit for."""

    NONE = auto()
    LEGAL = auto()
    """The die in hand may be staged here."""
    RUINABLE = auto()
    """It can become a ruin."""
    CHOSEN = auto()
    """It becomes a ruin at the next tap."""
    BLOCKING = auto()
    """Its number forbids what was tried."""
    HINT = auto()
    """The coach would play here."""


@dataclass(frozen=True, slots=True)
class CellLook:
    """All that a cell shows."""

    content: int = EMPTY
    is_staged: bool = False
    mark: Mark = Mark.NONE
    ghost: int = EMPTY
    """Value of the die that is held over the cell."""
    order: int = 0
    """Which step of the coach's placement it is, from 1; 0 for none."""
    is_cursor: bool = False
    """Whether the keyboard is here."""


class CellNode(Node):
    """One cell: stone, die or ruin, and what it is lit for."""

    def __init__(self, kit: Kit, box: Rect, cell: int) -> None:
        self.kit = kit
        self.box = box
        self.cell = cell
        self._held = 0
        self._look = CellLook()
        bleed = max(3, box.width // 14)
        super().__init__(box.inflate(2 * bleed, 2 * bleed), z=2)

    @property
    def look(self) -> CellLook:
        """What the cell shows; set it to change it."""
        return self._look

    @look.setter
    def look(self, look: CellLook) -> None:
        if look != self._look:
            self._look = look
            self.changed()

    @property
    def radius(self) -> int:
        """Radius of the stone's corners."""
        return self.box.width * 12 // 100

    def hold(self, by: int) -> None:
        """Hide the content while a motion brings it (+1) and show it again (−1)."""
        self._held += by
        self.changed()

    def prepare(self) -> None:
        """Rasterise the stone."""
        self.kit.art.picture("stone", self.box.size)

    def draw(self, target: Surface) -> None:
        """Paint stone, content, light and cursor."""
        look, box, art = self._look, self.box, self.kit.art
        shows = not self._held
        if look.content == RUIN and shows:
            target.blit(ruin_picture(self.kit, self.cell, box.width), box)
        else:
            self._draw_stone(target)
        if EMPTY < look.content < RUIN and shows:
            self._draw_die(target, look.content)
        if look.ghost:
            side = die_side(box)
            ghost = art.shade(f"die_{look.ghost}", side, 0.92, 0.7)
            target.blit(ghost, ghost.get_rect(center=box.center))
        if look.order:
            self._draw_order(target, look.order)
        if look.mark is Mark.BLOCKING:
            self._outline(target, art.theme.bad, thick=True)
            self._draw_refusal(target)
        if look.is_cursor:
            grown = box.inflate(box.width // 14, box.width // 14)
            width = max(3, box.width // 26)
            ring = art.outline(grown.size, art.theme.focus, self.radius + box.width // 28, width)
            target.blit(ring, grown)

    def _draw_stone(self, target: Surface) -> None:
        art, mark = self.kit.art, self._look.mark
        theme = art.theme
        stone = stone_picture(self.kit, self.box.size)
        target.blit(stone, self.box)
        lit = {
            Mark.LEGAL: (theme.accent, 46),
            Mark.HINT: (theme.accent, 90),
            Mark.RUINABLE: (theme.accent_fire, 60),
            Mark.CHOSEN: (theme.accent_fire, 130),
        }.get(mark)
        if lit is None:
            return
        colour, strength = lit
        light = art.cached(
            ("light", self.box.size, colour, strength, self.radius),
            lambda: _light(self.box.size, colour, strength, self.radius),
        )
        target.blit(light, self.box)
        is_ruin = mark in (Mark.RUINABLE, Mark.CHOSEN)
        self._outline(target, colour, dashed=is_ruin, thick=mark is Mark.CHOSEN)
        if mark in (Mark.LEGAL, Mark.HINT) and not self._look.ghost:
            side = max(6, self.box.width * (15 if mark is Mark.LEGAL else 24) // 100)
            dot = art.disc(side, colour)
            target.blit(dot, dot.get_rect(center=self.box.center))
        if mark is Mark.CHOSEN:
            side = self.box.width * 2 // 3
            crack = art.picture("crack_3", (side, side))
            target.blit(crack, crack.get_rect(center=self.box.center))

    def _draw_die(self, target: Surface, value: int) -> None:
        art, side = self.kit.art, die_side(self.box)
        blur = max(2, side // 16)
        shadow = art.shadow((side, side), side // 6, blur, 0.8)
        middle = self.box.center
        target.blit(shadow, shadow.get_rect(center=(middle[0], middle[1] + side // 24)))
        die = art.die(value, side)
        target.blit(die, die.get_rect(center=middle))
        if self._look.is_staged:
            self._outline(target, self.kit.art.theme.accent, dashed=True)

    def _draw_order(self, target: Surface, order: int) -> None:
        """Put the number of a step into the cell's corner."""
        side = max(16, self.box.width * 32 // 100)
        spot = Rect(0, 0, side, side)
        spot.center = (self.box.left + side // 3, self.box.top + side // 3)
        fill = self.kit.art.theme.gold
        target.blit(self.kit.panel(spot.size, fill, side // 2), spot)
        number = self.kit.fonts.render(format_number(order), side * 6 // 10, fill.text, bold=True)
        target.blit(number, number.get_rect(center=spot.center))

    def _draw_refusal(self, target: Surface) -> None:
        """Put a cross on the number that forbids: colour alone would not tell."""
        side = max(14, self.box.width * 30 // 100)
        spot = Rect(0, 0, side, side)
        spot.center = (self.box.right - side // 3, self.box.top + side // 3)
        art, fill = self.kit.art, self.kit.art.theme.fire
        target.blit(self.kit.panel(spot.size, fill, side // 2), spot)
        icon = art.picture("icon_close", (side * 7 // 10, side * 7 // 10), fill.text)
        target.blit(icon, icon.get_rect(center=spot.center))

    def _outline(
        self,
        target: Surface,
        colour: tuple[int, int, int],
        dashed: bool = False,
        thick: bool = False,
    ) -> None:
        width = max(3, self.box.width // (22 if thick else 34))
        dash = self.box.width // 9 if dashed else 0
        grown = self.box.inflate(2, 2)
        target.blit(self.kit.art.outline(grown.size, colour, self.radius + 1, width, dash), grown)


def die_side(cell: Rect) -> int:
    """Return the side of a die on *cell*."""
    return cell.width * 88 // 100


def stone_picture(kit: Kit, size: tuple[int, int]) -> Surface:
    """Return an empty cell in the theme: basalt, pale stone, or a plain panel for contrast."""
    theme = kit.art.theme
    name = {"ember": "stone", "daylight": "stone_pale"}.get(theme.key)
    if name is None:
        return kit.panel(size, theme.stone, size[0] * 12 // 100)
    return kit.art.picture(name, size)


def ruin_picture(kit: Kit, cell: int, side: int) -> Surface:
    """Return the ruin that stands on *cell*: neighbours differ, and a cell's never changes."""
    kind = "ruin_pale" if kit.art.theme.key == "daylight" else "ruin"
    return kit.art.picture(f"{kind}_{(cell * 7 + cell // 4) % 5 + 1}", (side, side))


def _light(
    size: tuple[int, int], colour: tuple[int, int, int], strength: int, radius: int
) -> Surface:
    sheet = Surface(size, pygame.SRCALPHA)
    pygame.draw.rect(sheet, (*colour, strength), sheet.get_rect(), border_radius=radius)
    return sheet


class BoardPanel(Node):
    """What the board's cells are let into."""

    def __init__(self, kit: Kit, box: Rect) -> None:
        super().__init__(box, z=1)
        self._kit = kit

    def draw(self, target: Surface) -> None:
        """Paint the panel."""
        art, box = self._kit.art, self.area
        target.blit(self._kit.panel(box.size, art.theme.board, box.width // 22), box)


_TWO_LINES = 24
"""Height in pixels from which a badge has room for two lines."""


class Badge(Node):
    """What a row or column adds: its sum, and its bonus in gold; greyed where a ruin lies."""

    def __init__(self, kit: Kit, box: Rect) -> None:
        super().__init__(box.inflate(4, 4), z=2)
        self.kit = kit
        self.box = box
        self._shown: tuple[int, Bonus | None, bool] = (0, None, False)

    def show_line(self, total: int, bonus: Bonus | None, is_ruined: bool) -> None:
        """Show *total*, the *bonus* earned, and whether a ruin forbids any."""
        if (total, bonus, is_ruined) != self._shown:
            self._shown = (total, bonus, is_ruined)
            self.changed()

    def draw(self, target: Surface) -> None:
        """Paint the badge."""
        total, bonus, is_ruined = self._shown
        kit, theme, box = self.kit, self.kit.art.theme, self.box
        radius = min(box.height // 3, kit.metrics.px(18))
        target.blit(kit.panel(box.size, theme.board, radius, 1), box)
        if bonus is not None:
            ring = kit.art.outline(box.size, theme.accent, radius, max(2, kit.metrics.px(3)))
            target.blit(ring, box)
        elif is_ruined:  # a broken edge as well as the colour: no bonus can come here
            width = max(2, kit.metrics.px(3))
            dash = max(4, kit.metrics.px(9))
            target.blit(kit.art.outline(box.size, theme.accent_fire, radius, width, dash), box)
        colour = theme.board.text if bonus else theme.accent_fire if is_ruined else theme.board.dim
        text = format_number(total)
        room = Rect(box.x + 3, box.y, box.width - 6, box.height)
        if bonus is None or box.height < _TWO_LINES:  # in a small drawing the gold tells enough
            picture = self._line(text, 26, colour, room)
            target.blit(picture, picture.get_rect(center=room.center))
            return
        half = box.height // 2
        above = Rect(room.x, box.y + 2, room.width, half)
        below = Rect(room.x, box.y + half - 2, room.width, box.height - half)
        upper = self._line(text, 26, colour, above)
        lower = self._line(format_signed(bonus.value), 22, theme.accent, below)
        target.blit(upper, upper.get_rect(center=above.center))
        target.blit(lower, lower.get_rect(center=below.center))

    def _line(self, text: str, units: float, colour: tuple[int, int, int], room: Rect) -> Surface:
        fonts = self.kit.fonts
        wanted = self.kit.metrics.text(units)
        tall = (room.width, round(room.height * 1.2))
        px, _ = fonts.fit(text, min(wanted, room.height), tall, bold=True)
        return fonts.render(text, px, colour, bold=True)
