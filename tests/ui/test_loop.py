import math
import random

import pytest

from game.app.loop import (
    ACTIVE_RATE,
    IDLE_RATE,
    LONGEST_FRAME,
    STEP,
    STILL_SECONDS,
    Pace,
    Stepper,
)


def test_steps_are_the_same_however_time_is_cut() -> None:
    chance = random.Random(5)
    fine, coarse = Stepper(), Stepper()
    total = 0.0
    steps = 0
    for _ in range(400):
        dt = chance.uniform(0, 0.03)
        total += dt
        steps += fine.advance(dt)
    whole = sum(coarse.advance(total / 400) for _ in range(400))
    assert abs(steps - total / STEP) <= 1
    assert abs(whole - steps) <= 1
    assert fine.now == pytest.approx(steps * STEP)


def test_what_is_left_over_is_less_than_a_step_and_not_lost() -> None:
    stepper = Stepper()
    assert stepper.advance(STEP * 0.75) == 0
    assert stepper.ahead == pytest.approx(STEP * 0.75)
    assert stepper.advance(STEP * 0.75) == 1
    assert 0 <= stepper.ahead < STEP


@pytest.mark.parametrize("gap", [600.0, 1e9, math.inf])
def test_a_sleeping_machine_counts_as_one_long_frame(gap: float) -> None:
    stepper = Stepper()
    assert stepper.advance(gap) == pytest.approx(LONGEST_FRAME / STEP, abs=1)
    assert stepper.now <= LONGEST_FRAME


def test_a_clock_that_goes_back_counts_as_no_time() -> None:
    stepper = Stepper()
    assert stepper.advance(-5.0) == 0
    assert stepper.now == 0
    assert stepper.ahead == 0


def test_the_pace_falls_after_a_second_of_stillness_and_comes_back_at_once() -> None:
    pace = Pace()
    assert pace.rate(is_busy=True, dt=0.016) == ACTIVE_RATE
    assert pace.rate(is_busy=False, dt=STILL_SECONDS * 0.9) == ACTIVE_RATE
    assert pace.rate(is_busy=False, dt=STILL_SECONDS * 0.2) == IDLE_RATE
    assert pace.rate(is_busy=True, dt=0.05) == ACTIVE_RATE
