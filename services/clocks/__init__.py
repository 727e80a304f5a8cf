"""The times of turns and lobbies: when they end, and what happens then."""
