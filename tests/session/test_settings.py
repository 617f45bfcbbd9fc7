from dataclasses import fields, replace
from pathlib import Path

import pytest
import tomli_w
from hypothesis import given
from hypothesis import strategies as st

from game.rules.magdagdon.board import Difficulty
from game.session import settings as settings_module
from game.session.notices import Notice, NoticeCode
from game.session.settings import (
    SETTING_KEYS,
    THEMES,
    Settings,
    SettingsFile,
    format_settings,
    parse_settings,
)
from tests.session.play import names, noon

CHOSEN = Settings(
    difficulty=Difficulty.NIGHTMARE,
    sound_volume=0,
    is_muted=True,
    text_size=150,
    theme="contrast",
    has_reduced_motion=True,
    is_fullscreen=True,
    language="pa",
    has_expected_score=True,
    is_tutorial_done=True,
    player_name="Ona",
    window_size=(1080, 1920),
)


def settings_file(folder: Path, content: bytes | str | None = None) -> SettingsFile:
    path = folder / "settings.toml"
    if content is not None:
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return SettingsFile(path, noon)


def test_every_setting_comes_back_as_it_was_saved(tmp_path: Path) -> None:
    for item in fields(Settings):
        assert getattr(CHOSEN, item.name) != getattr(Settings(), item.name)
    settings_file(tmp_path / "new").save(CHOSEN)
    reader = settings_file(tmp_path / "new")
    assert reader.load() == CHOSEN
    assert reader.notices == ()


def test_one_table_knows_every_setting() -> None:
    assert set(SETTING_KEYS) == {item.name for item in fields(Settings)}


def test_a_new_player_meets_the_defaults_and_no_notice(tmp_path: Path) -> None:
    reader = settings_file(tmp_path)
    assert reader.load() == Settings()
    assert reader.notices == ()
    assert names(tmp_path) == []


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("difficulty", "easy"),
        ("difficulty", 3),
        ("sound_volume", 101),
        ("sound_volume", -1),
        ("sound_volume", True),
        ("sound_volume", 50.0),
        ("is_muted", 1),
        ("is_muted", "yes"),
        ("text_size", 99),
        ("text_size", 151),
        ("theme", "pink"),
        ("theme", ["ember"]),
        ("language", "lt/../en"),
        ("language", 7),
        ("window_size", [800]),
        ("window_size", [800, 480, 1]),
        ("window_size", [0, 0]),
        ("window_size", "800x480"),
    ],
)
def test_an_impossible_value_becomes_the_default_and_is_told(
    tmp_path: Path, key: str, value: object
) -> None:
    text = tomli_w.dumps({"is_tutorial_done": True, key: value})
    reader = settings_file(tmp_path, text)
    assert reader.load() == Settings(is_tutorial_done=True)
    assert reader.notices == (Notice(NoticeCode.SETTING_WRONG, None, key),)


def test_what_another_version_put_there_stays(tmp_path: Path) -> None:
    reader = settings_file(
        tmp_path, 'theme = "daylight"\ncolour = "red"\n[kiosk]\nidle = 60\nnames = ["a", "b"]\n'
    )
    settings = reader.load()
    assert settings == Settings(theme="daylight")
    reader.save(replace(settings, theme="contrast"))

    _, wrong, unknown = parse_settings((tmp_path / "settings.toml").read_text())
    assert unknown == {"colour": "red", "kiosk": {"idle": 60, "names": ["a", "b"]}}
    assert wrong == ()
    assert settings_file(tmp_path).load() == Settings(theme="contrast")


@pytest.mark.parametrize(
    "content",
    [b"theme = ", b"\xff\xfe", b"[" * 5000, b"x" * 300_000, b"a = 1" + b"0" * 5000, b"\x00"],
)
def test_a_file_that_is_no_toml_is_kept_aside(tmp_path: Path, content: bytes) -> None:
    reader = settings_file(tmp_path, content)
    assert reader.load() == Settings()
    kept = tmp_path / "settings-damaged-20260314-120000.toml"
    assert reader.notices == (Notice(NoticeCode.SETTINGS_DAMAGED, kept),)
    assert kept.read_bytes() == content
    reader.save(CHOSEN)
    assert reader.load() == CHOSEN
    assert reader.notices == ()


def test_cut_off_at_any_length_the_settings_that_remain_are_kept(tmp_path: Path) -> None:
    data = format_settings(CHOSEN).encode()
    allowed = {
        item.name: {getattr(CHOSEN, item.name), getattr(Settings(), item.name)}
        for item in fields(Settings)
    }
    allowed["sound_volume"].add(0)
    for length in range(len(data) + 1):
        folder = tmp_path / str(length)
        folder.mkdir()
        loaded = settings_file(folder, data[:length]).load()
        for name, values in allowed.items():
            # A number may be cut short within its range; nothing else can change.
            assert getattr(loaded, name) in values


@given(
    st.dictionaries(
        st.sampled_from(SETTING_KEYS),
        st.integers() | st.booleans() | st.text() | st.lists(st.integers()),
    )
)
def test_whatever_the_values_settings_are_possible(table: dict[str, object]) -> None:
    settings, wrong, unknown = parse_settings(tomli_w.dumps(table))
    assert set(wrong) <= set(table)
    assert unknown == {}
    assert 0 <= settings.sound_volume <= 100
    assert 100 <= settings.text_size <= 150
    assert settings.theme in THEMES
    assert parse_settings(format_settings(settings)) == (settings, (), {})


def test_a_file_that_cannot_be_opened_is_told(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").mkdir()
    reader = settings_file(tmp_path)
    assert reader.load() == Settings()
    assert [notice.code for notice in reader.notices] == [NoticeCode.SETTINGS_UNREADABLE]
    with pytest.raises(OSError, match="settings"):
        reader.save(CHOSEN)
    assert names(tmp_path) == ["settings.toml"]


def test_of_a_damaged_file_every_entry_that_reads_is_used(tmp_path: Path) -> None:
    lines = format_settings(CHOSEN).encode().splitlines(keepends=True)
    broken = next(n for n, line in enumerate(lines) if line.startswith(b"theme"))
    lines[broken] = b'theme = "day\xff\n'
    reader = settings_file(tmp_path, b"".join(lines))
    assert reader.load() == replace(CHOSEN, theme=Settings().theme)
    assert [notice.code for notice in reader.notices] == [NoticeCode.SETTINGS_DAMAGED]


def test_settings_that_could_not_be_saved_are_told_once_and_saved_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = settings_file(tmp_path)
    told = [NoticeCode.CANNOT_SAVE_SETTINGS]

    def refuse(*_: object) -> None:
        raise OSError(28, "No space left on device")

    for chosen in (CHOSEN, replace(CHOSEN, theme="contrast")):
        with monkeypatch.context() as patch:
            patch.setattr(settings_module, "write_atomic", refuse)
            with pytest.raises(OSError, match="space"):
                file.save(chosen)
            assert [notice.code for notice in file.take_notices()] == told
            file.retry()
            assert file.take_notices() == ()
        file.retry()
        assert settings_file(tmp_path).load() == chosen
        assert file.take_notices() == ()
