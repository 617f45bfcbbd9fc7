"""Make the animated picture of the README: the real program, played by the coach's advice.

python tools/make_gif.py [FILE]

The game is played ahead without being seen until a line is about to be completed; from there on
every tap goes the way of a player's, and a ring shows where it is.
"""

import sys
import tempfile
from pathlib import Path

# Sets SDL's drivers before anything else imports pygame.
from make_screenshots import open_app

# isort: split
import pygame
from PIL import Image, ImageDraw
from pygame.event import Event

from game.app.app import App
from game.app.environment import prepare_environment
from game.app.resources import data_folder
from game.coach.coach import Coach
from game.rules.magdagdon.actions import Action, Roll, Stage
from game.rules.magdagdon.state import Phase, State
from game.scenes.play import PlayScene
from game.ui.language import set_language

WINDOW = (1280, 720)
PICTURE = (720, 405)
FRAME = 0.07
"""Seconds of a frame: GIF counts in hundredths, and viewers slow down what is quicker than 0.02."""
STEPS = 4
"""Frames of the game in one of the picture."""
COLOURS = 128
MOST_BYTES = 3_000_000
RING = (255, 236, 200)
SEED = "autumn"
"""Its sixth turn is the last, and completes three lines at once."""
AHEAD = 4
"""Turns that are played before the picture begins."""
TURNS = 2

Point = tuple[int, int]


class Film:
    """Takes pictures of *app* while it runs."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._frames: list[Image.Image] = []
        self._seconds: list[float] = []
        self._ring: tuple[Point, float] | None = None

    def roll(self, seconds: float) -> None:
        """Let *seconds* pass in front of the camera."""
        for _frame in range(max(1, round(seconds / FRAME))):
            for _step in range(STEPS):
                self._app.frame(pygame.event.get(), FRAME / STEPS)
            self._take()

    def tap(self, at: Point, seconds: float) -> None:
        """Tap at *at*, and let *seconds* pass."""
        pygame.event.post(Event(pygame.MOUSEMOTION, pos=at, rel=(0, 0), buttons=(0, 0, 0), touch=0))
        for share in (0.4, 1.0):
            self._ring = (at, share)
            self.roll(FRAME)
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            pygame.event.post(Event(kind, pos=at, button=1, touch=False))
        self._ring = (at, 0.7)
        self.roll(FRAME)
        self._ring = None
        self.roll(seconds)

    def _take(self) -> None:
        surface = self._app.window.surface
        whole = Image.frombytes("RGB", surface.get_size(), pygame.image.tobytes(surface, "RGB"))
        if self._ring is not None:
            (x, y), share = self._ring
            radius = round(16 + 22 * share)
            box = (x - radius, y - radius, x + radius, y + radius)
            ImageDraw.Draw(whole).ellipse(box, outline=RING, width=5)
        picture = whole.resize(PICTURE, Image.Resampling.LANCZOS)
        if self._frames and picture.tobytes() == self._frames[-1].tobytes():
            self._seconds[-1] += FRAME
        else:
            self._frames.append(picture)
            self._seconds.append(FRAME)

    def save(self, path: Path) -> None:
        """Write what was taken to *path*: one palette for all, so that what rests stays still."""
        sample = Image.new("RGB", (PICTURE[0], PICTURE[1] * 6))
        for row in range(6):
            picture = self._frames[row * (len(self._frames) - 1) // 5]
            sample.paste(picture, (0, PICTURE[1] * row))
        palette = sample.quantize(COLOURS, Image.Quantize.MEDIANCUT)
        frames = [
            picture.quantize(palette=palette, dither=Image.Dither.NONE) for picture in self._frames
        ]
        frames[0].save(
            path,
            save_all=True,
            append_images=frames[1:],
            duration=[round(seconds * 1000) for seconds in self._seconds],
            loop=0,
            optimize=True,
            disposal=1,
        )
        size = path.stat().st_size
        seconds = sum(self._seconds)
        print(f"{path}: {size} bytes, {len(frames)} pictures, {seconds:.1f} s")
        if size > MOST_BYTES:
            raise SystemExit(f"{path} has more than {MOST_BYTES} bytes")


def advised(coach: Coach, state: State) -> tuple[Action, ...]:
    """Return what to do at *state*: whatever it is up to the end of the turn."""
    if state.phase is Phase.ROLL:
        return (Roll(),)
    return coach.advise(state).best.actions


def play_ahead(app: App, coach: Coach, turns: int) -> None:
    """Play *turns* turns unseen."""
    session = app.context.session or app.context.start_game()
    while session.state.turn <= turns:
        for action in advised(coach, session.state):
            session.submit(action)


def play_a_turn(film: Film, scene: PlayScene, coach: Coach) -> None:
    """Play one turn by taps in front of the camera."""
    film.tap(scene.geometry.confirm.center, 1.5)
    for action in advised(coach, scene.state):
        if isinstance(action, Stage):
            film.tap(scene.view.dice[action.die].box.center, 0.2)
            film.tap(scene.geometry.cells[action.cell].center, 0.4)
    film.roll(0.3)
    film.tap(scene.geometry.confirm.center, 1.8)


def main() -> None:
    """Write play.gif."""
    path = Path(sys.argv[1] if len(sys.argv) > 1 else "docs/pictures/play.gif")
    prepare_environment()
    set_language("en")
    coach = Coach.load(data_folder() / "assets" / "coach")
    with tempfile.TemporaryDirectory() as folder:
        app = open_app(Path(folder), WINDOW)
        app.context.seed = SEED
        play_ahead(app, coach, AHEAD)
        app.stack.start("play")
        scene = app.stack.top
        if not isinstance(scene, PlayScene):
            raise SystemExit("the game does not begin")
        film = Film(app)
        film.roll(1.0)
        for _turn in range(TURNS):
            play_a_turn(film, scene, coach)
        film.roll(1.5)
        film.save(path)
        app.close()
        app.window.close()


if __name__ == "__main__":
    main()
