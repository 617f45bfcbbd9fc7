"""The rows of the rules: what takes the whole width of a leaf and is as tall as its text."""

from dataclasses import dataclass

from pygame import Rect, Surface

from game.rules.magdagdon.board import Difficulty
from game.scenes.parts import Backing
from game.ui.canvas import Node, Picture
from game.ui.language import _, format_number, format_signed
from game.ui.layout import columns, inset, rows
from game.ui.theme import Colour
from game.ui.widgets import Kit, Label
from game.ui.wording import difficulty_name
from game.views.magdagdon.tray import Hearts

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
        target.blit(self._kit.panel(box.size, art.theme.button, box.height // 4, lit=True), box)


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
