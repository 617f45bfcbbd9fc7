"""The kiosk's configuration: the operator's file, the changes over it, and the PIN."""

import hashlib
from pathlib import Path

import pytest

from game.rules.magdagdon.board import Difficulty
from game.session.kiosk_config import (
    KIOSK_KEYS,
    OVERRIDES,
    KioskConfig,
    KioskConfigError,
    KioskFault,
    KioskFile,
)
from game.session.pin import check_pin, hash_pin, is_pin_hash

PIN = 'pin = "4711"\n'
LANGUAGES = ("en", "lt", "pa")


def kiosk_file(folder: Path, text: str | None = PIN) -> KioskFile:
    if text is None:
        return KioskFile(None, folder / "data", LANGUAGES)
    path = folder / "kiosk_of_operator.toml"
    path.write_text(text, encoding="utf-8")
    return KioskFile(path, folder / "data", LANGUAGES)


def test_a_pin_alone_is_a_configuration_with_the_defaults(tmp_path: Path) -> None:
    config = kiosk_file(tmp_path).load()
    assert config == KioskConfig(pin_hash=config.pin_hash)
    assert (config.idle_seconds, config.countdown_seconds) == (60, 20)
    assert check_pin("4711", config.pin_hash)
    assert not check_pin("4712", config.pin_hash)


def test_every_key_is_read(tmp_path: Path) -> None:
    text = """
pin_hash = "%s"
monitor = 1
rotation = 90
idle_seconds = 45
countdown_seconds = 10
languages = ["lt", "en"]
language = "lt"
text_size = 125
theme = "daylight"
difficulties = ["peaceful", "NIGHTMARE"]
volume_limit = 60
blocked_names = ["BLOGIS"]
asks_name = false
scores_url = "postgresql://board/scores"
kiosk_name = "Biblioteka"
heartbeat = "run/heartbeat"
export_folder = "%s"
"""
    away = (tmp_path / "usb").as_posix()
    file = kiosk_file(tmp_path, text % (hash_pin("0000"), away))
    config = file.load()
    assert check_pin("0000", config.pin_hash)
    assert config.with_operator(pin_hash="") == KioskConfig(
        monitor=1,
        rotation=90,
        idle_seconds=45,
        countdown_seconds=10,
        languages=("lt", "en"),
        language="lt",
        text_size=125,
        theme="daylight",
        difficulties=(Difficulty.PEACEFUL, Difficulty.NIGHTMARE),
        volume_limit=60,
        blocked_names=("BLOGIS",),
        asks_name=False,
        scores_url="postgresql://board/scores",
        kiosk_name="Biblioteka",
        heartbeat=tmp_path / "data" / "run" / "heartbeat",
        export_folder=tmp_path / "usb",
    )
    assert set(KIOSK_KEYS) == set(file._readers)
    assert config.offered_languages(LANGUAGES) == ("en", "lt")
    settings = config.visitor_settings()
    assert (settings.language, settings.text_size, settings.sound_volume) == ("lt", 125, 60)


@pytest.mark.parametrize(
    ("line", "fault", "key"),
    [
        ("monitor = -1", KioskFault.WRONG_VALUE, "monitor"),
        ("rotation = 45", KioskFault.WRONG_VALUE, "rotation"),
        ("rotation = false", KioskFault.WRONG_VALUE, "rotation"),
        ("idle_seconds = 9", KioskFault.WRONG_VALUE, "idle_seconds"),
        ("idle_seconds = true", KioskFault.WRONG_VALUE, "idle_seconds"),
        ('idle_seconds = "60"', KioskFault.WRONG_VALUE, "idle_seconds"),
        ("countdown_seconds = 1000", KioskFault.WRONG_VALUE, "countdown_seconds"),
        ('languages = "lt"', KioskFault.WRONG_VALUE, "languages"),
        ('languages = ["xx"]', KioskFault.WRONG_VALUE, "languages"),
        ('languages = ["en"]\nlanguage = "lt"', KioskFault.WRONG_VALUE, "language"),
        ("text_size = 99", KioskFault.WRONG_VALUE, "text_size"),
        ('theme = "neon"', KioskFault.WRONG_VALUE, "theme"),
        ('difficulties = ["easy"]', KioskFault.WRONG_VALUE, "difficulties"),
        ("difficulties = [1]", KioskFault.WRONG_VALUE, "difficulties"),
        ("volume_limit = 101", KioskFault.WRONG_VALUE, "volume_limit"),
        ("blocked_names = [1]", KioskFault.WRONG_VALUE, "blocked_names"),
        ("asks_name = 1", KioskFault.WRONG_VALUE, "asks_name"),
        ("scores_url = []", KioskFault.WRONG_VALUE, "scores_url"),
        ('kiosk_name = "a\\nb"', KioskFault.WRONG_VALUE, "kiosk_name"),
        ("heartbeat = 1", KioskFault.WRONG_VALUE, "heartbeat"),
        ("idle_second = 60", KioskFault.UNKNOWN_KEY, "idle_second"),
        ("rotation = ", KioskFault.NO_TOML, ""),
        ("x = " + "[" * 5000, KioskFault.NO_TOML, ""),
    ],
)
def test_what_is_wrong_is_told_by_key(
    tmp_path: Path, line: str, fault: KioskFault, key: str
) -> None:
    with pytest.raises(KioskConfigError) as caught:
        kiosk_file(tmp_path, PIN + line).load()
    assert (caught.value.fault, caught.value.key) == (fault, key)


@pytest.mark.parametrize("pin", ["", "123", "123456789", "12a4", "١٢٣٤", " 1234"])
def test_a_wrong_pin_is_not_repeated(tmp_path: Path, pin: str) -> None:
    with pytest.raises(KioskConfigError) as caught:
        kiosk_file(tmp_path, f'pin = "{pin}"').load()
    assert (caught.value.fault, caught.value.key) == (KioskFault.WRONG_VALUE, "pin")
    assert str(caught.value) == "the key can't have this value: pin"
    assert caught.value.__suppress_context__


def test_without_a_pin_there_is_no_kiosk(tmp_path: Path) -> None:
    for text in ("rotation = 90", None):
        with pytest.raises(KioskConfigError) as caught:
            kiosk_file(tmp_path, text).load()
        assert caught.value.fault is KioskFault.NO_PIN


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    file = KioskFile(tmp_path / "none.toml", tmp_path, LANGUAGES)
    with pytest.raises(KioskConfigError) as caught:
        file.load()
    assert caught.value.fault is KioskFault.UNREADABLE


def test_changes_of_the_operator_are_kept_and_laid_over_the_file(tmp_path: Path) -> None:
    file = kiosk_file(tmp_path, PIN + "volume_limit = 80\nidle_seconds = 90")
    config = file.load()
    changes = {
        "volume_limit": 30,
        "difficulties": (Difficulty.SURVIVAL,),
        "languages": ("pa", "en"),
        "heartbeat": tmp_path / "beat",
        "export_folder": None,
    }
    config = file.change(config, **changes)
    assert file.is_saved
    assert (config.volume_limit, config.idle_seconds) == (30, 90)
    again = kiosk_file(tmp_path, PIN + "volume_limit = 80\nidle_seconds = 50").load()
    assert again.with_operator(pin_hash="") == config.with_operator(pin_hash="", idle_seconds=50)


def test_changes_that_can_not_be_kept_count_and_are_kept_later(tmp_path: Path) -> None:
    file = kiosk_file(tmp_path)
    config = file.load()
    (tmp_path / "data").write_text("a file where the folder would be")
    config = file.change(config, idle_seconds=30)
    assert config.idle_seconds == 30
    assert not file.is_saved
    (tmp_path / "data").unlink()
    file.retry()
    assert file.is_saved
    assert kiosk_file(tmp_path).load().idle_seconds == 30


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("idle_seconds = ", "can't be read"),
        ("idle_seconds = 1", "idle_seconds has no possible value"),
        ("of_a_newer_version = 1", "of_a_newer_version is unknown"),
    ],
)
def test_damaged_changes_keep_no_machine_from_starting(
    tmp_path: Path, text: str, complaint: str
) -> None:
    file = kiosk_file(tmp_path)
    file.overrides.parent.mkdir()
    file.overrides.write_text(text)
    assert file.load().idle_seconds == 60
    (said,) = file.complaints
    assert complaint in said


def test_what_a_newer_version_kept_is_kept(tmp_path: Path) -> None:
    file = kiosk_file(tmp_path)
    file.overrides.parent.mkdir()
    file.overrides.write_text("of_a_newer_version = 1\n")
    file.change(file.load(), rotation=270)
    assert file.overrides.read_text() == "of_a_newer_version = 1\nrotation = 270\n"


def test_a_language_no_longer_offered_gives_way(tmp_path: Path) -> None:
    file = kiosk_file(tmp_path, PIN + 'language = "lt"')
    file.change(file.load(), languages=("pa",))
    assert kiosk_file(tmp_path, PIN + 'language = "lt"').load().language == "pa"


def test_a_new_pin_counts_whatever_else_is_wrong(tmp_path: Path) -> None:
    file = kiosk_file(tmp_path, "nonsense")
    file.set_pin("2468")
    config = kiosk_file(tmp_path, PIN).load()
    assert check_pin("2468", config.pin_hash)
    assert not check_pin("4711", config.pin_hash)
    assert "2468" not in (tmp_path / "data" / OVERRIDES).read_text().partition("$")[0]
    assert "4711" not in repr(config)
    assert config.pin_hash not in repr(config)


def test_a_hash_is_told_from_other_texts() -> None:
    made = hash_pin("12345678")
    assert is_pin_hash(made)
    assert made != hash_pin("12345678")
    for wrong in ("", "1234", made[:-1], made + "0", made.replace("pbkdf2", "md5")):
        assert not is_pin_hash(wrong)
        assert not check_pin("12345678", wrong)


def test_the_hash_is_pbkdf2() -> None:
    _name, rounds, salt, digest = hash_pin("4711").split("$")
    wanted = hashlib.pbkdf2_hmac("sha256", b"4711", bytes.fromhex(salt), int(rounds))
    assert digest == wanted.hex()
