"""The exact solver for open tables; its entry points are in `engine.solver.best_turn`."""
