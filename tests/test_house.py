"""The house's own rules: lint, format, types, layers, sizes, and what may not be tracked."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import platformdirs
import pygame
import pytest

ROOT = Path(__file__).parents[1]
MOST_LINES = 450
BINARY = {".ttf", ".png", ".ogg", ".ico", ".icns", ".gif", ".jpg", ".zip", ".bin", ".mo", ".webp"}

# Written so that this file does not hold what it looks for.
FOLDERS_OF_A_MACHINE = re.compile(r"(?<![\w.$~{}-])/(?:work|root|home)/")
REGISTRIES = re.compile(r"pypi\.org|pythonhosted|/simple/|index-url|npmjs\.|conda\.anaconda")
SWITCHED_OFF = re.compile(
    r"#\s*type:\s*ignore|#\s*noqa|#\s*pragma:\s*no cover|\bmark\.(?:skip|xfail)|pytest\.skip\("
)
REASON_BEHIND = re.compile(
    r"#\s*(?:type:\s*ignore\[[\w, -]+\]|noqa: [A-Z]+\d+(?:, ?[A-Z]+\d+)*|pragma: no cover)"
    r"\s+(?:#|-|–)\s*\w.*\w{3,}|(?:skip|xfail|skipif)\(.*(?:reason=|\")|pytest\.skip\(\s*f?\"\w"
)


def run(*command: str) -> str:
    """Run this Python from the top of the checkout; fail with all that it says, or return it."""
    done = subprocess.run(
        [sys.executable, *command],
        cwd=ROOT,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, f"{' '.join(command)}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def tracked(*patterns: str) -> list[Path]:
    """Return the files in git."""
    # A checkout of another user's is as good; the test's home holds no setting that says so.
    command = ["git", "-c", "safe.directory=*", "ls-files", "-z", "--", *patterns]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout.decode()
    return [path for name in listed.split("\0") if name and (path := ROOT / name).is_file()]


def texts() -> list[tuple[Path, str]]:
    """Return every tracked text file with its text."""
    return [
        (path, path.read_text(encoding="utf-8"))
        for path in tracked()
        if path.suffix.lower() not in BINARY
    ]


def lines_with(pattern: re.Pattern[str], where: list[tuple[Path, str]]) -> list[str]:
    """Return `file:line: text` of each line that matches."""
    return [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()[:120]}"
        for path, text in where
        for number, line in enumerate(text.splitlines(), 1)
        if pattern.search(line)
    ]


# Tools


def test_ruff_finds_nothing() -> None:
    run("-m", "ruff", "check", "--no-cache", ".")


def test_code_is_formatted() -> None:
    run("-m", "ruff", "format", "--no-cache", "--check", ".")


def test_types_are_strict(tmp_path: Path) -> None:
    run("-m", "mypy", "--cache-dir", str(tmp_path))


def test_imports_go_down_only() -> None:
    program = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    said = run("-c", program, "--no-cache")
    assert re.search(r"Contracts: [1-9]\d* kept, 0 broken", said)


# Files


def test_no_module_is_too_long() -> None:
    long = {
        str(path.relative_to(ROOT)): count
        for path in tracked("game/*.py")
        if (count := len(path.read_text(encoding="utf-8").splitlines())) > MOST_LINES
    }
    assert not long


def test_every_module_of_the_game_says_what_it_is_for() -> None:
    silent = [
        str(path.relative_to(ROOT))
        for path in tracked("game/*.py")
        if not path.read_text(encoding="utf-8").startswith('"""')
    ]
    assert not silent


def test_no_folder_of_a_machine_is_named() -> None:
    assert not lines_with(FOLDERS_OF_A_MACHINE, texts())


def test_no_registry_is_named() -> None:
    others = [(path, text) for path, text in texts() if path != Path(__file__)]
    assert not lines_with(REGISTRIES, others)


def test_no_lock_file_is_tracked() -> None:
    locks = {"uv.lock", "poetry.lock", "package-lock.json", "Pipfile.lock"}
    assert not [path for path in tracked() if path.name in locks]


def test_build_recipe_is_tracked() -> None:
    assert ROOT / "build" / "spec.spec" in tracked()


def test_no_large_file_is_tracked() -> None:
    assert not [path for path in tracked() if path.stat().st_size > 3_000_000]


def test_every_check_switched_off_says_why() -> None:
    code = [
        (path, text)
        for path, text in texts()
        if path.suffix in {".py", ".toml", ".cfg"} and path != Path(__file__)
    ]
    switched_off = lines_with(SWITCHED_OFF, code)
    assert not [line for line in switched_off if not REASON_BEHIND.search(line)]


def test_dependencies_have_upper_bounds() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    groups = [project["project"]["dependencies"], *project["dependency-groups"].values()]
    assert not [need for group in groups for need in group if ",<" not in need]


# The tests themselves


def test_tests_have_a_home_of_their_own(own_home: Path) -> None:
    assert Path.home() == own_home
    for folder in (
        platformdirs.user_data_path("magdagdon"),
        platformdirs.user_config_path("magdagdon"),
        platformdirs.user_cache_path("magdagdon"),
    ):
        assert folder.is_relative_to(own_home)


def test_tests_open_no_window_and_play_no_sound() -> None:
    assert os.environ["SDL_VIDEODRIVER"] == os.environ["SDL_AUDIODRIVER"] == "dummy"
    pygame.display.init()
    try:
        assert pygame.display.get_driver() == "dummy"
    finally:
        pygame.display.quit()


# The patterns themselves


@pytest.mark.parametrize(
    ("line", "is_found"),
    [
        ("see /" + "work/main", True),
        ('"/' + 'home/me/file"', True),
        ("~/" + "work/x", False),
        ("https://example.org/" + "work/x", False),
        ("net/" + "work/", False),
    ],
)
def test_folders_of_a_machine_are_recognised(line: str, is_found: bool) -> None:
    assert bool(FOLDERS_OF_A_MACHINE.search(line)) is is_found


@pytest.mark.parametrize(
    ("line", "has_reason"),
    [
        ("x = 1  # type: ignore", False),
        ("x = 1  # type: ignore[assignment]", False),
        ("x = 1  # type: ignore[assignment]  # the stub is wrong", True),
        ("import x  # noqa", False),
        ("import x  # noqa: E402", False),
        ("import x  # noqa: E402 - after the environment is set", True),
        ("@pytest.mark.skip", False),
        ('@pytest.mark.skipif(sys.platform == "win32", reason="no signals there")', True),
    ],
)
def test_reasons_are_recognised(line: str, has_reason: bool) -> None:
    assert SWITCHED_OFF.search(line)
    assert bool(REASON_BEHIND.search(line)) is has_reason
