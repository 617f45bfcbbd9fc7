"""The frozen program: built from what is tracked, it runs from any folder, without Python."""

import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import game

ROOT = Path(__file__).parents[2]
POSITION = "3456/334./#4../.3.. S 0 5 5143"
PROGRAM = "magdagdon.exe" if sys.platform == "win32" else "magdagdon"

pytestmark = pytest.mark.packaging


def copy_of_tracked_files(target: Path) -> None:
    """Copy what is in git to *target*: nothing else may be needed to build."""
    listed = subprocess.run(
        ["git", "-c", "safe.directory=*", "ls-files", "-z"],
        cwd=ROOT,
        capture_output=True,
        check=True,
    ).stdout.decode()
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, target / name)


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the program from a clean copy, and move it to a folder with an awkward name."""
    folder = tmp_path_factory.mktemp("build")
    checkout = folder / "checkout"
    copy_of_tracked_files(checkout)
    done = subprocess.run(
        [
            *(sys.executable, "-m", "PyInstaller", "--noconfirm"),
            *(str(checkout / "build" / "spec.spec"), "--log-level", "WARN"),
            *("--workpath", str(folder / "work"), "--distpath", str(folder / "dist")),
        ],
        cwd=folder,  # not the checkout: the recipe must find its way from its own place
        env={**os.environ, "PYINSTALLER_CONFIG_DIR": str(folder / "cache")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    shutil.rmtree(checkout)  # the program must not lean on it
    awkward = folder / "Žaidimai ir žaislai ਖੇਡ"
    shutil.move(folder / "dist" / "magdagdon", awkward)
    return awkward / PROGRAM


def bare_environment() -> dict[str, str]:
    """Return the environment without anything that could lead to a Python of the developer's."""
    return {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}


def run(program: Path, *arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [program, *arguments],
        cwd=cwd,
        env=bare_environment(),
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )


def test_program_tells_its_version(program: Path, tmp_path: Path) -> None:
    done = run(program, "--version", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert game.__version__ in done.stdout
    assert done.stderr == ""


def test_program_analyses_a_position(program: Path, tmp_path: Path) -> None:
    done = run(program, "analyze", "--json", POSITION, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    assert answer["position"] == POSITION
    assert answer["score"]["total"] == 135
    assert answer["legal_cells"]["5"] == ["c3", "d2"]
    assert answer["magdagdon"] is False


def test_game_starts_and_keeps_running(program: Path, tmp_path: Path) -> None:
    data = tmp_path / "duomenys ਡਾਟਾ"
    playing = subprocess.Popen(
        [program, "--data-dir", data],
        cwd=tmp_path,
        env=bare_environment(),  # its SDL drivers are the tests' dummies
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )
    try:
        try:
            _, errors = playing.communicate(timeout=5)
        except subprocess.TimeoutExpired:
            playing.send_signal(signal.SIGTERM)
            _, errors = playing.communicate(timeout=20)
        else:
            pytest.fail(f"it ended by itself with exit code {playing.returncode}: {errors}")
    finally:
        playing.kill()
        playing.wait()
    assert "Traceback" not in errors
    assert "Error" not in errors


def test_program_carries_its_data_and_nothing_for_developers(program: Path) -> None:
    inside = program.parent / "_internal"
    data = inside / "game" / "_data"
    for folder in ("assets", "sounds"):
        names = {p.relative_to(ROOT / folder) for p in (ROOT / folder).rglob("*") if p.is_file()}
        assert names
        assert names == {
            p.relative_to(data / folder) for p in (data / folder).rglob("*") if p.is_file()
        }
    carried = {path.name.split(".")[0].lower() for path in inside.rglob("*")}
    assert carried.isdisjoint({"numpy", "tkinter", "_tkinter", "unittest", "pytest", "hypothesis"})
    assert (inside / "LICENSE").is_file()


def test_program_is_not_too_large(program: Path) -> None:
    files = (path for path in program.parent.rglob("*") if path.is_file() and not path.is_symlink())
    size = sum(path.stat().st_size for path in files)
    assert size < 80_000_000
