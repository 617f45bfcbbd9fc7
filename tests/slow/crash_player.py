"""The real program in a process of its own, playing at random and telling each action as it goes.

`python -m tests.slow.crash_player` waits for lines `FOLDER<TAB>SEED` on standard input, and for
each of them starts a player that goes on until it is killed. What players say, on standard output:

    pid 4711                     a player was started
    resumed {...}                what the started program found: game, actions, scores
    before {...} / after {...}   around each action handed to the session by the play scene
    gone 4711                    the player is no more

Each line ends with ` .`, so that a line cut off by the kill is known as such.
"""

import json
import os
import random
import sys
import traceback
from pathlib import Path
from typing import Any

os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"

from game.rules.magdagdon.board import Difficulty
from game.scenes import dialogs, game_over, play, title  # noqa: F401 - imported once for all
from game.scenes.base import Push
from tests.ui.pilot import LONG_FRAME, Pilot


def tell(kind: str, what: object) -> None:
    """Write a line at once; nothing is kept back that a kill could take."""
    os.write(1, f"{kind} {json.dumps(what)} .\n".encode())


class Player:
    """Plays game after game, through the scenes and the session's own gate."""

    def __init__(self, folder: Path, seed: str) -> None:
        self._chance = random.Random(seed)
        self._pilot = Pilot(folder, (800, 480), has_reduced_motion=True, is_muted=True)
        self._context = self._pilot.app.context

    def play(self) -> None:
        """Play until killed."""
        rows = [(row.game_id, row.score) for row in self._context.store.scores.entries()]
        tell("resumed", {**self._game(), "scores": rows, "scene": self._pilot.scene_name})
        if self._context.session is None:
            self._begin(lambda: self._pilot.app.stack.apply(Push("play")))
        else:
            self._pilot.app.stack.apply(Push("play"))
        while True:
            self._step()

    def _game(self) -> dict[str, Any]:
        session = self._context.session
        if session is None:
            return {"id": None, "actions": [], "score": None}
        record = session.record
        score = record.scores[0] if record.scores else None
        return {"id": record.game_id, "actions": record.actions, "score": score}

    def _begin(self, start: Any) -> None:
        self._context.change_settings(difficulty=self._chance.choice(list(Difficulty)))
        tell("before", {"action": "new"})
        start()
        tell("after", self._game())

    def _await_end(self) -> None:
        """Let time pass until the end of the game is on the screen, and ready to be tapped."""
        for _ in range(200):
            self._pilot.frame(dt=LONG_FRAME)
            if self._pilot.scene_name == "GameOverScene" and not self._pilot.app.stack.is_moving:
                return
        raise AssertionError(self._pilot.app.stack.keys)

    def _step(self) -> None:
        scene, session = self._pilot.scene, self._context.session
        if session is None or session.is_over:
            self._await_end()
            self._begin(lambda: self._pilot.tap_button("Play again"))
            return
        if session.can_undo and self._chance.random() < 0.15:
            tell("before", {"action": "undo"})
            scene.undo()
        else:
            action = self._chance.choice(session.legal_actions)
            tell("before", {"action": session.rules.format_action(action)})
            scene.submit(action)
        tell("after", self._game())
        scene.finish_motions()
        if self._chance.random() < 0.1:
            self._pilot.frame()


def main() -> None:
    """Start a player for each line of standard input, and say when it is gone."""
    for line in sys.stdin:
        folder, seed = line.rstrip("\n").split("\t")
        pid = os.fork()
        if not pid:
            try:
                Player(Path(folder), seed).play()
            except BaseException:
                tell("failed", traceback.format_exc())
            os._exit(1)
        tell("pid", pid)
        os.waitpid(pid, 0)
        os.write(1, b"\n")
        tell("gone", pid)


if __name__ == "__main__":
    main()
