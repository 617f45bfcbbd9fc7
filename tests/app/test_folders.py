import sys
from pathlib import Path

import pytest

from game.app.folders import data_folder


def test_a_chosen_folder_is_taken_and_made_absolute(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert data_folder(Path("here")) == tmp_path / "here"
    assert data_folder(tmp_path / "there") == tmp_path / "there"
    assert list(tmp_path.iterdir()) == []


def test_the_usual_folder_is_the_users_own(own_home: Path) -> None:
    folder = data_folder()
    assert folder.name == "magdagdon"
    assert own_home in folder.parents


@pytest.mark.skipif(sys.platform != "linux", reason="only here can the home be taken away")
def test_without_a_home_the_folder_can_never_exist(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("platformdirs.user_data_path", lambda *_, **__: Path("~/.local/share/x"))
    folder = data_folder()
    with pytest.raises(OSError, match="magdagdon"):
        folder.mkdir(parents=True)
