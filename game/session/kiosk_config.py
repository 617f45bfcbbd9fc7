"""How a public machine is set up: the operator's file, and the changes made at the machine."""

import tomllib
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, fields, replace
from enum import Enum
from pathlib import Path
from typing import Any

import tomli_w

from game.rules.magdagdon.board import Difficulty
from game.session.clock import Clock, utc_now
from game.session.files import TooLargeError, keep_aside, read_limited, write_atomic
from game.session.pin import hash_pin, is_pin_hash
from game.session.settings import MAX_TEXT_SIZE, MIN_TEXT_SIZE, THEMES, Settings

MAX_KIOSK_BYTES = 256_000
OVERRIDES = "kiosk.toml"
"""The file in the data folder with what the operator changed at the machine."""
ROTATIONS = (0, 90, 180, 270)
MAX_MONITOR = 63
MIN_IDLE, MAX_IDLE = 10, 3600
MIN_COUNTDOWN, MAX_COUNTDOWN = 5, 120


@dataclass(frozen=True, slots=True)
class KioskConfig:
    """A public machine as its operator wants it; the defaults are what an empty file means."""

    pin_hash: str = field(default="", repr=False)
    """What `game.session.pin` keeps of the PIN; never "" once it was read by `KioskFile`."""
    monitor: int = 0
    """The screen to fill, counted as the system counts them."""
    rotation: int = 0
    """Degrees by which the picture is turned clockwise: one of `ROTATIONS`."""
    idle_seconds: int = 60
    """Seconds without a touch after which a visitor counts as gone."""
    countdown_seconds: int = 20
    """Seconds that "Still there?" waits for an answer."""
    languages: tuple[str, ...] = ()
    """Codes of the languages offered; empty for all."""
    language: str = ""
    """The language that each visitor meets; "" follows the system."""
    text_size: int = 100
    """Percent, as in the settings."""
    theme: str = "ember"
    difficulties: tuple[Difficulty, ...] = ()
    """The difficulties offered; empty for all."""
    volume_limit: int = 100
    """The loudest that a visitor can choose, 0 to 100."""
    blocked_names: tuple[str, ...] = ()
    """Names that are not taken into the high scores, besides those that never are."""
    asks_name: bool = True
    scores_url: str = field(default="", repr=False)
    """The database that several kiosks share; "" for none. It may hold a password."""
    kiosk_name: str = ""
    heartbeat: Path | None = None
    """The file that is written anew as long as frames go on."""
    export_folder: Path | None = None

    @property
    def offered_difficulties(self) -> tuple[Difficulty, ...]:
        """The difficulties that a visitor may choose."""
        return self.difficulties or tuple(Difficulty)

    def offered_languages(self, available: Iterable[str]) -> tuple[str, ...]:
        """Return the codes of *available* languages that a visitor may choose."""
        return tuple(code for code in available if not self.languages or code in self.languages)

    def visitor_settings(self) -> Settings:
        """Return the settings that each visitor meets."""
        usual = Settings()
        return Settings(
            difficulty=self.offered_difficulties[0],
            sound_volume=min(usual.sound_volume, self.volume_limit),
            text_size=self.text_size,
            theme=self.theme,
            is_fullscreen=True,
            language=self.language,
            is_tutorial_done=True,  # nobody is asked about a tour; the title leads to it
        )

    def with_operator(self, **changes: Any) -> "KioskConfig":
        """Return this with the operator's *changes*, named and typed as the fields here."""
        return replace(self, **changes)


class KioskFault(Enum):
    """What keeps a kiosk from starting."""

    UNREADABLE = "the configuration can't be opened"
    NO_TOML = "the configuration is no TOML"
    UNKNOWN_KEY = "there is no such key"
    WRONG_VALUE = "the key can't have this value"
    NO_PIN = "no PIN is set"


class KioskConfigError(ValueError):
    """A configuration that no kiosk can start with."""

    def __init__(self, fault: KioskFault, key: str = "", detail: str = "") -> None:
        """*key* is the entry meant, *detail* what the reader said about a file that is no TOML."""
        super().__init__(f"{fault.value}: {key or detail}")
        self.fault = fault
        self.key = key
        self.detail = detail


def _text(longest: int = 200) -> Callable[[object], str]:
    def read(value: object) -> str:
        if not isinstance(value, str):
            raise TypeError(value)
        if len(value) > longest or not value.isprintable():
            raise ValueError(value)
        return value

    return read


def _whole(lowest: int, highest: int) -> Callable[[object], int]:
    def read(value: object) -> int:
        if isinstance(value, bool) or not isinstance(value, int):
            raise TypeError(value)
        if not lowest <= value <= highest:
            raise ValueError(value)
        return value

    return read


def _one_of(choices: Iterable[object]) -> Callable[[object], Any]:
    possible = tuple(choices)

    def read(value: object) -> object:
        if isinstance(value, bool) or value not in possible:
            raise ValueError(value)
        return value

    return read


def _list_of(read_one: Callable[[object], Any]) -> Callable[[object], tuple[Any, ...]]:
    def read(value: object) -> tuple[Any, ...]:
        if not isinstance(value, list):
            raise TypeError(value)
        return tuple(dict.fromkeys(map(read_one, value)))

    return read


def _bool(value: object) -> bool:
    if not isinstance(value, bool):
        raise TypeError(value)
    return value


def _difficulty(value: object) -> Difficulty:
    return Difficulty[_text()(value).upper()]


def _pin_hash(value: object) -> str:
    text = _text()(value)
    if not is_pin_hash(text):
        raise ValueError(len(text))
    return text


class KioskFile:
    """The operator's file (which may be read-only) under the changes kept in the data folder."""

    def __init__(
        self, path: Path | None, folder: Path, languages: Iterable[str], now: Clock = utc_now
    ) -> None:
        """*path* is the operator's file, if any; *languages* are the codes that there are."""
        self.path = path
        self.folder = folder
        self.overrides = folder / OVERRIDES
        self.complaints: list[str] = []
        """For the log: what of the changes in the data folder could not be used."""
        self._now = now
        self._changes: dict[str, Any] = {}
        self._unsaved = False
        codes = tuple(languages)
        self._readers: Mapping[str, Callable[[object], Any]] = {
            "pin": lambda value: hash_pin(_text()(value)),
            "pin_hash": _pin_hash,
            "monitor": _whole(0, MAX_MONITOR),
            "rotation": _one_of(ROTATIONS),
            "idle_seconds": _whole(MIN_IDLE, MAX_IDLE),
            "countdown_seconds": _whole(MIN_COUNTDOWN, MAX_COUNTDOWN),
            "languages": _list_of(_one_of(codes)),
            "language": _one_of(("", *codes)),
            "text_size": _whole(MIN_TEXT_SIZE, MAX_TEXT_SIZE),
            "theme": _one_of(THEMES),
            "difficulties": _list_of(_difficulty),
            "volume_limit": _whole(0, 100),
            "blocked_names": _list_of(_text(40)),
            "asks_name": _bool,
            "scores_url": _text(2000),
            "kiosk_name": _text(40),
            "heartbeat": self._path,
            "export_folder": self._path,
        }

    def _path(self, value: object) -> Path | None:
        """Return the path *value*, which counts from the data folder; None for ""."""
        text = _text(4000)(value)
        return self.folder / text if text else None

    def load(self) -> KioskConfig:
        """Return the configuration.

        Raises KioskConfigError where the operator's own file is wrong or no PIN is set. What is
        wrong with the changes made at the machine keeps no machine from starting.
        """
        config = KioskConfig(**self._of_operator())
        self._changes = self._of_machine()
        config = self._laid_over(config)
        if not config.pin_hash:
            raise KioskConfigError(KioskFault.NO_PIN)
        return config

    def change(self, config: KioskConfig, **changes: Any) -> KioskConfig:
        """Return *config* with the operator's *changes*, and keep them in the data folder.

        Raises OSError where they can't be kept; `retry` keeps them as soon as it can be done.
        """
        self._changes |= {key: _plain(value) for key, value in changes.items()}
        self._unsaved = True
        with suppress(OSError):
            self._save()
        return config.with_operator(**changes)

    def retry(self) -> None:
        """Keep the changes that could not be kept, if there are any."""
        if self._unsaved:
            with suppress(OSError):
                self._save()

    @property
    def is_saved(self) -> bool:
        """Whether all changes lie on the disk."""
        return not self._unsaved

    def set_pin(self, pin: str) -> None:
        """Make *pin* the PIN, whatever it was before, whether or not the rest is any good.

        Raises ValueError where it is none, and OSError.
        """
        pin_hash = hash_pin(pin)
        self._changes = self._of_machine() | {"pin_hash": pin_hash}
        self._save()

    def _save(self) -> None:
        write_atomic(self.overrides, tomli_w.dumps(self._changes).encode())
        self._unsaved = False

    # ------------------------------------------------------------------ reading

    def _of_operator(self) -> dict[str, Any]:
        if self.path is None:
            return {}
        try:
            text = read_limited(self.path, MAX_KIOSK_BYTES).decode("utf-8-sig")
            table = tomllib.loads(text)
        except OSError as error:
            reason = error.strerror or ""
            raise KioskConfigError(KioskFault.UNREADABLE, detail=reason) from error
        except (TooLargeError, ValueError, RecursionError) as error:
            is_toml = isinstance(error, tomllib.TOMLDecodeError)
            detail = str(error) if is_toml else ""
            raise KioskConfigError(KioskFault.NO_TOML, detail=detail) from error
        values = {}
        for key, value in table.items():
            read = self._readers.get(key)
            if read is None:
                raise KioskConfigError(KioskFault.UNKNOWN_KEY, key)
            try:
                values[_field(key)] = read(value)
            except (KeyError, TypeError, ValueError):
                # Its cause may hold the PIN or a password: it goes no further.
                raise KioskConfigError(KioskFault.WRONG_VALUE, key) from None
        if values.get("languages") and values.get("language", "") not in {"", *values["languages"]}:
            raise KioskConfigError(KioskFault.WRONG_VALUE, "language")
        return values

    def _of_machine(self) -> dict[str, Any]:
        """Return the entries of the changes as they stand in their file."""
        try:
            data = read_limited(self.overrides, MAX_KIOSK_BYTES)
            return tomllib.loads(data.decode("utf-8-sig"))
        except FileNotFoundError:
            return {}
        except OSError as error:
            self.complaints.append(f"{OVERRIDES} can't be opened: {error.strerror}")
        except (TooLargeError, ValueError, RecursionError):
            kept = keep_aside(self.overrides, self._now())
            name = kept.name if kept else OVERRIDES
            self.complaints.append(f"{OVERRIDES} can't be read; it is kept as {name}")
        return {}

    def _laid_over(self, config: KioskConfig) -> KioskConfig:
        for key, value in self._changes.items():
            read = self._readers.get(key)
            if read is None:
                self.complaints.append(f"{OVERRIDES}: {key} is unknown")
                continue
            try:
                config = replace(config, **{_field(key): read(value)})
            except (KeyError, TypeError, ValueError):
                self.complaints.append(f"{OVERRIDES}: {key} has no possible value")
        if config.languages and config.language not in {"", *config.languages}:
            config = replace(config, language=config.languages[0])
        return config


KIOSK_KEYS = ("pin", *(item.name for item in fields(KioskConfig)))
"""The keys that a configuration may have."""


def _field(key: str) -> str:
    return "pin_hash" if key == "pin" else key


def _plain(value: Any) -> Any:
    """Return *value* of a field as it stands in a file."""
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    if isinstance(value, Difficulty):
        return value.name.lower()
    if value is None:
        return ""
    return str(value) if isinstance(value, Path) else value
