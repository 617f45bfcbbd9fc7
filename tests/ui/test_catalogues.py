"""The catalogues: whole, true to the source, and fit to be shown."""

import ast
import gettext
import io
import re
from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import pytest
from fontTools.ttLib import TTFont

from game.ui import language
from game.ui.text import script_runs

ROOT = Path(__file__).parents[2]
PATHS = {path.parts[-3]: path for path in sorted(ROOT.glob("game/locale/*/LC_MESSAGES/*.po"))}
DATE = "{day} {month_name} {year}"


class Entry(NamedTuple):
    """A text of the source and what a catalogue says for it."""

    context: str | None
    english: tuple[str, ...]
    forms: tuple[str, ...]


def tool(name: str) -> ModuleType:
    """Return the script *name* of tools/ as a module."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(ROOT / "tools")
        return import_module(name)


def texts(found: str | tuple[str, ...] | list[str]) -> tuple[str, ...]:
    return (found,) if isinstance(found, str) else tuple(found)


@cache
def template() -> Any:
    return tool("update_catalogues").extract()


@cache
def catalogue(code: str) -> Any:
    return tool("update_catalogues").read(PATHS[code], code)


def entries(code: str) -> list[Entry]:
    return [Entry(m.context, texts(m.id), texts(m.string)) for m in catalogue(code) if m.id]


def compiled(code: str) -> bytes:
    tools = tool("compile_catalogues")
    return tools.compile_messages(tools.parse_catalogue(PATHS[code].read_text("utf-8")))


@pytest.fixture
def all_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Speak from the catalogues as they are in the sources, not from what was last compiled."""
    for code in PATHS:
        folder = tmp_path / code / "LC_MESSAGES"
        folder.mkdir(parents=True)
        (folder / "magdagdon.mo").write_bytes(compiled(code))
    before = language.current_language()
    monkeypatch.setattr(language, "LOCALE_FOLDER", tmp_path)
    yield
    monkeypatch.undo()
    language.set_language(before)


each_language = pytest.mark.parametrize("code", list(PATHS))


def test_there_are_catalogues() -> None:
    assert set(PATHS) >= {"lt", "pa"}


@each_language
def test_the_catalogue_has_the_texts_of_the_source_and_no_others(code: str) -> None:
    """Where this fails: `python tools/update_catalogues.py`, then translate what is new."""
    wanted = {(m.context, texts(m.id)) for m in template() if m.id}
    assert {entry[:2] for entry in entries(code)} == wanted
    assert not catalogue(code).obsolete


@each_language
def test_every_text_is_translated_and_none_only_guessed(code: str) -> None:
    assert [m.id for m in tool("update_catalogues").unfinished(catalogue(code))] == []
    assert "fuzzy" not in PATHS[code].read_text("utf-8")


@each_language
def test_the_catalogue_is_written_as_the_update_writes_it(code: str) -> None:
    written = tool("update_catalogues").formatted(catalogue(code))
    assert PATHS[code].read_text("utf-8") == written


def test_no_text_hides_from_the_extraction() -> None:
    """A call inside an f-string is not found, nor one whose text is put together."""
    known = {(m.context, texts(m.id)[0]) for m in template() if m.id}
    for path in sorted((ROOT / "game").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)):
                continue
            if node.func.id not in {"_", "n_", "p_"}:
                continue
            words = [a.value if isinstance(a, ast.Constant) else None for a in node.args]
            key = tuple(words[:2]) if node.func.id == "p_" else (None, words[0])
            assert key in known, f"{path.name}, line {node.lineno}"


@each_language
def test_a_translation_fills_in_what_the_text_fills_in(code: str) -> None:
    def places(text: str) -> Counter[str]:
        return Counter(re.findall(r"{[^{}]*}|%\(\w+\)[a-z]|%[sr]", text))

    for _context, english, forms in entries(code):
        if english == (DATE,):
            (form,) = forms
            given = {"day": 4, "month": 3, "month_name": "March", "year": 2026}
            assert "2026" in form.format(**given)
            continue
        for form in forms:
            assert places(form) in [places(each) for each in english], form


@each_language
def test_a_translation_has_the_lines_and_the_edges_of_the_text(code: str) -> None:
    for _context, (english, *_more), forms in entries(code):
        for form in forms:
            assert form.count("\n") == english.count("\n"), form
            assert re.findall(r"^\s|\s$", form) == re.findall(r"^\s|\s$", english), form
            assert "  " not in form, form


NUMBERS = (0, 1, 2, 4, 5, 9, 10, 11, 12, 19, 20, 21, 22, 29, 30, 31, 99, 100, 101, 102, 111, 112)
PLURALS = {
    "lt": (2, 0, 1, 1, 1, 1, 2, 2, 2, 2, 2, 0, 1, 1, 2, 0, 1, 2, 0, 1, 2, 2),
    "pa": (0, 0, *[1] * (len(NUMBERS) - 2)),
}
"""Which form each of NUMBERS takes."""


@pytest.mark.parametrize("code", list(PLURALS))
def test_each_number_takes_its_plural_form(code: str) -> None:
    count = max(PLURALS[code]) + 1
    catalogue_ = catalogue(code)
    assert catalogue_.num_plurals == count
    for _context, english, forms in entries(code):
        assert len(forms) == (count if len(english) > 1 else 1)
    translations = gettext.GNUTranslations(io.BytesIO(compiled(code)))
    forms = texts(catalogue_[("{number} turn", "{number} turns")].string)
    assert len(set(forms)) == count
    for number, index in zip(NUMBERS, PLURALS[code], strict=True):
        assert translations.ngettext("{number} turn", "{number} turns", number) == forms[index]


KEPT = ("PEACEFUL", "SURVIVAL", "NIGHTMARE", "Majda Power", "MAGDAGDON", "Majduška", "CUBIRI")
WHOLE = {  # what stands on a button or as a heading
    "lt": {
        "Roll": "Mesti",
        "Confirm": "Patvirtinti",
        "lower": "sumažink",
        "raise": "padidink",
        "reroll": "permesti",
        "Four of a kind": "Keturi vienodi",
        "Two pairs": "Dvi poros",
        "Ruins": "Griuvėsiai",
        "High scores": "Geriausi rezultatai",
        "Final score": "Galutinis rezultatas",
        "Difficulty": "Sudėtingumas",
        "Settings": "Nustatymai",
        "Rules": "Taisyklės",
        "The goal": "Tikslas",
        "About": "Apie žaidimą",
        "New game": "Naujas žaidimas",
        "Date": "Data",
        "Straight": "EILĖ",
    },
    "pa": {
        "Roll": "ਸੁੱਟੋ",
        "Confirm": "ਪੁਸ਼ਟੀ ਕਰੋ",
        "lower": "ਘਟਾਓ",
        "raise": "ਵਧਾਓ",
        "reroll": "ਮੁੜ ਸੁੱਟੋ",
        "Four of a kind": "ਚਾਰ ਇੱਕੋ ਜਿਹੇ",
        "Two pairs": "ਦੋ ਜੋੜੇ",
        "Ruins": "ਖੰਡਰ",
        "High scores": "ਹਾਈ ਸਕੋਰ",
        "Final score": "ਅੰਤਿਮ ਸਕੋਰ",
        "Difficulty": "ਮੁਸ਼ਕਲ ਪੱਧਰ",
        "Settings": "ਸੈਟਿੰਗਾਂ",
        "Rules": "ਨਿਯਮ",
        "The goal": "ਟੀਚਾ",
        "About": "ਖੇਡ ਬਾਰੇ",
        "New game": "ਨਵੀਂ ਖੇਡ",
        "Date": "ਤਾਰੀਖ",
        "Straight": "ਸਟ੍ਰੇਟ",
    },
}
STEMS = {  # what stands in sentences: the English word, and a part of what it is called
    r"\bruins?\b": {"lt": "griuv", "pa": "ਖੰਡਰ"},
    r"\b(die|dice)\b": {"lt": "kauliuk", "pa": "ਪਾਸ[ਾੇਿ]"},
    r"\bboards?\b": {"lt": "lent", "pa": "ਬੋਰਡ"},
    r"\b(cells?|stones?)\b": {"lt": "langel", "pa": "ਖਾਨ"},
    r"\brows?\b": {"lt": "eilut", "pa": "ਕਤਾਰ"},
    r"\bcolumns?\b": {"lt": "stulpel", "pa": "ਕਾਲਮ"},
    r"\bturns?\b": {"lt": "ėjim", "pa": "ਵਾਰੀ"},
    r"\bnumbers?\b": {"lt": "skaič", "pa": "ਅੰਕ|ਗਿਣਤੀ"},
    r"\bpoints?\b": {"lt": "tašk", "pa": "ਅੰਕ"},
    r"\bfinal score\b": {"lt": "galutini[so] rezultat", "pa": "ਅੰਤਿਮ ਸਕੋਰ"},
    r"\bhigh scores\b": {"lt": r"geriaus\w+( \w+){0,2} rezultat", "pa": "ਹਾਈ ਸਕੋਰ"},
    r"\bdifficult": {"lt": "sudėting", "pa": "ਮੁਸ਼ਕਲ ਪੱਧਰ"},
    r"\bsettings?\b": {"lt": "nustatym", "pa": "ਸੈਟਿੰਗ"},
    r"\brules\b": {"lt": "taisykl", "pa": "ਨਿਯਮ"},
    r"\bnew game\b": {"lt": r"nauj\w+ žaidim", "pa": "ਨਵੀਂ ਖੇਡ"},
    r"\bstraights?\b": {"lt": "(?-i:EIL)", "pa": "ਸਟ੍ਰੇਟ"},
    r"\bfours? of a kind\b": {"lt": "keturi vienodi", "pa": "ਚਾਰ ਇੱਕੋ ਜਿਹੇ"},
    r"\btwo pairs\b": {"lt": "dvi poros", "pa": "ਦੋ ਜੋੜੇ"},
    r"\bbonus": {"lt": "premij", "pa": "ਬੋਨਸ"},
    r"\bstaged\b": {"lt": "paruoš", "pa": "ਅਸਥਾਈ"},
    r"\bconfirm": {"lt": "patvirti", "pa": "ਪੁਸ਼ਟੀ"},
    r"(?<!dice )\broll(s|ed)?\b": {"lt": "met|mes|iškrit", "pa": "ਸੁੱਟ"},
    r"\breroll\b": {"lt": "permes", "pa": "ਮੁੜ ਸੁੱਟ"},
    r"\btak\w+\b[^.]* back\b": {"lt": "grąžin", "pa": "ਵਾਪਸ"},
    r"\bneighbour": {"lt": "gretim|kaimyn", "pa": "ਨਾਲ ਲੱਗਦ"},
    r"\bdates?\b": {"lt": "dat[aų]", "pa": "ਤਾਰੀਖ"},
    r"\blegal\b": {"lt": "leistin", "pa": "ਵੈਧ"},
}
OTHERWISE = {
    "show program's version number and exit",  # says version alone
    "Line {line}, column {column}: {sentence}",  # a column of text, not of the board
    "Reroll {count} die · {price}",  # the dice are before one's eyes, and the button is narrow
}


@each_language
def test_names_stay_as_they_are(code: str) -> None:
    for _context, english, forms in entries(code):
        for name in KEPT:
            assert name not in english[0] or all(name in form for form in forms), english


@pytest.mark.parametrize("code", list(WHOLE))
def test_single_terms_are_those_of_the_glossary(code: str) -> None:
    found = {english[0]: forms[0] for _context, english, forms in entries(code)}
    assert {term: found[term] for term in WHOLE[code]} == WHOLE[code]


@pytest.mark.parametrize("code", list(WHOLE))
def test_sentences_use_the_terms_of_the_glossary(code: str) -> None:
    for _context, english, forms in entries(code):
        if english[0] in OTHERWISE:
            continue
        # Neither what is filled in nor the fields of the notation are words of the sentence.
        words = re.sub(r"{\w+}|[A-Z]+(?: [A-Z_]+){4}|\bDICE\b", "", english[0])
        for term, stems in STEMS.items():
            if re.search(term, words, re.IGNORECASE):
                for form in forms:
                    assert re.search(stems[code], form, re.IGNORECASE), (term, form)


@each_language
def test_minus_signs_are_true(code: str) -> None:
    for _context, _english, forms in entries(code):
        for form in forms:
            assert not re.search(r"(?<![\w-])-\d", form), form


def test_no_danda_passes_for_a_one() -> None:
    """Behind a number the full stop of Gurmukhi looks like one more digit."""
    for _context, _english, forms in entries("pa"):
        for form in forms:
            # Of what is filled in, only the name of a bonus is sure to end in a letter.
            assert not re.search(r"(\d|(?<!{bonus)[}])।", form), form


QUOTES = {"lt": ("„", "“", '"”'), "pa": ("“", "”", '"„')}


@pytest.mark.parametrize("code", list(QUOTES))
def test_quotation_marks_are_those_of_the_language(code: str) -> None:
    opening, closing, foreign = QUOTES[code]
    for _context, _english, forms in entries(code):
        for form in forms:
            marks = "".join(re.findall(f"[{opening}{closing}]", form))
            assert marks == (opening + closing) * (len(marks) // 2), form
            assert not set(form) & set(foreign), form


@pytest.mark.parametrize("weight", ["Regular", "Bold"])
def test_the_fonts_have_every_letter(weight: str) -> None:
    with TTFont(ROOT / f"assets/fonts/Magdagdon-{weight}.ttf") as font:
        drawn = set(font.getBestCmap())
    missing = set()
    for code in PATHS:
        for _context, english, forms in entries(code):
            for text in (*english, *forms):
                for script, run in script_runs(text):
                    missing |= {(script, mark) for mark in run if ord(mark) not in drawn} - {
                        ("Latn", "\n")
                    }
    assert not missing


def test_every_gurmukhi_sign_is_shaped_as_gurmukhi() -> None:
    for _context, _english, forms in entries("pa"):
        for form in forms:
            latin = "".join(run for script, run in script_runs(form) if script == "Latn")
            assert not re.search("[\u0900-\u0aff]", latin), form


@pytest.mark.usefixtures("all_compiled")
def test_the_settings_offer_every_language_by_its_own_name() -> None:
    names = {code: language.language_name(code) for code in language.available_languages()}
    assert names.items() >= {"en": "English", "lt": "Lietuvių", "pa": "ਪੰਜਾਬੀ"}.items()
    assert len(set(names.values())) == len(names)


@pytest.mark.usefixtures("all_compiled")
@pytest.mark.parametrize(
    ("code", "date", "number"),
    [
        ("en", "30 November 2026", "−1234.5"),
        ("lt", "2026-11-30", "−1234,5"),
        ("pa", "30 ਨਵੰਬਰ 2026", "−1234.5"),
    ],
)
def test_dates_and_numbers_are_written_as_people_there_write_them(
    code: str, date: str, number: str
) -> None:
    assert language.set_language(code) == code
    assert language.format_date(datetime(2026, 11, 30, 12).astimezone()) == date
    assert language.format_number(-1234.5, 1) == number
