"""Ready plays on an open table: sets complete in the rack, tiles that fit a set as it is, and whole first plays."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, groupby, islice, zip_longest

from engine.game.actions import Action
from engine.game.bench import MOST_READY, ReadyPlay
from engine.rules.first_play import opening_points
from engine.solver.best_turn import Position
from engine.solver.plans.best_openings import find_best_opening, keep_meldable
from engine.solver.sweep.reconstruct import faces_of
from engine.table.bench import TableBench
from engine.table.rows import make_firm, read_as
from engine.table.turns import judge_edits
from engine.text.errors import IllegalMove
from engine.text.phrases import Phrase, as_tiles, join_with_and, later
from engine.tiles.edits import Row
from engine.tiles.melds import SMALLEST_SET, Meld, Piece, read_melds
from engine.tiles.notation import say_tile, say_tiles, write_tiles
from engine.tiles.sets import free_labels
from engine.tiles.tiles import JOKER, Box, Tile, by_color, by_number

MOST_JUDGED = 24
"""The maximum number of plays that are judged for one list; where sets cross, many of them are illegal.

Measured on 26 November 2026: judging more finds no further plays, and judging fewer finds fewer. The slowest list took
6 ms.
"""

_KNOWN = 256  # cached racks; most have the same sets as before the latest draw or another player's turn

Candidate = tuple[TableBench, Phrase]  # the bench after a play that may be illegal, and the phrase that names the play
RackSet = tuple[int, tuple[Tile, ...]]  # a set's points, and its tiles


@dataclass(frozen=True, slots=True)
class _Draft:
    """The draft that the plays are added to: a seat's bench, and its position.

    `points` are those of its turn, and `is_open` is whether the player has opened, in this draft or before. `left` are
    the tiles left on the rack, and `letters` those of new sets, as many as these tiles can make.
    """

    position: Position
    bench: TableBench
    seat: int
    points: int
    is_open: bool
    left: tuple[Tile, ...]
    letters: tuple[str, ...]


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
    left = tuple(bench.rack[index] for index in bench.left)
    letters = islice(free_labels({*bench.rows, *(each.label for each in bench.table)}), len(left) // SMALLEST_SET)
    draft = _Draft(position, bench, seat, points, position.has_melded or drafted is not None, left, tuple(letters))
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
    after, said = candidate
    points = _judge(draft.position, after, draft.seat)
    if points is None:
        return None
    shows_points = draft.position.rules.valued and not draft.position.has_melded
    return ReadyPlay(after, said, points - draft.points if shows_points else None, is_best)


def _judge(position: Position, bench: TableBench, seat: int) -> int | None:
    try:
        return judge_edits(position, bench.action(seat).edits).points
    except IllegalMove:
        return None


def _list_candidates(draft: _Draft) -> Iterator[Candidate]:
    bench, box, left = draft.bench, draft.bench.box, draft.left
    naturals, jokers = [tile for tile in left if not tile.is_joker], [tile for tile in left if tile.is_joker]
    needed = 0 if draft.is_open else opening_points(draft.position.rules.opening) - draft.points
    if needed > 0 and (melds := _find_opening(naturals, jokers, needed, box)):
        yield _play_sets(draft, melds)
    for find, tiles in ((_list_complete_sets, naturals), (_list_joker_sets, jokers)):
        sets = (each for points, each in find(left, box) if points >= needed)
        yield from (_play_sets(draft, [read_melds(tuple(map(Piece, each)), box)[0]]) for each in sets)
        if draft.is_open or bench.changes:
            yield from _list_additions(bench, tiles)


def _play_sets(draft: _Draft, melds: Sequence[Meld]) -> Candidate:
    rows = {label: meld.pieces for label, meld in zip(draft.letters, melds, strict=False)}
    return draft.bench.with_rows(rows), as_tiles(" / ".join([write_tiles(meld.tiles) for meld in melds]))


def _find_opening(naturals: Sequence[Tile], jokers: Sequence[Tile], points: int, box: Box) -> Sequence[Meld]:
    """Return the sets worth most, highest first, jokers only if needed; none if worth less than `points`."""
    melds = find_best_sets(frozenset(keep_meldable(Counter(naturals), box).items()), points, box)
    if not melds and jokers:
        melds = find_best_sets(frozenset(Counter([*naturals, *jokers]).items()), points, box)
    return melds


@lru_cache(maxsize=_KNOWN)
def find_best_sets(rack: frozenset[tuple[Tile, int]], points: int, box: Box) -> Sequence[Meld]:
    """Return the sets worth most that a rack, as counts, makes, highest first; none if worth less than `points`."""
    found = find_best_opening(dict(rack), box, points)
    return tuple(sorted(found.melds, key=lambda meld: -meld.value)) if found else ()


def _list_complete_sets(tiles: Iterable[Tile], box: Box) -> list[RackSet]:
    """Return every longest run and every largest group that the tiles make, most tiles and then most points first."""
    held = set(tiles)
    rows = [*chain.from_iterable(_list_runs(held, box)), *_list_groups(held, box)]
    sets = [(sum(tile.number for tile in each), each) for each in rows if len(each) >= SMALLEST_SET]
    return sorted(sets, key=lambda each: (-len(each[1]), -each[0]))


def _list_groups(held: Collection[Tile], box: Box) -> list[tuple[Tile, ...]]:
    """Return the tiles of each number, from the lowest up, in the order of their colors, however few."""
    return [tuple(tile for tile in faces if tile in held) for faces in faces_of(box)]


def _list_runs(held: Collection[Tile], box: Box) -> list[list[tuple[Tile, ...]]]:
    """Return, for each color, the longest rows of consecutive numbers among its tiles, in order, however short."""
    return [
        [tuple(row) for there, row in groupby(faces, key=held.__contains__) if there]
        for faces in zip(*faces_of(box), strict=True)
    ]


def _list_joker_sets(tiles: Iterable[Tile], box: Box) -> list[RackSet]:
    """Return the sets in which a joker completes natural tiles that aren't a set by themselves, most points first.

    Sets in which the joker could also stand for another tile of a run are left out.
    """
    held = set(tiles)
    if JOKER not in held:
        return []
    pairs = (group for group in _list_groups(held, box) if len(group) == SMALLEST_SET - 1)
    found: list[RackSet] = [(SMALLEST_SET * pair[0].number, (*pair, JOKER)) for pair in pairs]
    for runs in _list_runs(held, box):
        rows = {row[0].number: row for row in runs}
        ends = {row[-1].number: row for row in runs}
        for number in sorted({start - 1 for start in rows} | {end + 1 for end in ends}):
            lower, upper = ends.get(number - 1, ()), rows.get(number + 1, ())
            if len(lower) + len(upper) < SMALLEST_SET - 1 or max(len(lower), len(upper)) >= SMALLEST_SET:
                continue
            if (lower or upper[-1].number == box.high) and (upper or lower[0].number == box.low):
                run = (*lower, JOKER, *upper)
                found.append((number + sum(tile.number for tile in run), run))
    return sorted(found, key=lambda each: -each[0])


def _list_additions(bench: TableBench, tiles: Iterable[Tile]) -> Iterator[Candidate]:
    """Yield each way to add one of the tiles to a row in which it can only be one tile: one way for each tile first."""
    more = sorted(set(tiles), key=by_number, reverse=True)
    ways: dict[Tile, list[tuple[str, Row]]] = {tile: [] for tile in more}
    for label, row in bench.placed.items():
        naturals = [piece.tile for piece in row if not piece.tile.is_joker]
        able = [tile for tile in more if _may_extend(naturals, len(row), tile)]
        firm = tuple(map(make_firm, row)) if able else ()
        for tile in able:
            piece = Piece(tile)
            melds = [*read_melds((*firm, piece), bench.box), *read_melds((piece, *firm), bench.box)]
            if melds and len({meld.in_order for meld in melds}) == 1:
                ways[tile].append((label, read_as((*row, piece), melds[0])))
    for turn in zip_longest(*ways.values()):
        for tile, (label, extended) in ((tile, way) for tile, way in zip(more, turn, strict=True) if way is not None):
            said = later("{tile} to set {set}", tile=say_tile(tile), set=label)
            yield bench.with_rows({label: extended}), said


def _may_extend(naturals: Sequence[Tile], size: int, tile: Tile) -> bool:
    """Return whether a row of `size` tiles, jokers included, may be a set with one more; only False is certain."""
    if tile.is_joker or not naturals:
        return True
    if tile.color != naturals[0].color:
        return tile.number == naturals[0].number and tile not in naturals
    numbers = [each.number for each in naturals]
    return tile not in naturals and max(tile.number, *numbers) - min(tile.number, *numbers) <= size


def _describe_changes(bench: TableBench) -> Phrase:
    changed = bench.changes
    fixed = [each for each in changed if not Counter(each.before) - Counter(each.after)]
    new = [write_tiles(piece.tile for piece in each.after) for each in fixed if not each.before]
    if len(fixed) == len(changed) == len(new):
        return as_tiles(" / ".join(new))
    played = say_tiles(sorted(bench.played, key=by_color))
    labels = [each.label for each in changed if each.before]
    return later("{tiles} with sets {sets}", tiles=played, sets=join_with_and(labels))
