"""The coach of MAGDAGDON: what a position is worth, what to do with a roll, and how a game was played.

It knows no folders, no clock and no texts: tables come in as bytes, reasons go out as codes.
"""
