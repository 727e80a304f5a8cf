"""Every legal turn on a small table, found by laying every table that can be laid and asking the referee."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from engine.edits import Replace, edited
from engine.errors import IllegalMove
from engine.melds import Meld, Piece
from engine.plans import group_of
from engine.referee import row_of
from engine.tiles import JOKER, Tile, by_color
from engine.turns import Turn, judged

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from engine.edits import Row
    from engine.solver import Answer, Position
    from engine.tiles import Box

Melds = tuple[Meld, ...]


def all_melds(box: Box) -> list[Meld]:
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
    return found


@dataclass(frozen=True)
class Shelf:
    """Every set of a box, by its lowest natural tile; those of jokers alone under the joker."""

    by_tile: dict[Tile, list[tuple[Counter[Tile], Meld]]]

    def tables(self, tiles: Counter[Tile]) -> Iterator[Melds]:
        """Every way to lay all these tiles in sets."""
        if not tiles:
            yield ()
            return
        first = min(tiles, key=by_color)
        for held, meld in self.by_tile.get(first, ()):
            if held <= tiles:
                yield from ((meld, *rest) for rest in self.tables(tiles - held))


def shelf(box: Box) -> Shelf:
    by_tile: dict[Tile, list[tuple[Counter[Tile], Meld]]] = {}
    for meld in all_melds(box):
        by_tile.setdefault(min(meld.tiles, key=by_color), []).append((Counter(meld.tiles), meld))
    return Shelf(by_tile)


def judge(position: Position, rows: Sequence[Row]) -> Turn:
    """Ask the referee. Raises IllegalMove."""
    opened = position.opened or not position.rules.opening
    table = edited(position.sets, [Replace(tuple(rows))])
    claimed = position.claimed
    return judged(position.rules, position.sets, position.rack, table, opened=opened, claimed=claimed)


def check(position: Position, answer: Answer) -> Turn:
    """The answer as the referee sees it, which must be what it says it is."""
    turn = judge(position, answer.rows)
    assert Counter(turn.played) == Counter(answer.played)
    assert all(piece.stands_for for row in answer.rows for piece in row if piece.tile == JOKER)
    return turn


def turns(position: Position, all_sets: Shelf) -> Iterator[Turn]:
    """Every legal turn, the order of sets aside."""
    lying = Counter(tile for each in position.sets for tile in each.own)
    for size in range(1, len(position.rack) + 1):
        for played in {tuple(sorted(some, key=by_color)) for some in combinations(position.rack, size)}:
            seen = set()
            for melds in all_sets.tables(lying + Counter(played)):
                table = tuple(sorted(map(str, melds)))
                if table in seen:
                    continue
                seen.add(table)
                try:
                    yield judge(position, [row_of(meld) for meld in melds])
                except IllegalMove:
                    continue


def pieces(tiles: Sequence[Tile]) -> Row:
    return tuple(map(Piece, tiles))
