"""The websocket gateway: sessions and what they are sent."""
