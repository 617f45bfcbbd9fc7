"""The player's settings, in a TOML file that a person may edit."""

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from game.rules.magdagdon.board import Difficulty
from game.session.clock import Clock, utc_now
from game.session.files import TooLargeError, keep_aside, read_limited, write_atomic
from game.session.notices import Notice, NoticeCode
from game.session.record import clean_name

MAX_SETTINGS_BYTES = 256_000
THEMES = ("ember", "daylight", "contrast")
MIN_TEXT_SIZE = 100
MAX_TEXT_SIZE = 150
MIN_SIDE = 240
MAX_SIDE = 16_384


@dataclass(frozen=True, slots=True)
class Settings:
    """What the player chose; the defaults are what a new player meets."""

    difficulty: Difficulty = Difficulty.PEACEFUL
    sound_volume: int = 80
    """0 to 100."""
    is_muted: bool = False
    text_size: int = 100
    """Percent, 100 to 150."""
    theme: str = "ember"
    """One of `THEMES`."""
    has_reduced_motion: bool = False
    is_fullscreen: bool = False
    language: str = ""
    """A language's code; "" follows the system."""
    has_expected_score: bool = False
    is_tutorial_done: bool = False
    player_name: str = ""
    """The name last given to a score."""
    window_size: tuple[int, int] = (1280, 720)
    """Width and height in pixels."""


def _read_difficulty(value: object) -> Difficulty:
    if not isinstance(value, str):
        raise TypeError(value)
    return Difficulty[value.upper()]


def _read_bool(value: object) -> bool:
    if not isinstance(value, bool):
        raise TypeError(value)
    return value


def _read_int(lowest: int, highest: int) -> Callable[[object], int]:
    def read(value: object) -> int:
        if isinstance(value, bool) or not isinstance(value, int):
            raise TypeError(value)
        if not lowest <= value <= highest:
            raise ValueError(value)
        return value

    return read


def _read_theme(value: object) -> str:
    if value not in THEMES:
        raise ValueError(value)
    return str(value)


def _read_language(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(value)
    if not all(mark.isascii() and (mark.isalnum() or mark in "_-@") for mark in value[:20]):
        raise ValueError(value)
    return value[:20]


def _read_name(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(value)
    return clean_name(value)


def _read_window_size(value: object) -> tuple[int, int]:
    if not isinstance(value, list):
        raise TypeError(value)
    side = _read_int(MIN_SIDE, MAX_SIDE)
    width, height = value
    return side(width), side(height)


_READERS: Mapping[str, Callable[[object], Any]] = {
    "difficulty": _read_difficulty,
    "sound_volume": _read_int(0, 100),
    "is_muted": _read_bool,
    "text_size": _read_int(MIN_TEXT_SIZE, MAX_TEXT_SIZE),
    "theme": _read_theme,
    "has_reduced_motion": _read_bool,
    "is_fullscreen": _read_bool,
    "language": _read_language,
    "has_expected_score": _read_bool,
    "is_tutorial_done": _read_bool,
    "player_name": _read_name,
    "window_size": _read_window_size,
}
"""For each setting, what makes its value of what the file says, or raises."""

SETTING_KEYS = tuple(_READERS)


def _parse_toml(text: str) -> dict[str, Any]:
    # Here and not above: the first start of all has no file to read.
    import tomllib  # noqa: PLC0415  # see above

    try:
        return tomllib.loads(text)
    except RecursionError as error:  # brackets nested a thousand deep
        raise ValueError("nested too deep") from error


def parse_settings(text: str) -> tuple[Settings, tuple[str, ...], dict[str, Any]]:
    """Return the settings in *text*, the keys whose values are impossible, and unknown entries.

    An impossible value counts as its default. Raises ValueError where *text* is no TOML.
    """
    table = _parse_toml(text)
    values: dict[str, Any] = {}
    wrong = []
    for key, read in _READERS.items():
        if key in table:
            try:
                values[key] = read(table.pop(key))
            except (KeyError, TypeError, ValueError):
                wrong.append(key)
    return Settings(**values), tuple(wrong), table


def salvage_settings(text: str) -> Settings:
    """Return what can still be read of settings that are no TOML as a whole, entry by entry."""
    values: dict[str, Any] = {}
    for entry in re.split(r"\n(?=\w+ *=)", "\n" + text):
        with suppress(ValueError):
            for key, value in _parse_toml(entry).items():
                if key in _READERS:
                    with suppress(KeyError, TypeError):
                        values[key] = _READERS[key](value)
    return Settings(**values)


def format_settings(settings: Settings, unknown: Mapping[str, Any] | None = None) -> str:
    """Return *settings* as TOML, followed by *unknown* entries as they were read."""
    # Here and not above: the program comes up without writing any.
    import tomli_w  # noqa: PLC0415  # see above

    table: dict[str, Any] = {}
    for item in fields(settings):
        value = getattr(settings, item.name)
        table[item.name] = value.name.lower() if isinstance(value, Difficulty) else value
    return tomli_w.dumps(table | dict(unknown or {}))


class SettingsFile:
    """The settings in the data folder."""

    def __init__(self, path: Path, now: Clock = utc_now) -> None:
        self.path = path
        self.notices: tuple[Notice, ...] = ()
        """What the player should be told of the last `load`."""
        self._now = now
        self._unknown: dict[str, Any] = {}
        self._unsaved: Settings | None = None
        self._has_told = False

    def load(self) -> Settings:
        """Return the settings; defaults stand in for whatever can't be read (see `notices`).

        A file that is no TOML is kept aside; what can be read of it is used.
        """
        self.notices = ()
        self._unknown = {}
        data = b""
        try:
            data = read_limited(self.path, MAX_SETTINGS_BYTES)
            settings, wrong, self._unknown = parse_settings(data.decode("utf-8-sig"))
        except FileNotFoundError:
            return Settings()
        except OSError:
            self.notices = (Notice(NoticeCode.SETTINGS_UNREADABLE, self.path),)
            return Settings()
        except (TooLargeError, ValueError):
            kept = keep_aside(self.path, self._now())
            self.notices = (Notice(NoticeCode.SETTINGS_DAMAGED, kept),)
            return salvage_settings(data.decode("utf-8", "replace"))
        self.notices = tuple(Notice(NoticeCode.SETTING_WRONG, None, key) for key in wrong)
        return settings

    def save(self, settings: Settings) -> None:
        """Write *settings*, and the entries that another version had put there.

        Raises OSError; `retry` writes them as soon as the disk takes them again.
        """
        self._unsaved = settings
        write_atomic(self.path, format_settings(settings, self._unknown).encode())
        self._unsaved = None
        self._has_told = False

    def retry(self) -> None:
        """Write the settings that could not be written, if there are any."""
        if self._unsaved is not None:
            with suppress(OSError):
                self.save(self._unsaved)

    def take_notices(self) -> tuple[Notice, ...]:
        """Return that saving failed, once until it has succeeded again."""
        if self._unsaved is None or self._has_told:
            return ()
        self._has_told = True
        return (Notice(NoticeCode.CANNOT_SAVE_SETTINGS, self.path),)
