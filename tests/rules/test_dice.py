"""The dice stream: the same for ever, fair, and each die by itself (M2.1, M2.7)."""

import hashlib
import subprocess
import sys
from collections import Counter
from itertools import combinations, pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.rules import dice
from game.rules.api import Throw
from game.rules.dice import SeedError, check_seed, commitment, roll, roll_die

ALL = (0, 1, 2, 3)


# Written down once; another value would change the dice of every saved game.
FIRST_ROLLS = {
    "majda": [
        "5311",
        "2123",
        "2664",
        "5264",
        "4312",
        "3211",
        "6412",
        "6523",
        "6633",
        "2641",
        "5546",
        "5162",
    ],
    "20": [
        "4242",
        "5331",
        "4521",
        "4436",
        "4153",
        "2361",
        "4563",
        "3545",
        "5526",
        "2156",
        "1161",
        "3235",
    ],
}


@pytest.mark.parametrize("seed", FIRST_ROLLS)
def test_first_rolls_of_a_seed_never_change(seed: str) -> None:  # M2.7
    rolls = ["".join(map(str, roll(seed, Throw(turn, 0, ALL)))) for turn in range(1, 13)]
    assert rolls == FIRST_ROLLS[seed]


def test_first_rerolls_of_a_seed_never_change() -> None:  # M2.7
    rolls = ["".join(map(str, roll("majda", Throw(1, number, ALL)))) for number in range(1, 4)]
    assert rolls == ["3415", "1532", "2366"]


def test_dice_are_the_same_in_another_process() -> None:  # M2.7: no hash seed, no state
    program = (
        "from game.rules.dice import roll_die; "
        "print(*(roll_die('majda', t, k, i) for t in range(9) for k in range(3) for i in range(4)))"
    )
    other = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    ).stdout
    here = [roll_die("majda", t, k, i) for t in range(9) for k in range(3) for i in range(4)]
    assert [int(value) for value in other.split()] == here


def test_die_is_the_first_byte_below_252_of_its_own_digest() -> None:  # M2.1
    for turn, number, place in product(range(1, 40), range(4), range(4)):
        data = hashlib.sha256(f"seed:{turn}:{number}:{place}:0".encode()).digest()
        first = next(byte for byte in data if byte < 252)
        assert roll_die("seed", turn, number, place) == first % 6 + 1


class FakeSha256:
    """Digests as told, block after block, in place of SHA-256."""

    def __init__(self, *blocks: bytes) -> None:
        self.blocks = blocks

    def sha256(self, text: bytes) -> "FakeSha256":
        self.block = int(text.rsplit(b":", 1)[1])
        return self

    def digest(self) -> bytes:
        return self.blocks[self.block]


@pytest.mark.parametrize("sides", [2, 6, 10, 100])
def test_every_value_comes_from_equally_many_bytes(
    sides: int, monkeypatch: pytest.MonkeyPatch
) -> None:  # M2.1: exactly uniform, for a digest byte is
    values: Counter[int] = Counter()
    rejected = 0
    for byte in range(256):
        marker = 3 % sides
        monkeypatch.setattr(dice, "hashlib", FakeSha256(bytes([byte, marker])))
        value = roll_die("any", 1, 0, 0, sides)
        monkeypatch.setattr(dice, "hashlib", FakeSha256(bytes([byte, (marker + 1) % sides])))
        if roll_die("any", 1, 0, 0, sides) == value:
            values[value] += 1
        else:
            rejected += 1  # the byte behind it decided
    assert values == dict.fromkeys(range(1, sides + 1), 256 // sides)
    assert rejected == 256 % sides


def test_rejected_block_leads_to_the_next_block(monkeypatch: pytest.MonkeyPatch) -> None:  # M2.1
    monkeypatch.setattr(dice, "hashlib", FakeSha256(b"\xff" * 32, b"\xfc" * 32, b"\xfb"))
    assert roll_die("any", 1, 0, 0) == 0xFB % 6 + 1


def test_die_depends_on_turn_throw_and_place_only() -> None:  # M2.7
    together = roll("seed", Throw(3, 1, ALL))
    for size in range(1, 5):
        for places in combinations(ALL, size):
            assert roll("seed", Throw(3, 1, places)) == tuple(together[place] for place in places)
    assert roll("seed", Throw(3, 1, (2,))) == (roll_die("seed", 3, 1, 2),)
    assert roll("seed", Throw(3, 1, ())) == ()


@pytest.mark.parametrize("axis", ["seed", "turn", "number", "place"])
def test_neighbouring_dice_are_independent(axis: str) -> None:  # M2.1, M2.7
    """Count the 36 pairs of 7,200 dice with their neighbours along one axis: chi-squared, 35 df."""
    count = 7200
    match axis:
        case "seed":
            values = [roll_die(f"s{n}", 1, 0, 0) for n in range(count + 1)]
        case "turn":
            values = [roll_die("axis", n, 0, 0) for n in range(count + 1)]
        case "number":
            values = [roll_die("axis", 1, n, 0) for n in range(count + 1)]
        case _:
            values = [roll_die("axis", 1, 0, n) for n in range(count + 1)]
    pairs = Counter(pairwise(values))
    expected = count / 36
    chi_squared = sum(
        (pairs[pair] - expected) ** 2 / expected for pair in product(range(1, 7), repeat=2)
    )
    assert 12 < chi_squared < 75  # p between 1e-4 and 1 - 1e-4; the dice are fixed, so is this


def test_dice_of_one_roll_are_four_different_streams() -> None:  # M2.1
    streams = [tuple(roll_die("seed", t, 0, i) for t in range(60)) for i in range(4)]
    assert len(set(streams)) == 4


def test_seeds_of_digits_and_colons_do_not_run_into_one_another() -> None:  # M2.7
    one = [roll_die("a:1", t, 0, 0) for t in range(60)]
    other = [roll_die("a", 1, t, 0) for t in range(60)]
    assert one != other


@given(st.text(max_size=70))
def test_seed_is_one_to_sixty_four_printable_characters(text: str) -> None:
    is_good = (
        1 <= len(text) <= 64
        and text.isprintable()
        and not any(character.isspace() for character in text)
        and not any("\ud800" <= character <= "\udfff" for character in text)
    )
    if is_good:
        assert check_seed(text) == text
    else:
        with pytest.raises(SeedError):
            check_seed(text)


@pytest.mark.parametrize("seed", ["", "a b", "a\n", "\t", "x" * 65, "\ud800", "\u00a0", "\u200b"])
def test_text_that_cannot_be_a_seed_is_refused(seed: str) -> None:
    with pytest.raises(SeedError):
        check_seed(seed)


@pytest.mark.parametrize("seed", ["x", "x" * 64, "Majduška", "ਮਾਜਦਾ", "a:1", "0"])
def test_text_that_can_be_a_seed_is_kept(seed: str) -> None:
    assert check_seed(seed) == seed


def test_commitment_binds_the_seed_without_being_a_die_of_it() -> None:
    assert commitment("majda") == hashlib.sha256(b"magdagdon seed majda").hexdigest()
    assert commitment("majda") != commitment("Majda")
