"""The stack of scenes: who takes the gestures, what is painted, how one gives way to the next."""

import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pygame
from pygame import Rect, Surface

from game.scenes.base import Context, Pop, Push, Replace, Reset, Scene, Transition
from game.ui.canvas import NOWHERE, Canvas, Node
from game.ui.input import Down, Gesture, Key
from game.ui.tween import ease_in_out

REVEAL_SECONDS = 0.24
READY_SECONDS = 0.004
"""Time a frame may spend on making a new scene's pictures before it is revealed."""
_DIM = (92, 88, 86)

MakeScene = Callable[[str, Context, Mapping[str, Any]], Scene]


class Stack:
    """Scenes on top of each other; only the top one acts and moves."""

    def __init__(self, context: Context, make_scene: MakeScene) -> None:
        """*make_scene* makes a scene from its key, the context and its arguments."""
        self._context = context
        self._make = make_scene
        self._scenes: list[Scene] = []
        self._reveal: float | None = None
        self._readying: Iterator[Node] | None = None
        self._warming: tuple[Canvas, Iterator[None]] | None = None
        self._revealed = 0

    @property
    def top(self) -> Scene:
        """The scene that the player sees and acts on."""
        return self._scenes[-1]

    @property
    def keys(self) -> list[str]:
        """The classes of the scenes, from the bottom up; for logs and tests."""
        return [type(scene).__name__ for scene in self._scenes]

    @property
    def is_for_operator(self) -> bool:
        """Whether any of the scenes is one for the operator of a kiosk only."""
        return any(scene.is_for_operator for scene in self._scenes)

    @property
    def is_engaging(self) -> bool:
        """Whether somebody is in the middle of something that should not end unasked."""
        return any(scene.is_engaging for scene in self._scenes)

    def __len__(self) -> int:
        return len(self._scenes)

    def start(self, key: str, arguments: Mapping[str, Any] | None = None) -> None:
        """Begin with the scene *key*."""
        self._discard(0)
        self._scenes = [self._make(key, self._context, arguments or {})]
        self._lay_out(self.top)

    def apply(self, transition: Transition) -> None:
        """Go where *transition* leads; Quit and the like are the app's."""
        match transition:
            case Push(key, arguments):
                self.top.covered()
                self._scenes.append(self._make(key, self._context, arguments))
                self._lay_out(self.top)
            case Pop() if len(self._scenes) > 1:
                self._discard(-1)
                self.top.uncovered()
                self.top.canvas.mark_all()
            case Replace(key, arguments):
                self._discard(1)
                self._scenes.append(self._make(key, self._context, arguments))
                self._lay_out(self.top)
            case Reset(key, arguments):
                self.start(key, arguments)
            case _:
                return
        self._begin_reveal()

    def _discard(self, first: int) -> None:
        """Take the scenes from the one at *first* on away, the top one before the others."""
        gone = self._scenes[first:]
        del self._scenes[first:]
        for scene in reversed(gone):
            scene.discarded()
            if hasattr(scene, "canvas"):  # not where it failed while it was being laid out
                scene.canvas.discard()

    def _begin_reveal(self) -> None:
        self._readying = iter(list(self.top.canvas))
        if not self._context.settings.has_reduced_motion:
            self._reveal, self._revealed = 0.0, 0

    def _lay_out(self, scene: Scene) -> None:
        """Lay *scene* out over night, or over the scene below it, dimmed."""
        size = self._context.metrics.screen.size
        at = self._scenes.index(scene)
        if not scene.is_overlay or at == 0:
            scene.layout(self._context.art.background(size))
            return
        canvas = self._scenes[at - 1].canvas
        if self._reveal is not None:
            canvas.mark_all()
        below = canvas.snapshot(Rect((0, 0), size))
        below.fill(_DIM, special_flags=pygame.BLEND_RGB_MULT)
        scene.layout(below)

    def relayout(self) -> None:
        """Lay every scene out anew: window, theme, text size or language changed."""
        for scene in self._scenes:
            scene.covered() if scene is not self.top else scene.motions.finish()
            self._lay_out(scene)
        self._reveal = self._readying = None

    def handle(self, gesture: Gesture) -> Transition | None:
        """Pass *gesture* to the top scene; none can be meant for one that is not seen yet.

        A tap or a key ends the scene's coming into sight, as it ends every animation.
        """
        if self._readying is not None:
            return None
        if self._reveal is not None and isinstance(gesture, Down | Key):
            self._reveal = None
            self.top.canvas.mark_all()
        return self.top.handle(gesture)

    def update(self, dt: float) -> Transition | None:
        """Take a step of *dt* seconds."""
        if self._readying is not None:
            return None
        if self._reveal is not None:
            self._reveal += dt / REVEAL_SECONDS
        return self.top.update(dt)

    def warm(self) -> bool:
        """Rasterise one picture that the top scene will need; False where none is left."""
        if self._warming is None or self._warming[0] is not self.top.canvas:
            self._warming = (self.top.canvas, self.top.warm())
        return next(self._warming[1], self) is None

    @property
    def is_ready(self) -> bool:
        """Whether the top scene has its pictures, and takes gestures."""
        return self._readying is None

    @property
    def is_moving(self) -> bool:
        """Whether anything moves by itself."""
        is_changing = self._reveal is not None or self._readying is not None
        return is_changing or self.top.is_moving

    def paint(self, target: Surface, ahead: float) -> list[Rect]:
        """Paint as of *ahead* seconds after the last step; return the regions painted."""
        if self._readying is not None and not self._make_ready(self._readying):
            return []
        self.top.draw_at(ahead)
        if self._reveal is None:
            return self.top.canvas.paint(target)
        return self._paint_reveal(target)

    def _make_ready(self, nodes: Iterator[Node]) -> bool:
        """Let *nodes* make their pictures for a few milliseconds; True once all have.

        A node makes what it draws when it first draws, even where nothing of it is painted.
        """
        until = time.perf_counter() + READY_SECONDS
        for node in nodes:
            if node.is_drawn:
                node.draw(NOWHERE)
            if time.perf_counter() > until:
                return False
        self._readying = None
        return True

    def _paint_reveal(self, target: Surface) -> list[Rect]:
        """Let the new scene come down over the old one behind a line of ember light.

        Each frame draws only the strip that comes into sight, so a change of scene costs no more
        than any other motion.
        """
        share = min(1.0, self._reveal or 0.0)
        width, height = target.get_size()
        edge = max(2, height // 240)
        bottom = min(height, round(height * ease_in_out(share)))
        canvas = self.top.canvas
        canvas.mark(Rect(0, self._revealed, width, bottom - self._revealed))
        regions = canvas.paint(target, within=Rect(0, 0, width, bottom))
        self._revealed = bottom
        if share >= 1.0:
            self._reveal = None
            return regions
        if bottom:
            line = Rect(0, bottom, width, min(edge, height - bottom))
            target.fill(self._context.art.theme.accent_fire, line)
            regions.append(line)
        return regions
