"""The app: window, loop and scene stack; the one place where everything is put together.

Importing it tells SDL how to behave, before any module here imports pygame.
"""

from game.app.environment import prepare_environment

prepare_environment()
