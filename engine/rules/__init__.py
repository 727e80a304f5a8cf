"""The rules of games on an open table: the checks of a turn, joker rules, claims and scoring."""
