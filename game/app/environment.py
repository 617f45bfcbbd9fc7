"""How SDL is to behave: set before pygame is imported, which reads it then."""

import os


def prepare_environment() -> None:
    """Set SDL's hints, where the player has not set them already."""
    hints = {
        "PYGAME_HIDE_SUPPORT_PROMPT": "1",
        "SDL_TOUCH_MOUSE_EVENTS": "0",  # one touch would arrive as finger and as mouse
        "SDL_NO_SIGNAL_HANDLERS": "1",  # it would make a QUIT like any other of a signal
        "SDL_VIDEO_MINIMIZE_ON_FOCUS_LOSS": "0",
        "SDL_WINDOWS_DPI_AWARENESS": "permonitorv2",
        "SDL_VIDEO_X11_WMCLASS": "magdagdon",
        "SDL_VIDEO_WAYLAND_WMCLASS": "magdagdon",
    }
    for name, value in hints.items():
        os.environ.setdefault(name, value)


def prepare_kiosk_environment() -> None:
    """Set the hints that keep a public machine's window where it is; the system's go before."""
    hints = {
        "SDL_GRAB_KEYBOARD": "1",  # the window system's own keys, where it lets them go
        "SDL_ALLOW_ALT_TAB_WHILE_GRABBED": "0",
        "SDL_WINDOWS_NO_CLOSE_ON_ALT_F4": "1",
        "SDL_QUIT_ON_LAST_WINDOW_CLOSE": "0",
        "SDL_VIDEO_ALLOW_SCREENSAVER": "0",
        "SDL_ENABLE_SCREEN_KEYBOARD": "0",  # the system's has keys that lead to the system
        "SDL_MOUSE_FOCUS_CLICKTHROUGH": "1",  # the touch that brings the focus back counts
    }
    for name, value in hints.items():
        os.environ.setdefault(name, value)
