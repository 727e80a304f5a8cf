"""A player's bench, which shows the rack and the draft of a turn: its screen, its menus, and the handling of taps."""
