import random
from dataclasses import replace
from itertools import product
from pathlib import Path

import pygame
import pytest
from pygame.event import Event

from game.rules.magdagdon.actions import Stage
from game.rules.magdagdon.board import EMPTY, Difficulty
from game.rules.magdagdon.engine import Magdagdon
from game.rules.magdagdon.placement import legal_cells
from game.rules.magdagdon.state import Phase, State
from game.scenes.play import PlayScene
from game.session.store import GameStore
from tests.ui.conftest import Fly
from tests.ui.pilot import FRAME, Pilot
from tests.ui.player import Hands, KeyHands, Player, choose_placing, prepare
from tests.ui.test_play import is_empty_turn, is_struck, taken_up, tap_cell, tap_die


def started(fly: Fly, difficulty: Difficulty = Difficulty.PEACEFUL, **options: object) -> Pilot:
    pilot = fly(**{"seed": "impatient", **options})
    pilot.settle()
    pilot.tap_button(difficulty.name)
    pilot.settle()
    return pilot


def a_stage(state: State) -> Stage:
    return next(a for a in Magdagdon().legal_actions(state) if isinstance(a, Stage))


def actions(pilot: Pilot) -> tuple[str, ...]:
    return pilot.app.context.session.record.actions


def last_confirm(fly: Fly, tmp_path: Path) -> Pilot:
    """Take up a game to whose end one Confirm is missing."""
    rules = Magdagdon()

    def ends(state: State) -> bool:
        if state.phase is not Phase.PLACE or len(state.staged) < state.minimum:
            return False
        return EMPTY not in state.shown_board

    prepare(tmp_path, Difficulty.NIGHTMARE, ends)
    pilot = taken_up(fly)
    assert any(rules.format_action(a) == "confirm" for a in rules.legal_actions(pilot.state))
    return pilot


# Anything, anywhere, all the time


def somewhere(pilot: Pilot, chance: random.Random) -> tuple[int, int]:
    """Return a point that means something more often than not."""
    scene = pilot.scene
    targets = [c.box for c in scene.controls.all if c.is_visible]
    if isinstance(scene, PlayScene) and chance.random() < 0.75:
        targets = [*scene.geometry.cells, *(node.box for node in scene.view.dice)]
        targets += [scene.geometry.confirm, scene.geometry.undo]
    if not targets or chance.random() < 0.1:
        size = pilot.screen.get_size()
        return chance.randrange(size[0]), chance.randrange(size[1])
    box = chance.choice(targets)
    return chance.randrange(box.left, box.right), chance.randrange(box.top, box.bottom)


def back_to_the_game(pilot: Pilot) -> None:
    """Find the way back to a game under way, as a player who looks at the screen would."""
    context = pilot.app.context
    context.change_settings(language="en", has_reduced_motion=False)
    pilot.app.stack.relayout()
    for _ in range(12):
        if pilot.scene_name in ("DemoScene", "ReplayScene"):  # they go on by themselves
            pilot.run(0.5)
        else:
            pilot.settle()
        captions = pilot.captions()
        if pilot.scene_name == "PlayScene":
            return
        if pilot.scene_name == "TitleScene":
            pilot.tap_button("Continue" if "Continue" in captions else "PEACEFUL")
        elif pilot.scene_name == "GameOverScene":
            pilot.tap_button("Play again")
        else:
            pilot.key(pygame.KSCAN_ESCAPE)
    raise AssertionError(f"no way back from {pilot.scene_name}")


def test_twenty_taps_a_second_anywhere_for_a_minute(fly: Fly) -> None:
    chance = random.Random(31)
    pilot = started(fly, size=(800, 480))
    away = 0
    for count in range(1200):
        at = somewhere(pilot, chance)
        if count % 2:
            events = events_of_a_tap(at)
        else:
            kinds = (pygame.FINGERDOWN, pygame.FINGERUP)
            events = [pilot.finger(kind, at) for kind in kinds]
        for event in events:
            pilot.frame(event, dt=1 / 40)
        pilot.app.is_running = True  # the button that quits was hit: nothing else may end it
        away = 0 if pilot.scene_name == "PlayScene" else away + 1
        if away > 40:
            back_to_the_game(pilot)
    back_to_the_game(pilot)
    pilot.assert_painted()
    player = Player(pilot, Hands(pilot), seed=5)
    pilot.key(pygame.KSCAN_ESCAPE)
    back_to_the_game(pilot)
    while pilot.state.staged:
        pilot.key(pygame.KSCAN_BACKSPACE)
    session = player.play()
    pilot.settle()
    assert pilot.scene_name == "GameOverScene"
    assert pilot.scene.entry.score == session.state.score.total


# Taps during animations


@pytest.mark.parametrize("delay", [0, 1, 3, 10, 20, 30, 40, 50])
def test_a_tap_while_the_dice_tumble_acts(fly: Fly, delay: int) -> None:
    pilot = started(fly)
    pilot.tap_button("Roll")
    for _ in range(delay):
        pilot.frame()
    tap_die(pilot, 2)
    assert pilot.scene.hand.die == 2
    tap_cell(pilot, 5)
    assert pilot.state.staged[0].cell == 5


def test_a_whole_turn_is_played_without_waiting_for_anything(fly: Fly) -> None:
    pilot = started(fly)
    chance = random.Random(3)
    pilot.tap_button("Roll")
    hands = Hands(pilot)
    while len(pilot.state.staged) < 2:
        hands.act(choose_placing(pilot.state, chance))
    pilot.tap_button("Confirm")
    assert pilot.state.turn == 2
    pilot.settle()
    pilot.assert_painted()


@pytest.mark.parametrize("kind", [Hands, KeyHands])
def test_games_are_played_as_fast_as_the_hands_can(fly: Fly, kind: type[Hands]) -> None:
    pilot = started(fly, Difficulty.SURVIVAL, size=(800, 480))
    player = Player(pilot, kind(pilot), seed=8)
    session = pilot.app.context.session

    def wait() -> None:
        """Only the tap on Roll straight after the one on Confirm has to wait for a moment."""
        if not session.is_over and not session.state.dice:
            pilot.run(0.3, dt=0.1)

    player.after_action = wait
    player.play()
    pilot.settle()
    assert pilot.scene_name == "GameOverScene"
    assert pilot.scene.entry.score == session.state.score.total


def test_a_tap_during_the_last_animation_does_not_miss_the_score(fly: Fly, tmp_path: Path) -> None:
    pilot = last_confirm(fly, tmp_path)
    pilot.tap_button("Confirm")
    tap_cell(pilot, 3)
    pilot.settle()
    assert pilot.scene_name == "GameOverScene"
    assert len(pilot.app.context.store.scores.entries()) == 1


@pytest.mark.parametrize(
    "code", [pygame.KSCAN_ESCAPE, pygame.KSCAN_RETURN, pygame.KSCAN_C, pygame.KSCAN_TAB]
)
def test_a_key_during_the_last_animation_does_not_miss_the_score(
    fly: Fly, tmp_path: Path, code: int
) -> None:
    pilot = last_confirm(fly, tmp_path)
    pilot.tap_button("Confirm")
    for _ in range(3):
        pilot.key(code)
    pilot.settle()
    assert "GameOverScene" in pilot.app.stack.keys
    assert len(pilot.app.context.store.scores.entries()) == 1


def test_the_menu_under_the_keyboard_does_not_cover_the_end_of_a_game(
    fly: Fly, tmp_path: Path
) -> None:
    pilot = last_confirm(fly, tmp_path)
    menu = pilot.button("Menu")
    while pilot.scene.controls.focused is not menu:
        pilot.key(pygame.KSCAN_TAB)
    event = {"key": 0, "mod": 0, "unicode": ""}
    pilot.frame(
        Event(pygame.KEYDOWN, scancode=pygame.KSCAN_C, **event),
        Event(pygame.KEYDOWN, scancode=pygame.KSCAN_RETURN, **event),
    )
    pilot.settle()
    assert pilot.scene_name == "GameOverScene"


def test_a_finger_that_drums_on_the_last_confirm_begins_no_new_game(
    fly: Fly, tmp_path: Path
) -> None:
    pilot = last_confirm(fly, tmp_path)
    at = pilot.button("Confirm").box.center
    for _ in range(6):
        pilot.tap(at)
    pilot.settle()
    assert pilot.scene_name == "GameOverScene"


def about_to_be_struck(fly: Fly, tmp_path: Path) -> Pilot:
    """Take up a game whose next roll is MAGDAGDON."""
    prepare(tmp_path, Difficulty.NIGHTMARE, lambda s: is_struck(s) and s.turn > 2)
    saved = GameStore(tmp_path).saved_game
    record = saved.load()
    assert record is not None
    saved.save(replace(record, actions=record.actions[:-2]))
    pilot = taken_up(fly)
    assert pilot.state.phase is Phase.ROLL
    return pilot


@pytest.mark.parametrize("frames", [1, 20, 50, 60, 75])
def test_a_tap_on_the_way_into_magdagdon_acts_on_what_is_then_there(
    fly: Fly, tmp_path: Path, frames: int
) -> None:
    pilot = about_to_be_struck(fly, tmp_path)
    cell = pilot.state.board.index(EMPTY)
    pilot.tap_button("Roll")
    assert is_struck(pilot.state)
    for _ in range(frames):
        pilot.frame()
    tap_cell(pilot, cell)
    assert pilot.scene.is_prompting
    assert pilot.scene.hand.ruin == cell
    assert pilot.state.board[cell] == EMPTY
    pilot.settle()
    pilot.assert_painted()


def test_drumming_on_roll_does_not_accept_magdagdon(fly: Fly, tmp_path: Path) -> None:
    pilot = about_to_be_struck(fly, tmp_path)
    at = pilot.button("Roll").box.center
    for _ in range(30):
        pilot.tap(at)
    pilot.settle()
    assert is_struck(pilot.state)
    assert pilot.scene.hand.ruin is None


# Double taps


def test_a_double_tap_on_roll_rolls_once_and_confirms_nothing(fly: Fly) -> None:
    pilot = started(fly)
    at = pilot.button("Roll").box.center
    for _ in range(8):
        pilot.tap(at)
    assert len(actions(pilot)) == 2
    assert (pilot.state.turn, pilot.state.throws) == (1, 1)


def staged_to_the_minimum(fly: Fly, tmp_path: Path) -> Pilot:
    prepare(
        tmp_path,
        Difficulty.PEACEFUL,
        lambda s: s.phase is Phase.PLACE and len(s.staged) == s.minimum == 2,
    )
    return taken_up(fly)


def test_a_double_tap_on_confirm_confirms_once_and_does_not_roll(fly: Fly, tmp_path: Path) -> None:
    pilot = staged_to_the_minimum(fly, tmp_path)
    turn = pilot.state.turn
    at = pilot.button("Confirm").box.center
    for _ in range(5):
        pilot.tap(at)
    assert (pilot.state.turn, pilot.state.phase) == (turn + 1, Phase.ROLL)
    pilot.run(0.3)
    pilot.tap(at)
    assert pilot.state.throws == 1


@pytest.mark.parametrize("code", [pygame.KSCAN_RETURN, pygame.KSCAN_SPACE])
def test_a_double_stroke_of_enter_confirms_once_and_does_not_roll(
    fly: Fly, tmp_path: Path, code: int
) -> None:
    pilot = staged_to_the_minimum(fly, tmp_path)
    turn = pilot.state.turn
    for _ in range(5):
        pilot.key(code)
    assert (pilot.state.turn, pilot.state.phase) == (turn + 1, Phase.ROLL)
    pilot.run(0.3)
    pilot.key(code)
    assert pilot.state.throws == 1


def test_a_double_tap_on_a_stone_stages_once(fly: Fly) -> None:
    pilot = started(fly)
    pilot.tap_button("Roll")
    tap_die(pilot, 1)
    tap_cell(pilot, 6)
    staged = pilot.state.staged
    assert [(p.die, p.cell) for p in staged] == [(1, 6)]
    tap_cell(pilot, 6)
    assert pilot.state.staged == ()
    assert len(actions(pilot)) == 4


def test_the_mouse_lets_go_over_a_button_that_a_key_has_just_changed(
    fly: Fly, tmp_path: Path
) -> None:
    pilot = staged_to_the_minimum(fly, tmp_path)
    at = pilot.button("Confirm").box.center
    pilot.press(at)
    pilot.key(pygame.KSCAN_C)
    pilot.release(at)
    assert pilot.state.phase is Phase.ROLL


# Two hands at once


def test_a_second_finger_does_nothing_while_the_first_drags(fly: Fly) -> None:
    pilot = started(fly)
    pilot.tap_button("Roll")
    pilot.settle()
    start, end = pilot.scene.view.dice[0].box.center, pilot.scene.geometry.cells[9].center
    pilot.frame(pilot.finger(pygame.FINGERDOWN, start, 1))
    pilot.frame(pilot.finger(pygame.FINGERMOTION, (start[0] - 90, start[1]), 1))
    assert pilot.scene.drag.is_active
    targets = [
        pilot.scene.view.dice[1].box.center,
        pilot.scene.geometry.cells[2].center,
        pilot.button("Menu").box.center,
        pilot.scene.panel.power_box("reroll").center,
    ]
    for other in targets:
        pilot.frame(pilot.finger(pygame.FINGERDOWN, other, 2))
        pilot.frame(pilot.finger(pygame.FINGERMOTION, (other[0] + 30, other[1]), 2))
        pilot.frame(pilot.finger(pygame.FINGERUP, other, 2))
    assert pilot.scene.drag.is_active
    pilot.frame(pilot.finger(pygame.FINGERMOTION, end, 1))
    pilot.frame(pilot.finger(pygame.FINGERUP, end, 1))
    assert [(p.die, p.cell) for p in pilot.state.staged] == [(0, 9)]
    assert len(actions(pilot)) == 3
    pilot.settle()
    pilot.assert_painted()


def test_two_fingers_that_tap_in_turn_both_count(fly: Fly) -> None:
    pilot = started(fly)
    pilot.tap_button("Roll")
    pilot.settle()
    die, cell = pilot.scene.view.dice[3].box.center, pilot.scene.geometry.cells[0].center
    pilot.frame(pilot.finger(pygame.FINGERDOWN, die, 1), pilot.finger(pygame.FINGERUP, die, 1))
    pilot.frame(pilot.finger(pygame.FINGERDOWN, cell, 2), pilot.finger(pygame.FINGERUP, cell, 2))
    assert [(p.die, p.cell) for p in pilot.state.staged] == [(3, 0)]


def dragging(fly: Fly, tmp_path: Path, die: int = 0) -> Pilot:
    """Take a game up and lift *die* off the tray with the mouse."""
    prepare(tmp_path, Difficulty.PEACEFUL, lambda s: is_empty_turn(s) and 1 < s.dice[0] < 6)
    pilot = taken_up(fly)
    start = pilot.scene.view.dice[die].box.center
    pilot.press(start)
    pilot.move((start[0] - 60, start[1] - 60))
    pilot.move((start[0] - 120, start[1] - 80))
    assert pilot.scene.drag.is_active
    return pilot


@pytest.mark.parametrize("code", [pygame.KSCAN_MINUS, pygame.KSCAN_EQUALS, pygame.KSCAN_T])
def test_a_power_over_the_keyboard_lets_the_dragged_die_go_first(
    fly: Fly, tmp_path: Path, code: int
) -> None:
    pilot = dragging(fly, tmp_path)
    before = pilot.state
    pilot.key(code)
    assert not pilot.scene.drag.is_active
    pilot.key(pygame.KSCAN_1)
    pilot.run(0.3)
    pilot.key(code)
    after = pilot.state
    assert after.powers_used == before.powers_used + 1
    end = pilot.scene.geometry.cells[0].center
    pilot.move(end)
    pilot.release(end)
    assert pilot.state == after
    pilot.settle()
    pilot.assert_painted()
    Player(pilot, Hands(pilot)).play()


@pytest.mark.parametrize("code", [pygame.KSCAN_ESCAPE, pygame.KSCAN_3, pygame.KSCAN_LEFT])
def test_a_key_ends_a_drag_and_the_die_is_back_in_the_tray(
    fly: Fly, tmp_path: Path, code: int
) -> None:
    pilot = dragging(fly, tmp_path)
    before = pilot.state
    pilot.key(code)
    pilot.release((5, 5))
    pilot.settle()
    assert pilot.state == before
    assert pilot.scene.view.dice[0].is_drawn
    pilot.assert_painted()


def test_confirm_by_key_while_a_die_is_dragged_plays_what_was_staged(
    fly: Fly, tmp_path: Path
) -> None:
    pilot = staged_to_the_minimum(fly, tmp_path)
    turn, die = pilot.state.turn, pilot.state.available[0]
    start = pilot.scene.view.dice[die].box.center
    pilot.press(start)
    pilot.move((start[0] - 120, start[1] - 80))
    pilot.key(pygame.KSCAN_C)
    pilot.release(pilot.scene.geometry.cells[0].center)
    assert (pilot.state.turn, pilot.state.phase) == (turn + 1, Phase.ROLL)
    pilot.settle()
    pilot.assert_painted()


# The window in the middle of a drag


def ends_well(pilot: Pilot, before: State) -> None:
    """The drag is over, nothing was played, and the game goes on."""
    assert pilot.scene_name == "PlayScene"
    assert pilot.state == before
    assert not pilot.scene.drag.is_active
    pilot.move((3, 3), is_down=True)
    pilot.release((3, 3))
    pilot.settle()
    pilot.assert_painted()
    assert pilot.state == before
    Player(pilot, Hands(pilot), seed=1).step()


def test_focus_lost_in_the_middle_of_a_drag(fly: Fly, tmp_path: Path) -> None:
    pilot = dragging(fly, tmp_path)
    before = pilot.state
    pilot.frame(Event(pygame.WINDOWFOCUSLOST))
    ends_well(pilot, before)


@pytest.mark.parametrize("size", [(800, 480), (1080, 1920), (1281, 721)])
def test_a_resize_in_the_middle_of_a_drag(fly: Fly, tmp_path: Path, size: tuple[int, int]) -> None:
    pilot = dragging(fly, tmp_path)
    before = pilot.state
    pilot.resize(size)
    assert pilot.screen.get_size() == size
    ends_well(pilot, before)


def test_a_resize_while_the_dice_tumble(fly: Fly) -> None:
    pilot = started(fly)
    pilot.tap_button("Roll")
    pilot.run(0.3)
    rolled = pilot.state
    pilot.resize((800, 480))
    assert pilot.state == rolled
    pilot.settle()
    pilot.assert_painted()
    assert all(node.is_drawn and node.look.value for node in pilot.scene.view.dice)


@pytest.mark.parametrize("size", [(1, 1), (40, 30), (300, 60), (60, 700), (481, 321)])
def test_a_window_that_is_far_too_small_harms_nothing(
    fly: Fly, tmp_path: Path, size: tuple[int, int]
) -> None:
    state = prepare(tmp_path, Difficulty.PEACEFUL, is_struck)
    pilot = taken_up(fly)
    pilot.resize(size)
    pilot.run(0.5, dt=0.1)
    pilot.tap((size[0] // 2, size[1] // 2))
    pilot.key(pygame.KSCAN_ESCAPE)
    pilot.key(pygame.KSCAN_ESCAPE)
    pilot.settle()
    assert "PlayScene" in pilot.app.stack.keys
    pilot.resize((1280, 720))
    back_to_the_game(pilot)
    pilot.settle()
    pilot.assert_painted()
    assert pilot.state == state


@pytest.mark.parametrize("gap", [600.0, 1e7])
def test_a_long_gap_between_two_frames_in_the_middle_of_a_drag(
    fly: Fly, tmp_path: Path, gap: float
) -> None:
    pilot = dragging(fly, tmp_path)
    played = pilot.app.context.session.played
    pilot.frame(dt=gap)
    assert pilot.scene.drag.is_active
    stage = a_stage(pilot.state)
    die = pilot.scene.hand.die
    cell = legal_cells(pilot.state.shown_board, pilot.state.dice[die])[0]
    end = pilot.scene.geometry.cells[cell].center
    pilot.move(end)
    pilot.release(end)
    assert stage
    assert [(p.die, p.cell) for p in pilot.state.staged] == [(die, cell)]
    assert pilot.app.context.session.played < played + 1


def test_a_long_gap_while_the_dice_tumble(fly: Fly) -> None:
    pilot = started(fly)
    pilot.tap_button("Roll")
    pilot.frame()
    pilot.frame(dt=600.0)
    pilot.settle()
    pilot.assert_painted()
    tap_die(pilot, 0)
    assert pilot.scene.hand.die == 0


# Several things in one frame, as after a stall


def events_of_a_tap(at: tuple[int, int]) -> list[Event]:
    return [
        Event(pygame.MOUSEBUTTONDOWN, pos=at, button=1, touch=False),
        Event(pygame.MOUSEBUTTONUP, pos=at, button=1, touch=False),
    ]


ESCAPE = Event(pygame.KEYDOWN, scancode=pygame.KSCAN_ESCAPE, key=0, mod=0, unicode="")


@pytest.mark.parametrize("entry", ["Give up", "Restart"])
def test_giving_a_game_up_leaves_no_gap_for_another_event(
    fly: Fly, tmp_path: Path, entry: str
) -> None:
    prepare(tmp_path, Difficulty.PEACEFUL, is_empty_turn)
    pilot = taken_up(fly)
    for caption in ("Menu", entry):
        pilot.tap_button(caption)
        pilot.settle()
    yes = pilot.button(entry).box.center
    pygame.display.set_mode((900, 600), pygame.RESIZABLE)
    pygame.event.clear()
    resized = Event(pygame.WINDOWSIZECHANGED, x=900, y=600)
    pilot.frame(*events_of_a_tap(yes), ESCAPE, resized)
    pilot.settle()
    assert pilot.scene_name == {"Give up": "TitleScene", "Restart": "PlayScene"}[entry]


def test_a_burst_of_taps_in_one_frame_plays_each_once(fly: Fly) -> None:
    pilot = started(fly)
    pilot.tap_button("Roll")
    pilot.settle()
    places = zip((0, 1), (5, 6), strict=True)
    taps = []
    for die, cell in places:
        taps += events_of_a_tap(pilot.scene.view.dice[die].box.center)
        taps += events_of_a_tap(pilot.scene.geometry.cells[cell].center)
    pilot.frame(*taps)
    assert pilot.state.staged[0].cell == 5
    assert len(actions(pilot)) == 2 + len(pilot.state.staged)


def test_random_gestures_of_every_kind_never_break_a_game(fly: Fly) -> None:
    chance = random.Random(77)
    pilot = started(fly, size=(800, 480))
    kinds = list(product(("mouse", "finger"), ("down", "move", "up")))
    for _ in range(1500):
        events = []
        for _ in range(chance.choice((1, 1, 1, 3))):
            events.append(random_event(pilot, chance, *chance.choice(kinds)))
        if chance.random() < 0.04:
            events.append(chance.choice((ESCAPE, Event(pygame.WINDOWFOCUSLOST))))
            events.append(Event(pygame.KEYUP, scancode=pygame.KSCAN_ESCAPE, key=0, mod=0))
        pilot.frame(*events, dt=chance.choice((FRAME, FRAME, 0.1)))
        pilot.app.is_running = True
        if chance.random() < 0.02:
            back_to_the_game(pilot)
    pilot.frame(Event(pygame.WINDOWFOCUSLOST))
    back_to_the_game(pilot)
    pilot.assert_painted()


def random_event(pilot: Pilot, chance: random.Random, who: str, what: str) -> Event:
    at = somewhere(pilot, chance)
    if who == "finger":
        kinds = {"down": pygame.FINGERDOWN, "move": pygame.FINGERMOTION, "up": pygame.FINGERUP}
        return pilot.finger(kinds[what], at, chance.choice((1, 2)))
    if what == "move":
        held = (chance.choice((0, 1)), 0, 0)
        return Event(pygame.MOUSEMOTION, pos=at, rel=(0, 0), buttons=held, touch=False)
    kind = pygame.MOUSEBUTTONDOWN if what == "down" else pygame.MOUSEBUTTONUP
    return Event(kind, pos=at, button=chance.choice((1, 1, 1, 3)), touch=False)
