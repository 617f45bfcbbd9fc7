"""`magdagdon analyze`: what can be known of a position, as text or JSON."""

import json
import sys
from collections.abc import Iterator, Sequence
from typing import Any

from game.cli.coaching import choice_as_json, load_coach, points, reason_as_json
from game.cli.console import InputError, columns_of, complain, input_lines, pad
from game.coach.advice import Advice
from game.coach.coach import Coach
from game.rules.api import NotationError
from game.rules.magdagdon.actions import format_action
from game.rules.magdagdon.board import CELL_NAMES, CELLS, SIZE, Board
from game.rules.magdagdon.notation import parse_position
from game.rules.magdagdon.placement import afterstates, legal_cells_by_value, longest_placement
from game.rules.magdagdon.state import Phase, State
from game.ui.coach_wording import describe_choice, explain_reason
from game.ui.language import _, format_number, format_signed
from game.ui.refusals import explain_notation
from game.ui.wording import ScorePart, difficulty_name, score_rows

STANDARD_INPUT = "-"


def analyze_positions(positions: Sequence[str], *, is_json: bool, has_coach: bool = True) -> int:
    """Answer each of *positions*, `-` for those on standard input; return the exit code.

    A bad one is told on standard error with its line and column; the others are still answered.
    Raises NoCoachError where *has_coach* and there is none.
    """
    coach = load_coach() if has_coach else None
    is_any_bad = False
    is_first = True
    for line, text in _numbered(positions):
        try:
            if isinstance(text, InputError):
                raise text
            state = parse_position(text)
        except (NotationError, InputError) as error:
            complain(_explain(error, line))
            is_any_bad = True
            continue
        if is_json:
            print(json.dumps(analysis(text.strip(), state, coach)), flush=True)
        else:
            print(("" if is_first else "\n\n") + describe(text.strip(), state, coach), flush=True)
        is_first = False
    return 2 if is_any_bad else 0


def analysis(position: str, state: State, coach: Coach | None = None) -> dict[str, Any]:
    """Return what is known of *state* under the keys that the JSON output promises.

    With a *coach* also the final score to expect, and where a roll lies on the table its advice.
    """
    score = state.score
    cells = legal_cells_by_value(state.board)
    answer: dict[str, Any] = {
        "position": position,
        "score": {
            "base": score.base,
            "bonus": score.bonus,
            "ruins": -score.ruins_cost,
            "powers": -score.powers_cost,
            "total": score.total,
        },
        "minimum": state.minimum,
        "legal_cells": {str(value): _names(cells[value]) for value in range(1, 7)},
    }
    if state.dice:
        answer["magdagdon"] = state.phase is Phase.MAGDAGDON
        answer["longest"] = longest_placement(state.board, state.dice)
        answer["afterstates"] = len(afterstates(state.board, state.dice, state.minimum))
    if coach is not None:
        answer["expected"] = points(coach.value(state))
        if state.dice:
            answer["hint"] = _hint(coach.advise(state), state)
    return answer


def _hint(advice: Advice, state: State) -> dict[str, Any]:
    """Return *advice* on the roll: the choices, best first, why, and whether a Power pays."""
    answer: dict[str, Any] = {
        "exact": advice.depth == 0,
        "choices": [choice_as_json(choice) for choice in advice.choices],
        "reasons": [reason_as_json(reason) for reason in advice.best.reasons],
        "power": None,
    }
    power = advice.power
    if power is not None:
        cost = state.next_power_cost or 0
        answer["power"] = {
            "actions": [format_action(action) for action in power.actions],
            "cost": cost,
            "gain": points(power.expected + cost - advice.plain.expected),
            "advised": power is advice.best,
        }
    return answer


def describe(position: str, state: State, coach: Coach | None = None) -> str:
    """Return what is known of *state* for people to read, in several lines."""
    facts = analysis(position, state)
    parts = [position, _draw_board(state.board), _describe_turn(state), _describe_score(state)]
    legal = [
        f"  {value}  {' '.join(cells) or '–'}" for value, cells in facts["legal_cells"].items()
    ]
    parts.append("\n".join([_("Legal cells for each value"), *legal]))
    if state.dice:
        parts.append(_describe_dice(state, facts))
    if coach is not None:
        parts.append(_describe_coach(state, coach))
    return "\n\n".join(parts)


def _numbered(positions: Sequence[str]) -> Iterator[tuple[int, str | InputError]]:
    """Yield every position with its line: its place among the arguments, or in the input."""
    for number, position in enumerate(positions, 1):
        if position != STANDARD_INPUT:
            yield number, position
        elif sys.stdin is not None:
            for line, text in enumerate(input_lines(sys.stdin.buffer), 1):
                if isinstance(text, InputError) or text.strip():
                    yield line, text


def _explain(error: NotationError | InputError, line: int) -> str:
    if isinstance(error, NotationError):
        sentence = explain_notation(error)
    elif error.is_too_long:
        sentence = _("The line is too long for a position.")
    else:
        sentence = _("The line is not text in UTF-8.")
    place = _("Line {line}, column {column}: {sentence}")
    return place.format(line=line, column=error.column, sentence=sentence)


def _names(cells: tuple[int, ...]) -> list[str]:
    return sorted(CELL_NAMES[cell] for cell in cells)


def _draw_board(board: Board) -> str:
    symbols = [" 123456#"[content] for content in board]
    lines = ["    a   b   c   d", "  ┌───┬───┬───┬───┐"]
    for row in range(0, CELLS, SIZE):
        if row:
            lines.append("  ├───┼───┼───┼───┤")
        lines.append(f"{row // SIZE + 1} │ " + " │ ".join(symbols[row : row + SIZE]) + " │")
    return "\n".join([*lines, "  └───┴───┴───┴───┘"])


def _describe_turn(state: State) -> str:
    sentence = _("{difficulty}, turn {turn}, Powers used: {used} of {powers}, minimum: {minimum}")
    return sentence.format(
        difficulty=difficulty_name(state.difficulty),
        turn=state.turn,
        used=state.powers_used,
        powers=state.difficulty.powers,
        minimum=state.minimum,
    )


def _describe_score(state: State) -> str:
    rows = score_rows(state.score)
    wide = max(20, *(columns_of(row.name) for row in rows))
    lines = []
    for row in rows:
        is_sum = row.part in {ScorePart.BASE, ScorePart.TOTAL}
        points = format_number(row.points) if is_sum else format_signed(row.points)
        count = "" if row.count is None else format_number(row.count)
        lines.append(f"  {pad(row.name, wide)}{count:>3}{points:>7}")
    return "\n".join(lines)


def _describe_dice(state: State, facts: dict[str, Any]) -> str:
    lines = [
        _("Dice: {dice}").format(dice=" ".join(map(str, state.dice))),
        _("Most dice that can be placed: {number}").format(number=facts["longest"]),
    ]
    if facts["magdagdon"]:
        lines.append(_("MAGDAGDON: no order of placing reaches the minimum."))
    else:
        boards = format_number(facts["afterstates"])
        lines.append(_("Boards that this turn can lead to: {number}").format(number=boards))
    return "\n".join(lines)


def _describe_coach(state: State, coach: Coach) -> str:
    lines = [
        _("Expected final score: {points}").format(points=format_number(coach.value(state), 1))
    ]
    if not state.dice:
        return lines[0]
    advice = coach.advise(state)
    lines += [
        "",
        _("The coach advises: {choice}").format(choice=describe_choice(advice.best, state)),
    ]
    lines += [f"  · {explain_reason(reason)}" for reason in advice.best.reasons]
    lines += ["", _("The best choices, with the final score to expect")]
    lines += [
        f"  {format_number(choice.expected, 1):>7}  {describe_choice(choice, state)}"
        for choice in advice.choices
    ]
    return "\n".join(lines)
