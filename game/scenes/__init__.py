"""The scenes: each lays itself out, takes gestures, and returns where to go."""
