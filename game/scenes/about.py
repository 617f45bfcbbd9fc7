"""About: whom the game is for, and what it is made of (M8)."""

import math
import re

import pygame
from pygame import Rect

import game
from game.scenes.base import Context
from game.scenes.page import PageScene
from game.scenes.parts import Backing, Lettering, Rule
from game.ui.canvas import Picture, Sprite
from game.ui.language import _
from game.ui.layout import columns, inset, rows
from game.ui.motion import Motion
from game.ui.widgets import Kit, Label

_UNITS = 27
_WIDEST = 1400
_BEAT_SECONDS = 1.7


def break_path(kit: Kit, path: str, px: int, width: int) -> str:
    """Return *path* in lines of at most *width* pixels, broken after its separators if it can be.

    Paths have no spaces to wrap at, and a cut one would lead nowhere.
    """
    lines = [""]
    for part in re.findall(r"[^/\\]*[/\\]?", path):
        if lines[-1] and kit.fonts.width(lines[-1] + part, px) > width:
            lines.append("")
        for letter in part:
            if lines[-1] and kit.fonts.width(lines[-1] + letter, px) > width:
                lines.append("")
            lines[-1] += letter
    return "\n".join(lines)


class Heart(Sprite):
    """The heart, at any size around its middle."""

    def __init__(self, kit: Kit, centre: tuple[int, int], side: int) -> None:
        super().__init__(z=2)
        self._picture = kit.art.picture("heart", (side, side))
        self._centre = centre
        self.swell(0.0)

    def swell(self, by: float) -> None:
        """Show the heart larger by the share *by*."""
        side = round(self._picture.get_width() * (1 + by))
        image = self._picture
        if side != image.get_width():
            image = pygame.transform.smoothscale(image, (side, side))
        self.pose(image, self._centre)


class Beat(Motion):
    """A heart that beats twice, and rests."""

    def __init__(self, heart: Heart) -> None:
        super().__init__(_BEAT_SECONDS, delay=0.35)
        self._heart = heart

    def pose(self, age: float) -> None:
        """Swell and fall back, twice, the second time less."""
        share = age / self.duration
        strength = 0.1 if share < 0.5 else 0.07
        self._heart.swell(strength * math.sin(math.pi * (share * 2 % 1)) ** 2)


class AboutScene(PageScene):
    """The dedication, and the facts below it."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._has_beaten = context.settings.has_reduced_motion

    def _facts(self) -> list[tuple[str, str]]:
        """Return what there is to know, each with its name."""
        facts = [
            (_("Version"), game.__version__),
            (_("Licence"), _("MIT: play it, share it, change it")),
            (_("Letters"), _("Magdagdon Sans, made from Noto Sans: SIL OFL 1.1")),
        ]
        if self.context.kiosk is None:  # a visitor's data lie nowhere
            facts.append((_("Your data"), str(self.context.store.folder)))
        return facts

    def build(self) -> None:
        """Put lettering, heart, dedication and facts on the canvas."""
        metrics = self.metrics
        room = self.build_frame(_("About"), "icon_info")
        wide = self.readable_width(room, _WIDEST)
        room = Rect(room.centerx - wide // 2, room.y, wide, room.height)
        below = self._build_facts(room)
        above = Rect(room.x, room.y, room.width, below.y - metrics.gap - room.y)
        most = metrics.px(1000 if metrics.is_portrait else 620)
        if above.height > most:
            above = Rect(above.x, above.y + (above.height - most) // 2, above.width, most)
        self._build_dedication(above)

    def _build_facts(self, room: Rect) -> Rect:
        """Put the facts at the foot of *room*; return the panel that they stand on."""
        kit, metrics, theme = self.kit, self.metrics, self.kit.art.theme
        px = metrics.text(_UNITS)
        line = kit.fonts.line_height(px)
        pad = metrics.px(36)
        gap = max(4, line // 3)
        facts = self._facts()
        names = max(kit.fonts.width(name, px, bold=True) for name, _text in facts)
        names = min(names + 2 * pad // 2 + 4, room.width // 3)
        wide = room.width - 2 * pad - names
        texts = [break_path(kit, facts[-1][1], px, wide)]
        texts = [
            *("\n".join(kit.fonts.wrap(text, px, wide)) for _name, text in facts[:-1]),
            *texts,
        ]
        heights = [(text.count("\n") + 1) * line for text in texts]
        tall = sum(heights) + gap * (len(facts) - 1) + 2 * max(4, pad * 2 // 3)
        panel = Rect(room.x, room.bottom - tall, room.width, tall)
        self.canvas.add(Backing(kit, panel, "panel"))
        y = panel.y + max(4, pad * 2 // 3)
        for (name, _text), text, height in zip(facts, texts, heights, strict=True):
            box = Rect(panel.x + pad, y, names, line)
            value = Rect(box.right, y, wide, height)
            self.canvas.add(Label(kit, box, name, _UNITS, theme.panel.dim))
            self.canvas.add(Label(kit, value, text, _UNITS, theme.panel.text))
            y += height + gap
            if name is not facts[-1][0]:
                width = panel.width - 2 * pad
                self.canvas.add(Rule(kit, Rect(box.x, y - gap // 2 - 1, width, 1)))
        return panel

    def _build_dedication(self, box: Rect) -> None:
        kit, metrics, theme = self.kit, self.metrics, self.kit.art.theme
        gap = metrics.px(16)
        if metrics.is_portrait:
            word, origin, heart, words = rows(box, (1.1, 0.5, 2.4, 1.3), gap)
        else:
            word, origin, lower = rows(box, (1.1, 0.5, 2.0), gap)
            span = min(lower.width, round(lower.height * 4.4))
            heart, words = columns(
                Rect(lower.centerx - span // 2, lower.y, span, lower.height), (1, 2.9), metrics.gap
            )
        self.canvas.add(Lettering(kit, inset(word, word.width // 12, gap // 2)))
        self.canvas.add(
            Label(
                kit,
                origin,
                _("A CUBIRI ORIGINAL"),
                36,
                theme.accent,
                bold=True,
                align="center",
                tracking=metrics.px(5),
            )
        )
        self._build_heart(heart)
        self.canvas.add(
            Label(
                kit,
                words,
                _("Dedicated to Majduška\nfor her 20th birthday"),
                58,
                theme.sky.text,
                bold=True,
                align="center" if metrics.is_portrait else "left",
            )
        )

    def _build_heart(self, box: Rect) -> None:
        """Put the heart into *box*, in a rose glow, and let it beat when the page opens."""
        art = self.kit.art
        side = min(box.width, box.height) * 84 // 100
        if art.theme.key == "ember":
            blur = max(8, side // 3)
            inner = side // 2
            glow = art.glow((inner, inner), inner // 2, blur, art.theme.accent_rose, 0.9)
            self.canvas.add(Picture(glow, glow.get_rect(center=box.center).topleft, 0.5))
        heart = self.canvas.add(Heart(self.kit, box.center, side))
        if not self._has_beaten:
            self._has_beaten = True
            self.motions.start(Beat(heart))
