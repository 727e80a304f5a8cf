"""Whether the database works: its check at startup, and the log of its failures."""
