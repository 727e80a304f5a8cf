"""Whole plays and placements that a bench of an open table finds for its player."""
