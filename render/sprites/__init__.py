"""Glyphs, symbols and tiles, drawn once and pasted from then on."""
