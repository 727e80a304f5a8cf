"""A player's bench: its screen, its menus, and the handling of their values."""
