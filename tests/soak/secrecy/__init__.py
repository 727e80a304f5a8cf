"""What the part `leaks` looks with: twin rooms, canaries, and a reader of tiles in pictures."""
