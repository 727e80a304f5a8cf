"""Channels: those of tables, with their threads, and the owner's for feedback."""
