"""The statistics: figures and charts over all finished games of a difficulty."""

import logging
from functools import partial

from pygame import Rect

from game.rules.magdagdon.board import Difficulty
from game.scenes.base import Context, Transition
from game.scenes.page import LeafedScene, segment_icon, turning
from game.scenes.statistics_cards import (
    Card,
    FaceRolls,
    Numbers,
    PerGame,
    ScoreSpread,
    arrange_cards,
    split_cards,
)
from game.session.record import Mark
from game.session.scores_error import ScoresError
from game.session.statistics import Figuring, Summary, summarize
from game.ui.button import Button, set_alike
from game.ui.canvas import Node, Picture
from game.ui.input import Gesture
from game.ui.language import _, format_number, n_
from game.ui.layout import columns
from game.ui.refusals import explain_scores
from game.ui.theme import Colour
from game.ui.widgets import Label
from game.ui.wording import difficulty_name

log = logging.getLogger(__name__)

FILE_NAME = "statistics.json"
"""What was worked out is remembered under this name in the data folder."""


class StatisticsScene(LeafedScene):
    """One difficulty in sight; games not yet worked out are played again a few at a time."""

    def __init__(self, context: Context, difficulty: Difficulty | None = None) -> None:
        super().__init__(context)
        self.difficulty = difficulty or context.settings.difficulty
        self._error = ""
        self._figuring: Figuring | None = None
        self._summaries: dict[Difficulty, Summary | None] = {}
        try:
            entries = context.store.scores.entries()
        except ScoresError as error:
            log.warning("the scores could not be read: %s", error)
            self._error = explain_scores(error)
            return
        self._figuring = Figuring(context.store.folder / FILE_NAME, entries)

    def summary(self, difficulty: Difficulty) -> Summary | None:
        """Return the summary of *difficulty*, None where no game of it was finished."""
        if difficulty not in self._summaries and self._figuring is not None:
            games = [
                figures
                for entry, figures in self._figuring.games()
                if entry.difficulty is difficulty
            ]
            self._summaries[difficulty] = summarize(games)
        return self._summaries.get(difficulty)

    @property
    def is_working(self) -> bool:
        """Whether games wait to be played again."""
        return self._figuring is not None and self._figuring.waiting > 0

    # ------------------------------------------------------------------ building

    def build(self) -> None:
        """Put tabs and the cards in sight on the canvas."""
        room = self.build_frame(_("Statistics"), "icon_chart")
        tabs = Rect(room.x, room.y, room.width, self.bar)
        wide = self.readable_width(room, 1560)
        tabs = Rect(room.centerx - wide // 2, room.y, wide, self.bar)
        top = tabs.bottom + max(6, self.metrics.px(18))
        self._room = Rect(room.x, top, room.width, room.bottom - top)
        self._tabs: list[Button] = []
        gap = max(4, self.metrics.px(14))
        for difficulty, box in zip(Difficulty, columns(tabs, (1, 1, 1), gap), strict=True):
            is_shown = difficulty is self.difficulty
            tab = Button(
                self.kit,
                box,
                difficulty_name(difficulty),
                partial(self.choose, difficulty),
                icon=segment_icon(is_shown),
                is_selected=is_shown,
                has_sign=True,
            )
            self._tabs.append(self.name(f"tab.{difficulty.name}", tab))
        set_alike(self._tabs)
        self._shown: list[Node] = []
        self._progress: Label | None = None
        self._build_contents()

    def choose(self, difficulty: Difficulty) -> None:
        """Show *difficulty*."""
        if difficulty is not self.difficulty:
            self.difficulty = difficulty
            self.leaf = 0
            self.layout(self.canvas.background)

    def _build_contents(self) -> None:
        self.leaves = 1
        self._leaves: list[list[tuple[Card, Rect]]] = []
        theme = self.kit.art.theme
        if self._error:
            self._say(self._error, "icon_info", theme.bad)
        elif self.is_working:
            self._progress = self._say("", "icon_chart", theme.sky.text)
            self._tell_progress()
        elif (summary := self.summary(self.difficulty)) is not None:
            self._build_cards(summary)
        else:
            text = _(
                "No game of {difficulty} has been finished yet.\nPlay one, and it counts here."
            )
            text = text.format(difficulty=difficulty_name(self.difficulty))
            self._say(text, "icon_chart", theme.sky.text)

    def _build_cards(self, summary: Summary) -> None:
        numbers = Numbers(summary)
        charts: list[Card] = [
            ScoreSpread(summary),
            FaceRolls(summary.faces, self._has_practice()),
            PerGame(summary, self.difficulty.powers > 0),
        ]
        room = Rect(self._room)
        note = self._note()
        if note:
            line = self.kit.fonts.line_height(self.metrics.text(23))
            place = Rect(room.x, room.bottom - line, room.width, line)
            colour = self.kit.art.theme.sky.dim
            self.canvas.add(Label(self.kit, place, note, 23, colour, align="center"))
            room.height -= line
        whole = arrange_cards(self.kit, room, numbers, charts)
        cards: list[Card] = [numbers, *charts]
        self._leaves = [whole] if whole is not None else split_cards(self.kit, room, cards)
        if len(self._leaves) > 1:
            foot = Rect(room.x, room.bottom - self.bar, room.width, self.bar)
            room.height -= self.bar + self.metrics.gap
            self._leaves = split_cards(self.kit, room, cards)
            self.build_turner(foot, len(self._leaves))
        self.show_leaf()

    def _has_practice(self) -> bool:
        games = self._figuring.games() if self._figuring is not None else []
        return any(
            entry.difficulty is self.difficulty and Mark.PRACTICE in entry.marks
            for entry, _figures in games
        )

    def _note(self) -> str:
        """Return what is missing from the figures, "" where nothing is."""
        count = self._figuring.unreadable if self._figuring is not None else 0
        if not count:
            return ""
        text = n_(
            "{count} game can't be played again and is left out.",
            "{count} games can't be played again and are left out.",
            count,
        )
        return text.format(count=format_number(count))

    def show_leaf(self) -> None:
        """Put the cards of the leaf in sight on the canvas."""
        for node in self._shown:
            self.canvas.remove(node)
        self._shown = [
            self.canvas.add(node)
            for card, box in self._leaves[self.leaf]
            for node in card.place(self.kit, box)
        ]

    def _say(self, text: str, icon: str, colour: Colour) -> Label:
        """Say *text* in the middle of the page, under a large *icon*."""
        kit, box = self.kit, self._room
        side = min(box.height // 3, box.width // 4, kit.metrics.px(220))
        image = kit.art.picture(icon, (side, side), kit.art.theme.accent)
        middle = Rect(box.x, box.y + box.height // 8, box.width, side)
        self.canvas.add(Picture(image, image.get_rect(center=middle.center).topleft, 1))
        below = middle.bottom + kit.metrics.gap
        words = Rect(box.x, below, box.width, box.bottom - below)
        return self.canvas.add(Label(kit, words, text, 36, colour, align="center", valign="top"))

    def _tell_progress(self) -> None:
        if self._progress is not None and self._figuring is not None:
            done, waiting = self._figuring.done, self._figuring.waiting
            text = _("The games are being played again: {done} of {count}").format(
                done=format_number(done), count=format_number(done + waiting)
            )
            self._progress.set(text)

    # ------------------------------------------------------------------ working

    def update(self, dt: float) -> Transition | None:
        """Play one more game again; show the figures once all are there."""
        if self._figuring is not None and self.is_working:
            if self._figuring.step():
                self._tell_progress()
            else:
                self.layout(self.canvas.background)
        return super().update(dt)

    def leave(self) -> None:
        """Go back; what was worked out so far need not be worked out again."""
        if self._figuring is not None:
            self._figuring.remember()
        super().leave()

    def act(self, gesture: Gesture) -> bool:
        """Turn the leaves by the arrow keys too, while no control has the focus."""
        by = turning(gesture) if self.controls.focused is None else 0
        if by and self.leaves > 1:
            self.turn(by)
            return True
        return super().act(gesture)

    @property
    def is_moving(self) -> bool:
        """Whether anything goes on by itself."""
        return self.is_working or super().is_moving
