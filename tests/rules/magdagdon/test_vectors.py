"""The rules give the answers of tests/vectors/positions.jsonl, which the brute force computed."""

import json
from typing import Any

import pytest

from game.rules.magdagdon.board import CELL_NAMES
from game.rules.magdagdon.notation import format_position, parse_position
from game.rules.magdagdon.placement import afterstates, legal_cells, longest_placement
from game.rules.magdagdon.state import Phase
from tests.rules.magdagdon.make_vectors import VECTORS, answer, positions

LINES = VECTORS.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("line", LINES, ids=lambda line: json.loads(line)["position"])
def test_rules_give_the_answer_on_file(line: str) -> None:
    expected = json.loads(line)
    state = parse_position(expected["position"])
    assert format_position(state) == expected["position"]
    score = state.score
    found: dict[str, Any] = {
        "position": expected["position"],
        "score": {
            "base": score.base,
            "bonus": score.bonus,
            "ruins": -score.ruins_cost,
            "powers": -score.powers_cost,
            "total": score.total,
        },
        "minimum": state.minimum,
        "legal_cells": {
            str(value): sorted(CELL_NAMES[cell] for cell in legal_cells(state.board, value))
            for value in range(1, 7)
        },
    }
    if state.dice:
        found["magdagdon"] = state.phase is Phase.MAGDAGDON
        found["longest"] = longest_placement(state.board, state.dice)
        found["afterstates"] = len(afterstates(state.board, state.dice, state.minimum))
    assert found == expected


def test_file_holds_what_the_script_makes() -> None:
    on_file = [json.loads(line) for line in LINES]
    assert [line["position"] for line in on_file] == positions(len(LINES))
    assert on_file == [answer(line["position"]) for line in on_file]


def test_answers_on_file_are_of_every_kind() -> None:
    on_file = [json.loads(line) for line in LINES]
    rolled = [line for line in on_file if "longest" in line]
    assert len(on_file) >= 60
    assert {line["longest"] for line in rolled} == {0, 1, 2, 3, 4}
    assert {line["magdagdon"] for line in rolled} == {True, False}
    assert {line["position"].split()[1] for line in on_file} == set("PSN")
    assert len(rolled) < len(on_file)
