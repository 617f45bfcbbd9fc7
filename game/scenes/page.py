"""Pages that fill the window: the way back, a heading, and leaves to turn."""

from functools import partial

from pygame import Rect, Surface

from game.scenes.base import Context, Scene
from game.ui.button import Button, set_alike
from game.ui.canvas import Node, Picture
from game.ui.controls import ControlType
from game.ui.input import Command, Down, Gesture, Key, Point, Up, Wheel
from game.ui.language import _, format_number
from game.ui.layout import inset
from game.ui.widgets import Control, Kit, Label

_SWIPE_SHARE = 0.06
"""A swipe is at least this share of the window's width."""


def segment_icon(is_selected: bool) -> str:
    """Return the sign of the chosen one of several buttons: colour is not enough."""
    return "icon_check" if is_selected else ""


class PageScene(Scene):
    """A scene with a heading, and Back at its top left."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._named: dict[str, Control] = {}

    def layout(self, background: Surface) -> None:
        """Lay the page out; the keyboard stays where it was."""
        held = next((key for key, control in self._named.items() if control.is_focused), None)
        self._named = {}
        super().layout(background)
        if held in self._named:
            self.controls.focus(self._named[held])

    def name(self, key: str, control: ControlType) -> ControlType:
        """Add *control* under *key*, by which the focus finds it again after a new layout."""
        self._named[key] = control
        return self.controls.add(control)

    def named(self, key: str) -> Control:
        """Return the control that was added under *key*."""
        return self._named[key]

    @property
    def bar(self) -> int:
        """Height of the header, and of buttons beside the page's contents."""
        return max(self.metrics.px(88), round(self.metrics.touch * 0.84))

    def readable_width(self, room: Rect, units: float) -> int:
        """Return a width of *units* that grows with the text; all of a narrow *room*."""
        metrics = self.metrics
        wide = metrics.px(units * metrics.text_percent / 100)
        return min(room.width, max(wide, 760))

    def build_frame(self, heading: str, icon: str, beside: int = 0) -> Rect:
        """Put Back and *heading* on the canvas; return the room that is left.

        A width of *beside* pixels stays free at the top right.
        """
        metrics = self.metrics
        page = inset(metrics.screen, metrics.margin, max(metrics.px(30), metrics.margin // 2))
        wide = max(self.bar * 3 // 2, self.natural_width(_("Back"), has_icon=True))
        back = Rect(page.x, page.y, min(wide, page.width // 3), self.bar)
        self.back = Button(self.kit, back, _("Back"), self.leave, icon="icon_back")
        self.name("back", self.back)
        self._heading = Rect(back.right + metrics.gap, back.y, 0, self.bar)
        self._heading.width = page.right - self._heading.x
        self.beside = Rect(page.right - beside, back.y, beside, self.bar)
        if beside:
            self._heading.width -= beside + metrics.gap
        self._heading_icon = icon
        self._heading_nodes: list[Node] = []
        self.set_heading(heading)
        top = back.bottom + metrics.gap
        return Rect(page.x, top, page.width, page.bottom - top)

    def set_heading(self, heading: str) -> None:
        """Say *heading* at the top, in the middle of the window or beside Back."""
        metrics, kit, theme = self.metrics, self.kit, self.kit.art.theme
        for node in self._heading_nodes:
            self.canvas.remove(node)
        room = self._heading
        side = min(room.height * 5 // 8, metrics.text(54))
        gap = metrics.px(18)
        px, _lines = kit.fonts.fit(
            heading, metrics.text(50), (room.width - side - gap, room.height), bold=True
        )
        wide = max(kit.fonts.width(line, px, bold=True) for line in _lines) + 2
        left = metrics.screen.centerx - (side + gap + wide) // 2
        left = max(room.x, min(left, room.right - side - gap - wide))
        image = kit.art.picture(self._heading_icon, (side, side), theme.accent)
        words = Rect(left + side + gap, room.y, min(wide, room.right - left - side - gap), self.bar)
        self._heading_nodes = [
            self.canvas.add(Picture(image, (left, room.centery - side // 2), 1)),
            self.canvas.add(Label(kit, words, heading, 50, theme.sky.text, bold=True)),
        ]


class Dots(Node):
    """A dot for each leaf; the one in sight is a longer one."""

    def __init__(self, kit: Kit, box: Rect, count: int) -> None:
        """Fill *box*, in its middle, with *count* dots."""
        super().__init__(box, 1)
        self._kit = kit
        self._count = count
        self._at = 0
        self._side = max(6, min(kit.metrics.px(14), box.width // (2 * count + 2)))

    @property
    def needed(self) -> int:
        """The width that the dots take."""
        return self._side * (2 * self._count + 1)

    def fits(self, size: tuple[int, int]) -> bool:
        """Tell whether the dots have room in *size*."""
        return self.needed < size[0] and 2 * self._side <= size[1]

    def point(self, at: int) -> None:
        """Show that leaf *at* is in sight."""
        self._at = at
        self.changed()

    def draw(self, target: Surface) -> None:
        """Paint the dots."""
        art, side = self._kit.art, self._side
        x = self.area.centerx - self.needed // 2
        y = self.area.centery - side // 2
        for index in range(self._count):
            if index == self._at:
                target.blit(self._kit.panel((2 * side, side), art.theme.gold, side // 2, 1), (x, y))
                x += side
            else:
                target.blit(art.disc(side, art.theme.sky.dim, 150), (x, y))
            x += 2 * side


class LeafedScene(PageScene):
    """A page whose contents may need several leaves: turned by buttons, wheel and swipe."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.leaf = 0
        self.leaves = 1
        self._down: Point | None = None

    def show_leaf(self) -> None:
        """Put the leaf in sight on the canvas."""
        raise NotImplementedError

    def build_turner(self, box: Rect, count: int) -> None:
        """Put the buttons that turn *count* leaves, and where the reader is, into *box*."""
        self.leaves = count
        self.leaf = max(0, min(self.leaf, count - 1))
        metrics, theme = self.metrics, self.kit.art.theme
        before, after = _("Previous"), _("Next")
        wide = max(self.natural_width(word, has_icon=True) for word in (before, after))
        wide = min(max(wide, box.height * 2), box.width * 2 // 5)
        left = Rect(box.x, box.y, wide, box.height)
        right = Rect(box.right - wide, box.y, wide, box.height)
        self._before = self.name("previous", self._turner(left, before, "icon_arrow_left", -1))
        self._after = self.name("next", self._turner(right, after, "icon_arrow_right", 1))
        middle = Rect(left.right, box.y, right.x - left.right, box.height)
        set_alike([self._before, self._after])
        self._dots = Dots(self.kit, middle, count)
        line = self.kit.fonts.line_height(metrics.text(28))
        tall = middle.height - line
        has_dots = count > 1 and self._dots.fits((middle.width - metrics.gap, tall))
        words = Rect(middle.x, middle.y, middle.width, line if has_dots else middle.height)
        if has_dots:
            self._dots.area = Rect(middle.x, words.bottom, middle.width, tall)
            self.canvas.add(self._dots)
        self._where = self.canvas.add(
            Label(self.kit, words, "", 28, theme.sky.dim, bold=True, align="center")
        )
        self._say_where()

    def _turner(self, box: Rect, caption: str, icon: str, by: int) -> Button:
        return Button(self.kit, box, caption, partial(self.turn, by), icon=icon)

    def _say_where(self) -> None:
        self._where.set(f"{format_number(self.leaf + 1)} / {format_number(self.leaves)}")
        self._dots.point(self.leaf)
        for button, other, is_there in (
            (self._before, self._after, self.leaf > 0),
            (self._after, self._before, self.leaf < self.leaves - 1),
        ):
            if button.is_focused and not is_there:
                self.controls.focus(other)
            button.set(enabled=is_there)

    def turn(self, by: int) -> None:
        """Go *by* leaves on; nothing happens past the ends."""
        leaf = max(0, min(self.leaves - 1, self.leaf + by))
        if leaf != self.leaf:
            self.leaf = leaf
            self.show_leaf()
            self._say_where()

    def act(self, gesture: Gesture) -> bool:
        """Turn leaves by wheel and swipe; leave all else to the controls."""
        match gesture:
            case Wheel(steps):
                self.turn(-1 if steps > 0 else 1)
                return True
            case Down(at):
                self._down = at if self.controls.at(at) is None else None
            case Up(at, is_tap) if not is_tap and self._down is not None:
                across, down = at[0] - self._down[0], at[1] - self._down[1]
                if abs(across) > max(_SWIPE_SHARE * self.metrics.width, 2 * abs(down)):
                    self.turn(-1 if across > 0 else 1)
                    return True
            case _:
                pass
        return super().act(gesture)


def turning(gesture: Gesture) -> int:
    """Return by how many leaves an arrow key turns; 0 for anything else."""
    if isinstance(gesture, Key):
        return {Command.LEFT: -1, Command.RIGHT: 1}.get(gesture.command, 0)
    return 0
