"""The games' rules: pure functions on immutable states, without drawing, clock, files or text."""
