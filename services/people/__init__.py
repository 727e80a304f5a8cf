"""People, whatever they play: their games, and what is stored about them."""
