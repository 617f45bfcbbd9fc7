"""Why shared scores can't be used, in words; never with the URL, which may hold a password."""

from game.session.fleet import FleetFault
from game.ui.language import _


def explain_fleet(fault: FleetFault) -> str:
    """Return *fault* as one sentence that says what to do."""
    return {
        FleetFault.NO_LIBRARY: _(
            "Shared scores need SQLAlchemy and a database driver: install {package}."
        ).format(package="magdagdon[fleet]"),
        FleetFault.BAD_URL: _(
            "Shared scores need the URL of a database, such as {example}."
        ).format(example="postgresql://host/database"),
    }[fault]
