"""Discord: words and taps. Cogs translate between people and the engine, and decide nothing about the game."""
