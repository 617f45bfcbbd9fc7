"""The coach for the command line: found, loaded, and what it says as text or JSON."""

from pathlib import Path
from typing import Any

from game.app.resources import data_folder
from game.cli.console import NoCoachError
from game.coach.advice import Choice, Reason
from game.coach.assets import TableError
from game.coach.coach import Coach
from game.rules.magdagdon.actions import format_action
from game.rules.magdagdon.board import CELL_NAMES
from game.rules.magdagdon.notation import format_board


def tables() -> Path:
    """Return the folder of the coach's tables. Raises OSError."""
    return data_folder() / "assets" / "coach"


def load_coach() -> Coach:
    """Return the coach with the tables of this program. Raises NoCoachError."""
    try:
        return Coach.load(tables())
    except (OSError, TableError, UnicodeDecodeError) as error:
        raise NoCoachError(str(error)) from error


def points(value: float) -> float:
    """Return *value* as JSON shows it, to a hundredth of a point."""
    return round(value, 2)


def choice_as_json(choice: Choice) -> dict[str, Any]:
    """Return what *choice* does and is worth."""
    return {
        "kind": choice.kind.name.lower(),
        "expected": points(choice.expected),
        "board": format_board(choice.board),
        "actions": [format_action(action) for action in choice.actions],
    }


def reason_as_json(reason: Reason) -> dict[str, Any]:
    """Return the code of *reason* and the parameters that it fills."""
    answer: dict[str, Any] = {"code": reason.code.value}
    if reason.line is not None:
        answer["line"] = "1234abcd"[reason.line]
    if reason.cell is not None:
        answer["cell"] = CELL_NAMES[reason.cell]
    if reason.bonus is not None:
        answer["bonus"] = reason.bonus.name.lower()
    if reason.values:
        answer["values"] = list(reason.values)
    if reason.placed:
        answer["placed"] = [f"{value} {CELL_NAMES[cell]}" for value, cell in reason.placed]
    for name in ("cost", "gain", "percent", "other", "points"):
        value = getattr(reason, name)
        if value is not None:
            answer[name] = points(value)
    return answer
