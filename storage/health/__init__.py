"""Whether the database works: its check at startup, the log of its failures, and what metrics say of it."""
