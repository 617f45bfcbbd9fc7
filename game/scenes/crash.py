"""The crash scene: something went wrong that should not, and the game goes on all the same."""

from pygame import Rect

from game.rules.magdagdon.board import Difficulty
from game.scenes.base import Context, Quit, Replace, Reset, Scene
from game.scenes.parts import Backing
from game.ui.button import Button, set_alike
from game.ui.language import _, format_number
from game.ui.layout import centred, columns, inset, rows
from game.ui.widgets import Label
from game.ui.wording import difficulty_name


class CrashScene(Scene):
    """What happened in plain words, where it is written down, and the way on.

    Made of as little as possible: it must work where something else did not.
    """

    def __init__(self, context: Context, *, log: str) -> None:
        """*log* is the path of the log, fit to be shown."""
        super().__init__(context)
        self._log = log

    def build(self) -> None:
        """Put the sentences and the two ways on up."""
        metrics, kit = self.metrics, self.kit
        room = inset(metrics.screen, metrics.margin)
        size = (min(room.width, metrics.px(1280)), min(room.height, metrics.px(820)))
        box = centred(size, metrics.screen)
        self.canvas.add(Backing(kit, box, "panel"))
        inner = inset(box, metrics.px(48), metrics.px(40))
        head, text, log, buttons = rows(inner, (1, 1.6, 1.5, 1), metrics.gap)
        self._say(head, _("Sorry: something went wrong."), 46, bold=True)
        self._say(text, self._promise(), 33)
        self._say(log, _("What happened is written down in {log}.").format(log=self._log), 26)
        left, right = columns(buttons, (1, 1), metrics.gap)
        is_kiosk = self.context.kiosk is not None
        first = buttons if is_kiosk else left
        go_on = Button(kit, first, _("Continue"), self.leave, icon="icon_play", style="gold")
        self.controls.add(go_on)
        if not is_kiosk:
            leave = Button(kit, right, _("Quit"), self._quit, icon="icon_quit")
            set_alike([go_on, self.controls.add(leave)])

    def _say(self, box: Rect, text: str, units: float, *, bold: bool = False) -> None:
        colour = self.kit.art.theme.panel.text
        self.canvas.add(Label(self.kit, box, text, units, colour, bold=bold, align="center"))

    def _promise(self) -> str:
        session = self.context.session
        if session is None:
            return _("The fault is the program's, not yours. No game was under way.")
        difficulty: Difficulty = session.state.difficulty
        sentence = _(
            "The fault is the program's, not yours. Your game ({difficulty}, turn {turn}) "
            "goes on where you were."
        )
        return sentence.format(
            difficulty=difficulty_name(difficulty), turn=format_number(session.state.turn)
        )

    def leave(self) -> None:
        """Go on: to the game under way, or to the title."""
        if self.context.session is not None:
            self.go(Replace("play"))
        else:
            self.go(Reset("title"))

    def _quit(self) -> None:
        self.go(Quit())
