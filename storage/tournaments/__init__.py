"""Tournaments: the value that describes one, and the store that keeps it with its messages."""
