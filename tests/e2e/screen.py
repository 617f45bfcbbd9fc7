"""A screen of its own for the real program: Xvfb, a window manager, and xdotool for a hand."""

import os
import re
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import pygame
from pygame import Rect, Surface

from game.rules.magdagdon.engine import Magdagdon
from game.rules.magdagdon.state import State
from game.session.record import Record, read_record
from game.session.replay import replay

ROOT = Path(__file__).parents[2]
PATIENCE = 40.0
"""Seconds within which anything that is waited for has to come."""
MEANING = 0.35
"""Seconds after which a button that has changed its meaning listens again for certain."""

Point = tuple[int, int]
Found = TypeVar("Found")


class Screen:
    """One X server with a window manager."""

    def __init__(self, size: tuple[int, int]) -> None:
        self.size = size
        self._folder = Path(tempfile.mkdtemp(prefix="screen"))
        self._processes: list[subprocess.Popen[bytes]] = []
        try:
            display = self._start_server()
            self.env = {**os.environ, "DISPLAY": display, "HOME": str(self._folder)}
            self._await("_XKB_RULES_NAMES", "the screen")
            self._start("openbox", "--sm-disable", env=self.env)
            self._await("_NET_SUPPORTING_WM_CHECK", "the window manager")
        except BaseException:
            self.close()
            raise

    def _start(self, *command: str, **options: Any) -> None:
        log = self._folder / command[0]
        with log.open("wb") as out:
            process = subprocess.Popen(command, stdout=out, stderr=out, **options)
        self._processes.append(process)

    def _start_server(self) -> str:
        """Start the X server on a free display and return its name."""
        out, to = os.pipe()
        size = f"{self.size[0]}x{self.size[1]}x24"
        options = ["-displayfd", str(to), "-screen", "0", size, "-nolisten", "tcp", "-noreset"]
        self._start("Xvfb", *options, pass_fds=[to])
        os.close(to)
        number = ""
        while not number.endswith("\n") and select.select([out], [], [], PATIENCE)[0]:
            # It writes in pieces, and ends where nobody reads all of them.
            if not (piece := os.read(out, 16).decode()):
                break
            number += piece
        os.close(out)
        assert number, f"no screen: {(self._folder / 'Xvfb').read_text()}"
        return f":{number.strip()}"

    def _await(self, name: str, what: str) -> None:
        """Wait until the root window has the property *name*: *what* is ready then."""
        until = time.monotonic() + PATIENCE
        command = ["xprop", "-root", name]
        while True:
            done = subprocess.run(command, env=self.env, capture_output=True, check=False)
            if b"=" in done.stdout or b"#" in done.stdout:
                return
            assert self._processes[-1].poll() is None, f"{what} ended"
            assert time.monotonic() < until, f"{what} does not come up"

    def run(self, *command: str) -> str:
        """Run a tool on this screen and return what it says."""
        done = self._done(*command)
        assert done.returncode == 0, f"{' '.join(command)}: {done.stdout}{done.stderr}"
        return done.stdout

    def succeeds(self, *command: str) -> bool:
        """Run a tool on this screen and tell whether it could do its work."""
        return self._done(*command).returncode == 0

    def _done(self, *command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            command, env=self.env, capture_output=True, text=True, timeout=PATIENCE, check=False
        )

    def picture(self, path: Path) -> Surface:
        """Take a picture of the whole screen into *path* and return it."""
        self.run("import", "-silent", "-window", "root", str(path))
        return pygame.image.load(path)

    def close(self) -> None:
        """End window manager and server."""
        for process in reversed(self._processes):
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        shutil.rmtree(self._folder, ignore_errors=True)


class Program:
    """The game itself in a process of its own, its window on a screen."""

    def __init__(
        self,
        screen: Screen,
        env: dict[str, str],
        data: Path,
        size: tuple[int, int],
        *options: str,
        with_fingers: bool = False,
        command: Sequence[str] = (sys.executable, "-m", "game"),
        is_sized: bool = True,
    ) -> None:
        """Start *command* with its data in *data*.

        *with_fingers* makes every click a finger's touch. Where it is not *is_sized* by an
        option, the window comes to have *size* by itself.
        """
        self.screen = screen
        self.data = data
        self.size = size
        self._log = data.parent / f"{data.name}.log"
        env = {**env, "DISPLAY": screen.env["DISPLAY"], "SDL_AUDIODRIVER": "dummy"}
        env |= {"SDL_VIDEODRIVER": "x11", "LANGUAGE": "en", "LC_ALL": "C.UTF-8"}
        if with_fingers:
            env["SDL_MOUSE_TOUCH_EVENTS"] = "1"
        command = [*command, "--data-dir", str(data)]
        command += ["--size", f"{size[0]}x{size[1]}"] if is_sized else []
        command += options
        with self._log.open("ab") as log:
            self.process = subprocess.Popen(command, cwd=ROOT, env=env, stdout=log, stderr=log)
        self.window = self.wait_for(self.find_window, "a window")
        self.wait_for(lambda: self.geometry() == size, f"a window of {size}")

    @property
    def said(self) -> str:
        """What the program wrote to its output."""
        return self._log.read_text(encoding="utf-8", errors="replace")

    def find_window(self) -> str:
        """Return the window's number in X, "" where there is none."""
        command = ["xdotool", "search", "--onlyvisible", "--class", "^magdagdon$"]
        found = subprocess.run(
            command, env=self.screen.env, capture_output=True, text=True, check=False
        )
        return found.stdout.split()[-1] if found.stdout.split() else ""

    # ------------------------------------------------------------------ waiting

    def wait_for(self, look: Callable[[], Found], what: str, patience: float = PATIENCE) -> Found:
        """Return what *look* finds as soon as it finds something; fail where the program ends."""
        found = self.look_for(look, patience)
        assert found, f"{what} did not come; the program said: {self.said}"
        return found

    def look_for(self, look: Callable[[], Found], patience: float) -> Found:
        """Return what *look* finds, or what it found last once *patience* seconds are over."""
        until = time.monotonic() + patience
        while not (found := look()) and time.monotonic() < until:
            try:
                code = self.process.wait(0.02)
            except subprocess.TimeoutExpired:
                continue
            raise AssertionError(f"the program ended with code {code} and said: {self.said}")
        return found

    # ------------------------------------------------------------------ hands

    def place(self) -> Rect:
        """Return where the window's inside is on the screen; nowhere where it is just gone."""
        command = ["xwininfo", "-id", self.window]
        done = subprocess.run(
            command, env=self.screen.env, capture_output=True, text=True, check=False
        )
        said = dict(re.findall(r"^ *(\w[\w -]*): +(-?\d+)$", done.stdout, re.MULTILINE))
        names = ("Absolute upper-left X", "Absolute upper-left Y", "Width", "Height")
        return Rect(*(int(said.get(name, 0)) for name in names))

    def geometry(self) -> tuple[int, int]:
        """Return the size of the window that is there now: the program may open a new one."""
        self.window = self.find_window() or self.window
        return self.place().size

    def click(self, at: Point) -> None:
        """Click at *at* in the window."""
        move = ["mousemove", "--window", self.window, str(at[0]), str(at[1])]
        self.screen.run("xdotool", *move, "click", "1")

    def drag(self, start: Point, end: Point) -> None:
        """Drag from *start* to *end* in the window, by way of the middle."""
        middle = ((start[0] + end[0]) // 2, (start[1] + end[1]) // 2)
        command = ["xdotool"]
        for at, then in (
            (start, ["mousedown", "1"]),
            (middle, []),
            (end, []),
            (end, ["mouseup", "1"]),
        ):
            command += ["mousemove", "--window", self.window, str(at[0]), str(at[1]), *then]
        self.screen.run(*command)

    def key(self, *names: str) -> None:
        """Press keys, by their names in X, once the window has the focus."""
        self.wait_for(self._takes_focus, "the focus")
        self.screen.run("xdotool", "key", *names)

    def _takes_focus(self) -> bool:
        """Give the window the focus; False while it is hidden or being opened anew."""
        self.window = self.find_window() or self.window
        return self.screen.succeeds("xdotool", "windowfocus", "--sync", self.window)

    def picture(self, name: str) -> Surface:
        """Take a picture of the window, named *name*, beside the data folder; return it."""
        whole = self.screen.picture(self.data.parent / f"{self.data.name}_{name}.png")
        return whole.subsurface(self.place().clip(whole.get_rect()))

    def painted_picture(self, name: str) -> Surface:
        """Take pictures until the program has painted its window to all four corners."""

        def look() -> Surface | None:
            picture = self.picture(name)
            box = picture.get_rect().inflate(-4, -4)
            corners = (box.topleft, box.topright, box.bottomleft, box.bottomright)
            empty = {(0, 0, 0), (255, 255, 255)}
            return None if empty & {picture.get_at(at)[:3] for at in corners} else picture

        return self.wait_for(look, f"a window painted to its corners ({name})")

    def still_picture(self, name: str) -> Surface:
        """Take pictures until two in a row are the same."""
        last = b""

        def look() -> Surface | None:
            nonlocal last
            picture = self.picture(name)
            before, last = last, pygame.image.tobytes(picture, "RGB")
            return picture if before == last else None

        return self.wait_for(look, f"a window at rest ({name})")

    # ------------------------------------------------------------------ the truth

    @property
    def record(self) -> Record | None:
        """The saved game, None where there is none."""
        try:
            return read_record((self.data / "saved_game.txt").read_bytes())
        except FileNotFoundError:
            return None

    @property
    def state(self) -> State | None:
        """The position of the saved game, None where there is none."""
        record = self.record
        return None if record is None else replay(Magdagdon(), record).final

    # ------------------------------------------------------------------ the end

    def kill(self) -> None:
        """Kill the program as the system would, with no time for a last word."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(PATIENCE)

    def end(self) -> None:
        """End the program where it still runs."""
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
