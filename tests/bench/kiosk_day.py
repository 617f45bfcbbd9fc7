"""A kiosk's day: `python -m tests.bench.kiosk_day`, by hand.

24 hours on a virtual clock: visitors who play, hammer about and walk away, and the show for nobody
in between. With `--minutes 20`, that long in real time instead: the real program under Xvfb.
"""

import argparse
import os
import random
import tempfile
import time
import tracemalloc
from collections import Counter
from pathlib import Path

os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"

import pygame

from game.app import app, loop
from tests.app.escape import CONFIG, PIN, Prisoner
from tests.ui.monkey import bytes_held, prepare_to_count

HOUR = 3600.0
EMPTY_FRAME = 4.0
"""Seconds that one frame takes while nobody is there."""
COARSE_STEP = 1 / 20
"""Seconds of a step: six times as long as usual, and what moves ends where it always does."""
BETWEEN = 360.0
"""Seconds between two visitors, on average."""
THINKING = 0.03
"""Real seconds that the coach has in a frame in which it thinks."""
STAY = 60.0
"""Seconds that a visitor stays, on average."""
PLAYERS = 0.5
"""The share of visitors who play on until their game is over, or they lose interest."""
WARM_UP_MINUTES = 10.0
"""Before memory is looked at in real time: until then the caches fill, each up to its bound."""
QUARTERS = 4
MEBIBYTE = 2**20


class Day(Prisoner):
    """One machine, its visitors and its clock."""

    def __init__(self, folder: Path, seed: int) -> None:
        super().__init__(folder, seed)
        self.now = 0.0
        self.visitors = self.shows = self.games = 0
        self.acts: Counter[str] = Counter()

    def let_pass(self, seconds: float, dt: float) -> None:
        """Let *seconds* pass with nobody there."""
        until = self.now + seconds
        while self.now < until:
            self.pilot.frame(dt=dt)
            self._let_coach_think()
            self.now += dt
            self.acts[self.pilot.scene_name] += 1
            self.hold_out()

    def _let_coach_think(self) -> None:
        """Give the coach, who thinks in a thread and in real time, some of the frame's seconds."""
        inquiry = getattr(self.pilot.scene, "_inquiry", None)
        if inquiry is not None and not inquiry.is_done:
            time.sleep(THINKING)

    def frame(self, *events: pygame.event.Event) -> None:
        """Take a frame of a visit."""
        dt = self.chance.choice((0.02, 0.05, 0.1, 0.3))
        self.pilot.frame(*events, dt=dt)
        self.now += dt
        self.scenes[self.pilot.scene_name] += 1
        self.hold_out()

    def visit(self) -> None:
        """Let a visitor come, and leave again; what they leave behind is gone soon after."""
        app = self.app
        self.visitors += 1
        at = self.pilot.window.size[0] // 2, self.pilot.window.size[1] // 60
        was_showing = app.visit.is_showing
        self.pilot.frame(self._finger_event(pygame.FINGERDOWN, at, 1))
        self.pilot.frame(self._finger_event(pygame.FINGERUP, at, 1))
        if was_showing:
            assert app.stack.keys == ["TitleScene"], app.stack.keys
        self.let_pass(1.0, 0.1)
        until = self.now + self.chance.expovariate(1 / STAY)
        is_player = self.chance.random() < PLAYERS
        while self.now < until:
            self.send(8)
            self.let_pass(self.chance.uniform(0.5, 2.5), 0.25)
            if is_player and self.pilot.scene_name == "PlayScene":
                self._help()
        self.pilot.frame(pygame.event.Event(pygame.WINDOWFOCUSLOST))
        self.expect_show()

    def expect_show(self) -> None:
        """The one who has gone is noticed in time, and leaves no trace."""
        app = self.app
        kiosk = app.context.kiosk
        self.let_pass(kiosk.idle_seconds + kiosk.countdown_seconds + 3, 1.0)
        assert app.visit.is_showing, app.stack.keys
        assert app.context.session is None
        assert app.context.settings == kiosk.visitor_settings()
        assert not (self.folder / "saved_game.txt").exists()
        self.look_around()
        self.shows += 1

    def bytes_at_rest(self) -> int:
        """Return the bytes of all objects, the caches empty and the show at its first act."""
        self.expect_show()
        return bytes_held(self)


def simulate(hours: float, seed: int) -> None:
    """Run a day on the virtual clock and print what it was like."""
    start = time.perf_counter()
    os.fsync = lambda _descriptor: None  # nothing here has to outlive a power cut
    loop.LONGEST_FRAME = EMPTY_FRAME  # frames take as long as they say here
    loop.STEP = app.STEP = COARSE_STEP
    chance = random.Random(seed)
    tracemalloc.start(1)
    with tempfile.TemporaryDirectory() as folder:
        day = Day(Path(folder) / "data", seed)
        prepare_to_count(day)
        sizes, resident = [], []
        day.let_pass(CONFIG.idle_seconds + 5, EMPTY_FRAME)
        for quarter in range(1, QUARTERS + 1):
            while day.now < hours * HOUR * quarter / QUARTERS:
                day.visit()
                day.let_pass(chance.expovariate(1 / BETWEEN), EMPTY_FRAME)
            sizes.append(day.bytes_at_rest())
            resident.append(resident_bytes(os.getpid()))
            print(
                f"{day.now / HOUR:5.1f} h: {day.visitors} visitors, {sizes[-1] / MEBIBYTE:.2f} MB"
            )
        games = len(day.app.context.store.scores.entries())
        day.pilot.close()
    print(f"{day.now / HOUR:.1f} h in {(time.perf_counter() - start) / 60:.1f} min")
    print(f"{day.visitors} visitors, {games} games to their end, {day.shows} times left in time")
    print("frames of visits:", dict(day.scenes.most_common()))
    print("frames of the show:", dict(day.acts.most_common()))
    print("objects by quarter, MB:", *(f"{size / MEBIBYTE:.2f}" for size in sizes))
    print("resident by quarter, MB:", *(f"{size / MEBIBYTE:.0f}" for size in resident))
    print(f"objects, last against first: {100 * (sizes[-1] / sizes[0] - 1):+.2f} %")


def resident_bytes(process: int) -> int:
    """Return the resident memory of *process*."""
    pages = Path(f"/proc/{process}/statm").read_text().split()[1]
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


def run_really(minutes: float, seed: int) -> None:
    """Let the real program run under Xvfb with a hand that comes and goes, and print its memory."""
    from tests.e2e.screen import Program, Screen

    chance = random.Random(seed)
    size = (1920, 1080)
    screen = Screen(size)
    with tempfile.TemporaryDirectory() as folder:
        setup = Path(folder) / "setup.toml"
        setup.write_text(
            f'pin = "{PIN}"\nrotation = 90\nidle_seconds = 20\ncountdown_seconds = 10\n'
            'heartbeat = "alive"\n'
        )
        env = {k: v for k, v in os.environ.items() if not k.startswith("SDL_")}
        options = ("--kiosk", "--config", str(setup))
        data = Path(folder) / "data"
        program = Program(screen, env, data, size, *options, is_sized=False)
        alive = data / "alive"
        sizes: list[int] = []
        oldest = 0.0
        start = time.monotonic() + WARM_UP_MINUTES * 60
        end = start + minutes * 60
        busy_until = 0.0
        while (now := time.monotonic()) < end:
            assert program.process.poll() is None, program.said
            if now >= start:
                sizes.append(resident_bytes(program.process.pid))
            if alive.exists():
                oldest = max(oldest, time.time() - alive.stat().st_mtime)
            if now > busy_until + 90:
                busy_until = now + chance.uniform(20, 60)
            if now < busy_until:
                for _ in range(3):
                    program.click((chance.randrange(20, size[0]), chance.randrange(20, size[1])))
                program.key(chance.choice(("Return", "Tab", "r", "c", "Escape", "alt+F4", "F11")))
            time.sleep(1.0)
        log = (data / "logs" / "magdagdon.log").read_text(encoding="utf-8")
        program.process.terminate()
        code = program.process.wait(30)
    screen.close()
    quarter = len(sizes) // QUARTERS
    means = [sum(sizes[i * quarter : (i + 1) * quarter]) / quarter for i in range(QUARTERS)]
    print(f"{minutes:g} minutes, exit code {code}, oldest heartbeat {oldest:.1f} s")
    print("resident by quarter, MB:", *(f"{size / MEBIBYTE:.1f}" for size in means))
    print(f"last against first: {100 * (means[-1] / means[0] - 1):+.2f} %")
    print("lines in the log:", log.count("\n"), "errors:", log.count(" ERROR "))
    print("games dropped:", log.count("a game was dropped"))


def main() -> None:
    """Do what the arguments say; a traceback tells of anything stuck or left behind."""
    parser = argparse.ArgumentParser(description="A day of MAGDAGDON as a kiosk.")
    parser.add_argument("--hours", type=float, default=24.0)
    parser.add_argument("--minutes", type=float, help="in real time, under Xvfb")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if options.minutes:
        run_really(options.minutes, options.seed)
    else:
        simulate(options.hours, options.seed)


if __name__ == "__main__":
    main()
