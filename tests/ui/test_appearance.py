"""What makes a scene look composed: sizes shared, lines whole, edges that grow with the window."""

from itertools import product
from typing import Any

import pytest
from pygame import Rect

from game.ui.art import Art
from game.ui.layout import SMALLEST, Metrics
from game.ui.wording import score_parts
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
