"""The language of the player: translations, numbers, dates; English where nothing else is known."""

import gettext
import os
import re
import struct
import sys
from datetime import datetime
from pathlib import Path

DOMAIN = "magdagdon"
SOURCE_LANGUAGE = "en"
LOCALE_FOLDER = Path(__file__).parent.parent / "locale"

_translations: gettext.NullTranslations = gettext.NullTranslations()
_current = SOURCE_LANGUAGE


def _(message: str) -> str:
    """Return *message* in the player's language."""
    return _translations.gettext(message)


def n_(singular: str, plural: str, number: int) -> str:
    """Return the form for *number* things, with `{number}` still to be filled in."""
    return _translations.ngettext(singular, plural, number)


def p_(context: str, message: str) -> str:
    """Return *message* as it is meant in *context*."""
    return _translations.pgettext(context, message)


def current_language() -> str:
    """Return the code of the language in use."""
    return _current


def available_languages() -> tuple[str, ...]:
    """Return the codes of the languages there are, English first."""
    folders = LOCALE_FOLDER.iterdir() if LOCALE_FOLDER.is_dir() else ()
    found = {each.name for each in folders if (each / "LC_MESSAGES" / f"{DOMAIN}.mo").is_file()}
    return (SOURCE_LANGUAGE, *sorted(found - {SOURCE_LANGUAGE}))


def language_name(code: str) -> str:
    """Return what the language *code* calls itself."""
    # TRANSLATORS: the name of your language in your language, such as "Lietuvių".
    return _load(code).pgettext("this language", "English")


def alphabet(code: str) -> str:
    """Return the letters of the language *code* for keys on the screen, rows divided by "|"."""
    # TRANSLATORS: the keys for typing a name in your language, rows divided by "|", keys by a
    # space; rows of at most 10. Capitals where there are any; a sign that stands on a letter is a
    # key of its own.
    return _load(code).pgettext(
        "alphabet", "Q W E R T Y U I O P | A S D F G H J K L | Z X C V B N M"
    )


def set_language(code: str | None = None) -> str:
    """Speak the language *code*, or the system's where it is None or "", and return its code.

    What is not there is answered in English.
    """
    global _translations, _current  # noqa: PLW0603 - a program speaks one language at a time
    wanted = [code] if code else system_languages()
    _current = next(filter(None, map(match_language, wanted)), SOURCE_LANGUAGE)
    _translations = _load(_current)
    return _current


def match_language(name: str) -> str | None:
    """Return the language there is for *name*, such as `lt`, `lt-LT` or `lt_LT.UTF-8`, or None."""
    plain = re.split("[.@]", name, maxsplit=1)[0].replace("-", "_").lower()
    if plain in {"c", "posix"}:
        return SOURCE_LANGUAGE
    known = {code.lower(): code for code in available_languages()}
    return known.get(plain) or known.get(plain.partition("_")[0])


def system_languages() -> list[str]:
    """Return the languages that the system asks for, the best first; empty where it asks none."""
    # LANGUAGE is a list and goes before the others, of which the first that is set decides.
    wanted = os.environ.get("LANGUAGE", "").split(":")
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    wanted.append(next(filter(None, (os.environ.get(name) for name in names)), ""))
    if sys.platform == "win32" and not any(wanted):
        import ctypes  # noqa: PLC0415 - only Windows needs it
        import locale  # noqa: PLC0415 - only Windows needs it

        number = ctypes.windll.kernel32.GetUserDefaultUILanguage()
        wanted.append(locale.windows_locale.get(number, ""))
    return [name for name in wanted if name]


def format_number(value: float, decimals: int = 0) -> str:
    """Return *value* with the true minus sign and the language's decimal mark."""
    digits = f"{abs(value):.{decimals}f}"
    sign = "−" if value < 0 and digits.strip("0.") else ""
    # TRANSLATORS: the mark between whole number and decimals, "." or ",".
    return sign + digits.replace(".", p_("decimal mark", "."))


def format_signed(value: float, decimals: int = 0) -> str:
    """Return *value* with its sign: +60, −15, 0."""
    return ("+" if round(value, decimals) > 0 else "") + format_number(value, decimals)


def format_duration(seconds: float) -> str:
    """Return a span of time as minutes and seconds, 4:05, or with hours, 1:04:05."""
    minutes, second = divmod(max(0, int(seconds)), 60)
    hour, minute = divmod(minutes, 60)
    return f"{hour}:{minute:02}:{second:02}" if hour else f"{minute}:{second:02}"


def format_date(moment: datetime) -> str:
    """Return the day of *moment* as it is at the player's place and in their language."""
    try:
        local = moment.astimezone()
    except (OSError, OverflowError, ValueError):  # some systems know no zone for far years
        local = moment
    # TRANSLATORS: how a date is written; use {day}, {month} (number), {month_name} and {year};
    # {day:02} and {month:02} have two digits.
    pattern = p_("date", "{day} {month_name} {year}")
    name = _month_names()[local.month - 1]
    return pattern.format(day=local.day, month=local.month, month_name=name, year=local.year)


def _month_names() -> tuple[str, ...]:
    # TRANSLATORS: months as they stand in a date.
    return (
        p_("month", "January"),
        p_("month", "February"),
        p_("month", "March"),
        p_("month", "April"),
        p_("month", "May"),
        p_("month", "June"),
        p_("month", "July"),
        p_("month", "August"),
        p_("month", "September"),
        p_("month", "October"),
        p_("month", "November"),
        p_("month", "December"),
    )


def _load(code: str) -> gettext.NullTranslations:
    try:
        return gettext.translation(DOMAIN, str(LOCALE_FOLDER), [code], fallback=True)
    except (OSError, ValueError, LookupError, struct.error):
        # A damaged catalogue must not keep anyone from playing.
        return gettext.NullTranslations()
