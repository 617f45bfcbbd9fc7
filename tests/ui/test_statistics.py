"""The statistics page: what it shows for which games, at every size, by every way of input."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pygame
import pytest
from pygame import Rect, Surface

from game.rules.magdagdon.board import Difficulty
from game.scenes.base import Push
from game.scenes.statistics import FILE_NAME
from game.session.record import Record
from game.session.scores import ScoreTable
from game.session.statistics import figures_of, summarize
from game.ui.charts import Bar, BarChart, Marker, RowChart
from game.ui.language import format_number
from tests.ui.games import fill, game
from tests.ui.pilot import Pilot, labels
from tests.ui.placing import SIZES, faults


@pytest.fixture
def pilots(tmp_path: Path) -> Iterator[list[Pilot]]:
    """Collect the pilots of a test, to close them."""
    opened: list[Pilot] = []
    yield opened
    for pilot in opened:
        pilot.close()


def start(
    pilots: list[Pilot], folder: Path, size: tuple[int, int] = (1280, 720), **more: object
) -> Pilot:
    pilot = Pilot(folder, size, **{"difficulty": Difficulty.PEACEFUL, **more})
    pilots.append(pilot)
    pilot.app.stack.apply(Push("statistics"))
    pilot.settle()
    return pilot


def texts(pilot: Pilot) -> list[str]:
    return [label.text for label in labels(pilot.scene)]


def games(count: int, difficulty: str = "P") -> list[Record]:
    return [game(f"{difficulty}-{number}", difficulty) for number in range(count)]


# What is shown


def test_figures_are_those_of_the_games_of_the_difficulty(
    tmp_path: Path, pilots: list[Pilot]
) -> None:
    entries = fill(tmp_path, *games(5), *games(2, "N"))
    pilot = start(pilots, tmp_path)
    for difficulty in (Difficulty.PEACEFUL, Difficulty.NIGHTMARE):
        pilot.scene.choose(difficulty)
        found = summarize([figures_of(e) for e in entries if e.difficulty is difficulty])
        assert found is not None
        said = texts(pilot)
        assert said[said.index("games") - 1] == format_number(found.games)
        assert said[said.index("best score") - 1] == format_number(found.best)
        assert said[said.index("average") - 1] == format_number(found.average, 1)
        assert said[said.index("turns a game") - 1] == format_number(found.turns / found.games, 1)


def test_charts_draw_the_counts(tmp_path: Path, pilots: list[Pilot]) -> None:
    entries = fill(tmp_path, *games(6))
    pilot = start(pilots, tmp_path)
    found = summarize([figures_of(entry) for entry in entries])
    assert found is not None
    spread, faces = [n for n in pilot.scene.canvas if isinstance(n, BarChart)]
    assert [bar.value for bar in spread._bars] == list(found.histogram.counts)
    assert [bar.value for bar in faces._bars] == list(found.faces.counts)
    assert faces._level is not None
    assert faces._level.value == found.faces.expected
    (rows,) = [n for n in pilot.scene.canvas if isinstance(n, RowChart)]
    counts = [found.straights, found.fours, found.pairs, found.ruins, found.struck, found.powers]
    assert [bar.value * found.games for bar in rows._bars] == pytest.approx(counts)


def test_nightmare_has_no_powers_to_count(tmp_path: Path, pilots: list[Pilot]) -> None:
    fill(tmp_path, *games(2, "N"))
    pilot = start(pilots, tmp_path, difficulty=Difficulty.NIGHTMARE)
    (rows,) = [n for n in pilot.scene.canvas if isinstance(n, RowChart)]
    assert "Majda Powers" not in [bar.name for bar in rows._bars]


def test_difficulty_without_games_is_invited_to_one(tmp_path: Path, pilots: list[Pilot]) -> None:
    fill(tmp_path, *games(1))
    pilot = start(pilots, tmp_path)
    pilot.tap_button("SURVIVAL")
    pilot.settle()
    assert any("No game of SURVIVAL" in text for text in texts(pilot))
    assert not [n for n in pilot.scene.canvas if isinstance(n, BarChart)]


def test_practice_games_are_said_not_to_count_for_the_dice(
    tmp_path: Path, pilots: list[Pilot]
) -> None:
    fill(tmp_path, *games(3), game("mine", is_practice=True))
    assert any("Practice games" in text for text in texts(start(pilots, tmp_path)))


def test_game_that_cannot_be_played_again_is_told(tmp_path: Path, pilots: list[Pilot]) -> None:
    entries = fill(tmp_path, *games(2))
    broken = replace(entries[0], game_id="0" * 32, transcript="torn")
    ScoreTable(tmp_path / "scores.db").add(broken)
    pilot = start(pilots, tmp_path)
    assert any(text.startswith("1 game can't be played again") for text in texts(pilot))
    assert "2" in texts(pilot)


def test_damaged_scores_are_one_sentence(tmp_path: Path, pilots: list[Pilot]) -> None:
    (tmp_path / "scores.db").mkdir()
    pilot = start(pilots, tmp_path)
    assert any("high scores" in text for text in texts(pilot))


# Many games


def test_new_games_are_played_again_while_the_window_answers(
    tmp_path: Path, pilots: list[Pilot]
) -> None:
    fill(tmp_path, *games(12))
    pilot = Pilot(tmp_path, difficulty=Difficulty.PEACEFUL, has_reduced_motion=True)
    pilots.append(pilot)
    pilot.app.stack.apply(Push("statistics"))
    while not any("of 12" in text for text in texts(pilot)):
        pilot.frame()
    assert pilot.scene.is_working
    pilot.settle()
    assert not pilot.scene.is_working
    assert "games" in texts(pilot)


def test_what_was_worked_out_is_there_at_once_the_next_time(
    tmp_path: Path, pilots: list[Pilot]
) -> None:
    fill(tmp_path, *games(3))
    pilot = start(pilots, tmp_path)
    assert (tmp_path / FILE_NAME).is_file()
    pilot.scene.leave()
    pilot.app._follow(pilot.scene.take_transition())
    pilot.app.stack.apply(Push("statistics"))
    assert not pilot.scene.is_working
    assert "games" in texts(pilot)


# Place and input


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("text_size", [100, 150])
def test_nothing_overlaps_or_is_cut(
    tmp_path: Path, pilots: list[Pilot], size: tuple[int, int], text_size: int
) -> None:
    fill(tmp_path, *games(8))
    pilot = start(pilots, tmp_path, size, text_size=text_size)
    for _leaf in range(pilot.scene.leaves):
        assert faults(pilot.scene) == []
        pilot.scene.turn(1)


def test_all_cards_are_on_some_leaf_of_a_small_window(tmp_path: Path, pilots: list[Pilot]) -> None:
    fill(tmp_path, *games(2))
    pilot = start(pilots, tmp_path, (800, 480), text_size=150)
    seen: set[str] = set()
    assert pilot.scene.leaves > 1
    for _leaf in range(pilot.scene.leaves):
        seen.update(texts(pilot))
        pilot.tap_button("Next")
        pilot.settle()
    assert {"games", "Scores", "Faces rolled", "In a game, on average"} <= seen


def test_reached_from_the_high_scores_with_the_keyboard(
    tmp_path: Path, pilots: list[Pilot]
) -> None:
    fill(tmp_path, *games(1, "S"))
    pilot = Pilot(tmp_path, difficulty=Difficulty.PEACEFUL)
    pilots.append(pilot)
    pilot.app.stack.apply(Push("scores"))
    pilot.settle()
    pilot.tap_button("SURVIVAL")
    while pilot.scene.controls.focused is not pilot.button("Statistics"):
        pilot.key(pygame.KSCAN_TAB)
    pilot.key(pygame.KSCAN_RETURN)
    pilot.settle()
    assert pilot.scene_name == "StatisticsScene"
    assert pilot.scene.difficulty is Difficulty.SURVIVAL
    pilot.key(pygame.KSCAN_ESCAPE)
    pilot.settle()
    assert pilot.scene_name == "HighScoresScene"


def test_tab_keeps_the_focus(tmp_path: Path, pilots: list[Pilot]) -> None:
    pilot = start(pilots, tmp_path)
    while pilot.scene.controls.focused is not pilot.button("NIGHTMARE"):
        pilot.key(pygame.KSCAN_TAB)
    pilot.key(pygame.KSCAN_RETURN)
    assert pilot.scene.difficulty is Difficulty.NIGHTMARE
    assert pilot.scene.controls.focused is pilot.button("NIGHTMARE")


# The charts themselves


def test_bars_are_as_high_as_their_values(tmp_path: Path, pilots: list[Pilot]) -> None:
    kit = start(pilots, tmp_path).scene.kit
    bars = [Bar(value, (200, 160, 60)) for value in (4, 2, 0, 1)]
    chart = BarChart(kit, Rect(10, 10, 400, 300), bars)
    tall = [chart.bar_box(index).height for index in range(4)]
    assert tall[0] == chart.plot.height
    assert tall[1] == round(chart.plot.height / 2)
    assert tall[2] == 0
    boxes = [chart.bar_box(index) for index in range(4)]
    assert chart.area.unionall(boxes) == chart.area
    assert all(one.right < other.x for one, other in pairwise(boxes))


def test_level_above_all_bars_stays_in_the_chart(tmp_path: Path, pilots: list[Pilot]) -> None:
    kit = start(pilots, tmp_path).scene.kit
    bars = [Bar(1, (200, 160, 60)), Bar(2, (200, 160, 60))]
    chart = BarChart(kit, Rect(0, 0, 300, 200), bars, level=Marker(8, "expected 8"))
    assert chart.height_of(8) == chart.plot.height
    assert chart.bar_box(1).height == round(chart.plot.height / 4)


def test_names_of_rows_stand_clear_of_their_bars(tmp_path: Path, pilots: list[Pilot]) -> None:
    kit = start(pilots, tmp_path).scene.kit
    bars = [Bar(1, (200, 160, 60), "3.00 (18)", "Majda, pq") for _ in range(3)]
    sheet = Surface((300, 240))
    chart = RowChart(kit, sheet.get_rect(), bars)
    chart.draw(sheet)
    written = kit.fonts.line_height(chart._px)
    top = next(y for y in range(240) if sheet.get_at((150, y))[:3] != (0, 0, 0))
    first = next(y for y in range(240) if any(sheet.get_at((x, y))[0] for x in range(40)))
    row = 240 // 3
    assert top >= (row - written - chart._thick - chart._gap) // 2 + written + 2
    assert first < top
