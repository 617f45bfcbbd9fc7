"""`magdagdon review`: a recorded game, turn by turn."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from game.cli import main
from game.rules.magdagdon.actions import Confirm, parse_action
from game.rules.magdagdon.engine import Magdagdon
from game.rules.magdagdon.notation import format_position
from game.rules.magdagdon.state import State
from game.session.record import format_record, withhold_seed
from game.ui.language import set_language
from tests.session.play import finished_record, new_session

RECORD = finished_record("look-back", "N")


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "en")
    set_language("en")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "game.txt"
    path.write_text(format_record(RECORD))
    return path


def test_the_figures_add_up_turn_by_turn(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", str(path), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["difficulty"], found["finished"]) == ("NIGHTMARE", True)
    assert found["final"] == RECORD.scores[0]
    assert found["final"] == pytest.approx(found["start"] + found["luck"] - found["loss"], abs=0.1)
    before = found["start"]
    for number, turn in enumerate(found["turns"], 1):
        assert turn["turn"] == number
        assert turn["before"] == before
        assert turn["after"] == pytest.approx(before + turn["luck"] - turn["loss"], abs=0.03)
        before = turn["after"]
    assert before == found["final"]
    losses = [moment["loss"] for moment in found["worst"]]
    assert len(losses) == 3
    assert losses == sorted(losses, reverse=True)


def test_the_worst_moments_are_told_as_they_were(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["review", str(path), "--json"])
    moment = json.loads(capsys.readouterr().out)["worst"][0]
    state = State(new_session("x", "N").state.difficulty)
    for text in RECORD.actions[: moment["action"]]:
        state = Magdagdon().apply(state, parse_action(text)).state
    assert format_position(state) == moment["position"]
    assert moment["chosen"]["actions"][-1] == RECORD.actions[moment["action"]]
    assert len(moment["chosen"]["actions"]) == 1 + len(state.staged)
    gap = moment["best"]["expected"] - moment["chosen"]["expected"]
    assert gap == pytest.approx(moment["loss"], abs=0.02)


def test_the_text_tells_sums_turns_and_moments(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["review", str(path)]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert out.startswith("game.txt: NIGHTMARE\n")
    score = str(RECORD.scores[0]).replace("-", "−")
    assert re.search(rf"Final score +{score}\n", out)
    assert re.search(r"Accuracy +[0-9]+ %\n", out)
    assert out.count("Played: ") == out.count("Better: ") == 3


@pytest.mark.parametrize("count", [0, 1, 5])
def test_a_game_that_is_not_over_is_told_as_far_as_it_goes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], count: int
) -> None:
    session = new_session("half", "S")
    while session.record.actions.count("confirm") < count:
        legal = session.legal_actions
        session.submit(Confirm() if Confirm() in legal else legal[0])
    path = tmp_path / "half.txt"
    path.write_text(format_record(withhold_seed(session.record)))
    assert main(["review", str(path), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["finished"] is False
    assert len(found["turns"]) >= count
    assert main(["review", str(path)]) == 0
    assert "Expected score now" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("none.txt", None),
        ("folder", b""),
        ("empty.txt", b""),
        ("text.txt", b"My score is 999."),
        ("bytes.txt", bytes(range(256))),
        ("cut.txt", format_record(RECORD).encode()[:-70]),
        ("lie.txt", format_record(replace(RECORD, scores=(999,))).encode()),
        ("other.txt", format_record(replace(RECORD, game="chess")).encode()),
    ],
)
def test_what_is_no_game_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, data: bytes | None
) -> None:
    path = tmp_path / name
    if name == "folder":
        path.mkdir()
    elif data is not None:
        path.write_bytes(data)
    assert main(["review", str(path)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert name in err
    assert err.count("\n") == 1
