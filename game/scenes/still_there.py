"""Still there? Asked where a visitor has left a game alone; who answers goes on playing."""

from game.scenes.base import Context, Transition
from game.scenes.dialogs import Dialog
from game.ui.input import Gesture
from game.ui.language import _, format_number
from game.ui.layout import rows
from game.ui.widgets import Label


class StillThereScene(Dialog):
    """The question, and the seconds left for the answer, which the app counts and takes."""

    def __init__(self, context: Context, *, seconds: int) -> None:
        super().__init__(context)
        self._seconds = seconds

    def build(self) -> None:
        """Put the question, a large number and what to do on the canvas."""
        inner = self.panel(980, 720)
        theme = self.kit.art.theme
        head, number, text = rows(inner, (1, 2.6, 1), self.metrics.gap)
        self.heading(head, _("Still there?"))
        self._number = self.canvas.add(
            Label(self.kit, number, "", 240, theme.accent, bold=True, align="center")
        )
        words = _("Touch the screen to go on playing.")
        self.canvas.add(Label(self.kit, text, words, 36, theme.panel.text, align="center"))
        self.count(self._seconds)

    def count(self, seconds: int) -> None:
        """Show that *seconds* are left."""
        self._seconds = seconds
        self._number.set(format_number(seconds))

    def handle(self, gesture: Gesture) -> Transition | None:
        """Do nothing: any touch is the answer, and the app has seen it before."""
        return None
