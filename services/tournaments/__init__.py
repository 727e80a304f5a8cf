"""Tournaments of 4 to 16 people, Swiss or knockout: pure values and functions, without Discord, storage and a clock.

The rules are in docs/tournaments.md.
"""
