"""Pictures as large as the window go with the scene that they belong to."""

import gc
import weakref

from pygame import Surface

from game.scenes.base import Push, Reset
from tests.ui.conftest import Fly


def test_scenes_that_are_gone_hold_no_pictures(fly: Fly) -> None:
    pilot = fly((800, 480))
    pilot.settle()
    gc.collect()
    gc.disable()
    try:
        gone: list[weakref.ref[Surface]] = []
        for key, arguments in (("settings", {}), ("message", {"text": "x"}), ("about", {})):
            pilot.app.stack.apply(Push(key, arguments))
            pilot.settle()
            gone.append(weakref.ref(pilot.scene.canvas.background))
            pilot.app.stack.relayout()
            pilot.settle()
            gone.append(weakref.ref(pilot.scene.canvas.background))
        pilot.app.stack.apply(Reset("title"))
        pilot.settle()
        shared = pilot.app.context.art.background((800, 480))
        assert len(gone) == 6
        assert {ref() for ref in gone} <= {None, shared}
    finally:
        gc.enable()
