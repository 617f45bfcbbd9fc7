"""Dialogs over another scene: the pause menu, a question, and a message."""

import math
from collections.abc import Callable
from functools import partial

from pygame import Rect

from game.scenes.base import Context, Pop, Push, Quit, Reset, Scene
from game.scenes.parts import Backing
from game.ui.button import Button, set_alike
from game.ui.language import _
from game.ui.layout import centred, columns, inset, rows
from game.ui.widgets import Label


class Dialog(Scene):
    """A panel over the scene below, which stays in sight."""

    is_overlay = True

    def panel(self, wide: float, tall: float) -> Rect:
        """Put up a panel of *wide* by *tall* units, at most the window; return its inside."""
        metrics = self.metrics
        scale = metrics.text_percent / 100
        room = inset(metrics.screen, metrics.px(24))
        size = (
            min(room.width, max(metrics.px(wide * scale), min(room.width, 420))),
            min(room.height, max(metrics.px(tall * scale), min(room.height, 200))),
        )
        box = centred(size, metrics.screen)
        self.canvas.add(Backing(self.kit, box, "panel"))
        return inset(box, metrics.px(44), metrics.px(36))

    def heading(self, box: Rect, text: str) -> None:
        """Put *text* into *box* as the dialog's heading."""
        colour = self.kit.art.theme.panel.text
        self.canvas.add(Label(self.kit, box, text, 44, colour, bold=True, align="center"))


class PauseScene(Dialog):
    """The menu of a game under way."""

    def build(self) -> None:
        """Put the menu's buttons up."""
        inner = self.panel(900, 940)
        entries: list[tuple[str, str, Callable[[], None]]] = [
            (_("Continue"), "icon_play", self.leave),
            (_("Restart"), "icon_reroll", self._ask_restart),
            (_("Rules"), "icon_rules", partial(self.go, Push("how_to_play"))),
            (_("Settings"), "icon_settings", partial(self.go, Push("settings"))),
            (_("Details"), "icon_info", self._open_details),
            (_("To the title"), "icon_back", partial(self.go, Reset("title"))),
            (_("Give up"), "icon_close", self._ask_give_up),
        ]
        if self.context.kiosk is None:
            entries.append((_("Quit"), "icon_quit", partial(self.go, Quit())))
        head, body = rows(inner, (1, 6), self.metrics.px(16))
        self.heading(head, _("Pause"))
        first, *others = rows(body, [1] * (math.ceil((len(entries) - 1) / 2) + 1), self.metrics.gap)
        places = [first, *(box for row in others for box in columns(row, (1, 1), self.metrics.gap))]
        if len(places) > len(entries):  # the last one has its row to itself
            places[-2:] = [others[-1]]
        buttons = []
        for (caption, icon, on_tap), box in zip(entries, places, strict=True):
            style = "gold" if on_tap == self.leave else "button"
            button = Button(self.kit, box, caption, on_tap, icon=icon, style=style, units=33)
            buttons.append(self.controls.add(button))
        set_alike(buttons)

    def _open_details(self) -> None:
        session = self.context.session
        if session is not None:
            arguments = {"record": session.record, "state": session.state, "has_seed": False}
            self.go(Push("details", arguments))

    def _ask_restart(self) -> None:
        def restart() -> None:
            self.context.give_up()
            self.context.start_game()
            self.go(Pop())

        self._ask(
            _("Start again from the empty board? This game is given up."), _("Restart"), restart
        )

    def _ask_give_up(self) -> None:
        def give_up() -> None:
            self.context.give_up()
            self.go(Reset("title"))

        self._ask(_("Give this game up and go to the title?"), _("Give up"), give_up)

    def _ask(self, question: str, yes: str, on_yes: Callable[[], None]) -> None:
        self.go(
            Push(
                "ask",
                {"question": question, "yes": yes, "no": _("Go on playing"), "on_yes": on_yes},
            )
        )


class AskScene(Dialog):
    """A question with two answers; Esc is the one that changes nothing."""

    def __init__(
        self, context: Context, *, question: str, yes: str, no: str, on_yes: Callable[[], None]
    ) -> None:
        """*on_yes* acts for the scene below, which then goes where it wants."""
        super().__init__(context)
        self._question = question
        self._yes, self._no = yes, no
        self._on_yes = on_yes

    def build(self) -> None:
        """Put question and answers up."""
        inner = self.panel(980, 460)
        text, answers = rows(inner, (1.5, 1), self.metrics.gap)
        colour = self.kit.art.theme.panel.text
        self.canvas.add(Label(self.kit, text, self._question, 34, colour, align="center"))
        left, right = columns(answers, (1, 1), self.metrics.gap)
        no = Button(self.kit, left, self._no, self.leave, units=33, style="gold")
        yes = Button(self.kit, right, self._yes, self._accept, units=33)
        set_alike([self.controls.add(no), self.controls.add(yes)])

    def _accept(self) -> None:
        self._on_yes()
        self.go(Pop())


class MessageScene(Dialog):
    """Something the player has to be told, with one button."""

    def __init__(self, context: Context, *, text: str) -> None:
        super().__init__(context)
        self._text = text

    def build(self) -> None:
        """Put the message up."""
        inner = self.panel(1080, 520)
        text, answer = rows(inner, (2.2, 1), self.metrics.gap)
        colour = self.kit.art.theme.panel.text
        self.canvas.add(Label(self.kit, text, self._text, 32, colour, align="center"))
        button = centred((min(answer.width, self.metrics.px(420)), answer.height), answer)
        self.controls.add(Button(self.kit, button, _("Go on"), self.leave, units=34, style="gold"))

    def receive(self, way: Push) -> Push | None:
        """Say what is wrong with a dropped file here rather than in one more dialog."""
        if way.key != "message":
            return way
        self._text = way.arguments["text"]
        self.layout(self.canvas.background)
        return None
