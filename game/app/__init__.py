"""The app: window, loop and scene stack; the one place where everything is put together."""
