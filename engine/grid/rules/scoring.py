"""The points that a turn on a grid scores."""

MOST_POINTS = 2  # for one turn


def points(rise: int) -> int:
    """Return the points of a turn that places tiles: 2 if it gained intersections (`rise` above 0), else 1 (RK-20)."""
    return MOST_POINTS if rise > 0 else 1
