"""Partial turns: what the joker and opening rules leave open, settled step by step."""
