"""What makes a scene look composed: sizes shared, lines whole, edges that grow with the window."""

from itertools import pairwise, product
from typing import Any

import pytest
from pygame import Rect, Surface

from game.scenes.tutorial import place_parts
from game.scenes.tutorial_marks import reach
from game.ui.art import Art
from game.ui.layout import SMALLEST, Metrics
from game.ui.theme import contrast
from game.ui.wording import score_parts
from game.views.magdagdon.geometry import arrange
from game.views.magdagdon.tray import Hearts
from tests.ui.conftest import Fly
from tests.ui.pilot import Pilot, labels
from tests.ui.placing import SIZES
from tests.ui.test_layouts import LOOKS, fly_to, scene_faults
from tests.ui.visits import Visits, settle

FIRM_SPACE = "\N{NO-BREAK SPACE}"


def lines_of(label: Any) -> int:
    """Return on how many lines *label* stands."""
    label.prepare()
    return len(label._lines)


def label_of(pilot: Pilot, start: str) -> Any:
    """Return the label whose text begins with *start*."""
    return next(label for label in labels(pilot.scene) if label.text.startswith(start))


@pytest.mark.parametrize(("size", "text"), LOOKS)
@pytest.mark.parametrize("language", ["en", "lt"])
def test_the_end_of_a_game_breaks_neither_its_heading_nor_play_again(
    fly: Fly, size: tuple[int, int], text: int, language: str
) -> None:
    pilot = fly(size=size, text_size=text, language=language, has_reduced_motion=True)
    for _name in Visits(pilot).game_over():
        assert not scene_faults(pilot)
        again = pilot.scene.controls.all[0]
        face = again.face()
        has_icon = bool(again.icon) and not face.is_crowded
        assert len(face.parts) == 1 + has_icon, f"{again.caption!r} is broken"
        assert again.face().sizes[0] >= SMALLEST
        heading = pilot.scene.heading
        # Long words in large letters stand on two lines: what it is above whose it is.
        is_narrow = size == (1000, 1000)
        is_long = language == "lt" and (is_narrow or text > 100)
        assert lines_of(heading) == 1 or is_long or (is_narrow and text > 100)


@pytest.mark.parametrize(("size", "text"), LOOKS)
@pytest.mark.parametrize("language", ["en", "lt"])
def test_a_replay_tells_all_that_the_score_is_made_of(
    fly: Fly, size: tuple[int, int], text: int, language: str
) -> None:
    pilot = fly(size=size, text_size=text, language=language, has_reduced_motion=True)
    longest = 0
    for _name in Visits(pilot).replay():
        score = pilot.scene.state.shown_score
        parts = score_parts(score, score.total - pilot.scene.state.score.total)
        longest = max(longest, len(parts))
        told = label_of(pilot, parts[0].replace(" ", FIRM_SPACE)).text
        assert told.replace(FIRM_SPACE, " ").split(" · ") == parts
    assert longest == 4


@pytest.mark.parametrize("size", SIZES)
def test_the_tagline_stands_close_to_the_lettering(fly: Fly, size: tuple[int, int]) -> None:
    pilot = fly_to(fly, size, 100)
    words = label_of(pilot, "Four dice.").text_bounds()
    logo = pilot.scene.lettering.area
    first = min(c.box.top for c in pilot.scene.controls.all)
    assert 0 < words.top - logo.bottom < logo.height * 0.8
    assert words.top - logo.bottom < first - words.bottom


@pytest.mark.parametrize(("size", "text"), LOOKS)
@pytest.mark.parametrize("difficulty", ["S", "N"])
def test_the_prompt_uses_its_room(
    fly: Fly, size: tuple[int, int], text: int, difficulty: str
) -> None:
    """No gap in it is larger than its dice, and none of its texts smaller than its room asks."""
    pilot = fly(size=size, text_size=text, has_reduced_motion=True)
    for name in Visits(pilot).play():
        if name != f"play {difficulty}":
            continue
        assert pilot.scene.is_prompting
        assert not scene_faults(pilot)
        prompt = pilot.scene.geometry.prompt
        inside = [c.box for c in pilot.scene.controls.all if prompt.contains(c.box)]
        inside += [label.text_bounds() for label in labels(pilot.scene) if label.z > 2]
        inside += [node.box for node in pilot.scene.view.dice]
        bands = sorted((box.top, box.bottom) for box in inside)
        gaps, reached = [], bands[0][1]
        for top, bottom in bands:
            gaps.append(top - reached)
            reached = max(reached, bottom)
        assert max(gaps) <= max(pilot.scene.view.dice[0].box.height, prompt.height // 8)
        assert prompt.bottom - reached <= prompt.height // 8


def edges(fly: Fly, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> list[list[int]]:
    """Return the widths of all edges and outlines, scene by scene, from the thinnest on."""
    widths: list[int] = []
    panel, outline = Art.panel, Art.outline

    def seen_panel(art: Art, box: Any, fill: Any, radius: int, edge: int = 2, *more: Any) -> Any:
        widths.append(edge)
        return panel(art, box, fill, radius, edge, *more)

    def seen_outline(art: Art, box: Any, colour: Any, radius: int, width: int, *more: Any) -> Any:
        widths.append(width)
        return outline(art, box, colour, radius, width, *more)

    with monkeypatch.context() as patch:
        patch.setattr(Art, "panel", seen_panel)
        patch.setattr(Art, "outline", seen_outline)
        pilot = fly(size=size, has_reduced_motion=True)
        found = []
        keys = ("title", "play", "pause", "scores", "statistics", "replay", "settings")
        for _name in Visits(pilot).all(keys):
            widths.clear()
            pilot.repainted()
            found.append(sorted(widths))
        pilot.close()
    return found


def test_thin_edges_grow_with_the_window(fly: Fly, monkeypatch: pytest.MonkeyPatch) -> None:
    small = edges(fly, (1920, 1080), monkeypatch)
    large = edges(fly, (3840, 2160), monkeypatch)
    assert [len(each) for each in small] == [len(each) for each in large]
    for before, after in zip(small, large, strict=True):
        assert min(before) >= 1
        assert [round(wide / 2) for wide in after] == pytest.approx(before, abs=1)
        assert min(after) >= 2 * min(before)


def test_an_edge_is_never_thinner_than_it_is_at_1080_lines() -> None:
    for size, (thin, usual) in {
        (800, 480): (1, 2),
        (1920, 1080): (1, 2),
        (3840, 2160): (2, 4),
    }.items():
        assert (Metrics(*size).edge(1), Metrics(*size).edge(2)) == (thin, usual)


@pytest.mark.parametrize(("size", "text"), list(product([(480, 800), (1280, 720)], [150])))
def test_tabs_keep_one_size_whichever_is_chosen(fly: Fly, size: tuple[int, int], text: int) -> None:
    pilot = fly(size=size, text_size=text, has_reduced_motion=True)
    for _name in Visits(pilot).open("scores", {}):
        tabs = pilot.scene._tabs
        seen = set()
        for tab in tabs:
            pilot.tap(Rect(tab.box).center)
            settle(pilot)
            assert tab.is_selected
            assert tab.icon == "icon_check"
            assert not tab.face().is_crowded
            seen |= {each.face().sizes[0] for each in tabs}
        assert len(seen) == 1


@pytest.mark.parametrize(("size", "text"), LOOKS)
def test_a_demonstration_says_whose_game_it_is_on_two_lines(
    fly: Fly, size: tuple[int, int], text: int
) -> None:
    pilot = fly(size=size, text_size=text, has_reduced_motion=True)
    for _name in Visits(pilot).demo():
        assert not scene_faults(pilot)
        whose, what = label_of(pilot, "The coach plays"), label_of(pilot, "PEACEFUL")
        assert (lines_of(whose), lines_of(what)) == (1, 1)
        assert whose.text_bounds().bottom <= what.text_bounds().bottom
        hearts = pilot.scene._view.hearts.area
        assert hearts.left > what.text_bounds().right
        assert abs(hearts.centery - what.text_bounds().centery) <= 2
        tray = pilot.scene._view.geometry.tray
        assert all(abs(die.centery - tray.centery) <= 1 for die in pilot.scene._view.geometry.dice)


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (3840, 2160)])
def test_the_rules_take_as_many_leaves_in_every_window_of_one_shape(
    fly: Fly, size: tuple[int, int]
) -> None:
    pilot = fly(size=size, has_reduced_motion=True)
    assert len(list(Visits(pilot).all(("how_to_play",)))) == 12


def test_figures_of_an_upright_leaf_have_nearly_half_of_its_width(fly: Fly) -> None:
    pilot = fly(size=(1080, 1920), has_reduced_motion=True)
    for _name in Visits(pilot).all(("how_to_play",)):
        texts = [label for label in labels(pilot.scene) if "may stand anywhere" in label.text]
        if texts:
            beside = texts[0].area.left - pilot.scene.kit.metrics.margin
            assert beside > 0.4 * pilot.screen.get_width()
            return
    raise AssertionError("the rules don't tell where a die may stand")


@pytest.mark.parametrize(("size", "text"), LOOKS)
def test_the_ring_round_one_thing_leaves_the_next_alone(size: tuple[int, int], text: int) -> None:
    metrics = Metrics(*size, text)
    places, _head, _speech = place_parts(metrics)
    widest = 2 * reach(metrics)  # the ring and its echo
    assert places.confirm.left - places.undo.right >= widest
    for one, other in pairwise(places.dice):
        assert other.left - one.right >= widest


@pytest.mark.parametrize("has_powers", [True, False])
def test_the_board_keeps_to_the_edges_of_an_upright_window(has_powers: bool) -> None:
    places = arrange(Metrics(1080, 1920), has_powers)
    assert places.board.left == places.tray.left == places.title.left
    assert places.badges[0].right == places.tray.right == places.score.right
    assert 0 < places.badges[0].left - places.board.right < places.cells[0].width // 2


def test_spent_hearts_are_not_the_darkest_thing_in_daylight(fly: Fly) -> None:
    kit = fly(size=(1280, 720), theme="daylight").scene.kit
    ground, text = kit.art.theme.sky.top, kit.art.theme.sky.text
    sheet = Surface((100, 100))
    sheet.fill(ground)
    hearts = Hearts(kit, sheet.get_rect(), 1)
    hearts.show_left(0)
    hearts.draw(sheet)
    seen = {tuple(sheet.get_at((x, y))[:3]) for x in range(100) for y in range(100)}
    darkest = max(contrast(colour, ground) for colour in seen)
    assert 3 <= darkest < contrast(text, ground) * 0.7


def test_cards_on_the_title_stand_further_apart_than_its_buttons(fly: Fly) -> None:
    pilot = fly_to(fly, (1920, 1080), 100)
    boxes = [control.box for control in pilot.scene.controls.all]
    cards, buttons = boxes[:3], boxes[3:]
    assert [b.left - a.right for a, b in pairwise(cards)] == [32, 32]
    assert {b.left - a.right for a, b in pairwise(buttons)} == {20}
    assert (cards[0].left, cards[-1].right) == (buttons[0].left, buttons[-1].right)
