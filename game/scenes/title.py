"""The title: the name in fire, three difficulties with their best scores, and everything else."""

import math
from collections.abc import Callable
from functools import partial

from pygame import Rect

from game.rules.magdagdon.board import Difficulty
from game.scenes.base import Context, Push, Quit, Scene, Transition
from game.scenes.parts import Lettering
from game.ui.button import Button, set_alike
from game.ui.canvas import Picture
from game.ui.language import _, format_number, n_
from game.ui.layout import centred, grid, rows
from game.ui.particles import Particle, Spark
from game.ui.widgets import Label
from game.ui.wording import difficulty_name

_EMBERS = 36
_GLOW = (0xC8, 0x4A, 0x18)
_EMBER_COLOURS = ((0xFF, 0xCF, 0x70), (0xFF, 0x9A, 0x4A), (0xE2, 0x62, 0x2A))


class TitleScene(Scene):
    """Where the program starts and games end."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._age = 0.0

    def build(self) -> None:
        """Put lettering, cards, buttons and embers on the canvas."""
        metrics = self.metrics
        theme = self.kit.art.theme
        margin = metrics.margin
        is_tall = metrics.is_portrait
        column = metrics.screen.inflate(-2 * margin, -2 * margin)
        wide = min(column.width, round(column.height * (0.62 if is_tall else 1.6)))
        column = Rect(column.centerx - wide // 2, column.y, wide, column.height)
        weights = (2.7, 6.0, 3.5, 0.7) if is_tall else (3.7, 2.9, 1.4, 0.7)
        head, cards, buttons, foot = rows(column, weights, metrics.px(40))
        logo, tagline = self._divide_head(head)
        self._light_logo(logo)
        self._label(tagline, _("Four dice. Sixteen stones. Keep the ruins out."), 34)
        self._label(foot, _("A CUBIRI ORIGINAL dedicated to Majduška · happy 20th birthday ♥"), 25)
        count = len(self.context.difficulties)
        self._build_cards(
            grid(cards, 1, count, metrics.gap) if is_tall else grid(cards, count, 1, metrics.px(32))
        )
        self._build_buttons(buttons, is_tall)
        self._build_embers()
        self._theme = theme

    def _divide_head(self, box: Rect) -> tuple[Rect, Rect]:
        """Return the places of lettering and tagline, together in the middle of *box*."""
        line = round(self.kit.fonts.line_height(self.metrics.text(34)) * 1.2)
        gap = self.metrics.px(30)
        tall = min(round(box.width / Lettering.RATIO), max(1, box.height - line - gap))
        pair = centred((box.width, tall + gap + line), box)
        return Rect(pair.x, pair.y, pair.width, tall), Rect(
            pair.x, pair.bottom - line, pair.width, line
        )

    def _label(self, box: Rect, text: str, units: float) -> None:
        colour = self.kit.art.theme.sky.dim
        self.canvas.add(Label(self.kit, box, text, units, colour, align="center"))

    def _light_logo(self, box: Rect) -> None:
        self.lettering = word = Lettering(self.kit, box)
        if self.kit.art.theme.key == "ember":
            blur = max(8, word.area.height // 3)
            halo = self.kit.art.halo("logo", word.area.size, blur, _GLOW)
            self.canvas.add(Picture(halo, halo.get_rect(center=word.area.center).topleft, 0.5))
        self.canvas.add(word)

    def _build_cards(self, boxes: list[Rect]) -> None:
        cards = []
        for difficulty, box in zip(self.context.difficulties, boxes, strict=True):
            is_usual = difficulty is self.context.settings.difficulty
            powers = difficulty.powers
            about = (
                n_(
                    "{count} Majda Power · place {minimum}+",
                    "{count} Majda Powers · place {minimum}+",
                    powers,
                )
                if powers
                else _("no Powers · place {minimum}+")
            ).format(count=format_number(powers), minimum=format_number(difficulty.usual_minimum))
            best = self.context.best_score(difficulty)
            about, record = (
                (f"{about}\n" + _("No game yet"), "")
                if best is None
                else (about, _("Best {score}").format(score=format_number(best)))
            )
            card = Button(
                self.kit,
                box,
                difficulty_name(difficulty),
                partial(self._choose, difficulty),
                note=about,
                award=record,
                style="gold" if is_usual else "button",
                units=46,
                note_units=27,
            )
            cards.append(self.controls.add(card))
        set_alike(cards)

    def _build_buttons(self, box: Rect, is_tall: bool) -> None:
        entries: list[tuple[str, str, Callable[[], None]]] = [
            (_("High scores"), "icon_scores", partial(self.go, Push("scores"))),
            (_("How to play"), "icon_rules", partial(self.go, Push("how_to_play"))),
            (_("Settings"), "icon_settings", partial(self.go, Push("settings"))),
            (_("About"), "icon_info", partial(self.go, Push("about"))),
        ]
        if self.context.kiosk is None:
            entries.append((_("Quit"), "icon_quit", self.leave))
        has_game = self.context.session is not None
        if has_game:
            entries.insert(0, (_("Continue"), "icon_play", partial(self.go, Push("play"))))
        across = 2 if is_tall else len(entries)
        boxes = grid(box, across, math.ceil(len(entries) / across), self.metrics.gap)
        if len(entries) % across:  # the last one has its row to itself
            boxes[len(entries) - 1 :] = [boxes[len(entries) - 1].union(boxes[-1])]
        buttons = []
        for (caption, icon, on_tap), place in zip(entries, boxes, strict=False):
            is_continue = has_game and on_tap is entries[0][2]
            button = Button(
                self.kit,
                place,
                caption,
                on_tap,
                icon=icon if is_tall else "",
                style="fire" if is_continue else "button",
                units=29,
            )
            buttons.append(self.controls.add(button))
        set_alike(buttons)

    def _choose(self, difficulty: Difficulty) -> None:
        """Begin a game of *difficulty*; ask first where another is under way (M3.2)."""

        def begin() -> None:
            self.context.change_settings(difficulty=difficulty)
            self.context.give_up()
            self.go(Push("play"))

        session = self.context.session
        if session is None:
            begin()
            return
        question = _("A game is under way (turn {turn}, score {score}). Give it up?").format(
            turn=format_number(session.state.turn),
            score=format_number(session.state.score.total),
        )
        self.go(
            Push(
                "ask",
                {"question": question, "yes": _("New game"), "no": _("Keep it"), "on_yes": begin},
            )
        )

    def leave(self) -> None:
        """Leave the program; the game under way waits. Nobody leaves a kiosk."""
        if self.context.kiosk is None:
            self.go(Quit())

    def uncovered(self) -> None:
        """Show best scores and Continue as they are now."""
        self.layout(self.canvas.background)

    # ------------------------------------------------------------------ embers

    def _build_embers(self) -> None:
        """Scatter embers that drift up for ever, each on a path of its own."""
        chance = self.context.chance
        width, height = self.metrics.screen.size
        unit = self.metrics.unit
        self._embers: list[tuple[Particle, Spark]] = []
        if self.context.settings.has_reduced_motion or self.kit.art.theme.key != "ember":
            return
        for _index in range(_EMBERS):
            life = chance.uniform(6, 13)
            ember = Particle(
                chance.uniform(0, width),
                height + 10,
                chance.uniform(-30, 30) * unit,
                -height * chance.uniform(0.05, 0.1),
                0,
                0,
                chance.uniform(-13, 0),
                life,
                max(3, round(chance.uniform(5, 11) * unit)),
                chance.choice(_EMBER_COLOURS),
            )
            self._embers.append((ember, self.canvas.add(Spark(z=0.7))))

    def update(self, dt: float) -> Transition | None:
        """Let the embers drift."""
        self._age += dt
        return super().update(dt)

    def draw_at(self, ahead: float) -> None:
        """Pose each ember on its endless path."""
        super().draw_at(ahead)
        age = self._age + ahead
        for ember, spark in self._embers:
            within = (age - ember.born) % ember.life
            spark.light(self.kit.art, ember, ember.born + within)

    @property
    def is_moving(self) -> bool:
        """The embers never rest."""
        return bool(self._embers) or super().is_moving
