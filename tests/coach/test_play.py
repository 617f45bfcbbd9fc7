import pytest

from game.coach.play import Player, play, same_dice, seeded_dice
from game.coach.rollout import forecast
from game.coach.simulate import quantile, simulate
from game.rules.magdagdon.actions import Stage
from game.rules.magdagdon.board import Difficulty
from game.rules.magdagdon.engine import Magdagdon
from game.rules.magdagdon.notation import parse_position
from game.rules.magdagdon.state import Phase, State
from tests.coach.conftest import TABLES


@pytest.mark.parametrize("player", [Player.RANDOM, Player.GREEDY, Player.HEURISTIC, Player.COACH])
def test_a_game_is_legal_complete_and_the_same_every_time(coach, player):
    game = play(player, Difficulty.SURVIVAL, seeded_dice("one"), coach, "one")
    state = State(Difficulty.SURVIVAL)
    for action in game.actions:
        state = Magdagdon().apply(state, action).state
    assert state.phase is Phase.OVER
    assert state.score.total == game.score
    assert play(player, Difficulty.SURVIVAL, seeded_dice("one"), coach, "one") == game


def test_the_coach_plays_the_throws_of_the_seed(coach):
    game = same_dice(coach, "two", Difficulty.NIGHTMARE)
    assert (
        game.actions[1]
        == play(Player.RANDOM, Difficulty.NIGHTMARE, seeded_dice("two"), None, "two").actions[1]
    )


def test_a_player_that_needs_a_coach_says_so():
    with pytest.raises(ValueError, match="coach"):
        play(Player.COACH, Difficulty.NIGHTMARE, seeded_dice("x"))


def test_a_simulation_is_the_same_for_any_number_of_jobs():
    one = simulate(Player.GREEDY, Difficulty.NIGHTMARE, 20, "s")
    two = simulate(Player.GREEDY, Difficulty.NIGHTMARE, 20, "s", jobs=2)
    assert one == two
    assert one.games == 20
    assert one.quantiles[0][1] <= one.mean <= one.quantiles[-1][1]
    assert 0 < one.magdagdon_share < 1


def test_better_players_score_better():
    means = [
        simulate(player, Difficulty.PEACEFUL, 30, "m").mean
        for player in (Player.RANDOM, Player.GREEDY, Player.HEURISTIC)
    ]
    assert means == sorted(means)


def test_progress_counts_the_games(coach):
    told: list[int] = []
    simulate(Player.COACH, Difficulty.NIGHTMARE, 3, "p", tables=TABLES, progress=told.append)
    assert told == [3]


def test_quantiles_of_few_scores():
    assert quantile([4], 0.9) == 4
    assert [quantile([1, 2, 3, 4, 5], share) for share in (0, 0.5, 1)] == [1, 3, 5]


def test_a_forecast_narrows_and_never_leaves_the_range(coach):
    state = parse_position("3456/3456/34../34.. N 0 6 -")
    steps = list(forecast(coach, state, "f", beat=200, rollouts=12))
    assert [step.rollouts for step in steps] == list(range(1, 13))
    last = steps[-1]
    assert last.low <= last.mean <= last.high
    assert 0 <= last.share_above <= 1


def test_a_forecast_of_a_finished_game_is_its_score(coach):
    state = parse_position("3456/3456/3456/3456 P 3 9 -")
    last = list(forecast(coach, state, "f", rollouts=2))[-1]
    assert (last.low, last.high, last.mean) == (474, 474, 474)
    assert last.share_above is None


def test_a_forecast_takes_staged_dice_as_in_the_tray(coach):
    state = parse_position("3456/345./34../34.. P 0 6 5432")
    rules = Magdagdon()
    staged = state
    while stages := [a for a in rules.legal_actions(staged) if isinstance(a, Stage)]:
        staged = rules.apply(staged, stages[0]).state
        expected = list(forecast(coach, state, "f", rollouts=2))
        assert list(forecast(coach, staged, "f", rollouts=2)) == expected
    assert staged.staged
