"""Sentences for players, in any language, and the reasons for which a move is refused."""
