"""docs/cli.md keeps up with the command line."""

import argparse
from pathlib import Path

import pytest

from game.cli.arguments import PLAYERS, build_parser
from game.coach.play import Player

PAGE = (Path(__file__).parents[2] / "docs" / "cli.md").read_text("utf-8")


def commands() -> dict[str, argparse.ArgumentParser]:
    actions = build_parser()._actions
    return next(a.choices for a in actions if isinstance(a, argparse._SubParsersAction))


@pytest.mark.parametrize("name", commands())
def test_every_command_has_an_example_and_its_options(name: str) -> None:
    section = PAGE.split(f"\n## magdagdon {name}", 1)[1].split("\n## ", 1)[0]
    assert f"\n    magdagdon {name}" in section
    usual = {"-h", "--help", "--lang", "--data-dir"}
    for action in commands()[name]._actions:
        for option in set(action.option_strings) - usual:
            assert option in section, option


def test_the_names_of_the_players_are_theirs() -> None:
    assert [player.value for player in Player] == list(PLAYERS)
