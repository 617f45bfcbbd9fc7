"""What was refused, and why: one sentence for every code, in the player's language."""

from game.rules.api import IllegalActionError, NotationError
from game.rules.magdagdon.actions import ActionFault
from game.rules.magdagdon.board import CELL_NAMES
from game.rules.magdagdon.engine import Reason
from game.rules.magdagdon.notation import PositionFault
from game.rules.magdagdon.state import State
from game.session.record import RecordError, RecordFault
from game.session.scores_error import ScoresError, ScoresFault
from game.ui.language import _, n_, p_
from game.ui.wording import quote


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


def explain_import(error: OSError | ValueError, name: str) -> str:
    """Return why the file *name* can't be watched as a game."""
    if isinstance(error, RecordError):
        sentence = _("The file {name} can't be replayed: {reason}")
        return sentence.format(name=quote(name), reason=explain_record(error))
    if isinstance(error, FileNotFoundError):
        return _("There is no file {name}.").format(name=quote(name))
    return _("The file {name} can't be read.").format(name=quote(name))
