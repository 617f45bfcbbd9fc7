"""Bring the message catalogues in line with the source: `python tools/update_catalogues.py`.

Every text that the source has is in every catalogue afterwards, new ones without a translation,
and none besides; then all are compiled. `--new CODE` begins a catalogue
for one more language (`lt`, `pt_BR`): translate it, run this again, and the game speaks it.
`--check` changes nothing and ends with 1 where anything is not translated.
"""

from __future__ import annotations

import argparse
import io
import re
from pathlib import Path

from babel.core import Locale
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po
from compile_catalogues import LOCALE_FOLDER, PATTERN, compile_catalogues

ROOT = Path(__file__).resolve().parent.parent
KEYWORDS = {
    "_": None,
    "n_": (1, 2),
    "p_": ((1, "c"), 2),
    "pgettext": ((1, "c"), 2),
}
HEADER = "# MAGDAGDON in your language; under the same licence as the game.\n"


def extract() -> Catalog:
    """Return the texts of the source with the files that they stand in."""
    template = Catalog(project="MAGDAGDON", charset="utf-8")
    found = extract_from_dir(
        ROOT / "game", [("**.py", "python")], keywords=KEYWORDS, comment_tags=("TRANSLATORS:",)
    )
    for file, _line, message, comments, context in found:
        plain = [comment.removeprefix("TRANSLATORS:").strip() for comment in comments]
        where = [(f"game/{file}", 0)]
        template.add(message, None, where, auto_comments=plain, context=context)
    return template


def read(path: Path, code: str) -> Catalog:
    """Return the catalogue at *path*."""
    with path.open("rb") as file:
        return read_po(file, locale=code)


def updated(catalogue: Catalog, template: Catalog) -> Catalog:
    """Return *catalogue* with the texts of *template*; nothing is guessed, so nothing is fuzzy."""
    catalogue.update(template, no_fuzzy_matching=True, update_creation_date=False)
    return catalogue


def formatted(catalogue: Catalog) -> str:
    """Return *catalogue* as a .po file that changes only where its texts do."""
    output = io.BytesIO()
    write_po(
        output,
        catalogue,
        width=100,
        sort_by_file=True,
        include_lineno=False,
        ignore_obsolete=True,
    )
    text = output.getvalue().decode()
    # Dates and persons belong to the history of the repository; they would change every time.
    dropped = (
        "POT-Creation-Date|PO-Revision-Date|Last-Translator|Language-Team|Report-Msgid-Bugs-To"
    )
    return re.sub(rf'^"(?:{dropped}|Generated-By|Project-Id-Version):.*\n', "", text, flags=re.M)


def unfinished(catalogue: Catalog) -> list[Message]:
    """Return what is not translated, or only guessed."""
    messages = [message for message in catalogue if message.id]
    return [m for m in messages if m.fuzzy or not all(_forms(m))]


def _forms(message: Message) -> tuple[str, ...]:
    return message.string if isinstance(message.string, tuple) else (message.string,)


def main() -> int:
    """Do what the arguments say; return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--new", metavar="CODE", type=Locale.parse, help="begin one more language")
    parser.add_argument("--check", action="store_true", help="change nothing")
    options = parser.parse_args()
    template = extract()
    if options.new is not None and not options.check:
        path = LOCALE_FOLDER / PATTERN.replace("*", str(options.new))
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            new = Catalog(locale=options.new, charset="utf-8", header_comment=HEADER, fuzzy=False)
            path.write_text(formatted(new), "utf-8")
    is_complete = True
    for path in sorted(LOCALE_FOLDER.glob(PATTERN)):
        code = path.parent.parent.name
        catalogue = updated(read(path, code), template)
        left = unfinished(catalogue)
        is_complete = is_complete and not left
        print(f"{code}: {len(catalogue) - len(left)} of {len(catalogue)} translated")
        for message in left:
            print(f"  {message.id!r}")
        if not options.check:
            path.write_text(formatted(catalogue), "utf-8")
    if not options.check:
        list(compile_catalogues())
    return int(options.check and not is_complete)


if __name__ == "__main__":
    raise SystemExit(main())
