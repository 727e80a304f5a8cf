"""Tiles, sets, edits of the table, and their notation."""
