"""The websocket gateway: the bot's sessions and the events they are sent."""
