"""Positions that rarely come up in games, such as nearly full tables, and jokers that seem to fit nowhere."""

import random
from collections.abc import Iterator

from benchmarks.solver.self_play import make_sets
from engine.rules.table_rules import TableRules
from engine.solver.best_turn import Position
from engine.tiles.melds import SMALLEST_SET, Piece
from engine.tiles.tiles import JOKER, Box, Tile, remove_tiles

TileRow = tuple[Tile, ...]

FULL_GROUPS = 0.15  # the share of tables with only groups
MOST_TAKEN = 14  # tiles moved from the table to the rack
MOST_DRAWN = 25  # tiles on the rack of a player who hasn't opened


def spare_jokers(rules: TableRules) -> list[Position]:
    """Return positions with a table of full groups, where no joker of the rack fits, alone or with a group."""
    box = rules.box
    numbers = [*range(box.low, box.high + 1)] * box.copies
    groups = [tuple(Tile(color, number) for color in box.colors) for number in numbers]
    jokers = (JOKER,) * box.jokers
    held = [((), jokers[:1]), ((), jokers), (groups[0], jokers[:1]), (groups[5], jokers)]
    tables = [make_sets([map(Piece, row) for row in groups if row is not group], rules) for group, _ in held]
    return [
        Position(rules, table, group + more, has_melded=True) for table, (group, more) in zip(tables, held, strict=True)
    ]


def full_tables(rules: TableRules, count: int, seed: object) -> list[Position]:
    """Return `count` positions whose table has at least a third of the game's tiles, up to all except the rack's."""
    dice = random.Random(str(seed))  # noqa: S311  # the same tables each time
    return [_full_table(rules, dice) for _ in range(count)]


def freed_jokers(rules: TableRules, count: int, seed: object) -> list[Position]:
    """Return `count` positions with all jokers on the table, each in place of a tile that is now on the rack."""
    dice = random.Random(str(seed))  # noqa: S311  # the same tables each time
    return [_freed_jokers(rules, dice) for _ in range(count)]


def _freed_jokers(rules: TableRules, dice: random.Random) -> Position:
    box = rules.box
    rows = [row for _ in range(box.copies) for row in _every_tile(box, dice, only_groups=dice.random() < FULL_GROUPS)]
    dice.shuffle(rows)
    least = dice.randint(len(rows) // 3, len(rows))
    rows, gone = rows[:least], [tile for row in rows[least:] for tile in row]
    rack = _take(rows, dice.randint(1, MOST_TAKEN), dice)
    rack += dice.sample(gone, min(len(gone), dice.randint(0, MOST_TAKEN)))
    written = [[*map(Piece, row)] for row in rows]
    rack += [_swap(written, dice) for _ in range(box.jokers)]
    return Position(rules, make_sets(written, rules), tuple(rack), has_melded=True)


def racks(rules: TableRules, count: int, seed: object) -> list[Position]:
    """Return `count` positions with an empty table, for players who haven't opened; racks have up to all jokers."""
    dice = random.Random(str(seed))  # noqa: S311  # the same racks each time
    tiles = [tile for tile in rules.box.tiles() if not tile.is_joker]
    found = []
    for _ in range(count):
        drawn = dice.sample(tiles, dice.randint(SMALLEST_SET, min(MOST_DRAWN, len(tiles))))
        jokers = [JOKER] * dice.randint(0, rules.box.jokers)
        found.append(Position(rules, (), (*drawn, *jokers), has_melded=not rules.opening))
    return found


def _naturals(row: list[Piece]) -> list[int]:
    return [at for at, piece in enumerate(row) if piece.stands_for is None]


def _full_table(rules: TableRules, dice: random.Random) -> Position:
    box = rules.box
    only_groups = dice.random() < FULL_GROUPS
    rows = [row for _ in range(box.copies) for row in _every_tile(box, dice, only_groups=only_groups)]
    dice.shuffle(rows)
    rows = rows[: dice.randint(len(rows) // 3, len(rows))]
    rack = _take(rows, dice.randint(1, MOST_TAKEN), dice)
    written = [[*map(Piece, row)] for row in rows]
    rack += [_swap(written, dice, always=False) for _ in range(dice.randint(0, box.jokers))]
    return Position(rules, make_sets(written, rules), tuple(rack), has_melded=True)


def _coin(dice: random.Random) -> bool:
    return bool(dice.getrandbits(1))


def _every_tile(box: Box, dice: random.Random, *, only_groups: bool) -> Iterator[TileRow]:
    """Yield sets with one copy of each tile but no joker: groups, and for ranges of numbers a run of each color."""
    number = box.low
    while number <= box.high:
        room = box.high - number + 1
        length = 1 if only_groups or room < SMALLEST_SET or _coin(dice) else dice.randint(SMALLEST_SET, room)
        span = range(number, number + length)
        if length > 1:
            yield from (tuple(Tile(color, each) for each in span) for color in box.colors)
        else:
            yield tuple(Tile(color, number) for color in box.colors)
        number += length


def _take(rows: list[TileRow], count: int, dice: random.Random) -> list[Tile]:
    """Remove `count` tiles or a few more from the sets in `rows`: ends or whole sets, so that the rest stays valid."""
    taken: list[Tile] = []
    while len(taken) < count and rows:
        index = dice.randrange(len(rows))
        row = rows.pop(index)
        gone = row if len(row) == SMALLEST_SET else (dice.choice((row[0], row[-1])),)
        taken += gone
        if len(gone) < len(row):
            rows.append(remove_tiles(row, gone))
    return taken


def _swap(rows: list[list[Piece]], dice: random.Random, *, always: bool = True) -> Tile:
    """Put a joker in place of a tile, which is returned; else return the joker, if not `always` or there's no place."""
    roomy = [row for row in rows if len(_naturals(row)) > 1]
    if not roomy or not (always or _coin(dice)):
        return JOKER
    row = dice.choice(roomy)
    at = dice.choice(_naturals(row))
    tile, numbers = row[at].tile, {(piece.stands_for or piece.tile).number for piece in row}
    row[at] = Piece(JOKER, Tile(None, tile.number) if len(numbers) == 1 else tile)
    return tile
