"""What a turn on a grid scores."""

MOST_POINTS = 2  # of a turn


def points(rise: int) -> int:
    """RK-20: two where intersections were gained, else one."""
    return MOST_POINTS if rise > 0 else 1
