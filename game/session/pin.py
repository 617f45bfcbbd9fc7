"""The PIN of a kiosk: kept as a salted hash, never as digits."""

import hashlib
import hmac
import re
import secrets

SHORTEST, LONGEST = 4, 8
"""How many digits a PIN has."""
_ROUNDS = 10_000
_BLOCK = 64
"""Bytes that SHA-256 takes at a time."""
_HASH = re.compile(r"pbkdf2-sha256\$([1-9][0-9]{0,6})\$([0-9a-f]{32})\$([0-9a-f]{64})", re.ASCII)


def is_pin(text: str) -> bool:
    """Tell whether *text* can be a PIN: 4 to 8 of the digits 0 to 9."""
    return re.fullmatch(rf"[0-9]{{{SHORTEST},{LONGEST}}}", text, re.ASCII) is not None


def is_pin_hash(text: str) -> bool:
    """Tell whether *text* was made by `hash_pin`."""
    return _HASH.fullmatch(text) is not None


def hash_pin(pin: str) -> str:
    """Return what to keep of *pin*. Raises ValueError where it is none, without repeating it."""
    if not is_pin(pin):
        raise ValueError(f"a PIN has {SHORTEST} to {LONGEST} digits")
    salt = secrets.token_bytes(16)
    return f"pbkdf2-sha256${_ROUNDS}${salt.hex()}${_digest(pin, salt, _ROUNDS)}"


def check_pin(pin: str, pin_hash: str) -> bool:
    """Tell whether *pin* is the one that *pin_hash* was made of; never where there is no hash."""
    found = _HASH.fullmatch(pin_hash)
    if found is None or not is_pin(pin):
        return False
    rounds, salt, digest = found.groups()
    return hmac.compare_digest(_digest(pin, bytes.fromhex(salt), int(rounds)), digest)


def _digest(pin: str, salt: bytes, rounds: int) -> str:
    """Return PBKDF2-HMAC-SHA256 of *pin*.

    Written out, because hashlib has it from OpenSSL only, which not every build comes with.
    """
    key = pin.encode().ljust(_BLOCK, b"\0")
    inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in key))
    outer = hashlib.sha256(bytes(byte ^ 0x5C for byte in key))
    total, block = 0, salt + (1).to_bytes(4, "big")
    for _round in range(rounds):
        first, second = inner.copy(), outer.copy()
        first.update(block)
        second.update(first.digest())
        block = second.digest()
        total ^= int.from_bytes(block, "big")
    return total.to_bytes(32, "big").hex()
