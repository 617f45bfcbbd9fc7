"""Names of players: what a name is made of, how long it may be, and which are refused."""

import re
import unicodedata
from collections.abc import Iterable, Sequence

from game.session.record import MAX_NAME_LENGTH

MOST_LETTERS = 12
_MOST_MARKS = 5
"""Marks that one letter may carry: no language needs more, and towers of them hide other rows."""
_VIRAMA = 9
"""The combining class of the sign that joins a consonant to the next one."""


def letters(text: str) -> list[str]:
    """Return *text* letter by letter, as a reader counts them.

    Accents, vowel signs and consonants joined by a virama belong to the letter before them.
    """
    found: list[str] = []
    for mark in text:
        is_bound = bool(found) and (
            _is_mark(mark) or (unicodedata.combining(found[-1][-1]) == _VIRAMA and mark.isalpha())
        )
        if is_bound:
            found[-1] += mark
        else:
            found.append(mark)
    return found


def tidy(text: str, *, is_typing: bool = False) -> str:
    """Return *text* as a name: composed, one line, without unseen signs, at most `MOST_LETTERS`.

    A name that is still being typed keeps one space at its end.
    """
    name = _tidied(text, is_typing)
    # What is cut off may have kept apart what joins into one letter now, which is then too long.
    while (again := _tidied(name, is_typing)) != name:
        name = again
    return name


def _tidied(text: str, is_typing: bool) -> str:
    plain = unicodedata.normalize("NFC", "".join(map(_plain, text)))
    whole = (letter[: 1 + _MOST_MARKS] for letter in letters(plain) if not _is_mark(letter[0]))
    # Marks stand bare where they followed a space: nothing is there for them to stand on.
    bare = (" " if letter.isspace() or letter[0] == " " else letter for letter in whole)
    words = "".join(bare)
    is_open = is_typing and words.endswith(" ")
    kept = letters(" ".join(words.split()) + (" " if is_open else ""))[:MOST_LETTERS]
    while len("".join(kept)) > MAX_NAME_LENGTH:
        kept.pop()
    name = "".join(kept)
    return name.lstrip() if is_typing else name.strip()


def _is_mark(mark: str) -> bool:
    return unicodedata.category(mark)[0] == "M"


def _plain(mark: str) -> str:
    """Return *mark*, a space for what breaks or controls a line, nothing for what is unseen."""
    category = unicodedata.category(mark)
    if category in {"Cc", "Zs", "Zl", "Zp"}:
        return " "
    return "" if category[0] == "C" else mark


# ---------------------------------------------------------------------- names that are refused

ANYWHERE = """
fuck nigger nigga faggot bitch whore pussy penis vagina asshole arsehole wanker motherf bollock
dickhead cocksuck blowjob porno bullshit slut hitler
kurva kurvos bybis bybys pyzda pizda pyderas pidaras pidoras šūdas šūdin nachui naxui kekšė
bhenchod behnchod benchod penchod panchod painchod madarchod maderchod gandu chutiya fuddu phuddu
kanjar haramzad haramkhor
ਭੈਣਚੋਦ ਭੈਣਚੋਂਦ ਪੈਣਚੋਦ ਮਾਦਰਚੋਦ ਗਾਂਡੂ ਚੂਤੀਆ ਚੁਤੀਆ ਫੁੱਦੂ ਕੰਜਰ ਹਰਾਮਜ਼ਾਦ ਹਰਾਮਖੋਰ ਰੰਡੀ
scheisse arschloch fotze wichser kurwa jebac blyad pizdec mierda cabron pendejo merde putain salope
connard
"""
"""Refused wherever they stand in a name."""

WHOLE = """
ass arse cunt cunts cock cocks tit tits twat prick cum anal anus sex rape rapist kkk fag
shit shits shitty wank porn nazi nazis hure chuj huj suka puta blyat huilo
ਲੰਡ ਗਾਂਡ ਫੁੱਦੀ ਲੁੱਲ ਕੁੱਤੀ
"""
"""Refused as a whole name or a word of it: inside others they are innocent (Hancock, Harshit)."""

_SHORT = 3
"""An operator's entry of so many letters or fewer counts as a whole word only."""
_LOOKALIKES = str.maketrans(
    "01!|l34@5$7+869€øłđıасеорхукмтнвіѕј",
    "oiiiieaassttbbgeoidiaceopxykmthbisj",
)


def skeleton(text: str) -> str:
    """Return the letters of *text* as they look at a glance, words apart.

    Capitals, accents and joints are gone; digits and signs count as the letters they stand for.
    """
    parts = unicodedata.normalize("NFKD", text.casefold())
    bare = "".join(mark for mark in parts if not unicodedata.combining(mark))
    folded = bare.translate(_LOOKALIKES)
    return "".join(mark if mark.isalpha() or _is_mark(mark) else " " for mark in folded)


class BlockList:
    """The names that nobody may put on show: a few built in, and the operator's own."""

    def __init__(self, more: Iterable[str] = ()) -> None:
        """Add *more* words; those of up to three letters count as whole words only."""
        own = [bones for word in more if (bones := skeleton(word).replace(" ", ""))]
        anywhere = [skeleton(word) for word in ANYWHERE.split()]
        whole = [skeleton(word) for word in WHOLE.split()]
        self._anywhere = _pattern(anywhere + [word for word in own if len(word) > _SHORT])
        self._whole = _pattern(whole + [word for word in own if len(word) <= _SHORT])

    def refuses(self, name: str) -> bool:
        """Tell whether *name* may not be put on show."""
        words = skeleton(name).split()
        joined = "".join(words)
        if self._anywhere.search(joined):
            return True
        return any(self._whole.fullmatch(part) for part in (joined, *words))


def _pattern(words: Sequence[str]) -> re.Pattern[str]:
    """Return what finds any of *words*, with each letter once or more often."""
    return re.compile("|".join("".join(f"{re.escape(mark)}+" for mark in word) for word in words))
