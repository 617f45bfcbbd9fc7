from collections.abc import Iterator
from itertools import pairwise, product

import pygame
import pytest
from pygame import Rect, Surface

from game.app.resources import data_folder
from game.ui.art import Art
from game.ui.button import MEANING_GUARD_SECONDS, Button, set_alike
from game.ui.canvas import Canvas
from game.ui.controls import Controls
from game.ui.input import Cancel, Command, Down, Hover, Key, Move, Up
from game.ui.layout import Metrics, centred, columns, grid, inset, rows
from game.ui.slider import Slider
from game.ui.text import Fonts
from game.ui.theme import THEMES
from game.ui.widgets import Control, Kit, Label

SIZE = (1280, 720)
OUTSIDE = (1270, 5)


@pytest.fixture
def kit() -> Iterator[Kit]:
    pygame.display.init()
    pygame.display.set_mode(SIZE)
    pygame.font.init()
    data = data_folder() / "assets"
    yield Kit(Art(data / "art", THEMES["ember"]), Fonts(data / "fonts"), Metrics(*SIZE))
    pygame.display.quit()


@pytest.fixture
def canvas(kit: Kit) -> Canvas:
    return Canvas(kit.art.background(SIZE))


class Panel:
    """Three buttons in a row and a slider below, and what was done to them."""

    def __init__(self, kit: Kit, canvas: Canvas) -> None:
        self.done: list[object] = []
        self.presses = 0
        self.controls = Controls(canvas, self._press)
        boxes = (Rect(50 + 200 * at, 50, 160, 80) for at in range(3))
        self.one, self.two, self.three = (
            self.controls.add(Button(kit, box, name, lambda name=name: self.done.append(name)))
            for box, name in zip(boxes, ("one", "two", "three"), strict=True)
        )
        self.slider = self.controls.add(Slider(kit, Rect(50, 300, 560, 60), 50, self.done.append))

    def _press(self) -> None:
        self.presses += 1

    def tap(self, at: tuple[int, int], now: float = 10.0) -> None:
        self.controls.handle(Down(at), now)
        self.controls.handle(Up(at, is_tap=True), now)

    def key(self, *commands: Command, now: float = 10.0) -> None:
        for command in commands:
            self.controls.handle(Key(command), now)


@pytest.fixture
def panel(kit: Kit, canvas: Canvas) -> Panel:
    return Panel(kit, canvas)


# Pressing


def test_a_tap_does_what_the_button_is_for_once(panel: Panel) -> None:
    panel.tap(panel.two.box.center)
    assert panel.done == ["two"]
    assert panel.presses == 1
    assert not panel.two.is_pressed


def test_a_button_does_nothing_until_the_pointer_is_let_go(panel: Panel) -> None:
    panel.controls.handle(Down(panel.one.box.center), 0)
    assert panel.one.is_pressed
    assert panel.done == []


def test_a_pointer_that_slid_off_the_button_takes_the_press_back(panel: Panel) -> None:
    for end in (OUTSIDE, panel.two.box.center):
        panel.controls.handle(Down(panel.one.box.center), 0)
        panel.controls.handle(Move(end), 0)
        assert not panel.one.is_pressed
        panel.controls.handle(Up(end, is_tap=False), 0)
    assert panel.done == []


def test_a_pointer_that_came_back_presses(panel: Panel) -> None:
    at = panel.one.box.center
    panel.controls.handle(Down(at), 0)
    panel.controls.handle(Move(OUTSIDE), 0)
    panel.controls.handle(Move(at), 0)
    panel.controls.handle(Up(at, is_tap=False), 0)
    assert panel.done == ["one"]


def test_a_lost_pointer_takes_the_press_and_the_hover_back(panel: Panel) -> None:
    at = panel.one.box.center
    panel.controls.handle(Hover(at), 0)
    panel.controls.handle(Down(at), 0)
    panel.controls.handle(Cancel(), 0)
    assert not panel.one.is_pressed
    assert not panel.one.is_hovered
    assert not panel.controls.handle(Up(at, is_tap=True), 0)
    assert panel.done == []


@pytest.mark.parametrize("how", ["disabled", "hidden", "removed"])
def test_what_can_not_be_used_does_nothing(panel: Panel, how: str) -> None:
    at = panel.one.box.center
    panel.controls.handle(Down(at), 0)
    match how:
        case "disabled":
            panel.one.set(enabled=False)
        case "hidden":
            panel.one.show(False)
        case "removed":
            panel.controls.remove(panel.one)
    panel.controls.handle(Up(at, is_tap=True), 0)
    panel.tap(at)
    assert panel.done == []


def test_a_dead_button_still_keeps_the_tap_from_what_lies_below(panel: Panel) -> None:
    panel.one.set(enabled=False)
    assert panel.controls.handle(Down(panel.one.box.center), 0)
    assert not panel.controls.handle(Down(OUTSIDE), 0)


def test_the_button_on_top_takes_the_tap(panel: Panel, kit: Kit) -> None:
    panel.controls.add(Button(kit, panel.one.box, "above", lambda: panel.done.append("above")))
    panel.tap(panel.one.box.center)
    assert panel.done == ["above"]


def test_only_the_button_under_the_mouse_is_lit(panel: Panel) -> None:
    for button in (panel.one, panel.three):
        panel.controls.handle(Hover(button.box.center), 0)
        lit = [c for c in panel.controls.all if c.is_hovered]
        assert lit == [button]
    panel.controls.handle(Hover(OUTSIDE), 0)
    assert not any(c.is_hovered for c in panel.controls.all)


# A meaning that has just changed


def test_a_button_that_changed_its_meaning_is_deaf_for_a_moment(panel: Panel) -> None:
    panel.one.set(caption="uno", now=10.0)
    panel.tap(panel.one.box.center, now=10.0 + MEANING_GUARD_SECONDS - 0.01)
    assert panel.done == []
    panel.tap(panel.one.box.center, now=10.0 + MEANING_GUARD_SECONDS)
    assert panel.done == ["one"]


def test_a_press_from_before_the_change_does_not_count(panel: Panel) -> None:
    panel.controls.handle(Down(panel.one.box.center), 9.9)
    panel.one.set(caption="uno", now=10.0)
    panel.controls.handle(Up(panel.one.box.center, is_tap=True), 10.1)
    assert panel.done == []


def test_enter_waits_too(panel: Panel) -> None:
    panel.controls.focus(panel.one)
    panel.one.set(now=10.0)
    panel.key(Command.ACCEPT, now=10.1)
    assert panel.done == []
    panel.key(Command.ACCEPT, now=10.3)
    assert panel.done == ["one"]


# Focus


def test_tab_goes_round_and_enter_acts(panel: Panel) -> None:
    seen = []
    for _ in range(5):
        panel.key(Command.NEXT)
        seen.append(panel.controls.focused)
    assert seen == [panel.one, panel.two, panel.three, panel.slider, panel.one]
    panel.key(Command.PREVIOUS, Command.PREVIOUS, Command.ACCEPT)
    assert panel.done == ["three"]


def test_focus_passes_over_what_can_not_be_used(panel: Panel) -> None:
    panel.one.set(enabled=False)
    panel.two.show(False)
    panel.key(Command.NEXT)
    assert panel.controls.focused is panel.three


def test_arrows_go_to_the_nearest_control_that_way(panel: Panel) -> None:
    panel.controls.focus(panel.one)
    panel.key(Command.RIGHT)
    assert panel.controls.focused is panel.two
    panel.key(Command.DOWN)
    assert panel.controls.focused is panel.slider
    panel.key(Command.UP, Command.LEFT)
    assert panel.controls.focused is panel.one
    panel.key(Command.LEFT)
    assert panel.controls.focused is panel.one


def test_a_tap_takes_the_focus_away(panel: Panel) -> None:
    panel.key(Command.NEXT)
    assert panel.one.is_focused
    panel.controls.handle(Down(OUTSIDE), 0)
    assert panel.controls.focused is None
    assert not panel.one.is_focused


def test_enter_without_focus_is_left_to_the_scene(panel: Panel) -> None:
    assert not panel.controls.handle(Key(Command.ACCEPT), 0)
    assert not panel.controls.handle(Key(Command.ROLL), 0)


def test_nothing_to_focus_is_no_error(panel: Panel) -> None:
    for control in panel.controls.all:
        control.show(False)
    panel.key(Command.NEXT, Command.DOWN, Command.ACCEPT)
    assert panel.controls.focused is None


# Slider


def test_a_slider_goes_where_it_is_dragged_in_fives(panel: Panel) -> None:
    box = panel.slider.box
    panel.controls.handle(Down((box.centerx, box.centery)), 0)
    for x in range(box.left - 50, box.right + 50, 7):
        panel.controls.handle(Move((x, box.centery)), 0)
    panel.controls.handle(Up((box.right + 50, box.centery), is_tap=False), 0)
    assert panel.done[0] == 0
    assert panel.done[1:] == list(range(5, 101, 5))
    assert panel.slider.value == 100


def test_a_slider_is_stepped_by_the_arrows_and_kept_by_enter(panel: Panel) -> None:
    panel.controls.focus(panel.slider)
    panel.key(Command.RIGHT, Command.RIGHT, Command.LEFT, Command.ACCEPT)
    assert panel.done == [55, 60, 55]
    panel.key(*[Command.LEFT] * 30)
    assert panel.slider.value == 0


# Looks


def picture(canvas: Canvas) -> bytes:
    target = Surface(SIZE)
    canvas.mark_all()
    canvas.paint(target)
    return pygame.image.tobytes(target, "RGB")


def test_every_state_of_a_button_looks_different(panel: Panel, canvas: Canvas) -> None:
    button = panel.one
    looks = {"plain": picture(canvas)}
    button.set_flags(hovered=True)
    looks["hovered"] = picture(canvas)
    button.set_flags(hovered=False, pressed=True)
    looks["pressed"] = picture(canvas)
    button.set_flags(pressed=False, focused=True)
    looks["focused"] = picture(canvas)
    button.set_flags(focused=False, enabled=False)
    looks["disabled"] = picture(canvas)
    button.set_flags(enabled=True)
    button.mark_armed(True)
    looks["armed"] = picture(canvas)
    button.mark_armed(False)
    button.set(style="gold")
    looks["gold"] = picture(canvas)
    button.set(style="button", caption="uno")
    looks["renamed"] = picture(canvas)
    assert len(set(looks.values())) == len(looks)
    button.set(caption="one")
    assert picture(canvas) == looks["plain"]


@pytest.mark.parametrize("state", ["hovered", "pressed", "focused", "enabled"])
def test_a_control_paints_inside_its_area_whatever_its_state(
    panel: Panel, canvas: Canvas, state: str
) -> None:
    target = Surface(SIZE)
    canvas.paint(target)
    for control in panel.controls.all:
        if isinstance(control, Button):
            control.set(note="second line", icon="icon_undo", style="fire")
            control.mark_armed(True)
        control.set_flags(**{state: state != "enabled"})
    canvas.paint(target)
    bit_by_bit = pygame.image.tobytes(target, "RGB")
    assert bit_by_bit == picture(canvas)


@pytest.mark.parametrize(
    ("caption", "note", "icon"),
    [
        ("Confirm", "", ""),
        ("Confirm", "−15 points, then pick the stone", ""),
        ("", "raise · −10", "icon_plus"),
        ("Give the game up and start anew", "", "icon_menu"),
        ("PEACEFUL", "3 Majda Powers · place 2+\nNo game yet", ""),
    ],
)
@pytest.mark.parametrize("size", [(160, 80), (110, 44), (400, 120), (120, 200)])
def test_everything_on_a_button_is_inside_it(
    kit: Kit, canvas: Canvas, caption: str, note: str, icon: str, size: tuple[int, int]
) -> None:
    box = Rect((300, 300), size)
    button = canvas.add(Button(kit, box, caption, lambda: None, note=note, icon=icon))
    placed = [place for _, place in button.face().parts]
    assert placed
    for place in placed:
        assert box.left <= place.left
        assert place.right <= box.right
        assert box.top - 3 <= place.top
        assert place.bottom <= box.bottom + 3


# Labels


@pytest.mark.parametrize(
    ("align", "valign"),
    list(product(("left", "center", "right"), ("top", "middle", "bottom"))),
)
def test_a_label_stands_where_it_is_told_to(kit: Kit, align: str, valign: str) -> None:
    box = Rect(100, 100, 600, 200)
    bounds = Label(kit, box, "Four dice", 40, (255, 255, 255), align=align, valign=valign)
    text = bounds.text_bounds()
    assert box.contains(text)
    across = {"left": "left", "center": "centerx", "right": "right"}[align]
    down = {"top": "top", "middle": "centery", "bottom": "bottom"}[valign]
    assert getattr(text, across) == pytest.approx(getattr(box, across), abs=1)
    assert getattr(text, down) == pytest.approx(getattr(box, down), abs=1)


def test_a_label_that_says_the_same_is_not_painted_again(kit: Kit, canvas: Canvas) -> None:
    label = canvas.add(Label(kit, Rect(10, 10, 300, 50), "12", 40, (255, 255, 255)))
    canvas.paint(Surface(SIZE))
    label.set("12")
    label.set("12", (255, 255, 255))
    label.fit_into(Rect(10, 10, 300, 50))
    assert not canvas.is_dirty
    label.set("13")
    assert canvas.is_dirty


def test_a_label_too_long_for_any_size_stays_in_its_box(kit: Kit, canvas: Canvas) -> None:
    target = Surface(SIZE)
    canvas.paint(target)
    plain = pygame.image.tobytes(target, "RGB")
    label = canvas.add(Label(kit, Rect(200, 200, 60, 20), "word " * 60, 30, (255, 255, 255)))
    canvas.paint(target)
    said = pygame.image.tobytes(target, "RGB")
    label.show(False)
    canvas.paint(target)
    assert pygame.image.tobytes(target, "RGB") == plain
    label.show(True)
    assert picture(canvas) == said


def test_a_control_that_moved_is_tapped_where_it_is(panel: Panel) -> None:
    old, new = panel.one.box.center, Rect(900, 500, 100, 50)
    panel.one.place(new)
    panel.tap(old)
    assert panel.done == []
    panel.tap(new.center)
    assert panel.done == ["one"]
    assert isinstance(panel.controls.at(new.center), Control)


# Layout


@pytest.mark.parametrize("gap", [0, 7])
@pytest.mark.parametrize("weights", [[1], [1, 1, 1], [3, 1, 2.5], [0.2, 5]])
def test_rows_and_columns_fill_their_box_without_a_seam(weights: list[float], gap: int) -> None:
    box = Rect(13, 17, 401, 299)
    for parts, start, end, low, high in (
        (rows(box, weights, gap), "top", "bottom", box.top, box.bottom),
        (columns(box, weights, gap), "left", "right", box.left, box.right),
    ):
        assert getattr(parts[0], start) == low
        assert getattr(parts[-1], end) == high
        for one, other in pairwise(parts):
            assert getattr(other, start) - getattr(one, end) == gap
        assert all(box.contains(part) for part in parts)


def test_a_grid_is_read_like_a_text() -> None:
    cells = grid(Rect(0, 0, 300, 200), 3, 2, 0)
    assert [cell.topleft for cell in cells] == [
        (0, 0), (100, 0), (200, 0), (0, 100), (100, 100), (200, 100),
    ]  # fmt: skip


def test_a_box_too_small_for_its_gaps_gives_empty_parts_and_no_error() -> None:
    for part in rows(Rect(0, 0, 10, 5), [1, 1, 1, 1], 20):
        assert part.height == 0


def test_centred_and_inset() -> None:
    box = Rect(10, 20, 100, 60)
    assert centred((20, 10), box).center == box.center
    assert inset(box, 5) == Rect(15, 25, 90, 50)
    assert inset(box, 5, 10) == Rect(15, 30, 90, 40)


@pytest.mark.parametrize("size", [(800, 480), (1280, 720), (1080, 1920), (3840, 2160)])
def test_text_grows_with_the_setting_and_is_never_tiny(size: tuple[int, int]) -> None:
    usual, large = Metrics(*size), Metrics(*size, text_percent=150)
    for units in (24, 31, 46, 92):
        assert usual.text(units) >= 12
        assert large.text(units) == pytest.approx(1.5 * usual.text(units), abs=1)
    assert usual.is_portrait == (size[1] > size[0])
    assert usual.px(0.0001) == 1


def test_a_row_of_buttons_shares_the_size_that_the_longest_caption_needs(kit: Kit) -> None:
    words = ("Go", "High scores", "A caption longer than most")
    box = Rect(0, 0, 150, 60)
    row = [Button(kit, box, word, int, icon="icon_menu", units=40) for word in words]
    alone = [button.face().sizes[0] for button in row]
    set_alike(row)
    assert len(set(alone)) == 3
    assert {button.face().sizes[0] for button in row} == {min(alone)}


def test_a_row_of_buttons_shares_the_size_of_its_notes_too(kit: Kit) -> None:
    box = Rect(0, 0, 220, 90)
    row = [
        Button(kit, box, "PEACEFUL", int, note=note, units=30, note_units=24)
        for note in ("no Powers", "3 Majda Powers · place 2 or more", " ")
    ]
    alone = [button.face().sizes[1] for button in row]
    assert alone[0] > alone[1]
    set_alike(row)
    assert [button.face().sizes[1] for button in row[:2]] == [alone[1]] * 2
    row[1].set(note="one")
    set_alike(row)
    assert row[0].face().sizes[1] == alone[0], "what was limited once may grow again"


def ink_of(picture: Surface) -> tuple[int, ...]:
    """Return the colour of a picture where the least shines through."""
    width, height = picture.get_size()
    seen = (tuple(picture.get_at((x, y))) for x in range(width) for y in range(height))
    return max(seen, key=lambda colour: colour[3])[:3]


@pytest.mark.parametrize("name", THEMES)
@pytest.mark.parametrize("style", ["button", "gold"])
def test_an_award_is_the_last_line_of_a_note_in_gold_and_bold(
    kit: Kit, name: str, style: str
) -> None:
    theme = THEMES[name]
    kit = kit._replace(art=Art(data_folder() / "assets" / "art", theme))
    box = Rect(0, 0, 300, 130)
    button = Button(
        kit, box, "PEACEFUL", lambda: None, note="place 2+", award="Best 402", style=style
    )
    note, award, _caption = (picture for picture, _ in button.face().parts)
    assert ink_of(note) == theme.fills()[style].dim
    assert ink_of(award) == (theme.accent if style == "button" else theme.gold.text)
    px = button.face().sizes[1]
    assert award.get_width() == kit.fonts.width("Best 402", px, bold=True)
    places = [place for _, place in button.face().parts[:2]]
    assert places[0].bottom == places[1].top
    assert places[0].centerx == pytest.approx(places[1].centerx, abs=1)
    button.set_flags(hovered=True)
    award = button.face().parts[1][0]
    assert ink_of(award) == (theme.accent if style == "button" else theme.gold.text)


@pytest.mark.parametrize("wide", range(60, 200, 20))
def test_an_award_takes_no_more_room_than_a_note_of_its_words(kit: Kit, wide: int) -> None:
    """Where bold letters have no room, it is not bold; where it breaks, all its lines are gold."""
    box = Rect(0, 0, wide, 150)
    plain = Button(kit, box, "P", int, note="place 2+\nBest of all 402")
    button = Button(kit, box, "P", int, note="place 2+", award="Best of all 402")
    faces = plain.face(), button.face()
    assert faces[0].sizes == faces[1].sizes
    assert [p.midtop[1] for _, p in faces[0].parts] == [p.midtop[1] for _, p in faces[1].parts]
    assert all(box.contains(place) for _, place in faces[1].parts)
    gold, lines = kit.art.theme.accent, len(faces[1].parts)
    is_gold = [ink_of(picture) == pytest.approx(gold, abs=9) for picture, _ in faces[1].parts]
    room = wide - 2 * kit.metrics.px(14) + kit.metrics.px(14)
    count = len(kit.fonts.wrap("Best of all 402", faces[1].sizes[1], room))
    assert is_gold == [False] * (lines - 1 - count) + [True] * count + [False]


def test_a_sign_that_comes_changes_no_size(kit: Kit) -> None:
    button = Button(kit, Rect(0, 0, 150, 60), "NIGHTMARE", int, units=40, has_sign=True)
    plain = button.face()
    button.set(icon="icon_check")
    assert button.face().sizes == plain.sizes
    assert not button.face().is_crowded
    assert len(button.face().parts) == len(plain.parts) + 1


def test_a_line_of_parts_says_what_can_be_read_and_never_breaks_a_part(kit: Kit) -> None:
    parts = ["base 126", "lines +20", "ruins −60", "staged +20"]
    label = Label(kit, Rect(0, 0, 900, 20), "", 24, (255, 255, 255))
    label.set_parts(parts)
    assert label.text.replace("\N{NO-BREAK SPACE}", " ") == " · ".join(parts)
    label.fit_into(Rect(0, 0, 90, 40))
    label.set_parts(parts)
    assert label.text.replace("\N{NO-BREAK SPACE}", " ") == "ruins −60 · staged +20"
    label.fit_into(Rect(0, 0, 40, 20))
    label.set_parts(parts)
    assert not label.text
