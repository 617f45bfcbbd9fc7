"""What every test stands on: no window, no sound, and no folder of the user's own."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

# Before anything imports pygame, which reads them when it starts. What was set is kept for the
# programs that e2e tests start with a window of their own.
_SDL = ("SDL_VIDEODRIVER", "SDL_AUDIODRIVER")
_SDL_BEFORE = {name: os.environ.get(name) for name in _SDL}
for _name in _SDL:
    os.environ[_name] = "dummy"

# A shell that runs the tests in the background lets them ignore Ctrl+C, and whatever they start.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

import pytest  # noqa: E402 - after the drivers, lest anything starts pygame
from hypothesis import settings  # noqa: E402 - after the drivers too

from tools.compile_catalogues import compile_catalogues  # noqa: E402 - with the others

# The catalogues as they are now, also in a checkout that nothing was built from.
list(compile_catalogues())

# A shared or slow machine must not fail a property on time; the test names no time either.
settings.register_profile("magdagdon", deadline=None)
settings.load_profile("magdagdon")

_FOLDERS = {
    "HOME": "",
    "USERPROFILE": "",
    "APPDATA": "roaming",
    "LOCALAPPDATA": "local",
    "XDG_DATA_HOME": ".local/share",
    "XDG_CONFIG_HOME": ".config",
    "XDG_CACHE_HOME": ".cache",
    "XDG_STATE_HOME": ".local/state",
    "XDG_RUNTIME_DIR": "run",
}


@pytest.fixture(autouse=True)
def own_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Give the test, and the programs that it starts, an empty home of their own."""
    home = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        for name, below in _FOLDERS.items():
            folder = home / below
            folder.mkdir(parents=True, exist_ok=True)
            patch.setenv(name, str(folder))
        yield home


@pytest.fixture
def window_env(own_home: Path) -> dict[str, str]:
    """Return the environment for a program that opens a real window, on the test's own home."""
    env = {**os.environ}
    for name, value in _SDL_BEFORE.items():
        if value is None:
            env.pop(name, None)
        else:
            env[name] = value
    return env
