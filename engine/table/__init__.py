"""Games on an open table: their moves, states, views, options, computer players and benches."""
