"""The tray: four dice to choose from, and the hearts of the Majda Powers."""

from dataclasses import dataclass

from pygame import Rect, Surface

from game.ui.canvas import Node
from game.ui.widgets import Kit


@dataclass(frozen=True, slots=True)
class DieLook:
    """All that a tray place shows; *value* 0 is an empty place before the roll."""

    value: int = 0
    is_staged: bool = False
    is_selected: bool = False
    is_marked: bool = False
    """Whether the die is chosen to be thrown again."""
    is_cursor: bool = False


class DieNode(Node):
    """One place of the tray."""

    def __init__(self, kit: Kit, box: Rect, z: float = 3) -> None:
        self.kit = kit
        self.box = box
        self._held = 0
        self._look = DieLook()
        super().__init__(_with_glow(box), z)

    def place(self, box: Rect) -> None:
        """Put the tray place at *box*."""
        if box != self.box:
            self.box = box
            self.move(_with_glow(box))

    @property
    def look(self) -> DieLook:
        """What the place shows; set it to change it."""
        return self._look

    @look.setter
    def look(self, look: DieLook) -> None:
        if look != self._look:
            self._look = look
            self.changed()

    def hold(self, by: int) -> None:
        """Hide the die while it moves elsewhere (+1) and show it again (−1)."""
        self._held += by
        self.changed()

    def release(self) -> None:
        """Show the die, whatever hid it."""
        self._held = 0
        self.changed()

    def draw(self, target: Surface) -> None:
        """Paint the die with what it is lit for, or the empty place."""
        look, box, art = self._look, self.box, self.kit.art
        theme = art.theme
        side, radius = box.width, box.width // 6
        if not look.value or self._held:
            width = max(2, side // 50)
            target.blit(art.outline(box.size, theme.board.edge, radius, width, side // 12), box)
            return
        if look.is_staged:
            target.blit(art.shade(f"die_{look.value}", side, 0.45, 0.35), box)
            return
        lift = -side // 28 if look.is_selected or look.is_marked else 0
        blur = max(2, side // 14)
        shadow = art.shadow((side, side), radius, blur, 0.85)
        target.blit(shadow, shadow.get_rect(center=(box.centerx, box.centery + side // 20)))
        place = box.move(0, lift)
        if look.is_selected or look.is_marked:
            colour = theme.accent if look.is_selected else theme.accent_rose
            spread = max(6, side // 7)
            glow = art.glow((side, side), radius, spread, colour, 0.85)
            target.blit(glow, glow.get_rect(center=place.center))
        target.blit(art.die(look.value, side), place)
        if look.is_selected:
            self._ring(target, place, theme.accent)
        if look.is_marked:
            self._ring(target, place, theme.accent_rose)
            badge = max(16, side // 3)
            spot = Rect(0, 0, badge, badge)
            spot.center = (place.right - badge // 5, place.top + badge // 5)
            target.blit(self.kit.panel(spot.size, theme.rose, badge // 2), spot)
            inner = badge * 2 // 3
            icon = art.picture("icon_reroll", (inner, inner), theme.rose.text)
            target.blit(icon, icon.get_rect(center=spot.center))
        if look.is_cursor:
            self._ring(target, place.inflate(side // 8, side // 8), theme.focus)

    def _ring(self, target: Surface, place: Rect, colour: tuple[int, int, int]) -> None:
        width = max(3, place.width // 24)
        box = place.inflate(width * 2, width * 2)
        radius = place.width // 6 + width
        target.blit(self.kit.art.outline(box.size, colour, radius, width), box)


def _with_glow(box: Rect) -> Rect:
    bleed = max(8, box.width // 5)
    return box.inflate(2 * bleed, 2 * bleed)


_SPENT_ALPHA = 0.55


class Hearts(Node):
    """A heart for each Majda Power; a used one is spent."""

    def __init__(self, kit: Kit, box: Rect, count: int) -> None:
        super().__init__(box, z=2)
        self.kit = kit
        self.count = count
        self._left = count

    def show_left(self, left: int) -> None:
        """Show that *left* Powers can still be used."""
        if left != self._left:
            self._left = left
            self.changed()

    def centre_of(self, index: int) -> tuple[int, int]:
        """Return the middle of heart *index*."""
        return self.area.x + self.area.height * (2 * index + 1) // 2, self.area.centery

    def draw(self, target: Surface) -> None:
        """Paint the hearts; the last ones go out first."""
        side = max(8, self.area.height * 9 // 10)
        for index in range(self.count):
            name = "heart" if index < self._left else "heart_spent"
            art = self.kit.art
            picture = art.picture(name, (side, side))
            if name == "heart_spent" and art.theme.key == "daylight":
                # What is gone must not be the darkest thing on a pale ground.
                picture = art.shade(name, side, 1, _SPENT_ALPHA)
            target.blit(picture, picture.get_rect(center=self.centre_of(index)))
