"""The bot's services for players, without Discord: the layer between UI and storage."""
