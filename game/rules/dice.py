"""The dice stream: seed, turn and throw give the same values on every machine, for ever."""

import hashlib

from game.rules.api import Throw

MAX_SEED_LENGTH = 64


class SeedError(ValueError):
    """A text that cannot be a seed: empty, too long, or with a blank or control character."""


def check_seed(seed: str) -> str:
    """Return *seed* if it can be one: 1 to 64 printable characters without blanks.

    Raises SeedError otherwise.
    """
    if not 1 <= len(seed) <= MAX_SEED_LENGTH or not seed.isprintable() or " " in seed:
        raise SeedError(seed)
    try:
        seed.encode()
    except UnicodeEncodeError as error:  # a lone surrogate has no bytes to hash
        raise SeedError(seed) from error
    return seed


def commitment(seed: str) -> str:
    """Return the SHA-256 of *seed* in hexadecimal: it binds the dice without telling them."""
    return hashlib.sha256(f"magdagdon seed {seed}".encode()).hexdigest()


def roll_die(seed: str, turn: int, number: int, place: int, sides: int = 6) -> int:
    """Return the value (1 to *sides*) of tray *place* in throw *number* of *turn* (M2.1, M2.7).

    The bytes of SHA-256 over seed and place are read in order; the first byte below the largest
    multiple of *sides* decides, so that every value is exactly equally likely.
    """
    limit = 256 - 256 % sides
    block = 0
    while True:
        text = f"{seed}:{turn}:{number}:{place}:{block}"
        for byte in hashlib.sha256(text.encode()).digest():
            if byte < limit:
                return byte % sides + 1
        block += 1


def roll(seed: str, throw: Throw) -> tuple[int, ...]:
    """Return the values of the dice in *throw*, place by place."""
    return tuple(roll_die(seed, throw.turn, throw.number, place) for place in throw.places)
