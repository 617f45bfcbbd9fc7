import gettext
import io
from pathlib import Path

import pytest
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from tools.compile_catalogues import (
    LOCALE_FOLDER,
    PATTERN,
    CatalogueError,
    compile_catalogues,
    compile_messages,
    parse_catalogue,
)

SAMPLE = r"""
# A comment
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\n"
"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n==2 ? 1 : 2);\n"

#: game/a.py
msgid "Say \"no\"\nor "
"yes"
msgstr "Sakyk „ne“\n"
"arba taip"

#, python-brace-format
msgid "{number} die"
msgid_plural "{number} dice"
msgstr[0] "{number} kauliukas"
msgstr[1] "{number} kauliukai"
msgstr[2] "{number} kauliukų"

msgctxt "bonus"
msgid "Straight"
msgstr "EILĖ"

#, fuzzy
msgid "Guessed"
msgstr "Spėta"

msgid "Half"
msgid_plural "Halves"
msgstr[0] "Pusė"
msgstr[1] ""
msgstr[2] ""

#~ msgid "Gone"
#~ msgstr "Dingo"
"""


def spoken(compiled: bytes) -> gettext.GNUTranslations:
    """Return *compiled* as gettext reads it."""
    return gettext.GNUTranslations(io.BytesIO(compiled))


def test_gettext_reads_what_was_compiled() -> None:
    words = spoken(compile_messages(parse_catalogue(SAMPLE)))
    assert words.gettext('Say "no"\nor yes') == "Sakyk „ne“\narba taip"
    forms = [words.ngettext("{number} die", "{number} dice", n) for n in (1, 2, 5)]
    assert forms == ["{number} kauliukas", "{number} kauliukai", "{number} kauliukų"]
    assert words.pgettext("bonus", "Straight") == "EILĖ"


@pytest.mark.parametrize("message", ["Guessed", "Gone", "Half", "bonus"])
def test_what_is_guessed_gone_or_half_done_is_left_out(message: str) -> None:
    assert spoken(compile_messages(parse_catalogue(SAMPLE))).gettext(message) == message


@pytest.mark.parametrize(
    "text",
    ['msgid "a', "msgid a", 'msgid "a" "b', '"lonely"', 'msgsrt "a"', "msgid 1", "msgid 'a'"],
)
def test_a_broken_catalogue_is_told_with_its_line(text: str) -> None:
    with pytest.raises(CatalogueError, match=r"^lt\.po, line 4: "):
        parse_catalogue(f'msgid "x"\nmsgstr "y"\n\n{text}\n', "lt.po")


@pytest.mark.parametrize("source", sorted(LOCALE_FOLDER.glob(PATTERN)), ids=lambda p: p.parts[-3])
def test_the_catalogues_compile_as_babel_compiles_them(source: Path) -> None:
    own = spoken(compile_messages(parse_catalogue(source.read_text("utf-8"))))
    output = io.BytesIO()
    with source.open("rb") as file:
        write_mo(output, read_po(file, locale=source.parts[-3]))
    theirs = spoken(output.getvalue())
    own_words, their_words = vars(own)["_catalog"], vars(theirs)["_catalog"]
    assert {k: v for k, v in own_words.items() if k} == {k: v for k, v in their_words.items() if k}
    assert [own.plural(n) for n in range(130)] == [theirs.plural(n) for n in range(130)]


def test_a_catalogue_is_compiled_beside_its_source(tmp_path: Path) -> None:
    source = tmp_path / "xx" / "LC_MESSAGES" / "magdagdon.po"
    source.parent.mkdir(parents=True)
    source.write_text(SAMPLE, "utf-8")
    (target,) = compile_catalogues(tmp_path)
    assert target == source.with_suffix(".mo")
    assert spoken(target.read_bytes()).pgettext("bonus", "Straight") == "EILĖ"
    before = target.stat().st_mtime_ns
    assert list(compile_catalogues(tmp_path)) == [target]
    assert target.stat().st_mtime_ns == before
    assert sorted(path.name for path in source.parent.iterdir()) == ["magdagdon.mo", "magdagdon.po"]
