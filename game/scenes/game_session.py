"""The session of a game of MAGDAGDON, as the scenes know it.

It has a module of its own so that the title comes up before the rules are imported.
"""

from game.rules.magdagdon.actions import Action
from game.rules.magdagdon.events import Event
from game.rules.magdagdon.state import State
from game.session.session import Session

GameSession = Session[State, Action, Event]
