"""Playing by the keyboard: dice by their numbers, cells by a cursor, everything else by its key."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from game.rules.magdagdon.board import CELLS, EMPTY, SIZE
from game.rules.magdagdon.placement import legal_cells
from game.rules.magdagdon.state import Phase
from game.ui.input import Command

if TYPE_CHECKING:
    from game.scenes.play import PlayScene

_DIE_KEYS = {Command.DIE_1: 0, Command.DIE_2: 1, Command.DIE_3: 2, Command.DIE_4: 3}
_CURSOR_STEPS = {
    Command.LEFT: (0, -1),
    Command.RIGHT: (0, 1),
    Command.UP: (-1, 0),
    Command.DOWN: (1, 0),
}


class Keys:
    """Turns commands into what the scene does for taps."""

    def __init__(self, scene: PlayScene) -> None:
        self._scene = scene

    def handle(self, command: Command) -> bool:
        """Act on *command*; False leaves it to the controls and to the scene stack."""
        scene = self._scene
        if command in _DIE_KEYS:
            scene.controls.focus(None)
            scene.choose_die(_DIE_KEYS[command])
        elif command in _CURSOR_STEPS:
            self._move_cursor(*_CURSOR_STEPS[command])
        elif command in (Command.ROLL, Command.CONFIRM, Command.ACCEPT):
            self._accept(command)
        elif command is Command.TAKE_BACK:
            scene.undo()
        elif command is Command.HINT and scene.context.coach.is_there:
            scene.counsel.ask()
        elif command in (Command.LOWER, Command.RAISE, Command.REROLL):
            power = command.name.lower()
            if not scene.panel.is_guarded(power):
                scene.use_power(power)
        else:
            return False
        return True

    def _accept(self, command: Command) -> None:
        """Let Enter act on the cell under the cursor, and every other key on the large button.

        The keys for rolling and confirming mean nothing else, so only Enter, and whatever makes a
        ruin, has to wait where the button has just changed its meaning.
        """
        scene = self._scene
        is_roll = scene.state.phase is Phase.ROLL
        if command is Command.ACCEPT and scene.hand.cursor is not None and not is_roll:
            scene.choose_cell(scene.hand.cursor)
        elif scene.panel.is_main_guarded and (command is Command.ACCEPT or scene.is_prompting):
            return
        elif command is Command.ACCEPT or is_roll == (command is Command.ROLL):
            scene.press_main()

    def _move_cursor(self, down: int, right: int) -> None:
        scene = self._scene
        if scene.hand.cursor is None:
            cursor = self._first_cell()
        else:
            row, column = divmod(scene.hand.cursor, SIZE)
            cursor = (row + down) % SIZE * SIZE + (column + right) % SIZE
        scene.controls.focus(None)
        scene.hand = replace(scene.hand, cursor=cursor, over=cursor, blocking=())
        scene.show()

    def _first_cell(self) -> int:
        """Return where the cursor comes in: where something can be done, if anywhere."""
        state, die = self._scene.state, self._scene.hand.die
        cells: tuple[int, ...] = ()
        if die is not None and die in state.available:
            cells = legal_cells(state.shown_board, state.dice[die])
        elif self._scene.is_prompting:
            cells = tuple(cell for cell in range(CELLS) if state.board[cell] == EMPTY)
        return cells[0] if cells else 0
