"""What a finished game leaves: its record turned into a row of the table of scores."""

from game.rules.magdagdon.board import RUIN
from game.rules.magdagdon.engine import Magdagdon
from game.session.record import Record, RecordError, RecordFault, format_record
from game.session.replay import replay
from game.session.score_entry import ScoreEntry


def score_entry(record: Record) -> ScoreEntry:
    """Return the row for the finished game in *record*, computed from its actions alone (M1.3).

    The same record always gives the same row. Raises RecordError where it is no finished game.
    """
    rules = Magdagdon()
    state = replay(rules, record).final
    outcome = rules.outcome(state)
    if outcome is None or record.finished is None or record.scores != outcome.scores:
        found = " ".join(map(str, record.scores))
        raise RecordError(RecordFault.FALSE_SCORE, record.line_of_field("scores"), found)
    return ScoreEntry(
        game_id=record.game_id,
        game=record.game,
        difficulty=state.difficulty,
        score=state.score.total,
        date=record.finished,
        turns=state.turn - 1,
        powers_used=state.powers_used,
        ruins=state.board.count(RUIN),
        duration=record.played,
        seed=record.seed,
        marks=record.marks,
        name=record.name,
        transcript=format_record(record),
    )
