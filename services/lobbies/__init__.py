"""Lobbies: opening a table, what its host can change before the game, and starting that."""
