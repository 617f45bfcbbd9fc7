"""About: the dedication (M8), the facts, and a path that is never cut."""

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

import game
from game.scenes.about import Heart, break_path
from game.scenes.base import Push
from tests.ui.pilot import Pilot, labels
from tests.ui.placing import SIZES, faults


@pytest.fixture
def pilot(tmp_path: Path) -> Iterator[Pilot]:
    pilot = Pilot(tmp_path)
    yield pilot
    pilot.close()


def texts(pilot: Pilot) -> list[str]:
    return [label.text for label in labels(pilot.scene)]


def test_the_title_leads_to_about_and_back_leads_to_the_title(pilot: Pilot) -> None:
    for leave in (lambda: pilot.tap_button("Back"), lambda: pilot.key(pygame.KSCAN_ESCAPE)):
        pilot.tap_button("About")
        pilot.settle()
        assert pilot.scene_name == "AboutScene"
        leave()
        pilot.settle()
        assert pilot.scene_name == "TitleScene"


def test_it_is_dedicated_to_majduska_with_a_heart(pilot: Pilot) -> None:  # M8
    pilot.app.stack.apply(Push("about"))
    pilot.settle()
    said = " ".join(texts(pilot))
    assert "CUBIRI ORIGINAL" in said
    assert "Majduška" in said
    assert "20th birthday" in said
    heart = next(node for node in pilot.scene.canvas if isinstance(node, Heart))
    assert pilot.screen.get_rect().contains(heart.area)
    assert heart.area.width > 60


def test_it_tells_version_licences_and_where_the_data_lies(tmp_path: Path, pilot: Pilot) -> None:
    pilot.app.stack.apply(Push("about"))
    said = texts(pilot)
    assert game.__version__ in said
    assert any("MIT" in text for text in said)
    assert any("OFL" in text for text in said)
    assert str(tmp_path) in [text.replace("\n", "") for text in said]


def test_the_heart_beats_when_the_page_opens_and_then_rests(pilot: Pilot) -> None:
    pilot.app.stack.apply(Push("about"))
    heart = next(node for node in pilot.scene.canvas if isinstance(node, Heart))
    widths = set()
    for _ in range(150):
        pilot.frame()
        widths.add(heart.area.width)
    assert len(widths) > 4
    assert not pilot.scene.is_moving
    assert heart.area.width == min(widths)
    pilot.assert_painted()


def test_the_heart_keeps_still_where_motion_is_reduced(tmp_path: Path) -> None:
    pilot = Pilot(tmp_path, has_reduced_motion=True)
    pilot.app.stack.apply(Push("about"))
    assert not pilot.scene.is_moving
    pilot.close()


@pytest.mark.parametrize(
    "path",
    [
        "/srv/players/someone/.local/share/magdagdon",
        r"C:\Users\Someone Long\AppData\Local\magdagdon",
    ],
)
def test_a_path_is_broken_after_its_separators(pilot: Pilot, path: str) -> None:
    kit = pilot.scene.kit
    broken = break_path(kit, path, 20, 200)
    lines = broken.split("\n")
    assert "".join(lines) == path
    assert len(lines) > 1
    assert all(kit.fonts.width(line, 20) <= 200 for line in lines)
    assert all(line[-1] in "/\\" for line in lines[:-1])


def test_a_long_name_in_a_path_is_broken_anywhere(pilot: Pilot) -> None:
    path = "/" + "x" * 90
    lines = break_path(pilot.scene.kit, path, 20, 200).split("\n")
    assert "".join(lines) == path
    assert all(pilot.scene.kit.fonts.width(line, 20) <= 200 for line in lines)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_nothing_overlaps_or_is_cut(tmp_path: Path, size: tuple[int, int]) -> None:
    folder = tmp_path / "a rather long name of a folder" / ("deep" * 9)
    folder.mkdir(parents=True)
    pilot = Pilot(folder, size)
    for text_size in (100, 125, 150):
        for theme in ("ember", "daylight", "contrast"):
            pilot.app.context.change_settings(text_size=text_size, theme=theme)
            pilot.app.stack.apply(Push("about"))
            assert faults(pilot.scene) == []
    pilot.close()
