"""The search for the best turn when sets may cross (share a tile)."""
