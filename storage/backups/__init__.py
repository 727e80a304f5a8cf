"""Copies of the database: made while the bot runs, checked, kept for some weeks, and restored."""
