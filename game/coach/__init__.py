"""The coach of MAGDAGDON: what positions are worth, what to do, and how a game was played.

It knows no folders, no clock and no texts: tables come in as bytes, reasons go out as codes.
"""
