import pytest

from game.coach.play import Player, play, seeded_dice
from game.coach.review import Reviewer, review
from game.rules.magdagdon.board import Difficulty


@pytest.mark.parametrize("difficulty", Difficulty)
@pytest.mark.parametrize("player", [Player.RANDOM, Player.COACH])
def test_final_is_start_and_luck_less_losses(coach, difficulty, player):
    game = play(player, difficulty, seeded_dice("review"), coach, "review")
    found = review(coach, difficulty, game.actions)
    assert found.final == pytest.approx(game.score)
    assert found.final == pytest.approx(found.start + found.luck - found.loss)
    assert len(found.turns) == game.turns
    for turn in found.turns:
        assert turn.after == pytest.approx(turn.before + turn.luck - turn.loss)
        assert turn.loss >= 0
        assert 0 < turn.accuracy <= 100


def test_the_coach_loses_little_and_chance_much(coach):
    losses = {}
    for player in (Player.COACH, Player.RANDOM):
        game = play(player, Difficulty.NIGHTMARE, seeded_dice("7"), coach, "7")
        losses[player] = review(coach, Difficulty.NIGHTMARE, game.actions)
    assert losses[Player.COACH].loss < losses[Player.RANDOM].loss
    assert losses[Player.COACH].accuracy > losses[Player.RANDOM].accuracy


def test_the_worst_moments_come_worst_first_and_can_be_tried_again(coach):
    game = play(Player.RANDOM, Difficulty.SURVIVAL, seeded_dice("3"), coach, "3")
    found = review(coach, Difficulty.SURVIVAL, game.actions)
    losses = [moment.loss for moment in found.worst]
    assert losses == sorted(losses, reverse=True)
    assert len(losses) == 3
    for moment in found.worst:
        assert moment.state.dice
        assert moment.best.actions


def test_a_game_that_is_not_over_is_reviewed_as_far_as_it_goes(coach):
    game = play(Player.RANDOM, Difficulty.NIGHTMARE, seeded_dice("5"), coach, "5")
    reviewer = Reviewer(coach, Difficulty.NIGHTMARE, game.actions[:9])
    assert len(list(reviewer.run())) == reviewer.turns


def test_no_actions_are_no_turns(coach):
    found = review(coach, Difficulty.NIGHTMARE, ())
    assert found.turns == ()
    assert found.final == found.start
    assert found.accuracy == 100
