"""One game under way and what is kept of it: record, saved game, scores, settings."""
