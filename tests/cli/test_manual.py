"""The manual page names all that the command line knows."""

import argparse
import re
from pathlib import Path

from game.cli.arguments import build_parser
from game.ui.language import set_language

MANUAL = Path(__file__).parents[2] / "build" / "linux" / "magdagdon.6"


def test_manual_names_every_option_and_command() -> None:
    set_language("en")
    text = re.sub(r"\\f.", "", MANUAL.read_text(encoding="utf-8").replace(r"\-", "-"))
    parser = build_parser()
    names = [name for name in parser._option_string_actions if name.startswith("--")]
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            names += action.choices
    assert len(names) > 12
    assert not [name for name in names if not re.search(rf"(?<![\w-]){name}(?![\w-])", text)]
