"""Games on a grid: their states, rules, views, computer players, and the search for the best turn."""
