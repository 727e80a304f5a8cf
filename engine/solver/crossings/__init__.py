"""The search for turns where sets may cross."""
