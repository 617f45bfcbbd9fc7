import shutil
import subprocess
import sys
from pathlib import Path

import pygame
import pytest

from game.rules.magdagdon.actions import Action
from game.rules.magdagdon.board import Difficulty
from game.rules.magdagdon.engine import Magdagdon
from game.rules.magdagdon.state import Phase, State
from game.session.record import parse_record
from game.session.replay import replay
from game.session.settings import SettingsFile
from tests.e2e.conftest import Launch
from tests.e2e.player import Player, places
from tests.e2e.screen import PATIENCE, ROOT, Screen
from tests.rules.magdagdon import brute

pytestmark = pytest.mark.e2e

LANDSCAPE, PORTRAIT = (1280, 720), (1080, 1920)
SEED = ("--seed", "e2e")
CORNER = (3, 3)


@pytest.fixture(params=[LANDSCAPE, PORTRAIT], ids=["landscape", "portrait"])
def size(request: pytest.FixtureRequest) -> tuple[int, int]:
    return request.param


@pytest.fixture
def screen(request: pytest.FixtureRequest, size: tuple[int, int]) -> Screen:
    return request.getfixturevalue("landscape" if size == LANDSCAPE else "portrait")


def half_turn(player: Player, state: State) -> State:
    """Play until dice are rolled in a later turn and one is staged."""
    while not (state.turn > 1 and state.phase is Phase.PLACE and len(state.staged) == 1):
        after = player.step(state)
        assert after is not None
        state = after
    return state


@pytest.mark.parametrize("difficulty", list(Difficulty))
def test_a_game_is_played_to_its_end_in_the_real_window(
    launch: Launch,
    tmp_path: Path,
    screen: Screen,
    size: tuple[int, int],
    difficulty: Difficulty,
) -> None:
    with_fingers = (difficulty is Difficulty.SURVIVAL) == (size == LANDSCAPE)
    program = launch(screen, size, *SEED, with_fingers=with_fingers)
    program.painted_picture("title")
    player = Player(program, difficulty, seed=difficulty.powers)
    seen: set[str] = set()

    def look(action: Action, before: State) -> None:
        """Take a picture of every kind of moment once."""
        moment = f"{type(action).__name__.lower()}_{before.phase.name.lower()}"
        if moment not in seen:
            seen.add(moment)
            program.picture(moment)

    player.on_action = look
    entry = player.play(player.start(places(tmp_path / "layout", size)))

    final = replay(Magdagdon(), parse_record(entry.transcript)).final
    board = "".join(".123456#"[content] for content in final.board)
    assert entry.score == brute.score(board, difficulty.value, final.powers_used)["total"]
    assert final.phase is Phase.OVER
    assert entry.seed == SEED[1]
    program.still_picture("over")
    assert program.process.poll() is None
    program.key("Escape")
    player = Player(program, difficulty, seed=1)
    again = player.start(places(tmp_path / "layout_again", size))
    assert again.turn == 1


def test_a_game_killed_in_mid_turn_is_taken_up_to_the_pixel(
    launch: Launch, tmp_path: Path, screen: Screen, size: tuple[int, int]
) -> None:
    program = launch(screen, size, *SEED)
    player = Player(program, Difficulty.NIGHTMARE, seed=3)
    state = half_turn(player, player.start(places(tmp_path / "layout", size)))
    program.click(CORNER)
    before = program.still_picture("before")
    saved = program.record
    program.kill()

    program = launch(screen, size)
    assert program.record == saved
    shutil.copytree(program.data, tmp_path / "copy")
    program.click(places(tmp_path / "copy", size)["Continue"])
    program.click(CORNER)

    def same() -> bool:
        after = program.still_picture("after")
        return pygame.image.tobytes(after, "RGB") == pygame.image.tobytes(before, "RGB")

    program.wait_for(same, "the same picture")
    assert program.state == state
    player.program = program
    after = player.step(state)
    assert after is not None
    assert after.dice in (state.dice, ())


@pytest.mark.parametrize("with_fingers", [False, True], ids=["mouse", "fingers"])
def test_dice_are_dragged_in_the_real_window(
    launch: Launch, tmp_path: Path, landscape: Screen, with_fingers: bool
) -> None:
    program = launch(landscape, LANDSCAPE, *SEED, with_fingers=with_fingers)
    player = Player(program, Difficulty.PEACEFUL)
    state = player.start(places(tmp_path / "layout", LANDSCAPE))
    rolled = player.step(state)
    program.drag(player.geometry.dice[1].center, player.geometry.cells[6].center)
    program.wait_for(lambda: program.state.staged, "a staged die")
    assert [(p.die, p.cell) for p in program.state.staged] == [(1, 6)]
    assert program.state.dice == rolled.dice


def test_the_window_is_resized_in_the_middle_of_a_turn(
    launch: Launch, tmp_path: Path, landscape: Screen
) -> None:
    program = launch(landscape, LANDSCAPE, *SEED)
    player = Player(program, Difficulty.SURVIVAL, seed=2)
    state = half_turn(player, player.start(places(tmp_path / "layout", LANDSCAPE)))
    for size in ((800, 480), (560, 780), (1100, 700)):
        landscape.run("xdotool", "windowsize", program.window, *map(str, size))
        program.wait_for(lambda size=size: program.geometry() == size, f"a window of {size}")
        program.size = size
        picture = program.painted_picture(f"resized_{size[0]}x{size[1]}")
        assert picture.get_size() == size
        assert program.state == state
        after = player.step(state)
        assert after is not None
        state = after


def test_a_window_closed_by_its_manager_leaves_the_game_saved(
    launch: Launch, tmp_path: Path, landscape: Screen
) -> None:
    program = launch(landscape, LANDSCAPE, *SEED)
    player = Player(program, Difficulty.PEACEFUL, seed=4)
    state = half_turn(player, player.start(places(tmp_path / "layout", LANDSCAPE)))
    landscape.run("xdotool", "windowactivate", "--sync", program.window, "key", "alt+F4")
    assert program.process.wait(PATIENCE) == 0
    assert program.state == state
    assert "Traceback" not in program.said
    program = launch(landscape, LANDSCAPE)
    shutil.copytree(program.data, tmp_path / "copy")
    program.click(places(tmp_path / "copy", LANDSCAPE)["Continue"])
    player.program = program
    after = player.step(state)
    assert after is not None


def test_keys_are_taken_in_the_real_window(
    launch: Launch, tmp_path: Path, landscape: Screen
) -> None:
    program = launch(landscape, LANDSCAPE, *SEED)
    program.key("Tab")
    program.key("Return")
    program.wait_for(lambda: program.record, "a game")
    program.wait_for(lambda: program.key("r") or program.state.dice, "a roll")
    program.key("2", "Right", "Return")
    program.wait_for(lambda: program.state.staged, "a staged die")
    assert program.state.staged[0].die == 1
    program.key("BackSpace")
    program.wait_for(lambda: not program.state.staged, "an empty board")


def test_full_screen_is_entered_and_left(launch: Launch, tmp_path: Path, landscape: Screen) -> None:
    program = launch(landscape, LANDSCAPE, *SEED)
    program.key("F11")
    program.wait_for(lambda: program.geometry() == landscape.size, "the whole screen")
    assert program.painted_picture("full").get_size() == landscape.size
    settings = SettingsFile(program.data / "settings.toml")
    program.wait_for(lambda: settings.load().is_fullscreen, "the setting")
    program.key("F11")
    program.wait_for(lambda: program.geometry() == LANDSCAPE, "a window as it was before")
    assert program.painted_picture("window_again").get_size() == LANDSCAPE
    program.wait_for(lambda: not settings.load().is_fullscreen, "the setting")


@pytest.mark.parametrize("driver", ["", "x11", "wayland"])
def test_without_a_display_there_is_one_sentence(
    tmp_path: Path, window_env: dict[str, str], driver: str
) -> None:
    env = {k: v for k, v in window_env.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY")}
    if driver:
        env["SDL_VIDEODRIVER"] = driver
    command = [sys.executable, "-m", "game", "--data-dir", str(tmp_path / "data")]
    done = subprocess.run(
        command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert done.returncode == 3
    assert done.stdout == ""
    assert "Traceback" not in done.stderr
    (line,) = done.stderr.strip().splitlines()
    assert line.strip().endswith(".")
    assert len(line) < 200


def test_the_display_named_is_not_there(tmp_path: Path, window_env: dict[str, str]) -> None:
    env = {**window_env, "DISPLAY": ":4711"}
    env.pop("WAYLAND_DISPLAY", None)
    command = [sys.executable, "-m", "game", "--data-dir", str(tmp_path / "data")]
    done = subprocess.run(
        command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert done.returncode == 3
    assert len(done.stderr.strip().splitlines()) == 1


def test_the_tools_are_there() -> None:
    tools = ("Xvfb", "openbox", "xdotool", "import", "xprop", "xwininfo")
    assert not [tool for tool in tools if not shutil.which(tool)]
