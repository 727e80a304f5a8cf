"""The bot's appearance on Discord: screens, and the messages that show them."""
