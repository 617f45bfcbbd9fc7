"""The score: base, line bonuses, ruins and Powers (M7)."""

from dataclasses import dataclass
from enum import Enum
from itertools import pairwise

from game.rules.magdagdon.board import LINES, RUIN, Board, Difficulty, is_number

RUIN_COST = 15


class Bonus(Enum):
    """What a full line can earn; the value is its points (M7.2)."""

    STRAIGHT = 60
    FOUR_OF_A_KIND = 40
    TWO_PAIRS = 20


def line_contents(board: Board, line: int) -> tuple[int, ...]:
    """Return what stands in *line* (0–3 rows, 4–7 columns), in reading order."""
    return tuple(board[cell] for cell in LINES[line])


def line_sum(board: Board, line: int) -> int:
    """Return the sum of the numbers in *line*; ruins and empty cells add nothing (M7.1, M7.5)."""
    return sum(content for content in line_contents(board, line) if is_number(content))


def bonus_of(contents: tuple[int, ...]) -> Bonus | None:
    """Return the bonus of a line's four *contents*, or None (M7.2–M7.5)."""
    if not all(map(is_number, contents)):
        return None
    steps = {b - a for a, b in pairwise(contents)}
    if steps in ({1}, {-1}):
        return Bonus.STRAIGHT
    counts = sorted(contents.count(value) for value in set(contents))
    return {(4,): Bonus.FOUR_OF_A_KIND, (2, 2): Bonus.TWO_PAIRS}.get(tuple(counts))


def line_bonus(board: Board, line: int) -> Bonus | None:
    """Return the bonus that *line* earns on *board*, or None."""
    return bonus_of(line_contents(board, line))


@dataclass(frozen=True, slots=True)
class Score:
    """A score with its parts; *ruins* is a count, *powers_cost* a positive number of points."""

    base: int
    straights: int
    fours: int
    pairs: int
    ruins: int
    powers_cost: int

    @property
    def bonus(self) -> int:
        """Points of all line bonuses together."""
        return (
            self.straights * Bonus.STRAIGHT.value
            + self.fours * Bonus.FOUR_OF_A_KIND.value
            + self.pairs * Bonus.TWO_PAIRS.value
        )

    @property
    def ruins_cost(self) -> int:
        """Points that the ruins cost (M7.6)."""
        return self.ruins * RUIN_COST

    @property
    def total(self) -> int:
        """The score; it can be negative (M7.7)."""
        return self.base + self.bonus - self.ruins_cost - self.powers_cost


def score_board(board: Board, difficulty: Difficulty, powers_used: int) -> Score:
    """Return the score of *board* as it stands (M7)."""
    bonuses = [line_bonus(board, line) for line in range(len(LINES))]
    return Score(
        base=sum(line_sum(board, line) for line in range(len(LINES))),
        straights=bonuses.count(Bonus.STRAIGHT),
        fours=bonuses.count(Bonus.FOUR_OF_A_KIND),
        pairs=bonuses.count(Bonus.TWO_PAIRS),
        ruins=board.count(RUIN),
        powers_cost=sum(difficulty.power_costs[:powers_used]),
    )
