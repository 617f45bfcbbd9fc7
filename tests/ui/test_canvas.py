import random
from collections.abc import Callable, Sequence

import pygame
import pytest
from pygame import Rect, Surface

from game.ui.canvas import Canvas, Node, Picture, Sprite, faded
from game.ui.motion import Motion, Motions

SIZE = (160, 120)


class Box(Node):
    """A translucent box: every order of painting looks different. An opaque one is solid."""

    def __init__(self, area: Rect, colour: tuple[int, int, int, int], z: float = 0) -> None:
        super().__init__(area, z)
        self.colour = colour
        self.paints = 0
        self.is_solid = len(colour) == 4 and colour[3] == 255

    def draw(self, target: Surface) -> None:
        self.paints += 1
        sheet = Surface(self.area.size, pygame.SRCALPHA)
        sheet.fill(self.colour)
        target.blit(sheet, self.area)


def night() -> Surface:
    background = Surface(SIZE)
    for y in range(SIZE[1]):
        background.fill((y, 40, 255 - y), (0, y, SIZE[0], 1))
    return background


def pixels(surface: Surface) -> bytes:
    return pygame.image.tobytes(surface, "RGB")


def painted_whole(background: Surface, nodes: Sequence[Node]) -> bytes:
    target = background.copy()
    for node in sorted(nodes, key=lambda node: node.z):
        if node.is_drawn:
            node.draw(target)
    return pixels(target)


class Screen:
    """A window that shows no more of its surface than it was told to update."""

    def __init__(self, canvas: Canvas) -> None:
        self.canvas = canvas
        self.surface = Surface(SIZE)
        self.shown = Surface(SIZE)

    def update(self) -> list[Rect]:
        regions = self.canvas.paint(self.surface)
        for region in regions:
            self.shown.blit(self.surface, region, region)
        return regions


def some_box(chance: random.Random) -> Box:
    area = Rect(chance.randint(-30, 150), chance.randint(-30, 110), 0, 0)
    area.size = chance.randint(1, 60), chance.randint(1, 60)
    colour = (*(chance.randint(0, 255) for _ in range(3)), chance.choice((90, 160, 255)))
    return Box(area, colour, chance.choice((0, 1, 1, 2.5)))


def change(chance: random.Random, canvas: Canvas, nodes: list[Box]) -> None:
    """Do one of the things that can be done to a canvas."""
    node = chance.choice(nodes)
    act: Callable[[], object] = chance.choice(
        (
            lambda: nodes.append(canvas.add(some_box(chance))),
            lambda: (canvas.remove(node), nodes.remove(node)) if len(nodes) > 1 else None,
            lambda: node.move(some_box(chance).area),
            lambda: node.move(node.area.move(chance.randint(-3, 3), chance.randint(-3, 3))),
            lambda: node.show(not node.is_visible),
            lambda: node.hold(-1 if node._hidden else 1),
            lambda: (setattr(node, "colour", (7, 70, 170, node.colour[3])), node.changed()),
            lambda: (setattr(node, "z", chance.choice((0, 1, 2.5))), canvas.restack()),
            lambda: canvas.snapshot(Rect(20, 20, 60, 50)),
        )
    )
    act()


@pytest.mark.parametrize("seed", range(25))
def test_what_is_painted_bit_by_bit_equals_what_is_painted_whole(seed: int) -> None:
    chance = random.Random(seed)
    canvas = Canvas(night())
    nodes = [canvas.add(some_box(chance)) for _ in range(6)]
    screen = Screen(canvas)
    for _ in range(60):
        for _ in range(chance.randint(1, 4)):
            change(chance, canvas, nodes)
        screen.update()
        expected = painted_whole(canvas.background, list(canvas))
        assert pixels(screen.surface) == expected
        assert pixels(screen.shown) == expected


def test_nodes_lie_by_height_and_then_by_age() -> None:
    canvas = Canvas(night())
    top, low, first, second = (Box(Rect(0, 0, 9, 9), (9, 9, 9, 255), z) for z in (5, 0, 2, 2))
    for node in (top, first, second, low):
        canvas.add(node)
    assert list(canvas) == [low, first, second, top]


def test_nothing_is_painted_while_nothing_changes() -> None:
    canvas = Canvas(night())
    box = canvas.add(Box(Rect(5, 5, 10, 10), (1, 2, 3, 255)))
    screen = Screen(canvas)
    assert screen.update() == [Rect((0, 0), SIZE)]
    paints = box.paints
    box.show(True)
    assert not canvas.is_dirty
    assert screen.update() == []
    assert box.paints == paints


def test_only_what_changed_is_painted() -> None:
    canvas = Canvas(night())
    near = canvas.add(Box(Rect(5, 5, 10, 10), (1, 2, 3, 255)))
    far = canvas.add(Box(Rect(100, 80, 10, 10), (1, 2, 3, 255)))
    screen = Screen(canvas)
    screen.update()
    paints = far.paints
    near.changed()
    assert screen.update() == [Rect(5, 5, 10, 10)]
    assert far.paints == paints


def test_what_a_solid_node_covers_is_not_painted_below_it() -> None:
    canvas = Canvas(night())
    below = canvas.add(Box(Rect(20, 20, 40, 40), (10, 20, 30, 90), 1))
    above = canvas.add(Box(Rect(50, 40, 10, 10), (90, 20, 30, 90), 3))
    sprite = canvas.add(Sprite(2, is_solid=True))
    screen = Screen(canvas)
    screen.update()
    assert below.paints == 1
    picture = Surface((60, 60))
    picture.fill((1, 2, 3))
    for centre in ((40, 40), (42, 41)):
        sprite.pose(picture, centre)
        screen.update()
        assert pixels(screen.shown) == painted_whole(canvas.background, [sprite, above])
    assert below.paints == 1
    sprite.pose(None)
    screen.update()
    assert below.paints == 2
    assert pixels(screen.shown) == painted_whole(canvas.background, [below, above])


def test_regions_never_overlap_and_stay_few() -> None:
    chance = random.Random(4)
    canvas = Canvas(night())
    screen = Screen(canvas)
    screen.update()
    for count in (3, 12, 200):
        for _ in range(count):
            at = (chance.randint(0, 150), chance.randint(0, 110))
            canvas.mark(Rect(at, (chance.randint(1, 12), chance.randint(1, 12))))
        regions = screen.update()
        assert 1 <= len(regions) <= 48
        for index, region in enumerate(regions):
            assert region.collidelist(regions[index + 1 :]) == -1
            assert canvas.background.get_rect().contains(region)


def test_what_lies_outside_the_window_is_no_change() -> None:
    canvas = Canvas(night())
    screen = Screen(canvas)
    screen.update()
    canvas.add(Box(Rect(-50, -50, 20, 20), (1, 2, 3, 255))).move(Rect(500, 500, 5, 5))
    assert screen.update() == []


def test_painting_within_a_part_lets_the_rest_go() -> None:
    canvas = Canvas(night())
    part = Rect(0, 0, SIZE[0], 30)
    target = Surface(SIZE)
    assert canvas.paint(target, within=part) == [part]
    assert pixels(target.subsurface(part)) == pixels(canvas.background.subsurface(part))
    assert target.get_at((0, 31)) == (0, 0, 0, 255)
    assert not canvas.is_dirty


@pytest.mark.parametrize("is_painted", [False, True])
def test_a_snapshot_shows_the_nodes_as_they_are_now(is_painted: bool) -> None:
    canvas = Canvas(night())
    box = canvas.add(Box(Rect(30, 30, 40, 40), (200, 10, 10, 255)))
    screen = Screen(canvas)
    if is_painted:
        screen.update()
    box.move(Rect(50, 30, 40, 40))
    area = Rect(20, 20, 80, 60)
    taken = canvas.snapshot(area)
    assert taken.get_size() == area.size
    screen.update()
    assert pixels(taken) == pixels(screen.shown.subsurface(area))
    box.show(False)
    screen.update()
    assert taken.get_at((40, 20))[:3] == (200, 10, 10)


def test_a_snapshot_while_the_window_shrinks_is_of_the_old_size() -> None:
    canvas = Canvas(night())
    canvas.paint(Surface(SIZE))
    canvas.paint(Surface((50, 40)))
    whole = Rect((0, 0), SIZE)
    assert pixels(canvas.snapshot(whole)) == pixels(canvas.background)
    assert canvas.snapshot(Rect(100, 100, 500, 500)).get_size() == (60, 20)


def test_a_removed_node_marks_nothing_any_more() -> None:
    canvas = Canvas(night())
    box = canvas.add(Box(Rect(5, 5, 10, 10), (1, 2, 3, 255)))
    screen = Screen(canvas)
    screen.update()
    canvas.remove(box)
    canvas.remove(box)
    assert screen.update() == [Rect(5, 5, 10, 10)]
    box.move(Rect(50, 50, 10, 10))
    assert screen.update() == []


def test_a_cleared_canvas_shows_its_background() -> None:
    canvas = Canvas(night())
    canvas.add(Box(Rect(5, 5, 10, 10), (1, 2, 3, 255)))
    screen = Screen(canvas)
    screen.update()
    canvas.clear()
    screen.update()
    assert pixels(screen.shown) == pixels(canvas.background)


def test_a_sprite_is_where_it_was_posed_last() -> None:
    canvas = Canvas(night())
    sprite = canvas.add(Sprite())
    screen = Screen(canvas)
    image = Surface((10, 10))
    image.fill((250, 250, 250))
    for centre in ((20, 20), (23, 21), (100, 100)):
        sprite.pose(image, centre)
        screen.update()
        assert screen.shown.get_at(centre)[:3] == (250, 250, 250)
    sprite.pose(image, (100.3, 99.8))
    assert screen.update() == []
    sprite.pose(None)
    screen.update()
    assert pixels(screen.shown) == pixels(canvas.background)


def test_a_picture_is_itself_and_fades_without_harm() -> None:
    image = Surface((8, 8), pygame.SRCALPHA)
    image.fill((10, 200, 30, 200))
    pale = faded(image, 0.5)
    assert pale.get_at((0, 0)) == (10, 200, 30, 100)
    assert image.get_at((0, 0)) == (10, 200, 30, 200)
    assert faded(image, 7.0).get_at((0, 0))[3] == 200
    assert faded(image, -1.0).get_at((0, 0))[3] == 0
    canvas = Canvas(night())
    assert canvas.add(Picture(image, (4, 5))).area == Rect(4, 5, 8, 8)


# Motions


class Slide(Motion):
    """Moves a sprite from left to right, and brings what *holds* hide."""

    def __init__(self, holds: Sequence[Node], **more: object) -> None:
        super().__init__(0.5, holds=holds, **more)
        self.sprite = Sprite()
        self.image = Surface((6, 6))
        self.poses: list[float] = []

    def begin(self, canvas: Canvas) -> None:
        super().begin(canvas)
        canvas.add(self.sprite)

    def pose(self, age: float) -> None:
        self.poses.append(age)
        self.sprite.pose(self.image, (10 + 100 * age, 60))

    def end(self, canvas: Canvas) -> None:
        super().end(canvas)
        canvas.remove(self.sprite)


@pytest.mark.parametrize("steps", [0, 1, 7, 200])
def test_a_motion_leaves_the_final_state_behind_whenever_it_ends(steps: int) -> None:
    canvas = Canvas(night())
    box = canvas.add(Box(Rect(100, 50, 20, 20), (9, 200, 9, 255)))
    screen = Screen(canvas)
    screen.update()
    final = pixels(screen.shown)
    motions = Motions(canvas)
    motions.start(Slide([box]))
    motions.start(Slide([box], delay=0.2))
    for _ in range(steps):
        motions.advance(1 / 120)
        motions.draw_at(0.004)
        screen.update()
    motions.finish()
    screen.update()
    assert pixels(screen.shown) == final
    assert list(canvas) == [box]
    assert not motions.is_running


def test_what_a_motion_brings_is_hidden_until_its_end() -> None:
    canvas = Canvas(night())
    box = canvas.add(Box(Rect(100, 50, 20, 20), (9, 200, 9, 255)))
    motions = Motions(canvas)
    motions.start(Slide([box], delay=0.1))
    motions.advance(0.59)
    assert not box.is_drawn
    motions.advance(0.02)
    assert box.is_drawn


def test_cues_are_called_once_in_their_order_and_not_after_a_finish() -> None:
    canvas = Canvas(night())
    called: list[str] = []
    cues = [(0.3, lambda: called.append("late")), (0.0, lambda: called.append("early"))]
    motions = Motions(canvas)
    motions.start(Slide([], delay=0.1, cues=cues))
    motions.advance(0.05)
    assert called == []
    motions.advance(0.1)
    assert called == ["early"]
    motions.advance(0.5)
    assert called == ["early", "late"]
    motions.start(Slide([], cues=cues))
    motions.finish()
    assert called == ["early", "late"]


def test_a_motion_is_posed_between_steps_and_never_past_its_end() -> None:
    motion = Slide([], delay=0.1)
    motions = Motions(Canvas(night()))
    motions.start(motion)
    motions.draw_at(0.05)
    assert motion.poses == []
    motions.advance(0.1)
    motions.draw_at(0.004)
    motions.advance(0.498)
    motions.draw_at(0.008)
    assert motion.poses == pytest.approx([0.004, 0.5])
