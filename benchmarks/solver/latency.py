"""The solver's speed on public positions, in games and on made-up positions, compared with other solvers'."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from importlib import import_module
from importlib.metadata import version
from typing import Any

from benchmarks.measure.figures import Alternative, Figure
from benchmarks.measure.times import time_calls
from benchmarks.solver.positions import public
from benchmarks.solver.self_play import deal_game, sample_positions
from benchmarks.solver.synthetic import full_tables, spare_jokers
from engine.game.goals import Goal
from engine.rules import jokers
from engine.rules.claim_rules import ClaimRules
from engine.rules.table_rules import TableRules
from engine.solver.best_turn import Position, can_play, solve
from engine.tiles.tiles import Box, Tile
from engine.variants import load

SAMPLE = 1000
HARD = 200
PLAYERS = 3
SIX = 6
HIGHS, GLPK = (20, 25, None), (4, 2, 2)  # at least times as fast
ENDS = "; fewer tiles in {}: it puts no joker at an end of a run of four, or in a group of four"
LIBRARY = "rummikub-solver"
BACKENDS = {"HiGHS": "HIGHS", "GLPK": "GLPK_MI"}
COLORS = {"R": "RED", "B": "BLUE", "K": "BLACK", "O": "ORANGE"}

SolverCall = Callable[[], int]
Asked = Callable[[Position], SolverCall]  # prepares a position and returns a call that solves it; only that is timed
SLOWEST = 100  # milliseconds for any position, at most


def most_tiles(position: Position) -> int:
    """Return the largest number of tiles that our solver finds to play, 0 if it finds no play."""
    answer = solve(position, Goal.TILES)
    return len(answer.played) if answer else 0


def most_value(position: Position) -> int:
    """Return the largest value in points that our solver finds to play, 0 if it finds no play."""
    answer = solve(position, Goal.VALUE)
    return answer.value if answer else 0


def systems() -> Mapping[str, TableRules]:
    """Return the rules, by name, of every system on a table, for as many players as allowed, without crossing sets."""
    found = {}
    for variant in load().values():
        rules = getattr(variant, "rules", None)
        if isinstance(rules, TableRules):
            plain = replace(rules, crossings=False) if isinstance(rules, ClaimRules) else rules
            found[str(variant.info.name)] = plain.for_seats(rules.high)
    return found


def first_system() -> TableRules:
    """Return the rules of the first rule system, which is the bot's default."""
    return next(iter(systems().values()))


def beside_others() -> Iterator[Figure]:
    """Time our solver and the others on public positions and on positions of self-play, and yield the figures.

    All look for the most tiles to play, with free jokers, for players who have opened.
    """
    rules = replace(first_system(), jokers=jokers.free)
    known = public(rules)
    wrong = sum(most_tiles(each.position) != each.tiles for each in known)
    wrong += sum(most_value(each.position) != each.value for each in known)
    yield Figure(f"wrong in {2 * len(known)} known optima", wrong, 0, short="wrong")
    played = [replace(each, has_melded=True) for each in sample_positions(rules, PLAYERS, SAMPLE, "speed")]
    yield from _beside("public", f"{len(known)} public positions", [each.position for each in known])
    yield from _beside("played", f"{SAMPLE} positions of self-play", played)


def _beside(key: str, name: str, positions: Sequence[Position]) -> Iterator[Figure]:
    print(f"Most tiles, free jokers, {name}{'median':>21}{'p95':>9}{'worst':>9}")
    ours = time_calls("ours", [partial(most_tiles, each) for each in positions])
    print(ours)
    for (peer, asked), aims in zip(peers(), (HIGHS, GLPK), strict=True):
        theirs = time_calls(peer, [asked(each) for each in positions])
        fewer, more = (sum(map(less, ours.answers, theirs.answers)) for less in (int.__lt__, int.__gt__))
        faster = list(ours.faster(theirs, f"{key}-{peer.split()[-1].lower()}", f"times faster, {name}", aims))
        print(theirs, *(f"{each.value:.1f} x" for each in faster), ENDS.format(more) if more else "")
        beside = Alternative("fewer than ours", more)
        yield Figure(f"answers with fewer tiles than those of {peer}, {name}", fewer, 0, beside=beside)
        yield from faster


def under_rules() -> Iterator[Figure]:
    """Time our solver, and its answer whether there's a play, on self-play under the default joker rule."""
    print(f"Under the default rules, {SAMPLE} positions of self-play{'median':>14}{'p95':>9}{'worst':>9}")
    rules = first_system()
    played = sample_positions(rules, PLAYERS, SAMPLE, "rules")
    melded = [replace(each, has_melded=True) for each in played]
    best = time_calls("most tiles, opened", [partial(most_tiles, each) for each in melded])
    best_free = time_calls(
        "most tiles, opened, free jokers", [partial(most_tiles, _free_jokers(each)) for each in melded]
    )
    asked = time_calls("can anybody play", [partial(can_play, each) for each in played])
    asked_free = time_calls("can anybody play, free jokers", [partial(can_play, _free_jokers(each)) for each in played])
    print(best, best_free, asked, asked_free, sep="\n")
    yield from best.beside(best_free, "rules", "most tiles under the default rules", (None, 8, 50))
    yield from asked.beside(asked_free, "can-play", "can anybody play", (None, 5, None))
    yield Figure("can anybody play, free jokers, p95", asked_free.slow, 5, " ms")


def hard_ones() -> Iterator[Figure]:
    """Time our solver on nearly full tables of every rule system and larger boxes, some without a place for a joker."""
    print(f"Made-up tables, a third full to quite full{'median':>25}{'p95':>9}{'worst':>9}")
    kinds = dict(systems())
    first = first_system()
    kinds |= {f"{name}, free jokers": replace(first, jokers=jokers.free) for name in list(kinds)[:1]}
    large = replace(first, box=Box(copies=3, jokers=4))
    kinds |= {"160 tiles": large, "160 tiles, free jokers": replace(large, jokers=jokers.free)}
    times = []
    for name, rules in kinds.items():
        cases = full_tables(rules, HARD, name) + (spare_jokers(rules) if rules.box.jokers else [])
        times.append(time_calls(name, [partial(most_tiles, each) for each in cases]))
    print(*times, sep="\n")
    six = next(rules for rules in systems().values() if not rules.box.jokers)
    games = [each for seed in range(10) for each in deal_game(six, SIX, seed).positions()]
    packs = time_calls("six piecepacks, games", [partial(most_tiles, each) for each in games])
    print(packs)
    name = next(name for name, rules in kinds.items() if not rules.box.jokers)
    full = next(each for each in times if each.name == name)
    yield from (each.alone(f"full {each.name}", f"nearly full tables, {each.name}") for each in times)
    yield Figure(
        f"{len(six.box.tiles())} tiles of {name}, worst", max(packs.worst, full.worst), 50, " ms", short="packs"
    )
    yield Figure("any position, worst", max(each.worst for each in times), SLOWEST, " ms", short="worst")


def _free_jokers(position: Position) -> Position:
    return replace(position, rules=replace(position.rules, jokers=jokers.free))


def peers() -> Iterator[tuple[str, Asked]]:
    """Yield (name with version, function that prepares a call for a position) for each backend of rummikub-solver.

    The solver's object is made once for all calls, as its users would do. Raises: ImportError if it isn't installed.
    """
    try:
        library: Any = import_module("rummikub_solver")
        import_module("cvxopt")
    except ImportError as error:
        raise ImportError("the solvers to measure beside are not installed: `make bench` does that") from error
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


def run() -> Sequence[Figure]:
    """Measure everything in this module, print tables of times, and return the figures."""
    return [*beside_others(), *under_rules(), *hard_ones()]
