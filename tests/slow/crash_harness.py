"""Kill the program at random moments, start it again, and hold what it finds against what it said.

The kill is SIGKILL: the program gets no chance to tidy up.
"""

import json
import os
import random
import signal
import subprocess
import sys
import threading
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from game.session.record import read_record
from game.session.scores import ScoreTable

ROOT = Path(__file__).parents[2]
LONGEST_WAIT = 0.35
"""Seconds of play before a kill, at most."""


@dataclass
class Counts:
    """What happened in a run, for the report."""

    kills: int = 0
    actions: int = 0
    in_the_middle: int = 0
    """Kills between the announcement of an action and its end."""
    while_starting: int = 0
    games: int = 0
    leftovers: set[str] = field(default_factory=set)
    """Temporary files that a kill left; they stand for nothing."""


@dataclass
class Known:
    """What must be on the disk."""

    game: dict[str, Any] | None = None
    """The last state told; None before the first."""
    pending: str | None = None
    """The action announced since then, which may or may not have got through."""
    over: dict[str, int] = field(default_factory=dict)
    """Scores of the games that were told to be over."""


class Harness:
    """One data folder, and the program that is started on it and killed again and again."""

    def __init__(self, folder: Path, seed: str) -> None:
        self.folder = folder
        self.counts = Counts()
        self._seed = seed
        self._chance = random.Random(seed)
        self._known = Known()
        self._nursery = subprocess.Popen(
            [sys.executable, "-m", "tests.slow.crash_player"],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )

    def close(self) -> None:
        """End the process that starts the players."""
        assert self._nursery.stdin is not None
        assert self._nursery.stdout is not None
        self._nursery.stdin.close()
        self._nursery.stdout.close()
        self._nursery.wait()

    def round(self) -> None:
        """Start the program, kill it at a random moment, and check what it said and left."""
        number = self.counts.kills
        self._send(f"{self.folder}\t{self._seed} {number}\n")
        pid = int(self._line()[1])
        is_from_start = self._chance.random() < 0.15
        kill = self._kill_later(pid) if is_from_start else None
        has_started = False
        while True:
            kind, what = self._line()
            if kind == "failed":
                raise AssertionError(what)
            if kind == "gone":
                break
            self._take(kind, what)
            if kind == "resumed":
                has_started = True
                kill = kill or self._kill_later(pid)
        assert kill is not None
        kill.join()
        self.counts.kills += 1
        self.counts.while_starting += not has_started
        self.counts.in_the_middle += self._known.pending is not None
        self._check_files()

    def _kill_later(self, pid: int) -> threading.Timer:
        delay = self._chance.uniform(0.0, LONGEST_WAIT)
        kill = threading.Timer(delay, os.kill, (pid, signal.SIGKILL))
        kill.start()
        return kill

    def finish(self) -> None:
        """Start the program a last time in peace, and check the scores from outside."""
        self.round()
        rows = [(row.game_id, row.score) for row in ScoreTable(self.folder / "scores.db").entries()]
        self._check_scores(rows)

    def _send(self, line: str) -> None:
        assert self._nursery.stdin is not None
        self._nursery.stdin.write(line.encode())
        self._nursery.stdin.flush()

    def _line(self) -> tuple[str, Any]:
        """Return the next line that was told to its end."""
        assert self._nursery.stdout is not None
        while True:
            line = self._nursery.stdout.readline()
            assert line, "the process that starts the players has ended"
            if line.endswith(b" .\n"):
                kind, _, what = line[:-3].decode().partition(" ")
                return kind, json.loads(what)

    def _take(self, kind: str, what: dict[str, Any]) -> None:
        known = self._known
        if kind == "resumed":
            self._check_resumed(what)
        elif kind == "before":
            known.pending = what["action"]
        elif kind == "after":
            self.counts.actions += 1
            known.game, known.pending = what, None
            self._note_over(what)

    def _note_over(self, game: dict[str, Any]) -> None:
        if game["score"] is not None:
            self._known.over[game["id"]] = game["score"]
            self.counts.games += 1

    def _check_resumed(self, found: dict[str, Any]) -> None:
        """What the program found is the last action told, or the one announced after it."""
        known = self._known
        assert found["scene"] == "TitleScene", found["scene"]
        self._check_scores(found["scores"])
        before = known.game
        options: list[tuple[str | None, list[str]]] = []
        if before is None or before["score"] is not None:
            options.append((None, []))
        else:
            options.append((before["id"], before["actions"]))
        got = (found["id"], found["actions"])
        if known.pending is not None and got not in options:
            assert self._may_follow(before, known.pending, found), (known, found)
        else:
            assert got in options, (known, found)
        known.pending = None
        known.game = {"id": found["id"], "actions": found["actions"], "score": None}
        if found["id"] is None:
            known.game = None

    def _may_follow(
        self, before: dict[str, Any] | None, action: str, found: dict[str, Any]
    ) -> bool:
        """Tell whether *found* is *before* with *action*."""
        if action == "new":
            return found["id"] is not None and found["actions"] == []
        assert before is not None
        if action == "undo":
            return (found["id"], found["actions"]) == (before["id"], before["actions"][:-1])
        if found["id"] is None:  # it was the last action of the game
            return before["id"] in {game_id for game_id, _ in found["scores"]}
        expected = [*before["actions"], action]
        rest = found["actions"][len(expected) :]
        is_chance = all(text.startswith("rolled") for text in rest) and len(rest) <= 1
        is_same = found["actions"][: len(expected)] == expected
        return found["id"] == before["id"] and is_same and is_chance

    def _check_scores(self, rows: list[Any]) -> None:
        """Every game that is over is there once with its score, and no other."""
        found = dict(rows)
        assert len(found) == len(rows), "a score is there twice"
        known = self._known
        for game_id, score in known.over.items():
            assert found.get(game_id) == score, (game_id, score, found)
        others = set(found) - set(known.over)
        game = known.game
        if others and known.pending is not None and game is not None:
            assert others == {game["id"]}, others
            known.over[game["id"]] = found[game["id"]]
        else:
            assert not others, others

    def _check_files(self) -> None:
        """After a kill every file is whole, and none was kept aside."""
        path = self.folder / "saved_game.txt"
        if path.exists():
            read_record(path.read_bytes())
        for path in self.folder.iterdir():
            assert "damaged" not in path.name, path.name
            if path.suffix == ".tmp":
                assert path.name.startswith("."), path.name
                self.counts.leftovers.add(path.name)
