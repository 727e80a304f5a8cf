"""The ends of games whose time is over, or whose channel is gone."""
