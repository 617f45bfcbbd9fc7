"""Dragging a die from the tray or the board to a cell."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from game.rules.magdagdon.actions import Take
from game.rules.magdagdon.state import Phase
from game.ui.input import Cancel, Command, Gesture, Key, Move, Point, Up

if TYPE_CHECKING:
    from game.scenes.play import PlayScene


class Drag:
    """The die that the pointer drags, if any. What is dropped goes through the scene's gate."""

    def __init__(self, scene: PlayScene) -> None:
        self._scene = scene
        self.is_active = False

    def begin(self, start: Point, die: int | None, cell: int | None, at: Point) -> bool:
        """Start to drag once the pointer is far enough from *start*, where it went down.

        *die* and *cell* are the tray place and the cell there; a staged die is taken back first.
        """
        scene = self._scene
        if scene.state.phase is not Phase.PLACE or scene.armed == "reroll":
            return False
        far = max(8, scene.geometry.cells[0].width // 8)
        if abs(at[0] - start[0]) + abs(at[1] - start[1]) < far:
            return False
        if die is None and cell is not None:
            die = next((p.die for p in scene.state.staged if p.cell == cell), None)
            if die is None or not scene.submit(Take(cell), animate=False):
                return False
        if die is None or die not in scene.state.available:
            return False
        self.is_active = True
        scene.armed = ""
        scene.hand = replace(scene.hand, die=die, marked=frozenset(), cursor=None)
        scene.view.dice[die].hold(1)
        return self.handle(Move(at))

    def handle(self, gesture: Gesture) -> bool:
        """Follow the dragged die until it is dropped; a key lets it go first."""
        scene = self._scene
        die = scene.hand.die
        if die is None or die not in scene.state.available:
            self.end()
            return False
        match gesture:
            case Move(at):
                scene.view.drag(scene.state.dice[die], at)
                scene.hand = replace(scene.hand, over=scene.geometry.cell_at(at))
                scene.show()
                return True
            case Up(at, _):
                cell = scene.geometry.cell_at(at)
                if cell is not None:
                    scene.place(die, cell, was_dragged=True)
                self.end()
                return True
            case Key(Command.MENU) | Cancel():
                self.end()
                return True
            case Key():
                self.end()
                return scene.act(gesture)
            case _:
                return True

    def end(self) -> None:
        """Let the die go back to its place; one that was staged stays where it is."""
        if self.is_active:
            scene = self._scene
            self.is_active = False
            scene.view.drop()
            for node in scene.view.dice:
                node.release()
            scene.hand = replace(scene.hand, die=None, over=None)
            scene.show()
