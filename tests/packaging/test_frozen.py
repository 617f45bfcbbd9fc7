"""The frozen program: built from what is tracked, it plays from any place, without Python."""

import json
import signal
import subprocess
import time
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pygame
import pytest

import game
from game.session.settings import SettingsFile
from tests.e2e.screen import Program, Screen
from tests.packaging.conftest import ROOT, Run, listing, player_environment

POSITION = "3456/334./#4../.3.. S 0 5 5143"
LEFT_OUT = {"numpy", "tkinter", "_tkinter", "unittest", "pytest", "hypothesis", "sqlalchemy"}
LARGEST, LARGEST_ZIPPED = 60_000_000, 30_000_000
FIRST_PICTURE = "first picture"
"""What the log says as soon as the player sees something."""
PATIENCE = 60.0

pytestmark = pytest.mark.packaging


def test_program_tells_its_version(program: Path, run: Run) -> None:
    done = run(program, "--version")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"magdagdon {game.__version__}\n"


def test_program_analyses_a_position(program: Path, run: Run) -> None:
    done = run(program, "analyze", "--json", POSITION)
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    assert answer["position"] == POSITION
    assert answer["score"]["total"] == 135
    assert answer["legal_cells"]["5"] == ["c3", "d2"]
    assert answer["magdagdon"] is False


def test_program_asks_its_coach_and_plays_side_by_side(program: Path, run: Run) -> None:
    """Each job is the frozen program once more; it must be a worker then, not a game."""
    done = run(program, "analyze", "--json", POSITION)
    assert json.loads(done.stdout)["hint"]["choices"][0]["board"] == "3456/3345/#4.4/.3.3"
    words = ("simulate", "--difficulty", "nightmare", "--games", "6", "--json")
    one, two = (run(program, *words, "--jobs", jobs) for jobs in ("1", "2"))
    assert (two.returncode, two.stderr) == (0, "")
    assert json.loads(two.stdout)["games"] == 6
    assert two.stdout == one.stdout


@pytest.mark.parametrize("code", ["lt", "pa"])
def test_program_speaks_every_language(program: Path, run: Run, code: str) -> None:
    english, other = run(program, "--help"), run(program, "--lang", code, "--help")
    assert other.returncode == 0, other.stderr
    assert other.stdout != english.stdout


@pytest.mark.parametrize(
    "env",
    [
        {"LC_ALL": "C", "LANGUAGE": ""},
        {"LC_ALL": "ja_JP.EUC-JP", "LANGUAGE": "lt"},
        {"LANG": "pa_IN", "LANGUAGE": "", "SDL_AUDIODRIVER": "no such device"},
    ],
    ids=["plain locale", "unknown locale", "no sound device"],
)
def test_program_plays_a_turn_anywhere(program: Path, run: Run, env: dict[str, str]) -> None:
    before = listing(program.parent)
    done = run(program, "--smoke-test", **env)
    assert (done.returncode, done.stdout, done.stderr) == (0, "ready\n", "")
    assert listing(program.parent) == before


def test_smoke_test_leaves_the_players_data_alone(
    program: Path, run: Run, own_home: Path, tmp_path: Path
) -> None:
    before = listing(own_home)
    assert run(program, "--smoke-test", "--data-dir", tmp_path / "data").returncode == 0
    assert listing(own_home) == before
    assert not (tmp_path / "data").exists()


def test_smoke_test_finds_what_is_missing(bundle: Path, run: Run) -> None:
    sound = bundle / "_internal" / "game" / "_data" / "sounds" / "place.ogg"
    kept = sound.read_bytes()
    sound.unlink()
    try:
        done = run(bundle / "magdagdon", "--smoke-test")
    finally:
        sound.write_bytes(kept)
    assert (done.returncode, done.stdout) == (1, "")
    assert "place" in done.stderr


def wait_for_a_picture(data: Path, playing: "subprocess.Popen[str]", count: int = 1) -> None:
    """Wait until the programs that log to *data* have painted *count* first pictures."""
    log = data / "logs" / "magdagdon.log"
    until = time.monotonic() + PATIENCE
    while not log.exists() or log.read_text(encoding="utf-8").count(FIRST_PICTURE) < count:
        assert time.monotonic() < until, "no picture"
        try:
            playing.wait(0.02)
        except subprocess.TimeoutExpired:
            continue
        pytest.fail(f"it ended by itself: {playing.communicate()}")


def test_game_runs_twice_at_once_until_it_is_told_to_end(program: Path, tmp_path: Path) -> None:
    data = tmp_path / "duomenys ਡਾਟਾ"
    both: list[subprocess.Popen[str]] = []
    try:
        for count in (1, 2):
            pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
            command = [program, "--data-dir", data]
            both.append(
                subprocess.Popen(
                    command, cwd=tmp_path, env=player_environment(), text=True, **pipes
                )
            )
            wait_for_a_picture(data, both[-1], count)
        for playing in both:
            assert playing.poll() is None
            playing.send_signal(signal.SIGTERM)
            assert playing.communicate(timeout=PATIENCE) == ("", "")
            assert playing.returncode == 0
    finally:
        for playing in both:
            playing.kill()
            playing.wait()


@pytest.fixture(scope="module")
def screen() -> Iterator[Screen]:
    screen = Screen((1400, 820))
    yield screen
    screen.close()


def test_game_looks_in_a_real_window_as_from_its_source(
    program: Path, screen: Screen, window_env: dict[str, str], tmp_path: Path
) -> None:
    def look(name: str, **more: Any) -> tuple[bytes, int]:
        file = SettingsFile(tmp_path / name / "settings.toml")
        file.save(replace(file.load(), is_tutorial_done=True, has_reduced_motion=True))
        playing = Program(screen, window_env, tmp_path / name, (1280, 720), **more)
        try:
            picture = playing.still_picture("title")
        finally:
            playing.end()
        pixels = pygame.image.tobytes(picture, "RGB")
        return pixels, len(set(zip(pixels[::3], pixels[1::3], pixels[2::3], strict=True)))

    frozen, colours = look("frozen", command=(str(program),))
    assert colours > 500
    assert frozen == look("source")[0]


def test_program_carries_its_data_and_nothing_for_developers(program: Path) -> None:
    inside = program.parent / "_internal"
    data = inside / "game" / "_data"
    for folder in ("assets", "sounds"):
        names = {p.relative_to(ROOT / folder) for p in (ROOT / folder).rglob("*") if p.is_file()}
        assert names
        carried = {p.relative_to(data / folder) for p in (data / folder).rglob("*") if p.is_file()}
        missing = {path for path in names - carried if path.parent.name != "icons"}
        assert not missing
        assert carried <= names
    names = {path.name.split(".")[0].lower() for path in inside.rglob("*")}
    assert names.isdisjoint(LEFT_OUT)
    assert not [name for name in names if name.startswith(("libssl", "libcrypto", "_codecs_"))]
    assert (inside / "LICENSE").is_file()
    licences = {path.name for path in (inside / "licences").rglob("*") if path.is_file()}
    assert {"README.txt", "LGPL-2.1.txt", "LICENSE.txt", "LICENSE"} <= licences


def test_program_is_not_too_large(bundle: Path, tmp_path: Path) -> None:
    files = [path for path in bundle.rglob("*") if path.is_file() and not path.is_symlink()]
    assert 1_000_000 < sum(path.stat().st_size for path in files) < LARGEST
    packed = tmp_path / "magdagdon.zip"
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for path in files:
            archive.write(path, path.relative_to(bundle))
    assert packed.stat().st_size < LARGEST_ZIPPED
