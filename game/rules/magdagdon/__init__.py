"""The rules of MAGDAGDON: board, placement, scoring, turn, notation.

A public name's docstring cites the clause that it fulfils, as `M4.3`.
"""
