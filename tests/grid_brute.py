"""Every legal grid of a few tiles on a few cells, by trying them all: what a search is measured against."""

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import permutations, product

from engine.rummykruss.rules.placing import (
    Grid,
    GridCheck,
    GridRules,
    barred_numbers_stay_on_the_rack,
    no_contact_with_the_last_tiles,
    no_contact_with_the_touched_tiles,
    wildcards_stay_what_they_are,
)
from engine.rummykruss.rules.reading import ACROSS, DOWN, Cell, crossword
from engine.rummykruss.rules.scoring import Scoring
from engine.rummykruss.rules.tiles import GridTile
from engine.rummykruss.solver.search import GridPosition
from engine.text.errors import IllegalMove
from engine.tiles.sets import Mark
from engine.tiles.tiles import JOKER, Box, Color, Tile

SIZE = 4
MOST = 7  # tiles
SMALL = Box((Color.RED, Color.BLUE, Color.BLACK), high=4, copies=2, jokers=0)
WILD = Box((Color.RED, Color.BLUE, Color.BLACK), high=3, copies=1, jokers=1)
Named = tuple[Tile, Tile]  # a tile and what it stands for


@dataclass(frozen=True)
class Outcome:
    """A turn that somebody could make: what it places, what it scores, and how many tiles it moves."""

    placed: tuple[Tile, ...]
    points: int
    moved: int


def every_turn(question: GridPosition) -> Iterator[Outcome]:
    """All turns that the rules allow; a wildcard is written with each thing that it could stand for."""
    grid = question.grid
    on_grid = Counter(each.tile for each in grid.on_grid.values())
    for final in _finals(grid, on_grid, Counter(question.rack)):
        placed = Counter(tile for tile, _ in final.values()) - on_grid
        if not placed or not _allowed(grid, final, placed) or not _keeps_away(question, final):
            continue
        rise = len(crossword({cell: face for cell, (_, face) in final.items()}).crossings) - grid.crossings
        still = sum(final.get(cell) == (each.tile, each.face) for cell, each in grid.on_grid.items())
        pays = _connects(grid, final) if grid.rules.scoring is Scoring.CONNECTED else rise > 0
        yield Outcome(tuple(placed.elements()), 2 if pays else 1, len(grid.on_grid) - still)


def _origins(grid: Grid, final: Mapping[Cell, Named]) -> Iterator[Mapping[Cell, Cell]]:
    """Each way in which the tiles already there can have come to their cells: the old cell of each, by its new one.

    A tile equal to the one that was in its cell is that one.
    """
    kept = {cell: cell for cell, each in grid.on_grid.items() if final.get(cell) == (each.tile, each.face)}
    ways = []
    for kind in dict.fromkeys(each.tile for each in grid.on_grid.values()):
        old = [cell for cell, each in grid.on_grid.items() if each.tile == kind and cell not in kept]
        new = [cell for cell, (tile, _) in final.items() if tile == kind and cell not in kept]
        ways.append([dict(zip(way, old, strict=True)) for way in permutations(new, len(old))])
    for chosen in product(*ways):
        yield {new: old for way in (kept, *chosen) for new, old in way.items()}


def _keeps_away(question: GridPosition, final: Mapping[Cell, Named]) -> bool:
    """RK-19: whether no tile of the rack must be beside one that it may not touch."""
    grid, shut = question.grid, set()
    if no_contact_with_the_last_tiles in question.grid.rules.checks:
        shut |= {*grid.last}
    if no_contact_with_the_touched_tiles in question.grid.rules.checks:
        shut |= {cell for cell in grid.on_grid for other in grid.last if _are_neighbors(cell, other)}
    return not shut or any(
        not any(
            origins.get(near) in shut and _are_neighbors(near, cell)
            for cell in final.keys() - origins
            for near in final
        )
        for origins in _origins(grid, final)
    )


def _are_neighbors(one: Cell, two: Cell) -> bool:
    return abs(one[0] - two[0]) + abs(one[1] - two[1]) == 1


def _connects(grid: Grid, final: Mapping[Cell, Named]) -> bool:
    """RK-20: whether a tile of the rack is in a set with one already there."""
    words = crossword({cell: face for cell, (_, face) in final.items()})
    return any(
        any(cell in origins for cell in line) and any(cell not in origins for cell in line)
        for origins in _origins(grid, final)
        for line in (*words.across, *words.down)
    )


def _allowed(grid: Grid, final: Mapping[Cell, Named], placed: Counter[Tile]) -> bool:
    """Barred numbers, and the wildcard, of which there is one at most."""
    wild = [(cell, face) for cell, (tile, face) in final.items() if tile == JOKER]
    if any(tile != JOKER and tile.number in grid.barred for tile in placed):
        return False
    if placed[JOKER]:
        return all(face.number not in grid.barred for _, face in wild)
    return all(
        cell not in grid.on_grid or grid.on_grid[cell].tile != JOKER or grid.on_grid[cell].face == face
        for cell, face in wild
    )


def _finals(grid: Grid, must: Counter[Tile], may: Counter[Tile]) -> Iterator[Mapping[Cell, Named]]:
    """All legal grids with the tiles that must be there and some of those that may."""
    return _Filling(grid, must + may, dict(may)).fill(0, must.total())


class _Filling:
    """Cells filled one after the other, row by row; what can't become a set is given up at once."""

    def __init__(self, grid: Grid, left: Counter[Tile], spare: Mapping[Tile, int]) -> None:
        self.grid, self.left, self.spare = grid, left, spare
        self.size = grid.rules.size
        self.naturals = [tile for tile in dict.fromkeys(grid.rules.box.tiles()) if tile != JOKER]
        self.final: dict[Cell, Named] = {}

    def fill(self, index: int, due: int) -> Iterator[Mapping[Cell, Named]]:
        """Fill the cells from this index on; `due` tiles must still be placed."""
        cell = divmod(index, self.size)
        if due > self.size * self.size - index or (
            cell[1] == 0 and index and not self._closed((cell[0] - 1, self.size))
        ):
            return
        if cell[0] == self.size:
            if all(self._closed((self.size, column)) for column in range(self.size)):
                yield dict(self.final)
            return
        if self._closed(cell):
            yield from self.fill(index + 1, due)
        if cell not in self.grid.blocks:
            for tile, face in self._fitting(cell):
                self.left[tile] -= 1
                self.final[cell] = tile, face
                yield from self.fill(index + 1, due - (self.left[tile] >= self.spare.get(tile, 0)))
                del self.final[cell]
                self.left[tile] += 1

    def _fitting(self, cell: Cell) -> list[Named]:
        rows = [self._before(cell, way) for way in (ACROSS, DOWN)]
        return [
            (tile, face)
            for tile, count in self.left.items()
            for face in (self.naturals if tile == JOKER else [tile])
            if count and all(_may_go_on([face, *row]) for row in rows)
        ]

    def _before(self, cell: Cell, way: Cell) -> list[Tile]:
        """The tiles of the line that comes to a cell from above or from the left, the nearest first."""
        row = []
        at = (cell[0] - way[0], cell[1] - way[1])
        while at in self.final:
            row.append(self.final[at][1])
            at = (at[0] - way[0], at[1] - way[1])
        return row

    def _closed(self, cell: Cell) -> bool:
        """Whether all that ends before this cell is a set, and the tile above it is not alone."""
        across, down = (self._before(cell, way) for way in (ACROSS, DOWN))
        row, column = cell
        above = row - 1, column
        lonely = len(down) == 1 and (row - 1, column - 1) not in self.final and (row - 1, column + 1) not in self.final
        return len(across) != 2 and len(down) != 2 and not (above in self.final and lonely)


def _may_go_on(row: Sequence[Tile]) -> bool:
    """Whether a line may begin so."""
    if len(row) == 1:
        return True
    step = row[1].number - row[0].number
    run = abs(step) == 1 and all(each == Tile(row[0].color, row[0].number + step * at) for at, each in enumerate(row))
    return run or (
        step == 0 and len({each.color for each in row}) == len(row) and len({each.number for each in row}) == 1
    )


def small_position(number: int, box: Box) -> GridPosition:
    """A few cells, a line or two on them, and a rack of up to four tiles; by the number alone."""
    dice = random.Random(number)  # noqa: S311  # repeatable, not secret
    cells = [(row, column) for row in range(SIZE) for column in range(SIZE)]
    blocks = frozenset(dice.sample(cells, dice.choice([3, 4, 5])))
    rest = list(box.tiles())
    on_grid: dict[Cell, GridTile] = {}
    for _ in range(dice.choice([4, 12, 40])):
        new = _some_line(box, dice)
        tiles = [each.tile for each in new.values()]
        if len(on_grid) > 3 or Counter(tiles) - Counter(rest) or new.keys() & (blocks | on_grid.keys()):
            continue
        try:
            crossword({cell: each.face for cell, each in {**on_grid, **new}.items()})
        except IllegalMove:
            continue
        on_grid |= new
        for tile in tiles:
            rest.remove(tile)
    barred = tuple(dice.sample(range(1, box.high + 1), dice.choice([0, 0, 1])))
    checks = (wildcards_stay_what_they_are, barred_numbers_stay_on_the_rack)
    rack = tuple(dice.sample(rest, max(1, min(4, MOST - 2 * box.jokers - len(on_grid)))))
    rules = GridRules(
        size=SIZE,
        numbers=box.high,
        colors=len(box.colors),
        copies=box.copies,
        wildcards=box.jokers,
        barred=lambda numbers: numbers,
        checks=checks,
    )
    return GridPosition(Grid(rules, on_grid, blocks, barred), rack)


def with_house_rules(asked: GridPosition, number: int, checks: Sequence[GridCheck], scoring: Scoring) -> GridPosition:
    """The position under more checks and another scoring, with some of its tiles placed in the last turn."""
    dice = random.Random(number)  # noqa: S311  # repeatable, not secret
    on_grid = asked.grid.on_grid
    last = tuple(dice.sample([*on_grid], min(len(on_grid), dice.choice([1, 1, 2, 3]))))
    rules = replace(asked.grid.rules, checks=(*asked.grid.rules.checks, *checks), scoring=scoring)
    return replace(asked, grid=replace(asked.grid, rules=rules, last=last))


def _some_line(box: Box, dice: random.Random) -> Mapping[Cell, GridTile]:
    """A set of three somewhere, now and then with a wildcard."""
    number, color = dice.randrange(box.low, box.high + 1), dice.choice(box.colors)
    low = dice.randrange(box.low, box.high - 1)
    row = dice.choice([[Tile(each, number) for each in box.colors], [Tile(color, low + step) for step in range(3)]])
    dice.shuffle(row) if row[0].number == row[1].number else row.sort(key=lambda tile: tile.number)
    wild = dice.randrange(3) if box.jokers and dice.random() < 0.4 else None
    (down, right), start = dice.choice([ACROSS, DOWN]), (dice.randrange(SIZE), dice.randrange(SIZE))
    cells = [
        (min(start[0], SIZE - 1 - 2 * down) + step * down, min(start[1], SIZE - 1 - 2 * right) + step * right)
        for step in range(3)
    ]
    return {
        cell: GridTile(*cell, JOKER if index == wild else face, face, Mark.STILL)
        for index, (cell, face) in enumerate(zip(cells, row, strict=True))
    }
