"""Daily puzzles: where they come from, and the benches on which users answer them."""
