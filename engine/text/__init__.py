"""Translatable sentences, and the errors that carry them."""
