"""Standard streams that take any text and are always there, also in a windowed program."""

import contextlib
import os
import sys
import unicodedata
from collections.abc import Iterator
from typing import BinaryIO, TextIO

LONGEST_LINE = 4096
"""Bytes of a line of input; what is longer is no position and not worth keeping."""


class InputError(ValueError):
    """A line of input that is no text to work with; *is_too_long* or else not UTF-8.

    *column* counts from 1.
    """

    def __init__(self, column: int, *, is_too_long: bool) -> None:
        super().__init__(f"column {column}: {'too long' if is_too_long else 'not UTF-8'}")
        self.column = column
        self.is_too_long = is_too_long


class NoCoachError(Exception):
    """The coach was asked for, and its tables can't be read."""


def prepare_streams() -> None:
    """Make standard output and error take every character, and be there at all.

    A windowed program has none (they are None); some systems' streams know a few hundred
    characters only, and "−" is not among them.
    """
    for name in ("stdout", "stderr"):
        stream: TextIO | None = getattr(sys, name)
        if stream is None:
            # Stays open as long as the program, like the stream that it stands for.
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: PTH123, SIM115 - see above
        else:
            reconfigure = getattr(stream, "reconfigure", None)
            if reconfigure is not None:
                reconfigure(encoding="utf-8", errors="replace")


def columns_of(text: str) -> int:
    """Return how many columns of a terminal *text* takes: signs above and below a letter, none."""
    return sum(unicodedata.category(letter) not in {"Mn", "Me", "Cf"} for letter in text)


def pad(text: str, columns: int, *, is_right: bool = False) -> str:
    """Return *text* filled up with spaces to *columns*, to stand at the left or at the right."""
    space = " " * (columns - columns_of(text))
    return space + text if is_right else text + space


def silence_output() -> None:
    """Send what is still to be written to nowhere: nobody reads it, or its disk is full."""
    with contextlib.suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        try:
            os.dup2(nowhere, sys.stdout.fileno())
        finally:
            os.close(nowhere)


def complain(sentence: str) -> None:
    """Write *sentence* to standard error."""
    with contextlib.suppress(OSError, ValueError):  # nothing is left to tell it to
        print(sentence, file=sys.stderr, flush=True)


def input_lines(source: BinaryIO) -> Iterator[str | InputError]:
    """Yield the lines of *source* without their ends; what is no line of text, as an error."""
    is_first = True
    while line := source.readline(LONGEST_LINE + 1):
        if len(line) > LONGEST_LINE and not line.endswith(b"\n"):
            while rest := source.readline(LONGEST_LINE):
                if rest.endswith(b"\n"):
                    break
            yield InputError(LONGEST_LINE + 1, is_too_long=True)
        else:
            yield _decode(line.removeprefix(b"\xef\xbb\xbf") if is_first else line)
        is_first = False


def _decode(line: bytes) -> str | InputError:
    try:
        return line.decode().rstrip("\r\n")
    except UnicodeDecodeError as error:
        column = len(line[: error.start].decode()) + 1
        return InputError(column, is_too_long=False)
