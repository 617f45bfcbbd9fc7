"""The drawings of the rules: small boards, dice and rows, made of what the game itself draws."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from pygame import Rect, Surface

from game.rules.magdagdon.board import EMPTY, LINES, RUIN, SIZE, Board
from game.rules.magdagdon.scoring import line_bonus, line_sum
from game.scenes.parts import Backing
from game.ui.canvas import Node, Picture
from game.ui.layout import centred, columns, grid, inset, rows
from game.ui.widgets import Kit
from game.views.magdagdon.cells import Badge, CellLook, CellNode, Mark
from game.views.magdagdon.tray import DieLook, DieNode


class Figure(Protocol):
    """A drawing as wide as it is told to be."""

    def height(self, kit: Kit, width: int) -> int:
        """Return the height in pixels that the figure takes at *width*."""
        ...

    def place(self, kit: Kit, box: Rect) -> list[Node]:
        """Return the nodes of the figure, drawn into *box*."""
        ...


_MARKS = {"*": Mark.LEGAL, "o": Mark.RUINABLE, "x": Mark.NONE}


def _contents(lines: Sequence[str]) -> list[int]:
    """Return what the cells hold: digits, `#` for a ruin, anything else for empty."""
    return [int(c) if c.isdigit() else RUIN if c == "#" else EMPTY for c in "".join(lines)]


class Sign(Node):
    """A tick or a cross on what it judges."""

    def __init__(self, kit: Kit, box: Rect, is_good: bool, z: float = 4) -> None:
        super().__init__(box, z)
        self._kit = kit
        self._is_good = is_good

    def draw(self, target: Surface) -> None:
        """Paint the sign on a dark disc, so that it shows on ivory too."""
        art, side = self._kit.art, self.area.width
        theme = art.theme
        colour = theme.good if self._is_good else theme.bad
        target.blit(art.panel((side, side), theme.board, side // 2, max(1, side // 16)), self.area)
        inner = side * 62 // 100
        name = "icon_check" if self._is_good else "icon_close"
        icon = art.picture(name, (inner, inner), colour)
        target.blit(icon, icon.get_rect(center=self.area.center))


@dataclass(frozen=True, slots=True)
class BoardFigure:
    """A board of any size: `3` a die, `*` lit, `o` may fall, `x` crossed out, `#` a ruin."""

    lines: tuple[str, ...]
    staged: tuple[int, ...] = ()
    """Cells whose dice are staged, by their place in reading order."""
    blocking: tuple[int, ...] = ()
    has_badges: bool = False

    @property
    def _shape(self) -> tuple[float, float]:
        extra = 0.62 if self.has_badges else 0.0
        return len(self.lines[0]) + extra * 1.25, len(self.lines) + extra

    def height(self, kit: Kit, width: int) -> int:
        """Return the height at *width*: cells are square."""
        across, down = self._shape
        return round(width * down / across)

    def place(self, kit: Kit, box: Rect) -> list[Node]:
        """Draw the board, and its badges if it has any."""
        across, down = self._shape
        cell = min(box.width / across, box.height / down)
        size = (round(cell * len(self.lines[0])), round(cell * len(self.lines)))
        whole = centred((round(cell * across), round(cell * down)), box)
        board = Rect(whole.topleft, size)
        gap = max(2, round(cell * 0.06))
        places = grid(inset(board, gap * 2), len(self.lines[0]), len(self.lines), gap)
        nodes: list[Node] = [Backing(kit, board, "board", 0.95)]
        contents = _contents(self.lines)
        for index, (place, sign) in enumerate(zip(places, "".join(self.lines), strict=True)):
            mark = Mark.BLOCKING if index in self.blocking else _MARKS.get(sign, Mark.NONE)
            node = CellNode(kit, place, index)
            node.look = CellLook(contents[index], index in self.staged, mark)
            nodes.append(node)
            if sign == "x":
                side = place.width * 46 // 100
                nodes.append(Sign(kit, centred((side, side), place), is_good=False))
        if self.has_badges:
            nodes += self._badges(kit, board, places, whole)
        return nodes

    def _badges(self, kit: Kit, board: Rect, places: list[Rect], whole: Rect) -> list[Node]:
        numbers: Board = tuple(_contents(self.lines))
        gap = max(2, board.width // 60)
        tall = min(whole.bottom - board.bottom - gap, places[0].height)
        nodes: list[Node] = []
        for line, cells in enumerate(LINES):
            if line < SIZE:
                beside = places[line * SIZE]
                wide = whole.right - board.right - gap
                box = Rect(board.right + gap, beside.centery - tall // 2, wide, tall)
            else:
                above = places[line - SIZE]
                wide = min(above.width, whole.right - board.right - gap)
                box = Rect(above.centerx - wide // 2, board.bottom + gap, wide, tall)
            badge = Badge(kit, box)
            is_ruined = any(numbers[cell] == RUIN for cell in cells)
            badge.show_line(line_sum(numbers, line), line_bonus(numbers, line), is_ruined)
            nodes.append(badge)
        return nodes


def _die(kit: Kit, box: Rect, value: int, **look: bool) -> Node:
    """Return a tray die in the middle of *box*."""
    side = min(box.size)
    node = DieNode(kit, centred((side, side), box))
    node.look = DieLook(value, **look)
    return node


@dataclass(frozen=True, slots=True)
class TrayFigure:
    """A tray of dice: *chosen* is in hand, *marked* ones are to be thrown again."""

    dice: tuple[int, ...]
    chosen: int | None = None
    staged: tuple[int, ...] = ()
    marked: tuple[int, ...] = ()

    def height(self, kit: Kit, width: int) -> int:
        """Return the height at *width*."""
        return round(width * 0.36)

    def place(self, kit: Kit, box: Rect) -> list[Node]:
        """Draw the tray."""
        pad = box.width // 18
        nodes: list[Node] = [Backing(kit, box, "board", 0.95)]
        places = columns(inset(box, pad, pad), [1] * len(self.dice), pad)
        for index, (place, value) in enumerate(zip(places, self.dice, strict=True)):
            nodes.append(
                _die(
                    kit,
                    place,
                    value,
                    is_selected=index == self.chosen,
                    is_staged=index in self.staged,
                    is_marked=index in self.marked,
                )
            )
        return nodes


@dataclass(frozen=True, slots=True)
class StackFigure:
    """Figures below each other, each a share of the width."""

    parts: tuple[tuple[Figure, float], ...]

    def _gap(self, width: int) -> int:
        return width // 16

    def height(self, kit: Kit, width: int) -> int:
        """Return the height of all together."""
        tall = sum(part.height(kit, round(width * share)) for part, share in self.parts)
        return tall + self._gap(width) * (len(self.parts) - 1)

    def place(self, kit: Kit, box: Rect) -> list[Node]:
        """Draw the parts from the top down."""
        nodes: list[Node] = []
        y = box.y
        for part, share in self.parts:
            wide = round(box.width * share)
            tall = part.height(kit, wide)
            nodes += part.place(kit, Rect(box.centerx - wide // 2, y, wide, tall))
            y += tall + self._gap(box.width)
        return nodes


@dataclass(frozen=True, slots=True)
class JudgedDice:
    """The six values, each with a tick or a cross."""

    good: frozenset[int]

    def height(self, kit: Kit, width: int) -> int:
        """Return the height at *width*."""
        return round(width * 0.27)

    def place(self, kit: Kit, box: Rect) -> list[Node]:
        """Draw dice and signs."""
        nodes: list[Node] = []
        gap = box.width // 40
        for value, place in enumerate(columns(box, [1] * 6, gap), 1):
            above, below = rows(place, (1, 0.72), gap)
            side = min(above.size)
            die = centred((side, side), above)
            is_good = value in self.good
            picture = kit.art.die(value, side)
            if not is_good:
                picture = kit.art.shade(f"die_{value}", side, 0.6, 0.75)
            nodes.append(Picture(picture, die.topleft, 3))
            sign = min(below.height, side * 3 // 4)
            nodes.append(Sign(kit, centred((sign, sign), below), is_good))
        return nodes


@dataclass(frozen=True, slots=True)
class PowerFigure:
    """A die that a Majda Power makes one less, or one more."""

    value: int = 4

    def height(self, kit: Kit, width: int) -> int:
        """Return the height at *width*."""
        return round(width * 0.74)

    def place(self, kit: Kit, box: Rect) -> list[Node]:
        """Draw both ways: die, sign, die."""
        nodes: list[Node] = []
        gap = box.width // 22
        for by, line in zip((-1, 1), rows(box, (1, 1), gap * 2), strict=True):
            left, middle, right = columns(line, (1, 1, 1), gap)
            nodes.append(_die(kit, left, self.value))
            nodes.append(_die(kit, right, self.value + by, is_marked=False))
            side = min(middle.width * 3 // 4, middle.height * 3 // 4)
            disc = centred((side, side), middle)
            nodes.append(Token(kit, disc, "icon_minus" if by < 0 else "icon_plus"))
        return nodes


class Token(Node):
    """An icon on a rose disc: a Majda Power."""

    def __init__(self, kit: Kit, box: Rect, icon: str) -> None:
        super().__init__(box, 3)
        self._kit = kit
        self._icon = icon

    def draw(self, target: Surface) -> None:
        """Paint disc and icon."""
        art, side = self._kit.art, self.area.width
        target.blit(self._kit.panel((side, side), art.theme.rose, side // 2), self.area)
        inner = side * 56 // 100
        icon = art.picture(self._icon, (inner, inner), art.theme.rose.text)
        target.blit(icon, icon.get_rect(center=self.area.center))
