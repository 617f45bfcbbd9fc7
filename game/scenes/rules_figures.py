"""The drawings of the rules: small boards, dice and rows, made of what the game itself draws."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from pygame import Rect, Surface

from game.rules.magdagdon.board import EMPTY, LINES, RUIN, SIZE, Board, Difficulty
from game.rules.magdagdon.scoring import line_bonus, line_sum
from game.scenes.parts import Backing
from game.ui.canvas import Node, Picture
from game.ui.language import _, format_number, format_signed
from game.ui.layout import centred, columns, grid, inset, rows
from game.ui.theme import Colour
from game.ui.widgets import Kit, Label
from game.ui.wording import difficulty_name
from game.views.magdagdon.cells import Badge, CellLook, CellNode, Mark
from game.views.magdagdon.tray import DieLook, DieNode, Hearts


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
        target.blit(art.panel((side, side), art.theme.rose, side // 2, 2), self.area)
        inner = side * 56 // 100
        icon = art.picture(self._icon, (inner, inner), art.theme.rose.text)
        target.blit(icon, icon.get_rect(center=self.area.center))


# Rows: they take the whole width, and are as tall as their text.

_UNITS = 29


def _row_height(kit: Kit, lines: float = 1) -> int:
    return round(kit.fonts.line_height(kit.metrics.text(_UNITS)) * (lines + 0.55))


def _label(kit: Kit, box: Rect, text: str, colour: Colour, **more: bool | str) -> Label:
    return Label(kit, box, text, _UNITS, colour, **more)  # type: ignore[arg-type]  # passed through


@dataclass(frozen=True, slots=True)
class BonusRow:
    """Four dice, what they are called and why, and what they earn."""

    dice: tuple[int, ...]
    name: str
    reason: str
    points: int

    def _columns(self, kit: Kit, width: int) -> tuple[int, int, int]:
        """Return the width of a die, of the words and of the points."""
        number = kit.fonts.width(format_signed(60), kit.metrics.text(_UNITS + 7), bold=True) + 6
        side = min(width // 11, round(_row_height(kit, 2) * 0.9))
        gap = max(2, side // 10)
        return side, width - 4 * (side + gap) - 4 * gap - number - 4 * gap, number

    def height(self, kit: Kit, width: int) -> int:
        """Return the height of the words, or of the dice where they are taller."""
        side, wide, _number = self._columns(kit, width)
        lines = kit.fonts.wrap(self.reason, kit.metrics.text(_UNITS - 2), wide)
        return max(_row_height(kit, 0.8 + len(lines)), side + 6)

    def place(self, kit: Kit, box: Rect) -> list[Node]:
        """Draw the row."""
        theme = kit.art.theme
        side, wide, number = self._columns(kit, box.width)
        gap = max(2, side // 10)
        nodes: list[Node] = []
        for index, value in enumerate(self.dice):
            at = (box.x + index * (side + gap), box.centery - side // 2)
            nodes.append(Picture(kit.art.die(value, side), at, 2))
        left = box.x + 4 * (side + gap) + 4 * gap
        line = kit.fonts.line_height(kit.metrics.text(_UNITS))
        tall = box.height - line
        pad = min(line // 4, tall // 6)
        name = Rect(left, box.y + pad, wide, line)
        reason = Rect(left, name.bottom, wide, box.bottom - pad - name.bottom)
        points = Rect(box.right - number, box.y, number, box.height)
        nodes.append(_label(kit, name, self.name, theme.panel.text, bold=True))
        nodes.append(
            Label(kit, reason, self.reason, _UNITS - 2, theme.panel.dim, valign="top"),
        )
        text = format_signed(self.points) if self.points else format_number(0)
        colour = theme.accent if self.points else theme.panel.dim
        nodes.append(Label(kit, points, text, _UNITS + 7, colour, bold=True, align="right"))
        return nodes


@dataclass(frozen=True, slots=True)
class DifficultyRow:
    """A difficulty: its name, its hearts, what a turn must place and what the Powers cost."""

    difficulty: Difficulty
    minimum: str
    cost: str

    def _is_narrow(self, kit: Kit, width: int) -> bool:
        size = kit.metrics.text(_UNITS)
        needed = kit.fonts.width(
            f"{difficulty_name(self.difficulty)} {self.minimum} {self.cost}", size, bold=True
        )
        return width < needed + 8 * size

    def height(self, kit: Kit, width: int) -> int:
        """Return the height: one line, or two where the row is narrow."""
        return _row_height(kit, 2.5 if self._is_narrow(kit, width) else 1.5)

    def place(self, kit: Kit, box: Rect) -> list[Node]:
        """Draw the row as a card."""
        theme, difficulty = kit.art.theme, self.difficulty
        colour = {
            Difficulty.PEACEFUL: theme.good,
            Difficulty.SURVIVAL: theme.accent_rose,
            Difficulty.NIGHTMARE: theme.accent_fire,
        }[difficulty]
        pad = max(6, kit.metrics.px(24))
        inner = inset(box, pad, max(3, pad // 4))
        nodes: list[Node] = [Backing(kit, box, "board", 0.95)]
        if self._is_narrow(kit, box.width):
            above, below = rows(inner, (1, 1))
            name, hearts = columns(above, (1.6, 1), pad)
            minimum, cost = columns(below, (1.1, 1), pad)
        else:
            name, hearts, minimum, cost = columns(inner, (1.25, 0.8, 1.4, 1.25), pad)
        nodes.append(_label(kit, name, difficulty_name(difficulty), colour, bold=True))
        side = min(hearts.height, kit.metrics.text(44), hearts.width // 3)
        if difficulty.powers:
            place = Rect(hearts.x, hearts.centery - side // 2, side * difficulty.powers, side)
            nodes.append(Hearts(kit, place, difficulty.powers))
        else:
            nodes.append(_label(kit, hearts, "–", theme.board.dim))
        nodes.append(_label(kit, minimum, self.minimum, theme.board.text))
        nodes.append(_label(kit, cost, self.cost, theme.board.dim, align="right"))
        nodes[-1].z = nodes[-2].z = 1
        return nodes


@dataclass(frozen=True, slots=True)
class SumRow:
    """A part of the score and its points; the last one, *is_total*, stands out."""

    name: str
    points: str
    is_total: bool = False

    def height(self, kit: Kit, width: int) -> int:
        """Return the height of a line."""
        return _row_height(kit)

    def place(self, kit: Kit, box: Rect) -> list[Node]:
        """Draw name and points."""
        theme = kit.art.theme
        number = kit.fonts.width("−9999", kit.metrics.text(_UNITS), bold=True)
        left = Rect(box.x, box.y, box.width - number, box.height)
        right = Rect(left.right, box.y, number, box.height)
        colour = theme.accent if self.is_total else theme.panel.text
        return [
            _label(kit, left, self.name, colour, bold=self.is_total),
            _label(kit, right, self.points, colour, bold=True, align="right"),
        ]


@dataclass(frozen=True, slots=True)
class KeyRow:
    """Keys of the keyboard and what they do."""

    keys: tuple[str, ...]
    meaning: str

    def _column(self, kit: Kit, width: int) -> int:
        size = kit.metrics.text(_UNITS)
        return min(width * 45 // 100, round(size * 10.5))

    def height(self, kit: Kit, width: int) -> int:
        """Return the height of the meaning, at least of a key."""
        size = kit.metrics.text(_UNITS)
        lines = kit.fonts.wrap(self.meaning, size, width - self._column(kit, width))
        return _row_height(kit, len(lines))

    def place(self, kit: Kit, box: Rect) -> list[Node]:
        """Draw the keys as caps, and the meaning beside them."""
        theme = kit.art.theme
        size = kit.metrics.text(_UNITS - 3)
        tall = min(box.height - 4, round(size * 1.55))
        gap = max(4, size // 3)
        column = self._column(kit, box.width)
        wides = [
            max(tall, kit.fonts.width(key, size, bold=True) + size) if key[:5] != "icon_" else tall
            for key in self.keys
        ]
        room = column - gap * len(wides)
        squeeze = min(1.0, room / sum(wides))
        nodes: list[Node] = []
        x = box.x
        for key, wide in zip(self.keys, wides, strict=True):
            cap = Rect(x, box.centery - tall // 2, int(wide * squeeze), tall)
            nodes.append(KeyCap(kit, cap))
            if key.startswith("icon_"):
                side = tall * 6 // 10
                icon = kit.art.picture(key, (side, side), theme.button.text)
                nodes.append(Picture(icon, icon.get_rect(center=cap.center).topleft, 2))
            else:
                inner = inset(cap, 3, 0)
                label = Label(
                    kit, inner, key, _UNITS - 3, theme.button.text, bold=True, align="center", z=2
                )
                nodes.append(label)
            x += cap.width + gap
        words = Rect(box.x + column, box.y, box.width - column, box.height)
        nodes.append(_label(kit, words, self.meaning, theme.panel.text))
        return nodes


class KeyCap(Node):
    """A key."""

    def __init__(self, kit: Kit, box: Rect) -> None:
        super().__init__(box, 1)
        self._kit = kit

    def draw(self, target: Surface) -> None:
        """Paint the key."""
        art, box = self._kit.art, self.area
        target.blit(art.panel(box.size, art.theme.button, box.height // 4, 2, lit=True), box)


def points_text(points: int) -> str:
    """Return *points* with its sign, as a row of the score shows it."""
    return format_signed(points) if points else format_number(0)


def minimum_text(difficulty: Difficulty) -> str:
    """Say how many dice a turn of *difficulty* must place."""
    return _("place {count} or more").format(count=format_number(difficulty.usual_minimum))


def cost_text(difficulty: Difficulty) -> str:
    """Say what the Majda Powers of *difficulty* cost, in order of use."""
    costs = [format_number(cost) for cost in difficulty.power_costs]
    if not costs:
        return _("no Powers")
    return _("costs {points}").format(points=", ".join(costs))
