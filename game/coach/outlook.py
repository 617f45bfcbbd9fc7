"""What a board is worth before a roll: the best of every roll, Powers and ruins included.

`play[p][roll]` is the best that can be made of a roll with *p* Powers left: the best placement, or
where none reaches the minimum the best ruin; or with a Power left the same of a changed die or of a
reroll, less its cost (M5, M6).
"""

from collections.abc import Sequence
from dataclasses import dataclass

from game.coach.dice_sets import DICE_SETS, KEPT, LESS, MORE, NUDGED, ROLLS

NONE = float("-inf")
"""No legal placement."""


def pass_up(best: list[float]) -> None:
    """Let every multiset have at least what its parts have: dice may be left over (M2.4)."""
    for number in range(1, len(best)):
        top = best[number]
        for less in LESS[number]:
            if best[less] > top:
                top = best[less]
        best[number] = top


def expect(play: list[float]) -> None:
    """Fill in what keeping fewer dice is worth: the mean over one die more."""
    for number in KEPT:
        _, a, b, c, d, e, f = MORE[number]
        play[number] = (play[a] + play[b] + play[c] + play[d] + play[e] + play[f]) / 6


def use_powers(play: list[float], below: Sequence[float], cost: float) -> None:
    """Let the rolls of *play* use one Power of *cost*, after which *below* holds (M5)."""
    reroll = list(below)
    for roll in ROLLS:
        reroll[roll] = NONE
    pass_up(reroll)
    for roll in ROLLS:
        best = reroll[roll]
        for nudged in NUDGED[roll]:
            if below[nudged] > best:
                best = below[nudged]
        if best - cost > play[roll]:
            play[roll] = best - cost


@dataclass(frozen=True, slots=True)
class Outlook:
    """A board before a roll, by Powers left; numbers of multisets index the inner lists."""

    play: tuple[list[float], ...]
    """Best of a roll; for fewer dice, the mean over rerolls that keep them; for none, the value."""

    def value(self, left: int) -> float:
        """Return the mean over all rolls with *left* Powers."""
        return self.play[left][0]


def settle(best: Sequence[list[float]], ruin: Sequence[float], costs: Sequence[float]) -> Outlook:
    """Return the outlook from the best placement of each multiset and the best ruin, by level.

    `costs[p]` is the cost of the Power used while *p* are left; *best* is passed up in place.
    """
    levels: list[list[float]] = []
    for left, placed in enumerate(best):
        pass_up(placed)
        play = [NONE] * len(DICE_SETS)
        for roll in ROLLS:
            play[roll] = placed[roll] if placed[roll] > NONE else ruin[left]
        if left:
            use_powers(play, levels[left - 1], costs[left])
        expect(play)
        levels.append(play)
    return Outlook(tuple(levels))
