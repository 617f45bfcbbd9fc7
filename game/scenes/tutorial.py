"""The tutorial: a guided first turn on a real board, and what may come later."""

from collections.abc import Iterator
from dataclasses import replace

from pygame import Rect

from game.rules.api import IllegalActionError
from game.rules.magdagdon.board import CELLS, EMPTY, SIZE
from game.rules.magdagdon.events import MagdagdonStruck
from game.rules.magdagdon.placement import legal_cells
from game.rules.magdagdon.state import Phase
from game.scenes.base import Context, Scene, Transition
from game.scenes.parts import Backing
from game.scenes.tutorial_marks import Ring, reach
from game.scenes.tutorial_steps import all_steps
from game.scenes.tutorial_table import Answer, Attempt, Cell, Die, Press, Step, Table
from game.ui.button import Button
from game.ui.input import Cancel, Command, Down, Gesture, Hover, Key, Move, Point, Up
from game.ui.language import _, format_number
from game.ui.layout import Metrics, centred, columns, inset, rows
from game.ui.refusals import explain_refusal
from game.ui.widgets import Label
from game.views.magdagdon.geometry import Geometry, arrange
from game.views.magdagdon.view import View

REPLY_SECONDS = 7.0
"""How long a kind word stands in place of what is asked."""
_DIE_KEYS = {Command.DIE_1: 0, Command.DIE_2: 1, Command.DIE_3: 2, Command.DIE_4: 3}
_CURSOR_STEPS = {
    Command.LEFT: (0, -1),
    Command.RIGHT: (0, 1),
    Command.UP: (-1, 0),
    Command.DOWN: (1, 0),
}


def place_parts(metrics: Metrics) -> tuple[Geometry, Rect, Rect]:
    """Return the boxes of board, tray and buttons, and those of head and speech.

    What is said has its own place, so that it never covers what it speaks of.
    """
    usual = arrange(metrics, has_powers=True)
    column = usual.tray.union(usual.bottom)
    gap = max(6, metrics.px(20))
    if metrics.is_portrait:
        head = usual.title.union(usual.turn).union(usual.score).union(usual.breakdown)
        speech, tray, action = rows(column, (2.3, 2.2, 1.4), gap)
    else:
        column = column.union(usual.title)
        head, speech, tray, action = rows(column, (1.0, 3.7, 2.3, 1.5), gap)
    # The ring round one leaves the other alone.
    apart = max(gap, 2 * reach(metrics))
    undo, confirm = columns(action, (1, 2), apart)
    inner = inset(tray, max(6, metrics.px(24)), max(4, metrics.px(12)))
    side = min(inner.height, (inner.width - 3 * apart) // 4, usual.cells[0].width)
    dice = tuple(centred((side, side), box) for box in columns(inner, [1] * 4, apart))
    return replace(usual, tray=tray, dice=dice, undo=undo, confirm=confirm), head, speech


class TutorialScene(Scene):
    """Says what to do next, rings it, and goes on once it is done. No game, nothing is saved."""

    is_engaging = True

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.table = Table()
        self._steps = all_steps()
        self._at = 0
        self._reply = ""
        self._reply_left = 0.0
        self._press: tuple[Point, int | None, int | None] | None = None
        self._dragged: int | None = None
        self._has_struck = False

    @property
    def step(self) -> Step:
        """What is asked now."""
        return self._steps[self._at]

    # ------------------------------------------------------------------ what is shown

    def build(self) -> None:
        """Put board, tray, speech and buttons on the canvas."""
        metrics, theme = self.metrics, self.kit.art.theme
        self.geometry, head, speech = place_parts(metrics)
        self.view = View(
            self.kit,
            self.canvas,
            self.geometry,
            0,
            self.context.sound,
            self.context.settings.has_reduced_motion,
        )
        self.motions = self.view.motions
        self.view.hearts.show(False)
        add = self.canvas.add
        self._dragged = self._press = None
        self._rings: list[Ring] = []
        self._marked: tuple[Attempt, ...] | None = None
        add(Backing(self.kit, self.geometry.tray, "board"))
        self._speech_box = speech
        self._speech = add(Backing(self.kit, speech, "panel"))
        room = inset(speech, max(8, metrics.px(36)), max(4, metrics.px(18)))
        self._text = add(Label(self.kit, room, "", 42, theme.panel.text, z=2))
        where, score, skip = columns(head, (1, 1, 1.3), metrics.gap)
        skip = centred((skip.width, min(skip.height, max(metrics.touch, metrics.px(96)))), skip)
        self._where = add(Label(self.kit, where, "", 38, theme.accent, bold=True))
        self._score = add(Label(self.kit, score, "", 64, theme.sky.text, bold=True, align="center"))
        self.controls.add(Button(self.kit, skip, _("Skip"), self.leave, icon="icon_skip", units=30))
        self._undo = self.controls.add(
            Button(
                self.kit,
                self.geometry.undo,
                _("Undo"),
                lambda: self.attempt(Press.UNDO),
                icon="icon_undo",
                units=32,
            )
        )
        self._main = self.controls.add(
            Button(
                self.kit,
                self.geometry.confirm,
                "",
                lambda: self.attempt(Press.MAIN),
                style="gold",
                units=44,
            )
        )
        self.show()

    def show(self) -> None:
        """Bring everything in line with the table and the step."""
        step, table, theme = self.step, self.table, self.kit.art.theme
        self.view.show(table.state, table.hand)
        self._text.set(
            self._reply or step.text(table), theme.accent if self._reply else theme.panel.text
        )
        count = self._steps[-1].number
        self._where.set(f"{format_number(step.number)} / {format_number(count)}")
        self._score.set(format_number(table.state.shown_score.total))
        caption = step.caption(table)
        is_new = bool(caption) and caption != self._main.caption
        self._main.show(bool(caption))
        self._main.set(
            caption=caption or None,
            style="fire" if table.state.phase is Phase.MAGDAGDON else "gold",
            enabled=bool(caption) and step.can_press(table) and not self._has_struck,
            now=self.context.clock() if is_new and self._main.caption else None,
        )
        self._undo.show(step.is_undo_there)
        self._undo.set(enabled=bool(table.state.staged))
        for control in (self._main, self._undo):
            if control.is_focused and not (control.is_visible and control.is_enabled):
                self.controls.focus(None)
        self._ring(step.marks(table))

    def _ring(self, marks: tuple[Attempt, ...]) -> None:
        """Put a ring round each of *marks*."""
        if marks == self._marked:
            return
        self._marked = marks
        for ring in self._rings:
            self.canvas.remove(ring)
        self._rings = [self.canvas.add(Ring(self.kit, self.box_of(mark))) for mark in marks]

    def box_of(self, mark: Attempt) -> Rect:
        """Return where *mark* is on screen."""
        match mark:
            case Die(index):
                return self.view.dice[index].box
            case Cell(index):
                return self.geometry.cells[index]
            case Press.UNDO:
                return self._undo.box
            case _:
                return self._main.box

    @property
    def speech_box(self) -> Rect:
        """Where it is said what to do."""
        return self._speech_box

    # ------------------------------------------------------------------ what is done

    def attempt(self, attempt: Attempt) -> None:
        """Let the step answer *attempt*, and go on where it is done."""
        self.motions.finish()
        self._after_motions()
        table, step = self.table, self.step
        before = table.state
        try:
            answer = step.answer(table, attempt)
        except IllegalActionError as error:
            die = table.hand.die
            cell = attempt.index if isinstance(attempt, Cell) else None
            answer = Answer(
                reply=explain_refusal(error, before, die=die, cell=cell), is_refused=True
            )
            table.hand = replace(table.hand, blocking=error.cells)
        if answer.is_refused:
            self.context.sound("illegal")
        elif isinstance(attempt, Die) and table.hand.die is not None:
            self.context.sound("lift")
        self._reply, self._reply_left = answer.reply, REPLY_SECONDS
        self._has_struck = any(isinstance(event, MagdagdonStruck) for event in answer.events)
        if step.is_done(table) and not self._has_struck:
            self._go_on()
        self.show()
        self.view.animator.animate(answer.events)

    def _go_on(self) -> None:
        """Begin the next step, or end where there is none."""
        if self._at + 1 == len(self._steps):
            self.context.sound("confirm")
            self.leave()
            return
        self._at += 1
        self.step.begin(self.table)

    def leave(self) -> None:
        """Go back to where the player came from, who has now seen what this is."""
        if not self.context.settings.is_tutorial_done:
            self.context.change_settings(is_tutorial_done=True)
        super().leave()

    def _after_motions(self) -> None:
        """Once the dice lie still, MAGDAGDON falls in."""
        if self._has_struck:
            self._has_struck = False
            self._go_on()
            self.show()
            self.view.animator.strike(self._speech_box, (self._speech, self._text))

    def update(self, dt: float) -> Transition | None:
        """Go on by a step of *dt* seconds."""
        super().update(dt)
        if not self.motions.is_running:
            self._after_motions()
        for ring in self._rings:
            ring.advance(dt)
        if self._reply:
            self._reply_left -= dt
            if self._reply_left <= 0:
                self._reply = ""
                self.show()
        return self.take_transition()

    def warm(self) -> Iterator[None]:
        """Rasterise what will be needed while nothing moves."""
        return self.view.warm()

    # ------------------------------------------------------------------ gestures

    def act(self, gesture: Gesture) -> bool:
        """Act on *gesture*; a tap during an animation ends it and acts on what is then there."""
        if isinstance(gesture, Down | Key) and self.motions.is_running:
            self.motions.finish()
            self._after_motions()
        if self._dragged is not None:
            return self._drag(self._dragged, gesture)
        if isinstance(gesture, Key) and self._key(gesture.command):
            return True
        if super().act(gesture):
            self._press = None
            return True
        match gesture:
            case Down(at):
                self._press = (at, self._die_at(at), self.geometry.cell_at(at))
                return True
            case Move(at) if self._press is not None:
                return self._begin_drag(at)
            case Up(at, is_tap):
                return self._release(at, is_tap)
            case Hover(at):
                self._hover(at)
                return False
            case Cancel():
                self._press = None
                return False
            case _:
                return False

    def _die_at(self, at: Point) -> int | None:
        dice = self.view.dice
        found = (n for n, node in enumerate(dice) if node.box.inflate(16, 16).collidepoint(at))
        return next(found, None)

    def _release(self, at: Point, is_tap: bool) -> bool:
        press, self._press = self._press, None
        if press is None or not is_tap:
            return False
        _start, die, cell = press
        self.table.hand = replace(self.table.hand, cursor=None, blocking=())
        if die is not None and die == self._die_at(at) and self.table.state.dice:
            self.attempt(Die(die))
        elif cell is not None and cell == self.geometry.cell_at(at):
            self.attempt(Cell(cell))
        return True

    def _hover(self, at: Point) -> None:
        over = self.geometry.cell_at(at)
        hand = self.table.hand
        if over != hand.over and (over is not None or hand.die is None):
            self.table.hand = replace(hand, over=over)
            self.view.show(self.table.state, self.table.hand)

    # ------------------------------------------------------------------ dragging

    def _begin_drag(self, at: Point) -> bool:
        """Drag the die that the pointer went down on, once it is far enough from there."""
        if self._press is None or self._press[1] is None:
            return False
        start, die, _cell = self._press
        far = max(8, self.geometry.cells[0].width // 8)
        if abs(at[0] - start[0]) + abs(at[1] - start[1]) < far:
            return False
        if die not in self.table.state.available or self.table.state.phase is not Phase.PLACE:
            return False
        if self.table.hand.die != die:
            self.attempt(Die(die))
        self._press = None
        if self.table.hand.die != die:  # another die is wanted, and that was said
            return True
        self._dragged = die
        self.view.dice[die].hold(1)
        return self._drag(die, Move(at))

    def _drag(self, die: int, gesture: Gesture) -> bool:
        """Follow the dragged *die* until it is dropped."""
        if isinstance(gesture, Move):
            self.view.drag(self.table.state.dice[die], gesture.at)
            self.table.hand = replace(self.table.hand, over=self.geometry.cell_at(gesture.at))
            self.view.show(self.table.state, self.table.hand)
            return True
        if isinstance(gesture, Hover):
            return True
        self._end_drag()
        if isinstance(gesture, Up):
            cell = self.geometry.cell_at(gesture.at)
            if cell is not None:
                self.attempt(Cell(cell))
        self.show()
        return True

    def _end_drag(self) -> None:
        if self._dragged is not None:
            self.view.dice[self._dragged].release()
            self._dragged = None
            self.view.drop()

    # ------------------------------------------------------------------ keys

    def _key(self, command: Command) -> bool:
        """Act on *command* as the play scene does; False leaves it to the controls."""
        table = self.table
        is_free = self.controls.focused is None
        if command in _DIE_KEYS and table.state.dice:
            self.controls.focus(None)
            self.attempt(Die(_DIE_KEYS[command]))
        elif command in _CURSOR_STEPS and is_free:
            self._move_cursor(*_CURSOR_STEPS[command])
        elif command is Command.TAKE_BACK:
            self.attempt(Press.UNDO)
        elif command is Command.ACCEPT and is_free and table.hand.cursor is not None:
            self.attempt(Cell(table.hand.cursor))
        elif command in (Command.ROLL, Command.CONFIRM) or (command is Command.ACCEPT and is_free):
            if not self._main.is_guarded(self.context.clock()):
                self.attempt(Press.MAIN)
        else:
            return False
        return True

    def _move_cursor(self, down: int, right: int) -> None:
        table = self.table
        if table.hand.cursor is None:
            cursor = self._first_cell()
        else:
            row, column = divmod(table.hand.cursor, SIZE)
            cursor = (row + down) % SIZE * SIZE + (column + right) % SIZE
        table.hand = replace(table.hand, cursor=cursor, over=cursor, blocking=())
        self.view.show(table.state, table.hand)

    def _first_cell(self) -> int:
        """Return where the cursor comes in: at what is ringed, else where something can be done."""
        ringed = [mark.index for mark in self.step.marks(self.table) if isinstance(mark, Cell)]
        state, die = self.table.state, self.table.hand.die
        cells: tuple[int, ...] = ()
        if die is not None and die in state.available:
            cells = legal_cells(state.shown_board, state.dice[die])
        elif state.phase is Phase.MAGDAGDON:
            cells = tuple(cell for cell in range(CELLS) if state.board[cell] == EMPTY)
        return next(iter((*ringed, *cells)), 0)

    def covered(self) -> None:
        """Come to rest before another scene covers this one."""
        self._end_drag()
        super().covered()
