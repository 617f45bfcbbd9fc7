"""A replayed game as steps to watch: each an action with the dice that it threw, told in words."""

from collections.abc import Iterator
from dataclasses import dataclass

from game.rules.magdagdon.actions import (
    Action,
    Confirm,
    Lower,
    Raise,
    Reroll,
    Roll,
    Rolled,
    Ruin,
    Stage,
    Take,
)
from game.rules.magdagdon.board import CELL_NAMES
from game.rules.magdagdon.events import DiceRolled, Event, LineCompleted, MagdagdonStruck, RuinMade
from game.rules.magdagdon.scoring import RUIN_COST
from game.rules.magdagdon.state import State
from game.session.exchange import Game
from game.ui.language import _, format_number, format_signed, n_
from game.ui.wording import bonus_name


@dataclass(frozen=True, slots=True)
class Step:
    """One action, the dice that came down after it, and the state that both led to."""

    action: Action
    before: State
    state: State
    events: tuple[Event, ...]

    @property
    def has_struck(self) -> bool:
        """Whether MAGDAGDON struck here."""
        return any(isinstance(event, MagdagdonStruck) for event in self.events)

    @property
    def is_roll(self) -> bool:
        """Whether dice came down here."""
        return any(isinstance(event, DiceRolled) for event in self.events)

    @property
    def is_bonus(self) -> bool:
        """Whether a line earned its bonus here."""
        return any(isinstance(e, LineCompleted) and e.bonus is not None for e in self.events)

    @property
    def is_ruin(self) -> bool:
        """Whether a cell became a ruin here."""
        return any(isinstance(event, RuinMade) for event in self.events)


class Timeline:
    """Steps of a game; place 0 is before the first, place n after step n."""

    def __init__(self, game: Game) -> None:
        self.initial: State = game.initial
        self.steps = tuple(_steps(game))

    def __len__(self) -> int:
        return len(self.steps)

    def state(self, place: int) -> State:
        """Return the state at *place*."""
        return self.steps[place - 1].state if place else self.initial

    @property
    def turns(self) -> int:
        """How many turns there are, one under way included."""
        last = self.state(len(self))
        return last.turn if last.dice or last.in_air or last.turn == 1 else last.turn - 1

    @property
    def turn_places(self) -> list[int]:
        """The places at which turns begin, and the end."""
        places = [
            place
            for place in range(1, len(self) + 1)
            if self.state(place).turn != self.state(place - 1).turn
        ]
        return sorted({0, *places, len(self)})

    def turn_after(self, place: int) -> int:
        """Return where the turn after *place* begins, or the end."""
        return next((other for other in self.turn_places if other > place), len(self))

    def turn_before(self, place: int) -> int:
        """Return where the turn under way at *place* began, or at its start the one before."""
        return next((other for other in reversed(self.turn_places) if other < place), 0)

    def describe(self, place: int) -> str:
        """Return in words what led to *place*."""
        return _describe(self.steps[place - 1]) if place else _("The board is empty.")


def _steps(game: Game) -> Iterator[Step]:
    state = game.initial
    waiting: Step | None = None
    for ply in game.plies:
        if isinstance(ply.action, Rolled) and waiting is not None:
            events = waiting.events + ply.events
            waiting = Step(waiting.action, waiting.before, ply.state, events)
        else:
            if waiting is not None:
                yield waiting
            waiting = Step(ply.action, state, ply.state, ply.events)
        state = ply.state
    if waiting is not None:
        yield waiting


def _describe(step: Step) -> str:
    match step.action:
        case Roll() | Rolled():
            if not step.state.dice:
                return _("The dice are in the air.")
            return _("Rolled {values}").format(values=_values(step.state.dice))
        case Stage(die, cell):
            value = format_number(step.before.dice[die])
            return _("{value} on {cell}").format(value=value, cell=CELL_NAMES[cell])
        case Take(cell):
            return _("{cell} taken back").format(cell=CELL_NAMES[cell])
        case Confirm():
            return " · ".join([_("Confirmed"), *_bonuses(step)])
        case Lower(die) | Raise(die):
            change = f"{step.before.dice[die]} → {step.state.dice[die]}"
            return _("Majda Power: {change}").format(change=change)
        case Reroll(dice):
            text = n_(
                "Majda Power: {count} die thrown again",
                "Majda Power: {count} dice thrown again",
                len(dice),
            )
            return text.format(count=format_number(len(dice)))
        case Ruin(cell):
            text = _("Ruin on {cell} · {points}")
            return text.format(cell=CELL_NAMES[cell], points=format_signed(-RUIN_COST))


def _values(dice: tuple[int, ...]) -> str:
    return " ".join(map(str, dice))


def _bonuses(step: Step) -> list[str]:
    return [
        f"{bonus_name(event.bonus)} {format_signed(event.bonus.value)}"
        for event in step.events
        if isinstance(event, LineCompleted) and event.bonus is not None
    ]
