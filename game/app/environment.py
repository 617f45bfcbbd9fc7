"""How SDL is to behave: set before pygame is imported, which reads it then."""

import os


def prepare_environment() -> None:
    """Set SDL's hints, where the player has not set them already."""
    hints = {
        "PYGAME_HIDE_SUPPORT_PROMPT": "1",
        "SDL_TOUCH_MOUSE_EVENTS": "0",  # one touch would arrive as finger and as mouse
        "SDL_VIDEO_MINIMIZE_ON_FOCUS_LOSS": "0",
        "SDL_WINDOWS_DPI_AWARENESS": "permonitorv2",
        "SDL_VIDEO_X11_WMCLASS": "magdagdon",
        "SDL_VIDEO_WAYLAND_WMCLASS": "magdagdon",
    }
    for name, value in hints.items():
        os.environ.setdefault(name, value)
