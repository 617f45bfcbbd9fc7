import random
from collections.abc import Callable
from pathlib import Path

import pygame
import pytest
from pygame import Rect, Surface

from game.rules.magdagdon.board import Difficulty
from game.rules.magdagdon.state import Phase
from game.ui.canvas import Canvas
from tests.ui.conftest import Fly
from tests.ui.pilot import LONG_FRAME, Pilot, difference
from tests.ui.player import DraggingHands, Hands, Player, prepare
from tests.ui.test_play import is_empty_turn, is_struck, taken_up

SLOW = pytest.mark.slow
LOOKS = [
    ((800, 480), "ember", 100, Difficulty.PEACEFUL),
    ((900, 600), "daylight", 150, Difficulty.SURVIVAL),
    ((480, 800), "contrast", 100, Difficulty.NIGHTMARE),
    pytest.param((1280, 720), "daylight", 150, Difficulty.SURVIVAL, marks=SLOW),
    pytest.param((1080, 1920), "ember", 150, Difficulty.NIGHTMARE, marks=SLOW),
    pytest.param((1000, 1000), "contrast", 125, Difficulty.PEACEFUL, marks=SLOW),
]


class Mirror:
    """Shows no more of the window than the program says it has changed."""

    def __init__(self, pilot: Pilot, monkeypatch: pytest.MonkeyPatch) -> None:
        self._pilot = pilot
        self.shown = pilot.screen.copy()
        self.updates: list[list[Rect]] = []
        monkeypatch.setattr(pygame.display, "update", self._update)

    def _update(self, regions: list[Rect]) -> None:
        self.updates.append(list(regions))
        for region in regions:
            self.shown.blit(self._pilot.screen, region, region)

    def assert_shown(self) -> None:
        """Hold what is shown against what was drawn."""
        if pygame.image.tobytes(self.shown, "RGB") != self._pilot.pixels():
            where = difference(self.shown, self._pilot.screen)
            raise AssertionError(f"{where} was drawn, but not said to have changed")


def fidget(pilot: Pilot, chance: random.Random) -> None:
    """Hover, tab about, and drag a die to and fro."""
    width, height = pilot.screen.get_size()
    for _ in range(3):
        pilot.move((chance.randrange(width), chance.randrange(height)), is_down=False)
    if pilot.state.phase is Phase.PLACE and pilot.state.available and not pilot.scene.armed:
        die = chance.choice(pilot.state.available)
        pilot.press(pilot.scene.view.dice[die].box.center)
        for _ in range(3):
            pilot.move((chance.randrange(width), chance.randrange(height)))
            pilot.assert_painted()
        pilot.release((1, 1))
    for _ in range(chance.randint(0, 2)):
        pilot.key(pygame.KSCAN_TAB)
    if pilot.scene.controls.focused is not None:
        pilot.tap((1, 1))


@pytest.mark.parametrize(("size", "theme", "text", "difficulty"), LOOKS)
def test_every_frame_of_a_game_equals_the_same_painted_whole(
    fly: Fly,
    monkeypatch: pytest.MonkeyPatch,
    size: tuple[int, int],
    theme: str,
    text: int,
    difficulty: Difficulty,
) -> None:
    chance = random.Random(sum(size))
    pilot = fly(size=size, seed="frames", theme=theme, text_size=text)
    player = Player(pilot, DraggingHands(pilot), seed=4)
    player.power_share = 0.25
    session = player.start(difficulty)
    mirror = Mirror(pilot, monkeypatch)

    def look() -> None:
        for _ in range(4):
            pilot.frame(dt=chance.choice((0.004, 0.016, 0.05, 0.1)))
            if pilot.scene_name == "PlayScene" and not session.is_over:
                pilot.assert_painted()
                mirror.assert_shown()
        if chance.random() < 0.5 and not session.is_over:
            fidget(pilot, chance)
            pilot.assert_painted()
        pilot.settle()
        pilot.assert_painted()
        mirror.assert_shown()

    player.after_action = look
    player.play()
    pilot.settle()
    assert pilot.scene_name == "GameOverScene"
    pilot.assert_painted()
    mirror.assert_shown()


def rests(fly: Fly, act: Callable[[Pilot], None], **options: object) -> list[tuple[str, Surface]]:
    """Play a game and return a picture of every rest in it; *act* gets through what moves."""
    pilot = fly(size=(800, 480), seed="rests", **options)
    player = Player(pilot, Hands(pilot), seed=9)
    session = player.start(Difficulty.PEACEFUL)
    pictures: list[tuple[str, Surface]] = []

    def look() -> None:
        if not session.is_over:
            act(pilot)
            pilot.run(0.9, dt=LONG_FRAME)
            pilot.settle()
            pictures.append((str(player.actions[-1]), pilot.screen.copy()))

    player.after_action = look
    player.play()
    pilot.close()
    (pilot.folder / "saved_game.txt").unlink(missing_ok=True)
    return pictures


def let_run(pilot: Pilot) -> None:
    for _ in range(200):
        pilot.frame(dt=0.03)
        if not pilot.app.stack.is_moving:
            return


def finish(pilot: Pilot) -> None:
    pilot.scene.finish_motions()
    pilot.scene.finish_motions()


def finish_midway(pilot: Pilot) -> None:
    for _ in range(9):
        pilot.frame()
    finish(pilot)


def test_animations_end_on_the_true_state_however_they_end(fly: Fly) -> None:
    true = rests(fly, let_run)
    assert len(true) > 20
    others = {
        "finished at once": rests(fly, finish),
        "finished midway": rests(fly, finish_midway),
        "reduced motion": rests(fly, let_run, has_reduced_motion=True),
    }
    for how, pictures in others.items():
        for (action, picture), (_, wanted) in zip(pictures, true, strict=True):
            assert not difference(picture, wanted), f"after {action}, {how}"


def test_nothing_is_painted_while_nothing_moves(
    fly: Fly, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepare(tmp_path, Difficulty.PEACEFUL, is_empty_turn)
    pilot = taken_up(fly)
    while pilot.app.stack.warm():
        pass
    mirror = Mirror(pilot, monkeypatch)
    for _ in range(200):
        assert not pilot.frame()
    assert mirror.updates == []


@pytest.mark.parametrize("theme", ["ember", "contrast"])
def test_the_title_rests_where_motion_is_reduced(
    fly: Fly, monkeypatch: pytest.MonkeyPatch, theme: str
) -> None:
    pilot = fly(has_reduced_motion=True, theme=theme)
    pilot.settle()
    while pilot.app.stack.warm():
        pass
    mirror = Mirror(pilot, monkeypatch)
    for _ in range(100):
        assert not pilot.frame()
    assert mirror.updates == []


def test_the_embers_of_the_title_leave_no_trace(fly: Fly, monkeypatch: pytest.MonkeyPatch) -> None:
    pilot = fly(size=(800, 480))
    pilot.settle()
    mirror = Mirror(pilot, monkeypatch)
    for _ in range(60):
        pilot.frame(dt=0.1)
        pilot.assert_painted()
        mirror.assert_shown()


@pytest.mark.parametrize("wanted", [is_empty_turn, is_struck])
def test_what_the_window_lost_is_painted_again(
    fly: Fly, tmp_path: Path, wanted: Callable[..., bool]
) -> None:
    prepare(tmp_path, Difficulty.PEACEFUL, wanted)
    pilot = taken_up(fly)
    whole = pilot.pixels()
    pilot.screen.fill((255, 0, 255))
    pilot.frame(pygame.event.Event(pygame.WINDOWEXPOSED))
    assert pilot.pixels() == whole


@pytest.mark.parametrize("size", [(800, 480), (1080, 1920)])
def test_a_window_made_larger_and_smaller_again_shows_the_same(
    fly: Fly, tmp_path: Path, size: tuple[int, int]
) -> None:
    prepare(tmp_path, Difficulty.PEACEFUL, lambda s: is_struck(s) and s.turn > 2)
    pilot = taken_up(fly, size=size)
    before = pilot.pixels()
    for other in ((1280, 720), (1000, 1000), size):
        pilot.resize(other)
        pilot.settle()
        pilot.assert_painted()
    assert pilot.pixels() == before


def test_a_change_of_scene_ends_on_the_whole_scene(
    fly: Fly, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepare(tmp_path, Difficulty.PEACEFUL, is_empty_turn)
    pilot = taken_up(fly)
    mirror = Mirror(pilot, monkeypatch)
    for caption in (
        "Menu",
        "Settings",
        "",
        "Rules",
        "",
        "Continue",
        "Rules",
        "",
        "Menu",
        "Restart",
        "",
    ):
        if caption:
            pilot.tap_button(caption)
        else:
            pilot.key(pygame.KSCAN_ESCAPE)
        pilot.settle(dt=0.02)
        pilot.assert_painted()
        mirror.assert_shown()


def test_scenes_that_follow_each_other_in_the_midst_of_their_change_end_whole(
    fly: Fly, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = random.Random(12)
    prepare(tmp_path, Difficulty.PEACEFUL, is_empty_turn)
    pilot = taken_up(fly, size=(800, 480))
    mirror = Mirror(pilot, monkeypatch)
    for _ in range(40):
        for _ in range(chance.randint(1, 4)):
            pilot.key(chance.choice((pygame.KSCAN_ESCAPE, pygame.KSCAN_TAB, pygame.KSCAN_RETURN)))
            pilot.app.is_running = True
            for _ in range(chance.randint(0, 8)):
                pilot.frame(dt=0.02)
        pilot.settle(dt=0.02)
        pilot.assert_painted()
        mirror.assert_shown()


def test_no_frame_of_the_magdagdon_moment_paints_the_whole_board(
    fly: Fly, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To paint all that lies on it takes more than a frame's time in a large window."""
    prepare(tmp_path, Difficulty.NIGHTMARE, is_struck)
    pilot = taken_up(fly)
    painted: list[int] = []
    draw = Canvas._draw

    def counted(canvas: Canvas, target: Surface, region: Rect) -> None:
        painted[-1] += region.width * region.height
        draw(canvas, target, region)

    pilot.scene._is_struck = False
    pilot.scene.finish_motions()
    monkeypatch.setattr(Canvas, "_draw", counted)
    while not painted or pilot.scene.is_moving:
        painted.append(0)
        pilot.frame(dt=1 / 60)
    board = pilot.scene.geometry.board
    assert len(painted) > 40
    assert max(painted[1:]) < board.width * board.height * 9 // 10
