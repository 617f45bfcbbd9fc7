"""A retained picture: nodes over a background, of which only what changed is drawn again."""

from bisect import bisect_right
from collections.abc import Iterator
from typing import TypeVar

import pygame
from pygame import Rect, Surface

_MOST_REGIONS = 128

NOWHERE = Surface((1, 1))
"""Draw a node on this, and it makes its pictures without anything being painted."""
NOWHERE.set_clip(Rect(0, 0, 0, 0))


class Node:
    """Something on screen. It paints inside *area* only, shadow and glow included."""

    is_solid = False
    """Whether it paints every pixel of its area, so that what lies under it need not be painted.

    A node keeps this as long as it is on a canvas.
    """

    def __init__(self, area: Rect, z: float = 0) -> None:
        """Place the node at *area*; nodes with a higher *z* lie on top."""
        self.area = Rect(area)
        self.z = z
        self.is_visible = True
        self._hidden = 0
        self.canvas: Canvas | None = None

    def prepare(self) -> None:
        """Make what drawing needs, so that the first drawing is as quick as any other."""

    def draw(self, target: Surface) -> None:
        """Paint the node as it is now; *target* is clipped to what has to be painted."""

    def changed(self) -> None:
        """Say that the node looks different now."""
        if self.canvas is not None:
            self.canvas.mark(self.area)

    def move(self, area: Rect) -> None:
        """Put the node at *area*; both places are painted again."""
        self.changed()
        self.area = Rect(area)
        self.changed()

    def hold(self, by: int) -> None:
        """Hide the node while a motion brings it (+1) and show it again (−1)."""
        self._hidden += by
        self.changed()

    @property
    def is_drawn(self) -> bool:
        """Whether the node is to be painted now."""
        return self.is_visible and not self._hidden

    def show(self, is_visible: bool) -> None:
        """Show or hide the node."""
        if is_visible != self.is_visible:
            self.is_visible = is_visible
            self.changed()


NodeType = TypeVar("NodeType", bound=Node)


class Canvas:
    """The nodes of one scene over its background."""

    def __init__(self, background: Surface) -> None:
        """Start with nothing but *background*, which has the window's size."""
        self.background = background
        self._nodes: list[Node] = []
        self._solids: list[Node] = []
        self._dirty: list[Rect] = [background.get_rect()]
        self._target: Surface | None = None
        self._painted: list[Rect] = []
        """Regions painted for a snapshot, which the next `paint` reports."""

    def __iter__(self) -> Iterator[Node]:
        return iter(self._nodes)

    def add(self, node: NodeType) -> NodeType:
        """Put *node* on the canvas and return it."""
        node.canvas = self
        at = bisect_right(self._nodes, node.z, key=lambda other: other.z)
        self._nodes.insert(at, node)
        if node.is_solid:
            self._solids.append(node)
        self.mark(node.area)
        return node

    def remove(self, node: Node) -> None:
        """Take *node* off the canvas; one that is not there is no error."""
        if node in self._nodes:
            self._nodes.remove(node)
            if node.is_solid:
                self._solids.remove(node)
            self.mark(node.area)
            node.canvas = None

    def restack(self) -> None:
        """Put the nodes in order again after their heights were changed."""
        self._nodes.sort(key=lambda node: node.z)
        self.mark_all()

    def clear(self) -> None:
        """Take every node off."""
        for node in self._nodes:
            node.canvas = None
        self._nodes.clear()
        self._solids.clear()
        self.mark_all()

    def discard(self) -> None:
        """Let go of all pictures: nothing is painted from here any more.

        Canvas, nodes and scene know each other, so Python alone would free them only when it looks
        for such circles, which is by the count of objects and not by their megabytes.
        """
        self.clear()
        self._target = None
        self._painted = []
        self.background = Surface((1, 1))

    def mark(self, area: Rect) -> None:
        """Say that *area* has to be painted again."""
        clipped = area.clip(self.background.get_rect())
        if clipped:
            self._dirty.append(clipped)

    def mark_all(self) -> None:
        """Say that everything has to be painted again."""
        self._dirty = [self.background.get_rect()]

    @property
    def is_dirty(self) -> bool:
        """Whether anything waits to be painted."""
        return bool(self._dirty or self._painted)

    def snapshot(self, area: Rect) -> Surface:
        """Return what *area* looks like now, as a picture of its own."""
        target, whole = self._target, self.background.get_rect()
        if target is None or target.get_size() != whole.size:  # never painted, or being resized
            target = Surface(whole.size)
            self._draw(target, whole)
        else:
            self._painted += self.paint(target)
        return target.subsurface(area.clip(whole)).copy()

    def paint(self, target: Surface, within: Rect | None = None) -> list[Rect]:
        """Paint what changed on *target* and return the regions painted.

        What lies outside *within*, if given, is let go: something else is shown there.
        """
        self._target = target
        painted, self._painted = self._painted, []
        if not self._dirty:
            return painted
        areas = self._dirty
        if within is not None:
            areas = [part for area in areas if (part := area.clip(within))]
        regions = _merged(areas)
        self._dirty = []
        for region in regions:
            self._paint_region(target, region)
        target.set_clip(None)
        return painted + regions

    def _paint_region(self, target: Surface, region: Rect) -> None:
        """Paint *region*; where a solid node covers a part of it, nothing below that node."""
        solids = [node for node in self._solids if node.is_drawn and node.area.colliderect(region)]
        if not solids:
            target.set_clip(region)
            self._draw(target, region)
            return
        at = max(self._nodes.index(node) for node in solids)
        covered = self._nodes[at].area.clip(region)
        target.set_clip(covered)
        for above in self._nodes[at:]:
            if above.is_drawn and above.area.colliderect(covered):
                above.draw(target)
        for rest in _around(covered, region):
            self._paint_region(target, rest)

    def _draw(self, target: Surface, region: Rect) -> None:
        target.blit(self.background, region, region)
        nodes = self._nodes
        for at in region.collidelistall([node.area for node in nodes]):
            if nodes[at].is_drawn:
                nodes[at].draw(target)


def _around(inner: Rect, outer: Rect) -> list[Rect]:
    """Return the strips of *outer* above, below, left and right of *inner*, which lies in it."""
    strips = (
        Rect(outer.left, outer.top, outer.width, inner.top - outer.top),
        Rect(outer.left, inner.bottom, outer.width, outer.bottom - inner.bottom),
        Rect(outer.left, inner.top, inner.left - outer.left, inner.height),
        Rect(inner.right, inner.top, outer.right - inner.right, inner.height),
    )
    return [strip for strip in strips if strip]


def _merged(areas: list[Rect]) -> list[Rect]:
    """Join areas that overlap, so that nothing is painted twice; few regions come back."""
    regions: list[Rect] = []
    for area in areas:
        current = area
        while (at := current.collidelist(regions)) >= 0:
            current = current.union(regions.pop(at))
        regions.append(current)
    if len(regions) > _MOST_REGIONS:
        return [regions[0].unionall(regions[1:])]
    return regions


class Picture(Node):
    """A picture at a place."""

    def __init__(self, image: Surface, topleft: tuple[int, int], z: float = 0) -> None:
        """Show *image* with its corner at *topleft*."""
        super().__init__(image.get_rect(topleft=topleft), z)
        self.image = image

    def draw(self, target: Surface) -> None:
        """Paint the picture."""
        target.blit(self.image, self.area)


class Sprite(Node):
    """A picture that moves: posed anew each frame."""

    def __init__(self, z: float = 10, *, is_solid: bool = False) -> None:
        """Start unseen; `pose` shows it. The pictures of a solid one have no alpha."""
        super().__init__(Rect(0, 0, 0, 0), z)
        self.is_solid = is_solid
        self._image: Surface | None = None

    def pose(self, image: Surface | None, centre: tuple[float, float] = (0, 0)) -> None:
        """Show *image* centred at *centre*, or nothing."""
        if image is None:
            if self._image is not None:
                self.move(Rect(0, 0, 0, 0))
                self._image = None
            return
        area = image.get_rect(center=(round(centre[0]), round(centre[1])))
        if image is not self._image or area != self.area:
            self._image = image
            self.move(area)

    def draw(self, target: Surface) -> None:
        """Paint the sprite where it was posed."""
        if self._image is not None:
            target.blit(self._image, self.area)


def faded(image: Surface, alpha: float) -> Surface:
    """Return a copy of *image* with its opacity multiplied by *alpha* (0 to 1)."""
    copy = image.copy()
    level = round(255 * min(1.0, max(0.0, alpha)))
    copy.fill((255, 255, 255, level), special_flags=pygame.BLEND_RGBA_MULT)
    return copy
