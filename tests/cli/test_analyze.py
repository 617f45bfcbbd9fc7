import io
import json
import random
import re
import sys
from pathlib import Path

import pytest

from game.cli import main
from game.cli.console import LONGEST_LINE
from game.rules.magdagdon.actions import parse_action
from game.rules.magdagdon.engine import Magdagdon
from game.rules.magdagdon.notation import format_board, parse_position
from game.ui.language import set_language

RUINED = "3456/334./#4../.3.. S 0 5 5143"
FULL = "3456/3456/3456/3456 P 3 9 -"
EMPTY = "..../..../..../.... N 0 1 1133"
COMPLAINT = re.compile(r"Line [0-9]+, column [0-9]+: [^\n]+\.")


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "en")
    set_language("en")


class Asker:
    """Asks the command line and returns exit code, output and complaints.

    The coach is asked only where a test wants it.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self._monkeypatch = monkeypatch
        self._capsys = capsys

    def __call__(
        self, *words: str, stdin: bytes = b"", has_coach: bool = False
    ) -> tuple[int, str, list[str]]:
        self._monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        code = main(["analyze", *([] if has_coach else ["--no-coach"]), *words])
        out, err = self._capsys.readouterr()
        return code, out, err.splitlines()


@pytest.fixture
def ask(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Asker:
    return Asker(monkeypatch, capsys)


def test_json_with_dice(ask: Asker) -> None:
    code, out, complaints = ask("--json", RUINED)
    assert (code, complaints) == (0, [])
    assert json.loads(out) == {
        "position": RUINED,
        "score": {"base": 70, "bonus": 80, "ruins": -15, "powers": 0, "total": 135},
        "minimum": 2,
        "legal_cells": {
            "1": [],
            "2": ["a4", "c4"],
            "3": ["a4", "c3", "c4"],
            "4": ["a4", "c3", "c4"],
            "5": ["c3", "d2"],
            "6": [],
        },
        "magdagdon": False,
        "longest": 3,
        "afterstates": 45,
    }


def test_json_without_dice_says_nothing_about_a_roll(ask: Asker) -> None:
    _, out, _ = ask("--json", FULL)
    assert json.loads(out) == {
        "position": FULL,
        "score": {"base": 144, "bonus": 400, "ruins": 0, "powers": -70, "total": 474},
        "minimum": 0,
        "legal_cells": {str(value): [] for value in range(1, 7)},
    }


def test_json_in_magdagdon(ask: Asker) -> None:
    _, out, _ = ask("--json", EMPTY)
    answer = json.loads(out)
    assert (answer["magdagdon"], answer["longest"], answer["afterstates"]) == (True, 2, 0)
    assert answer["minimum"] == 3


def test_one_object_per_line_in_the_order_asked(ask: Asker) -> None:
    code, out, _ = ask("--json", RUINED, "-", FULL, stdin=f"{EMPTY}\r\n\n  {FULL}".encode())
    positions = [json.loads(line)["position"] for line in out.splitlines()]
    assert (code, positions) == (0, [RUINED, EMPTY, FULL, FULL])


def test_a_mark_at_the_start_of_the_input_is_no_part_of_the_position(ask: Asker) -> None:
    code, out, _ = ask("--json", "-", stdin=b"\xef\xbb\xbf" + FULL.encode())
    assert (code, json.loads(out)["position"]) == (0, FULL)


def test_the_coach_adds_its_keys_and_changes_none(ask: Asker) -> None:
    for position in (RUINED, EMPTY, FULL, "3456/334./..../.... P 1 4 -"):
        _, bare, _ = ask("--json", position)
        code, out, complaints = ask("--json", position, has_coach=True)
        assert (code, complaints) == (0, [])
        answer = json.loads(out)
        added = {"expected", "hint"} if position[-1] != "-" else {"expected"}
        assert {key: answer[key] for key in answer.keys() - added} == json.loads(bare)
        assert added <= answer.keys()


def test_a_hint_tells_choices_reasons_and_what_a_power_is_worth(ask: Asker) -> None:
    _, out, _ = ask("--json", RUINED, has_coach=True)
    answer = json.loads(out)
    hint = answer["hint"]
    worths = [choice["expected"] for choice in hint["choices"]]
    assert worths == sorted(worths, reverse=True)
    assert answer["expected"] == worths[0]
    best = hint["choices"][0]
    assert best["kind"] == "place"
    state = parse_position(RUINED)
    for text in best["actions"]:
        state = Magdagdon().apply(state, parse_action(text)).state
    assert format_board(state.board) == best["board"]
    assert hint["reasons"][0]["code"] == "completes"
    power = hint["power"]
    assert (power["cost"], power["advised"]) == (70, False)
    used = next(choice for choice in hint["choices"] if choice["kind"] == "power")
    assert used["actions"] == power["actions"]
    assert used["expected"] == pytest.approx(worths[0] + power["gain"] - 70, abs=0.02)


def test_in_magdagdon_the_hint_is_a_ruin_where_no_power_is_left(ask: Asker) -> None:
    _, out, _ = ask("--json", "3456/3.56/3456/345. N 0 5 1111", has_coach=True)
    hint = json.loads(out)["hint"]
    assert hint["exact"] is True
    assert hint["power"] is None
    assert [choice["actions"] for choice in hint["choices"]] == [["ruin b2"], ["ruin d4"]]


def test_before_the_roll_the_value_of_the_position_is_told(ask: Asker) -> None:
    exact = Path(__file__).parents[1] / "coach" / "vectors" / "exact.jsonl"
    entries = [json.loads(line) for line in exact.read_text().splitlines()]
    entry = next(entry for entry in entries if entry["empties"] == 3)
    _, out, _ = ask("--json", f"{entry['board']} N 0 1 -", has_coach=True)
    assert json.loads(out)["expected"] == pytest.approx(entry["nightmare"], abs=0.02)
    _, out, _ = ask("--json", FULL, has_coach=True)
    assert json.loads(out)["expected"] == 474


def test_the_text_tells_what_the_coach_would_do_and_why(ask: Asker) -> None:
    code, out, complaints = ask(RUINED, FULL, has_coach=True)
    assert (code, complaints) == (0, [])
    assert "The coach advises: Place 5 on d2, 4 on d3, 3 on d4.\n" in out
    assert "  · It completes column d: Straight.\n" in out
    assert "Expected final score: 474.0" in out
    assert out.count("The best choices") == 1


def test_without_the_coachs_tables_one_sentence(
    ask: Asker, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("game.cli.coaching.data_folder", lambda: tmp_path)
    code, out, complaints = ask(RUINED, has_coach=True)
    assert (code, out) == (1, "")
    assert complaints == ["The coach's tables can't be read. Install the game again."]
    assert ask(RUINED)[0] == 0


def test_empty_input_is_no_mistake(ask: Asker) -> None:
    assert ask("-") == (0, "", [])
    assert ask("--json", "-", stdin=b"\n \n") == (0, "", [])


def test_the_text_tells_board_score_cells_and_dice(ask: Asker) -> None:
    code, out, complaints = ask(RUINED, EMPTY, FULL)
    assert (code, complaints) == (0, [])
    assert "3 │ # │ 4 │   │   │" in out
    assert "SURVIVAL, turn 5, Powers used: 0 of 1, minimum: 2" in out
    assert re.search(r"Straights +1 +\+60\n", out)
    assert re.search(r"Ruins +1 +−15\n", out)
    assert re.search(r"Score +135\n", out)
    assert "  5  c3 d2\n" in out
    assert "Boards that this turn can lead to: 45" in out
    assert "MAGDAGDON: no order of placing reaches the minimum." in out
    assert out.count("Dice: ") == 2


@pytest.mark.parametrize(
    ("position", "column", "sentence"),
    [
        ("", 1, "BOARD is missing"),
        ("3456/334./#4../.3.. S 0 5", 26, "DICE is missing"),
        (RUINED + " 7", 32, "“7” is one too many"),
        ("345x/334./#4../.3.. S 0 5 5143", 4, "“x” is no cell"),
        ("345/334./#4../.3.. S 0 5 5143", 1, "“345” is no row"),
        ("3456/334./#4.. S 0 5 5143", 1, "is no board"),
        ("3456/334./#4../.3.. X 0 5 5143", 21, "“X” is no difficulty"),
        ("3456/334./#4../.3.. S 2 5 5143", 23, "“2” is more Powers"),
        ("3456/334./#4../.3.. S -1 5 5143", 23, "“-1” is no number"),
        ("3456/334./#4../.3.. S 0 0 5143", 25, "“0” is no turn"),
        ("3456/334./#4../.3.. S 0 5 514", 27, "“514” is no roll"),
        ("3456/134./#4../.3.. S 0 5 5143", 6, "a1 and a2 are neighbours"),
        ("3..6/..../..../.... S 0 5 5143", 4, "The number on d1 is not connected"),
        ("6666/6666/6666/6666 P 0 9 1234", 27, "no cell is empty"),
    ],
)
def test_a_bad_position_is_one_sentence_with_its_place(
    ask: Asker, position: str, column: int, sentence: str
) -> None:
    code, out, complaints = ask("--json", FULL, position, EMPTY)
    assert code == 2
    assert [json.loads(line)["position"] for line in out.splitlines()] == [FULL, EMPTY]
    assert len(complaints) == 1
    assert complaints[0].startswith(f"Line 2, column {column}: ")
    assert sentence in complaints[0]
    assert COMPLAINT.fullmatch(complaints[0])


def test_lines_of_the_input_are_counted_blank_ones_too(ask: Asker) -> None:
    code, out, complaints = ask("--json", "-", stdin=f"{FULL}\n\nbad\n{EMPTY}\n".encode())
    assert code == 2
    assert len(out.splitlines()) == 2
    assert [line.split(":")[0] for line in complaints] == ["Line 3, column 4"]


def test_lines_that_are_endless_or_no_text_are_told_and_the_rest_answered(ask: Asker) -> None:
    endless = b"x" * (3 * LONGEST_LINE)
    data = b"\n".join([endless, "ąž".encode() + b"\xff 1", FULL.encode(), endless])
    code, out, complaints = ask("--json", "-", stdin=data)
    assert code == 2
    assert json.loads(out)["position"] == FULL
    assert complaints == [
        f"Line 1, column {LONGEST_LINE + 1}: The line is too long for a position.",
        "Line 2, column 3: The line is not text in UTF-8.",
        f"Line 4, column {LONGEST_LINE + 1}: The line is too long for a position.",
    ]


def test_no_input_whatever_brings_more_than_a_sentence_a_line(ask: Asker) -> None:
    chance = random.Random(20)
    pieces = [b".", b"#", b"/", b"1", b"6", b" ", b"S", b"P 3", b"-", b"\t", b"\x00", b"\xff"]
    pieces += [b"\r", "ਪ".encode(), b"\x1b[31m", b"{}", b"%s", FULL.encode(), b"\xc2\x85"]
    lines = [b"".join(chance.choices(pieces, k=chance.randrange(1, 12))) for _ in range(400)]
    good = FULL.encode()
    for _ in range(400):
        at = chance.randrange(len(good))
        lines.append(good[:at] + chance.choice(pieces) + good[at + chance.randrange(2) :])
    code, out, complaints = ask("--json", "-", stdin=b"\n".join(lines))
    assert code == 2
    assert all(COMPLAINT.fullmatch(line) for line in complaints)
    answers = [json.loads(line) for line in out.splitlines()]
    asked = [line for line in lines if line.decode("utf-8", "replace").strip()]
    assert len(answers) + len(complaints) == len(asked)


def test_no_argument_whatever_brings_a_traceback(ask: Asker) -> None:
    chance = random.Random(21)
    letters = [".", "#", "/", "1", "6", " ", "S", "-", "\t", "\n", "\udcff", "ਪ", "=", "-j", "--"]
    for _ in range(300):
        word = "".join(chance.choices(letters, k=chance.randrange(0, 9)))
        code, _, complaints = ask(word)
        assert (code, len(complaints)) in {(2, 1), (0, 0)}, word
