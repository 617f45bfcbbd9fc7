"""What a player downloads, each made once for all tests, from what is tracked and nothing else."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROGRAM = "magdagdon-cli.exe" if sys.platform == "win32" else "magdagdon"
"""The program that has a standard output."""
EPOCH = "1767225600"
"""Whatever is packed says that it is from 2026-01-01, so that two builds are alike."""

Run = Callable[..., "subprocess.CompletedProcess[str]"]


def call(*command: str | Path, cwd: Path, **env: str) -> str:
    """Run a tool in *cwd*; fail with what it says, or return it."""
    done = subprocess.run(
        command,
        cwd=cwd,
        env={**os.environ, "SOURCE_DATE_EPOCH": EPOCH, **env},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"
    return done.stdout


def player_environment(**changes: str) -> dict[str, str]:
    """Return an environment without anything that could lead to a Python of the developer's."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    return {**kept, **changes}


def listing(folder: Path) -> dict[str, tuple[int, int]]:
    """Return size and time of every file and folder below *folder*."""
    return {
        path.relative_to(folder).as_posix(): (path.lstat().st_size, path.lstat().st_mtime_ns)
        for path in folder.rglob("*")
    }


@pytest.fixture(scope="session")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with what is in git, and nothing else."""
    target = tmp_path_factory.mktemp("clean") / "checkout"
    command = ["git", "-c", "safe.directory=*", "ls-files", "-z"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout.decode()
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, target / name)
    return target


@pytest.fixture(scope="session")
def bundle(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the frozen program."""
    folder = tmp_path_factory.mktemp("frozen")
    recipe = folder / "checkout"
    shutil.copytree(checkout, recipe)
    call(
        *(sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN"),
        *(recipe / "build" / "spec.spec", "--workpath", folder / "work"),
        *("--distpath", folder / "dist"),
        cwd=folder,  # not the checkout: the recipe must find its way from its own place
        PYINSTALLER_CONFIG_DIR=str(folder / "cache"),
    )
    shutil.rmtree(recipe)  # the program must not lean on it
    return folder / "dist" / "magdagdon"


@pytest.fixture(scope="session")
def program(bundle: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the frozen program in a folder with an awkward name, where nothing may be written."""
    awkward = tmp_path_factory.mktemp("player") / "Žaidimai ir žaislai ਖੇਡ"
    shutil.copytree(bundle, awkward, symlinks=True)
    for path in (awkward, *awkward.rglob("*")):
        if not path.is_symlink():
            path.chmod(path.stat().st_mode & ~0o222)
    return awkward / PROGRAM


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Return a function that runs a program as a player would, from a folder of no meaning."""

    def start(
        program: Path, *arguments: str | Path, cwd: Path = tmp_path, **env: str
    ) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            [program, *arguments],
            cwd=cwd,
            env=player_environment(**env),
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=120,
            check=False,
        )

    return start


@pytest.fixture(scope="session")
def wheel(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the built wheel; the sdist lies beside it."""
    folder = tmp_path_factory.mktemp("wheel")
    call(sys.executable, "-m", "hatchling", "build", "-d", folder, cwd=checkout)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="session")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the programs' folder of an environment with the wheel and what it needs, no more."""
    place = tmp_path_factory.mktemp("environment") / "aplinka ਥਾਂ"
    uv = (sys.executable, "-m", "uv", "--quiet")
    call(*uv, "venv", "--no-project", "--python", sys.executable, place, cwd=place.parent)
    scripts = place / ("Scripts" if sys.platform == "win32" else "bin")
    python = scripts / ("python.exe" if sys.platform == "win32" else "python")
    call(*uv, "pip", "install", "--python", python, wheel, cwd=place.parent)
    return scripts


@pytest.fixture(scope="session")
def packages(bundle: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the .tar.gz and the .deb."""
    folder = tmp_path_factory.mktemp("packages")
    make = ROOT / "build" / "linux" / "make_packages.py"
    # By short names, as one types them.
    top = Path(os.path.commonpath((bundle, folder)))
    places = (bundle.relative_to(top), folder.relative_to(top))
    call(sys.executable, make, *places, "--level", "1", cwd=top)
    return folder
