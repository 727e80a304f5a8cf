"""Copies of the database: made while the bot runs, checked, kept for a week, and restored."""
