"""What is wrong with a kiosk's configuration, in words."""

from game.session import kiosk_config as limits
from game.session.kiosk_config import KIOSK_KEYS, KioskConfigError, KioskFault
from game.session.settings import MAX_TEXT_SIZE, MIN_TEXT_SIZE, THEMES
from game.ui.language import _, available_languages
from game.ui.wording import quote


def explain_kiosk(error: KioskConfigError, name: str) -> str:
    """Return *error* in the configuration file *name* as one sentence that says what to do."""
    match error.fault:
        case KioskFault.UNREADABLE:
            sentence = _("{name} can't be opened: {reason}.")
            return sentence.format(name=quote(name), reason=error.detail)
        case KioskFault.NO_TOML:
            if not error.detail:
                return _("{name} is no TOML file.").format(name=quote(name))
            sentence = _("{name} is no TOML file: {reason}.")
            return sentence.format(name=quote(name), reason=error.detail.rstrip("."))
        case KioskFault.UNKNOWN_KEY:
            sentence = _("{name}: there is no entry {key}; there are {keys}.")
            return sentence.format(name=quote(name), key=quote(error.key), keys=_list(KIOSK_KEYS))
        case KioskFault.WRONG_VALUE:
            rule = _rules()[error.key]
            return _("{name}: {key} must be {rule}.").format(
                name=quote(name), key=error.key, rule=rule
            )
        case KioskFault.NO_PIN:
            return _(
                "A kiosk needs a PIN: give its configuration an entry pin of 4 to 8 digits, "
                "or set one by {command}."
            ).format(command="magdagdon --kiosk --reset-pin")


def _list(words: tuple[str, ...]) -> str:
    return ", ".join(words)


def _rules() -> dict[str, str]:
    """Return for each key what its value must be."""
    codes = _list(available_languages())
    text = _("a text of one line in quotation marks")
    number = _("a whole number from {lowest} to {highest}")
    return {
        "pin": _("4 to 8 digits in quotation marks"),
        "pin_hash": _("as {command} has written it").format(command="--reset-pin"),
        "monitor": number.format(lowest=0, highest=limits.MAX_MONITOR),
        "rotation": _("one of {choices}").format(choices=_list(tuple(map(str, limits.ROTATIONS)))),
        "idle_seconds": number.format(lowest=limits.MIN_IDLE, highest=limits.MAX_IDLE),
        "countdown_seconds": number.format(
            lowest=limits.MIN_COUNTDOWN, highest=limits.MAX_COUNTDOWN
        ),
        "languages": _("a list of {choices}").format(choices=codes),
        "language": _("one of {choices} that is offered").format(choices=codes),
        "text_size": number.format(lowest=MIN_TEXT_SIZE, highest=MAX_TEXT_SIZE),
        "theme": _("one of {choices}").format(choices=_list(THEMES)),
        "difficulties": _("a list of {choices}").format(choices="peaceful, survival, nightmare"),
        "volume_limit": number.format(lowest=0, highest=100),
        "blocked_names": _("a list of names in quotation marks"),
        "asks_name": _("true or false"),
        "scores_url": text,
        "kiosk_name": text,
        "heartbeat": text,
        "export_folder": text,
    }
