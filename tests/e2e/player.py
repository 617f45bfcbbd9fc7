"""A player who plays the real window by clicks, and knows the position only from the saved game."""

import random
from collections.abc import Callable
from pathlib import Path

from game.rules.magdagdon.actions import (
    Action,
    Confirm,
    Lower,
    Raise,
    Reroll,
    Roll,
    Ruin,
    Stage,
    Take,
)
from game.rules.magdagdon.board import Difficulty
from game.rules.magdagdon.state import Phase, State
from game.session.scores import ScoreEntry, ScoreTable
from game.ui.layout import Metrics
from game.views.magdagdon.geometry import Geometry, arrange
from tests.e2e.screen import MEANING, Point, Program
from tests.ui.pilot import Pilot
from tests.ui.player import choose

TRIES = 12
PATIENCE_OF_A_CLICK = 3.0


def places(folder: Path, size: tuple[int, int]) -> dict[str, Point]:
    """Return where the title's buttons stand in a window of *size*, with the data in *folder*."""
    pilot = Pilot(folder, size, has_reduced_motion=True)
    found = {button.caption: button.box.center for button in pilot.scene.controls.all}
    pilot.close()
    return found


class Player:
    """Clicks what the rules and the layout say is there."""

    def __init__(self, program: Program, difficulty: Difficulty, seed: int = 0) -> None:
        self.program = program
        self.difficulty = difficulty
        self.chance = random.Random(seed)
        self.actions: list[Action] = []
        self.on_action: Callable[[Action, State], None] = lambda _action, _state: None

    @property
    def geometry(self) -> Geometry:
        """Where everything stands in the window as it is now."""
        return arrange(Metrics(*self.program.size), has_powers=self.difficulty.powers > 0)

    def start(self, title: dict[str, Point]) -> State:
        """Begin a game by a click on the card of the difficulty; *title* as `places` gives it."""
        return self._until(
            [title[self.difficulty.name]], lambda state: state is not None, "a new game"
        )

    def step(self, state: State) -> State | None:
        """Do one thing and return the position then; None where the game is over."""
        # Powers only where no prompt has moved their buttons.
        share = 0.15 if state.phase is Phase.PLACE else 0.0
        action = choose(state, self.chance, share)
        while state.phase is Phase.MAGDAGDON and not isinstance(action, Ruin):
            action = choose(state, self.chance, 0.0)
        after = self._until(self._clicks(action), lambda now: now != state, str(action))
        self.actions.append(action)
        self.on_action(action, state)
        return after

    def _clicks(self, action: Action) -> list[Point]:
        geometry = self.geometry
        cells = [cell.center for cell in geometry.cells]
        dice = [die.center for die in geometry.dice]
        powers = [power.center for power in geometry.powers]
        match action:
            case Roll() | Confirm():
                return [geometry.confirm.center]
            case Stage(die, cell):
                return [dice[die], cells[cell]]
            case Take(cell) | Ruin(cell):
                return [cells[cell]]
            case Lower(die):
                return [powers[0], dice[die], powers[0]]
            case Raise(die):
                return [powers[1], dice[die], powers[1]]
            case Reroll(chosen):
                return [powers[2], *(dice[die] for die in chosen), powers[2]]

    def _until(
        self, clicks: list[Point], is_done: Callable[[State | None], bool], what: str
    ) -> State | None:
        """Click, and click again as a player would, until the position *is_done*."""
        program = self.program

        def look() -> tuple[State | None] | None:
            state = program.state
            return (state,) if is_done(state) else None

        for _ in range(TRIES):
            for at in clicks[:-1]:
                program.click(at)
            if len(clicks) > 2:  # the button of a Power that has just been armed
                program.look_for(lambda: None, MEANING)
            program.click(clicks[-1])
            found = program.look_for(look, PATIENCE_OF_A_CLICK if len(clicks) > 1 else MEANING)
            if found is not None:
                return found[0]
            if len(clicks) > 1:  # put down whatever is in hand, and try anew
                program.key("Escape")
        state = program.state
        raise AssertionError(f"{what} does not come about; the position is {state}")

    def play(self, state: State) -> ScoreEntry:
        """Finish the game and return its row in the scores."""
        now: State | None = state
        while now is not None and now.phase is not Phase.OVER:
            now = self.step(now)
            assert len(self.actions) < 200, "the game does not end"
        self.program.wait_for(lambda: self.program.record is None, "the end of the saved game")
        (entry, *_) = self.program.wait_for(self.scores, "a score")
        return entry

    def scores(self) -> tuple[ScoreEntry, ...]:
        """Return the table of the difficulty."""
        path = self.program.data / "scores.db"
        return ScoreTable(path).top(self.difficulty) if path.exists() else ()
