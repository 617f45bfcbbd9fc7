"""From arguments to an exit code.

0 done, 1 failed, 2 bad input, 3 no display, 10 the kiosk is to be started again, 130 interrupted.
Each command imports what it takes when it is called: playing is to begin at once, and the others
must work where no window can be.
"""

from __future__ import annotations

import argparse
import gc
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from game.app.folders import data_folder
from game.cli.arguments import PROGRAM, build_parser, check_kiosk, language_in
from game.cli.console import NoCoachError, complain, prepare_streams, silence_output
from game.ui.language import _, set_language

if TYPE_CHECKING:
    from game.app.run import PlayOptions
    from game.session.kiosk_config import KioskConfig, KioskFile
    from game.session.record import Record

FAILED = 1
BAD_INPUT = 2
NO_DISPLAY = 3
INTERRUPTED = 130
BROKEN_PIPE = 141
"""128 and the number of the signal, as a shell tells it."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what *arguments* say (those of the process where None), and return the exit code."""
    prepare_streams()
    try:
        code = _run(list(sys.argv[1:] if arguments is None else arguments))
        sys.stdout.flush()  # here and not at the very end, where an error can't be caught
    except KeyboardInterrupt:
        return INTERRUPTED
    except NoCoachError:
        complain(_("The coach's tables can't be read. Install the game again."))
        return FAILED
    except BrokenPipeError:
        silence_output()
        return BROKEN_PIPE
    except OSError as error:
        silence_output()
        reason = ": ".join(filter(None, (str(error.filename or ""), error.strerror)))
        complain(f"{PROGRAM}: " + _("input or output failed: {reason}").format(reason=reason))
        return FAILED
    return code


def _run(words: list[str]) -> int:
    set_language(language_in(words))
    parser = build_parser()
    try:
        options = parser.parse_args(words)
        check_kiosk(parser, options)
    except SystemExit as leaving:  # help, version, bad arguments
        return leaving.code if isinstance(leaving.code, int) else FAILED
    if options.kiosk:
        return _play_kiosk(options)
    if options.command is None:
        return _play(options)
    if options.command in {"replay", "review"}:
        return _open_record(options)
    if options.command in {"analyze", "simulate"}:
        return _think(options)
    difficulty = getattr(options, "difficulty", None)
    folder = data_folder(getattr(options, "data_dir", None))
    if options.command == "verify":
        from game.cli.verify import verify_all, verify_files  # noqa: PLC0415  # see the docstring

        return verify_all(folder) if options.all else verify_files(options.files)
    from game.cli.scores import show_scores, show_shared_scores  # noqa: PLC0415  # see the docstring

    url = getattr(options, "scores_url", "")
    if url:
        return show_shared_scores(url, folder, difficulty, is_json=options.json)
    return show_scores(folder, difficulty, is_json=options.json)


def _think(options: argparse.Namespace) -> int:
    """Analyse positions or simulate games."""
    if options.command == "analyze":
        from game.cli.analyze import analyze_positions  # noqa: PLC0415  # see the docstring

        return analyze_positions(
            options.positions, is_json=options.json, has_coach=options.has_coach
        )
    from game.cli.simulate import run_simulation  # noqa: PLC0415  # see the docstring
    from game.coach.play import Player  # noqa: PLC0415  # see the docstring
    from game.rules.magdagdon.board import Difficulty  # noqa: PLC0415  # see the docstring

    return run_simulation(
        Player(options.player),
        getattr(options, "difficulty", Difficulty.PEACEFUL),
        options.games,
        options.seed or "1",
        options.jobs,
        is_json=options.json,
    )


def _open_record(options: argparse.Namespace) -> int:
    """Watch or review a recorded game; a file that holds none is told before anything else."""
    from game.rules.magdagdon.engine import Magdagdon  # noqa: PLC0415  # see the docstring
    from game.session.exchange import import_record  # noqa: PLC0415  # see the docstring
    from game.ui.refusals import explain_import  # noqa: PLC0415  # see the module's docstring

    path: Path = options.file
    try:
        record, _game = import_record(path, Magdagdon())
    except (OSError, ValueError) as error:
        complain(explain_import(error, path.name))
        return BAD_INPUT
    if options.command == "replay":
        return _play(options, record)
    from game.cli.review import review_record  # noqa: PLC0415  # see the docstring

    return review_record(record, path, is_json=options.json)


def _play_kiosk(options: argparse.Namespace) -> int:
    """Be a public machine, or give it a new PIN."""
    from game.cli.kiosk import kiosk_file, load_kiosk, reset_pin  # noqa: PLC0415 - few start one

    file = kiosk_file(options, data_folder(getattr(options, "data_dir", None)))
    if options.reset_pin:
        return reset_pin(file)
    config = load_kiosk(file)
    return config if isinstance(config, int) else _play(options, kiosk=(file, config))


def _play(
    options: argparse.Namespace,
    replay: Record | None = None,
    kiosk: tuple[KioskFile, KioskConfig] | None = None,
) -> int:
    gc.disable()  # all that is made up to the first picture stays, so `run` lets it begin then
    from game.app.run import FatalError, NoDisplayError, PlayOptions, run  # noqa: PLC0415  # as above

    play_options = PlayOptions(
        difficulty=getattr(options, "difficulty", None),
        seed=options.seed,
        fullscreen=options.fullscreen,
        size=options.size,
        data_dir=getattr(options, "data_dir", None),
        language=getattr(options, "lang", None),
        replay=replay,
        kiosk=kiosk,
        scores_url=kiosk[1].scores_url if kiosk else getattr(options, "scores_url", ""),
    )
    try:
        return _smoke_test(play_options) if options.smoke_test else run(play_options)
    except NoDisplayError:
        complain(_("There is no display: MAGDAGDON needs a screen to be played on."))
        return NO_DISPLAY
    except FatalError as error:
        sentence = _("Something went wrong that should not; it is written down in {log}.")
        complain(sentence.format(log=error.log))
        return FAILED
    finally:
        gc.enable()


def _smoke_test(options: PlayOptions) -> int:
    """See whether the program is whole; say "ready", or show the log of what went wrong."""
    from game.app.smoke import SmokeError, smoke_test  # noqa: PLC0415 - as in _play

    try:
        smoke_test(options)
    except SmokeError as error:
        complain(str(error))
        return FAILED
    print("ready")
    return 0
