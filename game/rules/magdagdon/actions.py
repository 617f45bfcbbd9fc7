"""The actions of MAGDAGDON and their text notation."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from game.rules.api import NotationError
from game.rules.magdagdon.board import CELL_NAMES

DICE = 4
"""Dice in a roll, and places in the tray (M2.1)."""


@dataclass(frozen=True, slots=True, order=True)
class Roll:
    """Throw the four dice (M2.1): `roll`."""


@dataclass(frozen=True, slots=True, order=True)
class Rolled:
    """Chance: the dice in the air come down as *values*, place by place: `rolled 3 1 4 6`."""

    values: tuple[int, ...]


@dataclass(frozen=True, slots=True, order=True)
class Stage:
    """Stage tray place *die* on *cell* (M2.2): `stage 2 b3`."""

    die: int
    cell: int


@dataclass(frozen=True, slots=True, order=True)
class Take:
    """Take the staged die on *cell* back (M2.5): `take b3`."""

    cell: int


@dataclass(frozen=True, slots=True, order=True)
class Confirm:
    """Make the staged dice permanent and end the turn (M2.4, M2.6): `confirm`."""


@dataclass(frozen=True, slots=True, order=True)
class Lower:
    """Majda Power: tray place *die* goes down by 1 (M5.1): `lower 0`."""

    die: int


@dataclass(frozen=True, slots=True, order=True)
class Raise:
    """Majda Power: tray place *die* goes up by 1 (M5.1): `raise 1`."""

    die: int


@dataclass(frozen=True, slots=True, order=True)
class Reroll:
    """Majda Power: the tray places *dice*, ascending, are thrown again (M5.2): `reroll 0 3`."""

    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True, order=True)
class Ruin:
    """Accept MAGDAGDON: *cell* becomes a ruin and the turn ends (M6.3): `ruin c4`."""

    cell: int


Action = Roll | Rolled | Stage | Take | Confirm | Lower | Raise | Reroll | Ruin


class ActionFault(Enum):
    """Why a text is no action."""

    UNKNOWN_ACTION = "unknown action"
    BAD_ARGUMENTS = "wrong arguments"


def format_action(action: Action) -> str:
    """Return *action* in text notation; `parse_action` reads it back."""
    match action:
        case Roll() | Confirm():
            return type(action).__name__.lower()
        case Rolled(numbers) | Reroll(numbers):
            return " ".join([type(action).__name__.lower(), *map(str, numbers)])
        case Stage(die, cell):
            return f"stage {die} {CELL_NAMES[cell]}"
        case Lower(die) | Raise(die):
            return f"{type(action).__name__.lower()} {die}"
        case Take(cell) | Ruin(cell):
            return f"{type(action).__name__.lower()} {CELL_NAMES[cell]}"


_DIE = "[0-3]"
_CELL = "[a-d][1-4]"
_PATTERNS: dict[str, tuple[str, Callable[[list[str]], Action]]] = {
    "roll": ("", lambda _: Roll()),
    "rolled": ("( [1-6]){1,4}", lambda words: Rolled(tuple(map(int, words)))),
    "stage": (f" {_DIE} {_CELL}", lambda words: Stage(int(words[0]), CELL_NAMES.index(words[1]))),
    "take": (f" {_CELL}", lambda words: Take(CELL_NAMES.index(words[0]))),
    "confirm": ("", lambda _: Confirm()),
    "lower": (f" {_DIE}", lambda words: Lower(int(words[0]))),
    "raise": (f" {_DIE}", lambda words: Raise(int(words[0]))),
    "reroll": (f"( {_DIE}){{1,4}}", lambda words: Reroll(tuple(map(int, words)))),
    "ruin": (f" {_CELL}", lambda words: Ruin(CELL_NAMES.index(words[0]))),
}


def parse_action(text: str) -> Action:
    """Return the action that *text* denotes. Raises NotationError."""
    word, _, arguments = text.partition(" ")
    if word not in _PATTERNS:
        raise NotationError(ActionFault.UNKNOWN_ACTION, 1, word)
    pattern, build = _PATTERNS[word]
    rest = text[len(word) :]
    if not re.fullmatch(pattern, rest, re.ASCII):
        raise NotationError(ActionFault.BAD_ARGUMENTS, len(word) + 2, arguments)
    return build(rest.split())
