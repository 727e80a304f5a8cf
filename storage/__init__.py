"""Games, scores and settings in one SQLite file: whole transactions, one connection, one process."""
