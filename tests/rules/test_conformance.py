"""Every game fulfils the protocol."""

from collections.abc import Mapping
from typing import Any

import pytest

from game.rules.api import Rules
from game.rules.magdagdon.engine import Magdagdon
from tests.rules.conformance import check_random_game

GAMES: list[tuple[Rules[Any, Any, Any], Mapping[str, str]]] = [
    (Magdagdon(), {"difficulty": "P"}),
    (Magdagdon(), {"difficulty": "S"}),
    (Magdagdon(), {"difficulty": "N"}),
]
IDS = ["-".join((rules.key, *options.values())) for rules, options in GAMES]


@pytest.mark.parametrize(("rules", "options"), GAMES, ids=IDS)
@pytest.mark.parametrize("seed", range(8))
def test_random_game_fulfils_the_protocol(
    rules: Rules[Any, Any, Any], options: Mapping[str, str], seed: int
) -> None:
    assert check_random_game(rules, options, seed)


@pytest.mark.slow
@pytest.mark.parametrize(("rules", "options"), GAMES, ids=IDS)
def test_hundreds_of_random_games_fulfil_the_protocol(
    rules: Rules[Any, Any, Any], options: Mapping[str, str]
) -> None:
    records = {tuple(check_random_game(rules, options, seed)) for seed in range(100, 400)}
    assert len(records) == 300  # no two games the same


@pytest.mark.parametrize(("rules", "options"), GAMES, ids=IDS)
def test_game_has_a_name_and_a_version(
    rules: Rules[Any, Any, Any], options: Mapping[str, str]
) -> None:
    assert rules.key.isidentifier()
    assert rules.version >= 1
    with pytest.raises(ValueError, match=r"."):
        rules.initial(dict.fromkeys(options, "no such thing"))
