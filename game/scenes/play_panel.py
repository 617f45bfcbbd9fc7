"""The play scene's panel: score, tray, Powers, buttons and the MAGDAGDON prompt."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from pygame import Rect

from game.rules.magdagdon.board import CELL_NAMES, Difficulty
from game.rules.magdagdon.scoring import RUIN_COST
from game.rules.magdagdon.state import Phase
from game.scenes.base import Push
from game.scenes.parts import Backing, Lettering
from game.scenes.prompt_places import ADVICE_UNITS, SENTENCE_UNITS, place_prompt
from game.ui.button import Button, set_alike
from game.ui.canvas import NOWHERE, Node
from game.ui.language import _, format_number, format_signed, n_
from game.ui.layout import SMALLEST, columns, inset
from game.ui.tween import ease_out
from game.ui.widgets import Label
from game.ui.wording import difficulty_name, score_parts
from game.views.magdagdon.tray import DieLook, DieNode

if TYPE_CHECKING:
    from game.scenes.play import PlayScene

_COUNT_SECONDS = 0.6
_POWER_SIGNS = {"lower": ("−1", ""), "raise": ("+1", ""), "reroll": ("", "icon_reroll")}
"""Caption and icon of each Power's button."""


class Panel:
    """Everything of the play scene but the board, brought in line by `show`."""

    def __init__(self, scene: PlayScene) -> None:
        """Put the panel's nodes on the canvas of *scene*."""
        self._scene = scene
        self._shown_total = float(scene.state.shown_score.total)
        self._count_from: float = self._shown_total
        self._count_left = 0.0
        self._build_header()
        self._build_tray()
        self._build_prompt()
        self._build_buttons()

    # ------------------------------------------------------------------ building

    def _label(
        self, box: Rect, units: float, colour: tuple[int, int, int], **more: object
    ) -> Label:
        return self._scene.canvas.add(
            Label(self._scene.kit, box, "", units, colour, **more)  # type: ignore[arg-type]  # passed through
        )

    def _build_header(self) -> None:
        geometry, theme = self._scene.geometry, self._scene.kit.art.theme
        colours = {
            Difficulty.PEACEFUL: theme.good,
            Difficulty.SURVIVAL: theme.accent_rose,
            Difficulty.NIGHTMARE: theme.accent_fire,
        }
        difficulty = self._scene.state.difficulty
        title = self._label(
            geometry.title,
            34,
            colours[difficulty],
            bold=True,
            valign="bottom",
            tracking=self._scene.metrics.px(4),
        )
        title.set(difficulty_name(difficulty))
        self._turn = self._label(geometry.turn, 27, theme.sky.dim, valign="top")
        self._score = self._label(geometry.score, 92, theme.sky.text, bold=True, align="right")
        self._breakdown = self._label(geometry.breakdown, 24, theme.sky.dim, align="right")
        self._header = (title, self._turn, self._score, self._breakdown)

    def _build_tray(self) -> None:
        scene = self._scene
        geometry, theme, canvas = scene.geometry, scene.kit.art.theme, scene.canvas
        self._tray = canvas.add(Backing(scene.kit, geometry.tray, "board", 1))
        self._message = self._label(geometry.message, 25, theme.board.dim, z=2)
        self._progress = self._label(
            geometry.progress, 25, theme.accent, bold=True, align="right", z=2
        )
        self._powers_title = self._label(geometry.powers_label, 28, theme.accent_rose, bold=True)
        self._powers_cost = self._label(geometry.powers_label, 26, theme.sky.dim)

    def _build_prompt(self) -> None:
        scene = self._scene
        geometry, theme = scene.geometry, scene.kit.art.theme
        has_powers = scene.state.difficulty.powers > 0
        places = place_prompt(
            scene.kit,
            geometry,
            self._prompt_sentence(),
            self._prompt_advice(),
            has_powers=has_powers,
        )
        self._prompt_backing = scene.canvas.add(
            Backing(scene.kit, geometry.prompt, "panel", 2.5, is_fiery=True)
        )
        self._lettering = scene.canvas.add(Lettering(scene.kit, places.lettering, 2.6))
        self._sentence = self._label(
            places.sentence, SENTENCE_UNITS, theme.panel.text, align="center", z=2.6
        )
        self._advice = self._label(
            places.advice, ADVICE_UNITS, theme.panel.dim, align="center", z=2.6
        )
        self._prompt_dice = places.dice
        self._prompt_powers = places.powers
        self._prompt_main = places.main
        self._prompt = (self._prompt_backing, self._lettering, self._sentence, self._advice)

    def _build_buttons(self) -> None:
        scene = self._scene
        geometry, add = scene.geometry, scene.controls.add
        self._powers = {
            power: add(
                Button(
                    scene.kit,
                    box,
                    _POWER_SIGNS[power][0],
                    partial(scene.use_power, power),
                    note=" ",
                    icon=_POWER_SIGNS[power][1],
                    units=40,
                    note_units=25,
                )
            )
            for power, box in zip(_POWER_SIGNS, geometry.powers, strict=True)
        }
        for button in self._powers.values():
            button.show(scene.state.difficulty.powers > 0)
        self._undo = add(
            Button(scene.kit, geometry.undo, _("Undo"), scene.undo, units=34, icon="icon_undo")
        )
        self._main = add(
            Button(
                scene.kit,
                geometry.confirm,
                "",
                scene.press_main,
                style="gold",
                units=46,
                note_units=25,
            )
        )
        self._build_bottom()
        for node in (self._undo, self._main, *self._powers.values()):
            node.z = 3
        scene.canvas.restack()

    def _build_bottom(self) -> None:
        """Put the row of small buttons up; a hint only where the coach's tables are there."""
        scene = self._scene
        entries: list[tuple[str, str, Callable[[], None]]] = [
            (_("Rules"), "icon_rules", lambda: scene.go(Push("how_to_play"))),
            (_("Menu"), "icon_menu", lambda: scene.go(Push("pause"))),
        ]
        if scene.context.coach.is_there:
            entries.insert(0, (_("Hint"), "icon_hint", scene.counsel.ask))
        boxes = columns(scene.geometry.bottom, [1] * len(entries), scene.metrics.px(20))
        buttons = [
            scene.controls.add(Button(scene.kit, box, caption, on_tap, icon=icon, units=29))
            for (caption, icon, on_tap), box in zip(entries, boxes, strict=True)
        ]
        set_alike(buttons)
        self._hint = buttons[0] if len(buttons) > 2 else None

    # ------------------------------------------------------------------ showing

    def guard(self, power: str) -> None:
        """Let the button of *power* ignore a tap that was meant for its old meaning."""
        self._powers[power].set(now=self._scene.context.clock())

    def guard_main(self) -> None:
        """Let the large button ignore a tap that was meant for its old meaning."""
        self._main.set(now=self._scene.context.clock())

    def is_guarded(self, power: str) -> bool:
        """Tell whether the button of *power* has only just changed its meaning."""
        return self._powers[power].is_guarded(self._scene.context.clock())

    @property
    def is_main_guarded(self) -> bool:
        """Whether the large button has only just changed its meaning."""
        return self._main.is_guarded(self._scene.context.clock())

    def show(self) -> None:
        """Bring the panel in line with the scene."""
        is_prompting = self._scene.is_prompting
        geometry = self._scene.geometry
        is_covered = is_prompting and geometry.prompt.colliderect(geometry.title)
        for header in self._header:
            header.show(not is_covered)
        for node in self._prompt:
            node.show(is_prompting)
        for label in (self._tray, self._message, self._progress):
            label.show(not is_prompting)
        self._scene.view.place_dice(self._prompt_dice if is_prompting else geometry.dice)
        self._main.place(self._prompt_main if is_prompting else geometry.confirm)
        self._undo.show(not is_prompting)
        if self._hint is not None:
            self._hint.set(enabled=self._scene.counsel.is_possible)
        self._show_header()
        self._show_powers(is_prompting)
        if is_prompting:
            self._show_prompt()
        else:
            self._show_turn()

    def power_box(self, power: str) -> Rect:
        """Return where the button of *power* (lower, raise, reroll) is now."""
        return self._powers[power].box

    def warm(self) -> Iterator[None]:
        """Rasterise what the panel will show in its other phase, a picture at a time."""
        kit = self._scene.kit
        for node in (self._tray, *self._prompt):
            node.draw(NOWHERE)
            yield
        for box in (self._prompt_dice[0], self._scene.geometry.dice[0]):
            die = DieNode(kit, box)
            for value in range(1, 7):
                die.look = DieLook(value)
                die.draw(NOWHERE)
                yield
        looks = [(self._prompt_main, "fire"), (self._scene.geometry.confirm, "gold")]
        if self._scene.state.difficulty.powers:
            looks += [(self._prompt_powers[0], "rose"), (self._scene.geometry.powers[0], "button")]
        for box, style in looks:
            button = Button(kit, box, "", self._scene.press_main, style=style)
            for is_enabled in (True, False):
                button.set_flags(enabled=is_enabled)
                button.draw(NOWHERE)
                yield

    @property
    def prompt_nodes(self) -> tuple[Node, ...]:
        """All that the MAGDAGDON prompt is made of."""
        dice = self._scene.view.dice
        powers = (button for button in self._powers.values() if button.is_visible)
        return (*self._prompt, *dice, *powers, self._main)

    def _show_header(self) -> None:
        state = self._scene.state
        score = state.shown_score
        self._turn.set(_("Turn {turn}").format(turn=format_number(state.turn)))
        self._breakdown.set_parts(score_parts(score, score.total - state.score.total))
        if score.total != self._count_target:
            self._count_from, self._count_left = self._shown_total, _COUNT_SECONDS
            self._count_target = score.total
            if self._scene.context.settings.has_reduced_motion:
                self._count_left = 0.0
        if not self._count_left:
            self._shown_total = float(score.total)
            self._score.set(format_number(score.total))

    _count_target: int | None = None

    @property
    def is_counting(self) -> bool:
        """Whether the score is on its way to its new value."""
        return self._count_left > 0

    def advance(self, dt: float) -> None:
        """Count the score up or down."""
        if self._count_left <= 0 or self._count_target is None:
            return
        self._count_left = max(0.0, self._count_left - dt)
        share = ease_out(1 - self._count_left / _COUNT_SECONDS)
        self._shown_total = self._count_from + (self._count_target - self._count_from) * share
        self._score.set(format_number(round(self._shown_total)))

    def _show_turn(self) -> None:
        scene, state = self._scene, self._scene.state
        placed, minimum = len(state.staged), state.minimum
        self._undo.set(enabled=scene.session.can_undo)
        if scene.session.is_over:
            self._say(_("The board is full."))
            self._main.set(caption=_("Confirm"), style="gold", note="", enabled=False)
            return
        if state.phase is Phase.ROLL:
            self._say(_("Throw the four dice."))
            self._main.set(caption=_("Roll"), style="gold", note="", enabled=True)
            return
        progress = n_(
            "{placed} of at least {count} placed",
            "{placed} of at least {count} placed",
            minimum,
        ).format(placed=format_number(placed), count=format_number(minimum))
        has_begun = placed or scene.hand.die is not None
        self._say(_("Your roll") if has_begun else _("Tap a die, then a cell."), progress)
        is_ready = state.phase is Phase.PLACE and placed >= minimum
        missing = "" if is_ready else progress
        self._main.set(caption=_("Confirm"), style="gold", note=missing, enabled=is_ready)

    def _say(self, text: str, progress: str = "") -> None:
        """Show *text* and *progress* above the dice, or the scene's message across both."""
        scene, theme = self._scene, self._scene.kit.art.theme
        message = scene.message
        forecast = scene.forecast.text
        whole = scene.geometry.message.union(scene.geometry.progress)
        is_whole = bool(message or forecast) or not progress
        left, right = self._shared(whole, text, progress)
        self._message.fit_into(whole if is_whole else left)
        self._progress.fit_into(right)
        self._message.set(
            message or forecast or text,
            theme.bad if message and scene.is_message_bad else theme.board.dim,
        )
        self._progress.set("" if is_whole else progress)

    def _shared(self, box: Rect, text: str, progress: str) -> tuple[Rect, Rect]:
        """Divide *box* between two texts, so that the longer one has more of it."""
        fonts, px = self._scene.kit.fonts, self._scene.metrics.text(25)
        wide = fonts.width(text, px), fonts.width(progress, px, bold=True)
        gap = self._scene.metrics.px(20)
        least = max(1.0, sum(wide) / 5)
        left, right = columns(box, [max(least, each) for each in wide], gap)
        return left, right

    def _show_powers(self, is_prompting: bool) -> None:
        scene, state = self._scene, self._scene.state
        if not state.difficulty.powers:
            return
        cost = state.next_power_cost
        title = _("Majda Power")
        self._powers_title.set(title)
        self._place_power_labels(title)
        left = "" if cost is not None else _("all used")
        self._powers_cost.set(format_signed(-cost) if cost is not None else left)
        for label in (self._powers_title, self._powers_cost, scene.view.hearts):
            label.show(not is_prompting)
        can_use = cost is not None and state.phase in (Phase.PLACE, Phase.MAGDAGDON)
        notes = {"lower": _("lower"), "raise": _("raise"), "reroll": _("reroll")}
        for index, (power, button) in enumerate(self._powers.items()):
            button.place(
                self._prompt_powers[index] if is_prompting else scene.geometry.powers[index]
            )
            is_armed = scene.armed == power
            note = notes[power]
            if is_armed and cost is not None:
                note = self._folded(self._armed_note(power, cost), button.box)
            elif is_prompting and cost is not None:
                note = self._folded(f"{note} · {format_signed(-cost)}", button.box)
            is_rose = is_armed or (is_prompting and can_use)
            button.set(note=note, style="rose" if is_rose else "button", enabled=can_use)
            button.mark_armed(is_armed)
        # What the armed one says is longer; the others do not get smaller for it.
        set_alike([button for button in self._powers.values() if not button.is_armed])
        for button in self._powers.values():
            if button.is_armed:
                button.limit(button.wished)

    def _folded(self, line: str, box: Rect) -> str:
        """Return *line*, its price below the words where *box* is narrow and tall enough."""
        kit = self._scene.kit
        room = box.width - 2 * kit.metrics.px(14)
        is_narrow = kit.fonts.width(line, kit.metrics.text(25)) > room * 5 // 4
        is_low = inset(box, kit.metrics.px(6)).height < 3 * kit.fonts.line_height(SMALLEST)
        return line.replace(" · ", "\n") if is_narrow and not is_low else line

    def _place_power_labels(self, title: str) -> None:
        """Set title, hearts and cost one behind the other, as wide as the title is."""
        scene, box = self._scene, self._scene.geometry.powers_label
        px = scene.metrics.text(28)
        px, _lines = scene.kit.fonts.fit(title, px, (box.width // 2, box.height), bold=True)
        gap = scene.metrics.px(14)
        left = box.x + scene.kit.fonts.width(title, px, bold=True) + gap
        tall = min(box.height, max(18, scene.metrics.text(34)))
        hearts = Rect(left, box.centery - tall // 2, tall * scene.view.hearts.count, tall)
        if scene.view.hearts.area != hearts:
            scene.view.hearts.move(hearts)
            self._powers_cost.fit_into(
                Rect(hearts.right + gap, box.y, box.right - hearts.right - gap, box.height)
            )

    def _armed_note(self, power: str, cost: int) -> str:
        """Name what the next tap does and costs."""
        scene = self._scene
        price = format_signed(-cost)
        if power == "reroll":
            count = len(scene.hand.marked)
            if not count:
                return _("choose dice")
            text = n_("Reroll {count} die · {price}", "Reroll {count} dice · {price}", count)
            return text.format(count=format_number(count), price=price)
        die = scene.hand.die
        if die is None:
            return _("choose a die")
        value = scene.state.dice[die]
        new = value + (1 if power == "raise" else -1)
        if not 1 <= new <= 6:
            return _("not possible")
        return f"{value} → {new} · {price}"

    def _prompt_sentence(self) -> str:
        minimum = self._scene.state.minimum
        sentence = n_(
            "No order of these dice places the {count} you need.",
            "No order of these dice places the {count} you need.",
            minimum,
        )
        return sentence.format(count=format_number(minimum))

    def _prompt_advice(self) -> str:
        if self._scene.state.powers_left:
            return _("Save the roll with a Majda Power, or choose a glowing stone to fall.")
        return _("Choose a glowing stone to fall into ruin.")

    def _show_prompt(self) -> None:
        scene = self._scene
        self._sentence.set(self._prompt_sentence())
        self._advice.set(scene.message or self._prompt_advice())
        cell = scene.hand.ruin
        price = format_signed(-RUIN_COST)
        if cell is None:
            self._main.set(
                caption=_("Accept ruin"),
                style="fire",
                enabled=True,
                note=_("{points} · then pick the stone").format(points=price),
            )
        else:
            self._main.set(
                caption=_("Ruin on {cell}").format(cell=CELL_NAMES[cell]),
                note=_("{points} · tap to confirm").format(points=price),
                style="fire",
                enabled=True,
            )
