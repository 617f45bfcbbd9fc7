"""Position notation in and out: `3456/334./#4../.3.. S 0 5 5143`."""

import re
from enum import Enum

from game.rules.api import NotationError
from game.rules.magdagdon.actions import DICE
from game.rules.magdagdon.board import (
    CELL_NAMES,
    CELLS,
    EMPTY,
    NEIGHBOURS,
    SIZE,
    Board,
    Difficulty,
    is_number,
)
from game.rules.magdagdon.state import State

_SYMBOLS = ".123456#"
MAX_TURN_DIGITS = 9


_AROUND = tuple(
    tuple(
        other
        for other in range(CELLS)
        if other != cell
        and abs(other // SIZE - cell // SIZE) <= 1
        and abs(other % SIZE - cell % SIZE) <= 1
    )
    for cell in range(CELLS)
)
"""The cells around each one, those at its corners too."""


class PositionFault(Enum):
    """Why a text is no position."""

    FIELD_MISSING = "a field is missing"
    FIELD_TOO_MANY = "there is more text than five fields"
    BAD_CELL = "a cell is 1 to 6, . or #"
    BAD_ROW = "a row has four cells"
    BAD_BOARD = "a board has four rows"
    BAD_DIFFICULTY = "the difficulty is P, S or N"
    BAD_POWERS = "the Powers used are a number"
    TOO_MANY_POWERS = "the difficulty has fewer Powers"
    BAD_TURN = "the turn is a number from 1"
    BAD_DICE = "the dice are four values 1 to 6, or -"
    TOO_FAR_APART = "neighbouring numbers differ by more than 1"
    NOT_CONNECTED = "the numbers are not connected"
    DICE_ON_FULL_BOARD = "dice are given though no cell is empty"


def format_board(board: Board) -> str:
    """Return *board* as four rows joined by `/`."""
    symbols = "".join(_SYMBOLS[content] for content in board)
    return "/".join(symbols[row : row + SIZE] for row in range(0, CELLS, SIZE))


def format_position(state: State) -> str:
    """Return *state* in position notation; staged dice are shown as still in the tray."""
    dice = "".join(map(str, state.dice)) or "-"
    return (
        f"{format_board(state.board)} {state.difficulty.value} "
        f"{state.powers_used} {state.turn} {dice}"
    )


def parse_position(text: str) -> State:
    """Return the state that *text* denotes. Raises NotationError with a PositionFault."""
    fields = list(re.finditer(r"\S+", text))
    names = ("BOARD", "DIFFICULTY", "POWERS_USED", "TURN", "DICE")
    if len(fields) < len(names):
        raise NotationError(PositionFault.FIELD_MISSING, len(text.rstrip()) + 1, names[len(fields)])
    if len(fields) > len(names):
        extra = fields[len(names)]
        raise NotationError(PositionFault.FIELD_TOO_MANY, extra.start() + 1, extra.group())
    (
        (board_text, board_at),
        (letter, letter_at),
        (powers, powers_at),
        (turn, turn_at),
        (
            dice_text,
            dice_at,
        ),
    ) = [(field.group(), field.start() + 1) for field in fields]

    board = _parse_board(board_text, board_at)
    if letter not in {difficulty.value for difficulty in Difficulty}:
        raise NotationError(PositionFault.BAD_DIFFICULTY, letter_at, letter)
    difficulty = Difficulty(letter)
    powers_used = _parse_count(powers, powers_at, PositionFault.BAD_POWERS)
    if powers_used > difficulty.powers:
        raise NotationError(PositionFault.TOO_MANY_POWERS, powers_at, powers)
    turn_number = _parse_count(turn, turn_at, PositionFault.BAD_TURN)
    if turn_number < 1:
        raise NotationError(PositionFault.BAD_TURN, turn_at, turn)
    if dice_text != "-" and not re.fullmatch(f"[1-6]{{{DICE}}}", dice_text):
        raise NotationError(PositionFault.BAD_DICE, dice_at, dice_text)
    dice = () if dice_text == "-" else tuple(map(int, dice_text))
    if dice and EMPTY not in board:
        raise NotationError(PositionFault.DICE_ON_FULL_BOARD, dice_at, dice_text)
    # Dice on the table have come down at least once; rerolls leave no trace in the notation.
    return State(difficulty, board, turn_number, powers_used, dice, throws=1 if dice else 0)


def _parse_count(text: str, column: int, fault: PositionFault) -> int:
    if not re.fullmatch(f"[0-9]{{1,{MAX_TURN_DIGITS}}}", text):
        raise NotationError(fault, column, text)
    return int(text)


def _parse_board(text: str, column: int) -> Board:
    for at, symbol in enumerate(text):
        if symbol not in _SYMBOLS + "/":
            raise NotationError(PositionFault.BAD_CELL, column + at, symbol)
    rows = text.split("/")
    at = column
    for row in rows[:SIZE]:
        if len(row) != SIZE:
            raise NotationError(PositionFault.BAD_ROW, at, row)
        at += SIZE + 1
    if len(rows) != SIZE:
        raise NotationError(PositionFault.BAD_BOARD, column, text)
    board = tuple(_SYMBOLS.index(symbol) for row in rows for symbol in row)
    _check_numbers(board, column)
    return board


def _column_of(cell: int, board_column: int) -> int:
    return board_column + cell + cell // SIZE


def _check_numbers(board: Board, column: int) -> None:
    """Raise NotationError where neighbours differ too much, or numbers lie apart (M4).

    Numbers that touch at their corners pass as connected: no game leads to such a board, but the
    worked example of M4.3 is one.
    """
    numbers = [cell for cell in range(CELLS) if is_number(board[cell])]
    for cell in numbers:
        for other in NEIGHBOURS[cell]:
            if cell < other and is_number(board[other]) and abs(board[cell] - board[other]) > 1:
                names = f"{CELL_NAMES[cell]} {CELL_NAMES[other]}"
                raise NotationError(PositionFault.TOO_FAR_APART, _column_of(other, column), names)
    reached = set(numbers[:1])
    frontier = list(reached)
    while frontier:
        cell = frontier.pop()
        fresh = {n for n in _AROUND[cell] if is_number(board[n])} - reached
        reached |= fresh
        frontier.extend(fresh)
    for cell in numbers:
        if cell not in reached:
            raise NotationError(
                PositionFault.NOT_CONNECTED, _column_of(cell, column), CELL_NAMES[cell]
            )
