"""What every code says to a player: one sentence each, in the player's language."""

from dataclasses import dataclass
from enum import Enum

from game.rules.api import IllegalActionError, NotationError
from game.rules.magdagdon.actions import ActionFault
from game.rules.magdagdon.board import CELL_NAMES, Difficulty
from game.rules.magdagdon.engine import Reason
from game.rules.magdagdon.notation import PositionFault
from game.rules.magdagdon.scoring import Bonus, Score
from game.rules.magdagdon.state import State
from game.session.notices import Notice, NoticeCode
from game.session.record import Mark, RecordError, RecordFault
from game.session.scores import ScoresError, ScoresFault
from game.ui.language import _, format_number, format_signed, n_, p_

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


def score_line(score: Score, preview: int = 0) -> str:
    """Return the parts of *score* in a line; *preview* is what the staged dice add to it."""
    parts = [_("base {points}").format(points=format_number(score.base))]
    if score.bonus:
        parts.append(_("lines {points}").format(points=format_signed(score.bonus)))
    if score.ruins:
        parts.append(_("ruins {points}").format(points=format_signed(-score.ruins_cost)))
    if score.powers_cost:
        parts.append(_("Powers {points}").format(points=format_signed(-score.powers_cost)))
    if preview:
        parts.append(_("staged {points}").format(points=format_signed(preview)))
    return " · ".join(parts)


def explain_refusal(
    error: IllegalActionError,
    state: State | None = None,
    *,
    die: int | None = None,
    cell: int | None = None,
) -> str:
    """Return why the rules refused an action in *state*, with what is in question.

    *die* and *cell* are the tray place and the cell of a staging, where it was one.
    """
    if state is not None and die is not None and error.reason is Reason.TOO_FAR_APART:
        return _explain_too_far(error.cells, state, die)
    if cell is not None and error.reason is Reason.NOT_ADJACENT:
        sentence = _("No number stands beside {cell}; corner to corner does not count.")
        return sentence.format(cell=CELL_NAMES[cell])
    if state is not None and error.reason is Reason.TOO_FEW_STAGED:
        missing = state.minimum - len(state.staged)
        sentence = n_(
            "Place {number} more die before you confirm.",
            "Place {number} more dice before you confirm.",
            missing,
        )
        return sentence.format(number=missing)
    if isinstance(error.reason, Reason):
        return _refusals()[error.reason]
    return _("That move is not allowed.")


def _explain_too_far(cells: tuple[int, ...], state: State, die: int) -> str:
    board = state.shown_board
    values = sorted(board[cell] for cell in cells)
    sentence = n_(
        "{value} next to {neighbours}: more than 1 apart.",
        "{value} next to {neighbours}: each more than 1 apart.",
        len(values),
    )
    # TRANSLATORS: joins the numbers of neighbouring cells, as in "5 next to 2 and 3".
    joined = p_("neighbours", " and ").join(map(str, values))
    return sentence.format(value=state.dice[die], neighbours=joined)


def _refusals() -> dict[Reason, str]:
    return {
        Reason.GAME_OVER: _("The game is over."),
        Reason.DICE_IN_AIR: _("The dice are still in the air."),
        Reason.NO_DICE_IN_AIR: _("No dice are in the air."),
        Reason.NOT_ROLLED: _("Roll the dice first."),
        Reason.ALREADY_ROLLED: _("The dice are rolled already."),
        Reason.BAD_VALUES: _("These values do not fit the dice in the air."),
        Reason.NO_SUCH_DIE: _("There is no such die."),
        Reason.NO_SUCH_CELL: _("There is no such cell."),
        Reason.DIE_STAGED: _("That die stands on the board: take it back first."),
        Reason.CELL_IS_RUIN: _("That cell is a ruin."),
        Reason.CELL_OCCUPIED: _("That cell holds a number already."),
        Reason.NOT_ADJACENT: _("A die must stand beside a number, not just corner to corner."),
        Reason.TOO_FAR_APART: _("Neighbours may be at most 1 apart."),
        Reason.NOT_STAGED: _("No die of this turn stands there."),
        Reason.TOO_FEW_STAGED: _("Place more dice before you confirm."),
        Reason.NO_POWER_LEFT: _("No Majda Power is left."),
        Reason.VALUE_OUT_OF_RANGE: _("A die shows 1 to 6 and goes no further."),
        Reason.NO_DICE_CHOSEN: _("Choose the dice to throw again first."),
        Reason.IN_MAGDAGDON: _("MAGDAGDON: use a Majda Power or choose the ruin."),
        Reason.NOT_IN_MAGDAGDON: _("A ruin is made only in MAGDAGDON: these dice can be placed."),
    }


def quote(found: str) -> str:
    """Return a foreign text fit to be shown: short, on one line, in quotation marks."""
    plain = "".join(mark if mark.isprintable() else "\N{REPLACEMENT CHARACTER}" for mark in found)
    if len(plain) > _LONGEST_QUOTE:
        plain = plain[: _LONGEST_QUOTE - 1] + "…"
    # TRANSLATORS: the quotation marks of your language.
    return p_("quotation", "“{text}”").replace("{text}", plain)


def explain_notation(error: NotationError) -> str:
    """Return what is wrong with a position or an action in notation, without the column."""
    if isinstance(error.code, PositionFault):
        sentence = _position_faults()[error.code]
    elif isinstance(error.code, ActionFault):
        sentence = {
            ActionFault.UNKNOWN_ACTION: _("{found} is no action."),
            ActionFault.BAD_ARGUMENTS: _("{found} does not fit the action."),
        }[error.code]
    else:
        sentence = _("{found} can't be read.")
    cells = error.found.split()
    if error.code is PositionFault.TOO_FAR_APART:
        return sentence.format(cell=cells[0], other=cells[1])
    if error.code is PositionFault.NOT_CONNECTED:
        return sentence.format(cell=cells[0])
    if error.code is PositionFault.FIELD_MISSING:
        return sentence.format(field=error.found)
    return sentence.format(found=quote(error.found))


def _position_faults() -> dict[PositionFault, str]:
    return {
        PositionFault.FIELD_MISSING: _(
            "{field} is missing: a position is BOARD DIFFICULTY POWERS_USED TURN DICE."
        ),
        PositionFault.FIELD_TOO_MANY: _(
            "{found} is one too many: a position is BOARD DIFFICULTY POWERS_USED TURN DICE."
        ),
        PositionFault.BAD_CELL: _("{found} is no cell: a cell is 1 to 6, . or #."),
        PositionFault.BAD_ROW: _("{found} is no row: a row has four cells."),
        PositionFault.BAD_BOARD: _("{found} is no board: a board has four rows, joined by /."),
        PositionFault.BAD_DIFFICULTY: _("{found} is no difficulty: it is P, S or N."),
        PositionFault.BAD_POWERS: _("{found} is no number of Powers used."),
        PositionFault.TOO_MANY_POWERS: _("{found} is more Powers than this difficulty has."),
        PositionFault.BAD_TURN: _("{found} is no turn: turns count from 1."),
        PositionFault.BAD_DICE: _("{found} is no roll: it is four values 1 to 6, or -."),
        PositionFault.TOO_FAR_APART: _("{cell} and {other} are neighbours more than 1 apart."),
        PositionFault.NOT_CONNECTED: _("The number on {cell} is not connected to the others."),
        PositionFault.DICE_ON_FULL_BOARD: _(
            "{found} has no place: no cell is empty, so DICE is -."
        ),
    }


def explain_record(error: RecordError) -> str:
    """Return what is wrong with a recorded game, without the line."""
    return _record_faults()[error.fault].format(found=quote(error.found))


def _record_faults() -> dict[RecordFault, str]:
    return {
        RecordFault.NOT_TEXT: _("The file is not text."),
        RecordFault.NOT_A_RECORD: _("This is no recorded game."),
        RecordFault.NEWER_FORMAT: _("The game was recorded by a newer version of the program."),
        RecordFault.TOO_LONG: _("The file is longer than a recorded game can be."),
        RecordFault.CUT_OFF: _("The end of the recorded game is missing."),
        RecordFault.DAMAGED: _("The recorded game was changed or damaged."),
        RecordFault.BAD_LINE: _("{found} is no field of a recorded game."),
        RecordFault.UNKNOWN_FIELD: _("{found} is no field of a recorded game."),
        RecordFault.REPEATED_FIELD: _("The field {found} is given twice."),
        RecordFault.MISSING_FIELD: _("The field {found} is missing."),
        RecordFault.BAD_VALUE: _("{found} is no possible value."),
        RecordFault.WRONG_COMMITMENT: _("The commitment does not belong to the seed."),
        RecordFault.OTHER_GAME: _("This is a record of another game, {found}."),
        RecordFault.OTHER_RULES: _("The game was played by other rules, version {found}."),
        RecordFault.BAD_OPTION: _("The game's options are not known."),
        RecordFault.BAD_ACTION: _("{found} is no action."),
        RecordFault.ILLEGAL_ACTION: _("{found} is against the rules there."),
        RecordFault.FALSE_ROLL: _("{found} is not what the seed rolls."),
        RecordFault.FALSE_SCORE: _("{found} is not the score of these actions."),
        RecordFault.NOT_FINISHED: _("The game is not over yet."),
        RecordFault.SEED_WITHHELD: _("The seed is not told before the game is over."),
    }


def explain_scores(error: ScoresError) -> str:
    """Return why the high scores can't be used."""
    return {
        ScoresFault.NEWER: _("The high scores were written by a newer version of the game."),
        ScoresFault.DAMAGED: _("The high scores are damaged and could not be put aside."),
        ScoresFault.UNAVAILABLE: _("The high scores can't be opened."),
    }[error.fault]


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


def explain_import(error: OSError | ValueError, name: str) -> str:
    """Return why the file *name* can't be watched as a game."""
    if isinstance(error, RecordError):
        sentence = _("The file {name} can't be replayed: {reason}")
        return sentence.format(name=quote(name), reason=explain_record(error))
    if isinstance(error, FileNotFoundError):
        return _("There is no file {name}.").format(name=quote(name))
    return _("The file {name} can't be read.").format(name=quote(name))
