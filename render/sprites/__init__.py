"""Sprites: tiles, symbols and text that are drawn once and then pasted into pictures."""
