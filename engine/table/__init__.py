"""Games on an open table: their states, views, computers and benches."""
