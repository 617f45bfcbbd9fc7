"""What to expect from here, told live while the player thinks (off by default)."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from game.rules.magdagdon.state import Phase, State
from game.scenes.coach_desk import Inquiry
from game.ui.language import _, format_number

if TYPE_CHECKING:
    from game.coach.coach import Coach
    from game.coach.rollout import Forecast
    from game.scenes.play import PlayScene

_FEWEST = 20
"""Games that the coach plays on before anything is told."""


def _forecasts(state: State, best: int | None, coach: Coach) -> Iterator[Forecast]:
    # In the coach's thread: the game shows its first picture without any of this.
    from game.coach.rollout import forecast  # noqa: PLC0415  # see above

    return forecast(coach, state, secrets.token_hex(8), beat=best)


class LiveForecast:
    """Asks for a forecast whenever the roll or the board changes, and puts it into words."""

    def __init__(self, scene: PlayScene) -> None:
        self._scene = scene
        self._inquiry: Inquiry[Forecast] | None = None
        self._asked: tuple[object, ...] = ()
        self._told = 0

    @property
    def is_on(self) -> bool:
        """Whether the player wants it, and the coach is there to tell."""
        context = self._scene.context
        return context.settings.has_expected_score and context.coach.is_there

    def stop(self) -> None:
        """Want no more of it for now; the coach is free for other questions."""
        if self._inquiry is not None:
            self._inquiry.stop()
        self._asked = ()

    def update(self) -> bool:
        """Ask anew where the position changed; True where there is something new to tell.

        While something moves the coach thinks of nothing new, so that no frame waits for it.
        """
        if not self.is_on:
            return False
        state = self._scene.state
        position = (state.board, state.dice, state.powers_used)
        is_moving = self._scene.is_moving
        if position != self._asked:
            self.stop()
            if is_moving:
                return False
            self._asked, self._told = position, 0
            if state.phase in (Phase.ROLL, Phase.PLACE, Phase.MAGDAGDON):
                best = self._scene.context.best_score(state.difficulty)
                work = partial(_forecasts, state, best)
                self._inquiry = self._scene.context.coach.ask(work)
            return False
        count = self._inquiry.count if self._inquiry is not None else 0
        is_new = not is_moving and count >= _FEWEST and count >= self._told + 10
        self._told = count if is_new else self._told
        return is_new

    @property
    def text(self) -> str:
        """The forecast in a line; empty while there is none."""
        forecast = self._inquiry.latest if self._inquiry is not None else None
        if not self.is_on or forecast is None or forecast.rollouts < _FEWEST:
            return ""
        text = _("Expected {mean}, mostly {low} to {high}").format(
            mean=format_number(forecast.mean),
            low=format_number(forecast.low),
            high=format_number(forecast.high),
        )
        if forecast.share_above is None:
            return text
        share = format_number(100 * forecast.share_above)
        return text + " · " + _("{share} % beat your best").format(share=share)
