"""Asking the coach in the middle of a game, and getting ready what it advises."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.coach.advice import Choice
from game.rules.magdagdon.actions import Action, Lower, Raise, Reroll, Ruin, Stage, Take
from game.rules.magdagdon.state import Phase
from game.scenes.base import Push
from game.session.record import Mark
from game.ui.language import _
from game.views.magdagdon.view import Hand

if TYPE_CHECKING:
    from game.scenes.play import PlayScene


class Counsel:
    """The play scene's way to the coach. What it advises still waits for the player's confirm."""

    def __init__(self, scene: PlayScene) -> None:
        self._scene = scene

    @property
    def is_possible(self) -> bool:
        """Whether there is a roll to give advice on."""
        return self._scene.state.phase in (Phase.PLACE, Phase.MAGDAGDON)

    def ask(self) -> None:
        """Ask for a hint; the first one of a game marks it as assisted, so that is asked before."""
        scene = self._scene
        if not self.is_possible:
            return
        push = Push("hint", {"on_play": self.prepare})

        def begin() -> None:
            scene.session.mark(Mark.ASSISTED)
            scene.go(push)

        if Mark.ASSISTED in scene.session.record.marks:
            scene.go(push)
            return
        arguments = {
            "question": _("After a hint this game is marked as assisted in the high scores."),
            "yes": _("Show the hint"),
            "no": _("Without"),
            "on_yes": begin,
        }
        scene.go(Push("ask", arguments))

    def prepare(self, choice: Choice) -> None:
        """Stage what *choice* places, or get its Power or its ruin ready."""
        scene = self._scene
        power, hand = _armed(choice.actions[0])
        if power:
            scene.disarm()
            scene.hand = hand
            scene.arm(power)
            return
        while scene.state.staged:
            scene.submit(Take(scene.state.staged[-1].cell))
        for action in choice.actions:
            if isinstance(action, Stage):
                scene.submit(action)
            elif isinstance(action, Ruin):
                scene.choose_cell(action.cell)


def _armed(action: Action) -> tuple[str, Hand]:
    """Return the Power that *action* uses, and the hand that it needs; an empty name for none."""
    match action:
        case Lower(die):
            return "lower", Hand(die=die)
        case Raise(die):
            return "raise", Hand(die=die)
        case Reroll(dice):
            return "reroll", Hand(marked=frozenset(dice))
        case _:
            return "", Hand()
