import struct
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from game.ui import language
from game.ui.language import (
    _,
    available_languages,
    current_language,
    format_date,
    format_duration,
    format_number,
    format_signed,
    language_name,
    n_,
    p_,
    set_language,
)

CATALOGUE = {
    "": "Content-Type: text/plain; charset=UTF-8\nPlural-Forms: nplurals=2; plural=(n != 1);\n",
    "Choose a die": "[Çhôôšé à ðîé]",
    "{number} die\0{number} dice": "[{number} ðîé]\0[{number} ðîçé]",
    "bonus\x04Straight": "[Šţŕàîĝĥţ]",
    "this language\x04English": "Pšéûðô",
    "decimal mark\x04.": ",",
    "date\x04{day} {month_name} {year}": "{year}-{month:02}-{day:02}",
}


def compiled(messages: dict[str, str]) -> bytes:
    """Return *messages* in the format of a .mo file."""
    pairs = sorted((key.encode(), text.encode()) for key, text in messages.items())
    start = 28 + 16 * len(pairs)
    tables, data = [b"", b""], b""
    for side in (0, 1):
        for pair in pairs:
            tables[side] += struct.pack("<II", len(pair[side]), start + len(data))
            data += pair[side] + b"\0"
    head = struct.pack("<7I", 0x950412DE, 0, len(pairs), 28, 28 + 8 * len(pairs), 0, 0)
    return head + tables[0] + tables[1] + data


@pytest.fixture(autouse=True)
def catalogues(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Know English and a pseudo-language, and ask the system for nothing."""
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    folder = tmp_path / "xx" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "magdagdon.mo").write_bytes(compiled(CATALOGUE))
    monkeypatch.setattr(language, "LOCALE_FOLDER", tmp_path)
    before = current_language()
    set_language("en")
    yield tmp_path
    monkeypatch.undo()
    set_language(before)


def test_without_any_catalogue_everything_is_english(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(language, "LOCALE_FOLDER", tmp_path / "none")
    assert available_languages() == ("en",)
    assert set_language("lt") == "en"
    assert _("Choose a die") == "Choose a die"
    assert n_("{number} die", "{number} dice", 1) == "{number} die"
    assert n_("{number} die", "{number} dice", 0) == "{number} dice"
    assert p_("bonus", "Straight") == "Straight"
    assert language_name("en") == "English"


def test_one_catalogue_is_all_that_a_language_needs() -> None:
    assert available_languages() == ("en", "xx")
    assert set_language("xx") == "xx" == current_language()
    assert _("Choose a die") == "[Çhôôšé à ðîé]"
    assert _("Not translated") == "Not translated"
    assert n_("{number} die", "{number} dice", 2) == "[{number} ðîçé]"
    assert p_("bonus", "Straight") == "[Šţŕàîĝĥţ]"
    assert language_name("xx") == "Pšéûðô"
    assert format_number(-1.5, 1) == "−1,5"
    assert format_date(datetime(2026, 3, 4, 12, tzinfo=UTC)) == "2026-03-04"
    assert set_language("en") == "en"
    assert _("Choose a die") == "Choose a die"


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({}, "en"),
        ({"LANG": "xx_YY.UTF-8"}, "xx"),
        ({"LANG": "C"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "xx", "LC_ALL": "C.UTF-8"}, "en"),
        ({"LANG": "C", "LC_MESSAGES": "xx@euro"}, "xx"),
        ({"LANG": "de", "LANGUAGE": "fr:xx-YY:en"}, "xx"),
        ({"LANG": "xx", "LANGUAGE": "en"}, "en"),
        ({"LANG": "../../etc"}, "en"),
        ({"LANG": ""}, "en"),
    ],
)
def test_the_system_says_which_language(
    monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], expected: str
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert set_language(None) == expected
    assert set_language("") == expected


def test_a_damaged_catalogue_leaves_the_game_in_english(catalogues: Path) -> None:
    whole = compiled(CATALOGUE)
    for length in range(0, len(whole), 7):
        folder = catalogues / f"y{length}" / "LC_MESSAGES"
        folder.mkdir(parents=True)
        (folder / "magdagdon.mo").write_bytes(whole[:length])
        set_language(f"y{length}")
        assert _("Not translated") == "Not translated"


@pytest.mark.parametrize(
    ("value", "decimals", "text"),
    [
        (0, 0, "0"),
        (60, 0, "60"),
        (-15, 0, "−15"),
        (-0.04, 1, "0.0"),
        (-0.05001, 1, "−0.1"),
        (312.25, 1, "312.2"),
    ],
)
def test_numbers_have_the_true_minus_sign(value: float, decimals: int, text: str) -> None:
    assert format_number(value, decimals) == text


def test_signed_numbers() -> None:
    assert [format_signed(value) for value in (60, 0, -15)] == ["+60", "0", "−15"]


def test_durations() -> None:
    assert [format_duration(s) for s in (0, 65.9, 3600, 3725, -4)] == [
        "0:00",
        "1:05",
        "1:00:00",
        "1:02:05",
        "0:00",
    ]


def test_dates_are_those_of_the_players_place() -> None:
    noon = datetime(2026, 3, 14, 12, tzinfo=UTC)
    local = noon.astimezone()
    assert format_date(noon) == f"{local.day} March 2026"
    for extreme in (datetime.min, datetime.max):
        assert str(extreme.year) in format_date(extreme.replace(tzinfo=UTC))
