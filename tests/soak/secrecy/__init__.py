"""What the part `leaks` looks with: two bots that record, canaries, and a reader of tiles in pictures."""
