"""Games on a grid: what lies there, what a turn may do, and how the best turn is found."""
