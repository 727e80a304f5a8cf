"""The parts of `check`: each finds out one thing, and says what to do about it."""
