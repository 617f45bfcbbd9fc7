"""MAGDAGDON, a dice game for one player (a CUBIRI ORIGINAL)."""

__version__ = "0.1.0"
