"""Chances of winning around the turns of finished games, estimated in a process of their own."""
