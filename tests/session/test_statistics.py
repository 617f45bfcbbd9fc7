"""The statistics: figures of single games, their sums, the chi-square test, what is remembered."""

import json
import math
from dataclasses import replace
from pathlib import Path

import pytest

from game.rules.magdagdon.scoring import Score
from game.session import statistics
from game.session.finish import score_entry
from game.session.record import Mark, RecordError, format_record
from game.session.replay import replay
from game.session.score_entry import ScoreEntry
from game.session.statistics import (
    Figures,
    Figuring,
    Verdict,
    chi_square_tail,
    figures_of,
    histogram,
    judge_faces,
    summarize,
    upper_gamma,
)
from tests.session.play import RULES, finished_record


def entry_of(seed: str, difficulty: str = "P", *, is_practice: bool = False) -> ScoreEntry:
    marks = frozenset({Mark.PRACTICE}) if is_practice else frozenset()
    return score_entry(replace(finished_record(seed, difficulty), marks=marks))


def figures(score: int, faces: tuple[int, ...] = (0,) * 6) -> Figures:
    return Figures(score, 5, 1, 2, 1, 0, 3, 2, faces)


def run(figuring: Figuring) -> list[Figures]:
    while figuring.step():
        pass
    return [found for _entry, found in figuring.games()]


# One game


def test_figures_of_a_game_are_those_of_its_record() -> None:
    record = finished_record("figures", "S")
    entry = entry_of("figures", "S")
    found = figures_of(entry)
    words = [action.split() for action in record.actions]
    rolled = [int(value) for verb, *values in words if verb == "rolled" for value in values]
    assert found.faces == tuple(rolled.count(face) for face in range(1, 7))
    assert (found.score, found.turns) == (entry.score, entry.turns)
    assert (found.powers, found.ruins) == (entry.powers_used, entry.ruins)
    score: Score = replay(RULES, record).final.score
    assert (found.straights, found.fours, found.pairs) == (
        score.straights,
        score.fours,
        score.pairs,
    )


def test_magdagdon_turns_are_at_least_the_ruins_and_no_more_than_the_turns() -> None:
    games = [figures_of(entry_of(f"struck {n}".replace(" ", "-"), "N")) for n in range(6)]
    assert all(game.ruins <= game.struck <= game.turns for game in games)
    # Without Powers there is no way out: each such turn left a ruin.
    assert all(game.ruins == game.struck for game in games)
    assert sum(game.struck for game in games) > 0


def test_rolls_of_a_chosen_seed_say_nothing_about_the_dice() -> None:
    assert sum(figures_of(entry_of("chosen")).faces) > 0
    assert figures_of(entry_of("chosen", is_practice=True)).faces == (0,) * 6


def test_game_that_does_not_end_has_no_figures() -> None:
    record = finished_record("cut")
    cut = replace(record, actions=record.actions[:-1], finished=None, scores=())
    with pytest.raises(RecordError):
        figures_of(replace(entry_of("cut"), transcript=format_record(cut)))


# Many games


def test_summary_of_known_scores() -> None:
    found = summarize([figures(score) for score in (100, 160, 130, 210)])
    assert found is not None
    assert (found.games, found.best, found.worst) == (4, 210, 100)
    assert (found.average, found.median) == (150, 145)
    assert found.deviation == pytest.approx(46.9041576, abs=1e-6)
    assert (found.turns, found.powers, found.ruins, found.struck) == (20, 4, 8, 8)
    assert (found.straights, found.fours, found.pairs) == (4, 0, 12)


def test_median_of_an_odd_number_is_the_middle_one() -> None:
    found = summarize([figures(score) for score in (9, -5, 40)])
    assert found is not None
    assert found.median == 9


def test_single_game_has_no_spread() -> None:
    found = summarize([figures(77)])
    assert found is not None
    assert (found.deviation, found.average, found.median) == (0.0, 77, 77)
    assert found.histogram.counts == (1,)


def test_no_games_have_no_summary() -> None:
    assert summarize([]) is None


@pytest.mark.parametrize("scores", [[5], [-30, 0, 14], [100, 101, 512], list(range(-200, 900, 7))])
def test_histogram_counts_every_score_once_in_its_bin(scores: list[int]) -> None:
    found = histogram(scores)
    assert sum(found.counts) == len(scores)
    assert len(found.counts) <= 12
    assert found.start % found.width == 0
    assert found.counts[0] > 0
    assert found.counts[-1] > 0
    for index, count in enumerate(found.counts):
        low = found.start + index * found.width
        assert count == sum(low <= score < low + found.width for score in scores)


def test_histogram_takes_the_finest_round_width() -> None:
    assert histogram([100, 219]).width == 10
    assert histogram([100, 220]).width == 20


# Chi-square


@pytest.mark.parametrize(
    ("chi_square", "freedom", "p_value"),
    [
        # Critical values as statistical tables print them.
        (11.070, 5, 0.05),
        (15.086, 5, 0.01),
        (20.515, 5, 0.001),
        (4.351, 5, 0.5),
        (1.145, 5, 0.95),
        (3.841, 1, 0.05),
        (18.307, 10, 0.05),
        (124.342, 100, 0.05),
    ],
)
def test_tail_of_chi_square_is_that_of_the_tables(
    chi_square: float, freedom: int, p_value: float
) -> None:
    assert chi_square_tail(chi_square, freedom) == pytest.approx(p_value, rel=2e-3)


@pytest.mark.parametrize("x", [0.0, 1e-9, 0.3, 1.0, 1.99, 2.0, 2.01, 7.5, 40.0, 500.0])
def test_upper_gamma_agrees_with_closed_forms(x: float) -> None:
    assert upper_gamma(1, x) == pytest.approx(math.exp(-x), rel=1e-12)
    assert upper_gamma(0.5, x) == pytest.approx(math.erfc(math.sqrt(x)), rel=1e-11)
    # Two more by the recurrence Q(a + 1, x) = Q(a, x) + x^a e^-x / Γ(a + 1).
    assert upper_gamma(2, x) == pytest.approx(math.exp(-x) * (1 + x), rel=1e-12)
    step = x**1.5 * math.exp(-x) / math.gamma(2.5)
    half = math.erfc(math.sqrt(x)) + x**0.5 * math.exp(-x) / math.gamma(1.5)
    assert upper_gamma(2.5, x) == pytest.approx(half + step, rel=1e-11)


@pytest.mark.parametrize(("a", "x"), [(0, 1), (-1, 1), (1, -0.1)])
def test_upper_gamma_refuses_what_is_not_defined(a: float, x: float) -> None:
    with pytest.raises(ValueError, match="not defined"):
        upper_gamma(a, x)


def test_faces_test_of_a_known_sample() -> None:
    found = judge_faces((22, 21, 22, 27, 22, 36))  # 150 rolls, expected 25 each
    assert found.expected == 25
    assert found.chi_square == pytest.approx(6.72)
    assert found.p_value == pytest.approx(0.2423, abs=1e-4)
    assert found.verdict is Verdict.AS_EXPECTED


@pytest.mark.parametrize(
    ("counts", "verdict"),
    [
        ((0,) * 6, Verdict.TOO_FEW),
        ((29, 0, 0, 0, 0, 0), Verdict.TOO_FEW),
        ((5,) * 6, Verdict.AS_EXPECTED),
        ((110, 100, 100, 100, 100, 68), Verdict.AS_EXPECTED),
        ((130, 100, 100, 100, 90, 80), Verdict.UNUSUAL),
        ((160, 100, 100, 100, 90, 60), Verdict.DOUBTFUL),
    ],
)
def test_verdict_on_faces(counts: tuple[int, ...], verdict: Verdict) -> None:
    assert judge_faces(counts).verdict is verdict


# What is remembered


def test_games_are_played_again_once_and_then_remembered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    entries = [entry_of(f"game-{n}") for n in range(3)]
    path = tmp_path / "statistics.json"
    first = Figuring(path, entries)
    assert (first.done, first.waiting) == (0, 3)
    found = run(first)
    assert found == [figures_of(entry) for entry in entries]

    def refuse(_entry: ScoreEntry) -> Figures:
        raise AssertionError("played again")

    monkeypatch.setattr(statistics, "figures_of", refuse)
    again = Figuring(path, entries)
    assert (again.done, again.waiting) == (3, 0)
    assert run(again) == found


def test_work_that_was_broken_off_is_not_lost(tmp_path: Path) -> None:
    entries = [entry_of(f"part-{n}") for n in range(3)]
    figuring = Figuring(tmp_path / "statistics.json", entries)
    assert figuring.step()
    figuring.remember()
    again = Figuring(tmp_path / "statistics.json", entries)
    assert (again.done, again.waiting) == (1, 2)


def test_changed_record_is_not_taken_for_the_one_remembered(tmp_path: Path) -> None:
    path = tmp_path / "statistics.json"
    entry = entry_of("before")
    run(Figuring(path, [entry]))
    other = replace(entry, transcript=entry_of("after").transcript)
    assert Figuring(path, [other]).waiting == 1


def test_game_that_cannot_be_played_again_is_counted_apart(tmp_path: Path) -> None:
    broken = replace(entry_of("broken"), transcript="nonsense")
    figuring = Figuring(tmp_path / "statistics.json", [broken, entry_of("whole")])
    assert len(run(figuring)) == 1
    assert (figuring.unreadable, figuring.done) == (1, 2)


def damaged(content: str, how: str) -> str:
    facts = json.loads(content)
    key = next(iter(facts["games"]))
    if how == "other version":
        facts["version"] = [0, 0]
    elif how == "too few values":
        facts["games"][key].pop()
    elif how == "no number":
        facts["games"][key][0] = "many"
    elif how == "no games":
        del facts["games"]
    elif how == "no object":
        facts = [1]
    elif how == "huge":
        facts["games"][key][0] = 10**40
    return content[:-20] if how == "cut off" else json.dumps(facts)


@pytest.mark.parametrize(
    "how",
    ["cut off", "other version", "too few values", "no number", "no games", "no object", "huge"],
)
def test_damaged_memory_only_costs_time(tmp_path: Path, how: str) -> None:
    entries = [entry_of("memory")]
    path = tmp_path / "statistics.json"
    found = run(Figuring(path, entries))
    path.write_text(damaged(path.read_text(encoding="utf-8"), how), encoding="utf-8")
    figuring = Figuring(path, entries)
    assert figuring.waiting == 1
    assert run(figuring) == found
    assert Figuring(path, entries).waiting == 0


def test_nothing_can_be_remembered_where_nothing_can_be_written(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder", encoding="utf-8")
    assert len(run(Figuring(blocked / "statistics.json", [entry_of("lost")]))) == 1
