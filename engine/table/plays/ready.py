"""Ready plays on an open table: sets complete in the rack, tiles that fit a set as it is, and whole first plays."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, zip_longest

from engine.game.actions import Action
from engine.game.bench import MOST_READY, ReadyPlay
from engine.rules.checks import opening_points
from engine.solver.best_turn import Position
from engine.solver.plans.best_openings import find_best_opening
from engine.table.bench import TableBench
from engine.table.rows import make_firm, read_as
from engine.table.turns import judge_edits
from engine.text.errors import IllegalMove
from engine.text.phrases import Phrase, as_is, join_with_and, later
from engine.tiles.edits import Row
from engine.tiles.melds import SMALLEST_SET, Piece, read_melds
from engine.tiles.notation import write_tile, write_tiles
from engine.tiles.sets import free_labels
from engine.tiles.tiles import JOKER, Box, Color, Tile, by_color, by_number

MOST_JUDGED = 24
"""The maximum number of plays that are judged for one list; where sets cross, many of them are illegal.

Chosen with `python -m benchmarks plays`: judging more finds no further plays, and judging fewer finds fewer.
"""

Candidate = tuple[TableBench, Phrase]  # the bench after a play that may be illegal, and the phrase that names the play


@dataclass(frozen=True, slots=True)
class _Draft:
    """The draft that the plays are added to: a seat's bench, and its position.

    `points` are those of its turn, and `is_open` is whether the player has opened, in this draft or before.
    """

    position: Position
    bench: TableBench
    seat: int
    points: int
    is_open: bool


def list_ready_plays(
    position: Position, bench: TableBench, seat: int, best: Action | None = None
) -> tuple[ReadyPlay, ...]:
    """Return up to `MOST_READY` legal plays that add tiles to the draft on this seat's bench, in this order.

    `best` is the turn that a search found; it's the first if the draft is empty. For a player who hasn't opened, the
    rack sets worth the most points follow. Then come sets that are complete in the rack, single tiles that fit a set as
    it is, and both again with a rack joker that can stand for one tile only. All but `best` move no tile of the table.
    """
    if bench.hold or bench.strays:
        return ()
    drafted = _judge(position, bench, seat) if bench.changes else None
    points = bench.points if drafted is None else drafted
    draft = _Draft(position, bench, seat, points, position.opened or drafted is not None)
    candidates = islice(_list_candidates(draft), MOST_JUDGED)
    found: dict[str, ReadyPlay] = {}
    if best is not None and not bench.changes:
        after = bench.as_played(best)
        play = _make_play(draft, (after, _describe_changes(after)), is_best=True)
        found |= {play.key: play} if play else {}
    for candidate in candidates:
        if len(found) == MOST_READY:
            break
        if play := _make_play(draft, candidate):
            found.setdefault(play.key, play)
    return tuple(found.values())


def _make_play(draft: _Draft, candidate: Candidate, *, is_best: bool = False) -> ReadyPlay | None:
    """Return the ready play of a candidate, with its points if the player hasn't opened; None if it's illegal."""
    after, said = candidate
    points = _judge(draft.position, after, draft.seat)
    if points is None:
        return None
    shows_points = draft.position.rules.valued and not draft.position.opened
    return ReadyPlay(after, said, points - draft.points if shows_points else None, is_best)


def _judge(position: Position, bench: TableBench, seat: int) -> int | None:
    """Return the points of the turn that is arranged on the bench; None if it's illegal."""
    try:
        return judge_edits(position, bench.action(seat).edits).points
    except IllegalMove:
        return None


def _list_candidates(draft: _Draft) -> Iterator[Candidate]:
    """Yield plays that may be legal, in the order of `list_ready_plays`."""
    bench, box = draft.bench, draft.bench.box
    left = [bench.rack[place] for place in bench.left]
    naturals, jokers = [tile for tile in left if not tile.is_joker], [tile for tile in left if tile.is_joker]
    needed = 0 if draft.is_open else opening_points(draft.position.rules.opening) - draft.points
    if needed > 0:
        yield from (_lay(bench, rows) for rows in _find_opening(naturals, jokers, needed, box))
    for sets, tiles in ((_list_complete_sets(naturals, box), naturals), (_list_joker_sets(left, box), jokers)):
        rows = (tuple(map(Piece, each)) for each in sets)
        yield from (_lay(bench, [row]) for row in rows if read_melds(row, box)[0].value >= needed)
        if draft.is_open or bench.changes:
            yield from _list_additions(bench, tiles)


def _lay(bench: TableBench, rows: Sequence[Row]) -> Candidate:
    """Return the play that makes new sets of these rows."""
    letters = free_labels({*bench.rows, *(each.label for each in bench.table)})
    ordered = [read_as(row, read_melds(row, bench.box)[0]) for row in rows]
    said = " / ".join(write_tiles(piece.tile for piece in row) for row in ordered)
    return bench.with_rows(dict(zip(letters, ordered, strict=False))), as_is(said)


def _find_opening(naturals: Sequence[Tile], jokers: Sequence[Tile], points: int, box: Box) -> Iterator[list[Row]]:
    """Yield the sets worth the most points that the tiles make, if that's at least `points`; with jokers if needed."""
    for tiles in (naturals, [*naturals, *jokers]) if jokers else (naturals,):
        found = find_best_opening(Counter(tiles), box)
        if found is not None and found.weight >= points:
            yield [meld.pieces for meld in sorted(found.melds, key=lambda meld: -meld.value)]
            return


def _list_complete_sets(tiles: Iterable[Tile], box: Box) -> list[tuple[Tile, ...]]:
    """Return every longest run and every largest group that the tiles make, most tiles and then most points first."""
    held = set(tiles)
    groups = [_list_group(held, number, box) for number in range(box.low, box.high + 1)]
    runs = [run for color in box.colors for run in _list_runs(held, color, box)]
    sets = [each for each in (*runs, *groups) if len(each) >= SMALLEST_SET]
    return sorted(sets, key=lambda each: (-len(each), -sum(tile.number for tile in each)))


def _list_group(held: Collection[Tile], number: int, box: Box) -> tuple[Tile, ...]:
    return tuple(tile for color in box.colors if (tile := Tile(color, number)) in held)


def _list_runs(held: Collection[Tile], color: Color, box: Box) -> Iterator[tuple[Tile, ...]]:
    """Yield each longest row of consecutive numbers among the tiles of a color, in ascending order, however short."""
    row: list[Tile] = []
    numbers = {tile.number for tile in held if tile.color == color}
    for number in range(box.low, box.high + 2):
        if number in numbers:
            row.append(Tile(color, number))
        elif row:
            yield tuple(row)
            row = []


def _list_joker_sets(tiles: Iterable[Tile], box: Box) -> list[tuple[Tile, ...]]:
    """Return the sets in which a joker completes natural tiles that aren't a set by themselves, most points first.

    Sets in which the joker could also stand for another tile of a run are left out.
    """
    held = set(tiles)
    if JOKER not in held:
        return []
    numbers = range(box.low, box.high + 1)
    groups = ((_list_group(held, number, box), number) for number in numbers)
    found = [(SMALLEST_SET * number, (*group, JOKER)) for group, number in groups if len(group) == SMALLEST_SET - 1]
    for color in box.colors:
        rows = {row[0].number: row for row in _list_runs(held, color, box)}
        ends = {row[-1].number: row for row in rows.values()}
        for number in (each for each in numbers if Tile(color, each) not in held):
            lower, upper = ends.get(number - 1, ()), rows.get(number + 1, ())
            if len(lower) + len(upper) < SMALLEST_SET - 1 or max(len(lower), len(upper)) >= SMALLEST_SET:
                continue
            if (lower or upper[-1].number == box.high) and (upper or lower[0].number == box.low):
                run = (*lower, JOKER, *upper)
                found.append((number + sum(tile.number for tile in run), run))
    return [each for _, each in sorted(found, key=lambda each: -each[0])]


def _list_additions(bench: TableBench, tiles: Iterable[Tile]) -> Iterator[Candidate]:
    """Yield each way to add one of the tiles to a row in which it can stand for one tile only.

    The jokers of the row keep what they stand for. One way for each tile comes first, the highest numbers before the
    others, then further ways.
    """
    more = sorted(set(tiles), key=by_number, reverse=True)
    ways: dict[Tile, list[tuple[str, Row]]] = {tile: [] for tile in more}
    for label, row in bench.placed.items():
        firm = tuple(map(make_firm, row))
        for tile in (each for each in more if _may_extend(row, each)):
            piece = Piece(tile)
            melds = [*read_melds((*firm, piece), bench.box), *read_melds((piece, *firm), bench.box)]
            if melds and len({meld.in_order for meld in melds}) == 1:
                ways[tile].append((label, read_as((*row, piece), melds[0])))
    for turn in zip_longest(*ways.values()):
        for tile, (label, extended) in ((tile, way) for tile, way in zip(more, turn, strict=True) if way is not None):
            said = later("{tile} to set {set}", tile=write_tile(tile), set=label)
            yield bench.with_rows({label: extended}), said


def _may_extend(row: Row, tile: Tile) -> bool:
    """Return whether a tile has the number or the color of a row's tiles, and isn't among them; a joker always may."""
    naturals = [piece.tile for piece in row if not piece.tile.is_joker]
    if tile.is_joker or not naturals:
        return True
    return tile not in naturals and (tile.number == naturals[0].number or tile.color == naturals[0].color)


def _describe_changes(bench: TableBench) -> Phrase:
    """Return a phrase that names the new sets and the tiles added to sets, or if others change, the rack tiles."""
    changed = bench.changes
    fixed = [each for each in changed if not Counter(each.before) - Counter(each.after)]
    new = [write_tiles(piece.tile for piece in each.after) for each in fixed if not each.before]
    if len(fixed) == len(changed) == len(new):
        return as_is(" / ".join(new))
    played = write_tiles(sorted(bench.played, key=by_color))
    labels = [each.label for each in changed if each.before]
    return later("{tiles} with sets {sets}", tiles=played, sets=join_with_and(labels))
