"""Measure by hand how long a program takes to its first painted title, beside the source.

    uv run python tests/bench/start.py [--rounds 10] [--driver dummy|x11] NAME=PROGRAM...

for instance `frozen=dist/magdagdon/magdagdon wheel=.venv/bin/magdagdon`. All start in turns, with
compiled modules, each with data of its own that it has used before. Told is the best of all rounds:
the processor's time, which the program writes into its log with the first picture, and the time
until that line is there.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LINE = re.compile(r"first picture after (\d+) ms of work")
PATIENCE = 60.0
Figures = tuple[float, float]
"""Milliseconds of the processor's work, and by the clock on the wall."""


def start(command: list[str], data: Path, env: dict[str, str]) -> Figures:
    """Start *command* on *data*, wait for its first picture, and end it."""
    log = data / "logs" / "magdagdon.log"
    log.unlink(missing_ok=True)
    began = time.perf_counter()
    program = subprocess.Popen([*command, "--data-dir", str(data)], cwd=ROOT, env=env)
    try:
        while True:
            found = LINE.search(log.read_text(encoding="utf-8")) if log.exists() else None
            passed = time.perf_counter() - began
            if found:
                return float(found[1]), 1000 * passed
            if passed > PATIENCE or program.poll() is not None:
                raise SystemExit(f"{command[0]} paints nothing")
            time.sleep(0.001)
    finally:
        program.terminate()
        program.wait()


def main() -> None:
    """Start all in turns and write what each took, and its share of the source's."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("programs", nargs="*", metavar="NAME=PROGRAM")
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--driver", default="dummy", choices=("dummy", "x11"))
    options = parser.parse_args()
    commands = {"source": [sys.executable, "-m", "game"]}
    for entry in options.programs:
        name, _, path = entry.partition("=")
        commands[name] = [str(Path(path).absolute())]
    folder = Path(tempfile.mkdtemp(prefix="start"))
    env = {**os.environ, "SDL_VIDEODRIVER": options.driver, "SDL_AUDIODRIVER": "dummy"}
    env.pop("PYTHONDONTWRITEBYTECODE", None)
    env["PYTHONPYCACHEPREFIX"] = str(folder / "compiled")
    taken: dict[str, list[Figures]] = {name: [] for name in commands}
    try:
        for turn in range(options.rounds + 1):
            for name, command in commands.items():
                figures = start(command, folder / name, env)
                if turn:  # the first fills the caches
                    taken[name].append(figures)
    finally:
        shutil.rmtree(folder)
    best = {name: tuple(map(min, zip(*figures, strict=True))) for name, figures in taken.items()}
    for name, (work, passed) in best.items():
        shares = work / best["source"][0], passed / best["source"][1]
        print(
            f"{name:8} {work:5.0f} ms of work ({shares[0]:.2f}), {passed:5.0f} ms ({shares[1]:.2f})"
        )


if __name__ == "__main__":
    main()
