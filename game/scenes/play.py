"""The play scene: the board, the roll, and everything a turn can be made of."""

from collections.abc import Iterator
from dataclasses import replace

from game.rules.api import IllegalActionError
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
from game.rules.magdagdon.board import CELL_NAMES, EMPTY
from game.rules.magdagdon.engine import Reason, stage_refusal
from game.rules.magdagdon.events import Event, MagdagdonStruck, TurnEnded
from game.rules.magdagdon.state import Phase, State
from game.scenes.base import Context, Push, Replace, Scene, Transition
from game.scenes.game_session import GameSession
from game.scenes.play_coach import Counsel
from game.scenes.play_drag import Drag
from game.scenes.play_forecast import LiveForecast
from game.scenes.play_keys import Keys
from game.scenes.play_panel import Panel
from game.ui.input import Cancel, Down, Gesture, Hover, Key, Move, Point, Up
from game.ui.language import _
from game.ui.refusals import explain_refusal
from game.views.magdagdon.geometry import arrange
from game.views.magdagdon.view import Hand, View

_BLOCKING_SECONDS = 1.6


class PlayScene(Scene):
    """A game under way. The state is final at once; motions only delay what is shown."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        if context.session is None:
            context.start_game()
        self.hand = Hand()
        self.armed: str = ""
        """The Power that the next tap on its button uses: lower, raise, reroll, or none."""
        self.message = ""
        self._is_message_bad = False
        self._message_left = 0.0
        self._press: tuple[Point, int | None, int | None] | None = None
        self.drag = Drag(self)
        self.keys = Keys(self)
        self.counsel = Counsel(self)
        self.forecast = LiveForecast(self)
        self._is_struck = self.state.phase is Phase.MAGDAGDON

    # ------------------------------------------------------------------ what is shown

    @property
    def session(self) -> GameSession:
        """The game under way."""
        session = self.context.session
        if session is None:
            raise RuntimeError("the play scene needs a game under way")
        return session

    @property
    def state(self) -> State:
        """The position now."""
        return self.session.state

    def build(self) -> None:
        """Put board, tray and buttons on the canvas."""
        difficulty = self.state.difficulty
        self.geometry = arrange(self.metrics, has_powers=difficulty.powers > 0)
        self.view = View(
            self.kit,
            self.canvas,
            self.geometry,
            difficulty.powers,
            self.context.sound,
            self.context.settings.has_reduced_motion,
        )
        self.motions = self.view.motions
        self.panel = Panel(self)
        self.show()

    def show(self) -> None:
        """Bring everything in line with the state and the hand."""
        self.view.show(self.state, self._shown_hand)
        self.panel.show()

    @property
    def _shown_hand(self) -> Hand:
        """The hand as the view is to show it."""
        return replace(self.hand, is_prompted=self.is_prompting)

    @property
    def is_prompting(self) -> bool:
        """Whether the MAGDAGDON prompt is what is shown."""
        return self.state.phase is Phase.MAGDAGDON and self._is_struck

    def say(self, text: str, *, bad: bool = False) -> None:
        """Show *text* in the message line for a while."""
        self.message, self._is_message_bad = text, bad
        self._message_left = 4.0

    @property
    def is_message_bad(self) -> bool:
        """Whether the message tells of something that was refused."""
        return self._is_message_bad

    # ------------------------------------------------------------------ gestures

    def act(self, gesture: Gesture) -> bool:
        """Act on *gesture*; a tap during an animation ends it and acts on what is then there."""
        if isinstance(gesture, Down | Key) and self.view.motions.is_running:
            self.finish_motions()
        if self.session.is_over:  # the score comes next, and nothing may come before it
            return True
        if self.drag.is_active:
            self._press = None
            return self.drag.handle(gesture)
        if (
            isinstance(gesture, Key)
            and self.controls.focused is None
            and self.keys.handle(gesture.command)
        ):
            return True
        if super().act(gesture):
            self._press = None
            return True
        match gesture:
            case Down(at):
                self._press = (at, self._die_at(at), self.geometry.cell_at(at))
                self._lift(at)
                return True
            case Move(at) if self._press is not None:
                return self.drag.begin(*self._press, at)
            case Up(at, is_tap):
                return self._release(at, is_tap)
            case Hover(at):
                self._hover(at)
                return False
            case Cancel():
                self._press = None
                return False
            case Key(command):
                return self.keys.handle(command)
            case _:
                return False

    def _die_at(self, at: Point) -> int | None:
        """Return the tray place at *at*, generously; between two dice the nearer one."""
        boxes = {die: node.box for die, node in enumerate(self.view.dice)}
        near = [die for die, box in boxes.items() if box.inflate(16, 16).collidepoint(at)]
        return min(near, key=lambda die: abs(boxes[die].centerx - at[0]), default=None)

    def _lift(self, at: Point) -> None:
        """Take note of where a die under the pointer would go, as soon as it is touched."""
        die = self._die_at(at)
        if die is not None and die in self.state.available and self.armed != "reroll":
            self.context.sound("lift")

    def _release(self, at: Point, is_tap: bool) -> bool:
        """Act on a tap where it went down; a die under it goes before a cell."""
        press, self._press = self._press, None
        if press is None or not is_tap:
            return False
        _start, die, cell = press
        self.hand = replace(self.hand, cursor=None, blocking=())
        if die is not None and die == self._die_at(at):
            self.choose_die(die)
        elif cell is not None and cell == self.geometry.cell_at(at):
            self.choose_cell(cell)
        else:
            self.disarm()
        return True

    def _hover(self, at: Point) -> None:
        over = self.geometry.cell_at(at)
        if over != self.hand.over:
            self.hand = replace(self.hand, over=over)
            self.view.show(self.state, self._shown_hand)

    def leave(self) -> None:
        """Put down what is armed or in hand; open the menu where nothing is."""
        if self.armed or self.hand.die is not None or self.hand.ruin is not None:
            self.disarm()
        else:
            self.go(Push("pause"))

    # ------------------------------------------------------------------ what taps mean

    def choose_die(self, die: int) -> None:
        """Take *die* in hand, or mark it for the reroll; a second tap puts it down."""
        state = self.state
        if die >= len(state.dice) or state.phase not in (Phase.PLACE, Phase.MAGDAGDON):
            return
        if die not in state.available:
            staged = next((p.cell for p in state.staged if p.die == die), None)
            if staged is not None:
                self.submit(Take(staged))
            return
        if self.armed == "reroll":
            self.hand = replace(self.hand, marked=self.hand.marked ^ {die})
        else:
            same = self.hand.die == die and not self.armed
            self.hand = replace(self.hand, die=None if same else die, blocking=(), ruin=None)
            self.message = ""
        self.show()

    def choose_cell(self, cell: int) -> None:
        """Stage the die in hand on *cell*, take a staged one back, or choose the ruin."""
        state = self.state
        if self.is_prompting:
            self._choose_ruin(cell)
            return
        if state.phase is not Phase.PLACE:
            return
        if any(placed.cell == cell for placed in state.staged):
            self.submit(Take(cell))
        elif self.hand.die is not None and self.hand.die in state.available:
            self.place(self.hand.die, cell)
        elif state.board[cell] == EMPTY:
            self.say(_("Choose a die first."))
            self.show()

    def _choose_ruin(self, cell: int) -> None:
        if self.state.board[cell] != EMPTY:
            return
        if self.hand.ruin == cell:
            if not self.panel.is_main_guarded:  # two quick taps are one that was meant
                self.submit(Ruin(cell))
            return
        self.armed = ""
        self.hand = replace(self.hand, ruin=cell, die=None, marked=frozenset())
        self.say(_("Tap {cell} again to let it fall.").format(cell=CELL_NAMES[cell]))
        self.panel.guard_main()
        self.show()

    def place(self, die: int, cell: int, *, was_dragged: bool = False) -> None:
        """Stage *die* on *cell*, or say why that is not possible."""
        refusal = stage_refusal(self.state, die, cell)
        if refusal is None:
            self.hand = replace(self.hand, die=None, over=None)
            self.submit(Stage(die, cell), was_dragged=was_dragged)
            return
        self.context.sound("illegal")
        self.say(explain_refusal(refusal, self.state, die=die, cell=cell), bad=True)
        blocking = refusal.cells if refusal.reason is Reason.TOO_FAR_APART else ()
        self.hand = replace(self.hand, blocking=blocking)
        self._message_left = max(self._message_left, _BLOCKING_SECONDS)
        self.show()

    def press_main(self) -> None:
        """Roll, confirm, or accept the ruin: whatever the large button stands for."""
        state = self.state
        if state.phase is Phase.ROLL:
            self.submit(Roll())
        elif state.phase is Phase.PLACE and len(state.staged) >= state.minimum:
            self.submit(Confirm())
        elif self.is_prompting and self.hand.ruin is not None:
            self.submit(Ruin(self.hand.ruin))
        elif self.is_prompting:
            self.armed = ""
            self.say(_("Tap a glowing stone."))
            self.show()

    def undo(self) -> None:
        """Take the last staging action back."""
        before = self.state
        if self.session.undo() is not None:
            self.context.sound("take_back")
            self.hand = Hand()
            self._take_notices()
            self.show()
        elif before.phase is Phase.PLACE:
            self.say(_("There is nothing to take back."))
            self.show()

    def use_power(self, power: str) -> None:
        """Arm *power* (lower, raise, reroll); where it is armed and has its dice, use it."""
        state = self.state
        if state.phase not in (Phase.PLACE, Phase.MAGDAGDON) or not state.powers_left:
            return
        action = self.armed_action if self.armed == power else None
        if action is not None:
            self.armed = ""
            self.hand = Hand()
            self.submit(action)
            return
        was_armed, die = self.armed == power, self.hand.die
        self.disarm()
        if not was_armed:
            self.hand = replace(self.hand, die=die)
            self.arm(power)

    def arm(self, power: str) -> None:
        """Get *power* ready: the next tap on its button uses it."""
        self.armed = power
        die = self.hand.die
        if power == "reroll":
            marked = self.hand.marked if die is None else frozenset({die})
            self.hand = replace(self.hand, die=None, marked=marked, ruin=None)
            self.say(_("Tap the dice to throw again, then the button."))
        elif die is None:
            self.hand = replace(self.hand, ruin=None)
            self.say(_("Tap the die to change, then the button."))
        else:
            self.say(_("Tap the button again to use the Power."))
        self.panel.guard(power)
        self.show()

    @property
    def armed_action(self) -> Action | None:
        """What the armed Power would do with the dice chosen, if they are chosen."""
        die, dice = self.hand.die, self.state.dice
        if self.armed == "reroll":
            return Reroll(tuple(sorted(self.hand.marked))) if self.hand.marked else None
        if die is None or die not in self.state.available:
            return None
        if self.armed == "lower":
            return Lower(die) if dice[die] > 1 else None
        return Raise(die) if self.armed == "raise" and dice[die] < 6 else None

    def disarm(self) -> None:
        """Put down the armed Power, the marks and the chosen ruin; keep the game as it is."""
        kept = self.hand.die if self.armed in ("lower", "raise") else None
        self.armed = ""
        self.message = ""
        self.hand = Hand(die=kept, over=self.hand.over)
        self.show()

    # ------------------------------------------------------------------ the game

    def submit(self, action: Action, *, animate: bool = True, was_dragged: bool = False) -> bool:
        """Play *action* through the session's gate, and let what happened move."""
        try:
            events = self.session.submit(action)
        except IllegalActionError as error:
            self.context.sound("illegal")
            self.say(explain_refusal(error, self.state), bad=True)
            self.show()
            return False
        self.message = ""
        self.armed = ""
        self.hand = Hand(cursor=self.hand.cursor if not was_dragged else None)
        if animate:
            self._happen(events, was_dragged)
        self._take_notices()
        return True

    def _happen(self, events: tuple[Event, ...], was_dragged: bool) -> None:
        """Show the state that *events* led to, and the way there."""
        if any(isinstance(event, MagdagdonStruck) for event in events):
            self._is_struck = False  # until the dice have come to rest
        if any(isinstance(event, TurnEnded) for event in events):
            self.panel.guard_main()
        self.show()
        self.view.animator.animate(events, was_dragged=was_dragged)

    def _take_notices(self) -> None:
        """Say at once what went wrong with saving; the game goes on."""
        for text in self.context.notices():
            self.say(text, bad=True)

    def finish_motions(self) -> None:
        """End what moves, and bring on what waited for it."""
        self.motions.finish()
        self._after_motions()

    def _after_motions(self) -> None:
        """Once all is at rest: the prompt falls in, or the game is over."""
        phase = self.state.phase
        if phase is Phase.MAGDAGDON and not self._is_struck:
            self._is_struck = True
            self.panel.guard_main()
            self.show()
            self.view.animator.strike(self.geometry.prompt, self.panel.prompt_nodes)
        elif phase is Phase.OVER:
            self.go(Replace("game_over"))

    def update(self, dt: float) -> Transition | None:
        """Go on by a step of *dt* seconds."""
        super().update(dt)
        if not self.session.is_over:
            self.session.tick(dt)
        if not self.motions.is_running:
            self._after_motions()
        self.panel.advance(dt)
        if self.forecast.update():
            self.panel.show()
        if self._message_left > 0:
            self._message_left -= dt
            if self._message_left <= 0:
                self.message = ""
                self.hand = replace(self.hand, blocking=())
                self.show()
        return self.take_transition()

    def warm(self) -> Iterator[None]:
        """Rasterise what will be needed while nothing moves."""
        yield from self.panel.warm()
        yield from self.view.warm()

    @property
    def is_moving(self) -> bool:
        """Whether anything moves by itself."""
        return self.motions.is_running or self.panel.is_counting

    def covered(self) -> None:
        """Come to rest before another scene covers this one, and save the time played."""
        self.drag.end()
        self.forecast.stop()
        self.finish_motions()
        self._transition = None
        self.session.save()

    def uncovered(self) -> None:
        """Take up the game that is under way now: it may be a new one."""
        self.hand = Hand()
        self.armed = ""
        self._is_struck = self.state.phase is Phase.MAGDAGDON
        self.layout(self.canvas.background)
