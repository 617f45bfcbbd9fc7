"""What the operator of a public machine can do there once the PIN is given."""

import logging
from collections.abc import Callable
from functools import partial

import game
from game.scenes.base import Push, Quit, Reset, Transition
from game.scenes.page import PageScene
from game.session.clock import utc_now
from game.session.scores_error import ScoresError
from game.session.upkeep import reset_scores
from game.ui.button import Button, set_alike
from game.ui.language import _, format_number
from game.ui.layout import grid
from game.ui.refusals import explain_scores
from game.ui.widgets import Label

log = logging.getLogger(__name__)

RESTART = 10
"""The exit code that asks whoever started the kiosk to start it again."""
_WIDEST = 1700
_NOTE = 27


class OperatorScene(PageScene):
    """The operator's menu."""

    is_for_operator = True

    def build(self) -> None:
        """Put the choices up, and below them how the machine is."""
        metrics = self.metrics
        room = self.build_frame(_("Operator"), "icon_settings")
        foot = room.copy()
        foot.height = 2 * self.kit.fonts.line_height(metrics.text(_NOTE))
        foot.bottom = room.bottom
        room.height -= foot.height + metrics.gap
        wide = self.readable_width(room, _WIDEST)
        room.x, room.width = room.centerx - wide // 2, wide
        entries = self._entries()
        across = 2 if room.height > room.width * 0.8 else 4
        boxes = grid(room, across, -(-len(entries) // across), metrics.gap)
        buttons = []
        for (key, caption, note, icon, on_tap), box in zip(entries, boxes, strict=True):
            style = "gold" if key == "game" else "button"
            button = Button(
                self.kit,
                box,
                caption,
                on_tap,
                icon=icon,
                style=style,
                note=note,
                units=40,
                note_units=_NOTE,
            )
            buttons.append(self.name(key, button))
        set_alike(buttons)
        self._state = self.canvas.add(
            Label(
                self.kit, foot, self._describe(), _NOTE, self.kit.art.theme.sky.dim, align="center"
            )
        )

    def _entries(self) -> list[tuple[str, str, str, str, Callable[[], None]]]:
        """Return key, caption, note, icon and deed of each choice."""
        return [
            ("game", _("To the game"), _("for the next visitor"), "icon_play", self.leave),
            (
                "settings",
                _("Offers"),
                _("what visitors can choose"),
                "icon_settings",
                self._go("settings"),
            ),
            ("usage", _("Use"), _("visits and games"), "icon_chart", self._go("usage")),
            ("export", _("Export"), _("scores and logs"), "icon_export", self._go("export")),
            ("touch", _("Touch test"), _("five crosses"), "icon_target", self._go("touch")),
            ("reset", _("Reset scores"), _("a copy is kept"), "icon_trophy", self._ask_reset),
            (
                "restart",
                _("Restart the game"),
                _("takes seconds"),
                "icon_reroll",
                self._restart,
            ),
            ("quit", _("Quit"), _("and stay off"), "icon_quit", self._ask_quit),
        ]

    def _go(self, page: str) -> Callable[[], None]:
        return partial(self.go, Push(f"operator_{page}"))

    # ------------------------------------------------------------------ how the machine is

    def _describe(self) -> str:
        """Return version, machine and what is not as it should be."""
        context = self.context
        kiosk, fleet = context.kiosk, context.fleet
        words = [f"MAGDAGDON {game.__version__}"]
        if kiosk is not None and kiosk.kiosk_name:
            words.append(kiosk.kiosk_name)
        if fleet is not None:
            words.append(
                _("Shared scores: connected")
                if fleet.is_reachable
                else _("Shared scores: out of reach, games wait here")
            )
        if context.kiosk_file is not None and not context.kiosk_file.is_saved:
            words.append(_("The last changes could not be kept yet."))
        return " · ".join(words)

    def update(self, dt: float) -> Transition | None:
        """Tell how the machine is now."""
        self._state.set(self._describe())
        return super().update(dt)

    # ------------------------------------------------------------------ deeds

    def leave(self) -> None:
        """Give the machine back to its visitors."""
        self.go(Reset("title"))

    def _restart(self) -> None:
        self.go(Quit(RESTART))

    def _ask(self, question: str, yes: str, on_yes: Callable[[], None]) -> None:
        answers = {"question": question, "yes": yes, "no": _("Back")}
        self.go(Push("ask", {**answers, "on_yes": on_yes}))

    def _ask_quit(self) -> None:
        question = _("End the program? Visitors can't play until somebody starts it again.")
        self._ask(question, _("Quit"), partial(self.go, Quit()))

    def _ask_reset(self) -> None:
        """Ask twice: the scores of months are not emptied by a slip of the finger."""
        try:
            count = len(self.context.store.scores.names())
        except ScoresError as error:
            self.go(Push("message", {"text": explain_scores(error)}))
            return
        if not count:
            self.go(Push("message", {"text": _("There are no scores to reset.")}))
            return
        question = _("Empty the high scores? Games in them: {count}. A copy is kept.")
        really = partial(
            self._ask,
            _("Really empty the high scores now?"),
            _("Empty them"),
            self._reset,
        )
        self._ask(question.format(count=format_number(count)), _("Empty them"), really)

    def _reset(self) -> None:
        context = self.context
        outbox = context.fleet.outbox if context.fleet is not None else None
        try:
            kept = reset_scores(context.store.scores, utc_now(), outbox)
        except ScoresError as error:
            log.warning("the scores could not be reset: %s", error)
            text = explain_scores(error)
        except OSError as error:
            log.warning("the scores could not be reset: %s", error)
            text = _("The scores could not be copied, so they stay as they are.")
        else:
            log.info("the scores were reset, the copy is %s", kept.name if kept else "empty")
            text = _("The high scores are empty. The copy is {name}.")
            text = text.format(name=kept.name if kept else "")
        self.go(Push("message", {"text": text}))
