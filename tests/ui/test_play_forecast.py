"""The expected score told live: when the coach is asked for it, and when not."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from game.coach.rollout import Forecast
from game.rules.magdagdon.actions import Roll, Stage
from game.rules.magdagdon.engine import Magdagdon
from game.scenes.base import Reset
from game.scenes.coach_desk import Inquiry
from game.scenes.play import PlayScene
from game.session.session import Session
from tests.ui.conftest import Fly
from tests.ui.pilot import Pilot
from tests.ui.visits import PreparedDesk

FORECAST = Forecast(40, 210.4, 120, 310, None)


class CountedDesk(PreparedDesk):
    """A desk that keeps every question."""

    def __init__(self) -> None:
        super().__init__(FORECAST)
        self.inquiries: list[Inquiry[Any]] = []

    def ask(self, work: Callable[[Any], Iterator[Any]]) -> Inquiry[Any]:
        inquiry = super().ask(work)
        inquiry.count = FORECAST.rollouts
        self.inquiries.append(inquiry)
        return inquiry


def play(fly: Fly, *, is_on: bool) -> tuple[Pilot, PlayScene, CountedDesk]:
    """Begin a game; return it at rest before the first roll."""
    pilot = fly()
    context = pilot.app.context
    desk = context.coach = CountedDesk()
    context.settings = replace(context.settings, has_expected_score=is_on)
    context.session = Session.start(Magdagdon(), {"difficulty": "P"}, "forecast")
    pilot.app.stack.apply(Reset("play"))
    pilot.settle()
    scene = pilot.scene
    assert isinstance(scene, PlayScene)
    return pilot, scene, desk


def test_it_is_asked_for_and_told_while_nothing_moves(fly: Fly) -> None:
    pilot, scene, desk = play(fly, is_on=True)
    pilot.frame(dt=0.1)
    assert len(desk.inquiries) == 1
    assert scene.forecast.text == "Expected 210, mostly 120 to 310"
    pilot.close()


def test_a_roll_ends_the_thinking_at_once_and_the_next_begins_when_all_is_at_rest(
    fly: Fly,
) -> None:
    pilot, scene, desk = play(fly, is_on=True)
    pilot.frame(dt=0.1)
    scene.submit(Roll())
    pilot.frame(dt=0.02)
    assert scene.is_moving
    assert [inquiry._is_stopped.is_set() for inquiry in desk.inquiries] == [True]
    pilot.settle()
    pilot.frame(dt=0.1)
    assert [inquiry._is_stopped.is_set() for inquiry in desk.inquiries] == [True, False]
    pilot.close()


def test_a_staged_die_is_no_new_question(fly: Fly) -> None:
    pilot, scene, desk = play(fly, is_on=True)
    scene.submit(Roll())
    pilot.settle()
    pilot.frame(dt=0.1)
    asked = len(desk.inquiries)
    stages = [a for a in Magdagdon().legal_actions(scene.state) if isinstance(a, Stage)]
    scene.submit(stages[0])
    pilot.settle()
    pilot.frame(dt=0.1)
    assert scene.state.staged
    assert len(desk.inquiries) == asked
    assert not desk.inquiries[-1]._is_stopped.is_set()
    pilot.close()


def test_it_is_off_unless_wanted(fly: Fly) -> None:
    pilot, scene, desk = play(fly, is_on=False)
    pilot.frame(dt=0.1)
    assert desk.inquiries == []
    assert scene.forecast.text == ""
    pilot.close()
