"""What makes the downloads where this machine can't: the workflow, Windows, macOS, Flatpak."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import game
from tests.packaging.conftest import ROOT, call

WORKFLOW = ROOT / ".github" / "workflows" / "release.yml"

pytestmark = pytest.mark.packaging


def read_yaml(path: Path) -> dict[str, Any]:
    from ruamel.yaml import YAML  # of the packaging group, which most test runs are without

    found: dict[str, Any] = YAML(typ="safe").load(path)
    return found


@pytest.fixture(scope="module")
def jobs() -> dict[str, Any]:
    found: dict[str, Any] = read_yaml(WORKFLOW)["jobs"]
    return found


def scripts(job: dict[str, Any]) -> list[str]:
    return [step["run"] for step in job["steps"] if "run" in step]


def test_workflow_fits_its_schema() -> None:
    call(
        *(sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.github-workflows"),
        WORKFLOW,
        cwd=ROOT,
    )


def test_scripts_of_the_workflow_are_clean(jobs: dict[str, Any]) -> None:
    for name, job in jobs.items():
        for script in scripts(job):
            text = re.sub(r"\$\{\{.*?\}\}", "value", script)
            done = subprocess.run(
                ["shellcheck", "--shell=bash", "-"],
                input=text,
                capture_output=True,
                text=True,
                check=False,
            )
            assert done.returncode == 0, f"{name}: {done.stdout}"


def test_workflow_tests_every_python_and_starts_every_bundle(jobs: dict[str, Any]) -> None:
    matrix = jobs["test"]["strategy"]["matrix"]
    assert matrix["python"] == ["3.11", "3.12", "3.13", "3.14"]
    assert {system.split("-")[0] for system in matrix["system"]} == {"ubuntu", "windows", "macos"}
    for name in ("wheel", "linux", "windows", "macos"):
        said = "\n".join(scripts(jobs[name]))
        assert "--smoke-test" in said
        assert any("upload-artifact" in step.get("uses", "") for step in jobs[name]["steps"])
        assert name in jobs["collect"]["needs"]
    assert "sha256sum" in "\n".join(scripts(jobs["collect"]))


def test_files_that_the_workflow_uses_are_there(jobs: dict[str, Any]) -> None:
    said = "\n".join(script for job in jobs.values() for script in scripts(job))
    named = set(re.findall(r"build[/\\][\w./\\]+\.\w+", said))
    assert len(named) >= 4
    for name in named:
        assert (ROOT / name.replace("\\", "/")).is_file()


def test_windows_programs_have_a_version(tmp_path: Path) -> None:
    sys.path.insert(0, str(ROOT / "build" / "windows"))
    try:
        from version_info import DESCRIPTIONS, four_numbers, write_version_info
    finally:
        sys.path.pop(0)

    def remember(*given: object, **named: object) -> tuple[tuple[object, ...], dict[str, object]]:
        return given, named

    classes = ("VSVersionInfo", "FixedFileInfo", "StringFileInfo", "StringTable", "StringStruct")
    known = dict.fromkeys((*classes, "VarFileInfo", "VarStruct"), remember)
    assert four_numbers("1.2.0") == (1, 2, 0, 0)
    assert four_numbers("1.2.3.4.5") == (1, 2, 3, 4)
    for name in DESCRIPTIONS:
        text = Path(write_version_info(tmp_path, game.__version__, name)).read_text()
        _given, named = eval(text, known)  # as PyInstaller does, with the classes of Windows
        assert named["ffi"][1]["filevers"] == four_numbers(game.__version__)
        assert f"{name}.exe" in str(named["kids"])


def test_installer_for_windows_takes_what_is_there() -> None:
    folder = ROOT / "build" / "windows"
    text = (folder / "magdagdon.iss").read_text(encoding="utf-8")
    for name in re.findall(r"^(?:LicenseFile|SetupIconFile)=(.+)$", text, re.MULTILINE):
        assert (folder / name.strip().replace("\\", "/")).is_file()
    sections = re.findall(r"^\[(\w+)\]$", text, re.MULTILINE)
    assert {"Setup", "Files", "Icons", "Run", "Code"} <= set(sections)
    tasks = set(re.findall(r'^Name: "(\w+)";.*(?:Description: "\{cm)', text, re.MULTILINE))
    assert set(re.findall(r"Tasks: (\w+)", text)) == tasks


def test_script_for_macos_is_clean() -> None:
    call("shellcheck", ROOT / "build" / "macos" / "make_dmg.sh", cwd=ROOT)


def test_flatpak_takes_the_download() -> None:
    manifest = read_yaml(ROOT / "build" / "linux" / "org.magdagdon.Magdagdon.yml")
    assert manifest["id"] == "org.magdagdon.Magdagdon"
    assert manifest["command"] == "magdagdon"
    # It needs a screen and a sound device, and neither a network nor the player's files.
    allowed = {word.split("=")[0] for word in manifest["finish-args"]}
    assert allowed == {"--share", "--socket", "--device"}
    assert "--share=network" not in manifest["finish-args"]
    (module,) = manifest["modules"]
    assert any("install.sh --prefix /app" in line for line in module["build-commands"])
