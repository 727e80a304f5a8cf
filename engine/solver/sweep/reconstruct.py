"""Build the sets of an arrangement from the decisions that a sweep recorded at each number."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from engine.solver.sweep.counts import DIGIT, FACE
from engine.solver.sweep.frontier import NOTHING_YET, State
from engine.solver.sweep.transitions import Extension
from engine.tiles.melds import SMALLEST_SET, Meld, group_of, run_of
from engine.tiles.tiles import JOKER, Box, Color, Tile


class NumberLevel(NamedTuple):
    """The decisions at one number. `tiles`, `needs` and `runs` are packed counts, with 4 bits per color.

    `tiles` are free for runs and groups, and `needs` of them have to be in a set. `runs` is how many runs have a tile
    or joker here: tiles as long as there are any, then jokers. There are `groups` groups, which have `grouped` tiles
    and `jokers` jokers together. `gains` are the tiles and jokers that standing sets gain (see `Growing`).
    """

    tiles: int
    needs: int
    runs: int
    groups: int
    grouped: int
    jokers: int
    gains: tuple[Extension, ...] = ()


def levels_of(state: State) -> list[NumberLevel]:
    """Return the decisions at each number on the path to a state, from the last one back to the first."""
    levels = []
    while state is not NOTHING_YET:
        _, before, number, runs, (_, _, groups, grouped, jokers) = state
        gains = number.transition.gains if number.transition else ()
        levels.append(NumberLevel(number.have, number.have - number.idle, runs, groups, grouped, jokers, gains))
        state = before
    return levels


@lru_cache(maxsize=64)
def faces_of(box: Box) -> tuple[tuple[Tile, ...], ...]:
    """Return one tile of every face of the box: a tuple for each number, from the lowest up, of its tiles by color."""
    return tuple(tuple(Tile(color, number) for color in box.colors) for number in range(box.low, box.high + 1))


@dataclass(slots=True)
class RebuiltMeld:
    """A set being built: a run's `tiles`, ascending, from `start` up, or without a color a group of number `start`."""

    start: int
    color: Color | None
    tiles: list[Tile] = field(default_factory=list)

    def meld(self, box: Box) -> Meld:
        """Return the finished set, in which each joker has the face that `read_melds` would give it."""
        tiles = tuple(self.tiles)
        if JOKER not in tiles:
            return Meld(tiles, tiles)
        return group_of(tiles, self.start, box) if self.color is None else run_of(tiles, self.color, self.start)

    def room(self, box: Box) -> int:
        """Return how many more jokers there is room for, at either end of a run or in a group."""
        return (len(box.colors) if self.color is None else box.high - box.low + 1) - len(self.tiles)

    def add(self, jokers: int, box: Box) -> None:
        """Add jokers, which `room` allows: a run gets them at its end up to the highest number, the rest in front."""
        above = jokers if self.color is None else min(jokers, box.high + 1 - self.start - len(self.tiles))
        self.start -= jokers - above
        self.tiles = [JOKER] * (jokers - above) + self.tiles + [JOKER] * above


def rows_of(levels: Sequence[NumberLevel], box: Box) -> list[RebuiltMeld]:
    """Return the runs, by color, and then the groups that these decisions lead to, without standing sets.

    `levels` has the decisions from the lowest number up. A run may still be too short for a set (see `finish_runs`).
    """
    rows: list[RebuiltMeld] = []
    faces = faces_of(box)
    for index, color in enumerate(box.colors):
        _add_runs(rows, levels, [level[index] for level in faces], DIGIT * index, RebuiltMeld(box.low, color))
    for level, row, number in zip(levels, faces, range(box.low, box.high + 1), strict=True):
        if level.groups:
            rows += _rebuild_groups(level, row, number)
    return rows


def rebuild_standing(melds: Sequence[Meld], levels: Sequence[NumberLevel], box: Box) -> list[RebuiltMeld]:
    """Return the standing sets `melds`, in order, with the tiles and jokers that they gained."""
    rows = []
    for index, meld in enumerate(melds):
        row = RebuiltMeld(meld.faces[0].number, None if meld.is_group else meld.faces[0].color, list(meld.tiles))
        below: list[Tile] = []
        for number, level in enumerate(levels, box.low):
            for gain in level.gains:
                if gain.index == index:
                    new = [*(Tile(box.colors[color], number) for color in gain.colors), *[JOKER] * gain.jokers]
                    (below if number < row.start else row.tiles).extend(new)
        if not meld.is_group:
            row.start -= len(below)
        row.tiles[:0] = below
        rows.append(row)
    return rows


def add_jokers(rows: list[RebuiltMeld], spare: int, box: Box) -> bool:
    """Add `spare` jokers to the first run of `rows`, and return whether there is a run.

    A run that already has every number is split in two with a joker; the upper part is appended to `rows`.
    """
    run = next((row for row in rows if row.color is not None), None)
    if run is None:
        return False
    while spare:
        if not run.room(box):
            upper = RebuiltMeld(run.start + SMALLEST_SET - 1, run.color, run.tiles[SMALLEST_SET - 1 :])
            run.tiles[SMALLEST_SET - 1 :] = [JOKER]
            rows.append(upper)
            spare -= 1
        more = min(spare, run.room(box))
        run.add(more, box)
        spare -= more
    return True


def finish_runs(rows: Sequence[RebuiltMeld], box: Box) -> None:
    """Add jokers to the runs that have fewer than three tiles until they have three."""
    for row in rows:
        if row.color is not None and len(row.tiles) < SMALLEST_SET:
            row.add(SMALLEST_SET - len(row.tiles), box)


def fill_up(rows: Sequence[RebuiltMeld], spare: int, box: Box) -> int:
    """Add up to `spare` jokers to sets with room, without splitting a run; return how many jokers are left over."""
    for row in rows:
        more = min(spare, row.room(box))
        row.add(more, box)
        spare -= more
    return spare


def make_joker_sets(jokers: int, box: Box) -> list[RebuiltMeld]:
    """Return sets of exactly this many jokers, at least three: groups of the highest number, or else runs."""
    fewest = -(-jokers // len(box.colors))  # groups; where they come out too small, runs are long enough
    is_group = len(box.colors) >= SMALLEST_SET and jokers >= SMALLEST_SET * fewest
    longest = len(box.colors) if is_group else box.high - box.low + 1
    count = -(-jokers // longest)  # rounded up
    sizes = [jokers // count + (index < jokers % count) for index in range(count)]
    if is_group:
        return [RebuiltMeld(box.high, None, [JOKER] * size) for size in sizes]
    return [RebuiltMeld(box.high - size + 1, box.colors[0], [JOKER] * size) for size in sizes]


def _add_runs(
    rows: list[RebuiltMeld], levels: Sequence[NumberLevel], faces: Sequence[Tile], digit: int, first: RebuiltMeld
) -> None:
    """Add the runs of one color to `rows`. Where only some of the open runs end, the longest end.

    `faces` are the color's tiles, and `digit` is its bit position in packed counts. `first` gives the color and the
    lowest number.
    """
    unfinished: list[RebuiltMeld] = []
    for number, through in enumerate([level.runs >> digit & FACE for level in levels]):
        if not through:
            unfinished = []
            continue
        if through < len(unfinished):
            unfinished.sort(key=_length)
            del unfinished[through:]
        elif through > len(unfinished):
            new = [RebuiltMeld(first.start + number, first.color) for _ in range(through - len(unfinished))]
            rows += new
            unfinished[:0] = new
        naturals = levels[number].tiles >> digit & FACE
        for row in unfinished:
            row.tiles.append(faces[number] if naturals > 0 else JOKER)
            naturals -= 1


def _length(row: RebuiltMeld) -> int:
    return len(row.tiles)


def _rebuild_groups(level: NumberLevel, faces: Sequence[Tile], number: int) -> list[RebuiltMeld]:
    """Return a number's groups of `faces`, one of each color, and the tiles that must be in one, of equal size."""
    rows = [RebuiltMeld(number, None) for _ in range(level.groups)]
    for face, copies in zip(faces, _count_grouped(level, len(faces)), strict=True):
        if level.groups > 1:
            rows.sort(key=_length)
        for row in rows[:copies]:
            row.tiles.append(face)
    for _ in range(level.jokers):
        min(rows, key=_length).tiles.append(JOKER)
    return rows


def _count_grouped(level: NumberLevel, colors: int) -> list[int]:
    """Return how many tiles of each color are in groups: first those that must be in a set and aren't in runs."""
    tiles, needs, runs, groups, over, *_ = level
    least, room = [], []
    for digit in range(0, DIGIT * colors, DIGIT):
        through = runs >> digit & FACE
        here = max(0, (needs >> digit & FACE) - through)
        least.append(here)
        room.append(min(groups, (tiles >> digit & FACE) - through) - here)
        over -= here
    for color, most in enumerate(room):
        more = max(0, min(most, over))
        least[color] += more
        over -= more
    return least
