"""Results of finished games: who placed where, who left, and which of them count for a rating."""
