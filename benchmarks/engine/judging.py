"""The time that the rules need to judge a turn that changes a full table.

It is compared with a simple judge, which tries every order of each set and every face of its jokers.
"""

import statistics
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import permutations, product
from time import process_time

from benchmarks.measure.figures import Alternative, Figure
from engine.game.actions import Play
from engine.game.variant import Variant
from engine.table.state import TableState
from engine.tiles.edit_notation import read_edits
from engine.tiles.notation import read_rack, read_rows, read_table
from engine.tiles.sets import settle
from engine.tiles.tiles import JOKER, Box, Color, Tile
from engine.variants import load

ROUNDS = 300
ROUNDS_OF_NAIVE = 15
FASTEST = 1.0  # milliseconds, at most
VALID = "Valid"  # how the preview of a legal turn begins
SIMPLE = "every order, every joker"
NOW = 1_800_000_000

# Every tile of the box: 21 sets with both jokers, and the rest on two racks. The turn splits a run, frees a joker, adds
# to another run and moves tiles between groups. A 1 added at the low end of a run is written after the 7.
RUNS = [f"{c}2 {c}3 {c}4 {c}5 {c}6 {c}7 {c}1 / {c}8 {c}9 {c}10 {c}11 {c}12 {c}13" for c in "RBKO"]
GROUPS = [
    *(f"R{number} B{number} K{number} O{number}" for number in range(1, 8)),
    "B9 K9 O9",
    "B10 K10 O10",
    "B12 K12 O12",
]
TABLE = " / ".join([*RUNS, *GROUPS, "B13 K13 O13", "R8 B8 J", "R9 J R11"])
SPLIT = ["R1 R2 R3 / R7 R6 R5 R4 / R8 R9 R10 R11 R12 R13", *RUNS[1:]]
AFTER = " / ".join([*SPLIT, *GROUPS, "K13 O13 R13 B13", "K8 B8 R8", "R12 R11 J R9", "B11 K11 J"])
RACK = "K8 O8 R12 R13 B11 K11 O11"
OTHER = "R10"

# The same with six players' piecepacks: a run of each of two suits and five groups of each value; the turn makes runs
# from groups and plays another run.
VALUES = "NA2345"
PACKS = [" ".join(f"{suit}{value}" for suit in "SMCA") for value in VALUES]
SEQUENCES = [" ".join(f"{suit}{value}" for value in VALUES) for suit in "SM"]
PACK_TABLE = " / ".join([*SEQUENCES, *PACKS * 5])
PACK_AFTER = " / ".join(
    [*SEQUENCES, *PACKS * 4, *PACKS[:2], *(f"{c}2 {c}3 {c}4" for c in "SMCA"), PACKS[-1], "C2 C3 C4"]
)
PACK_RACK = "C2 C3 C4 AN"


def naive(box: Box, case: Mapping[str, object]) -> bool:
    """Return whether a turn is legal, judged the simple way: try every order and all joker faces of each set.

    `case` has, in notation, the `table`, the `rack` and the table `after` the turn. The rules about the table's jokers
    are ignored, so this does less than the engine.
    """
    before, after = (
        [[piece.tile for piece in row] for row in read_rows(str(case[key]), box)] for key in ("table", "after")
    )
    rack = Counter(read_rack(str(case["rack"]), box))
    lying, proposed = (Counter(tile for row in table for tile in row) for table in (before, after))
    played = proposed - lying
    return bool(played) and not played - rack and not lying - proposed and all(_is_set(row, box) for row in after)


def _is_set(row: Sequence[Tile], box: Box) -> bool:
    faces = [[each for each in set(box.tiles()) if each != JOKER] if tile == JOKER else [tile] for tile in row]
    return len(row) > 2 and any(_is_group(way) or any(map(_is_run, permutations(way))) for way in product(*faces))  # noqa: PLR2004  # a set is three


def _is_group(row: Sequence[Tile]) -> bool:
    return len({tile.number for tile in row}) == 1 and len({tile.color for tile in row}) == len(row)


def _is_run(row: Sequence[Tile]) -> bool:
    return len({tile.color for tile in row}) == 1 and all(
        tile.number == row[0].number + place for place, tile in enumerate(row)
    )


def full_table(variant: Variant[TableState], table: str = TABLE, racks: Sequence[str] = (RACK, OTHER)) -> TableState:
    """Return a state with the given table and racks (in notation), which must have all tiles, and an empty pool."""
    state = variant.setup(len(racks), bytes(32), NOW, {}).state
    hands = [read_rack(text, variant.box) for text in racks]
    seats = tuple(replace(seat, rack=rack, opened=True) for seat, rack in zip(state.seats, hands, strict=True))
    sets = settle((), read_table(table, variant.box), ())
    return replace(state, seats=seats, pool=(), sets=sets, turn=0, active=frozenset({0}))


def of_each_table() -> Iterator[Figure]:
    """Measure how long each rule system but the first needs to judge a turn on a full table; print and yield the ms.

    Systems with a grid are left out. Raises: ValueError if a system doesn't allow the turn.
    """
    print("Judging in the other systems, on a table of all tiles")
    for variant in [each for each in load().values() if each.state_type is TableState][1:]:
        packs = Color.RED not in variant.box.colors
        state = full_table(variant, PACK_TABLE, [PACK_RACK, *["CN"] * 5]) if packs else full_table(variant)
        after = PACK_AFTER if packs else AFTER
        action = Play(0, read_edits(f"table: {after}", variant.box))
        case = {"table": PACK_TABLE if packs else TABLE, "rack": PACK_RACK if packs else RACK, "after": after}
        if str(variant.preview(state, action))[:5] != VALID or not naive(variant.box, case):
            raise ValueError(str(variant.preview(state, action)))
        shown = milliseconds(partial(variant.preview, state, action), ROUNDS)
        beside = Alternative(SIMPLE, milliseconds(partial(naive, variant.box, case), ROUNDS_OF_NAIVE), " ms")
        print(f"  {variant.info.name!s:30} {shown:7.3f} ms  {1000 / shown:8.0f} turns a second")
        name = f"median of judging a full-table turn of {variant.info.name}"
        yield Figure(name, shown, FASTEST, " ms", beside=beside)


def milliseconds(work: Callable[[], object], rounds: int) -> float:
    """Call `work` once per round, and return the median CPU time of a call in ms."""
    times = []
    for _ in range(rounds):
        begin = process_time()
        work()
        times.append(process_time() - begin)
    return 1000 * statistics.median(times)


def run() -> Sequence[Figure]:
    """Measure the judging, print its times, and return the figures (measured values with their bounds)."""
    variant = next(iter(load().values()))
    case = {"opened": True, "table": TABLE, "rack": RACK, "after": AFTER}
    state = full_table(variant)
    action = Play(0, read_edits(f"table: {AFTER}", variant.box))
    if str(variant.preview(state, action))[:5] != VALID or not naive(variant.box, case):
        raise ValueError(str(variant.preview(state, action)))
    shown = milliseconds(partial(variant.preview, state, action), ROUNDS)
    from_text = milliseconds(partial(variant.judge, case), ROUNDS)
    played = milliseconds(partial(variant.apply, state, action, now=NOW), ROUNDS)
    alternative = milliseconds(partial(naive, variant.box, case), ROUNDS_OF_NAIVE)
    print("Judging: 106 tiles, 21 sets, a turn that changes six of them")
    print(f"  in a game                      {shown:7.3f} ms  {1000 / shown:8.0f} turns a second")
    print(f"  from text, as `judge` does     {from_text:7.3f} ms  {1000 / from_text:8.0f} turns a second")
    print(f"  played: judged, then laid      {played:7.3f} ms  {1000 / played:8.0f} turns a second")
    print(f"  every order, every joker       {alternative:7.3f} ms  {1000 / alternative:8.0f} turns a second")
    print(f"  ratio, from text               {alternative / from_text:7.1f}")
    beside = Alternative(SIMPLE, alternative, " ms")
    return [
        Figure("median of judging a full-table turn in a game", shown, FASTEST, " ms", short="game", beside=beside),
        Figure("median of judging a full-table turn from text", from_text, FASTEST, " ms", short="text", beside=beside),
        *of_each_table(),
    ]


if __name__ == "__main__":
    run()
