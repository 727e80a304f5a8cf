"""Sets laid out from what a sweep over the numbers decided."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from engine.growth import Gain
from engine.melds import SMALLEST_SET, Meld
from engine.tiles import JOKER, Box, Color, Tile


@dataclass(frozen=True, slots=True)
class Level:
    """What was decided at one number: by the place of the colour in the box where there are several.

    `tiles` are free for runs and groups, `needs` of them have to lie in one; `runs` is how many runs go through, by tiles and then by
    jokers; `groups` groups hold `grouped` tiles and `jokers`.
    """

    tiles: tuple[int, ...]
    needs: tuple[int, ...]
    runs: tuple[int, ...]
    groups: int
    grouped: int
    jokers: int
    gains: tuple[Gain, ...] = ()


@dataclass(slots=True)
class Row:
    """A set in the making: tiles from `start` on if it is a run, and of one number if it is a group."""

    start: int
    color: Color | None
    tiles: list[Tile] = field(default_factory=list)

    def meld(self, box: Box) -> Meld:
        """The set as `readings` would find it."""
        if self.color is not None:
            faces = (Tile(self.color, number) for number in range(self.start, self.start + len(self.tiles)))
            return Meld(tuple(self.tiles), tuple(faces))
        there = {tile.color for tile in self.tiles}
        missing = [color for color in box.colors if color not in there]
        stands_for = Tile(missing[0] if len(missing) == 1 else None, self.start)
        return Meld(tuple(self.tiles), tuple(stands_for if tile.is_joker else tile for tile in self.tiles))

    def room(self, box: Box) -> int:
        """How many jokers it can take without being split."""
        return (len(box.colors) if self.color is None else box.high - box.low + 1) - len(self.tiles)

    def add(self, jokers: int, box: Box) -> None:
        """Put jokers at its upper end, or at its lower one where that is the last number."""
        above = jokers if self.color is None else min(jokers, box.high + 1 - self.start - len(self.tiles))
        self.start -= jokers - above
        self.tiles = [JOKER] * (jokers - above) + self.tiles + [JOKER] * above


def rows_of(levels: Sequence[Level], box: Box) -> list[Row]:
    """The sets that the levels, from the lowest number up, amount to; without what standing sets gained."""
    rows = []
    for place, color in enumerate(box.colors):
        rows += _runs(levels, place, color, box)
    for number, level in enumerate(levels, box.low):
        rows += _groups(level, number, box)
    return rows


def standing(melds: Sequence[Meld], levels: Sequence[Level], box: Box) -> list[Row]:
    """The standing sets, with what they gained."""
    rows = []
    for place, meld in enumerate(melds):
        row = Row(meld.faces[0].number, None if meld.is_group else meld.faces[0].color, list(meld.tiles))
        below: list[Tile] = []
        for number, level in enumerate(levels, box.low):
            for gain in level.gains:
                if gain.place == place:
                    new = [*(Tile(box.colors[color], number) for color in gain.colors), *[JOKER] * gain.jokers]
                    (below if number < row.start else row.tiles).extend(new)
        if not meld.is_group:
            row.start -= len(below)
        row.tiles[:0] = below
        rows.append(row)
    return rows


def add_jokers(rows: list[Row], spare: int, box: Box) -> bool:
    """Put jokers that are over into a run; False if there is none."""
    run = next((row for row in rows if row.color is not None), None)
    if run is None:
        return False
    while spare:
        if not run.room(box):
            upper = Row(run.start + SMALLEST_SET - 1, run.color, run.tiles[SMALLEST_SET - 1 :])
            run.tiles[SMALLEST_SET - 1 :] = [JOKER]
            rows.append(upper)
            spare -= 1
        more = min(spare, run.room(box))
        run.add(more, box)
        spare -= more
    return True


def finish_runs(rows: Sequence[Row], box: Box) -> None:
    """Fill up with jokers the runs that are too short to be sets."""
    for row in rows:
        if row.color is not None and len(row.tiles) < SMALLEST_SET:
            row.add(SMALLEST_SET - len(row.tiles), box)


def fill_up(rows: Sequence[Row], spare: int, box: Box) -> int:
    """Put jokers that are over where there is room; how many found none."""
    for row in rows:
        more = min(spare, row.room(box))
        row.add(more, box)
        spare -= more
    return spare


def jokers_alone(jokers: int, box: Box) -> list[Row]:
    """Sets of nothing but three jokers or more: groups of the highest number, or runs where no group can be."""
    is_group = len(box.colors) >= SMALLEST_SET
    longest = len(box.colors) if is_group else box.high - box.low + 1
    count = -(-jokers // longest)
    sizes = [jokers // count + (place < jokers % count) for place in range(count)]
    if is_group:
        return [Row(box.high, None, [JOKER] * size) for size in sizes]
    return [Row(box.high - size + 1, box.colors[0], [JOKER] * size) for size in sizes]


def _runs(levels: Sequence[Level], place: int, color: Color, box: Box) -> list[Row]:
    done: list[Row] = []
    unfinished: list[Row] = []
    for number, level in enumerate(levels, box.low):
        through, naturals = level.runs[place], min(level.runs[place], level.tiles[place])
        unfinished.sort(key=lambda row: len(row.tiles))
        done += unfinished[through:]
        del unfinished[through:]
        unfinished[:0] = [Row(number, color) for _ in range(through - len(unfinished))]
        for row in unfinished:
            row.tiles.append(Tile(color, number) if naturals > 0 else JOKER)
            naturals -= 1
    return done + unfinished


def _groups(level: Level, number: int, box: Box) -> Iterable[Row]:
    rows = [Row(number, None) for _ in range(level.groups)]
    over = level.grouped
    least = [max(0, need - runs) for need, runs in zip(level.needs, level.runs, strict=True)]
    over -= sum(least)
    for place, color in enumerate(box.colors):
        more = max(0, min(level.groups, level.tiles[place] - level.runs[place]) - least[place])
        more = min(more, over)
        over -= more
        rows.sort(key=lambda row: len(row.tiles))
        for row in rows[: least[place] + more]:
            row.tiles.append(Tile(color, number))
    for _ in range(level.jokers):
        min(rows, key=lambda row: len(row.tiles)).tiles.append(JOKER)
    return rows
