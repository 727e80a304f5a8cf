"""Pictures in words: alt texts and plain text in lines."""
