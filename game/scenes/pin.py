"""The pad for the operator's PIN on a public machine."""

import math
from collections.abc import Callable
from functools import partial

from pygame import Rect

from game.scenes.base import Context, Reset, Transition
from game.scenes.dialogs import Dialog
from game.session.pin import LONGEST, SHORTEST
from game.ui.button import Button
from game.ui.input import Gesture
from game.ui.language import _, format_number
from game.ui.layout import grid, rows
from game.ui.widgets import Label

LEFT_ALONE_SECONDS = 20.0
"""A pad that nobody touches goes away."""


class PinScene(Dialog):
    """Ten digits; the right PIN leads to the operator's menu."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._pin = ""
        self._is_wrong = False
        self._touched = context.clock()

    def build(self) -> None:
        """Put the pad up."""
        metrics = self.metrics
        inner = self.panel(760, 1020)
        head, shown, said, keys, foot = rows(inner, (1, 1, 0.8, 6, 1.3), metrics.px(12))
        self.heading(head, _("PIN of the operator"))
        colour = self.kit.art.theme.panel.text
        self._shown = self.canvas.add(
            Label(self.kit, shown, "", 56, colour, bold=True, align="center")
        )
        bad = self.kit.art.theme.bad
        self._said = self.canvas.add(Label(self.kit, said, "", 28, bad, align="center"))
        places = grid(keys, 3, 4, metrics.gap)
        self._digits = [
            self._key(box, digit, partial(self._add, digit))
            for digit, box in zip("123456789", places, strict=False)
        ]
        self._key(places[9], "", self._remove, icon="icon_undo")
        self._digits.append(self._key(places[10], "0", partial(self._add, "0")))
        self._enter = self._key(places[11], "", self._give, icon="icon_check", style="gold")
        self.controls.add(Button(self.kit, foot, _("Back"), self.leave, icon="icon_back", units=33))
        self._refresh()

    def _key(
        self,
        box: Rect,
        caption: str,
        on_tap: Callable[[], None],
        *,
        icon: str = "",
        style: str = "button",
    ) -> Button:
        button = Button(self.kit, box, caption, on_tap, icon=icon, style=style, units=50)
        return self.controls.add(button)

    def _add(self, digit: str) -> None:
        self._is_wrong = False
        self._pin = (self._pin + digit)[:LONGEST]
        self._refresh()

    def _remove(self) -> None:
        self._is_wrong = False
        self._pin = self._pin[:-1]
        self._refresh()

    def _give(self) -> None:
        gate, kiosk = self.context.pin_gate, self.context.kiosk
        pin, self._pin = self._pin, ""
        if gate is not None and kiosk is not None and gate.give(pin, kiosk.pin_hash):
            self.go(Reset("operator"))
        else:
            self._is_wrong = True
        self._refresh()

    @property
    def _wait(self) -> int:
        gate = self.context.pin_gate
        return 0 if gate is None else math.ceil(gate.seconds_to_wait)

    def _refresh(self) -> None:
        """Show how many digits there are, what was wrong, and what can be tapped."""
        wait = self._wait
        self._shown.set("●" * len(self._pin))
        if wait:
            text = _("Wrong PIN. Wait {seconds} s.").format(seconds=format_number(wait))
        else:
            text = _("This PIN is wrong.") if self._is_wrong else ""
        self._said.set(text)
        for button in self._digits:
            button.set(enabled=not wait)
        self._enter.set(enabled=not wait and len(self._pin) >= SHORTEST)

    def act(self, gesture: Gesture) -> bool:
        """Act on *gesture*; somebody is there."""
        self._touched = self.context.clock()
        return super().act(gesture)

    def update(self, dt: float) -> Transition | None:
        """Count the waiting down, and leave where nobody is there."""
        self._refresh()
        if self.context.clock() - self._touched > LEFT_ALONE_SECONDS and not self._wait:
            self.leave()
        return super().update(dt)
