"""How to play: the rules, leaf by leaf, with drawings."""

from pygame import Rect

from game.scenes.base import Context
from game.scenes.flow import Flow, Leaf, build
from game.scenes.page import LeafedScene, turning
from game.scenes.parts import Backing
from game.scenes.rules_text import topics
from game.ui.canvas import Node
from game.ui.input import Gesture
from game.ui.layout import inset

_WIDEST = 1560


class HowToPlayScene(LeafedScene):
    """A little book: leaves are broken for the window, the text size and the language."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._reading: Leaf | None = None

    def build(self) -> None:
        """Break the rules into leaves and show the one that was being read."""
        metrics = self.metrics
        room = self.build_frame("", "icon_rules")
        foot = Rect(room.x, room.bottom - self.bar, room.width, self.bar)
        wide = self.readable_width(room, _WIDEST)
        tall = foot.y - metrics.gap - room.y
        panel = Rect(room.centerx - wide // 2, room.y, wide, tall)
        self.canvas.add(Backing(self.kit, panel, "panel", 0.8))
        self._room = inset(panel, metrics.px(52), metrics.px(30))
        self._flow = Flow(self.kit, self._room.size)
        self._leaves = self._flow.leaves(topics())
        self.leaf = self._find()
        self.build_turner(foot, len(self._leaves))
        self._shown: list[Node] = []
        self.show_leaf()

    def _find(self) -> int:
        """Return the leaf that begins with, or else comes nearest to, what was being read."""
        if self._reading is None:
            return self.leaf
        same = [i for i, leaf in enumerate(self._leaves) if leaf.topic == self._reading.topic]
        first = self._reading.blocks[0]
        return next((i for i in same if first in self._leaves[i].blocks), same[0])

    def show_leaf(self) -> None:
        """Put the leaf in sight on the canvas."""
        for node in self._shown:
            self.canvas.remove(node)
        leaf = self._reading = self._leaves[self.leaf]
        self.set_heading(leaf.title)
        self._shown = [
            self.canvas.add(node)
            for piece in self._flow.pieces(leaf)
            for node in build(self.kit, piece, self._room.topleft)
        ]

    def act(self, gesture: Gesture) -> bool:
        """Turn leaves by the arrow keys too."""
        by = turning(gesture)
        if by:
            self.turn(by)
            return True
        return super().act(gesture)
