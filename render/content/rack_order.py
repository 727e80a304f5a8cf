"""The tiles of a rack in the order that its player has chosen."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby

from engine.game.views import RackView
from engine.tiles.tiles import Tile, by_color, by_number


class Order(StrEnum):
    """A way to sort a rack's tiles: by color or by number."""

    COLOR = "color"
    NUMBER = "number"


@dataclass(frozen=True, slots=True)
class Sorting:
    """A player's choices of how a bench shows the rack.

    It is sorted in this `order` behind the groups of tiles that are kept `together`. Only tiles of `color` are bright
    if that is the letter of a color, else all are.
    """

    order: Order = Order.COLOR
    together: tuple[tuple[Tile, ...], ...] = ()
    color: str = ""


@dataclass(frozen=True, slots=True)
class RackTile:
    """A tile on a rack.

    `is_new`: it is one of the latest tiles to come to the rack. `is_gone`: it is played on the bench, and its place on
    the rack is empty. `is_picked`: the player has picked it up. `is_dim`: the player has chosen to see another color.
    """

    tile: Tile
    is_new: bool
    is_gone: bool = False
    is_picked: bool = False
    is_dim: bool = False


TileGroup = tuple[RackTile, ...]


def make_rack_tiles(rack: RackView) -> list[RackTile]:
    """Return the rack's tiles in the order in which they came, with those that came last flagged as new.

    If all tiles came at once, as in the deal, none is flagged.
    """
    old = len(rack.tiles) - rack.fresh
    return [RackTile(tile, place >= old > 0) for place, tile in enumerate(rack.tiles)]


def group_tiles(tiles: Iterable[RackTile], order: Order) -> tuple[TileGroup, ...]:
    """Return the tiles sorted in this order, as one group for each color or number; the last group is the jokers."""
    key = by_color if order is Order.COLOR else by_number
    ranked = sorted(tiles, key=lambda each: key(each.tile))
    together = groupby(ranked, key=lambda each: each.tile.color if order is Order.COLOR else each.tile.number)
    return tuple(tuple(group) for _, group in together)
