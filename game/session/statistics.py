"""Figures over finished games: what each was like, their spread, and whether the dice were fair."""

import hashlib
import json
import math
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import astuple, dataclass
from enum import Enum
from pathlib import Path
from typing import Any

from game.rules.magdagdon.engine import Magdagdon
from game.rules.magdagdon.events import DiceRolled, Event, MagdagdonStruck
from game.session.files import read_limited, write_atomic
from game.session.record import Mark, RecordError, RecordFault, parse_record
from game.session.replay import replay
from game.session.score_entry import ScoreEntry

FACES = 6
LEAST_EXPECTED = 5
"""Expected rolls of each face below which the chi-square distribution is no good fit."""
UNUSUAL = 0.05
DOUBTFUL = 0.001
"""A result at least this unlikely is called so."""

_FORMAT = 1
_MOST_BYTES = 64_000_000
_BIN_WIDTHS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000)


@dataclass(frozen=True, slots=True)
class Figures:
    """What one game adds to the statistics."""

    score: int
    turns: int
    powers: int
    ruins: int
    straights: int
    fours: int
    pairs: int
    struck: int
    """Turns in which MAGDAGDON struck, saved by a Power or not."""
    faces: tuple[int, ...]
    """How often each face, from 1, was rolled; nothing where the player chose the seed."""


@dataclass(frozen=True, slots=True)
class Histogram:
    """Scores counted in bins of one *width*; the first begins at *start*."""

    start: int
    width: int
    counts: tuple[int, ...]

    def bin_of(self, score: float) -> float:
        """Return where *score* lies, in bins from the left edge."""
        return (score - self.start) / self.width


class Verdict(Enum):
    """What can be said of how often each face was rolled."""

    TOO_FEW = "too few rolls to tell"
    AS_EXPECTED = "as fair dice do"
    UNUSUAL = "rarer than one time in twenty with fair dice"
    DOUBTFUL = "rarer than one time in a thousand with fair dice"


@dataclass(frozen=True, slots=True)
class FaceTest:
    """The faces rolled, held against fair dice by Pearson's chi-square test."""

    counts: tuple[int, ...]
    chi_square: float
    p_value: float
    """How likely fair dice are to stray at least so far."""
    verdict: Verdict

    @property
    def expected(self) -> float:
        """How often each face is to be expected."""
        return sum(self.counts) / FACES


@dataclass(frozen=True, slots=True)
class Summary:
    """All games of one kind together; counts are sums over them."""

    games: int
    best: int
    worst: int
    average: float
    median: float
    deviation: float
    """Standard deviation of the scores, 0 for a single game."""
    turns: int
    powers: int
    ruins: int
    straights: int
    fours: int
    pairs: int
    struck: int
    histogram: Histogram
    faces: FaceTest


def figures_of(entry: ScoreEntry) -> Figures:
    """Return the figures of the game in *entry*, by playing its record again.

    Raises RecordError where the record can't be played to an end.
    """
    record = parse_record(entry.transcript)
    rules = Magdagdon()
    game = replay(rules, record)
    state = game.final
    if rules.outcome(state) is None:
        raise RecordError(RecordFault.CUT_OFF, record.line_of(len(record.actions)))
    before = [game.initial, *(ply.state for ply in game.plies)]
    events: list[tuple[int, Event]] = [
        (before[index].turn, event) for index, ply in enumerate(game.plies) for event in ply.events
    ]
    rolled = [
        value for _, event in events if isinstance(event, DiceRolled) for value in event.values
    ]
    is_own_seed = Mark.PRACTICE not in entry.marks | record.marks
    score = state.score
    return Figures(
        score=score.total,
        turns=state.turn - 1,
        powers=state.powers_used,
        ruins=score.ruins,
        straights=score.straights,
        fours=score.fours,
        pairs=score.pairs,
        struck=len({turn for turn, event in events if isinstance(event, MagdagdonStruck)}),
        faces=tuple(rolled.count(face + 1) if is_own_seed else 0 for face in range(FACES)),
    )


def summarize(games: Sequence[Figures]) -> Summary | None:
    """Return the summary of *games*, None where there are none."""
    if not games:
        return None
    scores = sorted(game.score for game in games)
    count = len(scores)
    average = sum(scores) / count
    spread = sum((score - average) ** 2 for score in scores)
    middle = count // 2
    return Summary(
        games=count,
        best=scores[-1],
        worst=scores[0],
        average=average,
        median=(scores[middle] + scores[(count - 1) // 2]) / 2,
        deviation=math.sqrt(spread / (count - 1)) if count > 1 else 0.0,
        turns=sum(game.turns for game in games),
        powers=sum(game.powers for game in games),
        ruins=sum(game.ruins for game in games),
        straights=sum(game.straights for game in games),
        fours=sum(game.fours for game in games),
        pairs=sum(game.pairs for game in games),
        struck=sum(game.struck for game in games),
        histogram=histogram(scores),
        faces=judge_faces([sum(game.faces[face] for game in games) for face in range(FACES)]),
    )


def histogram(scores: Sequence[int], most: int = 12) -> Histogram:
    """Return *scores* in at most *most* bins of a round width. Raises ValueError for none."""
    low, high = min(scores), max(scores)
    for width in _BIN_WIDTHS:
        start = low // width * width
        bins = (high - start) // width + 1
        if bins <= most:
            break
    counts = [0] * bins
    for score in scores:
        counts[(score - start) // width] += 1
    return Histogram(start, width, tuple(counts))


# ---------------------------------------------------------------------- fair dice


def judge_faces(counts: Sequence[int]) -> FaceTest:
    """Hold *counts*, the rolls of each face, against dice that roll all faces equally often."""
    expected = sum(counts) / len(counts)
    if not expected:
        return FaceTest(tuple(counts), 0.0, 1.0, Verdict.TOO_FEW)
    chi_square = sum((count - expected) ** 2 / expected for count in counts)
    p_value = chi_square_tail(chi_square, len(counts) - 1)
    verdict = Verdict.AS_EXPECTED
    if expected < LEAST_EXPECTED:
        verdict = Verdict.TOO_FEW
    elif p_value < DOUBTFUL:
        verdict = Verdict.DOUBTFUL
    elif p_value < UNUSUAL:
        verdict = Verdict.UNUSUAL
    return FaceTest(tuple(counts), chi_square, p_value, verdict)


def chi_square_tail(chi_square: float, freedom: int) -> float:
    """Return the probability that chi-square of *freedom* degrees is at least *chi_square*."""
    return upper_gamma(freedom / 2, chi_square / 2)


def upper_gamma(a: float, x: float) -> float:
    """Return the regularised upper incomplete gamma function Q(a, x), for a > 0 and x ≥ 0.

    Below a + 1 by the power series of its complement, above by its continued fraction (Lentz's
    method): each converges fast where it is used. Raises ValueError outside that range.
    """
    if a <= 0 or x < 0:
        raise ValueError(f"Q({a}, {x}) is not defined")
    if x == 0:
        return 1.0
    scale = math.exp(a * math.log(x) - x - math.lgamma(a))
    if x < a + 1:
        return 1.0 - scale * _series(a, x)
    return scale * _continued_fraction(a, x)


_PRECISION = 1e-15
_MOST_TERMS = 10_000


def _series(a: float, x: float) -> float:
    term = total = 1 / a
    for number in range(1, _MOST_TERMS):
        term *= x / (a + number)
        total += term
        if term < total * _PRECISION:
            break
    return total


def _continued_fraction(a: float, x: float) -> float:
    tiny = 1e-300
    b = x + 1 - a
    c, d = 1 / tiny, 1 / b
    result = d
    for number in range(1, _MOST_TERMS):
        numerator = number * (a - number)
        b += 2
        d = 1 / (numerator * d + b or tiny)
        c = b + numerator / c or tiny
        result *= c * d
        if abs(c * d - 1) < _PRECISION:
            break
    return result


# ---------------------------------------------------------------------- many games


class Figuring:
    """Works the figures of many games out, one at a time, and remembers them in a file.

    The file at *path* only saves time: it is keyed by the SHA-256 of each record, and where it is
    missing, damaged or of another version, the games are played again.
    """

    def __init__(self, path: Path, entries: Iterable[ScoreEntry]) -> None:
        """Take what is remembered of *entries*; the others wait for `step`."""
        self._path = path
        self._known = _load(path)
        self._found: list[tuple[ScoreEntry, Figures]] = []
        self._waiting: deque[tuple[str, ScoreEntry]] = deque()
        self._has_new = False
        self.unreadable = 0
        """Games that can't be played again, and so count nowhere."""
        for entry in entries:
            key = hashlib.sha256(entry.transcript.encode("utf-8", "replace")).hexdigest()
            figures = self._known.get(key)
            if figures is None:
                self._waiting.append((key, entry))
            else:
                self._found.append((entry, figures))

    @property
    def done(self) -> int:
        """Games whose figures are there."""
        return len(self._found) + self.unreadable

    @property
    def waiting(self) -> int:
        """Games that are still to be played again."""
        return len(self._waiting)

    def step(self) -> bool:
        """Work out one more game; False once all are done, and then remembered."""
        if self._waiting:
            key, entry = self._waiting.popleft()
            try:
                figures = figures_of(entry)
            except RecordError:
                self.unreadable += 1
            else:
                self._known[key] = figures
                self._found.append((entry, figures))
                self._has_new = True
        if not self._waiting:
            self.remember()
        return bool(self._waiting)

    def remember(self) -> None:
        """Write down what was worked out so far."""
        if self._has_new:
            self._has_new = False
            with suppress(OSError):  # it would only have saved time
                write_atomic(self._path, _dump(self._known).encode())

    def games(self) -> list[tuple[ScoreEntry, Figures]]:
        """Return the games whose figures are there."""
        return list(self._found)


def _dump(known: Mapping[str, Figures]) -> str:
    games = {key: astuple(figures) for key, figures in known.items()}
    return json.dumps({"version": [_FORMAT, Magdagdon.version], "games": games})


def _load(path: Path) -> dict[str, Figures]:
    """Return what the file remembers; nothing where it can't be used."""
    try:
        content = json.loads(read_limited(path, _MOST_BYTES))
        if content["version"] != [_FORMAT, Magdagdon.version]:
            return {}
        return {key: _figures(values) for key, values in content["games"].items()}
    except (OSError, ValueError, TypeError, LookupError, AttributeError, RecursionError):
        return {}


def _figures(values: Sequence[Any]) -> Figures:
    """Return the figures that *values* were. Raises ValueError or TypeError where they are none."""
    score, turns, powers, ruins, straights, fours, pairs, struck, faces = values
    if not isinstance(faces, list) or len(faces) != FACES:
        raise ValueError("faces are six counts")
    if not all(
        type(number) is int and abs(number) < 1_000_000 for number in [*values[:-1], *faces]
    ):
        raise ValueError("figures are whole numbers")
    return Figures(score, turns, powers, ruins, straights, fours, pairs, struck, faces=tuple(faces))
