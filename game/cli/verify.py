"""`magdagdon verify`: whether recorded games are what they say, or why not."""

import codecs
from collections.abc import Sequence
from pathlib import Path

from game.cli.console import complain
from game.session.files import TooLargeError, read_limited
from game.session.notices import Notice, NoticeCode
from game.session.record import MAX_RECORD_BYTES, RecordError, RecordFault, read_record
from game.session.score_entry import ScoreEntry, entry_of
from game.session.scores import ScoreTable
from game.session.scores_error import ScoresError
from game.session.verify import Difference, verify_record, verify_row
from game.ui.language import _, format_date, format_number, n_
from game.ui.refusals import explain_record, explain_scores
from game.ui.wording import difficulty_name, explain_notice, mark_name, quote


def verify_files(files: Sequence[Path]) -> int:
    """Say of each of *files* whether it is a valid game; return 0 where all are, else 1."""
    verdicts = [_verify_file(path) for path in files]
    _explain_valid(any(verdicts))
    return 0 if all(verdicts) else 1


def verify_all(folder: Path) -> int:
    """Say of each game in the high scores in *folder* whether it is valid; return 0 or 1."""
    table = ScoreTable(folder / "scores.db")
    try:
        rows = table.rows()
    except ScoresError as error:
        complain(explain_scores(error))
        return 1
    for kept in table.kept_aside:
        complain(explain_notice(Notice(NoticeCode.SCORES_DAMAGED, kept)))
    count = 0
    for row in rows:
        name = quote(str(row[0])[:8])
        try:
            differences = verify_row(row)
        except RecordError as error:
            _refuse(name, error)
            continue
        if differences:
            why = " ".join(map(_describe_difference, differences))
            print(name, _("not valid"), why, sep=": ")
        else:
            count += 1
            print(name, _("valid"), _describe(entry_of(row)), sep=": ")
    sentence = n_(
        "{number} game of {total} is valid.", "{number} games of {total} are valid.", count
    )
    print(sentence.format(number=format_number(count), total=format_number(len(rows))))
    _explain_valid(count > 0)
    return 0 if count == len(rows) else 1


def _verify_file(path: Path) -> bool:
    try:
        data = read_limited(path, MAX_RECORD_BYTES).removeprefix(codecs.BOM_UTF8)
        entry = verify_record(read_record(data))
    except TooLargeError:
        _refuse(path.name, RecordError(RecordFault.TOO_LONG, 1))
    except RecordError as error:
        _refuse(path.name, error)
    except OSError as error:
        sentence = _("It can't be opened: {reason}.")
        why = sentence.format(reason=error.strerror or str(error))
        print(path.name, _("not valid"), why, sep=": ")
    else:
        print(path.name, _("valid"), _describe(entry), sep=": ")
        return True
    return False


def _refuse(name: str, error: RecordError) -> None:
    sentence = _("line {line}: {sentence}")
    why = sentence.format(line=error.line, sentence=explain_record(error))
    print(name, _("not valid") + ", " + why, sep=": ")


def _describe(entry: ScoreEntry) -> str:
    points = n_("{number} point", "{number} points", entry.score)
    turns = n_("{number} turn", "{number} turns", entry.turns)
    parts = [
        difficulty_name(entry.difficulty),
        points.format(number=format_number(entry.score)),
        turns.format(number=format_number(entry.turns)),
        format_date(entry.date),
        *(mark_name(mark) for mark in sorted(entry.marks, key=lambda mark: mark.value)),
    ]
    return ", ".join(parts)


def _describe_difference(difference: Difference) -> str:
    sentence = _("{column} says {found}, the game gives {expected}.")
    return sentence.format(
        column=difference.column,
        found=quote(difference.found),
        expected=quote(difference.expected),
    )


def _explain_valid(is_any_valid: bool) -> None:
    """Say what was proven, and what can't be."""
    if is_any_valid:
        print(
            _(
                "Valid means that the rolls follow from the seed and the score from the actions. "
                "Dates, time played, names and marks can't be proven."
            )
        )
