"""Easing curves and values that move: pure functions of time, the same at any frame rate."""

import math


def clamp(x: float) -> float:
    """Return *x* held between 0 and 1."""
    return min(1.0, max(0.0, x))


def ease_out(x: float) -> float:
    """Fast, then settling (cubic)."""
    return 1 - (1 - clamp(x)) ** 3


def ease_in(x: float) -> float:
    """Slow, then fast (cubic)."""
    return clamp(x) ** 3


def ease_in_out(x: float) -> float:
    """Slow at both ends (cosine)."""
    return (1 - math.cos(math.pi * clamp(x))) / 2


def overshoot(x: float, by: float = 1.4) -> float:
    """Ease out past the end and back; *by* sets how far past."""
    back = clamp(x) - 1
    return 1 + (by + 1) * back**3 + by * back**2


def pulse(x: float) -> float:
    """Rise from 0 to 1 and fall back to 0."""
    return math.sin(math.pi * clamp(x))


def mix(start: float, end: float, share: float) -> float:
    """Return the value that lies *share* of the way from *start* to *end*."""
    return start + (end - start) * share
