"""Private messages that are kept up to date: racks, copies of a table, solo games, and others that end with a game."""
