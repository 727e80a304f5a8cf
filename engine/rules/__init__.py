"""The rules of a turn on an open table: a function for each."""
