"""Taking scores, usage and logs away from a public machine, on a stick or into a folder."""

import logging
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path

from pygame import Rect

from game.scenes.base import Context, Push, Transition
from game.scenes.page import PageScene
from game.session.clock import utc_now
from game.session.media import removable_media
from game.session.upkeep import ExportError, ExportFault, export_all
from game.ui.button import Button
from game.ui.canvas import Node
from game.ui.language import _
from game.ui.layout import rows
from game.ui.widgets import Label

log = logging.getLogger(__name__)

MOST_SHOWN = 5
"""Places in sight; nobody plugs in more."""
LOOK_SECONDS = 2.0
"""How often sticks are looked for."""
_WIDEST = 1100


def explain_export(fault: ExportFault) -> str:
    """Return *fault* as one sentence that says what to do."""
    return {
        ExportFault.GONE: _("The stick or folder is not there any more: plug it in again."),
        ExportFault.READ_ONLY: _("It can't be written: is it locked, or another user's?"),
        ExportFault.NO_SPACE: _("There is not enough space on it: take another one."),
        ExportFault.FAILED: _("The export failed; the log says why."),
    }[fault]


class OperatorExportScene(PageScene):
    """The places to export to, as they come and go. The copying itself never stops the frames."""

    is_for_operator = True

    def __init__(self, context: Context, media: Callable[[], list[Path]] = removable_media) -> None:
        """*media* finds the sticks that are there."""
        super().__init__(context)
        self._media = media
        self._since = 0.0
        self._places = self._find()
        self._work: threading.Thread | None = None
        self._result: Path | ExportFault | None = None

    def _find(self) -> list[Path]:
        kiosk = self.context.kiosk
        own = [kiosk.export_folder] if kiosk is not None and kiosk.export_folder else []
        return [*own, *self._media()][:MOST_SHOWN]

    # ------------------------------------------------------------------ building

    def build(self) -> None:
        """Put a button up for each place."""
        metrics = self.metrics
        room = self.build_frame(_("Export"), "icon_export")
        wide = self.readable_width(room, _WIDEST)
        room = Rect(room.centerx - wide // 2, room.y, wide, room.height)
        text, choices = rows(room, (1, 2.6), metrics.gap)
        colour = self.kit.art.theme.sky.text
        self._text = self.canvas.add(Label(self.kit, text, "", 32, colour, align="center"))
        self._choices = choices
        self._shown: list[Node] = []
        self._show()

    def _show(self) -> None:
        for node in self._shown:
            if isinstance(node, Button):
                self.controls.remove(node)
        self._shown = []
        is_working = self._work is not None
        if is_working:
            self._text.set(_("Copying … leave the stick where it is."))
        elif self._places:
            self._text.set(_("High scores, use and logs go into a new folder. Where to?"))
        else:
            self._text.set(_("Plug a USB stick in; it appears here."))
        tall = min(self._choices.height // MOST_SHOWN, max(self.bar, self.metrics.px(150)))
        for index, place in enumerate(self._places):
            box = Rect(self._choices.x, self._choices.y + index * tall, self._choices.width, tall)
            box.height -= self.metrics.gap
            button = Button(
                self.kit,
                box,
                place.name or str(place),
                partial(self.export, place),
                note=str(place) if place.name else "",
                icon="icon_export",
                note_units=22,
            )
            button.set(enabled=not is_working)
            self._shown.append(self.name(f"place.{place}", button))

    # ------------------------------------------------------------------ working

    def export(self, place: Path) -> None:
        """Begin to copy everything to *place*."""
        if self._work is None:
            self._result = None
            self._work = threading.Thread(target=self._copy, args=(place,), name="export")
            self._work.start()
            self._show()

    def _copy(self, place: Path) -> None:
        kiosk = self.context.kiosk
        name = kiosk.kiosk_name if kiosk is not None else ""
        if kiosk is not None and place == kiosk.export_folder:
            with suppress(OSError):  # which then is told as a folder that is not there
                place.mkdir(parents=True, exist_ok=True)
        try:
            self._result = export_all(self.context.store.folder, place, utc_now(), name)
        except ExportError as error:
            log.warning("the export failed: %s: %s", error, error.__cause__)
            self._result = error.fault
        except Exception:  # whatever it is, the machine goes on
            log.exception("the export failed")
            self._result = ExportFault.FAILED

    def update(self, dt: float) -> Transition | None:
        """Tell how the export ended, and look for sticks now and then."""
        if self._work is not None:
            if not self._work.is_alive():
                self._work.join()
                self._work = None
                self._tell()
                self._show()
        else:
            self._since += dt
            if self._since >= LOOK_SECONDS:
                self._since = 0.0
                places = self._find()
                if places != self._places:
                    self._places = places
                    self._show()
        return super().update(dt)

    def _tell(self) -> None:
        if isinstance(self._result, Path):
            text = _("Saved as {name}\nin {folder}").format(
                name=self._result.name, folder=self._result.parent
            )
        else:
            text = explain_export(self._result or ExportFault.FAILED)
        self.go(Push("message", {"text": text}))

    def leave(self) -> None:
        """Go back, once nothing is being copied any more."""
        if self._work is None:
            super().leave()

    @property
    def is_moving(self) -> bool:
        """Whether the end of the copying is waited for."""
        return self._work is not None or super().is_moving
