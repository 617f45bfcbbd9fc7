"""How to play: the rules, leaf by leaf, with drawings."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from pygame import Rect

from game.scenes.base import Context, Push
from game.scenes.flow import Flow, Leaf, build
from game.scenes.page import LeafedScene, turning
from game.scenes.parts import Backing
from game.scenes.rules_text import Block, Topic, topics
from game.ui.button import Button, set_alike
from game.ui.canvas import Node
from game.ui.input import Gesture
from game.ui.language import _
from game.ui.layout import columns, inset
from game.ui.widgets import Kit

_WIDEST = 1560


@dataclass(frozen=True, slots=True)
class ButtonRoom:
    """Room on a leaf for a row of buttons, which are the scene's."""

    tall: int

    def height(self, kit: Kit, width: int) -> int:
        """Return the height of the buttons."""
        return self.tall

    def place(self, kit: Kit, box: Rect) -> list[Node]:
        """Return nothing: the scene puts its buttons there."""
        return []


def _apart(block: Block) -> list[Block]:
    """Return the figure and the texts of *block* as blocks of their own."""
    figure = [replace(block, texts=())] if block.figure is not None else []
    return [*figure, *(Block((text,)) for text in block.texts)]


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
        self._buttons = self._invite()
        self._leaves = self._flow.leaves(self._topics())
        self.leaf = self._find()
        self.build_turner(foot, len(self._leaves))
        self._shown: list[Node] = []
        self.show_leaf()

    def _invite(self) -> list[Button]:
        """Return the buttons to what teaches by doing and by watching, out of sight as yet."""
        entries: list[tuple[str, str, str, Callable[[], None]]] = [
            ("try", _("Try it"), "icon_play", partial(self.go, Push("tutorial")))
        ]
        if self.context.coach.is_there:
            watch = partial(self.go, Push("demo"))
            entries.append(("watch", _("Watch the coach"), "icon_hint", watch))
        buttons = [
            self.name(key, Button(self.kit, self._room, caption, on_tap, icon=icon, units=29))
            for key, caption, icon, on_tap in entries
        ]
        for button in buttons:
            button.show(False)
        return buttons

    def _topics(self) -> list[Topic]:
        """Return the rules; room for the buttons comes first, or later where it would be alone."""
        first, *others = topics()
        room = Block((), ButtonRoom(self.bar), is_wide=True)
        apart = tuple(part for block in first.blocks for part in _apart(block))
        tries = [
            replace(first, blocks=(*blocks[:at], room, *blocks[at:]))
            for blocks in (first.blocks, apart)
            for at in range(len(blocks) + 1)
        ]
        good = (each for each in tries if not self._has_leaf_of(room, each))
        return [next(good, tries[0]), *others]

    def _has_leaf_of(self, block: Block, topic: Topic) -> bool:
        """Tell whether *block* stands alone on a leaf of *topic*."""
        return any(leaf.blocks == (block,) for leaf in self._flow.leaves([topic]))

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
        pieces = self._flow.pieces(leaf)
        rooms = [piece.box for piece in pieces if isinstance(piece.figure, ButtonRoom)]
        for button in self._buttons:
            button.show(bool(rooms))
            if not rooms and button.is_focused:
                self.controls.focus(None)
        if rooms:
            row = columns(rooms[0].move(self._room.topleft), [1] * 2, self.metrics.gap)
            for button, box in zip(self._buttons, row, strict=False):
                button.place(box)
            set_alike(self._buttons)
        self._shown = [
            self.canvas.add(node)
            for piece in pieces
            for node in build(self.kit, piece, self._room.topleft)
        ]

    def act(self, gesture: Gesture) -> bool:
        """Turn leaves by the arrow keys too."""
        by = turning(gesture)
        if by:
            self.turn(by)
            return True
        return super().act(gesture)
