"""What seeded players try where sets are claimed and may cross: claims, hijacks, locks, and sets through other sets."""

import random
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from engine.game.views import Claimable
from engine.table.view import TableView
from engine.tiles.melds import Piece, read_melds
from engine.tiles.notation import write_tile, write_tiles
from engine.tiles.sets import TableSet
from engine.tiles.tiles import JOKER, Box, Tile
from tests.ideas import Idea

KINDS = frozenset({"claim", "hijack", "lock", "crossing"})


def claims(view: TableView, dice: random.Random) -> Iterator[Idea]:
    """Sets that may be claimed, now and then, in any order; one that is not there before them."""
    if dice.random() < 0.3:
        yield Idea("nonsense", "claim zz")
        for each in dice.sample(view.claimable, len(view.claimable)):
            yield Idea(_kind(each), f"claim {each.label}")


def _kind(each: Claimable) -> str:
    if each.locks:
        return "lock"
    return "claim" if each.holder is None else "hijack"


def crossings(each: TableSet, rack: Sequence[Tile], box: Box) -> Iterator[Idea]:
    """Two tiles of the rack through a tile of a set."""
    for tile in each.own:
        near = [other for other in dict.fromkeys(rack) if JOKER not in (tile, other) and _near(tile, other)]
        yield from _through(each.label, tile, near, box)


def _through(label: str, tile: Tile, near: Iterable[Tile], box: Box) -> Iterator[Idea]:
    for pair in combinations(near, 2):
        if read_melds([Piece(tile), *map(Piece, pair)], box):
            yield Idea("crossing", f"play {write_tile(tile)}@{label} {write_tiles(pair)}")


def _near(one: Tile, other: Tile) -> bool:
    return one.number == other.number or (one.color == other.color and abs(one.number - other.number) <= 2)
