"""What this Discord knows: users, channels, messages, and how it writes them."""
