"""What the bot does for its players, without Discord: between the engine and storage."""
