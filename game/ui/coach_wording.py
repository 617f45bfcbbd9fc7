"""What the coach says, in words: choices and reasons from their codes."""

from collections.abc import Iterable

from game.coach.advice import Choice, ChoiceKind, Reason, ReasonCode
from game.rules.magdagdon.actions import Lower, Raise, Reroll, Ruin, Stage
from game.rules.magdagdon.board import CELL_NAMES, SIZE
from game.rules.magdagdon.state import State
from game.ui.language import _, format_number, n_
from game.ui.wording import bonus_name


def line_name(line: int) -> str:
    """Return how a line is called: rows 1–4 from the top, columns a–d from the left."""
    if line < SIZE:
        return _("row {number}").format(number=format_number(line + 1))
    return _("column {letter}").format(letter="abcd"[line - SIZE])


def describe_choice(choice: Choice, state: State) -> str:
    """Return in one sentence what *choice* does with the roll of *state*."""
    first = choice.actions[0] if choice.actions else None
    if choice.kind is ChoiceKind.RUIN and isinstance(first, Ruin):
        return _("Let {cell} fall into ruin.").format(cell=CELL_NAMES[first.cell])
    if choice.kind is ChoiceKind.POWER:
        return _describe_power(choice, state)
    placed = _name_placed(
        (state.dice[action.die], action.cell)
        for action in choice.actions
        if isinstance(action, Stage)
    )
    return _("Place {dice}.").format(dice=placed)


def _describe_power(choice: Choice, state: State) -> str:
    match choice.actions[0]:
        case Lower(die):
            old = state.dice[die]
            return _("Use a Majda Power: lower the {old} to {new}.").format(
                old=format_number(old), new=format_number(old - 1)
            )
        case Raise(die):
            old = state.dice[die]
            return _("Use a Majda Power: raise the {old} to {new}.").format(
                old=format_number(old), new=format_number(old + 1)
            )
        case Reroll(dice):
            values = ", ".join(format_number(state.dice[die]) for die in dice)
            sentence = n_(
                "Use a Majda Power: roll the {values} again.",
                "Use a Majda Power: roll {values} again.",
                len(dice),
            )
            return sentence.format(values=values)
        case _:
            return ""


def explain_reason(reason: Reason) -> str:
    """Return *reason* as one sentence."""
    line = "" if reason.line is None else line_name(reason.line)
    cell = "" if reason.cell is None else CELL_NAMES[reason.cell]
    bonus = "" if reason.bonus is None else bonus_name(reason.bonus)
    return _reasons(reason)[reason.code].format(
        line=line,
        cell=cell,
        bonus=bonus,
        cost=format_number(reason.cost or 0),
        gain=_format_gain(reason),
        percent=format_number(reason.percent or 0.0),
        other=format_number(reason.other or 0.0),
        points=_format_points(reason.points or 0.0),
        values=", ".join(map(format_number, reason.values)),
        dice=_name_placed(reason.placed),
    )


def _format_points(points: float) -> str:
    """Return *points* without decimals, or with one where it would else be none."""
    return format_number(points, 0 if points >= 1 else 1)


def _format_gain(reason: Reason) -> str:
    """Return the gain, so exactly that it is not told to be the cost where it differs."""
    gain, cost = reason.gain or 0.0, reason.cost or 0
    return format_number(gain, 1 if round(gain) == cost else 0)


def _name_placed(placed: Iterable[tuple[int, int]]) -> str:
    return ", ".join(
        _("{value} on {cell}").format(value=format_number(value), cell=CELL_NAMES[cell])
        for value, cell in placed
    )


def _reasons(reason: Reason) -> dict[ReasonCode, str]:
    shown = reason.points or 0.0
    points = round(shown) if shown >= 1 else 0  # 0.6 points: only 1 itself is singular
    return {
        ReasonCode.COMPLETES: _("It completes {line}: {bonus}."),
        ReasonCode.KEEPS_OPEN: _("It keeps {bonus} open in {line}."),
        ReasonCode.GIVES_UP: _("It gives up {bonus} in {line}."),
        ReasonCode.LEAVES_CELL_FILLABLE: _(
            "A number can still come to {cell}; after the next best none could."
        ),
        ReasonCode.CLOSES_CELL: _("No number will fit {cell} any more."),
        ReasonCode.SAFER_NEXT_ROLL: _(
            "The next roll is MAGDAGDON in {percent} % of cases, after the next best in {other} %."
        ),
        ReasonCode.RISKS_NEXT_ROLL: _("The risk: MAGDAGDON in {percent} % of the next rolls."),
        ReasonCode.EARNS_MORE: n_(
            "It earns {points} point more at once than the next best.",
            "It earns {points} points more at once than the next best.",
            points,
        ),
        ReasonCode.HOLDS_BACK: n_(
            "One more die on the board would cost {points} point in the long run.",
            "One more die on the board would cost {points} points in the long run.",
            points,
        ),
        ReasonCode.POWER_PAYS: _("The Power costs {cost} and gains {gain}."),
        ReasonCode.POWER_LEADS_TO: _("Then {dice}."),
        ReasonCode.POWER_ODDS: _("In {percent} % of cases the new roll is worth more."),
        ReasonCode.POWER_NOT_WORTH: _("A Power here costs {cost} and gains {gain}: keep it."),
        ReasonCode.POWER_NO_USE: _("A Power would gain nothing here: keep it."),
        ReasonCode.ESCAPES_MAGDAGDON: (
            _("It saves the roll from MAGDAGDON.")
            if reason.percent == 100
            else _("It saves the roll from MAGDAGDON in {percent} % of cases.")
        ),
        ReasonCode.RUIN_WHERE_NOTHING_FITS: _("No number could stand on {cell} anyway."),
        ReasonCode.RUIN_LINES_LOST: _("The lines through {cell} can earn no bonus any more."),
        ReasonCode.RUIN_SPARES_LINES: _("The lines through {cell} have the least to lose."),
        ReasonCode.RUIN_HARD_TO_FILL: n_(
            "Only a {values} fits {cell}.", "Only {values} fit {cell}.", len(reason.values)
        ),
        ReasonCode.RUIN_COSTS_LEAST: n_(
            "A ruin elsewhere would cost {points} point more on average.",
            "A ruin elsewhere would cost {points} points more on average.",
            points,
        ),
        ReasonCode.ONLY_CHOICE: _("Nothing else is possible."),
    }
