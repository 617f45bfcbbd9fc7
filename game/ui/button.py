"""Buttons: a caption, perhaps icon, note and award, and rows of them that share their sizes."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from pygame import Rect, Surface

from game.ui.input import Point
from game.ui.layout import SMALLEST, inset
from game.ui.theme import Colour, Fill, blend
from game.ui.widgets import Control, Kit

_LEAST_BESIDE_ICON = 0.8
"""A caption that an icon would make smaller than this share of its size goes without the icon."""
_LEAST_ON_ONE_LINE = 0.75
"""A caption that would be smaller than this share of its size stands on two lines."""
MEANING_GUARD_SECONDS = 0.25
"""A button that has just changed its meaning ignores taps for so long."""


class _Face(NamedTuple):
    """What stands on a button: pictures and their places, and the sizes of caption and note."""

    parts: list[tuple[Surface, Rect]]
    sizes: tuple[int, int]
    is_crowded: bool
    """Whether the icon is left out so that the caption can be read."""


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
        award: str = "",
        icon: str = "",
        units: float = 30,
        note_units: float = 24,
        is_selected: bool = False,
        has_sign: bool = False,
    ) -> None:
        """*style* names one of the theme's fills; *icon* a drawing in assets/art.

        The *award* is the note's last line, and stands out: bold, and gold where the fill is not.
        Where the icon is a sign that comes and goes (*has_sign*), the caption always leaves room
        for it.
        """
        super().__init__(kit, box)
        self.caption = caption
        self.note = note
        self.award = award
        self.icon = icon
        self.style = style
        self.units = units
        self.note_units = note_units
        self.is_selected = is_selected
        self.has_sign = has_sign
        self.is_armed = False
        self.on_tap = on_tap
        self._composed: dict[tuple[object, ...], _Face] = {}
        self._guard_until = 0.0
        self._most = self.wished

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
        self.kit.panel(self.box.size, self.fill, self.kit.radius, lit=True)
        self.face()

    def draw(self, target: Surface) -> None:
        """Paint the button."""
        kit, fill = self.kit, self.fill
        lift = 0 if self.is_pressed else kit.metrics.px(5)
        if self.is_enabled:
            blur = kit.metrics.px(10)
            shadow = kit.art.shadow(self.box.size, kit.radius, blur, 0.7)
            target.blit(shadow, self.box.move(-blur, lift - blur))
        panel = kit.panel(self.box.size, fill, kit.radius, lit=True)
        down = kit.metrics.px(3) if self.is_pressed else 0
        target.blit(panel, self.box.move(0, down))
        for picture, place in self.face().parts:
            target.blit(picture, place.move(0, down))
        if self.is_armed:
            width = max(3, kit.metrics.px(5))
            ring = kit.art.outline(self.box.size, kit.art.theme.focus, kit.radius, width)
            target.blit(ring, self.box.move(0, down))
        self.draw_focus(target, kit.radius)

    def face(self, most: tuple[int, int] | None = None) -> _Face:
        """Return icon, caption and note in the box; the caption shrinks rather than be cut.

        With *most*, as they would be if caption and note were at most of these sizes.
        """
        fill, most = self.fill, most or self._most
        key = (self.caption, self.note, self.award, self.icon, fill, *most, *self.box)
        if key not in self._composed:
            self._composed[key] = self._compose(fill, *most)
        return self._composed[key]

    def _compose(self, fill: Fill, most: int, note_px: int) -> _Face:
        metrics = self.kit.metrics
        room = inset(self.box, metrics.px(14), metrics.px(6))
        parts: list[tuple[Surface, Rect]] = []
        if self._below:
            room, below = self._split(room)
            # Small letters may come nearer to the edge.
            below.inflate_ip(metrics.px(14), 0)
            note_px, parts = self._text(self._below, note_px, below, fill.dim)
            if self.award:
                parts = self._awarded(parts, note_px, below.width)
        wanted, gap = most, metrics.px(12)
        if self.caption and (self.icon or self.has_sign):
            most = self._size_beside_icon(wanted, room)
        # A sign tells something that the words do not; any other icon gives way to them.
        is_crowded = bool(self.icon) and not self.has_sign and most < wanted * _LEAST_BESIDE_ICON
        has_icon = bool(self.icon) and not is_crowded
        side = _icon_side(most, room)
        beside = Rect(room.x + side + gap, room.y, room.width - side - gap, room.height)
        most = wanted if is_crowded else most
        px, words = self._text(
            self.caption, most, beside if has_icon else room, fill.text, bold=True
        )
        if not has_icon:
            return _Face(parts + words, (px, note_px), is_crowded)
        picture = self.kit.art.picture(self.icon, (side, side), fill.text)
        if not self.caption:
            parts.append((picture, picture.get_rect(center=room.center)))
            return _Face(parts, (px, note_px), is_crowded)
        # Icon and words stand in the middle of the box together.
        span = max(place.width for _, place in words) + side + gap
        shift = self.box.centerx - span // 2 + side + gap - min(p.x for _, p in words)
        parts += [(word, place.move(shift, 0)) for word, place in words]
        left = min(place.x for _, place in words) + shift - gap
        parts.append((picture, picture.get_rect(midright=(left, room.centery))))
        return _Face(parts, (px, note_px), is_crowded)

    def _size_beside_icon(self, most: int, room: Rect) -> int:
        """Return the caption's size, up to *most*, that leaves an icon as large in *room*."""
        fonts, gap = self.kit.fonts, self.kit.metrics.px(12)

        def left(px: int) -> tuple[int, int]:
            return room.width - _icon_side(px, room) - gap, room.height

        for px in range(most, max(SMALLEST, self._one_line) - 1, -1):
            wide, tall = left(px)
            if fonts.width(self.caption, px, bold=True) <= wide and fonts.line_height(px) <= tall:
                return px
        px = most
        while px > SMALLEST and not fonts.fits(self.caption, px, left(px), bold=True):
            px -= 1
        return px

    def _split(self, room: Rect) -> tuple[Rect, Rect]:
        """Divide *room* for caption and note, which stand together in its middle."""
        text, line = self.kit.metrics.text, self.kit.fonts.line_height
        if not (self.caption or self.icon):
            return Rect(room.topleft, (room.width, 0)), room
        upper = line(text(self.units))
        lower = line(text(self.note_units)) * (1 + self._below.count("\n"))
        wrapped = self.kit.fonts.wrap(self.caption, text(self.units), room.width, bold=True)
        if len(wrapped) > 1 and 2 * upper + lower <= room.height:
            upper *= 2
        share = min(1.0, room.height / (upper + lower))
        top = room.y + round((room.height - (upper + lower) * share) / 2)
        middle = top + round(upper * share)
        above = Rect(room.x, top, room.width, middle - top)
        return above, Rect(room.x, middle, room.width, round(lower * share))

    @property
    def _below(self) -> str:
        """What stands below the caption."""
        return "\n".join(filter(None, (self.note, self.award)))

    def _awarded(
        self, parts: list[tuple[Surface, Rect]], px: int, width: int
    ) -> list[tuple[Surface, Rect]]:
        """Return the lines of note and award, *width* wide at most, with the award's marked."""
        fonts, theme = self.kit.fonts, self.kit.art.theme
        is_plain = self.fill in (theme.button, theme.hover)
        colour = theme.accent if is_plain else self.fill.text
        lines = fonts.wrap(self.award, px, width)
        # Bold letters are wider, and no line may become so.
        bold = all(fonts.width(line, px, bold=True) <= width for line in lines)
        pictures = [fonts.render(line, px, colour, bold) for line in lines]
        places = [place for _, place in parts[-len(lines) :]]
        marked = [
            (picture, picture.get_rect(midtop=place.midtop))
            for picture, place in zip(pictures, places, strict=True)
        ]
        return parts[: -len(lines)] + marked

    def _text(
        self, text: str, most: int, room: Rect, colour: Colour, bold: bool = False
    ) -> tuple[int, list[tuple[Surface, Rect]]]:
        """Return the size up to *most* at which *text* fits *room*, and its lines in place."""
        fonts = self.kit.fonts
        px, lines = fonts.fit(
            text, most, room.size, bold, one_line=self._one_line if bold else None
        )
        height = fonts.line_height(px)
        y = room.y + (room.height - height * len(lines)) // 2
        placed = []
        for index, line in enumerate(lines):
            picture = fonts.render(line, px, colour, bold)
            placed.append((picture, picture.get_rect(centerx=room.centerx, y=y + index * height)))
        return px, placed

    @property
    def wished(self) -> tuple[int, int]:
        """The font sizes that caption and note have where there is room."""
        text = self.kit.metrics.text
        return text(self.units), text(self.note_units)

    @property
    def _one_line(self) -> int:
        """The font size down to which the caption stays on one line."""
        return round(self.wished[0] * _LEAST_ON_ONE_LINE)

    def limit(self, most: tuple[int, int]) -> None:
        """Show caption and note at most at the sizes *most*."""
        if most != self._most:
            self._most = most
            self.changed()


def _icon_side(px: int, room: Rect) -> int:
    """Return the side of an icon in *room* beside letters of size *px*."""
    return min(room.height * 3 // 4, px * 5 // 4)


def set_alike(buttons: Sequence[Button]) -> None:
    """Give the captions of *buttons* one size, and their notes: the smallest that any needs.

    Where one has no room for its icon beside its caption, none shows any.
    """
    if any(button.face(button.wished).is_crowded for button in buttons):
        for button in buttons:
            button.set(icon="" if button.caption else None)
    sizes = [button.face(button.wished).sizes for button in buttons]
    captions = [size[0] for size, button in zip(sizes, buttons, strict=True) if button.caption]
    notes = [size[1] for size, button in zip(sizes, buttons, strict=True) if button.note.strip()]
    for button, (caption, note) in zip(buttons, sizes, strict=True):
        button.limit((min(captions, default=caption), min(notes, default=note)))
