"""`magdagdon simulate`: many games without a window, and what they came to."""

import json
import sys
import time
from collections.abc import Callable
from typing import Any

from game.cli.coaching import load_coach, tables
from game.cli.console import columns_of, complain, pad
from game.coach.play import Player
from game.coach.simulate import Simulation, simulate
from game.rules.magdagdon.board import Difficulty
from game.ui.language import _, format_duration, format_number, n_
from game.ui.wording import difficulty_name

BAR = 30
"""Columns of the progress bar."""
_OFTEN = 0.1
"""Seconds between two looks of it."""


def run_simulation(
    player: Player, difficulty: Difficulty, games: int, seed: str, jobs: int, *, is_json: bool
) -> int:
    """Play and print; return the exit code. Raises KeyboardInterrupt once that is told."""
    needs_coach = player in {Player.COACH, Player.COACH_DEEP}
    if needs_coach:
        load_coach()  # bad tables are told here, and not by each process for itself
    folder = tables() if needs_coach else None
    progress = Progress(games)
    try:
        figures = simulate(
            player, difficulty, games, seed, tables=folder, jobs=jobs, progress=progress.show
        )
    except KeyboardInterrupt:
        progress.clear()
        sentence = n_(
            "Stopped after {number} game of {total}; nothing was kept.",
            "Stopped after {number} games of {total}; nothing was kept.",
            progress.done,
        )
        complain(sentence.format(number=format_number(progress.done), total=format_number(games)))
        raise
    progress.clear()
    if is_json:
        print(json.dumps(_as_json(figures, player, difficulty, seed)))
    else:
        print(_as_text(figures, player, difficulty))
    return 0


class Progress:
    """A bar on standard error, where that is a terminal."""

    def __init__(self, games: int, clock: Callable[[], float] = time.monotonic) -> None:
        self.done = 0
        self._games = games
        self._clock = clock
        self._start = self._shown = clock()
        self._is_on = sys.stderr is not None and sys.stderr.isatty()

    def show(self, done: int) -> None:
        """Show that *done* games are played."""
        self.done = done
        now = self._clock()
        if not self._is_on or now - self._shown < _OFTEN:
            return
        self._shown = now
        left = (now - self._start) / done * (self._games - done)
        bar = "━" * (BAR * done // self._games)
        text = _("{done} of {total} games, {time} left").format(
            done=format_number(done),
            total=format_number(self._games),
            time=format_duration(left),
        )
        print(f"\r{bar:·<{BAR}}  {text}\x1b[K", end="", file=sys.stderr, flush=True)

    def clear(self) -> None:
        """Take the bar away."""
        if self._is_on:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def _as_json(
    figures: Simulation, player: Player, difficulty: Difficulty, seed: str
) -> dict[str, Any]:
    return {
        "player": player.value,
        "difficulty": difficulty.name,
        "seed": seed,
        "games": figures.games,
        "mean": figures.mean,
        "stderr": figures.stderr,
        "quantiles": {f"{share:g}": score for share, score in figures.quantiles},
        "magdagdon_share": figures.magdagdon_share,
        "ruins": figures.ruins,
        "powers": figures.powers,
    }


def _as_text(figures: Simulation, player: Player, difficulty: Difficulty) -> str:
    games = n_("{number} game", "{number} games", figures.games)
    head = f"{difficulty_name(difficulty)}, {player.value}, "
    shares = [f"{format_number(100 * share)} %" for share, _score in figures.quantiles]
    scores = [format_number(score) for _share, score in figures.quantiles]
    widths = [2 + max(map(columns_of, pair)) for pair in zip(shares, scores, strict=True)]
    widths[0] -= 2
    mean = f"{format_number(figures.mean, 2)} ± {format_number(figures.stderr, 2)}"
    rows = (
        (_("Mean score"), mean),
        (_("Share of the games"), _line(shares, widths)),
        (_("end at or below"), _line(scores, widths)),
        (_("Turns in MAGDAGDON"), f"{format_number(100 * figures.magdagdon_share, 1)} %"),
        (_("Ruins a game"), format_number(figures.ruins, 2)),
        (_("Powers used a game"), format_number(figures.powers, 2)),
    )
    wide = 2 + max(columns_of(name) for name, _value in rows)
    lines = [f"  {pad(name, wide)}{value}" for name, value in rows]
    return "\n".join([head + games.format(number=format_number(figures.games)), *lines])


def _line(words: list[str], widths: list[int]) -> str:
    cells = [pad(word, width, is_right=True) for word, width in zip(words, widths, strict=True)]
    return "".join(cells)
