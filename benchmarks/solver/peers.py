"""Other solvers, which are asked the same questions as ours. `make bench` installs them from `peers.lock`."""

from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.metadata import version
from typing import Any

from engine.solver.best_turn import Position
from engine.tiles.tiles import Tile

LIBRARY = "rummikub-solver"
BACKENDS = {"HiGHS": "HIGHS", "GLPK": "GLPK_MI"}
COLORS = {"R": "RED", "B": "BLUE", "K": "BLACK", "O": "ORANGE"}

SolverCall = Callable[[], int]
Asked = Callable[[Position], SolverCall]  # prepares a position and returns a call that solves it; only that is timed


class NoPeers(ImportError):
    """The solvers to compare with aren't installed."""

    def __str__(self) -> str:
        return "the solvers to measure beside are not installed: `make bench` does that"


def peers() -> Iterator[tuple[str, Asked]]:
    """Yield (name with version, function that prepares a call) for each backend of rummikub-solver.

    The call, for one position, returns the most tiles that can be played. The solver's object is made once for all
    calls, as its users would do.

    Raises:
        NoPeers: rummikub-solver isn't installed.
    """
    try:
        library: Any = import_module("rummikub_solver")
        import_module("cvxopt")
    except ImportError as error:
        raise NoPeers from error
    for name, backend in BACKENDS.items():
        yield f"{LIBRARY} {version(LIBRARY)}, {name}", _make_call(library, backend)


def _make_call(library: Any, backend: str) -> Asked:
    rules = library.RuleSet(solver_backend=library.MILPSolver[backend])
    known = {(tile.colour.name, tile.value): tile for tile in rules.tiles[:-1]}
    mode = library.SolverMode.TILE_COUNT

    def theirs(tile: Tile) -> Any:
        return rules.tiles[-1] if tile.color is None else known[COLORS[tile.color.value], tile.number]

    def asked(position: Position) -> SolverCall:
        state = rules.new_game()
        state.add_table(*(theirs(tile) for each in position.sets for tile in each.meld.tiles))
        state.add_rack(*map(theirs, position.rack))
        state.initial = False

        def call() -> int:
            found = rules.solve(state, mode)
            return len(found.tiles) if found else 0

        return call

    return asked
