"""How the best turn on an open table is found; `engine.solver` is the door."""
