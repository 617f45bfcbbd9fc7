"""The command line: arguments lead to the game's window or to a command that needs none."""

from game.cli.command import main

__all__ = ["main"]
