"""Geometry that every scene must keep: nothing overlaps, leaves the window or is cut."""

from collections.abc import Iterator
from itertools import combinations

from game.scenes.base import Scene
from game.scenes.high_scores import Row
from game.ui.widgets import Control
from tests.ui.pilot import labels

SIZES = [
    (800, 480),
    (1280, 720),
    (1920, 1080),
    (1080, 1920),
    (1000, 1000),
    (480, 800),
    (3840, 2160),
]
OVERHANG = 2
"""Pixels that letters may reach beyond their own box: the slope of an accent, a rounded half."""


def faults(scene: Scene) -> list[str]:
    """Return a sentence for everything in *scene* that is not where it should be."""
    controls = [control for control in scene.controls.all if control.is_visible]
    return [
        *faults_of_controls(scene, controls),
        *faults_of_labels(scene, controls),
    ]


def faults_of_controls(scene: Scene, controls: list[Control]) -> Iterator[str]:
    """Yield what is wrong with the controls."""
    screen = scene.metrics.screen
    for control in controls:
        if not screen.contains(control.box):
            yield f"{name(control)} leaves the window: {control.box}"
    for one, other in combinations(controls, 2):
        if one.box.colliderect(other.box):
            yield f"{name(one)} overlaps {name(other)}: {one.box} {other.box}"


def faults_of_labels(scene: Scene, controls: list[Control]) -> Iterator[str]:
    """Yield what is wrong with the texts outside the controls."""
    screen = scene.metrics.screen
    texts = []
    for label in labels(scene):
        text, said = label.text_bounds(), repr(label.text[:40])
        texts.append((said, text))
        if not label.area.inflate(2 * OVERHANG, 2 * OVERHANG).contains(text):
            yield f"{said} is cut: {text} in {label.area}"
        if not screen.contains(text):
            yield f"{said} leaves the window: {text}"
        for control in controls:
            if isinstance(control, Row) and control.box.contains(text):
                continue  # a row of the table is there for the texts in it
            if text.inflate(-4, -4).colliderect(control.box):
                yield f"{said} lies on {name(control)}"
    for (one, one_box), (other, other_box) in combinations(texts, 2):
        # A line's box has room above and below its letters, which two lines may share.
        letters = one_box.inflate(-4, -one_box.height // 3)
        if letters.colliderect(other_box.inflate(-4, -other_box.height // 3)):
            yield f"{one} lies on {other}"


def name(control: object) -> str:
    """Return what to call *control* in a message."""
    return repr(getattr(control, "caption", type(control).__name__))
