"""The high scores: order, the new row, what is said where there is nothing to show."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pygame
import pytest

from game.rules.magdagdon.board import Difficulty
from game.scenes.base import Push
from game.scenes.high_scores import Row
from game.session.finish import score_entry
from game.session.fleet import Board, Fleet, FleetEntry
from game.session.record import Mark
from game.session.scores import ScoreEntry
from game.session.store import GameStore
from tests.ui.games import game
from tests.ui.pilot import Pilot, labels
from tests.ui.placing import SIZES, faults

START = datetime(2026, 3, 1, 12, tzinfo=UTC)


def entry(number: int, score: int, **changes: object) -> ScoreEntry:
    """Return a finished game."""
    values: dict[str, object] = {
        "game_id": f"game{number}",
        "game": "magdagdon",
        "difficulty": Difficulty.PEACEFUL,
        "score": score,
        "date": START + timedelta(hours=number),
        "turns": 8,
        "powers_used": 1,
        "ruins": 2,
        "duration": 245,
        "seed": "seed",
        "marks": frozenset(),
        "name": "",
        "transcript": "",
    }
    return ScoreEntry(**{**values, **changes})  # type: ignore[arg-type]  # as the fields want


def fill(folder: Path, *entries: ScoreEntry) -> None:
    for each in entries:
        GameStore(folder).scores.add(each)


@pytest.fixture
def pilot(tmp_path: Path) -> Iterator[Pilot]:
    pilot = Pilot(tmp_path, seed="scores")
    yield pilot
    pilot.close()


def open_scores(pilot: Pilot, new: str = "") -> None:
    pilot.app.stack.apply(Push("scores", {"new": new}))
    pilot.settle()


def texts(pilot: Pilot) -> list[str]:
    return [label.text for label in labels(pilot.scene)]


def column(pilot: Pilot, heading: str) -> list[str]:
    """Return the texts below *heading*, from the top down."""
    found = labels(pilot.scene)
    head = next(label for label in found if label.text == heading)
    below = [
        label
        for label in found
        if label.area.x == head.area.x
        and label.area.width == head.area.width
        and label.area.y > head.area.y
    ]
    return [label.text for label in sorted(below, key=lambda label: label.area.y)]


def test_the_title_leads_to_the_scores_and_back_leads_to_the_title(pilot: Pilot) -> None:
    for leave in (lambda: pilot.tap_button("Back"), lambda: pilot.key(pygame.KSCAN_ESCAPE)):
        pilot.tap_button("High scores")
        pilot.settle()
        assert pilot.scene_name == "HighScoresScene"
        leave()
        pilot.settle()
        assert pilot.scene_name == "TitleScene"


def test_the_rows_stand_by_score_then_by_fewer_turns(tmp_path: Path, pilot: Pilot) -> None:
    fill(tmp_path, entry(1, 90), entry(2, 300), entry(3, -15), entry(4, 90, turns=6))
    open_scores(pilot)
    assert column(pilot, "Score") == ["300", "90", "90", "−15"]
    assert column(pilot, "Turns") == ["8", "6", "8", "8"]
    assert column(pilot, "Rank") == ["1", "2", "3", "4"]


def test_every_fact_of_a_game_is_shown(tmp_path: Path, pilot: Pilot) -> None:  # M1.3
    marks = frozenset({Mark.PRACTICE, Mark.ASSISTED})
    fill(tmp_path, entry(1, 211, marks=marks, turns=9, ruins=3, powers_used=2))
    open_scores(pilot)
    shown = {heading: column(pilot, heading) for heading in ("Turns", "Powers", "Ruins", "Time")}
    assert shown == {"Turns": ["9"], "Powers": ["2"], "Ruins": ["3"], "Time": ["4:05"]}
    assert column(pilot, "Date")[0].endswith("2026")
    assert set(column(pilot, "Notes")[0].split(" · ")) == {"practice", "assisted"}


def test_ten_rows_are_shown(tmp_path: Path, pilot: Pilot) -> None:
    fill(tmp_path, *(entry(number, number) for number in range(14)))
    open_scores(pilot)
    assert column(pilot, "Score") == [str(score) for score in range(13, 3, -1)]


def test_the_new_row_is_marked_in_words_and_by_a_star(tmp_path: Path, pilot: Pilot) -> None:
    fill(tmp_path, entry(1, 100), entry(2, 50))
    open_scores(pilot)
    plain = len(list(pilot.scene.canvas))
    open_scores(pilot, "game2")
    assert column(pilot, "Notes") == ["this game"]
    assert column(pilot, "Score") == ["100", "50"]
    # The words and the column's heading, a frame and a star, less the rule that the frame replaces.
    assert len(list(pilot.scene.canvas)) > plain + 2


def test_a_new_row_below_the_ten_is_shown_with_its_rank(tmp_path: Path, pilot: Pilot) -> None:
    fill(tmp_path, *(entry(number, number) for number in range(14)))
    open_scores(pilot, "game1")
    assert column(pilot, "Rank")[-1] == "13"
    assert column(pilot, "Score")[-1] == "1"
    assert column(pilot, "Notes") == ["this game"]


def test_the_table_opens_at_the_difficulty_of_the_new_row(tmp_path: Path, pilot: Pilot) -> None:
    fill(tmp_path, entry(1, 70, difficulty=Difficulty.NIGHTMARE), entry(2, 10))
    open_scores(pilot, "game1")
    assert column(pilot, "Score") == ["70"]


def test_each_difficulty_has_a_table_of_its_own(tmp_path: Path, pilot: Pilot) -> None:  # M3.3
    fill(tmp_path, entry(1, 70, difficulty=Difficulty.SURVIVAL), entry(2, 10))
    open_scores(pilot)
    assert column(pilot, "Score") == ["10"]
    pilot.tap_button("SURVIVAL")
    assert column(pilot, "Score") == ["70"]
    tabs = {caption: pilot.button(caption) for caption in ("PEACEFUL", "SURVIVAL", "NIGHTMARE")}
    assert [name for name, tab in tabs.items() if tab.icon == "icon_check"] == ["SURVIVAL"]
    pilot.assert_painted()


def test_the_tabs_are_reached_by_keyboard(tmp_path: Path, pilot: Pilot) -> None:
    fill(tmp_path, entry(1, 70, difficulty=Difficulty.NIGHTMARE))
    open_scores(pilot)
    for _ in range(4):
        pilot.key(pygame.KSCAN_TAB)
    pilot.key(pygame.KSCAN_RETURN)
    assert column(pilot, "Score") == ["70"]
    assert pilot.button("NIGHTMARE").is_focused


def test_an_empty_table_says_something_friendly(pilot: Pilot) -> None:
    open_scores(pilot)
    assert any("first score is yours" in text for text in texts(pilot))


def test_scores_of_a_newer_version_are_one_sentence(tmp_path: Path, pilot: Pilot) -> None:
    import sqlite3
    from contextlib import closing

    fill(tmp_path, entry(1, 70))
    with closing(sqlite3.connect(GameStore(tmp_path).scores.path)) as connection:
        connection.execute("PRAGMA user_version = 99")
    open_scores(pilot)
    said = [text for text in texts(pilot) if "newer version" in text]
    assert len(said) == 1
    assert said[0].count(".") == 1
    assert pilot.button("Back").is_enabled


def test_score_and_date_stay_where_there_is_hardly_room(tmp_path: Path) -> None:
    fill(tmp_path, *(entry(number, 500 - number, turns=12) for number in range(12)))
    pilot = Pilot(tmp_path, (480, 800), text_size=150)
    open_scores(pilot)
    assert len(column(pilot, "Score")) == len(column(pilot, "Date")) == 10
    assert "Time" not in texts(pilot)
    pilot.close()


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_nothing_overlaps_or_is_cut(tmp_path: Path, size: tuple[int, int]) -> None:
    marks = frozenset({Mark.PRACTICE})
    fill(tmp_path, *(entry(n, 480 - 9 * n, turns=n + 4, marks=marks) for n in range(14)))
    pilot = Pilot(tmp_path, size)
    for text_size in (100, 125, 150):
        for theme in ("ember", "daylight", "contrast"):
            pilot.app.context.change_settings(text_size=text_size, theme=theme)
            pilot.app.stack.apply(Push("scores", {"new": "game13"}))
            assert column(pilot, "Score")[0] == "480"
            assert faults(pilot.scene) == []
    pilot.close()


def test_names_stand_in_a_column_and_long_ones_are_cut_short(tmp_path: Path, pilot: Pilot) -> None:
    fill(tmp_path, entry(1, 90), entry(2, 80, name="Ona"), entry(3, 70, name="W" * 12))
    open_scores(pilot)
    ona, wide = column(pilot, "Name")
    assert ona == "Ona"
    assert wide.endswith("W…")
    assert 5 < len(wide) < 12


def test_without_names_there_is_no_column_for_them(tmp_path: Path, pilot: Pilot) -> None:
    fill(tmp_path, entry(1, 90))
    open_scores(pilot)
    assert "Name" not in texts(pilot)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_nothing_overlaps_where_there_are_names(tmp_path: Path, size: tuple[int, int]) -> None:
    names = ("ਗੁਰਪ੍ਰੀਤ ਕੌਰ", "W" * 12, "", "Žygimantas Ž")
    fill(tmp_path, *(entry(n, 480 - 9 * n, name=names[n % 4]) for n in range(12)))
    pilot = Pilot(tmp_path, size)
    for text_size in (100, 150):
        pilot.app.context.change_settings(text_size=text_size)
        pilot.app.stack.apply(Push("scores", {"new": "game11"}))
        assert "Name" in texts(pilot)
        assert faults(pilot.scene) == []
    pilot.close()


# All machines


def open_shared(pilot: Pilot, board: Board | None, *, is_reachable: bool = True) -> Fleet:
    """Open the scores of a machine that shares them; its fleet is given, and has no thread."""
    fleet = Fleet(f"sqlite:///{pilot.folder / 'shared.db'}", "Hall", pilot.folder)
    fleet.board, fleet.is_reachable = board, is_reachable
    pilot.app.context.fleet = fleet
    open_scores(pilot)
    return fleet


def board_of(*entries: ScoreEntry, kiosk: str = "Bar") -> Board:
    games = tuple(FleetEntry(each, kiosk) for each in entries)
    return Board({Difficulty.PEACEFUL: games})


def test_the_games_of_all_machines_are_a_tap_away(pilot: Pilot, tmp_path: Path) -> None:
    fill(tmp_path, entry(1, 150))
    open_shared(pilot, board_of(entry(2, 222, name="Rasa"), entry(1, 150)))
    assert "150" in texts(pilot)
    assert not {"222", "Bar"} & set(texts(pilot))
    pilot.tap_button("All machines")
    pilot.settle()
    assert {"222", "150", "Rasa", "Bar"} <= set(texts(pilot))
    assert pilot.button("All machines").is_selected
    pilot.tap_button("SURVIVAL")
    pilot.settle()
    assert any("No game of SURVIVAL" in text for text in texts(pilot))
    pilot.tap_button("PEACEFUL")
    pilot.tap_button("All machines")
    pilot.settle()
    assert "222" not in texts(pilot)
    pilot.assert_painted()


def test_what_comes_from_other_machines_appears_by_itself(pilot: Pilot) -> None:
    fleet = open_shared(pilot, None)
    pilot.tap_button("All machines")
    pilot.settle()
    assert "The other machines' scores are on their way." in texts(pilot)
    fleet.is_reachable = False
    pilot.frame()
    assert "The shared scores can't be reached just now." in texts(pilot)
    fleet.board, fleet.is_reachable = board_of(entry(2, 222)), True
    pilot.frame()
    assert "222" in texts(pilot)
    assert pilot.button("All machines").note == ""
    fleet.is_reachable = False
    pilot.frame()
    assert "222" in texts(pilot)
    assert pilot.button("All machines").note == "as last seen"


def test_a_game_of_another_machine_can_be_watched(pilot: Pilot) -> None:
    open_shared(pilot, board_of(score_entry(game("feed5eed"))))
    pilot.tap_button("All machines")
    pilot.settle()
    row = next(control for control in pilot.scene.controls.all if isinstance(control, Row))
    pilot.tap(row.box.center)
    assert pilot.scene_name == "ReplayScene"


def test_a_machine_on_its_own_has_no_such_button(pilot: Pilot) -> None:
    open_scores(pilot)
    assert "All machines" not in pilot.captions()


@pytest.mark.parametrize("size", SIZES)
def test_the_shared_board_has_room(pilot: Pilot, size: tuple[int, int]) -> None:
    pilot.resize(size)
    long = [entry(n, 200 - n, name="W" * 12) for n in range(10)]
    open_shared(pilot, board_of(*long, kiosk="Entrance hall, left"), is_reachable=False)
    assert faults(pilot.scene) == []
    pilot.tap_button("All machines")
    pilot.settle()
    assert faults(pilot.scene) == []
