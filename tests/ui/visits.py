"""A visit to every scene in the states that show most text, without a coach or a long game."""

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from datetime import timedelta
from functools import cache, partial
from pathlib import Path
from typing import Any

from game.app.registry import SCENES
from game.coach.advice import Advice, Choice, ChoiceKind, Reason, ReasonCode
from game.coach.review import Decision, Review, TurnReview
from game.rules.magdagdon.actions import Lower, Ruin, Stage
from game.rules.magdagdon.board import EMPTY, Difficulty
from game.rules.magdagdon.engine import Magdagdon
from game.rules.magdagdon.scoring import Bonus
from game.rules.magdagdon.state import Phase, State
from game.scenes.base import Push, Reset
from game.scenes.coach_desk import CoachDesk, Inquiry
from game.scenes.game_session import GameSession
from game.scenes.operator_touch import crosses
from game.scenes.operator_usage import DAYS
from game.scenes.page import LeafedScene
from game.scenes.replay_opening import replay_of_record
from game.scenes.review_work import Progress
from game.session.finish import score_entry
from game.session.fleet import Board, Fleet, FleetEntry
from game.session.kiosk_config import KioskConfig
from game.session.record import Record
from game.session.session import Session
from game.session.usage import UsageLog
from tests.session.play import NOON, noon
from tests.ui.games import fill, game
from tests.ui.pilot import Pilot
from tests.ui.player import choose

RULES = Magdagdon()
LOG = "/media/player/data/magdagdon/logs/magdagdon.log"
QUESTION = "A game is under way (turn {turn}, score {score}). Give it up?"
ADVICE_REASONS = (
    Reason(ReasonCode.COMPLETES, line=1, bonus=Bonus.STRAIGHT),
    Reason(ReasonCode.GIVES_UP, line=6, bonus=Bonus.FOUR_OF_A_KIND),
    Reason(ReasonCode.SAFER_NEXT_ROLL, percent=12.5, other=31.2),
    Reason(ReasonCode.LEAVES_CELL_FILLABLE, cell=7),
)


class PreparedDesk(CoachDesk):
    """A coach's desk with the answer already on it."""

    def __init__(self, answer: Any) -> None:
        super().__init__(Path())
        self._answer = answer

    @property
    def is_there(self) -> bool:
        return True

    def ask(self, work: Callable[[Any], Iterator[Any]]) -> Inquiry[Any]:
        inquiry: Inquiry[Any] = Inquiry()
        inquiry.latest, inquiry.count, inquiry.is_done = self._answer, 1, True
        return inquiry


@cache
def record_where(difficulty: str, wanted: Callable[[State], bool], power_share: float) -> Record:
    """Return a game that stands where *wanted* says."""
    for number in range(4000):
        chance = random.Random(number)
        session: GameSession = Session.start(
            RULES, {"difficulty": difficulty}, f"visit-{number}", now=noon
        )
        while not session.is_over:
            if wanted(session.state):
                return session.record
            session.submit(choose(session.state, chance, power_share))
    raise AssertionError("no game gets there")


def session_where(
    difficulty: str, wanted: Callable[[State], bool], power_share: float = 0.2
) -> GameSession:
    return Session.resume(RULES, record_where(difficulty, wanted, power_share))


def is_staged(state: State) -> bool:
    return state.phase is Phase.PLACE and len(state.staged) == 1 and state.turn > 3


def is_struck(state: State) -> bool:
    return state.phase is Phase.MAGDAGDON and state.powers_left > 0 and state.turn > 3


def is_struck_for_good(state: State) -> bool:
    return state.phase is Phase.MAGDAGDON and state.turn > 3


def advice(state: State) -> Advice:
    """Return advice of every kind on *state*, for its words only."""
    cell = state.board.index(EMPTY)
    struck = state.phase is Phase.MAGDAGDON
    place = (Ruin(cell),) if struck else tuple(Stage(die, cell + die) for die in range(2))
    kind = ChoiceKind.RUIN if struck else ChoiceKind.PLACE
    return Advice(
        (
            Choice(kind, place, state.board, 187.4, ADVICE_REASONS),
            Choice(ChoiceKind.POWER, (Lower(1),), state.board, 171.9, ()),
        ),
        depth=2,
    )


def review(record: Record) -> Progress:
    """Return a look back at *record* whose worst moments are of every kind."""
    states = [session_where("P", is_staged).state, session_where("P", is_struck).state]
    ends = ("confirm", "ruin")
    decisions: dict[int, tuple[Decision, ...]] = {}
    for index, state in enumerate(states):
        bare = replace(state, staged=())
        best = advice(bare).choices[0]
        done = next(n for n, text in enumerate(record.actions) if text.startswith(ends[index]))
        decision = Decision(state, done, best.expected - 20 - index, best)
        decisions[state.turn] = (*decisions.get(state.turn, ()), decision, decision)
    turns = [
        TurnReview(turn, 180.0, -4.2, 20.0, 160.0 + turn, decisions.get(turn, ()))
        for turn in range(1, 1 + max(*decisions, 11))
    ]
    return Progress(11, 11, Review(180.0, 167.0, tuple(turns)), 204)


def settle(pilot: Pilot) -> None:
    for _ in range(40):
        pilot.frame(dt=0.1)
        if not pilot.app.stack.is_moving:
            return


def leaves(pilot: Pilot, name: str) -> Iterator[str]:
    """Turn every leaf of the scene."""
    scene = pilot.scene
    count = scene.leaves if isinstance(scene, LeafedScene) else 1
    for leaf in range(count):
        if leaf:
            scene.turn(1)
            settle(pilot)
        yield f"{name}.{leaf + 1}" if count > 1 else name


class Visits:
    """The ways into every scene of the registry."""

    def __init__(self, pilot: Pilot) -> None:
        self.pilot = pilot
        self.context = pilot.app.context
        self.ways: Mapping[str, Callable[[], Iterator[str]]] = {
            "title": self.title,
            "play": self.play,
            "pause": partial(self.over_play, "pause", {}),
            "ask": self.ask,
            "crash": partial(self.open, "crash", {"log": LOG}),
            "message": self.message,
            "hint": self.hint,
            "demo": self.demo,
            "review": self.review,
            "game_over": self.game_over,
            "name_entry": self.name_entry,
            "still_there": partial(self.over_play, "still_there", {"seconds": 20}),
            "about": partial(self.open, "about", {}),
            "how_to_play": partial(self.open, "how_to_play", {}),
            "scores": self.scores,
            "statistics": partial(self.open, "statistics", {}),
            "replay": self.replay,
            "details": self.details,
            "share": self.share,
            "tutorial": self.tutorial,
            "settings": partial(self.open, "settings", {}),
            "pin": partial(self.open_in_kiosk, "pin", {}),
            "operator": partial(self.open_in_kiosk, "operator", {}),
            "operator_settings": partial(self.open_in_kiosk, "operator_settings", {}),
            "operator_usage": self.operator_usage,
            "operator_export": self.operator_export,
            "operator_touch": self.operator_touch,
        }

    def all(self, keys: tuple[str, ...] = tuple(SCENES)) -> Iterator[str]:
        """Open scene by scene, state by state; yield the name of each once it is to be seen."""
        for key in keys:
            yield from self.ways[key]()
            self.context.session = None

    def open(self, key: str, arguments: Mapping[str, Any]) -> Iterator[str]:
        self.pilot.app.stack.apply(Reset("title"))
        self.pilot.app.stack.apply(Push(key, arguments))
        settle(self.pilot)
        yield from leaves(self.pilot, key)

    def open_in_kiosk(self, key: str, arguments: Mapping[str, Any]) -> Iterator[str]:
        """Open a scene as it is on a public machine."""
        kiosk = self.context.kiosk
        self.context.kiosk = KioskConfig(kiosk_name="3", export_folder=self.pilot.folder)
        yield from self.open(key, arguments)
        self.context.kiosk = kiosk

    def over_play(self, key: str, arguments: Mapping[str, Any]) -> Iterator[str]:
        self.context.session = session_where("P", is_staged)
        self.pilot.app.stack.apply(Reset("play"))
        settle(self.pilot)
        self.pilot.app.stack.apply(Push(key, arguments))
        settle(self.pilot)
        yield key

    def title(self) -> Iterator[str]:
        self.pilot.app.stack.apply(Reset("title"))
        settle(self.pilot)
        yield "title"
        self.context.session = session_where("P", is_staged)
        self.pilot.app.stack.apply(Reset("title"))
        settle(self.pilot)
        yield "title with a game"

    def play(self) -> Iterator[str]:
        pilot = self.pilot
        self.context.coach = PreparedDesk(None)
        for difficulty, wanted in (
            ("P", is_staged),
            ("S", is_struck),
            ("N", is_struck_for_good),
        ):
            self.context.session = session_where(difficulty, wanted)
            pilot.app.stack.apply(Reset("play"))
            settle(pilot)
            yield f"play {difficulty}"
            scene = pilot.scene
            if difficulty == "P":
                scene.use_power("reroll")
                scene.choose_die(scene.state.available[0])
                scene.choose_die(scene.state.available[1])
                settle(pilot)
                yield "play with a Power armed"
                scene.disarm()
                for die in scene.state.available:
                    for cell in range(16):
                        scene.place(die, cell)
                        if len(scene.state.staged) > 1:
                            scene.undo()
                        elif scene.hand.blocking:
                            settle(pilot)
                            yield "play with a refusal"
                            break
            elif scene.is_prompting:
                scene.choose_cell(scene.state.board.index(EMPTY))
                settle(pilot)
                yield f"play {difficulty} with a ruin chosen"

    def ask(self) -> Iterator[str]:
        """Ask what the scenes ask: the answers' words are theirs too."""
        for difficulty in (0, 1):
            self.context.session = session_where("P", is_staged)
            self.pilot.app.stack.apply(Reset("title"))
            settle(self.pilot)
            if difficulty:
                self.pilot.app.stack.apply(Push("pause"))
                self.pilot.scene._ask_restart()
            else:
                self.pilot.scene._choose(self.context.session.state.difficulty)
            transition = self.pilot.scene.take_transition()
            self.pilot.app.stack.apply(transition)
            settle(self.pilot)
            yield f"ask {difficulty}"

    def message(self) -> Iterator[str]:
        damaged = replace(game("feed5eed"), actions=("roll", "rolled 9 9 9 9"))
        way = replay_of_file_like(damaged)
        yield from self.open(way.key, way.arguments)

    def hint(self) -> Iterator[str]:
        for wanted in (is_staged, is_struck):
            session = session_where("P", wanted)
            while session.state.staged:
                session.undo()
            self.context.session = session
            self.context.coach = PreparedDesk(advice(session.state))
            self.pilot.app.stack.apply(Reset("play"))
            settle(self.pilot)
            self.pilot.app.stack.apply(Push("hint", {"on_play": lambda _choice: None}))
            self.pilot.run(2.5, dt=0.1)
            yield f"hint {session.state.phase.name}"

    def demo(self) -> Iterator[str]:
        state = session_where("P", is_staged).state
        self.context.coach = PreparedDesk(advice(replace(state, staged=())))
        self.pilot.app.stack.apply(Reset("title"))
        self.pilot.app.stack.apply(Push("demo"))
        self.pilot.run(0.3, dt=0.1)
        scene = self.pilot.scene
        scene._asked, scene._choice = replace(state, staged=()), advice(state).choices[0]
        scene._tell()
        self.pilot.frame(dt=0.0)
        yield "demo"

    def review(self) -> Iterator[str]:
        record = game("feed5eed")
        self.context.coach = PreparedDesk(review(record))
        yield from self.open("review", {"record": record})

    def game_over(self) -> Iterator[str]:
        for difficulty in ("P", "N"):
            self.context.session = Session.resume(RULES, game(f"over-{difficulty}", difficulty))
            self.pilot.app.stack.apply(Reset("title"))
            self.pilot.app.stack.apply(Push("game_over"))
            settle(self.pilot)
            yield f"game_over {difficulty}"

    def name_entry(self) -> Iterator[str]:
        """Type on every page of keys, too long a name, one that is refused, and a draft."""
        entry = score_entry(game("over-P", "P"))
        arguments = {"entry": entry, "rank": 3, "on_name": lambda _name: None}
        yield from self.open("name_entry", arguments)
        scene = self.pilot.scene
        for number, each in enumerate(scene.keyboard.alphabets):
            while scene.keyboard.alphabet is not each:
                scene.keyboard._change_alphabet()
            for key in [key for row in each.rows for key in row[-2:]]:
                scene._type(f"{key}7")
            settle(self.pilot)
            yield f"name_entry, alphabet {number}"
        scene.keyboard._turn_digits()
        scene.text = "tits"
        scene._finish()
        settle(self.pilot)
        yield "name_entry, digits and a name refused"

    def scores(self) -> Iterator[str]:
        yield from self.open("scores", {})
        table = {entry.game_id for entry in self.context.store.scores.entries()}
        new = [game(f"row-{n}", is_practice=n == 2) for n in range(5)]
        fill(self.context.store.folder, *(each for each in new if each.game_id not in table))
        yield from self.open("scores", {})
        fleet = Fleet("sqlite:///shared.db", "1", self.pilot.folder)
        fleet.board = Board(
            {Difficulty.PEACEFUL: tuple(FleetEntry(score_entry(one), "1") for one in new)}
        )
        fleet.is_reachable = False
        self.context.fleet = fleet
        for name in self.open("scores", {}):
            self.pilot.tap(self.pilot.scene.named("scope").box.center)
            settle(self.pilot)
            yield f"{name} of all machines"
        self.context.fleet = None

    def replay(self) -> Iterator[str]:
        way = replay_of_record(game("feed5eed"))
        for place in (0, 12, 10_000):
            self.pilot.app.stack.apply(Reset("title"))
            self.pilot.app.stack.apply(way)
            self.pilot.scene.seek(min(place, len(self.pilot.scene.timeline)))
            settle(self.pilot)
            yield f"replay at {place}"

    def details(self) -> Iterator[str]:
        state = session_where("P", is_staged).state
        for has_seed in (True, False):
            arguments = {"record": game("feed5eed"), "state": state, "has_seed": has_seed}
            yield from self.open("details", arguments)

    def share(self) -> Iterator[str]:
        state = session_where("P", is_staged).state
        yield from self.open("share", {"record": game("feed5eed"), "state": state})

    def tutorial(self) -> Iterator[str]:
        from tests.ui.test_tutorial import WAY, do

        yield from self.open("tutorial", {})
        for number, what in enumerate(WAY[:-1]):
            do(self.pilot, "d3" if number in (1, 6) else what)
            if number in (1, 6):
                yield f"tutorial, wrong tap {number}"
                do(self.pilot, what)
            yield f"tutorial {number + 1}"

    def operator_usage(self) -> Iterator[str]:
        chance = random.Random(1)
        finished = [
            NOON + timedelta(days=chance.randrange(-40, 0), hours=chance.randrange(24))
            for _ in range(300)
        ]
        for moments in ([], finished):
            for name in self.open_in_kiosk("operator_usage", {}):
                scene = self.pilot.scene
                scene.usage = UsageLog(self.pilot.folder, noon).usage(moments, DAYS)
                scene.layout(scene.canvas.background)
                settle(self.pilot)
                yield f"{name} of {len(moments)} games"

    def operator_export(self) -> Iterator[str]:
        sticks = [Path("/media/player/1a2b-3c4d"), Path("/media/player/5e6f-7a8b")]
        for count in (0, 2):
            yield from self.open_in_kiosk("operator_export", {"media": lambda n=count: sticks[:n]})

    def operator_touch(self) -> Iterator[str]:
        for name in self.open_in_kiosk("operator_touch", {}):
            yield name
            for number, (x, y) in enumerate(crosses(self.pilot.screen.get_size())):
                self.pilot.tap((x + 20 * (number % 2), y - 3))
            settle(self.pilot)
            yield f"{name}, done"


def replay_of_file_like(record: Record) -> Push:
    """Return the message about *record*, which can't be played."""
    from game.scenes.replay_opening import replay_of_entry
    from game.session.record import format_record

    entry = replace(score_entry(game("feed5eed")), transcript=format_record(record))
    return replay_of_entry(entry)
