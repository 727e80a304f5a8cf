"""Interactions and the messages that answer them."""
