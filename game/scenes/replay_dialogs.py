"""Dialogs about one game: what identifies it, and how to share it."""

import logging
from collections.abc import Callable
from pathlib import Path

from pygame import Rect

from game.rules.magdagdon.notation import format_position
from game.rules.magdagdon.state import State
from game.scenes.base import Context, Push
from game.scenes.dialogs import Dialog
from game.scenes.share_picture import picture_png
from game.session.exchange import export_picture, export_record
from game.session.record import Record
from game.ui.button import Button, set_alike
from game.ui.clipboard import copy_text
from game.ui.language import _
from game.ui.layout import columns, rows
from game.ui.widgets import Label
from game.ui.wording import difficulty_name

log = logging.getLogger(__name__)

_GROUP = 8
"""Letters of a long number that stand together."""


class DetailsScene(Dialog):
    """Id, difficulty, commitment and position of a game; the seed once it may be told."""

    def __init__(self, context: Context, *, record: Record, state: State, has_seed: bool) -> None:
        super().__init__(context)
        self._record = record
        self._state = state
        self._has_seed = has_seed and bool(record.seed)

    def facts(self) -> list[tuple[str, str, bool]]:
        """Return each fact's name, the fact, and whether it is a long number."""
        seed = self._record.seed if self._has_seed else _("told when the game is over")
        return [
            (_("Game"), self._record.game_id, True),
            (_("Difficulty"), difficulty_name(self._state.difficulty), False),
            (_("Seed's SHA-256"), self._record.commitment, True),
            (_("Seed"), seed, self._has_seed and len(seed) > 3 * _GROUP),
            (_("Position"), format_position(self._state), False),
        ]

    def text(self) -> str:
        """Return the facts as they are copied, a line each."""
        return "\n".join(f"{name}: {fact}" for name, fact, _is_long in self.facts())

    def build(self) -> None:
        """Put the facts and the buttons up."""
        inner = self.panel(1240, 860)
        head, body, answers = rows(inner, (1, 6, 1.25), self.metrics.px(24))
        self.heading(head, _("Details"))
        self._build_facts(body)
        close = answers
        self._answers: list[Button] = []
        if self.context.kiosk is None:  # a clipboard would reach from visitor to visitor
            copy, close = columns(answers, (1, 1), self.metrics.gap)
            self._answers.append(Button(self.kit, copy, _("Copy"), self.copy, units=33))
        self._answers.append(
            Button(self.kit, close, _("Close"), self.leave, units=33, style="gold")
        )
        for button in self._answers:
            self.controls.add(button)
        set_alike(self._answers)

    def _build_facts(self, box: Rect) -> None:
        theme, gap = self.kit.art.theme, self.metrics.px(10)
        facts = self.facts()
        shares = [2.0 if len(fact) > 6 * _GROUP else 1.0 for _name, fact, _is_long in facts]
        for (name, fact, is_long), row in zip(facts, rows(box, shares, gap), strict=True):
            left, right = columns(row, (1, 2.6), self.metrics.gap)
            text = grouped(fact) if is_long else fact
            self.canvas.add(Label(self.kit, left, name, 27, theme.panel.dim))
            self.canvas.add(Label(self.kit, right, text, 27, theme.panel.text, bold=True))

    def copy(self) -> None:
        """Put the facts on the clipboard, and say on the button whether they are there."""
        done = copy_text(self.text())
        self._answers[0].set(caption=_("Copied") if done else _("There is no clipboard"))
        self._answers[0].set(icon="icon_check" if done else "icon_close")
        set_alike(self._answers)


class ShareScene(Dialog):
    """The two ways to take a game elsewhere."""

    def __init__(self, context: Context, *, record: Record, state: State) -> None:
        """*state* is the last one of the game."""
        super().__init__(context)
        self._record = record
        self._state = state

    def build(self) -> None:
        """Put the choices up."""
        inner = self.panel(980, 700)
        head, picture, file, close = rows(inner, (0.9, 1.3, 1.3, 1.1), self.metrics.gap)
        self.heading(head, _("Share this game"))
        entries: tuple[tuple[Rect, str, str, Callable[[], None]], ...] = (
            (
                picture,
                _("Save as a picture"),
                _("the final board with its score"),
                self.save_picture,
            ),
            (file, _("Save as a file"), _("anyone can replay and verify it"), self.save_file),
        )
        ways = []
        for box, caption, note, on_tap in entries:
            button = Button(self.kit, box, caption, on_tap, note=note, units=34, note_units=25)
            ways.append(self.controls.add(button))
        set_alike(ways)
        self.controls.add(
            Button(self.kit, close, _("Back"), self.leave, units=33, icon="icon_back")
        )

    def save_file(self) -> None:
        """Write the record, and say where."""
        self._save(lambda: export_record(self.context.store.folder, self._record))

    def save_picture(self) -> None:
        """Write the picture, and say where."""
        png = picture_png(self.kit, self._record, self._state)
        self._save(lambda: export_picture(self.context.store.folder, self._record, png))

    def _save(self, save: Callable[[], Path]) -> None:
        try:
            path = save()
        except OSError as error:
            log.warning("a game could not be exported: %s", error)
            text = _("The file can't be written to {folder}.")
            text = text.format(folder=self.context.store.folder)
        else:
            text = _("Saved as {name}\nin {folder}").format(name=path.name, folder=path.parent)
        self.go(Push("message", {"text": text}))


def grouped(number: str) -> str:
    """Return a long *number* in groups, between which a line may be broken."""
    return " ".join(number[at : at + _GROUP] for at in range(0, len(number), _GROUP))
