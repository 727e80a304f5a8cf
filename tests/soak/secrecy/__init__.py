"""What the part `leaks` looks with: two bots that record, what must stay hidden, and a reader of tiles in pictures."""
