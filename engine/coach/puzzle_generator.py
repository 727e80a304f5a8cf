"""The generator of daily puzzles: it plays games from seeds of the date until a position is as hard as the grade asks.

Each position is cut down to the sets and tiles that a best turn needs. Some of the others are then given back until the
puzzle's kind, a number computed by `classify`, is that of its day; then its difficulty is measured. Nothing depends on
which of several best turns the solver finds, so a date always gives the same puzzle.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, combinations, islice, product
from typing import TypeVar
from zlib import crc32

from engine.coach.puzzles import Grade, Puzzle, pose_puzzle
from engine.game.actions import Draw, Play
from engine.game.goals import Goal
from engine.solver.sweep import Arrangement, Growing, TileMultiset, arrange
from engine.table.game import TableGame
from engine.table.state import TableState
from engine.text.errors import IllegalMove
from engine.tiles.edits import Add, Edit, NewRow
from engine.tiles.melds import SMALLEST_SET, Meld, Piece, find_extensions
from engine.tiles.notation import write_table, write_tiles
from engine.tiles.shuffle import SEED_BYTES, shuffle
from engine.tiles.tiles import Box, Tile, by_color, remove_tiles

T = TypeVar("T")

SEATS = 2
KINDS = 100
"""The number of kinds of puzzles, see `classify`; each day has its kind.

So two puzzles of one grade that are fewer days apart than this differ in kind, and can't be alike.
"""
MOST_GAMES = 1_000
"""The number of games played for one puzzle before the search gives up.

A day's puzzle is found within a few hundred positions, and a game has a dozen or more.
"""
_MOST_WAYS = 2_000  # combinations of sets and tiles to give back that are tried for one position
_SURPLUS = 3  # sets that a position may have beyond a puzzle's; larger tables are slow, and full of runs of all numbers
_EDITION = b"rackety puzzles, first edition"


def play_turns(game: TableGame, seed: bytes) -> Iterator[TableState]:
    """Play a game from a seed until its pool is empty, and yield the state before each turn of an opened player."""
    state = game.setup(SEATS, seed, 0, {"clock": 0}).state
    while state.pool and not state.outcome:
        if state.seats[state.turn].has_melded:
            yield state
        state = _move(game, state)


def _move(game: TableGame, state: TableState) -> TableState:
    """Return the state after the player to move plays what a greedy search finds, or draws if that's illegal."""
    seat = state.seats[state.turn]
    rows = list(_find_rows(seat.rack, game.box))
    edits: list[Edit] = [NewRow(tuple(map(Piece, row))) for row in rows]
    if seat.has_melded:
        left = remove_tiles(seat.rack, chain.from_iterable(rows))
        edits += _find_additions({each.label: each.meld.tiles for each in state.sets}, left, game.box)
    try:
        return game.apply(state, Play(state.turn, tuple(edits)), now=0).state
    except IllegalMove:  # nothing to play, or not enough to open
        return game.apply(state, Draw(state.turn, 1), now=0).state


def _find_rows(rack: Sequence[Tile], box: Box) -> Iterator[tuple[Tile, ...]]:
    """Yield sets of rack tiles without jokers, always the one of highest value next; no tile is used twice."""
    held = Counter(rack)
    while rows := [*_find_runs(held, box), *_find_groups(held, box)]:
        dearest = max(rows, key=lambda row: sum(tile.number for tile in row))
        yield dearest
        held -= Counter(dearest)


def _find_runs(held: Counter[Tile], box: Box) -> Iterator[tuple[Tile, ...]]:
    for color in box.colors:
        run: tuple[Tile, ...] = ()
        for tile in (Tile(color, number) for number in range(box.low, box.high + 2)):
            if held[tile]:
                run += (tile,)
            else:
                if len(run) >= SMALLEST_SET:
                    yield run
                run = ()


def _find_groups(held: Counter[Tile], box: Box) -> Iterator[tuple[Tile, ...]]:
    for number in range(box.low, box.high + 1):
        group = tuple(tile for color in box.colors if held[tile := Tile(color, number)])
        if len(group) >= SMALLEST_SET:
            yield group


def _find_additions(table: Mapping[str, tuple[Tile, ...]], rack: Sequence[Tile], box: Box) -> Iterator[Add]:
    """Yield rack tiles, one at a time, added to sets of `table` (letter to tiles, no jokers), until none fits."""
    rows, left = dict(table), sorted(rack, key=by_color)
    while fits := [(tile, label) for tile in left for label, row in rows.items() if tile in find_extensions(row, box)]:
        tile, label = fits[0]
        yield Add(label, (Piece(tile),))
        left.remove(tile)
        rows[label] = tuple(sorted((*rows[label], tile), key=by_color))


@dataclass(frozen=True, slots=True)
class GradeBounds:
    """The requirements of a grade for its puzzles.

    `sets` is the range of the number of sets on the table, `played` that of the number of rack tiles that a best turn
    plays, and `apart` that of the number of sets that a best turn must take apart. A turn that takes at most `shallow`
    sets apart plays at most half of those tiles. At most `spare` rack tiles are left over that a best turn doesn't
    need.
    """

    sets: range
    played: range
    apart: range
    shallow: int
    spare: int


TERMS = {
    Grade.EASY: GradeBounds(sets=range(5, 9), played=range(2, 5), apart=range(2, 3), shallow=0, spare=0),
    Grade.MEDIUM: GradeBounds(sets=range(6, 10), played=range(3, 7), apart=range(3, 4), shallow=1, spare=1),
    Grade.HARD: GradeBounds(sets=range(7, 12), played=range(4, 8), apart=range(4, 6), shallow=2, spare=2),
}


@dataclass(frozen=True, slots=True)
class PuzzlePosition:
    """A table and a rack without jokers, from which a puzzle may be made."""

    box: Box
    sets: tuple[Meld, ...]
    rack: tuple[Tile, ...]

    @property
    def best(self) -> int:
        """The maximum number of rack tiles that a turn can play."""
        found = self.find_playing(0, self.sets)
        return found.weight if found else 0

    def find_playing(
        self, least: int, apart: Sequence[Meld], standing: Sequence[Meld] = (), enough: int | None = None
    ) -> Arrangement | None:
        """Return a turn that plays the most rack tiles, or None if it would play fewer than `least`.

        The turn may rearrange the tiles of the sets in `apart`, but only add to the sets in `standing`. The search
        stops at a turn that plays `enough` tiles, if that is given.
        """
        multiset = TileMultiset(
            box=self.box,
            must=Counter(tile for meld in apart for tile in meld.tiles),
            may=Counter(self.rack),
            weights=(1,) * (self.box.high - self.box.low + 1),
            joker_weight=1,
            growing=tuple(Growing(meld, by_rack=False) for meld in standing),
        )
        return arrange(multiset, beat=least - 1, enough=enough)

    def can_play(self, tiles: int) -> bool:
        """Return whether a turn can play at least this many rack tiles."""
        return self.find_playing(tiles, self.sets, enough=tiles) is not None

    def find_taking_apart(self, number: int, tiles: int) -> Arrangement | None:
        """Return a turn that plays at least `tiles` rack tiles and takes at most `number` sets apart, or None."""
        for way in combinations(range(len(self.sets)), number):
            apart = [self.sets[index] for index in way]
            others = [meld for index, meld in enumerate(self.sets) if index not in way]
            if found := self.find_playing(tiles, apart, others, enough=tiles):
                return found
        return None


def make_puzzle(game: TableGame, day: int, grade: Grade) -> Puzzle:
    """Return the puzzle of a day (from 1 January 1970 in UTC). Raises LookupError after `MOST_GAMES` games."""
    for puzzle in search(game, day, grade):
        if puzzle:
            return puzzle
    raise LookupError(day)


def search(game: TableGame, day: int, grade: Grade) -> Iterator[Puzzle | None]:
    """Play games for a day, and yield for each of their positions the puzzle made from it, or None if it makes none."""
    for number in range(MOST_GAMES):
        seed = bytes(shuffle(range(256), _EDITION, f"{grade} {day} {number}")[:SEED_BYTES])
        for state in play_turns(game, seed):
            if len(state.sets) >= TERMS[grade].sets.stop + _SURPLUS:
                break
            rack = tuple(tile for tile in state.seats[state.turn].rack if not tile.is_joker)
            whole = PuzzlePosition(game.box, tuple(each.meld for each in state.sets), rack)
            spot = _cut(whole, TERMS[grade], day, seed, f"{state.turns}")
            yield _grade_puzzle(game, spot, day, grade) if spot else None


def _cut(spot: PuzzlePosition, terms: GradeBounds, day: int, seed: bytes, turn: str) -> PuzzlePosition | None:
    """Remove sets and rack tiles from a position until it suits a puzzle; return None if it can't.

    Its size has to fit `terms`, and its kind (see `classify`) has to be that of the day. `seed` and `turn`, the number
    of the turn as text, decide which sets and tiles are tried first.
    """
    best = spot.best if len(spot.sets) >= terms.sets.start else 0
    if best not in terms.played or spot.find_taking_apart(0, 1):
        return None
    core = spot
    for meld in shuffle(spot.sets, seed, f"sets {turn}"):
        lesser = replace(core, sets=_remove_one(core.sets, meld))
        core = lesser if lesser.can_play(best) else core
    for tile in shuffle(spot.rack, seed, f"tiles {turn}"):
        lesser = replace(core, rack=_remove_one(core.rack, tile))
        core = lesser if lesser.can_play(best) else core
    sets = shuffle(_subtract(spot.sets, core.sets), seed, f"more sets {turn}")
    tiles = shuffle(_subtract(spot.rack, core.rack), seed, f"more tiles {turn}")
    few, many = terms.sets.start - len(core.sets), terms.sets.stop - len(core.sets)
    ways = product(_list_picks(sets, range(max(few, 0), many)), _list_picks(tiles, range(terms.spare + 1)))
    cuts = (replace(core, sets=core.sets + more, rack=core.rack + spare) for more, spare in islice(ways, _MOST_WAYS))
    return next((cut for cut in cuts if classify(cut) == day % KINDS), None)


def _remove_one(things: tuple[T, ...], thing: T) -> tuple[T, ...]:
    index = things.index(thing)
    return things[:index] + things[index + 1 :]


def _subtract(all_of_them: Sequence[T], some: Sequence[T]) -> list[T]:
    return list((Counter(all_of_them) - Counter(some)).elements())


def _list_picks(things: Sequence[T], numbers: range) -> Iterator[tuple[T, ...]]:
    return chain.from_iterable(combinations(things, number) for number in numbers)


def classify(spot: PuzzlePosition) -> int:
    """Return a position's kind, from 0 to `KINDS` - 1, by numbers alone: not by color, order or counting down."""
    ends = spot.box.low + spot.box.high
    up = _list_numbers(spot, tuple(range(ends + 1)))
    down = _list_numbers(spot, tuple(range(ends, -1, -1)))
    return crc32(repr(min(up, down)).encode()) % KINDS


def _list_numbers(spot: PuzzlePosition, names: Sequence[int]) -> tuple[list[int], ...]:
    rows = sorted(sorted(names[tile.number] for tile in meld.tiles) for meld in spot.sets)
    return (sorted(names[tile.number] for tile in spot.rack), *rows)


def _grade_puzzle(game: TableGame, spot: PuzzlePosition, day: int, grade: Grade) -> Puzzle | None:
    terms, best = TERMS[grade], spot.best
    if spot.find_taking_apart(terms.shallow, best // 2 + 1):
        return None
    for apart in range(terms.shallow + 1, terms.apart.stop):
        if found := spot.find_taking_apart(apart, best):
            puzzle = Puzzle(
                day=day,
                grade=grade,
                table=write_table(spot.sets),
                rack=write_tiles(sorted(spot.rack, key=by_color)),
                best=found.weight,
                taken_apart=apart,
                answer=write_table(found.melds),
            )
            return puzzle if apart in terms.apart and is_proven(game, puzzle) else None
    return None


def is_proven(game: TableGame, puzzle: Puzzle) -> bool:
    """Return whether the solver proves under the game's rules that no turn plays more tiles than the puzzle's best."""
    found = game.find(game.view(pose_puzzle(game, puzzle), 0), Goal.TILES)
    return found is not None and found.exact and len(found.played) == puzzle.best
