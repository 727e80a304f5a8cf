"""The rules of tile rummy as pure code: no clock, no randomness, no input or output."""
