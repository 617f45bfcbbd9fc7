"""A player that finishes games through the interface, with one kind of hand or another."""

import random
from collections.abc import Callable
from pathlib import Path

import pygame

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
    format_action,
)
from game.rules.magdagdon.board import EMPTY, SIZE, Difficulty, with_cell
from game.rules.magdagdon.engine import Magdagdon
from game.rules.magdagdon.placement import can_place, legal_cells
from game.rules.magdagdon.state import Phase, State
from game.scenes.game_session import GameSession
from game.session.store import GameStore
from tests.ui.pilot import Pilot

DIE_KEYS = (pygame.KSCAN_1, pygame.KSCAN_2, pygame.KSCAN_3, pygame.KSCAN_4)


def choose(state: State, chance: random.Random, power_share: float = 0.1) -> Action:
    """Return what to do next: sensible enough to finish every game, random enough to see all."""
    if state.phase is Phase.ROLL:
        return Roll()
    is_struck = state.phase is Phase.MAGDAGDON
    wants_power = chance.random() < (0.6 if is_struck else power_share)
    if state.powers_left and not state.staged and wants_power:
        return choose_power(state, chance)
    if is_struck:
        return Ruin(chance.choice([cell for cell in range(16) if state.board[cell] == EMPTY]))
    return choose_placing(state, chance)


def choose_power(state: State, chance: random.Random) -> Action:
    """Return one of the Powers."""
    powers: list[Action] = [Reroll(tuple(sorted(chance.sample(range(4), chance.randint(1, 4)))))]
    for die in state.available:
        powers += [Lower(die)] * (state.dice[die] > 1) + [Raise(die)] * (state.dice[die] < 6)
    return chance.choice(powers)


def choose_placing(state: State, chance: random.Random) -> Action:
    """Stage a die that leaves a way to the minimum, confirm, or now and then take one back."""
    board, staged = state.shown_board, len(state.staged)
    stages = []
    for die in state.available:
        rest = tuple(state.dice[other] for other in state.available if other != die)
        for cell in legal_cells(board, state.dice[die]):
            after = with_cell(board, cell, state.dice[die])
            if can_place(after, rest, state.minimum - staged - 1):
                stages.append(Stage(die, cell))
    if staged >= state.minimum and (not stages or chance.random() < 0.5):
        return Confirm()
    if staged and (not stages or chance.random() < 0.08):
        return Take(chance.choice(state.staged).cell)
    return chance.choice(stages)


class Hands:
    """Plays by taps: of the mouse, or of a finger."""

    def __init__(self, pilot: Pilot, tap: Callable[[tuple[int, int]], None] | None = None) -> None:
        self.pilot = pilot
        self.tap = tap or pilot.tap

    def tap_button(self, caption: str) -> None:
        """Tap the button that says *caption*."""
        self.tap(self.pilot.button(caption).box.center)

    def start(self, difficulty: Difficulty) -> None:
        """Begin a game from the title."""
        self.tap_button(difficulty.name)

    def act(self, action: Action) -> None:
        """Do *action*."""
        match action:
            case Roll():
                self.tap_button("Roll")
            case Confirm():
                self.tap_button("Confirm")
            case Stage(die, cell):
                self.stage(die, cell)
            case Take(cell):
                self.tap(self.cell(cell))
            case Ruin(cell):
                self.tap(self.cell(cell))
                self.wait_for_the_guard()
                self.tap(self.cell(cell))
            case Lower(die) | Raise(die):
                self.power(type(action).__name__.lower(), (die,))
            case Reroll(dice):
                self.power("reroll", dice)

    def stage(self, die: int, cell: int) -> None:
        """Take *die* in hand and put it on *cell*."""
        self.tap(self.die(die))
        self.tap(self.cell(cell))

    def power(self, name: str, dice: tuple[int, ...]) -> None:
        """Arm the Power *name*, choose *dice*, and tap its button again."""
        place = self.pilot.scene.panel.power_box(name).center
        self.tap(place)
        for die in dice:
            self.tap(self.die(die))
        self.wait_for_the_guard()
        self.tap(place)

    def wait_for_the_guard(self) -> None:
        """Wait until a button that has just changed its meaning listens again."""
        self.pilot.run(0.3, dt=0.1)

    def cell(self, cell: int) -> tuple[int, int]:
        """Return where *cell* is on screen."""
        return self.pilot.scene.geometry.cells[cell].center

    def die(self, die: int) -> tuple[int, int]:
        """Return where tray place *die* is on screen."""
        return self.pilot.scene.view.dice[die].box.center


class DraggingHands(Hands):
    """Drags dice to the board; everything else is a tap."""

    def stage(self, die: int, cell: int) -> None:
        """Drag *die* to *cell*."""
        self.pilot.drag(self.die(die), self.cell(cell))


class KeyHands(Hands):
    """Plays by the keyboard alone."""

    def start(self, difficulty: Difficulty) -> None:
        """Go round the controls of the title to the card of *difficulty*."""
        for _ in self.pilot.scene.controls.all:
            self.pilot.key(pygame.KSCAN_TAB)
            if self.pilot.scene.controls.focused.caption == difficulty.name:
                self.pilot.key(pygame.KSCAN_RETURN)
                return
        raise AssertionError(f"{difficulty.name} can't be reached by keys")

    def act(self, action: Action) -> None:
        """Do *action*."""
        key = self.pilot.key
        match action:
            case Roll():
                key(pygame.KSCAN_R)
            case Confirm():
                key(pygame.KSCAN_C)
            case Stage(die, cell):
                key(DIE_KEYS[die])
                self.point_at(cell)
                key(pygame.KSCAN_RETURN)
            case Take(cell):
                self.point_at(cell)
                key(pygame.KSCAN_RETURN)
            case Ruin(cell):
                self.point_at(cell)
                key(pygame.KSCAN_RETURN)
                self.wait_for_the_guard()
                key(pygame.KSCAN_RETURN)
            case Lower(die) | Raise(die):
                self.use(pygame.KSCAN_MINUS if action == Lower(die) else pygame.KSCAN_EQUALS, [die])
            case Reroll(dice):
                self.use(pygame.KSCAN_T, dice)

    def use(self, power: int, dice: list[int] | tuple[int, ...]) -> None:
        """Press the key of *power*, the keys of *dice*, and the first one again."""
        self.pilot.key(power)
        for die in dice:
            self.pilot.key(DIE_KEYS[die])
        self.wait_for_the_guard()
        self.pilot.key(power)

    def point_at(self, cell: int) -> None:
        """Bring the cursor to *cell*."""
        if self.pilot.scene.hand.cursor is None:
            self.pilot.key(pygame.KSCAN_RIGHT)
        row, column = divmod(self.pilot.scene.hand.cursor, SIZE)
        down, right = cell // SIZE - row, cell % SIZE - column
        for _ in range(abs(down)):
            self.pilot.key(pygame.KSCAN_DOWN if down > 0 else pygame.KSCAN_UP)
        for _ in range(abs(right)):
            self.pilot.key(pygame.KSCAN_RIGHT if right > 0 else pygame.KSCAN_LEFT)


class Player:
    """Plays whole games with *hands*, holding every step against what the rules should have got."""

    def __init__(self, pilot: Pilot, hands: Hands, seed: int = 0) -> None:
        self.pilot = pilot
        self.hands = hands
        self.chance = random.Random(seed)
        self.actions: list[Action] = []
        self.after_action: Callable[[], None] = pilot.settle
        self.power_share = 0.1

    def start(self, difficulty: Difficulty) -> GameSession:
        """Begin a game from the title and return its session."""
        self.pilot.settle()
        self.hands.start(difficulty)
        self.pilot.settle()
        assert self.pilot.scene_name == "PlayScene"
        session = self.pilot.app.context.session
        assert session is not None
        assert session.state.difficulty is difficulty
        return session

    def step(self) -> Action:
        """Do one thing and hold what came of it against what was meant."""
        session = self.pilot.app.context.session
        assert session is not None
        action = choose(session.state, self.chance, self.power_share)
        before = session.record.actions
        self.hands.act(action)
        done = session.record.actions
        assert done[: len(before)] == before, f"{action} changed what had been played"
        added = done[len(before) :]
        assert added, f"{action} was not taken at {session.state}: {self.pilot.scene.message!r}"
        assert added[0] == format_action(action)
        assert all(text.startswith("rolled") for text in added[1:]), f"{action} became {added}"
        self.actions.append(action)
        self.after_action()
        return action

    def play(self) -> GameSession:
        """Finish the game under way and return its session."""
        session = self.pilot.app.context.session
        assert session is not None
        while not session.is_over:
            self.step()
            assert len(self.actions) < 400, "the game does not end"
        return session


def prepare(
    folder: Path,
    difficulty: Difficulty,
    wanted: Callable[[State], bool],
    *,
    power_share: float = 0.0,
) -> State:
    """Save a game that stands where *wanted* says, and return its position."""
    store = GameStore(folder)
    for number in range(2000):
        chance = random.Random(number)
        options = {"difficulty": difficulty.value}
        session = store.start(Magdagdon(), options, f"prepared-{number}")
        while not session.is_over:
            if wanted(session.state):
                return session.state
            session.submit(choose(session.state, chance, power_share))
    raise AssertionError("no game gets there")
