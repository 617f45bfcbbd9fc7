"""Compile the message catalogues: `python tools/compile_catalogues.py [LOCALE_FOLDER]`.

Each <language>/LC_MESSAGES/magdagdon.po becomes the .mo beside it, which gettext reads. The build
does this by itself (hatch_build.py, build/spec.spec); by hand it is needed only where a checkout is
played without a build. Nothing but Python is needed for it, so every build can afford it.
"""

from __future__ import annotations

import ast
import os
import re
import struct
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

LOCALE_FOLDER = Path(__file__).resolve().parent.parent / "game" / "locale"
PATTERN = "*/LC_MESSAGES/magdagdon.po"
_MAGIC = 0x950412DE
_KEYWORDS = ("msgctxt", "msgid_plural", "msgid", "msgstr")


class CatalogueError(ValueError):
    """A catalogue that can't be read: says where and why."""


@dataclass(slots=True)
class Message:
    """One entry of a catalogue, as far as gettext needs it."""

    is_fuzzy: bool = False
    texts: dict[str, str] = field(default_factory=dict)
    """By keyword: msgctxt, msgid, msgid_plural, msgstr or msgstr[0], msgstr[1] …"""

    @property
    def key(self) -> str:
        """What gettext looks the message up by."""
        context = self.texts.get("msgctxt")
        prefix = "" if context is None else f"{context}\x04"
        plural = self.texts.get("msgid_plural")
        return prefix + self.texts["msgid"] + ("" if plural is None else f"\0{plural}")

    @property
    def translation(self) -> str:
        """The translation, all plural forms of it; empty where any is missing."""
        forms = [text for name, text in sorted(self.texts.items()) if name.startswith("msgstr")]
        return "\0".join(forms) if all(forms) else ""


def parse_catalogue(text: str, name: str = "catalogue") -> list[Message]:
    """Return the messages of *text* in the format of a .po file. Raises CatalogueError."""
    messages: list[Message] = []
    message = Message()
    last = ""
    for number, raw in enumerate([*text.splitlines(), ""], 1):
        line = raw.strip()
        try:
            if line.startswith("#"):
                message.is_fuzzy = message.is_fuzzy or bool(re.match("#,.*fuzzy", line))
            elif line.startswith('"'):
                message.texts[last] += _unquote(line)
            elif line:
                last, text_after = _split(line)
                message.texts[last] = text_after
            elif message.texts:
                messages.append(message)
                message, last = Message(), ""
        except (KeyError, SyntaxError, ValueError) as error:
            raise CatalogueError(f"{name}, line {number}: {error}") from error
    return messages


def _split(line: str) -> tuple[str, str]:
    """Return the keyword of *line* and the text behind it."""
    keyword, _space, quoted = line.partition(" ")
    if keyword.split("[", maxsplit=1)[0] not in _KEYWORDS:
        raise CatalogueError(f"{keyword} is no keyword")
    return keyword, _unquote(quoted.strip())


def _unquote(quoted: str) -> str:
    text = ast.literal_eval(quoted)
    if not isinstance(text, str) or not quoted.startswith('"'):
        raise CatalogueError("a text in double quotation marks is missing")
    return text


def compile_messages(messages: list[Message]) -> bytes:
    """Return *messages* as a .mo file, without what is fuzzy or not translated."""
    translations = {
        message.key.encode(): message.translation.encode()
        for message in messages
        if message.translation and (not message.is_fuzzy or not message.key)
    }
    pairs = sorted(translations.items())
    start = 28 + 16 * len(pairs)
    tables, data = [b"", b""], b""
    for side in (0, 1):
        for pair in pairs:
            tables[side] += struct.pack("<II", len(pair[side]), start + len(data))
            data += pair[side] + b"\0"
    head = struct.pack("<7I", _MAGIC, 0, len(pairs), 28, 28 + 8 * len(pairs), 0, 0)
    return head + tables[0] + tables[1] + data


def compile_catalogues(folder: Path = LOCALE_FOLDER) -> Iterator[Path]:
    """Compile every catalogue in *folder* and yield the .mo files; what is up to date stays.

    A file is put into its place whole, so that a game that starts meanwhile reads the old one or
    the new one.
    """
    for source in sorted(folder.glob(PATTERN)):
        compiled = compile_messages(parse_catalogue(source.read_text("utf-8"), str(source)))
        target = source.with_suffix(".mo")
        if not target.is_file() or target.read_bytes() != compiled:
            whole = target.with_suffix(f".{os.getpid()}.tmp")
            whole.write_bytes(compiled)
            whole.replace(target)
        yield target


if __name__ == "__main__":
    for path in compile_catalogues(*map(Path, sys.argv[1:2])):
        print(path)
