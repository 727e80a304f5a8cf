"""Pictures in words: alt texts and the text mode."""
