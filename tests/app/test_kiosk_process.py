"""The kiosk as a program of its own, on a system where only its data folder can be written."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PATIENCE = 60


@pytest.mark.skipif(os.name != "posix", reason="Windows has no SIGTERM to send")
def test_one_writable_folder_is_enough(tmp_path: Path) -> None:
    setup = tmp_path / "read-only"
    setup.mkdir()
    config = setup / "kiosk.toml"
    config.write_text('pin = "4711"\nheartbeat = "alive"\n')
    config.chmod(0o444)
    setup.chmod(0o555)
    data = tmp_path / "data"
    nowhere = dict.fromkeys(("HOME", "TMPDIR", "XDG_DATA_HOME"), os.devnull + "/none")
    nowhere |= {"XDG_CACHE_HOME": os.devnull + "/none", "XDG_RUNTIME_DIR": os.devnull + "/none"}
    env = {**os.environ, **nowhere, "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-m", "game", "--kiosk", "--config", str(config)]
    before = set(tmp_path.iterdir())
    with subprocess.Popen(
        [*command, "--data-dir", str(data)], cwd=ROOT, env=env, stderr=subprocess.PIPE, text=True
    ) as process:
        while not (data / "alive").exists():
            try:
                said = process.communicate(timeout=0.05)[1]
            except subprocess.TimeoutExpired:
                continue
            raise AssertionError(said)
        process.send_signal(signal.SIGTERM)
        said = process.communicate(timeout=PATIENCE)[1]
    assert process.returncode == 0
    assert said == ""
    assert set(tmp_path.iterdir()) == before | {data}
    assert [path.name for path in setup.iterdir()] == ["kiosk.toml"]
    log = (data / "logs" / "magdagdon.log").read_text()
    assert " ERROR " not in log
    assert " WARNING " not in log
