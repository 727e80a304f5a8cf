"""Results, ratings, seasons and badges: what a finished game means for its players, without the database."""
