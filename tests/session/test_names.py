"""Names: how they are counted and cleaned, and which are refused."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.session.names import MOST_LETTERS, BlockList, letters, tidy
from game.session.record import clean_name


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("", 0),
        ("Žygė", 4),
        ("Z\u030cyge\u0307", 4),
        ("ਗੁਰਪ੍ਰੀਤ", 4),
        ("ਸ਼ੀਂਹ", 2),
        ("ਕੌਰ ਸਿੰਘ", 5),
    ],
)
def test_marks_and_joined_consonants_belong_to_their_letter(text: str, count: int) -> None:
    assert len(letters(text)) == count
    assert "".join(letters(text)) == text


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("  Ona \n Marija ", "Ona Marija"),
        ("A\u0301da", "Áda"),
        ("\u202eabc\u200b\ufeff\0d", "abc d"),
        ("Bartholomew the Great", "Bartholomew"),
        ("ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ ਸੰਧੂ ਮਾਨ", "ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ ਸੰਧੂ ਮਾ"),
        ("\u0301a", "a"),
        ("a \u0301b", "a b"),
        ("a" + "\u0335" * 50, "a" + "\u0335" * 5),
        ("\ud800x", "x"),
        ("0\u0a4dA\u0a4dA\u0a4dAA", "0\u0a4dA\u0a4dA\u0a4d"),
    ],
)
def test_what_is_typed_becomes_a_name(typed: str, name: str) -> None:
    assert tidy(typed) == name


def test_a_name_that_is_being_typed_keeps_its_space() -> None:
    assert tidy("Ona ", is_typing=True) == "Ona "
    assert tidy("Ona   ", is_typing=True) == "Ona "
    assert tidy("  ", is_typing=True) == ""


@given(
    st.text(max_size=60)
    | st.text("aé \u0301\u0a15\u0a3f\u0a4d\u0a30\u00df\u1100\u1161", max_size=60)
)
def test_a_name_is_short_composed_and_fit_for_a_record(text: str) -> None:
    name = tidy(text)
    assert len(letters(name)) <= MOST_LETTERS
    assert name == unicodedata.normalize("NFC", name)
    assert name == tidy(name) == clean_name(name)
    assert not any(unicodedata.category(mark)[0] == "C" for mark in name)


REFUSED = (
    "Fuck", "FÜCK", "f u c k", "f.u.c.k", "fuuuck", "5h1t", "Sh i t", "a55", "$hit", "xXfuckXx",
    "Kurva", "K U R V A", "šūdas", "sudas", "ŠŪDAS", "ਗਾਂਡੂ", "ਕੰਜਰ", "bhenchod", "Arschloch",
)  # fmt: skip
ALLOWED = (
    "", "Ona", "Žygimantas", "ਗੁਰਪ੍ਰੀਤ ਕੌਰ", "Harshit", "Hancock", "Scunthorpe", "Sussex", "Nazim",
    "Titas", "Cassandra", "Lina 7", "007", "J.S.",
)  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_a_name_that_nobody_should_read_is_refused(name: str) -> None:
    assert BlockList().refuses(name)


@pytest.mark.parametrize("name", ALLOWED)
def test_an_innocent_name_is_not(name: str) -> None:
    assert not BlockList().refuses(name)


def test_the_operator_s_words_are_refused_besides() -> None:
    names = BlockList(["Dunderhead", "xy", " ", ""])
    for name in ("dunderhead", "D-u-n-d-e-r-h-e-a-d", "Dunderheads", "DÜNDERHÉAD", "XY", "x y"):
        assert names.refuses(name)
        assert not BlockList().refuses(name)
    assert names.refuses("fuck")
    assert not names.refuses("Xylia")
