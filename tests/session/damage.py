"""Damage done to a player's files at random, and what must be true afterwards."""

import random
import shutil
from pathlib import Path

from game.session.finish import score_entry
from game.session.notices import NoticeCode
from game.session.record import Record
from game.session.scores import MIGRATIONS, ScoreEntry
from game.session.settings import Settings, SettingsFile
from game.session.store import GameStore
from tests.session.play import (
    RULES,
    finished_record,
    new_session,
    noon,
    random_plies,
)

SAVE, SETTINGS, SCORES = "saved_game.txt", "settings.toml", "scores.db"
FILES = (SAVE, SETTINGS, SCORES)
CHOSEN = Settings(sound_volume=35, theme="daylight", has_reduced_motion=True, language="en")
ROWS = 12
TOLD = {
    SAVE: {NoticeCode.SAVE_DAMAGED, NoticeCode.SAVE_RECOVERED},
    SETTINGS: {NoticeCode.SETTINGS_DAMAGED},
    SCORES: {NoticeCode.SCORES_DAMAGED},
}


class Data:
    """A folder as a player has it, made once, and damaged copies of it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._whole = folder / "whole"
        games = GameStore(self._whole, noon)
        self.rows: dict[str, ScoreEntry] = {}
        for number in range(ROWS):
            entry = score_entry(finished_record(f"row{number}", "PSN"[number % 3]))
            games.scores.add(entry)
            self.rows[entry.game_id] = entry
        session = new_session("saved", "P", games)
        for _, _ in zip(range(9), random_plies(session, random.Random(3)), strict=False):
            pass
        self.saved: Record = session.record
        SettingsFile(self._whole / SETTINGS).save(CHOSEN)
        self._after = finished_record("after")
        self._after_row = score_entry(self._after)
        self._number = 0

    def check(self, chance: random.Random) -> str:
        """Damage one file at random; raise AssertionError unless the game takes it well.

        Returns what was done and what came of it, for the count of cases.
        """
        name = chance.choice(FILES)
        before = (self._whole / name).read_bytes()
        data, kind = damaged(before, chance)
        self._number += 1
        folder = self._folder / str(self._number)
        folder.mkdir()
        for path in self._whole.iterdir():
            shutil.copyfile(path, folder / path.name)
        (folder / name).write_bytes(data)
        if data == before:
            kind = "unharmed"
        outcome = self._look(folder, name, before, data)
        shutil.rmtree(folder)
        return f"{name} {kind}: {outcome}"

    def _look(self, folder: Path, name: str, before: bytes, data: bytes) -> str:
        games = GameStore(folder, noon)
        file = SettingsFile(folder / SETTINGS, noon)
        settings = file.load()
        session = games.resume(RULES)
        if name == SCORES and has_newer_version(data):
            return self._look_at_newer(games, data)
        rows = {entry.game_id: entry for entry in games.scores.entries()}
        notices = [*file.notices, *games.take_notices()]
        codes = {notice.code for notice in notices}
        kept = [path for path in folder.iterdir() if "-damaged-20260314-120000" in path.name]
        # What is told and what is kept aside belong together, and nothing else is told.
        assert codes <= TOLD[name] | {NoticeCode.SETTING_WRONG}, codes
        if codes & TOLD[name]:
            assert len(kept) == 1
            assert kept[0].read_bytes() == data
            assert [notice.path for notice in notices] == kept
        else:
            assert not kept
        # The other files are as they were.
        assert name == SETTINGS or settings == CHOSEN
        if name != SAVE:
            assert session is not None
            assert session.record == self.saved
        if name == SCORES:
            for game_id, entry in self.rows.items():
                # Whatever transcript still lies whole in the file is in the table.
                assert game_id in rows or entry.transcript.encode() not in data
        else:
            assert rows == self.rows
        if name == SAVE and session is not None:
            assert codes or session.record == self.saved
            assert session.record.seed == self.saved.seed
        self._play_on(games, file, settings)
        return "kept aside" if kept else ("told" if codes else "silent")

    def _look_at_newer(self, games: GameStore, data: bytes) -> str:
        """What says that it is of a newer version is left alone, and the next score waits."""
        games.finish(self._after)
        assert [notice.code for notice in games.take_notices()] == [NoticeCode.SCORES_NEWER]
        assert (games.folder / SCORES).read_bytes() == data
        assert len(list(games.folder.glob("unscored-*"))) == 1
        return "newer"

    def _play_on(self, games: GameStore, file: SettingsFile, settings: Settings) -> None:
        """A game can be finished and settings saved, and both are there afterwards."""
        games.scores.add(self._after_row)
        assert games.scores.entry(self._after.game_id) == self._after_row
        file.save(settings)
        assert SettingsFile(file.path).load() == settings


def has_newer_version(data: bytes) -> bool:
    """Tell whether the database's header names a schema that is to come."""
    is_format_known = set(data[18:20]) <= {1, 2}
    is_database = data[:16] == b"SQLite format 3\0" and len(data) >= 512 and is_format_known
    return is_database and len(MIGRATIONS) < int.from_bytes(data[60:64]) <= 999


def damaged(data: bytes, chance: random.Random) -> tuple[bytes, str]:
    """Return *data* cut off, with bits turned, or with a stretch overwritten."""
    kind = chance.choice(("cut", "flip", "flip", "byte", "flips", "stretch", "empty"))
    at = chance.randrange(len(data))
    if chance.random() < 0.3:  # the first bytes matter most
        at = chance.randrange(min(len(data), 120))
    changed = bytearray(data)
    match kind:
        case "cut":
            return data[:at], kind
        case "empty":
            return b"", kind
        case "flip":
            changed[at] ^= 1 << chance.randrange(8)
        case "byte":
            changed[at] = chance.randrange(256)
        case "flips":
            for _ in range(chance.randint(2, 20)):
                changed[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        case _:
            length = min(chance.choice((16, 512, 4096)), len(data) - at)
            changed[at : at + length] = chance.randbytes(length)
    return bytes(changed), kind
