"""Seasons: the quarters of a year, in UTC."""

from datetime import UTC, datetime

QUARTERS = 4


def find_season(at: int) -> int:
    """Return the season of a time in seconds since the epoch: 4 x year + quarter, from 0 to 3."""
    date = datetime.fromtimestamp(at, UTC)
    return date.year * QUARTERS + (date.month - 1) // 3
