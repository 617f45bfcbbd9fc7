"""What a public machine offers its visitors, chosen at the machine: works at once, kept at once."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from game.rules.magdagdon.board import Difficulty
from game.scenes.base import Refresh
from game.scenes.rows_page import Level, Row, RowsScene, Segment
from game.session.kiosk_config import KioskConfig
from game.ui.language import _, available_languages, format_number, language_name
from game.ui.wording import difficulty_name

IDLE_SECONDS = (30, 60, 120, 300)
COUNTDOWN_SECONDS = (10, 20, 30)


class OperatorSettingsScene(RowsScene):
    """Volume, languages, difficulties, waiting times and names."""

    icon = "icon_settings"
    is_for_operator = True

    @property
    def config(self) -> KioskConfig:
        """The kiosk as it is set up now."""
        return self.context.kiosk or KioskConfig()

    def heading(self) -> str:
        """Return what stands above the rows."""
        return _("What visitors are offered")

    def make_rows(self) -> list[Row]:
        """Return a row for everything that the operator may change here."""
        config = self.config
        codes = available_languages()
        offered = config.offered_languages(codes)
        level = Level("volume_limit", config.volume_limit, self._limit, self._keep_limit)
        rows = [
            Row(_("Loudest"), [], level),
            Row(
                _("Languages"),
                [
                    Segment(
                        f"languages.{code}",
                        language_name(code),
                        code in offered,
                        partial(self._toggle_language, code),
                    )
                    for code in codes
                ],
            ),
            self._choice(
                _("First language"),
                "language",
                {"": _("System"), **{code: language_name(code) for code in offered}},
            ),
            Row(
                _("Difficulties"),
                [
                    Segment(
                        f"difficulties.{each.name}",
                        difficulty_name(each),
                        each in config.offered_difficulties,
                        partial(self._toggle_difficulty, each),
                    )
                    for each in Difficulty
                ],
            ),
            self._seconds(_("Idle time"), "idle_seconds", IDLE_SECONDS),
            self._seconds(_("Still there?"), "countdown_seconds", COUNTDOWN_SECONDS),
            self._choice(_("Asks for a name"), "asks_name", {True: _("Yes"), False: _("No")}),
        ]
        return [row for row in rows if row.level is not None or len(row.segments) > 1]

    def _choice(self, label: str, key: str, captions: dict[Any, str]) -> Row:
        """Return the row of the entry *key*; *captions* names each of its values."""
        chosen = getattr(self.config, key)
        return Row(
            label,
            [
                Segment(
                    f"{key}.{value}", caption, value == chosen, partial(self._change, key, value)
                )
                for value, caption in captions.items()
            ],
        )

    def _seconds(self, label: str, key: str, usual: Sequence[int]) -> Row:
        """Return the row of a waiting time; the one in use is there, whatever it is."""
        values = sorted({*usual, getattr(self.config, key)})
        # TRANSLATORS: a number of seconds, as short as it can be written.
        text = _("{count} s")
        return self._choice(
            label, key, {one: text.format(count=format_number(one)) for one in values}
        )

    # ------------------------------------------------------------------ changes

    def _change(self, key: str, value: Any) -> None:
        self._keep(**{key: value})

    def _keep(self, **changes: Any) -> None:
        self.context.change_kiosk(**changes)
        self._apply()
        self.go(Refresh())

    def _toggle_language(self, code: str) -> None:
        """Offer *code* or not; one language is always offered, and the first one is among them."""
        codes = available_languages()
        offered = _toggled(codes, self.config.offered_languages(codes), code)
        first = self.config.language
        changes = {} if first in {"", *offered} else {"language": offered[0]}
        self._keep(languages=() if offered == codes else offered, **changes)

    def _toggle_difficulty(self, difficulty: Difficulty) -> None:
        every = tuple(Difficulty)
        offered = _toggled(every, self.config.offered_difficulties, difficulty)
        self._keep(difficulties=() if offered == every else offered)

    def _limit(self, volume: int) -> None:
        """Be no louder than *volume* from now on; it is kept once the slider is let go."""
        settings = self.context.settings
        loud = min(volume, self.config.visitor_settings().sound_volume)
        self.context.settings = replace(settings, sound_volume=loud)
        self.context.use_settings()
        self._new_limit = volume

    def _keep_limit(self) -> None:
        self.context.change_kiosk(volume_limit=self._new_limit)
        self._apply()
        self.context.sound("place")

    def _apply(self) -> None:
        """Let what is in use now be among what is offered."""
        config, settings = self.config, self.context.settings
        difficulty = settings.difficulty
        if difficulty not in config.offered_difficulties:
            difficulty = config.offered_difficulties[0]
        loud = min(settings.sound_volume, config.volume_limit)
        self.context.settings = replace(settings, difficulty=difficulty, sound_volume=loud)
        self.context.use_settings()


def _toggled(every: Sequence[Any], offered: Sequence[Any], one: Any) -> tuple[Any, ...]:
    """Return *offered* with or without *one*, in the order of *every*; never nothing at all."""
    chosen = set(offered) ^ {one}
    return tuple(each for each in every if each in chosen) or tuple(offered)
