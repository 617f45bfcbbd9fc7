"""A slider."""

from collections.abc import Callable

from pygame import Rect, Surface

from game.ui.input import Point
from game.ui.widgets import Control, Kit


class Slider(Control):
    """A value from 0 to 100 on a line, dragged or stepped by keys."""

    def __init__(
        self, kit: Kit, box: Rect, value: int, on_change: Callable[[int], None], most: int = 100
    ) -> None:
        """*on_change* is told every new value; *most* is the greatest that can be had."""
        super().__init__(kit, box)
        self.value = value
        self._most = most
        self._on_change = on_change

    def tapped(self, at: Point) -> None:
        """Jump to where the line was tapped."""
        self.dragged(at)

    def accepted(self) -> None:
        """Leave the value as it is: the arrow keys change it."""

    def dragged(self, at: Point) -> None:
        """Follow the pointer, in steps of 5."""
        track = self._track()
        share = (at[0] - track.x) / max(1, track.width)
        self._set(round(share * 20) * 5)

    def stepped(self, by: int) -> bool:
        """Move by 5."""
        self._set(self.value + 5 * by)
        return True

    def _set(self, value: int) -> None:
        new = max(0, min(self._most, value))
        if new != self.value:
            self.value = new
            self.changed()
            self._on_change(new)

    def _track(self) -> Rect:
        knob = self.box.height // 2
        return Rect(
            self.box.x + knob,
            self.box.centery - knob // 4,
            self.box.width - 2 * knob,
            max(4, knob // 2),
        )

    def draw(self, target: Surface) -> None:
        """Paint the line, the part that is on, and the knob."""
        kit, theme = self.kit, self.kit.art.theme
        track = self._track()
        target.blit(kit.panel(track.size, theme.off, track.height // 2, 1), track)
        on = Rect(track.x, track.y, round(track.width * self.value / 100), track.height)
        if on.width > track.height:
            target.blit(kit.panel(on.size, theme.gold, track.height // 2, 1), on)
        side = round(self.box.height * 0.62)
        knob = kit.panel((side, side), theme.gold, side // 2)
        target.blit(knob, knob.get_rect(center=(on.right, track.centery)))
        self.draw_focus(target, kit.radius)
