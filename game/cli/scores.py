"""`magdagdon scores`: the high scores, as text or JSON."""

import json
from itertools import cycle
from pathlib import Path
from typing import Any

from game.cli.console import columns_of, complain, pad
from game.rules.magdagdon.board import Difficulty
from game.session.clock import format_time
from game.session.notices import Notice, NoticeCode
from game.session.scores import ScoreEntry, ScoreTable
from game.session.scores_error import ScoresError
from game.ui.language import _, format_date, format_duration, format_number
from game.ui.refusals import explain_scores
from game.ui.wording import difficulty_name, explain_notice, mark_name

SHOWN = 10
_EVERY = -1
"""SQLite's limit for no limit."""


def show_scores(folder: Path, difficulty: Difficulty | None, *, is_json: bool) -> int:
    """Print the high scores in *folder*, of one *difficulty* or all; return the exit code."""
    table = ScoreTable(folder / "scores.db")
    difficulties = tuple(Difficulty) if difficulty is None else (difficulty,)
    limit = _EVERY if is_json else SHOWN
    try:
        games = {one: table.top(one, limit) for one in difficulties}
    except ScoresError as error:
        complain(explain_scores(error))
        return 1
    for kept in table.kept_aside:
        complain(explain_notice(Notice(NoticeCode.SCORES_DAMAGED, kept)))
    if is_json:
        for entries in games.values():
            for rank, entry in enumerate(entries, 1):
                print(json.dumps(_as_json(rank, entry), ensure_ascii=False))
    else:
        print("\n\n".join(_as_text(one, entries) for one, entries in games.items()))
    return 0


def show_shared_scores(
    url: str, folder: Path, difficulty: Difficulty | None, *, is_json: bool
) -> int:
    """Print the shared scores at *url*, as last seen where they can't be reached."""
    from game.session.fleet import Fleet  # noqa: PLC0415 - few have shared scores

    fleet = Fleet(url, "", folder)
    is_reached = fleet.look()
    if not is_reached:
        complain(_("The shared scores can't be reached just now."))
        fleet.load_board()
    if fleet.board is None:
        return 1
    difficulties = tuple(Difficulty) if difficulty is None else (difficulty,)
    texts = []
    for one in difficulties:
        found = fleet.board.top(one)
        if is_json:
            for rank, game in enumerate(found, 1):
                row = _as_json(rank, game.entry) | {"kiosk": game.kiosk}
                print(json.dumps(row, ensure_ascii=False))
        else:
            kiosks = tuple(game.kiosk for game in found)
            texts.append(_as_text(one, tuple(game.entry for game in found), kiosks))
    if texts:
        print("\n\n".join(texts))
    return 0 if is_reached else 1


def _as_json(rank: int, entry: ScoreEntry) -> dict[str, Any]:
    return {
        "difficulty": entry.difficulty.name,
        "rank": rank,
        "score": entry.score,
        "date": format_time(entry.date),
        "turns": entry.turns,
        "powers_used": entry.powers_used,
        "ruins": entry.ruins,
        "duration": entry.duration,
        "seed": entry.seed,
        "marks": sorted(mark.value for mark in entry.marks),
        "name": entry.name,
        "game_id": entry.game_id,
    }


def _as_text(
    difficulty: Difficulty, entries: tuple[ScoreEntry, ...], kiosks: tuple[str, ...] = ()
) -> str:
    if not entries:
        return f"{difficulty_name(difficulty)}\n  " + _("No game finished yet.")
    head = ("", _("Score"), _("Date"), _("Turns"), _("Powers"), _("Ruins"), _("Time"), "")
    rows = [head]
    for rank, (entry, kiosk) in enumerate(zip(entries, kiosks or cycle([""]), strict=False), 1):
        marks = [mark_name(mark) for mark in sorted(entry.marks, key=lambda mark: mark.value)]
        rows.append(
            (
                f"{rank}.",
                format_number(entry.score),
                format_date(entry.date),
                format_number(entry.turns),
                format_number(entry.powers_used),
                format_number(entry.ruins),
                format_duration(entry.duration),
                " ".join(filter(None, [entry.name, kiosk, *marks])),
            )
        )
    widths = [max(map(columns_of, column)) for column in zip(*rows, strict=True)]
    lines = [
        "  "
        + "  ".join(
            pad(word, width, is_right=True) for word, width in zip(row[:-1], widths, strict=False)
        )
        + f"  {row[-1]}"
        for row in rows
    ]
    return "\n".join([difficulty_name(difficulty), *(line.rstrip() for line in lines)])
