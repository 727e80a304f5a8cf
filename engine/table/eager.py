"""The eager computer player on an open table, which plays its tiles early where a master holds them back."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

from engine.game.goals import FoundTurn, Goal
from engine.game.views import RackView
from engine.table.view import TableView

IN_A_DUEL, AMONG_MORE = 57, 66
"""The percentage of the tiles that the deal left in the pool that must still be there for early play.

The first is for two players, the second for more. With fewer tiles in the pool, the opponents are close to playing
their last one, so every tile on the table helps them more than the eager player. `benchmarks/engine/players.py`
compares it with a strong player and a master, and measures how early it plays; such games chose these values.
"""

Finder = Callable[[TableView, Goal], FoundTurn | None]


def find_eager_turn(view: TableView, pool: int, find: Finder) -> FoundTurn | None:
    """Return the turn of an eager player, found by `find`; None if it draws or passes.

    It plays its whole rack if it can. Otherwise, while most of the `pool` tiles that the deal left in the pool are
    still there, it plays as many tiles as it can but keeps its jokers, which will help it to play its last tiles. Later
    it draws, and once the pool is empty, it may wait.
    """
    if not view.may_draw:
        found = find(view, Goal.TILES)
        return None if found and _should_wait(view, found, find) else found
    is_early = 100 * view.pool >= (IN_A_DUEL if view.is_duel else AMONG_MORE) * pool
    if not view.has_melded:
        return (find(_without_jokers(view), Goal.TILES) if is_early else None) or find(view, Goal.TILES)
    return find(view, Goal.OUT) or (find(_without_jokers(view), Goal.TILES) if is_early else None)


def _without_jokers(view: TableView) -> TableView:
    """Return the view without the jokers on the viewer's rack."""
    tiles = view.rack.tiles if view.rack else ()
    return replace(view, rack=RackView(tuple(tile for tile in tiles if not tile.is_joker), 0, None))


def _should_wait(view: TableView, found: FoundTurn, find: Finder) -> bool:
    """Return whether a player should pass with an empty pool although it can play: `found` plays the most tiles.

    The first to play can leave the next player a table on which its whole rack fits. If everybody passes, the fewest
    tiles usually win, so a viewer with the fewest waits. In a duel, the viewer knows the other rack: it has all tiles
    that the viewer doesn't see. So the viewer plays if that whole rack fits now, and otherwise also waits with more
    tiles if the other player can play.
    """
    others = [place for place, seat in enumerate(view.seats) if place != view.you and not seat.resigned]
    if view.rack is None or len(found.played) == len(view.rack.tiles):
        return False
    has_fewest = all(len(view.rack.tiles) < view.seats[place].tiles for place in others)
    theirs = _show_to(view, others[0]) if len(others) == 1 else None
    if theirs is None:
        return has_fewest
    return not find(theirs, Goal.OUT) and (has_fewest or find(theirs, Goal.ANY) is not None)


def _show_to(view: TableView, seat: int) -> TableView | None:
    """Return the view of the only other player, `seat`, whose rack is all tiles that the viewer doesn't see.

    None if it isn't: a player who resigned may have kept some of them.
    """
    rack = view.rack.tiles if view.rack else ()
    seen = Counter([*rack, *(tile for each in view.table for tile in each.own)])
    unseen = tuple((Counter(view.box.tiles()) - seen).elements())
    return replace(view, you=seat, rack=RackView(unseen, 0, None)) if len(unseen) == view.seats[seat].tiles else None
