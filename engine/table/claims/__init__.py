"""Games in which sets are claimed for points."""
