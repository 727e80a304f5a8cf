"""Best-first branch and bound over partial turns, for the joker and opening rules that the sweep ignores."""
