"""The bot's requests to Discord: how many it may send, and in which order."""
