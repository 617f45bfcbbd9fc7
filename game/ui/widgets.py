"""What controls are made with, labels, and what every control can do."""

from collections.abc import Sequence
from typing import NamedTuple

from pygame import Rect, Surface

from game.ui.art import Art
from game.ui.canvas import Node
from game.ui.input import Point
from game.ui.layout import SMALLEST, Metrics
from game.ui.text import Fonts, line_of
from game.ui.theme import Colour, Fill


class Kit(NamedTuple):
    """What every control draws with."""

    art: Art
    fonts: Fonts
    metrics: Metrics

    @property
    def radius(self) -> int:
        """Corner radius of buttons and cards."""
        return self.metrics.px(20)

    def panel(
        self, size: tuple[int, int], fill: Fill, radius: int, edge: int = 2, *, lit: bool = False
    ) -> Surface:
        """Return a panel as `Art.panel` does; its edge is *edge* pixels at 1080 lines."""
        return self.art.panel(size, fill, radius, self.metrics.edge(edge), lit)


class Label(Node):
    """Text in a box: wrapped, and made smaller where it would not fit."""

    def __init__(
        self,
        kit: Kit,
        box: Rect,
        text: str,
        units: float,
        colour: Colour,
        *,
        bold: bool = False,
        align: str = "left",
        valign: str = "middle",
        tracking: int = 0,
        one_line: float | None = None,
        z: float = 1,
    ) -> None:
        """*units* is the font size at 1080 lines; *align* is left, center or right.

        With *one_line* the text stays on one line where that leaves this share of its size.
        """
        super().__init__(box, z)
        self._kit = kit
        self._units = units
        self._colour = colour
        self._bold = bold
        self._align = align
        self._valign = valign
        self._tracking = tracking
        self._one_line = None if one_line is None else round(kit.metrics.text(units) * one_line)
        self._text = text
        self._lines: list[tuple[Surface, Rect]] | None = None

    @property
    def text(self) -> str:
        """What the label says."""
        return self._text

    def set(self, text: str, colour: Colour | None = None) -> None:
        """Say *text* from now on, in *colour* if given."""
        new_colour = self._colour if colour is None else colour
        if (text, new_colour) != (self._text, self._colour):
            self._text, self._colour = text, new_colour
            self._lines = None
            self.changed()

    def set_parts(self, parts: Sequence[str]) -> None:
        """Say *parts* on lines that break only between them.

        Of more than can be read in the box the last ones are said: put first what tells least.
        """
        fonts = self._kit.fonts
        said = list(parts)
        while said and not fonts.fits(line_of(said), SMALLEST, self.area.size, self._bold):
            del said[0]
        self.set(line_of(said))

    def fit_into(self, box: Rect) -> None:
        """Put the label into *box*."""
        if box != self.area:
            self._lines = None
            self.move(box)

    def prepare(self) -> None:
        """Wrap and rasterise the text."""
        if self._lines is not None:
            return
        fonts = self._kit.fonts
        px = self._kit.metrics.text(self._units)
        room = (self.area.width - self._tracking * max(0, len(self._text) - 1), self.area.height)
        px, lines = fonts.fit(self._text, px, room, self._bold, one_line=self._one_line)
        height = fonts.line_height(px)
        spare = self.area.height - height * len(lines)
        y = self.area.y + {"top": 0, "middle": spare // 2, "bottom": spare}[self._valign]
        self._lines = []
        for line in lines:
            picture = fonts.render(line, px, self._colour, self._bold, self._tracking)
            place = picture.get_rect(y=y)
            setattr(
                place,
                {"left": "left", "center": "centerx", "right": "right"}[self._align],
                {"left": self.area.left, "center": self.area.centerx, "right": self.area.right}[
                    self._align
                ],
            )
            self._lines.append((picture, place))
            y += height

    def text_bounds(self) -> Rect:
        """Return the box that the letters take up."""
        self.prepare()
        places = [place for _, place in self._lines or ()]
        return places[0].unionall(places[1:]) if places else Rect(self.area.topleft, (0, 0))

    def draw(self, target: Surface) -> None:
        """Paint the text; what does not fit even at the smallest size stays inside the box."""
        self.prepare()
        clip = target.get_clip()
        target.set_clip(clip.clip(self.area))
        for picture, place in self._lines or ():
            target.blit(picture, place)
        target.set_clip(clip)


class Control(Node):
    """Something that can be tapped, hovered and focused."""

    def __init__(self, kit: Kit, box: Rect, z: float = 1) -> None:
        """*box* is what can be tapped; the node's area is larger by shadow and glow."""
        self.kit = kit
        self.box = Rect(box)
        self.bleed = kit.metrics.px(16)
        super().__init__(box.inflate(2 * self.bleed, 2 * self.bleed), z)
        self.is_enabled = True
        self.is_hovered = False
        self.is_pressed = False
        self.is_focused = False

    def place(self, box: Rect) -> None:
        """Put the control at *box*."""
        if box != self.box:
            self.box = Rect(box)
            self.move(box.inflate(2 * self.bleed, 2 * self.bleed))

    def contains(self, at: Point) -> bool:
        """Tell whether the control can be tapped at *at*."""
        return self.is_visible and bool(self.box.collidepoint(at))

    def set_flags(
        self,
        *,
        hovered: bool | None = None,
        pressed: bool | None = None,
        focused: bool | None = None,
        enabled: bool | None = None,
    ) -> None:
        """Change what is given of the control's state and repaint it where it looks different."""
        before = (self.is_hovered, self.is_pressed, self.is_focused, self.is_enabled)
        self.is_hovered = self.is_hovered if hovered is None else hovered
        self.is_pressed = self.is_pressed if pressed is None else pressed
        self.is_focused = self.is_focused if focused is None else focused
        self.is_enabled = self.is_enabled if enabled is None else enabled
        if before != (self.is_hovered, self.is_pressed, self.is_focused, self.is_enabled):
            self.changed()

    def tapped(self, at: Point) -> None:
        """Do what the control is for; called only while it is enabled."""

    def accepted(self) -> None:
        """Take the Enter key while focused."""
        self.tapped(self.box.center)

    def dragged(self, at: Point) -> None:
        """Follow a pointer that went down on the control."""

    def stepped(self, by: int) -> bool:
        """Take a left (−1) or right (+1) key while focused; False leaves it to the focus."""
        return False

    def draw_focus(self, target: Surface, radius: int) -> None:
        """Paint the ring that shows where the keyboard is."""
        if self.is_focused:
            around = self.kit.metrics.px(7)
            box = self.box.inflate(2 * around, 2 * around)
            colour = self.kit.art.theme.focus
            width = max(3, self.kit.metrics.px(5))
            ring = self.kit.art.outline(box.size, colour, radius + around, width)
            target.blit(ring, box)
