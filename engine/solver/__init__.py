"""The exact solver for tables without a grid; its entry points are in `engine.solver.best_turn`."""
