"""The board of all machines within the high scores: its rows, and the button that leads to it."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from pygame import Rect

from game.rules.magdagdon.board import Difficulty
from game.scenes.page import segment_icon
from game.ui.button import Button
from game.ui.language import _
from game.ui.layout import columns, rows
from game.ui.widgets import Kit

if TYPE_CHECKING:  # few have shared scores
    from game.session.fleet import Board, Fleet, FleetEntry


class SharedBoard:
    """What the high scores show of the shared scores, and whether they show it."""

    def __init__(self, fleet: "Fleet") -> None:
        """Look at *fleet*'s board, which its own thread replaces."""
        self._fleet = fleet
        self.is_shown = False
        self._seen: tuple[Board | None, bool] = (fleet.board, fleet.is_reachable)
        fleet.nudge()

    def entries(self, difficulty: Difficulty) -> "tuple[FleetEntry, ...] | str":
        """Return the best games of all machines, or the sentence that says why there are none."""
        if self._fleet.board is not None:
            return self._fleet.board.top(difficulty)
        if self._fleet.is_reachable:
            return _("The other machines' scores are on their way.")
        return _("The shared scores can't be reached just now.")

    def has_changed(self) -> bool:
        """Tell, once, that there is something new to be shown."""
        seen = (self._fleet.board, self._fleet.is_reachable)
        is_same = seen[0] is self._seen[0] and seen[1] == self._seen[1]
        self._seen = seen
        return not is_same

    def button(self, kit: Kit, box: Rect, on_tap: Callable[[], None]) -> Button:
        """Return the button that changes between this machine and all of them."""
        button = Button(kit, box, _("All machines"), on_tap, note_units=22)
        self.mark(button)
        return button

    def mark(self, button: Button) -> None:
        """Let *button* tell whether all machines are shown, and how fresh their scores are."""
        button.is_selected = self.is_shown
        is_old = self._fleet.board is not None and not self._fleet.is_reachable
        button.set(icon=segment_icon(self.is_shown), note=_("as last seen") if is_old else "")
        button.changed()


def divide(kit: Kit, tabs: Rect) -> tuple[Rect, Rect]:
    """Return where the button stands beside or above the *tabs*, and what is left for them."""
    gap = max(4, kit.metrics.px(14))
    if kit.metrics.is_portrait:
        button, left = rows(Rect(tabs.x, tabs.y, tabs.width, 2 * tabs.height + gap), (1, 1), gap)
        return button, left
    left, button = columns(tabs, (3, 1), 3 * gap)
    return button, left
