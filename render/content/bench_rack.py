"""The rack below a bench, with flags for the tiles that the draft plays and for those that are picked up."""

from collections.abc import Sequence
from dataclasses import replace

from engine.game.bench import Bench, Picks
from engine.game.views import RackView
from engine.tiles.tiles import Tile
from render.content.rack_order import RackTile, Sorting, TileGroup, group_tiles, make_rack_tiles


def arrange_rack(view: RackView, bench: Bench, picks: Picks) -> list[RackTile]:
    """Return all tiles of the rack in the order in which they came, flagged if the draft plays them or they are picked.

    Of equal tiles, the oldest is played first, and picked first.
    """
    left, picked = set(bench.left), list(picks.rack)
    found = make_rack_tiles(view)
    for place, each in enumerate(found):
        if place not in left:
            found[place] = replace(each, is_gone=True)
        elif each.tile in picked:
            picked.remove(each.tile)
            found[place] = replace(each, is_picked=True)
    return found


def group_rack(view: RackView, bench: Bench, picks: Picks, sorting: Sorting) -> tuple[TileGroup, ...]:
    """Return the groups of the rack as its player sees them, in the picture and in menus.

    The groups of tiles kept together come first, then one for each color or number. Tiles of other colors than the
    chosen one are flagged as dim; jokers go with every color.
    """
    tiles = arrange_rack(view, bench, picks)
    if sorting.color:
        tiles = [replace(each, is_dim=each.tile.color not in {sorting.color, None}) for each in tiles]
    front = [group for wanted in sorting.together if (group := _take_group(tiles, wanted))]
    return (*front, *group_tiles(tiles, sorting.order))


def _take_group(tiles: list[RackTile], wanted: Sequence[Tile]) -> TileGroup:
    """Remove these tiles from `tiles` and return them; of equal ones, those that the draft doesn't play go first."""
    group = []
    for tile in wanted:
        equal = sorted((each for each in tiles if each.tile == tile), key=lambda each: each.is_gone)
        if equal:
            tiles.remove(equal[0])
            group.append(equal[0])
    return tuple(group)


def list_rack_tiles(view: RackView, bench: Bench, sorting: Sorting) -> list[Tile]:
    """Return the tiles to pick from the rack, in the order in which they are drawn.

    Those are the bright tiles that the draft leaves on the rack.
    """
    groups = group_rack(view, bench, Picks(), sorting)
    return [each.tile for group in groups for each in group if not (each.is_gone or each.is_dim)]
