"""What stands beside the board of a replay: score, words, scrub bar and a player's buttons."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from pygame import Rect, Surface

from game.rules.magdagdon.actions import DICE
from game.rules.magdagdon.board import Difficulty
from game.rules.magdagdon.state import Phase
from game.scenes.parts import Backing, Lettering
from game.scenes.replay_steps import Timeline
from game.session.record import Mark
from game.ui.button import Button, set_alike
from game.ui.canvas import Node
from game.ui.input import Point
from game.ui.language import _, format_date, format_number
from game.ui.layout import Metrics, centred, columns, inset, rows
from game.ui.widgets import Control, Kit, Label
from game.ui.wording import difficulty_name, mark_name, score_parts
from game.views.magdagdon.geometry import Geometry, arrange, divide_header

if TYPE_CHECKING:
    from game.scenes.replay import ReplayScene

SPEEDS = (0.5, 1.0, 2.0, 4.0)


@dataclass(frozen=True, slots=True)
class Places:
    """Boxes of the replay: the board's as in play, and its own column of controls."""

    geometry: Geometry
    caption: Rect
    hearts: Rect
    scrub: Rect
    transport: tuple[Rect, ...]
    speeds: tuple[Rect, ...]
    bottom: tuple[Rect, ...]


def place_replay(metrics: Metrics, powers: int) -> Places:
    """Return the boxes for a window, for a difficulty with so many *powers*."""
    base = arrange(metrics, has_powers=True)
    gap = max(6, metrics.px(18))
    if metrics.is_portrait:
        top = base.badges[-1].bottom + 2 * gap
        column = Rect(base.tray.x, top, base.tray.width, base.bottom.bottom - top)
        parts = rows(column, (2.2, 0.95, 0.8, 1.25, 0.95, 1.05), gap)
        header = base.title.union(base.turn).union(base.score).union(base.breakdown)
    else:
        margin = max(10, metrics.px(40))
        column = Rect(base.tray.x, margin, base.tray.width, metrics.height - 2 * margin)
        header, *parts = rows(column, (1.8, 2.1, 0.9, 0.8, 1.2, 0.95, 1.05), gap)
    tray, caption, scrub, transport, speeds, bottom = parts
    title, turn, score, breakdown = divide_header(metrics, header, gap, 0.4)
    pad = max(6, metrics.px(24))
    inner = inset(tray, pad, max(4, pad // 3))
    tall = max(metrics.text(26) * 3 // 2, round(inner.height * 0.2))
    message, progress = columns(Rect(inner.x, inner.y, inner.width, tall), (1, 1), gap)
    room = Rect(inner.x, message.bottom, inner.width, inner.bottom - message.bottom)
    side = min(room.height - 4, (room.width - 3 * gap) // DICE, base.cells[0].width)
    heart = min(caption.height * 2 // 3, metrics.text(34))
    hearts = Rect(0, 0, heart * powers, heart)
    hearts.midright = caption.midright
    words = Rect(caption.x, caption.y, caption.width - hearts.width - gap, caption.height)
    geometry = replace(
        base,
        title=title,
        turn=turn,
        score=score,
        breakdown=breakdown,
        tray=tray,
        message=message,
        progress=progress,
        dice=tuple(centred((side, side), box) for box in columns(room, [1] * DICE)),
        powers_label=hearts,
    )
    return Places(
        geometry,
        words,
        hearts,
        scrub,
        tuple(columns(transport, (1.1, 1.12, 1.3, 1.12, 1.1), gap * 2 // 3)),
        tuple(columns(speeds, [1] * len(SPEEDS), gap)),
        tuple(columns(bottom, (1, 1, 1), gap)),
    )


class Scrubber(Control):
    """The whole game on a line: turns as ticks, bonuses and ruins as dots, the place as a knob."""

    def __init__(
        self, kit: Kit, box: Rect, timeline: Timeline, on_seek: Callable[[int], None]
    ) -> None:
        """*on_seek* is told the place that the player drags or steps to."""
        super().__init__(kit, box)
        self._timeline = timeline
        self._on_seek = on_seek
        self._last = max(1, len(timeline))
        self._place = 0
        self._turns = timeline.turn_places

    def point(self, place: int) -> None:
        """Show that *place* is in sight."""
        if place != self._place:
            self._place = place
            self.changed()

    def tapped(self, at: Point) -> None:
        """Go where the line was tapped."""
        self.dragged(at)

    def accepted(self) -> None:
        """Leave the place as it is: the arrow keys change it."""

    def dragged(self, at: Point) -> None:
        """Follow the pointer."""
        track = self._track()
        share = (at[0] - track.x) / max(1, track.width)
        self._seek(round(share * len(self._timeline)))

    def stepped(self, by: int) -> bool:
        """Go one step on or back."""
        self._seek(self._place + by)
        return True

    def _seek(self, place: int) -> None:
        place = max(0, min(len(self._timeline), place))
        if place != self._place:
            self._on_seek(place)

    def _track(self) -> Rect:
        knob = round(self.box.height * 0.62)
        thick = max(6, self.box.height // 6)
        return Rect(
            self.box.x + knob // 2, self.box.centery - thick // 2, self.box.width - knob, thick
        )

    def x_of(self, place: int) -> int:
        """Return where on the line *place* is, in pixels."""
        track = self._track()
        return track.x + round(track.width * place / self._last)

    def draw(self, target: Surface) -> None:
        """Paint the line, what is behind the place, the marks and the knob."""
        art, theme = self.kit.art, self.kit.art.theme
        track = self._track()
        radius = track.height // 2
        target.blit(self.kit.panel(track.size, theme.off, radius, 1), track)
        x = self.x_of(self._place)
        if x - track.x > track.height:
            size = (x - track.x, track.height)
            target.blit(self.kit.panel(size, theme.gold, radius, 1), track)
        tall = track.height * 2
        wide = max(2, self.kit.metrics.px(3))
        for place in self._turns:
            tick = Rect(self.x_of(place) - wide // 2, track.centery - tall // 2, wide, tall)
            target.fill(theme.sky.dim, tick)
        side = max(5, self.box.height // 7)
        for place, step in enumerate(self._timeline.steps, 1):
            if step.is_bonus or step.is_ruin:
                colour = theme.accent if step.is_bonus else theme.accent_fire
                dot = art.disc(side, colour)
                y = self.box.top + side // 2 if step.is_bonus else self.box.bottom - side // 2
                target.blit(dot, dot.get_rect(center=(self.x_of(place), y)))
        side = round(self.box.height * 0.62)
        knob = self.kit.panel((side, side), theme.gold, side // 2)
        target.blit(knob, knob.get_rect(center=(x, track.centery)))
        self.draw_focus(target, self.kit.radius)


class Panel:
    """Everything of the replay but the board, brought in line by `show`."""

    def __init__(self, scene: ReplayScene, places: Places) -> None:
        """Put the panel's nodes on the canvas of *scene*."""
        self._scene = scene
        self._places = places
        self._build_words()
        self._build_controls()

    # ------------------------------------------------------------------ building

    def _label(self, box: Rect, units: float, colour: tuple[int, int, int]) -> Label:
        return Label(self._scene.kit, box, "", units, colour)

    def _build_words(self) -> None:
        scene, theme = self._scene, self._scene.kit.art.theme
        kit, geometry = scene.kit, self._places.geometry
        add = scene.canvas.add
        difficulty = scene.timeline.initial.difficulty
        colour = {
            Difficulty.PEACEFUL: theme.good,
            Difficulty.SURVIVAL: theme.accent_rose,
            Difficulty.NIGHTMARE: theme.accent_fire,
        }[difficulty]
        tracking = scene.metrics.px(4)
        name = difficulty_name(difficulty)
        add(
            Label(
                kit, geometry.title, name, 34, colour, bold=True, valign="bottom", tracking=tracking
            )
        )
        self._turn = add(Label(kit, geometry.turn, "", 27, theme.sky.dim, valign="top"))
        self._score = add(
            Label(kit, geometry.score, "", 92, theme.sky.text, bold=True, align="right")
        )
        self._parts = add(Label(kit, geometry.breakdown, "", 24, theme.sky.dim, align="right"))
        add(Backing(kit, geometry.tray, "board", 1))
        self._where = add(Label(kit, geometry.message, "", 25, theme.board.dim, z=2))
        record = scene.record
        date = format_date(record.finished or record.started)
        words = " · ".join([date, *(mark_name(mark) for mark in Mark if mark in record.marks)])
        add(Label(kit, geometry.progress, words, 25, theme.board.dim, align="right", z=2))
        self._caption = add(Label(kit, self._places.caption, "", 31, theme.sky.text, bold=True))
        box = self._places.caption.union(self._places.hearts)
        self.banner = box
        self._banner = (
            add(Backing(kit, box, "panel", 2.5, is_fiery=True)),
            add(Lettering(kit, inset(box, box.height // 3, box.height // 4), 2.6)),
        )

    def _build_controls(self) -> None:
        scene, kit, places = self._scene, self._scene.kit, self._places
        self._scrub = scene.name("scrub", Scrubber(kit, places.scrub, scene.timeline, scene.seek))
        steps: Sequence[tuple[str, str, str, Callable[[], None]]] = (
            ("turn_back", "icon_skip_back", _("turn"), scene.turn_back),
            ("step_back", "icon_step_back", _("step"), scene.step_back),
            ("play", "icon_play", _("play"), scene.toggle),
            ("step", "icon_step", _("step"), scene.step),
            ("turn", "icon_skip", _("turn"), scene.turn),
        )
        self._transport: dict[str, Button] = {}
        for (key, icon, note, on_tap), box in zip(steps, places.transport, strict=True):
            style = "gold" if key == "play" else "button"
            button = Button(kit, box, "", on_tap, note=note, icon=icon, units=38, style=style)
            self._transport[key] = scene.name(key, button)
        self._speeds: list[Button] = []
        for speed, box in zip(SPEEDS, places.speeds, strict=True):
            caption = f"{format_number(speed, 1 if speed < 1 else 0)}×"
            button = Button(kit, box, caption, partial(scene.choose_speed, speed), units=28)
            self._speeds.append(scene.name(f"speed.{speed}", button))
        set_alike(self._speeds)
        entries: list[tuple[str, str, str, Callable[[], None]]] = [
            ("back", _("Back"), "icon_back", scene.leave),
            ("details", _("Details"), "icon_info", scene.open_details),
            ("share", _("Share"), "icon_share", scene.open_share),
        ]
        bottom = places.bottom
        if scene.context.kiosk is not None:  # its files are nobody's who plays there
            entries.pop()
            bottom = (bottom[0], bottom[1].union(bottom[2]))
        row = []
        for (key, caption, icon, on_tap), box in zip(entries, bottom, strict=True):
            row.append(scene.name(key, Button(kit, box, caption, on_tap, icon=icon, units=28)))
        set_alike(row)

    @property
    def banner_nodes(self) -> tuple[Node, ...]:
        """What the MAGDAGDON banner is made of."""
        return self._banner

    # ------------------------------------------------------------------ showing

    def show(self) -> None:
        """Bring the panel in line with the scene."""
        scene = self._scene
        timeline, place = scene.timeline, scene.place
        state = scene.state
        turn = min(state.turn, timeline.turns)
        self._turn.set(
            _("Turn {turn} of {count}").format(
                turn=format_number(turn), count=format_number(timeline.turns)
            )
        )
        score = state.shown_score
        self._score.set(format_number(score.total))
        self._parts.set_parts(score_parts(score, score.total - state.score.total))
        self._where.set(
            _("Step {step} of {count}").format(
                step=format_number(place), count=format_number(len(timeline))
            )
        )
        is_struck = state.phase is Phase.MAGDAGDON and scene.is_struck
        for node in self._banner:
            node.show(is_struck)
        self._caption.show(not is_struck)
        self._caption.set(scene.caption)
        self._scrub.point(place)
        self._show_controls()

    def _show_controls(self) -> None:
        scene = self._scene
        is_first, is_last = scene.place == 0, scene.place == len(scene.timeline)
        for key in ("turn_back", "step_back"):
            self._transport[key].set(enabled=not is_first)
        for key in ("turn", "step"):
            self._transport[key].set(enabled=not is_last)
        play = self._transport["play"]
        if scene.is_playing:
            play.set(icon="icon_pause", note=_("pause"))
        elif is_last:
            play.set(icon="icon_reroll", note=_("again"))
        else:
            play.set(icon="icon_play", note=_("play"))
        set_alike(list(self._transport.values()))
        for button, speed in zip(self._speeds, SPEEDS, strict=True):
            is_chosen = speed == scene.speed
            if button.is_selected != is_chosen:
                button.is_selected = is_chosen
                button.changed()
        scene.keep_focus()
