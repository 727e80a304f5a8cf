"""Screens about players."""
