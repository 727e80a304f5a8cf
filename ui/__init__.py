"""How things look on Discord: screens, and the messages that show them."""
