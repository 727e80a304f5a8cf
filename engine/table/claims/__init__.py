"""Games on an open table in which sets are claimed for points."""
