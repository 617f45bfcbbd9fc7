"""Names of what the game is made of, and notices, in the player's language."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from game.rules.magdagdon.board import Difficulty
from game.session.notices import Notice, NoticeCode
from game.session.record import Mark
from game.ui.language import _, format_number, format_signed, p_

if TYPE_CHECKING:
    from game.rules.magdagdon.scoring import Bonus, Score

_LONGEST_QUOTE = 24


def difficulty_name(difficulty: Difficulty) -> str:
    """Return the name of *difficulty*."""
    return {
        Difficulty.PEACEFUL: p_("difficulty", "PEACEFUL"),
        Difficulty.SURVIVAL: p_("difficulty", "SURVIVAL"),
        Difficulty.NIGHTMARE: p_("difficulty", "NIGHTMARE"),
    }[difficulty]


def bonus_name(bonus: Bonus) -> str:
    """Return the name of a line's *bonus* (M7.2)."""
    # Here and not above: the title comes up before there are scores.
    from game.rules.magdagdon.scoring import Bonus  # noqa: PLC0415  # see above

    return {
        Bonus.STRAIGHT: p_("bonus", "Straight"),
        Bonus.FOUR_OF_A_KIND: p_("bonus", "Four of a kind"),
        Bonus.TWO_PAIRS: p_("bonus", "Two pairs"),
    }[bonus]


def mark_name(mark: Mark) -> str:
    """Return the word that sets a game apart in the table of scores."""
    return {
        Mark.PRACTICE: p_("mark", "practice"),
        Mark.ASSISTED: p_("mark", "assisted"),
    }[mark]


class ScorePart(Enum):
    """What a score is made of, in the order in which it is told (M7)."""

    BASE = "base"
    STRAIGHTS = "straights"
    FOURS = "fours"
    PAIRS = "pairs"
    RUINS = "ruins"
    POWERS = "powers"
    TOTAL = "total"


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """One part of a score: its name, how many there are of it (None for sums), its points."""

    part: ScorePart
    name: str
    count: int | None
    points: int


def score_part_name(part: ScorePart) -> str:
    """Return the name of a *part* of the score."""
    return {
        ScorePart.BASE: p_("score", "Rows and columns"),
        ScorePart.STRAIGHTS: p_("score", "Straights"),
        ScorePart.FOURS: p_("score", "Fours of a kind"),
        ScorePart.PAIRS: p_("score", "Two pairs"),
        ScorePart.RUINS: p_("score", "Ruins"),
        ScorePart.POWERS: p_("score", "Majda Powers"),
        ScorePart.TOTAL: p_("score", "Score"),
    }[part]


def score_rows(score: Score) -> tuple[ScoreRow, ...]:
    """Return the parts of *score* in their order; the points add up to the last row's."""
    # Here and not above: the title comes up before there are scores.
    from game.rules.magdagdon.scoring import Bonus  # noqa: PLC0415  # see above

    parts: tuple[tuple[ScorePart, int | None, int], ...] = (
        (ScorePart.BASE, None, score.base),
        (ScorePart.STRAIGHTS, score.straights, score.straights * Bonus.STRAIGHT.value),
        (ScorePart.FOURS, score.fours, score.fours * Bonus.FOUR_OF_A_KIND.value),
        (ScorePart.PAIRS, score.pairs, score.pairs * Bonus.TWO_PAIRS.value),
        (ScorePart.RUINS, score.ruins, -score.ruins_cost),
        (ScorePart.POWERS, None, -score.powers_cost),
        (ScorePart.TOTAL, None, score.total),
    )
    return tuple(
        ScoreRow(part, score_part_name(part), count, points) for part, count, points in parts
    )


def score_parts(score: Score, preview: int = 0) -> list[str]:
    """Return what *score* is made of; *preview* is what the staged dice add to it."""
    parts = [_("base {points}").format(points=format_number(score.base))]
    if score.bonus:
        parts.append(_("lines {points}").format(points=format_signed(score.bonus)))
    if score.ruins:
        parts.append(_("ruins {points}").format(points=format_signed(-score.ruins_cost)))
    if score.powers_cost:
        parts.append(_("Powers {points}").format(points=format_signed(-score.powers_cost)))
    if preview:
        parts.append(_("staged {points}").format(points=format_signed(preview)))
    return parts


def quote(found: str) -> str:
    """Return a foreign text fit to be shown: short, on one line, in quotation marks."""
    plain = "".join(mark if mark.isprintable() else "\N{REPLACEMENT CHARACTER}" for mark in found)
    if len(plain) > _LONGEST_QUOTE:
        plain = plain[: _LONGEST_QUOTE - 1] + "…"
    # TRANSLATORS: the quotation marks of your language.
    return p_("quotation", "“{text}”").replace("{text}", plain)


def explain_notice(notice: Notice) -> str:
    """Return what happened to a file of the player's."""
    name = notice.path.name if notice.path else ""
    return _notices(is_kept=bool(name))[notice.code].format(name=name, setting=notice.subject)


def _notices(*, is_kept: bool) -> dict[NoticeCode, str]:
    return {
        NoticeCode.SAVE_DAMAGED: _("The saved game could not be read; it is kept as {name}.")
        if is_kept
        else _("The saved game could not be read."),
        NoticeCode.SAVE_RECOVERED: _(
            "The saved game was damaged; it goes on from what could be read, and the damaged file "
            "is kept as {name}."
        )
        if is_kept
        else _("The saved game was damaged; it goes on from what could be read."),
        NoticeCode.SAVE_IN_USE: _(
            "The game is open twice: this one plays without saving, but its scores count."
        ),
        NoticeCode.SAVE_UNREADABLE: _("The saved game can't be opened."),
        NoticeCode.SCORES_DAMAGED: _(
            "The high scores were damaged; what could be read is here, the rest is kept as {name}."
        )
        if is_kept
        else _("The high scores are damaged."),
        NoticeCode.SCORES_NEWER: _(
            "The high scores belong to a newer version of the game; your score waits for it."
        ),
        NoticeCode.SCORES_UNAVAILABLE: _(
            "The high scores can't be written just now; your score waits."
        ),
        NoticeCode.SETTINGS_DAMAGED: _(
            "The settings were damaged; what could be read is used, and the file is kept as {name}."
        )
        if is_kept
        else _("The settings were damaged; what could be read is used."),
        NoticeCode.SETTINGS_UNREADABLE: _("The settings can't be opened; the usual ones are used."),
        NoticeCode.SETTING_WRONG: _(
            "The setting {setting} has no possible value; the usual one is used."
        ),
        NoticeCode.CANNOT_SAVE: _("The game can't be saved just now; you can play on."),
        NoticeCode.CANNOT_SAVE_SETTINGS: _("The settings can't be saved just now."),
    }
