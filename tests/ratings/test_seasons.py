"""The quarters of a year."""

from datetime import UTC, datetime

import pytest

from ratings.seasons import find_season


@pytest.mark.parametrize(
    ("date", "season"),
    [("2026-01-01T00:00", 0), ("2026-03-31T23:59", 0), ("2026-04-01T00:00", 1), ("2026-12-31T23:59", 3)],
)
def test_a_season_is_a_calendar_quarter_in_utc(date: str, season: int) -> None:
    at = int(datetime.fromisoformat(date).replace(tzinfo=UTC).timestamp())

    assert find_season(at) == 4 * 2026 + season
