"""One view per game: what is where, what a tap means, and how events move."""
