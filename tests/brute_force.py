"""Every table that a small box of tiles can make, and what is best of those that the referee allows."""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations

from engine.rules.table_rules import TableRules
from engine.rules.turns import Turn, judge_turn
from engine.solver.best_turn import BestTurn, Position
from engine.text.errors import IllegalMove
from engine.tiles.edits import Replace, Row, apply_edits
from engine.tiles.melds import Meld, group_of
from engine.tiles.sets import Mark, TableSet, generate_labels
from engine.tiles.tiles import JOKER, Box, Tile, by_color

Tiles = tuple[Tile, ...]


@cache
def all_melds(box: Box) -> tuple[Meld, ...]:
    """Every set of the box, with every choice of its tiles being jokers."""
    runs = [
        [Tile(color, number) for number in range(low, high + 1)]
        for color in box.colors
        for low in range(box.low, box.high - 1)
        for high in range(low + 2, box.high + 1)
    ]
    found = [
        Meld(tuple(JOKER if at in jokers else face for at, face in enumerate(run)), tuple(run))
        for run in runs
        for count in range(min(box.jokers, len(run)) + 1)
        for jokers in map(set, combinations(range(len(run)), count))
    ]
    for number in range(box.low, box.high + 1):
        for size in range(len(box.colors) + 1):
            for colors in combinations(box.colors, size):
                for count in range(max(0, 3 - size), min(box.jokers, len(box.colors) - size) + 1):
                    tiles = [*(Tile(color, number) for color in colors), *[JOKER] * count]
                    found.append(group_of(tiles, number, box))
    return tuple(found)


@dataclass(frozen=True)
class Shelf:
    """Every set of a box, by its lowest natural tile; those of jokers alone under the joker."""

    by_tile: dict[Tile, list[tuple[Counter[Tile], Meld]]]

    def tables(self, tiles: Counter[Tile]) -> Iterator[tuple[Meld, ...]]:
        """Every way to put all these tiles into sets."""
        if not tiles:
            yield ()
            return
        first = min(tiles, key=by_color)
        for held, meld in self.by_tile.get(first, ()):
            if held <= tiles:
                yield from ((meld, *rest) for rest in self.tables(tiles - held))


@cache
def shelf(box: Box) -> Shelf:
    by_tile: dict[Tile, list[tuple[Counter[Tile], Meld]]] = {}
    for meld in all_melds(box):
        by_tile.setdefault(min(meld.tiles, key=by_color), []).append((Counter(meld.tiles), meld))
    return Shelf(by_tile)


def judge(position: Position, rows: Sequence[Row]) -> Turn:
    """Ask the referee. Raises IllegalMove."""
    table = apply_edits(position.sets, [Replace(tuple(rows))])
    rules, has_melded = position.rules, position.has_melded or not position.rules.opening
    return judge_turn(rules, position.sets, position.rack, table, has_melded=has_melded, claimed=position.claimed)


def check(position: Position, answer: BestTurn) -> Turn:
    """The answer as the referee sees it, which must be what it says it is."""
    turn = judge(position, answer.rows)
    assert Counter(turn.played) == Counter(answer.played)
    assert all(piece.stands_for for row in answer.rows for piece in row if piece.tile == JOKER)
    return turn


@dataclass(frozen=True)
class Everything:
    """All that can be done in a position, one choice of tiles after the other."""

    position: Position

    @property
    def choices(self) -> set[Tiles]:
        """Every choice of tiles of the rack."""
        rack = self.position.rack
        sizes = range(1, len(rack) + 1)
        return {tuple(sorted(some, key=by_color)) for size in sizes for some in combinations(rack, size)}

    def turns(self, played: Tiles) -> Iterator[Turn]:
        """Every legal turn that plays just these tiles."""
        on_table = Counter(tile for each in self.position.sets for tile in each.own)
        for melds in shelf(self.position.rules.box).tables(on_table + Counter(played)):
            try:
                yield judge(self.position, [meld.said for meld in melds])
            except IllegalMove:
                continue

    def best(self, worth: Callable[[Tiles], int]) -> int | None:
        """The most that a legal turn is worth; the most valuable choices are tried first."""
        for played in sorted(self.choices, key=worth, reverse=True):
            if any(self.turns(played)):
                return worth(played)
        return None


def dealt(rules: TableRules, dice: random.Random, *, sets: int, rack: int, has_melded: bool = True) -> Position:
    """A small position: a few sets with many jokers, and a few tiles."""
    left = Counter(rules.box.tiles())
    table: list[Meld] = []
    wanted = dice.randint(0, sets)
    for meld in dice.sample(all_melds(rules.box), 60):
        if len(table) < wanted and Counter(meld.tiles) <= left:
            left -= Counter(meld.tiles)
            table.append(meld)
    tiles = tuple(dice.sample(sorted(left.elements(), key=by_color), dice.randint(1, rack)))
    return Position(rules, on_table(table), tiles, has_melded)


def on_table(melds: Sequence[Meld]) -> tuple[TableSet, ...]:
    """Sets on a table, lettered in their order."""
    lettered = zip(generate_labels(), melds, strict=False)
    return tuple(TableSet(label, meld, (Mark.STILL,) * len(meld.tiles)) for label, meld in lettered)
