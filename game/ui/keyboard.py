"""Keys on the screen: an alphabet as a grid of buttons, as large as their room allows."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from pygame import Rect

from game.ui.button import Button, set_alike
from game.ui.controls import Controls
from game.ui.language import SOURCE_LANGUAGE, _, alphabet, current_language, language_name
from game.ui.layout import columns
from game.ui.widgets import Kit

DIGITS = "1 2 3 4 5 | 6 7 8 9 0 | - . ' ! &"
"""The page that every alphabet shares."""
_KEPT = 0.82
"""Rows stay as they are written where that leaves keys this share of the largest that there could
be, or of what a finger needs."""
_TALLEST = 1.5
"""Keys are at most so much taller than wide."""
_UNITS = 48

Rows = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Alphabet:
    """The letters of a language, row by row, and what the language calls itself."""

    name: str
    rows: Rows

    @property
    def has_cases(self) -> bool:
        """Whether there are capital and small letters."""
        return any(key != key.lower() for row in self.rows for key in row)


def parse_rows(text: str) -> Rows:
    """Return the keys in *text*: divided by spaces, the rows by bars."""
    rows = (tuple(row.split()) for row in text.split("|"))
    return tuple(row for row in rows if row)


def alphabets(codes: Sequence[str]) -> list[Alphabet]:
    """Return the alphabets of the languages *codes*, the one in use first, none of them twice."""
    order = sorted(codes, key=lambda code: code != current_language())
    found: dict[Rows, Alphabet] = {}
    for code in order:
        rows = parse_rows(alphabet(code)) or parse_rows(alphabet(SOURCE_LANGUAGE))
        found.setdefault(rows, Alphabet(language_name(code), rows))
    return list(found.values())


def place_keys(rows: Rows, box: Rect, gap: int, touch: int) -> list[tuple[str, Rect]]:
    """Divide *box* among the keys of *rows*, from its bottom up.

    Rows whose keys would be small for a finger, which needs *touch* pixels, are broken anew.
    """

    def side(across: int, down: int) -> float:
        wide = (box.width - gap * (across - 1)) / across
        return min(wide, (box.height - gap * (down - 1)) / down)

    keys = [key for row in rows for key in row]
    shapes = [(across, -(-len(keys) // across)) for across in range(1, len(keys) + 1)]
    best = max(shapes, key=lambda shape: side(*shape))
    written = max(map(len, rows)), len(rows)
    if side(*written) < _KEPT * min(touch, side(*best)):
        written = best
        rows = tuple(tuple(keys[at : at + best[0]]) for at in range(0, len(keys), best[0]))
    across, down = written
    wide = (box.width - gap * (across - 1)) // across
    tall = min((box.height - gap * (down - 1)) // down, round(wide * _TALLEST))
    top = box.bottom - down * tall - gap * (down - 1)
    placed = []
    for number, row in enumerate(rows):
        left = box.centerx - (len(row) * wide + gap * (len(row) - 1)) // 2
        for index, key in enumerate(row):
            place = Rect(left + index * (wide + gap), top + number * (tall + gap), wide, tall)
            placed.append((key, place))
    return placed


class Keyboard:
    """The keys of the alphabet in use, and below them those that change or end it."""

    def __init__(
        self,
        codes: Sequence[str],
        on_text: Callable[[str], None],
        on_erase: Callable[[], None],
        on_change: Callable[[], None],
    ) -> None:
        """Offer the alphabets of the languages *codes*; *on_change* is to build the keys anew."""
        self.alphabets = alphabets(codes)
        self.is_upper = True
        """Whether the next letter is a capital."""
        self.top = 0
        """Where the uppermost keys begin, in pixels."""
        self._at = 0
        self._has_digits = False
        self._on_text, self._on_erase, self._on_change = on_text, on_erase, on_change
        self._letters: list[tuple[str, Button]] = []
        self._shift: Button | None = None

    @property
    def alphabet(self) -> Alphabet:
        """The alphabet in use."""
        return self.alphabets[self._at]

    def build(self, kit: Kit, controls: Controls, box: Rect) -> None:
        """Put the keys into *box*."""
        metrics = kit.metrics
        gap = max(4, metrics.px(10))
        rows = parse_rows(DIGITS) if self._has_digits else self.alphabet.rows
        tall = min(max(round(metrics.touch * 0.9), metrics.px(84)), box.height // (len(rows) + 1))
        foot = Rect(box.x, box.bottom - tall, box.width, tall)
        room = Rect(box.x, box.y, box.width, box.height - tall - gap)
        self._letters = []
        places = place_keys(rows, room, gap, metrics.touch)
        self.top = min(place.top for _key, place in places)
        for key, place in places:
            button = Button(kit, place, key, partial(self._press, key), units=_UNITS)
            self._letters.append((key, controls.add(button)))
        set_alike([button for _key, button in self._letters])  # capitals are the widest
        self._build_foot(kit, controls, foot, gap)
        self.set_case(self.is_upper)

    def _build_foot(self, kit: Kit, controls: Controls, box: Rect, gap: int) -> None:
        """Put capitals, digits, the other alphabet, space and erase into *box*."""
        has_shift = self.alphabet.has_cases and not self._has_digits
        after = self.alphabets[(self._at + 1) % len(self.alphabets)]
        first = self.alphabet.rows[0][:3]
        entries: list[tuple[float, str, str, Callable[[], None]]] = [
            (1.2, "".join(first) if self._has_digits else "123", "", self._turn_digits),
            (3, _("Space"), "", partial(self._on_text, " ")),
            (1.2, "", "icon_erase", self._on_erase),
        ]
        if len(self.alphabets) > 1:
            entries.insert(1, (1.8, after.name, "", self._change_alphabet))
        if has_shift:
            entries.insert(0, (1, "", "icon_arrow_up", self._turn_case))
        places = columns(box, [weight for weight, *_rest in entries], gap)
        buttons = [
            controls.add(Button(kit, place, caption, on_tap, icon=icon, units=30))
            for (_weight, caption, icon, on_tap), place in zip(entries, places, strict=True)
        ]
        set_alike(buttons)
        self._shift = buttons[0] if has_shift else None

    def set_case(self, is_upper: bool) -> None:
        """Show capital letters, or small ones."""
        self.is_upper = is_upper
        for key, button in self._letters:
            button.set(caption=key if is_upper else key.lower())
        if self._shift is not None and self._shift.is_selected is not is_upper:
            self._shift.is_selected = is_upper
            self._shift.changed()

    def _press(self, key: str) -> None:
        self._on_text(key if self.is_upper else key.lower())

    def _turn_case(self) -> None:
        self.set_case(not self.is_upper)

    def _turn_digits(self) -> None:
        self._has_digits = not self._has_digits
        self._on_change()

    def _change_alphabet(self) -> None:
        self._at = (self._at + 1) % len(self.alphabets)
        self._has_digits = False
        self._on_change()
