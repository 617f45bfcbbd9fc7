from enum import Enum
from pathlib import Path

import pytest

from game.coach.advice import Reason as Why
from game.coach.advice import ReasonCode
from game.rules.api import IllegalActionError, NotationError
from game.rules.magdagdon.actions import ActionFault, Confirm, Stage
from game.rules.magdagdon.board import Difficulty
from game.rules.magdagdon.engine import Magdagdon, Reason, stage_refusal
from game.rules.magdagdon.notation import PositionFault, parse_position
from game.rules.magdagdon.scoring import Bonus
from game.session.notices import Notice, NoticeCode
from game.session.record import Mark, RecordError, RecordFault
from game.session.scores_error import ScoresError, ScoresFault
from game.ui.coach_wording import explain_reason
from game.ui.refusals import explain_notation, explain_record, explain_refusal, explain_scores
from game.ui.wording import (
    ScorePart,
    bonus_name,
    difficulty_name,
    explain_notice,
    mark_name,
    quote,
    score_part_name,
    score_rows,
)

PLACE = Path("/somewhere/file-damaged.txt")

SENTENCES = [
    *((code, explain_refusal(IllegalActionError(code))) for code in Reason),
    *((code, explain_notation(NotationError(code, 1, "a1 a2"))) for code in PositionFault),
    *((code, explain_notation(NotationError(code, 1, "a1 a2"))) for code in ActionFault),
    *((code, explain_record(RecordError(code, 1, "found"))) for code in RecordFault),
    *((code, explain_scores(ScoresError(code, PLACE))) for code in ScoresFault),
    *((code, explain_notice(Notice(code, PLACE, "theme"))) for code in NoticeCode),
    *((code, explain_notice(Notice(code, None, "theme"))) for code in NoticeCode),
]

NAMES = [
    *map(difficulty_name, Difficulty),
    *map(bonus_name, Bonus),
    *map(mark_name, Mark),
    *map(score_part_name, ScorePart),
]


@pytest.mark.parametrize(("code", "sentence"), SENTENCES)
def test_every_code_is_one_whole_sentence(code: Enum, sentence: str) -> None:
    assert sentence[0].isupper() or sentence[0] in "“abcd"
    assert sentence.endswith(".")
    assert "{" not in sentence
    assert "\n" not in sentence
    assert sentence != code.value


def test_names_are_there_and_differ_within_their_kind() -> None:
    assert all(NAMES)
    assert list(map(difficulty_name, Difficulty)) == ["PEACEFUL", "SURVIVAL", "NIGHTMARE"]
    for name, kind in ((bonus_name, Bonus), (mark_name, Mark), (score_part_name, ScorePart)):
        assert len({name(member) for member in kind}) == len(kind)


@pytest.mark.parametrize(
    ("position", "die", "cell", "sentence"),
    [
        ("3.../..../..../.... P 0 2 5143", 0, 1, "5 next to 3: more than 1 apart."),
        ("3212/3.../..../.... P 0 2 5143", 0, 5, "5 next to 2 and 3: each more than 1 apart."),
        (
            "3.../..../..../.... P 0 2 5143",
            0,
            5,
            "No number stands beside b2; corner to corner does not count.",
        ),
        ("3.../..../..../.... P 0 2 3143", 0, 0, "That cell holds a number already."),
        ("3#../..../..../.... P 0 2 3143", 0, 1, "That cell is a ruin."),
    ],
)
def test_a_refused_staging_names_what_is_in_its_way(
    position: str, die: int, cell: int, sentence: str
) -> None:
    state = parse_position(position)
    refusal = stage_refusal(state, die, cell)
    assert refusal is not None
    assert explain_refusal(refusal, state, die=die, cell=cell) == sentence


def test_a_confirm_too_early_says_how_many_dice_are_missing() -> None:
    rules = Magdagdon()
    state = parse_position("..../..../..../.... N 0 1 3333")
    for staged, expected in (
        (0, "Place 3 more dice before you confirm."),
        (1, "Place 2 more dice before you confirm."),
        (2, "Place 1 more die before you confirm."),
    ):
        with pytest.raises(IllegalActionError) as caught:
            rules.apply(state, Confirm())
        assert explain_refusal(caught.value, state) == expected
        state = rules.apply(state, Stage(staged, staged)).state


def test_the_rows_of_a_score_add_up() -> None:
    rows = score_rows(parse_position("3456/334./#4../.3.. S 1 5 -").score)
    assert [(row.part, row.count, row.points) for row in rows] == [
        (ScorePart.BASE, None, 70),
        (ScorePart.STRAIGHTS, 1, 60),
        (ScorePart.FOURS, 0, 0),
        (ScorePart.PAIRS, 1, 20),
        (ScorePart.RUINS, 1, -15),
        (ScorePart.POWERS, None, -70),
        (ScorePart.TOTAL, None, 65),
    ]
    assert sum(row.points for row in rows[:-1]) == rows[-1].points


def test_a_foreign_text_is_quoted_short_and_on_one_line() -> None:
    assert quote("abc") == "“abc”"
    assert quote("a\nb\x00\ud800{x}") == "“a�b��{x}”"
    assert quote("x" * 99) == "“" + "x" * 23 + "…”"


@pytest.mark.parametrize(
    ("points", "told"),
    [(0.6, "0.6 points"), (1.2, "1 point"), (1.6, "2 points"), (52.4, "52 points")],
)
@pytest.mark.parametrize(
    "code", [ReasonCode.EARNS_MORE, ReasonCode.HOLDS_BACK, ReasonCode.RUIN_COSTS_LEAST]
)
def test_one_point_is_told_in_the_singular(code: ReasonCode, points: float, told: str) -> None:
    assert f" {told} " in explain_reason(Why(code, points=points))
