"""What the operator of a public machine can do there once the PIN is given."""

from collections.abc import Callable
from functools import partial

from game.scenes.base import Quit, Reset
from game.scenes.dialogs import Dialog
from game.ui.language import _
from game.ui.layout import rows
from game.ui.widgets import Button

RESTART = 10
"""The exit code that asks whoever started the kiosk to start it again."""


class OperatorScene(Dialog):
    """The operator's menu."""

    is_for_operator = True

    def build(self) -> None:
        """Put the choices up."""
        inner = self.panel(900, 760)
        head, *places = rows(inner, (1, 1, 1, 1), self.metrics.gap)
        self.heading(head, _("Operator"))
        entries: tuple[tuple[str, str, Callable[[], None]], ...] = (
            (_("Back"), "icon_back", self.leave),
            (_("Restart the game"), "icon_reroll", partial(self.go, Quit(RESTART))),
            (_("Quit"), "icon_quit", partial(self.go, Quit())),
        )
        for (caption, icon, on_tap), box in zip(entries, places, strict=True):
            self.controls.add(Button(self.kit, box, caption, on_tap, icon=icon, units=33))

    def leave(self) -> None:
        """Give the machine back to its visitors."""
        self.go(Reset("title"))
