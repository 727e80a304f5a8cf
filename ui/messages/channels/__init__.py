"""Channels: those of tables, with their threads, and the host's for feedback."""
