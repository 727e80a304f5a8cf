"""The loopback Discord's state (users, channels, messages) and its JSON."""
