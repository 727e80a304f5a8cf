"""Seasons: the quarters of a year, in UTC."""

from datetime import UTC, datetime

QUARTERS = 4
MONTHS = 3  # of a quarter


def find_season(at: int) -> int:
    """Return the season of a time in seconds since the epoch: 4 x year + quarter, from 0 to 3."""
    date = datetime.fromtimestamp(at, UTC)
    return date.year * QUARTERS + (date.month - 1) // MONTHS


def find_start(season: int) -> int:
    """Return when a season begins, in seconds since the epoch; that is when the one before it ends."""
    year, quarter = divmod(season, QUARTERS)
    return int(datetime(year, quarter * MONTHS + 1, 1, tzinfo=UTC).timestamp())
