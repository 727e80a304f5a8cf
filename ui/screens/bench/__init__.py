"""A player's bench: its screen, its menus, and what their values mean."""
