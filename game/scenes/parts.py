"""Nodes that several scenes are made of: panels, the lettering, rows of a table."""

from pygame import Rect, Surface

from game.ui.canvas import Node
from game.ui.layout import centred
from game.ui.widgets import Kit


class Backing(Node):
    """A plain panel behind other things."""

    def __init__(
        self, kit: Kit, box: Rect, style: str, z: float = 0.9, *, is_fiery: bool = False
    ) -> None:
        """*style* names one of the theme's fills; *is_fiery* frames the panel in fire."""
        super().__init__(box.inflate(8, 8), z)
        self._kit = kit
        self._box = box
        self._style = style
        self._is_fiery = is_fiery

    def draw(self, target: Surface) -> None:
        """Paint the panel."""
        kit, theme = self._kit, self._kit.art.theme
        fill, edge = theme.fills()[self._style], 2
        if self._is_fiery:
            fill, edge = fill._replace(edge=theme.accent_fire), 3
        target.blit(kit.panel(self._box.size, fill, kit.metrics.px(34), edge), self._box)


class Lettering(Node):
    """The word MAGDAGDON, as drawn."""

    RATIO = 7414 / 740

    def __init__(self, kit: Kit, box: Rect, z: float = 1) -> None:
        """Fill *box* as far as the lettering's shape allows."""
        wide = min(box.width, round(box.height * self.RATIO))
        place = centred((wide, max(1, round(wide / self.RATIO))), box)
        super().__init__(place, z)
        self._kit = kit
        # Light fire would fade on a pale ground.
        self._name = "logo_pale" if kit.art.theme.key == "daylight" else "logo"

    def draw(self, target: Surface) -> None:
        """Paint the word."""
        target.blit(self._kit.art.picture(self._name, self.area.size), self.area)


class Rule(Node):
    """A thin line at the bottom of a box, between the rows of a table."""

    def __init__(self, kit: Kit, box: Rect, z: float = 1) -> None:
        thick = max(1, kit.metrics.px(2))
        super().__init__(Rect(box.x, box.bottom - 1, box.width, thick), z)
        self._colour = kit.art.theme.board.edge

    def draw(self, target: Surface) -> None:
        """Paint the line."""
        target.fill(self._colour, self.area)
