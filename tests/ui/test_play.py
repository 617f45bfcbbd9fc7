import random
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.rules.magdagdon.actions import Lower, Raise, Stage
from game.rules.magdagdon.board import CELL_NAMES, EMPTY, Difficulty
from game.rules.magdagdon.engine import Magdagdon, Reason, stage_refusal
from game.rules.magdagdon.placement import longest_placement
from game.rules.magdagdon.state import Phase, State
from game.session.record import parse_record
from game.session.replay import replay
from game.views.magdagdon.cells import Mark
from tests.rules.magdagdon import brute
from tests.ui.conftest import Fly
from tests.ui.pilot import Pilot, labels
from tests.ui.player import DraggingHands, Hands, KeyHands, Player, prepare

SIZES = ((800, 480), (1280, 720), (1080, 1920))
HANDS: dict[str, Callable[[Pilot], Hands]] = {
    "taps": Hands,
    "fingers": lambda pilot: Hands(pilot, pilot.touch),
    "drags": DraggingHands,
    "keys": KeyHands,
}
GAMES = [
    (hands, difficulty, SIZES[(row + column) % 3])
    for (row, hands), (column, difficulty) in product(enumerate(HANDS), enumerate(Difficulty))
]


def is_empty_turn(state: State) -> bool:
    return state.phase is Phase.PLACE and not state.staged


def is_struck(state: State) -> bool:
    return state.phase is Phase.MAGDAGDON


def is_struck_with_a_way_out(state: State) -> bool:
    return is_struck(state) and state.powers_left > 0 and escape(state) is not None


def escape(state: State) -> Lower | Raise | None:
    """Return a Power that saves the roll for certain."""
    rules = Magdagdon()
    for action in rules.legal_actions(state):
        if isinstance(action, Lower | Raise):
            after = rules.apply(state, action).state
            if after.phase is Phase.PLACE:
                return action
    return None


def taken_up(fly: Fly, **options: Any) -> Pilot:
    """Start the program and take the saved game up."""
    pilot = fly(**options)
    pilot.settle()
    pilot.tap_button("Continue")
    pilot.settle()
    assert pilot.scene_name == "PlayScene"
    return pilot


def tap_cell(pilot: Pilot, cell: int) -> None:
    pilot.tap(pilot.scene.geometry.cells[cell].center)


def tap_die(pilot: Pilot, die: int) -> None:
    pilot.tap(pilot.scene.view.dice[die].box.center)


# Whole games


@pytest.mark.parametrize(("hands", "difficulty", "size"), GAMES)
def test_a_game_is_played_to_its_end_and_its_score_is_in_the_table(
    fly: Fly, hands: str, difficulty: Difficulty, size: tuple[int, int]
) -> None:
    pilot = fly(size=size, seed="games")
    player = Player(pilot, HANDS[hands](pilot), seed=difficulty.usual_minimum)
    player.start(difficulty)

    session = player.play()
    pilot.settle()

    assert pilot.scene_name == "GameOverScene"
    assert pilot.app.context.session is None
    assert not (pilot.folder / "saved_game.txt").exists()
    (entry,) = pilot.app.context.store.scores.top(difficulty)
    final = replay(Magdagdon(), parse_record(entry.transcript)).final
    board = "".join(".123456#"[content] for content in final.board)
    told = brute.score(board, difficulty.value, final.powers_used)
    assert final == session.state
    assert entry.score == final.score.total == told["total"]
    assert (entry.turns, entry.powers_used) == (final.turn - 1, final.powers_used)
    pilot.assert_painted()


def test_the_best_score_stands_on_the_title_and_the_game_over_says_new_best(fly: Fly) -> None:
    pilot = fly(size=(540, 960), seed="best")
    player = Player(pilot, Hands(pilot))
    player.start(Difficulty.NIGHTMARE)
    board = pilot.scene.geometry.board
    score = player.play().state.score.total
    pilot.settle()
    assert pilot.scene.is_best
    assert any("NIGHTMARE" in label.text for label in labels(pilot.scene))
    assert pilot.scene._view.geometry.board == board
    pilot.tap_button("Title")
    pilot.settle()
    assert pilot.button("NIGHTMARE").award == f"Best {score}".replace("-", "−")
    assert pilot.button("PEACEFUL").note.endswith("No game yet")


def test_play_again_begins_another_game_of_the_same_difficulty(fly: Fly) -> None:
    pilot = fly(seed="again")
    player = Player(pilot, Hands(pilot))
    first = player.start(Difficulty.SURVIVAL)
    player.play()
    pilot.settle()
    pilot.tap_button("Play again")
    pilot.settle()
    second = pilot.app.context.session
    assert second is not None
    assert second.record.game_id != first.record.game_id
    assert second.record.seed != first.record.seed
    assert (pilot.state.difficulty, pilot.state.turn) == (Difficulty.SURVIVAL, 1)


@pytest.mark.parametrize("wanted", [is_empty_turn, is_struck])
def test_a_game_that_was_killed_is_taken_up_where_it_stood(
    fly: Fly, tmp_path: Path, wanted: Callable[[State], bool]
) -> None:
    state = prepare(tmp_path, Difficulty.NIGHTMARE, lambda s: wanted(s) and s.turn > 2)
    pilot = taken_up(fly)
    assert pilot.state == state
    Player(pilot, Hands(pilot)).play()
    pilot.settle()
    assert pilot.scene_name == "GameOverScene"


def test_without_a_game_under_way_there_is_nothing_to_continue(fly: Fly) -> None:
    pilot = fly()
    assert "Continue" not in pilot.captions()


def test_a_new_game_over_one_under_way_is_asked_about_first(fly: Fly, tmp_path: Path) -> None:
    state = prepare(tmp_path, Difficulty.PEACEFUL, is_empty_turn)
    pilot = fly()
    pilot.settle()
    for answer in ("Keep it", "New game"):
        pilot.tap_button("NIGHTMARE")
        pilot.settle()
        assert pilot.scene_name == "AskScene"
        assert pilot.state == state
        pilot.tap_button(answer)
        pilot.settle()
    assert pilot.scene_name == "PlayScene"
    assert pilot.state == State(Difficulty.NIGHTMARE)


# A turn


def test_an_illegal_cell_says_why_and_flashes_the_number_in_the_way(
    fly: Fly, tmp_path: Path
) -> None:
    def blocked(state: State) -> tuple[int, int, tuple[int, ...]] | None:
        for die, cell in product(state.available, range(16)):
            refusal = stage_refusal(state, die, cell)
            if refusal is not None and refusal.reason is Reason.TOO_FAR_APART:
                return die, cell, refusal.cells
        return None

    state = prepare(tmp_path, Difficulty.PEACEFUL, lambda s: is_empty_turn(s) and blocked(s))
    found = blocked(state)
    assert found is not None
    die, cell, blockers = found
    for by_drag in (False, True):
        pilot = taken_up(fly)
        hands = (DraggingHands if by_drag else Hands)(pilot)
        hands.stage(die, cell)
        lit = [
            c for c, node in enumerate(pilot.scene.view.cells) if node.look.mark is Mark.BLOCKING
        ]
        assert lit == list(blockers)
        assert "more than 1 apart" in pilot.scene.message
        assert str(state.dice[die]) in pilot.scene.message
        assert pilot.state == state
        pilot.run(5, dt=0.1)
        assert pilot.scene.message == ""
        assert all(node.look.mark is not Mark.BLOCKING for node in pilot.scene.view.cells)
        pilot.assert_painted()
        pilot.close()


def test_corner_to_corner_is_refused_by_name(fly: Fly, tmp_path: Path) -> None:
    def apart(state: State) -> tuple[int, int] | None:
        for die, cell in product(state.available, range(16)):
            refusal = stage_refusal(state, die, cell)
            if refusal is not None and refusal.reason is Reason.NOT_ADJACENT:
                return die, cell
        return None

    state = prepare(tmp_path, Difficulty.SURVIVAL, lambda s: is_empty_turn(s) and apart(s))
    found = apart(state)
    assert found is not None
    pilot = taken_up(fly)
    Hands(pilot).stage(*found)
    assert CELL_NAMES[found[1]] in pilot.scene.message
    assert pilot.scene.is_message_bad
    assert pilot.state == state
    tap_die(pilot, found[0])
    assert pilot.scene.hand.die is None, (
        "the die stays in hand after a refusal until it is put down"
    )


def test_the_legal_cells_of_the_die_in_hand_are_lit(fly: Fly, tmp_path: Path) -> None:
    state = prepare(tmp_path, Difficulty.PEACEFUL, lambda s: is_empty_turn(s) and s.turn > 2)
    pilot = taken_up(fly)
    board = "".join(".123456#"[content] for content in state.board)
    for die in range(4):
        tap_die(pilot, die)
        lit = {c for c, node in enumerate(pilot.scene.view.cells) if node.look.mark is Mark.LEGAL}
        assert {CELL_NAMES[c] for c in lit} == set(brute.legal_cells(board)[str(state.dice[die])])


def test_confirm_opens_with_the_minimum_and_never_before(fly: Fly, tmp_path: Path) -> None:
    prepare(tmp_path, Difficulty.NIGHTMARE, is_empty_turn)
    pilot = taken_up(fly)
    player = Player(pilot, Hands(pilot))
    staged = 0
    while staged < 3:
        assert not pilot.button("Confirm").is_enabled
        before = pilot.state
        pilot.tap_button("Confirm")
        pilot.key(pygame.KSCAN_C)
        assert pilot.state == before
        player.step()
        staged = len(pilot.state.staged)
    assert pilot.button("Confirm").is_enabled


def test_undo_takes_staging_back_and_never_a_roll(fly: Fly, tmp_path: Path) -> None:
    state = prepare(tmp_path, Difficulty.PEACEFUL, lambda s: s.turn == 2 and is_empty_turn(s))
    pilot = taken_up(fly)
    player = Player(pilot, Hands(pilot), seed=2)
    player.power_share = 0
    player.step()
    player.step()
    assert pilot.state != state
    rolled = [a for a in pilot.app.context.session.record.actions if a.startswith("rolled")]
    for _ in range(4):
        pilot.key(pygame.KSCAN_BACKSPACE)
        pilot.tap(pilot.button("Undo").box.center)
    assert pilot.state == state
    assert not pilot.button("Undo").is_enabled
    again = [a for a in pilot.app.context.session.record.actions if a.startswith("rolled")]
    assert again == rolled


def test_undo_never_takes_a_confirm_or_a_power_back(fly: Fly, tmp_path: Path) -> None:
    prepare(tmp_path, Difficulty.PEACEFUL, lambda s: is_empty_turn(s) and 1 < s.dice[0] < 6)
    pilot = taken_up(fly)
    Hands(pilot).power("lower", (0,))
    pilot.settle()
    powered = pilot.state
    assert powered.powers_used == 1
    pilot.key(pygame.KSCAN_BACKSPACE)
    assert pilot.state == powered
    player = Player(pilot, Hands(pilot))
    player.power_share = 0
    while pilot.state.turn == powered.turn:
        player.step()
    confirmed = pilot.state
    pilot.key(pygame.KSCAN_BACKSPACE)
    assert pilot.state == confirmed


def test_a_staged_die_comes_back_by_a_tap_on_it_or_on_its_place_in_the_tray(
    fly: Fly, tmp_path: Path
) -> None:
    state = prepare(tmp_path, Difficulty.PEACEFUL, is_empty_turn)
    pilot = taken_up(fly)
    hands = Hands(pilot)
    stage = next(a for a in Magdagdon().legal_actions(state) if isinstance(a, Stage))
    for take_back in (lambda: tap_cell(pilot, stage.cell), lambda: tap_die(pilot, stage.die)):
        hands.stage(stage.die, stage.cell)
        pilot.settle()
        assert len(pilot.state.staged) == 1
        take_back()
        pilot.settle()
        assert pilot.state == state
        pilot.assert_painted()


def test_a_staged_die_is_dragged_to_another_cell_or_off_the_board(fly: Fly, tmp_path: Path) -> None:
    state = prepare(tmp_path, Difficulty.PEACEFUL, lambda s: is_empty_turn(s) and s.turn == 1)
    pilot = taken_up(fly)
    cells = pilot.scene.geometry.cells
    hands = DraggingHands(pilot)
    hands.stage(0, 5)
    pilot.settle()
    pilot.drag(cells[5].center, cells[10].center)
    pilot.settle()
    assert [(p.die, p.cell) for p in pilot.state.staged] == [(0, 10)]
    pilot.drag(cells[10].center, pilot.scene.geometry.score.center)
    pilot.settle()
    assert pilot.state == state
    pilot.assert_painted()


# Powers and MAGDAGDON


@pytest.mark.parametrize("power", ["lower", "raise", "reroll"])
def test_a_power_needs_two_taps(fly: Fly, tmp_path: Path, power: str) -> None:
    state = prepare(tmp_path, Difficulty.SURVIVAL, lambda s: is_empty_turn(s) and 1 < s.dice[2] < 6)
    pilot = taken_up(fly)
    button = pilot.scene.panel.power_box(power).center
    tap_die(pilot, 2)
    for _ in range(6):  # a finger that drums on the button arms it and does no more
        pilot.tap(button)
    assert pilot.state == state
    assert pilot.scene.armed == power
    pilot.run(0.3)
    pilot.tap(button)
    assert pilot.state.powers_used == 1
    changed = {"lower": state.dice[2] - 1, "raise": state.dice[2] + 1}.get(power)
    if changed is not None:
        assert pilot.state.dice[2] == changed
    untouched = [die for die in range(4) if die != 2]
    assert [pilot.state.dice[die] for die in untouched] == [state.dice[die] for die in untouched]
    pilot.settle()
    pilot.assert_painted()


def test_an_armed_power_is_put_down_by_a_tap_anywhere_else(fly: Fly, tmp_path: Path) -> None:
    state = prepare(tmp_path, Difficulty.SURVIVAL, is_empty_turn)
    pilot = taken_up(fly)
    tap_die(pilot, 1)
    pilot.tap(pilot.scene.panel.power_box("reroll").center)
    assert pilot.scene.armed == "reroll"
    pilot.tap(pilot.scene.geometry.score.center)
    assert pilot.scene.armed == ""
    pilot.run(0.3)
    pilot.tap(pilot.scene.panel.power_box("reroll").center)
    assert pilot.state == state


def test_a_die_never_goes_below_one_or_above_six(fly: Fly, tmp_path: Path) -> None:
    state = prepare(
        tmp_path, Difficulty.PEACEFUL, lambda s: is_empty_turn(s) and {1, 6} <= set(s.dice)
    )
    pilot = taken_up(fly)
    for power, value in (("lower", 1), ("raise", 6)):
        box = pilot.scene.panel.power_box(power)
        pilot.tap(box.center)
        tap_die(pilot, state.dice.index(value))
        pilot.run(0.3)
        assert "not possible" in [c.note for c in pilot.scene.controls.all if c.box == box]
        pilot.tap(box.center)
        assert pilot.state == state
        pilot.tap(pilot.scene.geometry.score.center)


def test_without_a_power_left_the_buttons_are_dead(fly: Fly, tmp_path: Path) -> None:
    state = prepare(
        tmp_path,
        Difficulty.SURVIVAL,
        lambda s: is_empty_turn(s) and not s.powers_left,
        power_share=0.5,
    )
    pilot = taken_up(fly)
    for power, code in (("lower", pygame.KSCAN_MINUS), ("reroll", pygame.KSCAN_T)):
        tap_die(pilot, 0)
        for _ in range(2):
            pilot.tap(pilot.scene.panel.power_box(power).center)
            pilot.run(0.3)
            pilot.key(code)
            pilot.run(0.3)
    assert pilot.state == state


@pytest.mark.parametrize("size", SIZES)
def test_magdagdon_is_escaped_by_a_power(fly: Fly, tmp_path: Path, size: tuple[int, int]) -> None:
    state = prepare(tmp_path, Difficulty.PEACEFUL, is_struck_with_a_way_out)
    way_out = escape(state)
    assert way_out is not None
    pilot = taken_up(fly, size=size)
    assert pilot.scene.is_prompting
    assert "Accept ruin" in pilot.captions()
    pilot.assert_painted()
    Hands(pilot).act(way_out)
    pilot.settle()
    assert pilot.state.phase is Phase.PLACE
    assert longest_placement(pilot.state.board, pilot.state.dice) >= pilot.state.minimum
    assert not pilot.scene.is_prompting
    assert "Accept ruin" not in pilot.captions()
    pilot.assert_painted()
    Player(pilot, Hands(pilot)).play()


def test_a_ruin_needs_two_taps_and_drumming_is_one(fly: Fly, tmp_path: Path) -> None:
    state = prepare(tmp_path, Difficulty.NIGHTMARE, is_struck)
    first, second = [cell for cell in range(16) if state.board[cell] == EMPTY][:2]
    pilot = taken_up(fly)
    for cell in (first, second):
        for _ in range(6):
            tap_cell(pilot, cell)
        assert pilot.scene.hand.ruin == cell
        assert pilot.state == state
    pilot.run(0.3)
    tap_cell(pilot, second)
    assert pilot.state.board[second] != EMPTY
    assert pilot.state.board[first] == EMPTY
    assert pilot.state.turn == state.turn + 1
    pilot.settle()
    pilot.assert_painted()


def test_the_chosen_ruin_is_confirmed_by_the_button_too(fly: Fly, tmp_path: Path) -> None:
    state = prepare(tmp_path, Difficulty.NIGHTMARE, is_struck)
    cell = state.board.index(EMPTY)
    pilot = taken_up(fly)
    pilot.tap_button("Accept ruin")
    assert pilot.state == state
    tap_cell(pilot, cell)
    pilot.run(0.3)
    pilot.tap_button(f"Ruin on {CELL_NAMES[cell]}")
    assert pilot.state.board[cell] != EMPTY


def test_in_magdagdon_nothing_can_be_staged(fly: Fly, tmp_path: Path) -> None:
    state = prepare(tmp_path, Difficulty.SURVIVAL, lambda s: is_struck(s) and s.powers_left == 1)
    pilot = taken_up(fly)
    for die, cell in product(range(4), range(16)):
        if state.board[cell] == EMPTY:
            pilot.drag(
                pilot.scene.view.dice[die].box.center, pilot.scene.geometry.cells[cell].center
            )
            assert pilot.state == state
    assert not pilot.state.staged


def test_a_power_that_brings_magdagdon_about_takes_the_staged_dice_back_first(
    fly: Fly, tmp_path: Path
) -> None:
    rules = Magdagdon()

    def trap(state: State) -> tuple[Stage, Lower | Raise] | None:
        if not is_empty_turn(state) or not state.powers_left:
            return None
        for stage in rules.legal_actions(state):
            if isinstance(stage, Stage):
                after = rules.apply(state, stage).state
                for power in rules.legal_actions(after):
                    is_change = isinstance(power, Lower | Raise)
                    if is_change and is_struck(rules.apply(after, power).state):
                        return stage, power
        return None

    state = prepare(tmp_path, Difficulty.PEACEFUL, lambda s: trap(s) is not None)
    found = trap(state)
    assert found is not None
    stage, power = found
    pilot = taken_up(fly)
    hands = Hands(pilot)
    hands.act(stage)
    hands.act(power)
    pilot.settle()
    assert pilot.state.phase is Phase.MAGDAGDON
    assert pilot.state.staged == ()
    assert pilot.scene.is_prompting
    pilot.assert_painted()


# The menu


def paused(fly: Fly, tmp_path: Path) -> tuple[Pilot, State]:
    state = prepare(tmp_path, Difficulty.PEACEFUL, lambda s: is_empty_turn(s) and s.turn > 1)
    pilot = taken_up(fly)
    pilot.tap_button("Menu")
    pilot.settle()
    assert pilot.scene_name == "PauseScene"
    return pilot, state


def test_the_menu_goes_on_with_the_game(fly: Fly, tmp_path: Path) -> None:
    pilot, state = paused(fly, tmp_path)
    pilot.tap_button("Continue")
    pilot.settle()
    assert pilot.scene_name == "PlayScene"
    assert pilot.state == state
    pilot.assert_painted()


@pytest.mark.parametrize(
    ("entry", "scene"), [("Rules", "HowToPlayScene"), ("Settings", "SettingsScene")]
)
def test_the_menu_opens_pages_and_comes_back(
    fly: Fly, tmp_path: Path, entry: str, scene: str
) -> None:
    pilot, state = paused(fly, tmp_path)
    pilot.tap_button(entry)
    pilot.settle()
    assert pilot.scene_name == scene
    pilot.key(pygame.KSCAN_ESCAPE)
    pilot.settle()
    assert pilot.scene_name == "PauseScene"
    pilot.assert_painted()
    pilot.key(pygame.KSCAN_ESCAPE)
    pilot.settle()
    assert pilot.scene_name == "PlayScene"
    assert pilot.state == state


def test_the_menu_leads_to_the_title_and_the_game_waits(fly: Fly, tmp_path: Path) -> None:
    pilot, state = paused(fly, tmp_path)
    pilot.tap_button("To the title")
    pilot.settle()
    assert pilot.scene_name == "TitleScene"
    pilot.tap_button("Continue")
    pilot.settle()
    assert pilot.state == state


def test_a_restart_is_asked_about_and_begins_from_the_empty_board(fly: Fly, tmp_path: Path) -> None:
    pilot, state = paused(fly, tmp_path)
    pilot.tap_button("Restart")
    pilot.settle()
    pilot.tap_button("Go on playing")
    pilot.settle()
    assert (pilot.scene_name, pilot.state) == ("PauseScene", state)
    pilot.tap_button("Restart")
    pilot.settle()
    pilot.tap_button("Restart")
    pilot.settle()
    assert pilot.scene_name == "PlayScene"
    assert pilot.state == State(Difficulty.PEACEFUL)
    pilot.assert_painted()
    Player(pilot, Hands(pilot)).play()


def test_giving_up_is_asked_about_and_leaves_nothing_to_continue(fly: Fly, tmp_path: Path) -> None:
    pilot, _ = paused(fly, tmp_path)
    for answer in ("Go on playing", "Give up"):
        pilot.tap_button("Give up")
        pilot.settle()
        pilot.tap_button(answer)
        pilot.settle()
    assert pilot.scene_name == "TitleScene"
    assert "Continue" not in pilot.captions()
    assert not (tmp_path / "saved_game.txt").exists()
    assert pilot.app.context.store.scores.entries() == ()


def test_quitting_from_the_menu_saves_the_game(fly: Fly, tmp_path: Path) -> None:
    pilot, state = paused(fly, tmp_path)
    pilot.tap_button("Quit")
    assert not pilot.app.is_running
    pilot.close()
    assert taken_up(fly).state == state


def test_escape_puts_down_what_is_in_hand_before_it_opens_the_menu(
    fly: Fly, tmp_path: Path
) -> None:
    prepare(tmp_path, Difficulty.PEACEFUL, is_empty_turn)
    pilot = taken_up(fly)
    tap_die(pilot, 0)
    pilot.key(pygame.KSCAN_MINUS)
    for kept in (("", 0), ("", None)):
        pilot.key(pygame.KSCAN_ESCAPE)
        assert (pilot.scene.armed, pilot.scene.hand.die) == kept
    pilot.key(pygame.KSCAN_ESCAPE)
    pilot.settle()
    assert pilot.scene_name == "PauseScene"


# By the keyboard alone


def focus(pilot: Pilot, caption: str) -> None:
    for _ in pilot.scene.controls.all:
        pilot.key(pygame.KSCAN_TAB)
        if getattr(pilot.scene.controls.focused, "caption", None) == caption:
            return
    raise AssertionError(f"{caption} can't be focused in {pilot.scene_name}")


def follow(pilot: Pilot, *captions: str) -> str:
    for caption in captions:
        focus(pilot, caption)
        pilot.key(pygame.KSCAN_RETURN)
        pilot.settle()
    return pilot.scene_name


WAYS = [
    (("High scores",), "HighScoresScene"),
    (("How to play",), "HowToPlayScene"),
    (("Settings",), "SettingsScene"),
    (("About",), "AboutScene"),
    (("Continue",), "PlayScene"),
    (("Continue", "Rules"), "HowToPlayScene"),
    (("Continue", "Menu"), "PauseScene"),
    (("Continue", "Menu", "Settings"), "SettingsScene"),
    (("Continue", "Menu", "Rules"), "HowToPlayScene"),
    (("Continue", "Menu", "Restart"), "AskScene"),
    (("Continue", "Menu", "Give up"), "AskScene"),
    (("SURVIVAL",), "AskScene"),
]


@pytest.mark.parametrize(("way", "scene"), WAYS)
def test_every_scene_is_reached_and_left_by_keys(
    fly: Fly, tmp_path: Path, way: tuple[str, ...], scene: str
) -> None:
    prepare(tmp_path, Difficulty.PEACEFUL, is_empty_turn)
    pilot = fly(has_reduced_motion=True)
    pilot.settle()
    assert follow(pilot, *way) == scene
    reached = set()
    reachable = [c for c in pilot.scene.controls.all if c.is_visible and c.is_enabled]
    for _ in reachable:
        pilot.key(pygame.KSCAN_TAB)
        reached.add(pilot.scene.controls.focused)
    assert reached == set(reachable)
    depth = len(pilot.app.stack)
    pilot.key(pygame.KSCAN_ESCAPE)
    pilot.settle()
    if scene == "PlayScene":
        assert pilot.scene_name == "PauseScene"
    else:
        assert len(pilot.app.stack) == depth - 1
    pilot.assert_painted()


def test_the_end_of_a_game_is_left_by_keys(fly: Fly) -> None:
    pilot = fly(seed="keys", has_reduced_motion=True)
    player = Player(pilot, KeyHands(pilot))
    player.start(Difficulty.NIGHTMARE)
    player.play()
    pilot.settle()
    assert follow(pilot, "High scores") == "HighScoresScene"
    pilot.key(pygame.KSCAN_ESCAPE)
    pilot.settle()
    assert pilot.scene_name == "GameOverScene"
    assert follow(pilot, "Title") == "TitleScene"
    focus(pilot, "Quit")
    pilot.key(pygame.KSCAN_RETURN)
    assert not pilot.app.is_running


def test_shift_and_tab_go_round_the_other_way(fly: Fly) -> None:
    pilot = fly(has_reduced_motion=True)
    pilot.settle()
    forth, back = [], []
    count = len([c for c in pilot.scene.controls.all if c.is_enabled])
    for _ in range(count):
        pilot.key(pygame.KSCAN_TAB)
        forth.append(pilot.scene.controls.focused)
    for _ in range(count):
        pilot.key(pygame.KSCAN_TAB, pygame.KMOD_LSHIFT)
        back.append(pilot.scene.controls.focused)
    assert back == [*reversed(forth[:-1]), forth[-1]]


def test_enter_rolls_though_the_cursor_is_on_the_board(fly: Fly) -> None:
    pilot = fly(seed="enter")
    pilot.settle()
    pilot.tap_button("PEACEFUL")
    pilot.settle()
    pilot.key(pygame.KSCAN_DOWN)
    pilot.key(pygame.KSCAN_RETURN)
    assert pilot.state.phase is Phase.PLACE


def test_random_keys_never_break_a_game(fly: Fly) -> None:
    chance = random.Random(11)
    pilot = fly(seed="random-keys", size=(800, 480))
    pilot.settle()
    pilot.tap_button("PEACEFUL")
    pilot.settle()
    codes = [code for code in range(4, 90) if code not in (pygame.KSCAN_F11,)]
    for _ in range(700):
        pilot.key(chance.choice(codes))
        pilot.app.is_running = True
    pilot.settle()
    pilot.assert_painted()
