"""Hints, reviews and puzzles, which all use a solver."""
