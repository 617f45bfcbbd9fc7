"""What argparse itself says, in the player's language.

argparse asks two functions of its module for every sentence; here they are ours. The sentences
stand in its source, which differs from version to version, so those that our parser can come to
say are named here once more for the catalogues.
"""

import argparse

from game.ui.language import _, n_


def translate_argparse() -> None:
    """Let argparse speak the language in use now and later."""
    vars(argparse).update({"_": _, "ngettext": n_})


def argparse_words() -> tuple[str, ...]:
    """Return argparse's sentences in the language of now."""
    return (
        _("usage: "),
        _("positional arguments"),
        _("options"),
        _("show this help message and exit"),
        _("show program's version number and exit"),
        _("argument %(argument_name)s: %(message)s"),
        _("expected one argument"),
        _("expected at least one argument"),
        _("expected at most one argument"),
        n_("expected %s argument", "expected %s arguments", 1),
        _("ignored explicit argument %r"),
        _("not allowed with argument %s"),
        _("unrecognized arguments: %s"),
        _("the following arguments are required: %s"),
        _("invalid choice: %(value)r (choose from %(choices)s)"),
        _("invalid choice: %(value)r, maybe you meant %(closest)r? (choose from %(choices)s)"),
        _("unknown parser %(parser_name)r (choices: %(choices)s)"),
        _("invalid %(type)s value: %(value)r"),
    )
