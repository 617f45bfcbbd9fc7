"""Labels and buttons."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pygame import Rect, Surface

from game.ui.art import Art
from game.ui.canvas import Node
from game.ui.input import Point
from game.ui.layout import SMALLEST, Metrics, inset
from game.ui.text import Fonts
from game.ui.theme import Colour, Fill, blend

_LEAST_CAPTION = 0.62
"""A caption that an icon would make smaller than this share of its size goes without the icon."""
_FIRM_SPACE = "\N{NO-BREAK SPACE}"
MEANING_GUARD_SECONDS = 0.25
"""A button that has just changed its meaning ignores taps for so long."""


@dataclass(frozen=True, slots=True)
class Kit:
    """What every control draws with."""

    art: Art
    fonts: Fonts
    metrics: Metrics

    @property
    def radius(self) -> int:
        """Corner radius of buttons and cards."""
        return self.metrics.px(20)


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
        z: float = 1,
    ) -> None:
        """*units* is the font size at 1080 lines; *align* is left, center or right."""
        super().__init__(box, z)
        self._kit = kit
        self._units = units
        self._colour = colour
        self._bold = bold
        self._align = align
        self._valign = valign
        self._tracking = tracking
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
        said = [part.replace(" ", _FIRM_SPACE) for part in parts]
        while said and not fonts.fits(_line_of(said), SMALLEST, self.area.size, self._bold):
            del said[0]
        self.set(_line_of(said))

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
        px, lines = fonts.fit(self._text, px, room, self._bold)
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


def _line_of(parts: Sequence[str]) -> str:
    return f"{_FIRM_SPACE}· ".join(parts)


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


class Button(Control):
    """A button with a caption, and perhaps an icon and a second line."""

    def __init__(
        self,
        kit: Kit,
        box: Rect,
        caption: str,
        on_tap: Callable[[], None],
        *,
        style: str = "button",
        note: str = "",
        icon: str = "",
        units: float = 30,
        note_units: float = 24,
        is_selected: bool = False,
    ) -> None:
        """*style* names one of the theme's fills; *icon* a drawing in assets/art."""
        super().__init__(kit, box)
        self.caption = caption
        self.note = note
        self.icon = icon
        self.style = style
        self.units = units
        self.note_units = note_units
        self.is_selected = is_selected
        self.is_armed = False
        self.on_tap = on_tap
        self._parts: dict[tuple[object, ...], list[tuple[Surface, Rect]]] = {}
        self._guard_until = 0.0
        self._most_px = kit.metrics.text(units)
        self._caption_px = self._most_px
        self._is_crowded = False

    def set(
        self,
        *,
        caption: str | None = None,
        note: str | None = None,
        style: str | None = None,
        icon: str | None = None,
        enabled: bool | None = None,
        now: float | None = None,
    ) -> None:
        """Change how the button looks; *now* (seconds) given means that its meaning changed."""
        changes = {"caption": caption, "note": note, "style": style, "icon": icon}
        for name, value in changes.items():
            if value is not None and value != getattr(self, name):
                setattr(self, name, value)
                self.changed()
        self.set_flags(enabled=enabled)
        if now is not None:
            self._guard_until = now + MEANING_GUARD_SECONDS

    def mark_armed(self, is_armed: bool) -> None:
        """Frame the button while its next tap does what it names."""
        if is_armed != self.is_armed:
            self.is_armed = is_armed
            self.changed()

    def is_guarded(self, now: float) -> bool:
        """Tell whether the button's meaning has only just changed."""
        return now < self._guard_until

    def tapped(self, at: Point) -> None:
        """Call what the button is for."""
        self.on_tap()

    @property
    def fill(self) -> Fill:
        """The surface that the button shows now."""
        theme = self.kit.art.theme
        if not self.is_enabled:
            return theme.off
        if self.is_selected:
            return theme.gold
        fill = theme.fills()[self.style]
        if self.is_hovered and not self.is_pressed:
            if self.style == "button":
                return theme.hover
            light = (255, 255, 255)
            return Fill(
                blend(fill.top, light, 0.25),
                blend(fill.bottom, light, 0.2),
                fill.edge,
                fill.text,
                fill.dim,
            )
        return fill

    def prepare(self) -> None:
        """Rasterise the button as it stands."""
        fill = self.fill
        self.kit.art.panel(self.box.size, fill, self.kit.radius, 2, lit=True)
        self._layout(fill)

    def draw(self, target: Surface) -> None:
        """Paint the button."""
        kit, fill = self.kit, self.fill
        lift = 0 if self.is_pressed else kit.metrics.px(5)
        if self.is_enabled:
            blur = kit.metrics.px(10)
            shadow = kit.art.shadow(self.box.size, kit.radius, blur, 0.7)
            target.blit(shadow, self.box.move(-blur, lift - blur))
        panel = kit.art.panel(self.box.size, fill, kit.radius, 2, lit=True)
        down = kit.metrics.px(3) if self.is_pressed else 0
        target.blit(panel, self.box.move(0, down))
        for picture, place in self._layout(fill):
            target.blit(picture, place.move(0, down))
        if self.is_armed:
            width = max(3, kit.metrics.px(5))
            ring = kit.art.outline(self.box.size, kit.art.theme.focus, kit.radius, width)
            target.blit(ring, self.box.move(0, down))
        self.draw_focus(target, kit.radius)

    def _layout(self, fill: Fill) -> list[tuple[Surface, Rect]]:
        """Place icon, caption and note in the box; the caption shrinks rather than be cut."""
        key = (self.caption, self.note, self.icon, fill, *self.box)
        if key not in self._parts:
            self._parts[key] = self._compose(fill)
        return self._parts[key]

    def _compose(self, fill: Fill) -> list[tuple[Surface, Rect]]:
        metrics = self.kit.metrics
        room = inset(self.box, metrics.px(14), metrics.px(6))
        parts: list[tuple[Surface, Rect]] = []
        if self.note:
            room, below = self._split(room)
            parts += self._text(self.note, metrics.text(self.note_units), below, fill.dim)[1]
        icon_side = min(room.height * 3 // 4, self._most_px * 5 // 4)
        self._is_crowded = bool(self.icon) and self._crowds(icon_side + metrics.px(12), room)
        if self.icon and not self._is_crowded:
            picture = self.kit.art.picture(self.icon, (icon_side, icon_side), fill.text)
            if not self.caption:
                parts.append((picture, picture.get_rect(center=room.center)))
                return parts
            gap = metrics.px(12)
            room = Rect(room.x + icon_side + gap, room.y, room.width - icon_side - gap, room.height)
            self._caption_px, words = self._text(
                self.caption, self._most_px, room, fill.text, bold=True
            )
            # Icon and words stand in the middle of the box together.
            span = max(place.width for _, place in words) + icon_side + gap
            shift = self.box.centerx - span // 2 + icon_side + gap - min(p.x for _, p in words)
            parts += [(word, place.move(shift, 0)) for word, place in words]
            left = min(place.x for _, place in words) + shift - gap
            parts.append((picture, picture.get_rect(midright=(left, room.centery))))
            return parts
        self._caption_px, words = self._text(
            self.caption, self._most_px, room, fill.text, bold=True
        )
        return parts + words

    def _crowds(self, width: int, room: Rect) -> bool:
        """Tell whether an icon that takes *width* would leave the words of *room* too small."""
        fonts, wanted = self.kit.fonts, self._most_px
        if not self.caption or fonts.width(self.caption, wanted, bold=True) + width <= room.width:
            return False
        beside = max(1, room.width - width)
        px, _lines = fonts.fit(self.caption, wanted, (beside, room.height), bold=True)
        return px < wanted * _LEAST_CAPTION

    def _split(self, room: Rect) -> tuple[Rect, Rect]:
        """Divide *room* for caption and note, which stand together in its middle."""
        text, line = self.kit.metrics.text, self.kit.fonts.line_height
        if not (self.caption or self.icon):
            return Rect(room.topleft, (room.width, 0)), room
        upper = line(self._most_px)
        lower = line(text(self.note_units)) * (1 + self.note.count("\n"))
        share = min(1.0, room.height / (upper + lower))
        top = room.y + round((room.height - (upper + lower) * share) / 2)
        middle = top + round(upper * share)
        above = Rect(room.x, top, room.width, middle - top)
        return above, Rect(room.x, middle, room.width, round(lower * share))

    def _text(
        self, text: str, most: int, room: Rect, colour: Colour, bold: bool = False
    ) -> tuple[int, list[tuple[Surface, Rect]]]:
        """Return the size up to *most* at which *text* fits *room*, and its lines in place."""
        fonts = self.kit.fonts
        px, lines = fonts.fit(text, most, room.size, bold)
        height = fonts.line_height(px)
        y = room.y + (room.height - height * len(lines)) // 2
        placed = []
        for index, line in enumerate(lines):
            picture = fonts.render(line, px, colour, bold)
            placed.append((picture, picture.get_rect(centerx=room.centerx, y=y + index * height)))
        return px, placed

    @property
    def is_crowded(self) -> bool:
        """Whether the icon is left out so that the caption can be read."""
        self._layout(self.fill)
        return self._is_crowded

    def caption_px(self, most: int | None = None) -> int:
        """Return the font size of the caption, from now on at most *most* pixels."""
        if most is not None and most != self._most_px:
            self._most_px = most
            self._parts.clear()
            self.changed()
        self._layout(self.fill)
        return self._caption_px


def set_alike(buttons: Sequence[Button]) -> None:
    """Give the captions of *buttons* one size: the smallest that any of them needs.

    Where one has no room for its icon, none shows any.
    """
    sizes = [button.caption_px() for button in buttons]
    if any(button.is_crowded for button in buttons):
        for button in buttons:
            button.set(icon="")
        sizes = [button.caption_px() for button in buttons]
    for button in buttons:
        button.caption_px(min(sizes))
