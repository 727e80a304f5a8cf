"""Reviews and puzzles, which use a solver."""
