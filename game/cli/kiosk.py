"""Starting a public machine: its configuration, and a new PIN from a shell."""

import argparse
import getpass
import sys
from pathlib import Path

from game.cli.console import complain
from game.session.fleet import FleetError, check_url
from game.session.kiosk_config import KioskConfig, KioskConfigError, KioskFile
from game.session.pin import is_pin
from game.ui.fleet_wording import explain_fleet
from game.ui.kiosk_wording import explain_kiosk
from game.ui.language import _, available_languages

BAD_INPUT = 2


def kiosk_file(options: argparse.Namespace, folder: Path) -> KioskFile:
    """Return the configuration that *options* name, over the data *folder*."""
    return KioskFile(options.config, folder, available_languages())


def load_kiosk(file: KioskFile) -> KioskConfig | int:
    """Return the configuration in *file*, or the exit code after saying what is wrong with it."""
    try:
        config = file.load()
        if config.scores_url:
            check_url(config.scores_url)
    except FleetError as error:
        complain(explain_fleet(error.fault))
        return BAD_INPUT
    except KioskConfigError as error:
        complain(explain_kiosk(error, (file.path or file.overrides).name))
        return BAD_INPUT
    return config


def reset_pin(file: KioskFile) -> int:
    """Ask for a new PIN, or read it from standard input, and keep it; return the exit code."""
    if sys.stdin is not None and sys.stdin.isatty():
        pin = getpass.getpass(_("New PIN, 4 to 8 digits: "))
    else:
        pin = "" if sys.stdin is None else sys.stdin.readline(100)
    if not is_pin(pin.strip()):
        complain(_("A PIN has 4 to 8 digits; the old one stays."))
        return BAD_INPUT
    file.set_pin(pin.strip())
    print(_("The new PIN counts from the next start of the kiosk on."))
    return 0
