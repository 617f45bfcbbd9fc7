"""The one question to a new player: whether to be shown how the game goes."""

from game.scenes.base import Context, Push, Scene
from game.ui.language import _


def offer_tutorial(context: Context, title: Scene) -> Push | None:
    """Return the question to ask over *title*, or None where it was asked before.

    It counts as asked from now on, whatever the answer: nobody is to be asked twice.
    """
    if context.settings.is_tutorial_done:
        return None
    context.change_settings(is_tutorial_done=True)
    arguments = {
        "question": _("First time here? A short tour on a real board shows you how to play."),
        "yes": _("Show me"),
        "no": _("No, thanks"),
        "on_yes": lambda: title.go(Push("tutorial")),
    }
    return Push("ask", arguments)
