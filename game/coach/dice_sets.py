"""Multisets of up to four dice, numbered: what a die more or less makes of each, and chances.

Number 0 is no dice; the 126 rolls are the last. A multiset of fewer dice has a smaller number.
"""

from itertools import combinations_with_replacement
from math import factorial, prod

DICE_SETS = tuple(
    dice for size in range(5) for dice in combinations_with_replacement(range(1, 7), size)
)
"""All multisets, as ascending tuples."""

NUMBER = {dice: number for number, dice in enumerate(DICE_SETS)}
ROLLS = range(len(DICE_SETS) - 126, len(DICE_SETS))


def _more(dice: tuple[int, ...]) -> tuple[int, ...]:
    if len(dice) == 4:
        return ()
    return (0, *(NUMBER[tuple(sorted((*dice, value)))] for value in range(1, 7)))


def _less(dice: tuple[int, ...]) -> tuple[int, ...]:
    without = (dice[:at] + dice[at + 1 :] for at in range(len(dice)))
    return tuple(sorted({NUMBER[rest] for rest in without}))


def _nudged(dice: tuple[int, ...]) -> tuple[int, ...]:
    """Return the rolls that LOWER or RAISE of one die makes of *dice* (M5.1)."""
    changed = []
    for at, value in enumerate(dice):
        if at and dice[at - 1] == value:
            continue
        for step in (-1, 1):
            if 1 <= value + step <= 6:
                changed.append(tuple(sorted((*dice[:at], value + step, *dice[at + 1 :]))))
    return tuple(NUMBER[roll] for roll in changed)


MORE = tuple(map(_more, DICE_SETS))
"""By number and value: the number with one die more."""
LESS = tuple(map(_less, DICE_SETS))
"""The numbers with one die less, each once."""
NUDGED = {roll: _nudged(DICE_SETS[roll]) for roll in ROLLS}
KEPT = tuple(range(ROLLS.start - 1, -1, -1))
"""What a reroll can keep: every multiset of fewer than four dice, most dice first."""


def _parts(number: int) -> frozenset[int]:
    parts = {number}
    for less in LESS[number]:
        parts |= _parts(less)
    return frozenset(parts)


PARTS = {roll: _parts(roll) for roll in ROLLS}
"""Every multiset that is part of a roll, the roll itself included."""

CHANCE = {
    roll: factorial(4)
    / prod(factorial(DICE_SETS[roll].count(value)) for value in range(1, 7))
    / 6**4
    for roll in ROLLS
}
"""How likely each roll is."""


def number_of(dice: tuple[int, ...]) -> int:
    """Return the number of the multiset of *dice*, in any order."""
    return NUMBER[tuple(sorted(dice))]
