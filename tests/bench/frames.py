"""Measure the drawing by hand: frames, idle processor, memory and start, in a real window.

    uv run python tests/bench/frames.py [--driver x11|dummy] [--sizes 1920x1080,...] [--quick]

Each size runs in a process of its own. `--driver x11` needs a display, or Xvfb, which is
started where DISPLAY is not set. Times are update + draw + flip of one frame, in milliseconds: p50
and p99 by the clock on the wall, and p99 of the processor's time, which tells more on a machine
that has other work. Starts are measured with compiled modules, as whoever plays has them.
"""

import argparse
import json
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

SIZES = ("1280x720", "1920x1080", "1080x1920", "3840x2160")
FRAME = 1 / 60
Figures = tuple[float, float, float]
"""p50 and p99 by the clock, and p99 of processor time, in milliseconds."""
ROOT = Path(__file__).resolve().parents[2]


class Bench:
    """The real App, stepped frame by frame while a stopwatch runs."""

    def __init__(self, size: tuple[int, int], folder: Path) -> None:
        from game.app.app import App
        from game.app.resources import data_folder
        from game.app.window import Window
        from game.rules.magdagdon.board import Difficulty
        from game.session.settings import SettingsFile
        from game.session.store import GameStore

        data = data_folder()
        settings_file = SettingsFile(folder / "settings.toml")
        settings = replace(settings_file.load(), difficulty=Difficulty.PEACEFUL, language="en")
        window = Window(size, False, data / "assets" / "icons" / "magdagdon_64.png")
        self.app = App(window, data, GameStore(folder), settings_file, settings, "bench")
        self.times: list[tuple[float, float]] = []
        """Each frame's milliseconds by the clock, and of the processor."""
        self.answers: list[tuple[float, float]] = []
        """Times of the frames that show for the first time what a tap has done."""

    def run(self, seconds: float) -> None:
        """Run *seconds* of the game's time, as fast as it goes."""
        for _ in range(round(seconds / FRAME)):
            start, used = time.perf_counter(), time.thread_time()
            self.app.frame([], FRAME)
            used, wall = time.thread_time() - used, time.perf_counter() - start
            self.times.append((wall * 1000, used * 1000))

    def measure(self, act: Callable[[], None], seconds: float, repeat: int) -> Figures:
        """Return the figures of the frames that follow *act*, which itself is not counted.

        The first of them, in which panel and texts change, answers the tap; it is counted apart.
        """
        times: list[tuple[float, float]] = []
        for _ in range(repeat):
            act()
            self.times.clear()
            self.run(seconds)
            self.answers.append(self.times.pop(0))
            times += self.times
            self.run(1.5)
        return percentiles(times)

    def show_position(self, text: str) -> None:
        """Put the position *text* into the game under way and show it."""
        from game.rules.magdagdon.actions import Roll
        from game.rules.magdagdon.notation import parse_position
        from game.session.replay import Ply

        session = self.app.context.session or self.app.context.start_game()
        state = parse_position(text)
        session._plies.append(Ply(Roll(), state, ()))
        self.app.stack.start("play")
        self.run(2.5)  # pictures are made ready while nothing moves

    def scene(self) -> object:
        """Return the scene on top."""
        return self.app.stack.top


def percentiles(times: list[tuple[float, float]]) -> Figures:
    """Return the figures of *times*."""
    walls, used = (sorted(column) for column in zip(*times, strict=True))
    last = min(len(times) - 1, len(times) * 99 // 100)
    return walls[len(times) // 2], walls[last], used[last]


def frames(bench: Bench, repeat: int) -> dict[str, Figures]:
    """Measure each motion."""
    from game.rules.magdagdon.actions import Confirm, Roll, Ruin, Stage
    from game.scenes.base import Pop, Push

    result = {}
    bench.run(2.0)
    result["title"] = bench.measure(lambda: None, 1.0, repeat)

    def roll() -> None:
        bench.show_position("3456/334./.4../.... P 0 5 -")
        bench.app.stack.top.submit(Roll())

    def complete() -> None:
        bench.show_position("345./334./.4../.... P 0 5 6444")
        play = bench.app.stack.top
        play.submit(Stage(0, 3))
        play.submit(Stage(1, 10))
        play.finish_motions()
        play.submit(Confirm())

    def crumble() -> None:
        bench.show_position("3456/3345/.34./..4. N 0 5 1111")
        play = bench.app.stack.top
        play.finish_motions()
        play.submit(Ruin(11))

    def strike() -> None:
        bench.show_position("3456/3345/.34./..4. N 0 5 1111")
        play = bench.app.stack.top
        play._is_struck = False
        play.finish_motions()

    result["roll"] = bench.measure(roll, 1.0, repeat)
    result["line completed"] = bench.measure(complete, 1.3, repeat)
    result["crumble"] = bench.measure(crumble, 1.2, repeat)
    result["MAGDAGDON"] = bench.measure(strike, 1.2, repeat)

    result["answer to a tap"] = percentiles(bench.answers)

    def change() -> None:
        is_low = len(bench.app.stack) == 1
        bench.app.stack.apply(Push("how_to_play") if is_low else Pop())

    result["scene change"] = bench.measure(change, 0.35, repeat * 2)
    return result


def idle(bench: Bench, seconds: float) -> float:
    """Return the share of a core that the scene takes at rest, in percent, at the real pace."""
    import pygame

    from game.app.loop import ACTIVE_RATE, Pace

    clock, pace, rate = pygame.time.Clock(), Pace(), ACTIVE_RATE
    for is_counted in (False, True):
        start, used = time.perf_counter(), time.process_time()
        while time.perf_counter() - start < (seconds if is_counted else 3.0):
            dt = clock.tick(rate) / 1000
            rate = pace.rate(bench.app.frame(pygame.event.get(), dt), dt)
    return (time.process_time() - used) / (time.perf_counter() - start) * 100


def play_games(bench: Bench, count: int) -> None:
    """Play *count* random games through the play scene, with every motion shown in part."""
    from game.rules.magdagdon.actions import Confirm

    chance = random.Random(1)
    for _ in range(count):
        bench.app.context.give_up()
        session = bench.app.context.start_game()
        bench.app.stack.start("play")
        bench.run(0.3)
        while not session.is_over:
            actions = session.legal_actions
            confirm = Confirm() in actions and chance.random() < 0.5
            bench.app.stack.top.submit(Confirm() if confirm else chance.choice(actions))
            bench.run(0.12)
        bench.run(4.0)
        bench.app.stack.start("title")


def resident_mib() -> float:
    """Return the memory resident now, in MiB."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 2**20


BARE = """
import os, sys, time
start = float(sys.argv[1])
import pygame
pygame.display.init()
if pygame.display.get_driver() == "x11":
    os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
pygame.display.set_mode((int(sys.argv[2]), int(sys.argv[3])), pygame.RESIZABLE)
pygame.display.flip()
print((time.time() - start) * 1000)
sys.stdout.flush()
os._exit(0)
"""

OURS = """
import os, sys, time
start = float(sys.argv[1])
from game.app.app import App
frame = App.frame
def first(self, events, dt):
    frame(self, events, dt)
    print((time.time() - start) * 1000)
    sys.stdout.flush()
    os._exit(0)
App.frame = first
from game.cli import main
main(["--size", f"{sys.argv[2]}x{sys.argv[3]}", "--data-dir", sys.argv[4]])
"""


def start_times(size: tuple[int, int], repeat: int) -> list[float]:
    """Return the milliseconds from process start to the first picture.

    The median by the clock and the least processor time, of a bare pygame and then of the game.
    They take turns, so that other work on the machine falls on both alike.
    """
    walls: dict[str, list[float]] = {BARE: [], OURS: []}
    used: dict[str, list[float]] = {BARE: [], OURS: []}
    with tempfile.TemporaryDirectory() as compiled:
        env = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONPYCACHEPREFIX": compiled}
        env.pop("PYTHONDONTWRITEBYTECODE", None)
        for turn in range(repeat + 1):
            for script in (BARE, OURS):
                before = resource.getrusage(resource.RUSAGE_CHILDREN)
                with tempfile.TemporaryDirectory() as folder:
                    words = [
                        sys.executable,
                        "-c",
                        script,
                        str(time.time()),
                        *map(str, size),
                        folder,
                    ]
                    done = subprocess.run(
                        words, capture_output=True, text=True, check=True, env=env
                    )
                after = resource.getrusage(resource.RUSAGE_CHILDREN)
                if turn:  # the first one compiles
                    walls[script].append(float(done.stdout.split()[-1]))
                    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
                    used[script].append(spent * 1000)
    middle = repeat // 2
    return [
        figure
        for script in (BARE, OURS)
        for figure in (sorted(walls[script])[middle], min(used[script]))
    ]


def measure_size(size: tuple[int, int], is_quick: bool) -> None:
    """Measure one size in this process and print it as JSON."""
    repeat = 2 if is_quick else 6
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(size, Path(folder))
        if bench.app.window.size != size:
            sys.exit(f"The window is {bench.app.window.size}: the display is too small.")
        result: dict[str, object] = {"frames": frames(bench, repeat)}
        shares = {}
        for name in ("title", "play"):
            bench.app.stack.start(name)
            shares[name] = idle(bench, 3.0 if is_quick else 10.0)
        result["idle"] = shares
        play_games(bench, 2 if is_quick else 10)
        result["resident"] = resident_mib()
        bench.app.close()
    print(json.dumps(result))


@contextmanager
def display(driver: str) -> Iterator[dict[str, str]]:
    """Give the environment for *driver*, with an Xvfb of our own where none is there."""
    env = {**os.environ, "SDL_AUDIODRIVER": "dummy", "PYTHONPATH": str(ROOT)}
    if driver == "dummy":
        yield {**env, "SDL_VIDEODRIVER": "dummy"}
        return
    env.pop("SDL_VIDEODRIVER", None)
    if env.get("DISPLAY"):
        yield env
        return
    xvfb = shutil.which("Xvfb")
    if xvfb is None:
        sys.exit("There is no display and no Xvfb; install it or use --driver dummy.")
    read, write = os.pipe()
    server = subprocess.Popen(
        [xvfb, "-displayfd", str(write), "-screen", "0", "3840x3840x24"],
        pass_fds=(write,),
        stderr=subprocess.DEVNULL,
    )
    try:
        number = os.read(read, 16).decode().strip()
        yield {**env, "DISPLAY": f":{number}"}
    finally:
        server.terminate()
        server.wait()


def main() -> None:
    """Measure every size and print a table in Markdown."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--driver", choices=("x11", "dummy"), default="x11")
    parser.add_argument("--sizes", default=",".join(SIZES))
    parser.add_argument("--quick", action="store_true", help="fewer repetitions")
    parser.add_argument("--one", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        wide, tall = options.one.split("x")
        measure_size((int(wide), int(tall)), options.quick)
        return
    results = {}
    with display(options.driver) as env:
        for size in options.sizes.split(","):
            words = [sys.executable, __file__, "--one", size]
            words += ["--quick"] if options.quick else []
            done = subprocess.run(words, env=env, capture_output=True, text=True, check=False)
            if done.returncode:
                sys.exit(f"{size}: {done.stderr}")
            results[size] = json.loads(done.stdout.splitlines()[-1])
            wide, tall = map(int, size.split("x"))
            os.environ.update(env)
            results[size]["start"] = start_times((wide, tall), 3 if options.quick else 9)
    print(f"Driver {options.driver}; frames as p50 / p99 (p99 of processor time) in ms\n")
    print("| | " + " | ".join(results) + " |\n|---|" + "---|" * len(results))
    for name in next(iter(results.values()))["frames"]:
        cells = [results[size]["frames"][name] for size in results]
        texts = [f"{p50:.1f} / {p99:.1f} ({used:.1f})" for p50, p99, used in cells]
        print(f"| {name} | " + " | ".join(texts) + " |")
    for name in ("title", "play"):
        cells = [results[size]["idle"][name] for size in results]
        print(f"| idle {name}, % of a core | " + " | ".join(f"{x:.2f}" for x in cells) + " |")
    memory = [results[size]["resident"] for size in results]
    print("| resident, MiB | " + " | ".join(f"{x:.0f}" for x in memory) + " |")
    starts = [results[size]["start"] for size in results]
    texts = [f"{bare:.0f} / {ours:.0f} (×{ours / bare:.2f})" for bare, _, ours, _ in starts]
    print("| bare / first title, ms | " + " | ".join(texts) + " |")
    texts = [f"{bare:.0f} / {ours:.0f} (×{ours / bare:.2f})" for _, bare, _, ours in starts]
    print("| the same, processor time | " + " | ".join(texts) + " |")


if __name__ == "__main__":
    main()
