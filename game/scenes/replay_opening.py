"""The ways into the replay: from the scores and from a file; what can't be shown says why."""

import logging
from dataclasses import replace
from pathlib import Path

from game.rules.magdagdon.engine import Magdagdon
from game.scenes.base import Push
from game.session.exchange import import_record, play_record
from game.session.record import Record, RecordError, clean_name, parse_record
from game.session.score_entry import ScoreEntry
from game.ui.language import _
from game.ui.refusals import explain_import, explain_record

log = logging.getLogger(__name__)


def replay_of_entry(entry: ScoreEntry) -> Push:
    """Return the way to the game in *entry*, or to a message why it can't be watched."""
    try:
        # The name was given later, when the record was closed already.
        record = replace(parse_record(entry.transcript), name=clean_name(entry.name))
        game = play_record(record, Magdagdon())
    except RecordError as error:
        log.warning("a game in the scores can't be replayed: %s", error)
        text = _("This game can't be replayed: {reason}").format(reason=explain_record(error))
        return Push("message", {"text": text})
    return Push("replay", {"record": record, "game": game})


def replay_of_record(record: Record) -> Push:
    """Return the way to the game in *record*. Raises RecordError where it can't be played."""
    return Push("replay", {"record": record, "game": play_record(record, Magdagdon())})


def replay_of_file(path: Path) -> Push:
    """Return the way to the game in the file *path*, or to a message why it can't be watched."""
    try:
        record, game = import_record(path, Magdagdon())
    except (OSError, ValueError) as error:
        log.warning("a file can't be replayed: %s", error)
        return Push("message", {"text": explain_import(error, path.name)})
    return Push("replay", {"record": record, "game": game})
