"""What lies in build/kiosk and docs/kiosk.md is true."""

import os
import re
import subprocess
from pathlib import Path

import pytest

from game.session.kiosk_config import KIOSK_KEYS, KioskFile
from game.session.pin import check_pin

ROOT = Path(__file__).parents[2]
FILES = ROOT / "build" / "kiosk"


def test_the_table_of_the_configuration_names_every_key() -> None:
    text = (ROOT / "docs" / "kiosk.md").read_text(encoding="utf-8")
    table = text.partition("## The configuration")[2]
    assert re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE) == list(KIOSK_KEYS)


def test_the_example_is_a_configuration_also_with_all_its_entries(tmp_path: Path) -> None:
    text = (FILES / "kiosk.toml").read_text(encoding="utf-8")
    for wanted in (text, re.sub(r"^# (\w+ = )", r"\1", text, flags=re.MULTILINE)):
        path = tmp_path / "kiosk.toml"
        path.write_text(wanted, encoding="utf-8")
        config = KioskFile(path, tmp_path / "data", ("en", "lt", "pa")).load()
        assert check_pin("0000", config.pin_hash)
    assert config.rotation == 90


@pytest.mark.parametrize("code", [0, 1, 2, 10, None])
def test_the_starter_hands_the_games_exit_code_on(tmp_path: Path, code: int | None) -> None:
    tools = tmp_path / "bin"
    tools.mkdir()
    game = f'printf "%s\\n" "$@" >"{tmp_path}/given"; exit {code}'
    scripts = {
        # Stands in for the compositor: runs what follows "--", and ends with a code of its own.
        "cage": 'shift 2; "$@"; exit 0',
        "magdagdon": game if code is not None else "kill -KILL $PPID",
    }
    for name, script in scripts.items():
        (tools / name).write_text(f"#!/bin/sh\n{script}\n")
        (tools / name).chmod(0o755)
    env = {
        "PATH": f"{tools}{os.pathsep}{os.environ['PATH']}",
        "RUNTIME_DIRECTORY": str(tmp_path),
        "STATE_DIRECTORY": str(tmp_path / "a folder"),
    }
    done = subprocess.run([FILES / "start-kiosk"], env=env, capture_output=True, check=False)
    assert done.returncode == (1 if code is None else code)
    if code is not None:
        given = (tmp_path / "given").read_text().splitlines()
        assert given[:2] == ["--kiosk", "--config"]
        assert given[-2:] == ["--data-dir", str(tmp_path / "a folder")]


def test_the_units_name_files_that_are_there() -> None:
    unit = (FILES / "magdagdon-kiosk.service").read_text(encoding="utf-8")
    assert "RestartForceExitStatus=10" in unit
    assert (FILES / Path(re.findall("^ExecStart=(.+)$", unit, re.MULTILINE)[0]).name).exists()
    docs = (ROOT / "docs" / "kiosk.md").read_text(encoding="utf-8")
    for path in FILES.iterdir():
        assert path.name in docs
