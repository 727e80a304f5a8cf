"""The numbers and colours that a designer edits: themes, palettes, sizes and signs."""
