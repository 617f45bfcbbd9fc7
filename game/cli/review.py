"""`magdagdon review`: the coach's look back at a recorded game, as text or JSON."""

import json
from pathlib import Path
from typing import Any

from game.cli.coaching import choice_as_json, load_coach, points
from game.cli.console import columns_of, pad
from game.coach.advice import Choice, choice_of
from game.coach.review import Decision, Review, review
from game.rules.magdagdon.actions import Action, format_action, parse_action
from game.rules.magdagdon.board import Difficulty
from game.rules.magdagdon.notation import format_position
from game.session.record import Record
from game.ui.coach_wording import describe_choice
from game.ui.language import _, format_number, format_signed
from game.ui.wording import difficulty_name


def review_record(record: Record, path: Path, *, is_json: bool) -> int:
    """Print the review of *record*, which came from *path*; return the exit code."""
    difficulty = Difficulty(record.options["difficulty"])
    actions = [parse_action(text) for text in record.actions]
    found = review(load_coach(), difficulty, actions)
    is_over = record.finished is not None
    if is_json:
        print(json.dumps(_as_json(found, difficulty, actions, is_over=is_over)))
    else:
        print(_as_text(found, difficulty, actions, path.name, is_over=is_over))
    return 0


def _done(moment: Decision, actions: list[Action]) -> Choice:
    return choice_of(moment.state, actions[moment.index], moment.chosen)


def _as_json(
    found: Review, difficulty: Difficulty, actions: list[Action], *, is_over: bool
) -> dict[str, Any]:
    return {
        "difficulty": difficulty.name,
        "finished": is_over,
        "start": points(found.start),
        "final": points(found.final),
        "luck": points(found.luck),
        "loss": points(found.loss),
        "accuracy": points(found.accuracy),
        "turns": [
            {
                "turn": turn.turn,
                "before": points(turn.before),
                "luck": points(turn.luck),
                "loss": points(turn.loss),
                "after": points(turn.after),
                "accuracy": points(turn.accuracy),
            }
            for turn in found.turns
        ],
        "worst": [
            {
                "turn": moment.state.turn,
                "action": moment.index,
                "loss": points(moment.loss),
                "position": format_position(moment.state),
                "chosen": {
                    "expected": points(moment.chosen),
                    "actions": list(map(format_action, _done(moment, actions).actions)),
                },
                "best": choice_as_json(moment.best),
            }
            for moment in found.worst
        ],
    }


def _as_text(
    found: Review, difficulty: Difficulty, actions: list[Action], name: str, *, is_over: bool
) -> str:
    end = _("Final score") if is_over else _("Expected score now")
    sums = (
        (_("Expected at the start"), format_number(found.start, 1)),
        (_("Luck of the dice"), format_signed(found.luck, 1)),
        (_("Given away"), format_signed(-found.loss, 1)),
        (end, format_number(found.final, 0 if is_over else 1)),
        (_("Accuracy"), f"{format_number(found.accuracy)} %"),
    )
    wide = 2 + max(columns_of(caption) for caption, _value in sums)
    parts = [
        f"{name}: {difficulty_name(difficulty)}",
        "\n".join(
            f"  {pad(caption, wide)}{pad(value, 8, is_right=True)}" for caption, value in sums
        ),
        _table(found),
        _moments(found, actions),
    ]
    return "\n\n".join(part for part in parts if part)


def _table(found: Review) -> str:
    if not found.turns:
        return ""
    rows = [(_("Turn"), _("Luck"), _("Loss"), _("Expected"), _("Accuracy"))]
    rows += [
        (
            format_number(turn.turn),
            format_signed(turn.luck, 1),
            format_signed(-turn.loss, 1),
            format_number(turn.after, 1),
            f"{format_number(turn.accuracy)} %",
        )
        for turn in found.turns
    ]
    widths = [max(map(columns_of, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  " + "  ".join(pad(word, w, is_right=True) for word, w in zip(row, widths, strict=True))
        for row in rows
    )


def _moments(found: Review, actions: list[Action]) -> str:
    if not found.turns:
        return _("No turn was finished.")
    if not found.worst:
        return _("Nothing given away: the coach would have played the same.")
    lines = [_("The moments that cost most")]
    for rank, moment in enumerate(found.worst, 1):
        caption = _("{rank}. Turn {turn}: {loss}").format(
            rank=format_number(rank),
            turn=format_number(moment.state.turn),
            loss=format_signed(-moment.loss, 1),
        )
        played = describe_choice(_done(moment, actions), moment.state)
        better = describe_choice(moment.best, moment.state)
        lines += [
            f"  {caption}  ({format_position(moment.state)})",
            "     " + _("Played: {choice}").format(choice=played),
            "     " + _("Better: {choice}").format(choice=better),
        ]
    return "\n".join(lines)
