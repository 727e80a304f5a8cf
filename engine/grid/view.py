"""What a turn makes of a grid's view."""

from dataclasses import replace

from engine.game.views import GridView, RackView
from engine.grid.rules.placing import GridTurn
from engine.tiles.tiles import without


def laid(view: GridView, turn: GridTurn) -> GridView:
    """The viewer's view as it would be after the turn, which is still his."""
    rack = without(view.rack.tiles if view.rack else (), turn.played)
    seats = (replace(seat, tiles=len(rack)) if place == view.you else seat for place, seat in enumerate(view.seats))
    return replace(view, tiles=turn.tiles, rack=RackView(rack, 0, None), seats=tuple(seats))
