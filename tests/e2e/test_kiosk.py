"""The public machine in a real window: the PIN ends it, and nothing else that X can do."""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pygame
import pytest

from game.scenes.base import Push, Reset
from game.session.kiosk_config import KioskConfig
from game.session.pin import hash_pin
from tests.e2e.conftest import Launch
from tests.e2e.screen import PATIENCE, Program, Screen
from tests.ui.pilot import Pilot, Point

pytestmark = pytest.mark.e2e

PIN = "4711"
SIZE = (1280, 800)
ROTATION = 90

Start = Callable[..., Program]


@pytest.fixture
def screen() -> Iterator[Screen]:
    """Return a screen of its own: tests change its mode."""
    screen = Screen(SIZE)
    yield screen
    screen.close()


@pytest.fixture
def start(launch: Launch, screen: Screen, tmp_path: Path) -> Start:
    """Return a function that starts the kiosk."""
    config = tmp_path / "setup.toml"
    config.write_text(f'pin = "{PIN}"\nrotation = {ROTATION}\nheartbeat = "alive"\n')

    def begin(**more: bool) -> Program:
        options = ("--kiosk", "--config", str(config))
        return launch(screen, SIZE, *options, is_sized=False, **more)

    return begin


@pytest.fixture
def places(tmp_path: Path) -> dict[str, Point]:
    """Return where on the screen the buttons of PIN pad and operator's menu are."""
    config = KioskConfig(pin_hash=hash_pin(PIN), rotation=ROTATION)
    pilot = Pilot(tmp_path / "layout", SIZE, kiosk=config, has_reduced_motion=True)
    found = {}

    def note(prefix: str) -> None:
        pilot.settle()
        for button in pilot.scene.controls.all:
            found[prefix + (button.caption or button.icon)] = pilot.hand(button.box.center)

    pilot.app.stack.apply(Push("pin"))
    note("")
    pilot.app.stack.apply(Reset("operator"))
    note("operator: ")
    pilot.scene._ask_quit()
    pilot.app._gate.is_open = True
    pilot.settle()
    note("question: ")
    pilot.close()
    return found


def shown(program: Program) -> None:
    program.wait_for(lambda: fills_screen(program), "a picture on the whole screen")


def call_pad(program: Program) -> None:
    """Hold a corner for long enough."""
    move = ["xdotool", "mousemove", "--window", program.window, "20", "20"]
    program.screen.run(*move, "mousedown", "1")
    program.wait_for(lambda: "asks for the operator's PIN" in log_of(program), "the pad")
    program.screen.run("xdotool", "mouseup", "1")
    program.still_picture("pad")


def give(program: Program, places: dict[str, Point], pin: str) -> None:
    for digit in pin:
        program.click(places[digit])
    program.click(places["icon_check"])


def is_whole(program: Program) -> bool:
    return program.geometry() == SIZE and program.place().topleft == (0, 0)


@pytest.mark.parametrize("with_fingers", [False, True], ids=["mouse", "fingers"])
def test_the_pin_given_by_hand_ends_the_kiosk(
    start: Start, places: dict[str, Point], with_fingers: bool
) -> None:
    program = start(with_fingers=with_fingers)
    shown(program)
    call_pad(program)
    give(program, places, "0000")
    give(program, places, PIN)
    program.wait_for(lambda: "the operator is here" in log_of(program), "the operator's menu")
    program.still_picture("operator")
    program.click(places["operator: Quit"])
    program.still_picture("question")
    program.click(places["question: Quit"])
    assert program.process.wait(PATIENCE) == 0
    assert "Traceback" not in log_of(program) + program.said
    assert PIN not in log_of(program)


def log_of(program: Program) -> str:
    return (program.data / "logs" / "magdagdon.log").read_text(encoding="utf-8")


def test_nothing_that_x_can_do_ends_it(start: Start, screen: Screen) -> None:
    program = start()
    shown(program)
    for keys in (
        ("alt+F4",),
        ("Escape", "Escape", "Escape"),
        ("F11",),
        ("alt+Return", "alt+Tab", "super+d", "alt+space", "ctrl+q", "ctrl+w", "ctrl+c"),
        ("ctrl+alt+Delete", "Menu", "Print", "super+Tab"),
    ):
        program.key(*keys)
    assert is_whole(program)
    ask_manager(screen, "_NET_CLOSE_WINDOW", program.window)
    screen.run("xdotool", "windowminimize", program.window)
    program.wait_for(lambda: program.find_window() and is_whole(program), "the window again")
    await_heartbeat(program)
    program.process.send_signal(signal.SIGTERM)
    assert program.process.wait(PATIENCE) == 0
    assert "Traceback" not in log_of(program) + program.said
    assert "somebody asked to" in log_of(program)


def test_a_desktop_that_the_window_manager_shows_is_covered_again(
    start: Start, screen: Screen
) -> None:
    program = start()
    shown(program)
    for time in range(1, 4):
        ask_manager(screen, "_NET_SHOWING_DESKTOP", "0", 1)
        await_hidden(program, time)
        program.wait_for(lambda: program.find_window() and is_whole(program), "the window again")
        await_heartbeat(program)
    shown(program)


def await_hidden(program: Program, times: int) -> None:
    """Wait until the program has noticed that it was hidden, so many times."""
    program.wait_for(lambda: log_of(program).count("was hidden") >= times, "word of it")


def await_heartbeat(program: Program) -> None:
    """Wait until the program beats anew: a first time, then once more."""
    alive = program.data / "alive"
    program.wait_for(alive.exists, "a heartbeat")
    before = alive.read_text()
    program.wait_for(lambda: alive.read_text() != before, "a heartbeat after it")


def ask_manager(screen: Screen, name: str, window: str, value: int = 0) -> None:
    """Ask the window manager for *name*, as a taskbar does; *window* "0" is the whole screen."""
    code = (
        "import ctypes, ctypes.util, sys\n"
        "x = ctypes.CDLL(ctypes.util.find_library('X11') or 'libX11.so.6')\n"
        "x.XOpenDisplay.restype = ctypes.c_void_p\n"
        "d = ctypes.c_void_p(x.XOpenDisplay(None))\n"
        "class E(ctypes.Structure):\n"
        "    _fields_ = [('type', ctypes.c_int), ('serial', ctypes.c_ulong),\n"
        "        ('send', ctypes.c_int), ('display', ctypes.c_void_p),\n"
        "        ('window', ctypes.c_ulong), ('message', ctypes.c_ulong),\n"
        "        ('format', ctypes.c_int), ('data', ctypes.c_long * 24)]\n"
        "root = x.XDefaultRootWindow(d)\n"
        "e = E(type=33, send=1, window=int(sys.argv[2]) or root, format=32)\n"
        "e.message = x.XInternAtom(d, sys.argv[1].encode(), 0)\n"
        "e.data[0] = int(sys.argv[3])\n"
        "x.XSendEvent(d, ctypes.c_ulong(root), 0, ctypes.c_long(0x180000), ctypes.byref(e))\n"
        "x.XSync(d, 0)\n"
    )
    screen.run("python3", "-c", code, name, window, str(value))


def test_another_mode_of_the_screen_is_filled_and_the_first_one_again(
    start: Start, screen: Screen
) -> None:
    program = start()
    shown(program)
    mode = ["74.5", "1024", "1344", "1472", "1664", "600", "723", "728", "746"]
    screen.run("xrandr", "--newmode", "small", *mode)
    screen.run("xrandr", "--addmode", "screen", "small")
    for name, size in (("small", (1024, 600)), ("x".join(map(str, SIZE)), SIZE)):
        screen.run("xrandr", "--output", "screen", "--mode", name)
        program.wait_for(lambda size=size: program.geometry() == size, f"a screen of {size}")
        program.wait_for(lambda: fills_screen(program), "the picture")
    program.process.send_signal(signal.SIGTERM)
    assert program.process.wait(PATIENCE) == 0


def fills_screen(program: Program) -> bool:
    """Tell whether the picture fills the screen but for a few black pixels."""
    picture = program.picture("mode")
    mask = pygame.mask.from_threshold(picture, (0, 0, 0), (1, 1, 1, 255))
    mask.invert()
    shown = mask.get_bounding_rects()
    if not shown:
        return False
    whole = shown[0].unionall(shown[1:])
    room = picture.get_rect()
    return whole.width > room.width - 30 and whole.height > room.height - 30


def test_it_waits_for_a_screen_that_is_not_there_yet(
    start: Start, window_env: dict[str, str], tmp_path: Path
) -> None:
    env = {k: v for k, v in window_env.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY")}
    alive = tmp_path / "data" / "alive"
    command = [sys.executable, "-m", "game", "--kiosk", "--config", str(tmp_path / "setup.toml")]
    command += ["--data-dir", str(tmp_path / "data")]
    with subprocess.Popen(command, env=env, stderr=subprocess.DEVNULL) as process:
        try:
            while not alive.exists():
                assert process.poll() is None
                try:
                    process.wait(0.05)
                except subprocess.TimeoutExpired:
                    continue
            process.send_signal(signal.SIGTERM)
            assert process.wait(PATIENCE) == 0
        finally:
            process.kill()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_a_players_own_game_too(
    launch: Launch, screen: Screen, number: signal.Signals
) -> None:
    program = launch(screen, (800, 480))
    program.painted_picture("title")
    program.process.send_signal(number)
    assert program.process.wait(PATIENCE) == 0
    assert "Traceback" not in program.said


def test_the_tools_are_there() -> None:
    assert shutil.which("xrandr")
    assert os.name == "posix"
