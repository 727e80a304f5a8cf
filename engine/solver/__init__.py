"""How the best turn on an open table is found; `engine.solver.best_turn` is the door."""
