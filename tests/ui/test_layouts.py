from collections.abc import Callable
from itertools import combinations, product
from pathlib import Path
from typing import Any

import pygame
import pytest
from pygame import Rect

from game.rules.magdagdon.board import Difficulty
from game.rules.magdagdon.state import Phase, State
from game.session.store import GameStore
from game.ui.layout import SMALLEST, Metrics
from game.ui.text import Fonts
from game.ui.theme import THEMES, contrast
from game.views.magdagdon.geometry import arrange
from tests.ui.conftest import Fly
from tests.ui.pilot import Pilot, is_button, labels
from tests.ui.placing import SIZES, faults
from tests.ui.player import Hands, Player, prepare
from tests.ui.test_play import is_empty_turn, is_struck

TEXTS = (100, 150)
LOOKS = list(product(SIZES, TEXTS))


def is_half_staged(state: State) -> bool:
    return state.phase is Phase.PLACE and len(state.staged) == 2 and state.turn > 3


def is_struck_late(state: State) -> bool:
    return is_struck(state) and state.turn > 3 and state.powers_used == 1


def fly_to(fly: Fly, size: tuple[int, int], text: int, theme: str = "ember") -> Pilot:
    pilot = fly(size=size, text_size=text, theme=theme, has_reduced_motion=True)
    pilot.settle()
    return pilot


def scene_faults(pilot: Pilot) -> list[str]:
    """Return what is not where it should be, the words on the buttons included."""
    found = faults(pilot.scene)
    for button in pilot.scene.controls.all:
        if is_button(button) and button.is_visible:
            for _, place in button.face().parts:
                if not button.box.inflate(4, 8).contains(place):
                    found.append(f"words of {button.caption!r} leave it: {place} {button.box}")
    return found + mixed_sizes(pilot)


def small_texts(pilot: Pilot) -> list[str]:
    """Return what the scene writes too small to be read; it is laid out anew to see all of it."""
    scene, render, written = pilot.scene, Fonts.render, set()

    def seen(fonts: Fonts, text: str, px: int, *more: Any, **options: Any) -> pygame.Surface:
        written.add((text, px))
        return render(fonts, text, px, *more, **options)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Fonts, "render", seen)
        scene.layout(scene.canvas.background)
        pilot.repainted()
    assert written
    return [f"{text!r} is {px} pixels small" for text, px in written if px < SMALLEST]


def mixed_sizes(pilot: Pilot) -> list[str]:
    """Return where buttons that belong together, one large in a row, have captions that are not."""
    groups: dict[tuple[object, ...], set[tuple[int, str]]] = {}
    for button in pilot.scene.controls.all:
        if is_button(button) and button.is_visible and button.caption:
            # Of columns that share a box's pixels some are one wider.
            box = (button.box.y, button.box.height, button.box.width // 8, button.units)
            groups.setdefault(box, set()).add((button.face().sizes[0], button.caption))
    return [
        f"one row, several sizes: {group}"
        for group in groups.values()
        if len({px for px, _caption in group}) > 1
    ]


def play_faults(pilot: Pilot) -> list[str]:
    """Return what else can be wrong in the play scene: cells, badges, dice, sizes of text."""
    scene = pilot.scene
    letters = []
    if pilot.app.context.settings.language == "en":
        # Longer words of another language get smaller before they are cut.
        letters += small_texts(pilot)
    screen = pilot.screen.get_rect()
    controls = [(c.caption, c.box) for c in scene.controls.all if c.is_visible]
    parts = [(f"cell {n}", box) for n, box in enumerate(scene.geometry.cells)]
    parts += [(f"badge {n}", box) for n, box in enumerate(scene.geometry.badges)]
    parts += [(f"die {n}", node.box) for n, node in enumerate(scene.view.dice)]
    found = [f"{name} leaves the window: {box}" for name, box in parts if not screen.contains(box)]
    found += letters
    for (one, box), (other, other_box) in combinations(parts + controls, 2):
        if box.colliderect(other_box):
            found.append(f"{one} {box} overlaps {other} {other_box}")
    if scene.is_prompting:
        return found + prompt_faults(pilot)
    lines = [scene.geometry.message, scene.geometry.progress, scene.geometry.turn]
    for (name, box), line in product(parts, lines):
        if box.colliderect(line):
            found.append(f"{name} {box} overlaps a line of text {line}")
    return found


def prompt_faults(pilot: Pilot) -> list[str]:
    """Return where the prompt hides what must stay in sight (M6)."""
    prompt, geometry = pilot.scene.geometry.prompt, pilot.scene.geometry
    hidden: list[Rect] = [*geometry.cells, *geometry.badges, geometry.bottom]
    return [f"the prompt hides {box}" for box in hidden if prompt.colliderect(box)]


@pytest.mark.parametrize(("size", "text"), LOOKS)
def test_the_title(fly: Fly, size: tuple[int, int], text: int) -> None:
    assert not scene_faults(fly_to(fly, size, text))


@pytest.mark.parametrize(("size", "text"), LOOKS)
def test_the_title_with_a_game_to_continue(
    fly: Fly, tmp_path: Path, size: tuple[int, int], text: int
) -> None:
    prepare(tmp_path, Difficulty.PEACEFUL, is_empty_turn)
    pilot = fly_to(fly, size, text)
    assert "Continue" in pilot.captions()
    assert not scene_faults(pilot)


@pytest.mark.parametrize("wanted", [is_half_staged, is_struck_late], ids=["staged", "struck"])
@pytest.mark.parametrize(("size", "text"), LOOKS)
def test_a_turn(
    fly: Fly, tmp_path: Path, size: tuple[int, int], text: int, wanted: Callable[[State], bool]
) -> None:
    prepare(tmp_path, Difficulty.PEACEFUL, wanted, power_share=0.2)
    pilot = fly_to(fly, size, text)
    pilot.tap_button("Continue")
    pilot.settle()
    assert not scene_faults(pilot) + play_faults(pilot)
    if wanted is is_struck_late:
        cell = pilot.state.board.index(0)
        pilot.tap(pilot.scene.geometry.cells[cell].center)
        pilot.settle()
        assert not scene_faults(pilot) + play_faults(pilot)
    Hands(pilot).tap(pilot.scene.panel.power_box("reroll").center)
    pilot.tap(pilot.scene.view.dice[pilot.state.available[0]].box.center)
    pilot.settle()
    assert not scene_faults(pilot) + play_faults(pilot)


@pytest.mark.parametrize("size", [(560, 780), (480, 800), (1080, 1920)])
def test_the_board_has_half_the_width_of_an_upright_window(size: tuple[int, int]) -> None:
    assert arrange(Metrics(*size), has_powers=True).board.width > size[0] * 0.5


@pytest.mark.parametrize(("size", "text"), LOOKS)
def test_a_turn_without_powers(fly: Fly, size: tuple[int, int], text: int) -> None:
    pilot = fly_to(fly, size, text)
    pilot.tap_button("NIGHTMARE")
    pilot.settle()
    for _ in range(2):
        assert not scene_faults(pilot) + play_faults(pilot)
        pilot.key(pygame.KSCAN_R)
        pilot.settle()


@pytest.mark.parametrize(("size", "text"), LOOKS)
def test_dialogs(fly: Fly, tmp_path: Path, size: tuple[int, int], text: int) -> None:
    prepare(tmp_path, Difficulty.SURVIVAL, is_empty_turn)
    pilot = fly_to(fly, size, text)
    pilot.tap_button("Continue")
    pilot.settle()
    pilot.tap_button("Menu")
    pilot.settle()
    assert pilot.scene_name == "PauseScene"
    assert not scene_faults(pilot)
    for entry in ("Restart", "Give up"):
        pilot.tap_button(entry)
        pilot.settle()
        assert pilot.scene_name == "AskScene"
        assert not scene_faults(pilot)
        pilot.tap_button("Go on playing")
        pilot.settle()


@pytest.mark.parametrize(("size", "text"), LOOKS)
def test_the_end_of_a_game(fly: Fly, tmp_path: Path, size: tuple[int, int], text: int) -> None:
    prepare(
        tmp_path,
        Difficulty.PEACEFUL,
        lambda s: s.phase is Phase.PLACE and s.board.count(0) <= 2 and s.powers_used > 0,
        power_share=0.3,
    )
    assert GameStore(tmp_path).scores.entries() == ()
    pilot = fly_to(fly, size, text)
    pilot.tap_button("Continue")
    pilot.settle()
    player = Player(pilot, Hands(pilot))
    player.after_action = lambda: pilot.run(0.4, dt=0.1)
    player.play()
    pilot.settle()
    assert pilot.scene_name == "GameOverScene"
    assert not scene_faults(pilot)


@pytest.mark.parametrize("theme", ["daylight", "contrast"])
def test_the_theme_moves_nothing(fly: Fly, tmp_path: Path, theme: str) -> None:
    prepare(tmp_path, Difficulty.PEACEFUL, is_struck_late, power_share=0.2)
    places = []
    for look in ("ember", theme):
        pilot = fly_to(fly, (1000, 1000), 125, look)
        pilot.tap_button("Continue")
        pilot.settle()
        controls = [c.box.copy() for c in pilot.scene.controls.all if c.is_visible]
        places.append((controls, pilot.scene.geometry))
        assert not scene_faults(pilot) + play_faults(pilot)
        pilot.close()
    assert places[0] == places[1]


@pytest.mark.parametrize("size", SIZES)
def test_whatever_is_tapped_is_large_enough_for_a_finger(
    fly: Fly, tmp_path: Path, size: tuple[int, int]
) -> None:
    prepare(tmp_path, Difficulty.PEACEFUL, is_half_staged)
    pilot = fly_to(fly, size, 100)
    least = min(size) * 0.07
    for caption in ("Continue", "Menu"):
        small = [
            (c.caption, c.box.size)
            for c in pilot.scene.controls.all
            if c.is_visible and min(c.box.size) < least
        ]
        assert not small
        pilot.tap_button(caption)
        pilot.settle()
    pilot.tap_button("Continue")
    pilot.settle()
    scene = pilot.scene
    # A die may be missed by a few pixels and is taken all the same.
    dice = [node.box.inflate(16, 16) for node in scene.view.dice]
    for box in (*scene.geometry.cells, *dice):
        assert min(box.size) >= least
    for die in pilot.state.available:
        box = scene.view.dice[die].box
        pilot.tap((box.left - 2, box.top - 5))
        assert pilot.scene.hand.die == die


def faint_labels(pilot: Pilot) -> list[str]:
    """Return the labels that stand out too little from what is really painted under them."""
    found = []
    for label in labels(pilot.scene):
        label.show(False)
        pilot.scene.canvas.paint(pilot.screen)
        under = pilot.screen.subsurface(label.text_bounds().clip(pilot.screen.get_rect()))
        colours = {
            under.get_at((x, y))[:3]
            for x in range(0, under.get_width(), 4)
            for y in range(0, under.get_height(), 4)
        }
        label.show(True)
        pilot.scene.canvas.paint(pilot.screen)
        worst = min(contrast(label._colour, colour) for colour in colours)
        if worst < 4.5:
            found.append(f"{label.text[:40]!r}: {worst:.2f}")
    return found


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("size", [(1280, 720), (540, 960)])
def test_every_label_can_be_read_where_it_stands(
    fly: Fly, tmp_path: Path, theme: str, size: tuple[int, int]
) -> None:
    prepare(tmp_path, Difficulty.PEACEFUL, is_struck_late, power_share=0.2)
    pilot = fly_to(fly, size, 100, theme)
    faint = {"title": faint_labels(pilot)}
    pilot.tap_button("Continue")
    pilot.settle()
    faint["prompt"] = faint_labels(pilot)
    cell = pilot.scene.geometry.cells[pilot.state.board.index(0)].center
    for _ in range(2):
        pilot.tap(cell)
        pilot.run(0.3)
    pilot.settle()
    pilot.key(pygame.KSCAN_R)
    pilot.settle()
    faint["turn"] = faint_labels(pilot)
    pilot.key(pygame.KSCAN_ESCAPE)
    pilot.settle()
    faint["pause"] = faint_labels(pilot)
    pilot.key(pygame.KSCAN_ESCAPE)
    pilot.settle()
    player = Player(pilot, Hands(pilot))
    player.after_action = lambda: pilot.run(0.4, dt=0.1)
    player.play()
    pilot.settle()
    faint["game over"] = faint_labels(pilot)
    assert not any(faint.values()), faint
