"""How to play: all rules are there, drawn truly, and turned by every means; nothing is cut."""

import gettext
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest
from pygame.event import Event

from game.rules.magdagdon.board import EMPTY, NEIGHBOURS, RUIN, Difficulty, is_number
from game.rules.magdagdon.placement import legal_cells
from game.rules.magdagdon.scoring import Bonus, bonus_of, score_board
from game.scenes.base import Push
from game.scenes.rules_figures import BoardFigure, Figure, StackFigure
from game.scenes.rules_rows import BonusRow, SumRow
from game.scenes.rules_text import topics
from tests.ui.pilot import Pilot, labels
from tests.ui.placing import SIZES, faults


@pytest.fixture
def pilot(tmp_path: Path) -> Iterator[Pilot]:
    pilot = Pilot(tmp_path)
    yield pilot
    pilot.close()


def open_rules(pilot: Pilot) -> None:
    pilot.app.stack.apply(Push("how_to_play"))
    pilot.settle()


def text_of_leaf(pilot: Pilot) -> str:
    return " ".join(" ".join(label.text.split()) for label in labels(pilot.scene))


def whole_text(pilot: Pilot) -> str:
    """Read from the first leaf to the last."""
    pages = [text_of_leaf(pilot)]
    while pilot.scene.leaf < pilot.scene.leaves - 1:
        pilot.scene.turn(1)
        pages.append(text_of_leaf(pilot))
    return " ".join(pages)


def figures() -> list[Figure]:
    """Return every drawing of the rules, out of the stacks too."""
    found: list[Figure] = []
    for topic in topics():
        for block in topic.blocks:
            if isinstance(block.figure, StackFigure):
                found += [part for part, _share in block.figure.parts]
            elif block.figure is not None:
                found.append(block.figure)
    return found


def boards() -> list[BoardFigure]:
    return [figure for figure in figures() if isinstance(figure, BoardFigure)]


def on_full_board(figure: BoardFigure) -> tuple[int, ...]:
    """Return the sixteen cells of a board whose top left corner is *figure*."""
    lines = [line.ljust(4, ".") for line in figure.lines] + ["...."] * (4 - len(figure.lines))
    return tuple(
        int(c) if c.isdigit() else RUIN if c == "#" else EMPTY for line in lines for c in line
    )


def signs(figure: BoardFigure, sign: str) -> set[int]:
    """Return the cells, on the full board, that *sign* stands on."""
    return {
        4 * row + column
        for row, line in enumerate(figure.lines)
        for column, found in enumerate(line)
        if found == sign
    }


# What it says


def test_the_title_leads_to_the_rules_and_back_leads_to_the_title(pilot: Pilot) -> None:
    for leave in (lambda: pilot.tap_button("Back"), lambda: pilot.key(pygame.KSCAN_ESCAPE)):
        pilot.tap_button("How to play")
        pilot.settle()
        assert pilot.scene_name == "HowToPlayScene"
        leave()
        pilot.settle()
        assert pilot.scene_name == "TitleScene"


def test_the_rules_are_read_in_the_middle_of_a_game(pilot: Pilot) -> None:
    pilot.tap_button("SURVIVAL")
    pilot.settle()
    pilot.tap_button("Rules")
    pilot.settle()
    assert pilot.scene_name == "HowToPlayScene"
    pilot.tap_button("Back")
    pilot.settle()
    assert pilot.scene_name == "PlayScene"


@pytest.mark.parametrize(
    "words",
    [
        "four by four",  # M1.1
        "every stone holds a number or a ruin",  # M1.2
        "high scores of your difficulty by itself",  # M1.3
        "as many as all four",  # M2.3
        "The dice that you left in the tray are gone",  # M2.4
        "a tap takes any staged die back",  # M2.5
        "Nothing you do can change a roll",  # M2.7
        "the last two stones need two dice",  # M3.1
        "begins a new game",  # M3.2
        "Each difficulty has high scores of its own",  # M3.3
        "The first number of a game may stand anywhere",  # M4.1
        "Corners do not count",  # M4.2
        "Only a 3 or a 4 fits there",  # M4.3
        "A ruin is no number",  # M4.4
        "so the order matters",  # M4.5
        "never below 1 and never above 6",  # M5.1
        "It is one use, however many dice fly",  # M5.2
        "take a staged one back first",  # M5.3
        "any time between the roll and Confirm",  # M5.4
        "no order of the four dice",  # M6.1
        "you may save the roll",  # M6.2
        "becomes a ruin for good, and the turn is over",  # M6.3
        "There is no other way to make one",  # M6.4
        "every number counts twice",  # M7.1
        "one at the most",  # M7.2
        "by exactly 1 from each number to the next",  # M7.3
        "two numbers, each exactly twice, in any order",  # M7.4
        "A line with a ruin still adds its numbers, but earns no bonus",  # M7.5
        "each ruin takes 15 from the score",  # M7.6
        "a score can fall below zero",  # M7.7
    ],
)
def test_every_rule_is_told(pilot: Pilot, words: str) -> None:
    open_rules(pilot)
    assert words in whole_text(pilot)


# What it draws


def test_every_drawn_board_keeps_the_rules() -> None:  # M4.3
    for figure in boards():
        board = on_full_board(figure)
        for cell, around in enumerate(NEIGHBOURS):
            touching = [board[other] for other in around if is_number(board[other])]
            if is_number(board[cell]):
                assert all(abs(board[cell] - other) <= 1 for other in touching), figure.lines


def test_the_lit_cells_are_the_legal_ones() -> None:  # M4
    turn, alone, between = [figure for figure in boards() if signs(figure, "*")]
    within = {4 * row + column for row in range(len(turn.lines)) for column in range(4)}
    assert signs(turn, "*") == set(legal_cells(on_full_board(turn), 5)) & within
    assert signs(alone, "*") == set(legal_cells(on_full_board(alone), 4))
    for value in range(1, 7):
        is_legal = signs(between, "*") <= set(legal_cells(on_full_board(between), value))
        assert is_legal is (value in (3, 4))


def test_the_bonuses_drawn_are_those_of_the_rules() -> None:  # M7.2
    for row in (figure for figure in figures() if isinstance(figure, BonusRow)):
        bonus = bonus_of(row.dice)
        assert row.points == (bonus.value if bonus else 0)
    points = [row.points for row in figures() if isinstance(row, BonusRow)]
    assert points == [Bonus.STRAIGHT.value, Bonus.FOUR_OF_A_KIND.value, Bonus.TWO_PAIRS.value, 0]


def test_the_example_is_counted_rightly() -> None:  # M7.7
    example = BoardFigure(("3456", "334.", "#4..", ".3.."), has_badges=True)
    assert example in boards()
    score = score_board(on_full_board(example), Difficulty.SURVIVAL, 0)
    shown = [row.points for row in figures() if isinstance(row, SumRow)]
    assert shown == ["+70", "+60", "+20", "−15", "+135"]
    assert (score.base, score.bonus, -score.ruins_cost, score.total) == (70, 80, -15, 135)


# How it is turned


def swipe(pilot: Pilot, by: int) -> None:
    middle = pilot.screen.get_rect().center
    pilot.drag(middle, (middle[0] + by, middle[1] + 4))


def test_leaves_are_turned_by_button_arrow_wheel_and_swipe(pilot: Pilot) -> None:
    open_rules(pilot)
    scene = pilot.scene
    first = text_of_leaf(pilot)
    forward = (
        lambda: pilot.tap_button("Next"),
        lambda: pilot.key(pygame.KSCAN_RIGHT),
        lambda: pilot.frame(Event(pygame.MOUSEWHEEL, x=0, y=-1)),
        lambda: swipe(pilot, -300),
    )
    back = (
        lambda: pilot.tap_button("Previous"),
        lambda: pilot.key(pygame.KSCAN_LEFT),
        lambda: pilot.frame(Event(pygame.MOUSEWHEEL, x=0, y=1)),
        lambda: swipe(pilot, 300),
    )
    for leaf, turn in enumerate(forward, 1):
        turn()
        assert scene.leaf == leaf
        pilot.assert_painted()
    for leaf, turn in zip((3, 2, 1, 0), back, strict=True):
        turn()
        assert scene.leaf == leaf
    assert text_of_leaf(pilot) == first


def test_there_is_nothing_before_the_first_leaf_nor_after_the_last(pilot: Pilot) -> None:
    open_rules(pilot)
    assert not pilot.button("Previous").is_enabled
    pilot.key(pygame.KSCAN_LEFT)
    assert pilot.scene.leaf == 0
    whole_text(pilot)
    assert not pilot.button("Next").is_enabled
    assert f"{pilot.scene.leaves} / {pilot.scene.leaves}" in text_of_leaf(pilot)


def test_a_swipe_down_or_a_short_one_turns_nothing(pilot: Pilot) -> None:
    open_rules(pilot)
    swipe(pilot, -40)
    middle = pilot.screen.get_rect().center
    pilot.drag(middle, (middle[0] - 90, middle[1] - 200))
    assert pilot.scene.leaf == 0


def test_the_button_in_focus_at_the_end_gives_the_focus_on(pilot: Pilot) -> None:
    open_rules(pilot)
    pilot.scene.controls.focus(pilot.button("Next"))
    for _ in range(pilot.scene.leaves):
        pilot.key(pygame.KSCAN_RETURN)
    assert pilot.button("Previous").is_focused


def test_what_is_read_stays_in_sight_when_the_window_changes(pilot: Pilot) -> None:
    open_rules(pilot)
    for _ in range(5):
        pilot.scene.turn(1)
    topic = pilot.scene._reading.topic
    assert topic > 2
    for size in ((800, 480), (1080, 1920), (1280, 720)):
        pilot.resize(size)
        assert pilot.scene._reading.topic == topic


# How it is set


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_nothing_overlaps_or_is_cut(tmp_path: Path, size: tuple[int, int]) -> None:
    pilot = Pilot(tmp_path, size)
    for text_size in (100, 125, 150):
        pilot.app.context.change_settings(text_size=text_size)
        pilot.app.stack.apply(Push("how_to_play"))
        for leaf in range(pilot.scene.leaves):
            pilot.scene.turn(leaf - pilot.scene.leaf)
            assert faults(pilot.scene) == []
    pilot.close()


@pytest.mark.parametrize("theme", ["daylight", "contrast"])
def test_a_theme_moves_nothing(tmp_path: Path, theme: str) -> None:
    places = []
    for each in ("ember", theme):
        pilot = Pilot(tmp_path, (800, 480), theme=each)
        open_rules(pilot)
        places.append([(label.text, tuple(label.text_bounds())) for label in labels(pilot.scene)])
        pilot.close()
    assert places[0] == places[1]


class Longer(gettext.NullTranslations):
    """A language in which everything takes half as much again."""

    def gettext(self, message: str) -> str:
        return f"{message} {' žodėl' * (len(message) // 12)}" if message else message

    def pgettext(self, context: str, message: str) -> str:
        return self.gettext(message)

    def ngettext(self, singular: str, plural: str, number: int) -> str:
        return self.gettext(singular if number == 1 else plural)


@pytest.mark.parametrize("size", [(800, 480), (1080, 1920)], ids=str)
def test_a_longer_language_takes_more_leaves_and_loses_no_word(
    tmp_path: Path, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game.ui.language._load", lambda code: Longer())
    pilot = Pilot(tmp_path, size, text_size=150)
    pilot.app.stack.apply(Push("how_to_play"))
    read = []
    for leaf in range(pilot.scene.leaves):
        pilot.scene.turn(leaf - pilot.scene.leaf)
        assert faults(pilot.scene) == []
        read.append(text_of_leaf(pilot))
    whole = " ".join(read).split()
    for topic in topics():
        for block in topic.blocks:
            for text in block.texts:
                assert " ".join(text.split()) in " ".join(whole)
    pilot.close()


@pytest.mark.parametrize("size", [(800, 480), (480, 800)])
def test_the_buttons_never_have_a_leaf_to_themselves(tmp_path: Path, size: tuple[int, int]) -> None:
    pilot = Pilot(tmp_path, size, text_size=150)
    open_rules(pilot)
    seen = 0
    for leaf in range(pilot.scene.leaves):
        pilot.scene.turn(leaf - pilot.scene.leaf)
        if "Try it" in pilot.captions():
            seen += 1
            assert len(pilot.scene._leaves[leaf].blocks) > 1
    assert seen == 1
    pilot.close()
