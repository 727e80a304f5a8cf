"""Changes to how discord.py works, each with its reason."""
