"""Rummykruss, played on a grid: its states, rules, views, computer players, and the search for the best turn."""
