"""A game as text: a header and the actions, the same for a saved game, a replay and a bug report.

```
dice game record 1
game: magdagdon
...

roll
rolled 3 1 4 6
stage 2 b3
end <SHA-256 of all lines above>
```
"""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import Enum

from game.session.clock import format_time, parse_time

FORMAT_VERSION = 1
MAX_RECORD_BYTES = 4_000_000
MAX_NAME_LENGTH = 40
MAX_LINE_LENGTH = 200

_TITLE = "dice game record"
_OPTION = "option "


class Mark(Enum):
    """What sets a game apart from others in the table of scores."""

    PRACTICE = "practice"
    """The player chose the seed."""
    ASSISTED = "assisted"
    """The player was given a hint."""


class RecordFault(Enum):
    """Why a text is no record, or a record no game."""

    NOT_TEXT = "bytes that are not UTF-8"
    NOT_A_RECORD = "the first line is not a record's"
    NEWER_FORMAT = "a newer format"
    TOO_LONG = "longer than a record can be"
    CUT_OFF = "the end line is missing"
    DAMAGED = "the text does not fit its checksum"
    BAD_LINE = "a line that is no field"
    UNKNOWN_FIELD = "an unknown field"
    REPEATED_FIELD = "a field is given twice"
    MISSING_FIELD = "a field is missing"
    BAD_VALUE = "a field's value is not one"
    WRONG_COMMITMENT = "the commitment does not belong to the seed"
    OTHER_GAME = "another game's record"
    OTHER_RULES = "other rules than these"
    BAD_OPTION = "an option that the game does not know"
    BAD_ACTION = "an action that the game does not know"
    ILLEGAL_ACTION = "an action that the rules refuse"
    FALSE_ROLL = "a roll that does not follow from the seed"
    FALSE_SCORE = "the score does not follow from the actions"
    NOT_FINISHED = "the game is not over"
    SEED_WITHHELD = "the seed is not told before the game is over"


class RecordError(ValueError):
    """Text that is no record: *fault* says why, *line* (from 1) where, *found* what is there."""

    def __init__(self, fault: RecordFault, line: int, found: str = "") -> None:
        super().__init__(f"line {line}: {fault.value}: {found!r}")
        self.fault = fault
        self.line = line
        self.found = found


@dataclass(frozen=True, slots=True)
class Record:
    """One game: what it began from, and what was done in it."""

    game: str
    """The rules' key."""
    rules_version: int
    game_id: str
    """32 hexadecimal digits, different for every game."""
    options: Mapping[str, str]
    """What `Rules.initial` was given, such as the difficulty."""
    seed: str
    """"" where it is withheld (see `withhold_seed`)."""
    started: datetime
    """UTC, to the second."""
    finished: datetime | None = None
    """UTC, to the second; None while the game is under way."""
    scores: tuple[int, ...] = ()
    """The final score of each seat; () while the game is under way."""
    played: int = 0
    """Seconds of play."""
    marks: frozenset[Mark] = field(default_factory=frozenset)
    name: str = ""
    """The player's name, if one was given."""
    actions: tuple[str, ...] = ()
    """In text notation, chance included."""
    sealed: str = ""
    """The commitment to a seed that is withheld; "" where the seed is told."""

    @property
    def commitment(self) -> str:
        """SHA-256 that binds the seed, shown when the game starts."""
        # Here and not above: the title comes up before it is needed.
        from game.rules.dice import commitment  # noqa: PLC0415  # see above

        return commitment(self.seed) if self.seed else self.sealed

    def line_of_field(self, key: str) -> int:
        """Return the line (from 1) on which `format_record` puts the field *key*."""
        return 1 + [line.partition(":")[0] for line in _header_lines(self)].index(key)

    def line_of(self, index: int) -> int:
        """Return the line (from 1) that action number *index* (from 0) has in `format_record`."""
        return len(_header_lines(self)) + 2 + index


def clean_name(text: str) -> str:
    """Return *text* as a name that a record can carry: one line, at most 40 characters."""
    kept = "".join(mark if _is_plain(mark) else " " for mark in text)
    return " ".join(kept.split())[:MAX_NAME_LENGTH].rstrip()


def withhold_seed(record: Record) -> Record:
    """Return *record* as it may leave the machine: of a game under way, without the seed.

    Who knows the seed knows the rolls to come; the commitment holds the player to it meanwhile.
    """
    if record.finished is not None or not record.seed:
        return record
    return replace(record, seed="", sealed=record.commitment)


def format_record(record: Record) -> str:
    """Return *record* as text, lines ended by LF; `parse_record` reads it back."""
    return sign([*_header_lines(record), "", *record.actions])


def sign(lines: Sequence[str]) -> str:
    """Return *lines* as text, with the end line that carries their checksum."""
    body = "".join(line + "\n" for line in lines)
    return f"{body}end {_checksum(body)}\n"


def read_record(data: bytes) -> Record:
    """Return the record that the bytes of a file hold. Raises RecordError."""
    try:
        return parse_record(data.decode())
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise RecordError(RecordFault.NOT_TEXT, line) from error


def parse_record(text: str) -> Record:
    """Return the record that *text* denotes. Raises RecordError.

    Whether its actions are legal is for `game.session.replay` to say.
    """
    if len(text) > MAX_RECORD_BYTES:
        raise RecordError(RecordFault.TOO_LONG, 1)
    lines = text.replace("\r\n", "\n").split("\n")
    _check_title(lines[0])
    lines = _checked_lines(lines)
    blank = lines.index("") if "" in lines else len(lines)
    fields = _parse_fields(lines, blank)
    for number, action in enumerate(lines[blank + 1 :], blank + 2):
        if not action or not _is_plain(action) or len(action) > MAX_LINE_LENGTH:
            raise RecordError(RecordFault.BAD_ACTION, number, action)
    return _build(fields, tuple(lines[blank + 1 :]), blank + 1)


def _header_lines(record: Record) -> list[str]:
    fields = [
        ("game", record.game),
        ("rules", str(record.rules_version)),
        ("id", record.game_id),
        *((_OPTION + key, record.options[key]) for key in sorted(record.options)),
        ("seed", record.seed),
        ("commitment", record.commitment),
        ("started", format_time(record.started)),
        ("finished", format_time(record.finished) if record.finished else ""),
        ("scores", " ".join(map(str, record.scores))),
        ("played", str(record.played)),
        ("marks", " ".join(sorted(mark.value for mark in record.marks))),
        ("name", record.name),
    ]
    return [f"{_TITLE} {FORMAT_VERSION}", *(f"{key}: {value}".rstrip() for key, value in fields)]


def _is_plain(text: str) -> bool:
    """Tell whether *text* has no control, line or half character in it."""
    return not any(unicodedata.category(mark) in {"Cc", "Cs", "Zl", "Zp"} for mark in text)


def _checksum(body: str) -> str:
    # Here and not above: it loads a library that the title comes up without.
    import hashlib  # noqa: PLC0415  # see above

    return hashlib.sha256(body.encode()).hexdigest()


def _check_title(line: str) -> None:
    match = re.fullmatch(f"{_TITLE} ([0-9]{{1,9}})", line, re.ASCII)
    if not match:
        raise RecordError(RecordFault.NOT_A_RECORD, 1, line)
    if int(match[1]) > FORMAT_VERSION:
        raise RecordError(RecordFault.NEWER_FORMAT, 1, match[1])
    if int(match[1]) < FORMAT_VERSION:
        raise RecordError(RecordFault.NOT_A_RECORD, 1, line)


def _checked_lines(lines: list[str]) -> list[str]:
    """Return *lines* without the end line, once its checksum was found right."""
    if len(lines) < 2 or lines[-1] != "" or not re.fullmatch("end [0-9a-f]{64}", lines[-2]):
        raise RecordError(RecordFault.CUT_OFF, len(lines) if lines[-1] else len(lines) - 1)
    try:
        checksum = _checksum("".join(line + "\n" for line in lines[:-2]))
    except UnicodeEncodeError as error:  # a lone surrogate in a pasted text
        raise RecordError(RecordFault.NOT_TEXT, len(lines) - 1) from error
    if lines[-2] != f"end {checksum}":
        raise RecordError(RecordFault.DAMAGED, len(lines) - 1)
    return lines[:-2]


_Fields = dict[str, tuple[str, int]]
"""The value of each field, and the line it stands on."""

_REQUIRED = ("game", "rules", "id", "seed", "commitment", "started")
_OPTIONAL = ("finished", "scores", "played", "marks", "name")


def _parse_fields(lines: list[str], blank: int) -> _Fields:
    fields: _Fields = {}
    for number, line in enumerate(lines[1:blank], 2):
        match = re.fullmatch(r"((?:option )?[a-z_]{1,40}):(?: (.*))?", line)
        if not match or len(line) > MAX_LINE_LENGTH or not _is_plain(line):
            raise RecordError(RecordFault.BAD_LINE, number, line)
        key = match[1]
        if not key.startswith(_OPTION) and key not in _REQUIRED + _OPTIONAL:
            raise RecordError(RecordFault.UNKNOWN_FIELD, number, key)
        if key in fields:
            raise RecordError(RecordFault.REPEATED_FIELD, number, key)
        fields[key] = (match[2] or "", number)
    for key in _REQUIRED:
        if key not in fields:
            raise RecordError(RecordFault.MISSING_FIELD, blank + 1, key)
    return fields


def _build(fields: _Fields, actions: tuple[str, ...], last_line: int) -> Record:
    def value(key: str, pattern: str, default: str = "") -> str:
        text, line = fields.get(key, (default, last_line))
        if not re.fullmatch(pattern, text, re.ASCII):
            raise RecordError(RecordFault.BAD_VALUE, line, text)
        return text

    def moment(key: str) -> datetime:
        text, line = fields[key]
        try:
            return parse_time(text)
        except ValueError as error:
            raise RecordError(RecordFault.BAD_VALUE, line, text) from error

    is_finished = bool(fields.get("finished", ("", 0))[0])
    seed = _check_binding(fields, is_finished=is_finished)
    name, name_line = fields.get("name", ("", last_line))
    if name != clean_name(name):
        raise RecordError(RecordFault.BAD_VALUE, name_line, name)
    marks = "|".join(mark.value for mark in Mark)
    return Record(
        game=value("game", "[a-z0-9_]+"),
        rules_version=int(value("rules", "[0-9]{1,9}")),
        game_id=value("id", "[0-9a-f]{32}"),
        options={
            key.removeprefix(_OPTION): text
            for key, (text, _) in fields.items()
            if key.startswith(_OPTION)
        },
        seed=seed,
        started=moment("started"),
        finished=moment("finished") if is_finished else None,
        scores=tuple(
            map(int, value("scores", "(-?[0-9]{1,6}( -?[0-9]{1,6})*)?").split()),
        ),
        played=int(value("played", "[0-9]{1,9}", "0")),
        marks=frozenset(map(Mark, value("marks", f"(({marks})( ({marks}))*)?").split())),
        name=name,
        actions=actions,
        sealed="" if seed else fields["commitment"][0],
    )


def _check_binding(fields: _Fields, *, is_finished: bool) -> str:
    """Return the seed, once it fits its commitment; it may be withheld until the game is over."""
    # Here and not above: the title comes up before they are needed.
    from game.rules.dice import SeedError, check_seed, commitment  # noqa: PLC0415  # see above

    seed, line = fields["seed"]
    bound, bound_line = fields["commitment"]
    if not seed and not is_finished:
        if not re.fullmatch("[0-9a-f]{64}", bound):
            raise RecordError(RecordFault.BAD_VALUE, bound_line, bound)
        return seed
    try:
        check_seed(seed)
    except SeedError as error:
        raise RecordError(RecordFault.BAD_VALUE, line, seed) from error
    if bound != commitment(seed):
        raise RecordError(RecordFault.WRONG_COMMITMENT, bound_line)
    return seed
