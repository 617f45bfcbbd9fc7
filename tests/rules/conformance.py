"""What every game's rules must fulfil, whatever the game: random games, held against the protocol.

A game's tests call `check_random_game` with several seeds and `check_refusals` with states and
actions of their own; nothing here knows a particular game.
"""

import random
from collections.abc import Iterable, Mapping
from typing import TypeVar

from game.rules.api import CHANCE, TERMINAL, IllegalActionError, Rules
from game.rules.dice import roll

S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")


def check_random_game(
    rules: Rules[S, A, E], options: Mapping[str, str], seed: int, most_plies: int = 2000
) -> list[str]:
    """Play a random game to its end and return its record, checking the protocol at every ply.

    The game ends within *most_plies* and never gets stuck; an outcome is there at the end and only
    there; every action comes back from its notation; `apply` is pure; legal actions are accepted,
    each is listed once, and their order is fixed; replaying the record leads to the same states.
    """
    rng = random.Random(seed)
    state = rules.initial(options)
    assert state == rules.initial(options)
    trail = [state]
    record: list[str] = []
    while rules.to_move(state) != TERMINAL:
        assert len(record) < most_plies, "the game does not end"
        assert rules.outcome(state) is None
        action = _next_action(rules, state, rng, str(seed))
        text = rules.format_action(action)
        assert rules.parse_action(text) == action
        state = _apply_twice(rules, state, action)
        trail.append(state)
        record.append(text)
    _check_end(rules, state)
    assert _replay(rules, options, record) == trail
    return record


def _next_action(rules: Rules[S, A, E], state: S, rng: random.Random, seed: str) -> A:
    legal = rules.legal_actions(state)
    assert legal == rules.legal_actions(state), "the order of legal actions is not fixed"
    assert len(set(legal)) == len(legal), "a legal action is listed twice"
    if rules.to_move(state) == CHANCE:
        assert legal == (), "nobody moves while dice are in the air"
        return rules.chance_action(roll(seed, rules.throw(state)))
    assert rules.to_move(state) >= 0
    assert legal, "the player is stuck"
    for action in legal:
        _apply_twice(rules, state, action)
        assert rules.parse_action(rules.format_action(action)) == action
        assert isinstance(rules.is_undoable(action), bool)
    return rng.choice(legal)


def _apply_twice(rules: Rules[S, A, E], state: S, action: A) -> S:
    """Return the state after *action*; playing it twice gives the same and changes nothing."""
    before = hash(state), repr(state)
    first = rules.apply(state, action)
    assert first == rules.apply(state, action), "apply is not pure"
    assert (hash(state), repr(state)) == before, "apply changed the state it was given"
    hash(first.state)
    hash(first.events)
    return first.state


def _check_end(rules: Rules[S, A, E], state: S) -> None:
    assert rules.legal_actions(state) == ()
    outcome = rules.outcome(state)
    assert outcome is not None
    assert outcome.scores
    assert outcome == rules.outcome(state)


def _replay(rules: Rules[S, A, E], options: Mapping[str, str], record: Iterable[str]) -> list[S]:
    states = [rules.initial(options)]
    for text in record:
        states.append(rules.apply(states[-1], rules.parse_action(text)).state)
    return states


def check_refusals(rules: Rules[S, A, E], state: S, conceivable: Iterable[A]) -> tuple[int, int]:
    """Check that exactly the legal ones of *conceivable* actions are accepted in *state*.

    Chance actions do not belong among them. Returns how many were accepted and refused.
    """
    legal = set(rules.legal_actions(state))
    accepted = refused = 0
    for action in conceivable:
        if action in legal:
            rules.apply(state, action)
            accepted += 1
        else:
            assert _is_refused(rules, state, action), f"{action} is no legal action"
            refused += 1
    return accepted, refused


def _is_refused(rules: Rules[S, A, E], state: S, action: A) -> bool:
    try:
        rules.apply(state, action)
    except IllegalActionError:
        return True
    return False
