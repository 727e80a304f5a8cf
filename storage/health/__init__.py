"""Whether the database works: its check at startup, the log of its failures, and its figures for the metrics."""
