"""A bot that stops its counted requests after a few invalid ones, and for a few seconds."""

from ui.network import request_budget

MOST = 3
SECONDS = 6.0


def install(_words: str = "") -> None:
    """Set the limits."""
    request_budget.MOST_INVALID, request_budget.WINDOW = MOST, SECONDS
