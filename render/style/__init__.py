"""The numbers and colors that a designer edits: themes, palettes, sizes and signs."""
