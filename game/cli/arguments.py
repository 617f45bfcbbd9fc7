"""The arguments of the command line, each checked as it is read."""

import argparse
import re
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

import game
from game.cli.argparse_words import translate_argparse
from game.cli.console import complain
from game.rules.magdagdon.board import Difficulty
from game.ui.language import _, available_languages, format_number, match_language
from game.ui.wording import quote

PROGRAM = "magdagdon"
SHORTEST_WINDOW = (480, 800)
"""The least that the shorter and the longer side of the window can be."""
LONGEST_SIDE = 16_384
MOST_GAMES = 1_000_000
MOST_JOBS = 60
"""Windows can't wait for more processes than that."""
PLAYERS = ("random", "greedy", "heuristic", "coach", "coach-deep")
"""The names of `game.coach.play.Player`, which need not be loaded to read the arguments."""


class Parser(argparse.ArgumentParser):
    """A parser that says what is wrong in one sentence."""

    def error(self, message: str) -> NoReturn:
        """Write *message* to standard error and leave with exit code 2."""
        complain(f"{PROGRAM}: {message}")
        raise SystemExit(2)


def build_parser() -> Parser:
    """Return the parser of the whole command line, in the player's language."""
    translate_argparse()
    parser = Parser(
        prog=PROGRAM,
        description=_("MAGDAGDON, a dice game for one player. Without a command it plays."),
        allow_abbrev=False,
    )
    parser.set_defaults(command=None)
    parser.add_argument(
        "--version",
        action="version",
        version=f"{PROGRAM} {game.__version__}",
        help=_("show program's version number and exit"),  # which not every argparse translates
    )
    parser.add_argument(
        "--seed", type=_seed, help=_("play the dice of this seed, as practice"), metavar=_("SEED")
    )
    _add_difficulty(parser, _("PEACEFUL, SURVIVAL or NIGHTMARE (or P, S, N)"))
    parser.add_argument(
        "--fullscreen",
        action=argparse.BooleanOptionalAction,
        help=_("fill the screen, or not"),
    )
    parser.add_argument(
        "--size", type=_size, metavar=_("WxH"), help=_("the window's width and height in pixels")
    )
    _add_kiosk(parser)
    parser.add_argument(
        "--smoke-test",
        action="store_true",
        help=_("play one turn by itself, to see whether the program is whole, and leave"),
    )
    _add_scores_url(parser, _("scores shared with other machines, in a database"))
    _add_common(parser)
    commands = parser.add_subparsers(dest="command", metavar=_("COMMAND"), parser_class=Parser)
    _add_analyze(commands)
    _add_simulate(commands)
    _add_review(commands)
    _add_scores(commands)
    _add_replay(commands)
    _add_verify(commands)
    return parser


def _add_kiosk(parser: Parser) -> None:
    parser.add_argument(
        "--kiosk", action="store_true", help=_("a public machine that only its PIN ends")
    )
    parser.add_argument(
        "--config", type=_file, metavar=_("FILE"), help=_("how the kiosk is set up (TOML)")
    )
    parser.add_argument(
        "--reset-pin", action="store_true", help=_("set a new PIN for the kiosk, and end")
    )


def check_kiosk(parser: Parser, options: argparse.Namespace) -> None:
    """Leave by one sentence and exit code 2 where *options* do not go with a kiosk, or without."""
    if not options.kiosk:
        for name, is_used in (("--config", options.config), ("--reset-pin", options.reset_pin)):
            if is_used:
                parser.error(_("{option} needs --kiosk").format(option=name))
        return
    others = {
        "--seed": options.seed is not None,
        "--difficulty": getattr(options, "difficulty", None) is not None,
        "--size": options.size is not None,
        "--fullscreen": options.fullscreen is not None,
        "--scores-url": hasattr(options, "scores_url"),
        options.command: options.command is not None,
    }
    for name, is_used in others.items():
        if is_used:
            parser.error(_("{option} does not go with --kiosk").format(option=name))


def language_in(words: list[str]) -> str | None:
    """Return what --lang asks for among *words*: it must be known before anything is said."""
    for word, following in zip(words, [*words[1:], ""], strict=False):
        if word == "--lang":
            return following or None
        if word.startswith("--lang="):
            return word.removeprefix("--lang=") or None
    return None


_Commands = argparse._SubParsersAction  # argparse has no public name for it


def _add_analyze(commands: "_Commands[Parser]") -> None:
    analyze = commands.add_parser(
        "analyze",
        help=_("tell what can be known of a position"),
        description=_(
            "Score, legal cells, reachable boards and the coach's advice for positions such as "
            "{example}."
        ).format(example="'3456/334./#4../.3.. S 0 5 5143'"),
        allow_abbrev=False,
    )
    analyze.add_argument(
        "positions",
        nargs="+",
        metavar=_("POSITION"),
        help=_("a position in quotation marks, or - for one on each line of standard input"),
    )
    analyze.add_argument("--json", action="store_true", help=_("one JSON object per position"))
    analyze.add_argument(
        "--no-coach",
        action="store_false",
        dest="has_coach",
        help=_("leave out the coach's advice, which takes most of the time"),
    )
    _add_common(analyze)


def _add_simulate(commands: "_Commands[Parser]") -> None:
    simulate = commands.add_parser(
        "simulate",
        help=_("let the computer play many games"),
        description=_(
            "Plays many games without a window and tells what they came to: the same for a seed, "
            "however many are played side by side."
        ),
        allow_abbrev=False,
    )
    simulate.add_argument(
        "--player",
        choices=PLAYERS,
        default="coach",
        metavar=_("PLAYER"),
        help=_("who plays: {players}").format(players=", ".join(PLAYERS)),
    )
    _add_difficulty(simulate, _("PEACEFUL, SURVIVAL or NIGHTMARE (or P, S, N)"))
    simulate.add_argument(
        "--games",
        type=_count_to(MOST_GAMES),
        default=100,
        metavar=_("NUMBER"),
        help=_("how many games are played (100)"),
    )
    simulate.add_argument(
        "--seed",
        type=_seed,
        default=argparse.SUPPRESS,
        metavar=_("SEED"),
        help=_("the seed of all the dice (1)"),
    )
    simulate.add_argument(
        "--jobs",
        type=_count_to(MOST_JOBS),
        default=1,
        metavar=_("NUMBER"),
        help=_("how many games are played side by side (1)"),
    )
    simulate.add_argument("--json", action="store_true", help=_("one JSON object"))
    _add_common(simulate)


def _add_review(commands: "_Commands[Parser]") -> None:
    review = commands.add_parser(
        "review",
        help=_("let the coach look back at a recorded game"),
        description=_(
            "What a game was expected to come to, turn by turn: luck of the dice, points given "
            "away, and the moments that cost most."
        ),
        allow_abbrev=False,
    )
    review.add_argument(
        "file", type=Path, metavar=_("FILE"), help=_("a recorded game, as it was exported")
    )
    review.add_argument("--json", action="store_true", help=_("one JSON object"))
    _add_common(review)


def _add_scores(commands: "_Commands[Parser]") -> None:
    scores = commands.add_parser(
        "scores",
        help=_("show the high scores"),
        description=_("The ten best games of each difficulty."),
        allow_abbrev=False,
    )
    scores.add_argument(
        "--json", action="store_true", help=_("every game, as one JSON object per line")
    )
    _add_difficulty(scores, _("this difficulty only"))
    _add_scores_url(scores, _("the shared scores in this database"))
    _add_common(scores)


def _add_replay(commands: "_Commands[Parser]") -> None:
    replay = commands.add_parser(
        "replay",
        help=_("watch a recorded game"),
        description=_("Watch the game in a file that was saved by Share."),
        allow_abbrev=False,
    )
    replay.add_argument("file", type=Path, metavar=_("FILE"), help=_("a recorded game"))
    _add_common(replay)


def _add_verify(commands: "_Commands[Parser]") -> None:
    verify = commands.add_parser(
        "verify",
        help=_("check that a game was played as it says"),
        description=_(
            "Plays recorded games again: rolls against the seed, actions against the rules, the "
            "score against the actions."
        ),
        allow_abbrev=False,
    )
    which = verify.add_mutually_exclusive_group(required=True)
    which.add_argument(
        "files",
        nargs="*",
        type=Path,
        default=[],
        metavar=_("FILE"),
        help=_("a recorded game, as it was exported"),
    )
    which.add_argument("--all", action="store_true", help=_("every game in the high scores"))
    _add_common(verify)


def _add_difficulty(parser: Parser, text: str) -> None:
    # A value given before the command must not be undone by the command's own default.
    parser.add_argument(
        "--difficulty", type=_difficulty, default=argparse.SUPPRESS, metavar=_("NAME"), help=text
    )


def _add_scores_url(parser: Parser, text: str) -> None:
    parser.add_argument(
        "--scores-url", type=_scores_url, default=argparse.SUPPRESS, metavar=_("URL"), help=text
    )


def _add_common(parser: Parser) -> None:
    parser.add_argument(
        "--data-dir",
        type=_folder,
        default=argparse.SUPPRESS,
        metavar=_("FOLDER"),
        help=_("where saved game, scores and settings lie"),
    )
    parser.add_argument(
        "--lang",
        type=_language,
        default=argparse.SUPPRESS,
        metavar=_("CODE"),
        help=_("the language: {codes}").format(codes=", ".join(available_languages())),
    )


def _seed(text: str) -> str:
    # Here and not above: most games are begun without a seed.
    from game.rules.dice import MAX_SEED_LENGTH, SeedError, check_seed  # noqa: PLC0415  # see above

    try:
        return check_seed(text)
    except SeedError as error:
        sentence = _("a seed has 1 to {length} visible characters and no spaces")
        raise argparse.ArgumentTypeError(sentence.format(length=MAX_SEED_LENGTH)) from error


def _count_to(most: int) -> Callable[[str], int]:
    def count(text: str) -> int:
        if re.fullmatch("[0-9]{1,9}", text, re.ASCII) and 1 <= int(text) <= most:
            return int(text)
        sentence = _("{found} is no number from 1 to {most}")
        raise argparse.ArgumentTypeError(
            sentence.format(found=quote(text), most=format_number(most))
        )

    return count


def _difficulty(text: str) -> Difficulty:
    for difficulty in Difficulty:
        if text.upper() in {difficulty.name, difficulty.value}:
            return difficulty
    sentence = _("{found} is no difficulty: PEACEFUL, SURVIVAL or NIGHTMARE")
    raise argparse.ArgumentTypeError(sentence.format(found=quote(text)))


def _scores_url(text: str) -> str:
    from game.session.fleet import FleetError, check_url  # noqa: PLC0415 - few have shared scores
    from game.ui.fleet_wording import explain_fleet  # noqa: PLC0415 - the same

    try:
        return check_url(text)
    except FleetError as error:
        raise argparse.ArgumentTypeError(explain_fleet(error.fault)) from error


def _size(text: str) -> tuple[int, int]:
    match = re.fullmatch("([0-9]{1,6})[xX×]([0-9]{1,6})", text, re.ASCII)
    if not match:
        sentence = _("{found} is no size such as 1280x720")
        raise argparse.ArgumentTypeError(sentence.format(found=quote(text)))
    width, height = int(match[1]), int(match[2])
    short, long = sorted((width, height))
    if short < SHORTEST_WINDOW[0] or long < SHORTEST_WINDOW[1] or long > LONGEST_SIDE:
        sentence = _("a window is at least 800x480 or 480x800, and at most {side} a side")
        raise argparse.ArgumentTypeError(sentence.format(side=LONGEST_SIDE))
    return width, height


def _folder(text: str) -> Path:
    if not text or "\0" in text:
        raise argparse.ArgumentTypeError(_("a folder needs a name"))
    return Path(text)


def _file(text: str) -> Path:
    if not text or "\0" in text:
        raise argparse.ArgumentTypeError(_("a file needs a name"))
    return Path(text)


def _language(text: str) -> str:
    code = match_language(text)
    if code is None:
        sentence = _("there is no language {found}; there are {codes}")
        codes = ", ".join(available_languages())
        raise argparse.ArgumentTypeError(sentence.format(found=quote(text), codes=codes))
    return code
