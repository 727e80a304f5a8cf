"""The rack below a bench, with flags for the tiles that the draft plays and for those that are picked up."""

from collections import Counter
from dataclasses import replace

from engine.game.bench import Bench, Picks
from engine.game.views import RackView
from render.content.rack_order import RackTile, make_rack_tiles


def arrange_rack(view: RackView, bench: Bench, picks: Picks) -> list[RackTile]:
    """Return all tiles of the rack in the order in which they came, flagged if the draft plays them or they are picked.

    Of equal tiles, the oldest is played first, and picked first.
    """
    left, picked = set(bench.left), Counter(picks.rack)
    found = []
    for place, each in enumerate(make_rack_tiles(view)):
        here = place in left
        is_picked = here and picked[each.tile] > 0
        picked[each.tile] -= is_picked
        found.append(replace(each, is_gone=not here, is_picked=is_picked))
    return found
