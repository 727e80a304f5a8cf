"""The points of `check`, each of which finds out one thing and says what to do about it."""
