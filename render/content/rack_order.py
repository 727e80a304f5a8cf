"""The tiles of a rack in their player's order."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby

from engine.game.views import RackView
from engine.tiles.tiles import Tile, by_color, by_number


class Order(StrEnum):
    """How a rack is sorted."""

    COLOR = "color"
    NUMBER = "number"


@dataclass(frozen=True, slots=True)
class RackTile:
    """A tile on the rack: whether it is new there, has been laid and left its place empty, or is picked up."""

    tile: Tile
    is_new: bool
    is_gone: bool = False
    is_picked: bool = False


TileGroup = tuple[RackTile, ...]


def make_rack_tiles(rack: RackView) -> list[RackTile]:
    """The tiles in the order in which they came; after a deal none is new."""
    old = len(rack.tiles) - rack.fresh
    return [RackTile(tile, place >= old > 0) for place, tile in enumerate(rack.tiles)]


def group_tiles(tiles: Iterable[RackTile], order: Order) -> tuple[TileGroup, ...]:
    """The tiles sorted, those of one colour or one number together; jokers last."""
    key = by_color if order is Order.COLOR else by_number
    ranked = sorted(tiles, key=lambda each: key(each.tile))
    together = groupby(ranked, key=lambda each: each.tile.color if order is Order.COLOR else each.tile.number)
    return tuple(tuple(group) for _, group in together)
