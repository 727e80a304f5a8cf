"""Tiles, the sets that they make, and how both are written."""
