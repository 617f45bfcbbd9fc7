import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.rules.api import IllegalActionError
from game.rules.dice import SeedError, roll
from game.rules.magdagdon.actions import Confirm, Raise, Roll, Rolled, Stage, Take
from game.rules.magdagdon.engine import Reason
from game.rules.magdagdon.events import DiceRolled, DiceThrown
from game.rules.magdagdon.state import Phase
from game.session.record import Mark, Record, RecordError, RecordFault, format_record, parse_record
from game.session.replay import first_false_roll, replay
from game.session.session import Session
from tests.session.play import NOON, RULES, finished_record, new_session, noon, random_plies


class MemoryStore:
    """Keeps what was saved, and refuses while it is full."""

    def __init__(self) -> None:
        self.saved: list[Record] = []
        self.is_full = False

    def save(self, record: Record) -> None:
        if self.is_full:
            raise OSError(28, "No space left on device")
        self.saved.append(record)


def test_submit_lets_the_dice_come_down_in_the_same_call() -> None:
    session = new_session("seed")
    throw = RULES.throw(RULES.apply(session.state, Roll()).state)

    events = session.submit(Roll())

    values = roll("seed", throw)
    assert events[:2] == (DiceThrown((0, 1, 2, 3)), DiceRolled((0, 1, 2, 3), values))
    assert session.state.dice == values
    assert session.record.actions == ("roll", "rolled " + " ".join(map(str, values)))


def test_the_gate_refuses_what_the_rules_refuse_and_changes_nothing() -> None:
    store = MemoryStore()
    session = new_session(store=store)
    before, saves = session.record, len(store.saved)

    for action, reason in (
        (Confirm(), Reason.NOT_ROLLED),
        (Rolled((6, 6, 6, 6)), Reason.NO_DICE_IN_AIR),
        (Take(3), Reason.NOT_ROLLED),
    ):
        with pytest.raises(IllegalActionError) as caught:
            session.submit(action)
        assert caught.value.reason is reason

    assert session.record == before
    assert len(store.saved) == saves


def test_a_chosen_seed_is_marked_as_practice_and_a_drawn_one_is_not() -> None:
    assert new_session("mine").record.marks == {Mark.PRACTICE}
    drawn = new_session(None).record
    assert drawn.marks == frozenset()
    assert len(drawn.seed) == 32
    assert drawn.seed != new_session(None).record.seed


@pytest.mark.parametrize("seed", ["", "two words", "x" * 65, "tab\t", "\ud800"])
def test_what_can_be_no_seed_is_refused(seed: str) -> None:
    with pytest.raises(SeedError):
        new_session(seed)


def test_unknown_difficulty_is_refused() -> None:
    with pytest.raises(ValueError, match="X"):
        Session.start(RULES, {"difficulty": "X"})


@pytest.mark.parametrize("difficulty", ["P", "S", "N"])
@pytest.mark.parametrize("number", range(4))
def test_resume_at_every_ply_equals_the_game_that_was_left(difficulty: str, number: int) -> None:
    session = new_session(f"{difficulty}{number}", difficulty)
    record = session.record
    for _ in random_plies(session, random.Random(number)):
        record = session.record
        resumed = Session.resume(RULES, parse_record(format_record(record)), now=noon)
        assert resumed.state == session.state
        assert resumed.record == record
        assert resumed.can_undo == session.can_undo
    assert session.outcome is not None
    assert record.scores == session.outcome.scores
    assert record.finished == NOON


def test_a_resumed_game_gets_the_same_dice() -> None:
    first = new_session("again", "P")
    chance = random.Random(11)
    for count, _ in enumerate(random_plies(first, chance)):
        if count > 25:
            break
    second = Session.resume(RULES, first.record, now=noon)
    while not first.is_over:
        action = chance.choice(first.legal_actions)
        assert second.submit(action) == first.submit(action)
        assert second.state == first.state


def test_a_game_left_with_dice_in_the_air_gets_the_seeds_dice() -> None:
    session = new_session("air")
    session.submit(Roll())
    cut = replace(session.record, actions=("roll",))

    assert Session.resume(RULES, cut).state == session.state


def test_undo_takes_back_staging_and_leaves_no_trace_in_the_record() -> None:
    session = new_session()
    session.submit(Roll())
    rolled = session.record
    session.submit(Stage(0, 5))
    staged = session.state
    session.submit(Take(5))

    assert session.undo() == Take(5)
    assert session.state == staged
    assert session.undo() == Stage(0, 5)
    assert session.record == rolled
    assert session.undo() is None


@given(st.integers(0, 10**6))
def test_undo_never_goes_past_a_roll_a_power_or_a_confirm(number: int) -> None:
    chance = random.Random(number)
    session = new_session(f"undo{number}", "PSN"[number % 3])
    fixed: tuple[str, ...] = ()
    for _ in range(60):
        if session.is_over:
            break
        action = chance.choice(session.legal_actions)
        session.submit(action)
        if not isinstance(action, Stage | Take):
            fixed = session.record.actions
            assert not session.can_undo
        if chance.random() < 0.2:
            while session.undo() is not None:
                pass
            assert session.record.actions == fixed


def test_undo_stops_at_a_power() -> None:
    session = new_session()
    session.submit(Roll())
    session.submit(Stage(0, 5))
    die = next(action for action in session.legal_actions if isinstance(action, Raise))
    session.submit(die)

    assert not session.can_undo
    assert session.undo() is None
    assert session.state.powers_used == 1


def test_staging_back_and_forth_for_hours_keeps_the_record_short() -> None:
    session = new_session()
    session.submit(Roll())
    session.submit(Stage(0, 5))
    for _ in range(1000):
        session.submit(Take(5))
        session.submit(Stage(0, 5))

    assert len(session.record.actions) <= 210
    assert Session.resume(RULES, session.record).state == session.state
    assert session.state.staged[0].cell == 5


def test_shortening_keeps_the_way_to_where_the_dice_stand() -> None:
    chance = random.Random(5)
    session = new_session("walk")
    session.submit(Roll())
    for _ in range(1500):
        session.submit(
            chance.choice([a for a in session.legal_actions if type(a) in (Stage, Take)])
        )
    assert Session.resume(RULES, session.record).state == session.state
    assert len(session.record.actions) < 1000


def test_every_action_is_saved_at_once() -> None:
    store = MemoryStore()
    session = new_session(store=store)
    assert store.saved == [session.record]
    for _ in random_plies(session, random.Random(1)):
        assert store.saved[-1] == session.record
    assert store.saved[-1].finished == NOON


def test_a_full_disk_stops_no_game_and_the_next_action_saves_again() -> None:
    store = MemoryStore()
    session = new_session(store=store)
    store.is_full = True
    session.submit(Roll())
    assert isinstance(session.save_error, OSError)
    assert session.state.phase is not Phase.ROLL

    store.is_full = False
    session.submit(session.legal_actions[0])
    assert session.save_error is None
    assert store.saved[-1] == session.record


def test_time_is_counted_while_the_game_is_on_and_never_absurdly() -> None:
    session = new_session()
    for _ in range(90):
        session.tick(0.5)
    session.tick(600.0)
    session.tick(-5.0)
    session.tick(float("nan"))
    assert session.played == pytest.approx(46.0)
    assert session.record.played == 46
    assert Session.resume(RULES, session.record).played == 46.0

    for _ in random_plies(session, random.Random(2)):
        pass
    session.tick(1.0)
    assert session.played == pytest.approx(46.0)


def test_a_mark_and_a_name_are_saved_and_stay() -> None:
    store = MemoryStore()
    session = new_session(None, store=store)
    session.mark(Mark.ASSISTED)
    session.rename("  Majda\n ")
    resumed = Session.resume(RULES, store.saved[-1])
    assert resumed.record.marks == {Mark.ASSISTED}
    assert resumed.record.name == "Majda"


def test_replay_returns_every_state_and_event() -> None:
    session = new_session("replayed")
    seen = [session.state]
    events: list[object] = []
    chance = random.Random(3)
    while not session.is_over:
        events += session.submit(chance.choice(session.legal_actions))
        seen.append(session.state)
    game = replay(RULES, session.record)

    assert game.initial == seen[0]
    assert game.final == session.state
    assert [event for ply in game.plies for event in ply.events] == events
    assert set(seen[1:]) <= {ply.state for ply in game.plies}


def test_every_changed_roll_is_found() -> None:
    record = finished_record("true")
    assert first_false_roll(RULES, record) is None
    for index, text in enumerate(record.actions):
        if not text.startswith("rolled"):
            continue
        other = text[:-1] + str(int(text[-1]) % 6 + 1)
        changed = replace(
            record, actions=(*record.actions[:index], other), finished=None, scores=()
        )
        assert first_false_roll(RULES, changed) == index
        with pytest.raises(RecordError) as caught:
            Session.resume(RULES, changed)
        assert caught.value.fault is RecordFault.FALSE_ROLL
        assert format_record(changed).split("\n")[caught.value.line - 1] == other


def test_another_seed_is_found_at_the_first_roll() -> None:
    record = replace(finished_record("true"), seed="other")
    assert first_false_roll(RULES, record) == 1


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"game": "qwixx"}, RecordFault.OTHER_GAME),
        ({"rules_version": 99}, RecordFault.OTHER_RULES),
        ({"options": {"difficulty": "Z"}}, RecordFault.BAD_OPTION),
        ({"options": {}}, RecordFault.BAD_OPTION),
        ({"scores": (999,)}, RecordFault.FALSE_SCORE),
        ({"actions": ("roll", "dance")}, RecordFault.BAD_ACTION),
        ({"actions": ("confirm",)}, RecordFault.ILLEGAL_ACTION),
    ],
)
def test_a_record_of_no_such_game_is_refused_at_its_line(
    change: dict[str, object], fault: RecordFault
) -> None:
    record = replace(finished_record(), **change)
    with pytest.raises(RecordError) as caught:
        Session.resume(RULES, record)
    assert caught.value.fault is fault
    line = format_record(record).split("\n")[caught.value.line - 1]
    expected = {
        RecordFault.OTHER_GAME: "game: qwixx",
        RecordFault.OTHER_RULES: "rules: 99",
        RecordFault.FALSE_SCORE: "scores: 999",
        RecordFault.BAD_ACTION: "dance",
        RecordFault.ILLEGAL_ACTION: "confirm",
    }
    assert line == expected.get(fault, line)
