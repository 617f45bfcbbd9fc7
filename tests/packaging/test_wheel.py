"""The wheel and the sdist: installed where nothing else is, they play from any folder."""

import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

import game
from tests.packaging.conftest import ROOT, Run, call, listing

pytestmark = pytest.mark.packaging


def test_wheel_holds_the_game_and_its_data(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as packed:
        names = set(packed.namelist())
        needs = packed.read(f"magdagdon-{game.__version__}.dist-info/METADATA").decode()
    for folder in ("assets", "sounds"):
        for path in (ROOT / folder).rglob("*"):
            if path.is_file() and path.parent.name != "icons":
                assert f"game/_data/{path.relative_to(ROOT).as_posix()}" in names
    for path in (ROOT / "game" / "locale").rglob("*.po"):
        assert path.with_suffix(".mo").relative_to(ROOT).as_posix() in names
    assert "game/_data/assets/icons/magdagdon_64.png" in names
    # The icons of the downloads are not what a wheel is for.
    assert not [name for name in names if name.endswith((".icns", ".ico"))]
    assert not [name for name in names if name.startswith(("tests/", "tools/", "build/"))]
    required = [line for line in needs.splitlines() if line.startswith("Requires-Dist")]
    assert len([line for line in required if "extra ==" not in line]) == 3


def test_sdist_makes_the_same_wheel(wheel: Path, tmp_path: Path) -> None:
    (source,) = wheel.parent.glob("*.tar.gz")
    with tarfile.open(source) as packed:
        packed.extractall(tmp_path, filter="data")
    folder = tmp_path / source.name.removesuffix(".tar.gz")
    assert {path.name for path in folder.iterdir()} >= {"build", "docs", "tests", "tools"}
    command = (sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", tmp_path / "again")
    call(*command, cwd=folder)
    (again,) = (tmp_path / "again").glob("*.whl")
    assert again.read_bytes() == wheel.read_bytes()


@pytest.mark.parametrize("command", ["magdagdon", "magdagdon-play", "python -m game"])
def test_installed_wheel_plays_from_any_folder(
    installed: Path, run: Run, tmp_path: Path, command: str
) -> None:
    elsewhere = tmp_path / "kažkur kitur ਕਿਤੇ"
    elsewhere.mkdir()
    before = listing(installed.parent)
    program, *arguments = command.split()
    arguments += ["--smoke-test"]
    done = run(installed / program, *arguments, cwd=elsewhere, PYTHONDONTWRITEBYTECODE="1")
    assert (done.returncode, done.stdout, done.stderr) == (0, "ready\n", "")
    assert listing(installed.parent) == before
    assert not list(elsewhere.iterdir())


def test_installed_wheel_is_not_the_checkout(installed: Path, run: Run) -> None:
    done = run(installed / "python", "-c", "import game; print(game.__file__)")
    assert Path(done.stdout.strip()).is_relative_to(installed.parent)
