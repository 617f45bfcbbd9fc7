"""The settings: every choice takes effect at once and is saved at once."""

from dataclasses import replace
from functools import partial
from typing import Any

from game.rules.magdagdon.board import Difficulty
from game.scenes.base import Push, Refresh, Replace, ToggleFullscreen
from game.scenes.rows_page import Level, Row, RowsScene, Segment
from game.ui.language import _, available_languages, current_language, format_number, language_name
from game.ui.wording import difficulty_name

TEXT_SIZES = (100, 125, 150)


def theme_names() -> dict[str, str]:
    """Return the name of each theme by its key."""
    return {"ember": _("Ember"), "daylight": _("Daylight"), "contrast": _("High contrast")}


def size_names() -> dict[int, str]:
    """Return how each size of text is called."""
    return {size: _("{count}%").format(count=format_number(size)) for size in TEXT_SIZES}


class SettingsScene(RowsScene):
    """Difficulty, sound, text, colours, motion, window and language."""

    icon = "icon_settings"

    def heading(self) -> str:
        """Return what stands above the rows."""
        return _("Settings")

    # ------------------------------------------------------------------ rows

    def make_rows(self) -> list[Row]:
        """Return the settings; a kiosk offers what its operator wants, and has no window."""
        kiosk = self.context.kiosk
        motions = {False: _("Full"), True: _("Reduced")}
        rows = [
            self._difficulty_row(),
            self._sound_row(),
            self._choice(_("Text size"), "text_size", size_names()),
            self._choice(_("Colours"), "theme", theme_names()),
            self._choice(_("Motion"), "has_reduced_motion", motions),
        ]
        if kiosk is None:
            rows.append(self._window_row())
        if self.context.coach.is_there:
            captions = {False: _("Hidden"), True: _("Shown")}
            rows.append(self._choice(_("Expected score"), "has_expected_score", captions))
        rows.append(self._language_row())
        return [row for row in rows if row.level is not None or len(row.segments) > 1]

    def _difficulty_row(self) -> Row:
        kiosk, chosen = self.context.kiosk, self.context.settings.difficulty
        return Row(
            _("Difficulty"),
            [
                Segment(
                    f"difficulty.{each.name}",
                    difficulty_name(each),
                    each is chosen,
                    partial(self._choose_difficulty, each),
                )
                for each in (Difficulty if kiosk is None else kiosk.offered_difficulties)
            ],
        )

    def _sound_row(self) -> Row:
        settings, kiosk = self.context.settings, self.context.kiosk
        mute = Segment(
            "mute",
            _("Mute"),
            settings.is_muted,
            partial(self._change, is_muted=not settings.is_muted),
        )
        most = 100 if kiosk is None else kiosk.volume_limit
        level = Level("volume", settings.sound_volume, self._set_volume, self._save_volume, most)
        return Row(_("Sound"), [mute], level)

    def _window_row(self) -> Row:
        is_fullscreen = self.context.settings.is_fullscreen
        return Row(
            _("Window"),
            [
                Segment(
                    f"fullscreen.{is_full}",
                    caption,
                    is_fullscreen is is_full,
                    partial(self._choose_fullscreen, is_full),
                )
                for is_full, caption in ((False, _("Window")), (True, _("Full screen")))
            ],
        )

    def _language_row(self) -> Row:
        kiosk, codes = self.context.kiosk, available_languages()
        if kiosk is None:
            system = {"": _("System")} if len(codes) > 1 else {}
            names = system | {code: language_name(code) for code in codes}
            return self._choice(_("Language"), "language", names)
        # A visitor does not know what the system speaks: the language in use is the chosen one.
        return Row(
            _("Language"),
            [
                Segment(
                    f"language.{code}",
                    language_name(code),
                    code == current_language(),
                    partial(self._change, language=code),
                )
                for code in kiosk.offered_languages(codes)
            ],
        )

    def _choice(self, label: str, setting: str, captions: dict[Any, str]) -> Row:
        """Return the row of *setting*; *captions* names each of its values."""
        chosen = getattr(self.context.settings, setting)
        return Row(
            label,
            [
                Segment(
                    f"{setting}.{value}",
                    caption,
                    value == chosen,
                    partial(self._change, **{setting: value}),
                )
                for value, caption in captions.items()
            ],
        )

    # ------------------------------------------------------------------ changes

    def _set_volume(self, volume: int) -> None:
        """Sound at *volume* from now on; it is saved once the slider is let go."""
        self.context.settings = replace(self.context.settings, sound_volume=volume)
        self.context.use_settings()

    def _save_volume(self) -> None:
        self.context.change_settings()
        self.context.sound("place")

    def _change(self, **changes: Any) -> None:
        self.context.change_settings(**changes)
        self.go(Refresh())

    def _choose_fullscreen(self, is_full: bool) -> None:
        if is_full is not self.context.settings.is_fullscreen:
            self.go(ToggleFullscreen())

    def _choose_difficulty(self, difficulty: Difficulty) -> None:
        """Take *difficulty*; where a game of another is under way, ask and begin anew (M3.2)."""
        session = self.context.session
        if session is None or session.state.difficulty is difficulty:
            self._change(difficulty=difficulty)
            return

        def begin() -> None:
            self.context.change_settings(difficulty=difficulty)
            self.context.give_up()
            self.go(Replace("play"))

        question = _(
            "{difficulty} starts a new game. Give up the game under way"
            " (turn {turn}, score {score})?"
        ).format(
            difficulty=difficulty_name(difficulty),
            turn=format_number(session.state.turn),
            score=format_number(session.state.score.total),
        )
        answers = {"yes": _("New game"), "no": _("Keep it")}
        self.go(Push("ask", {"question": question, **answers, "on_yes": begin}))
