"""Building the view of a game on a grid."""

from engine.game.state import show_seat
from engine.game.views import Offer, RackView
from engine.grid.rules.actions import Pick
from engine.grid.rules.grid_rules import GridRules
from engine.grid.state import GridState, opponent_of
from engine.grid.view import GridView
from engine.text.phrases import later
from engine.tiles.notation import write_tile
from engine.tiles.tiles import Tile


def show_grid(state: GridState, rules: GridRules, seat: int | None) -> GridView:
    """Return what a seat, or a spectator (None), may see of the game.

    That includes the seat's own rack; of the other racks, it's only the number of tiles until the game is over.
    """
    playing = not state.outcome and not state.row
    may_pick = not state.outcome and seat != opponent_of(state.turn)
    return GridView(
        variant=state.variant,
        version=state.version,
        options=state.options,
        box=rules.box,
        seats=tuple(show_seat(state, place, state.scores[place]) for place in range(len(state.seats))),
        turn=state.turn,
        turns=state.turns,
        deadline=state.deadline,
        pool=len(state.pool),
        may_draw=int(playing and bool(state.pool)),
        may_pass=playing and not state.pool,
        outcome=state.outcome,
        you=seat,
        rack=None if seat is None else RackView(state.seats[seat].rack, state.seats[seat].fresh, None),
        offers=tuple(map(_make_offer, dict.fromkeys(state.row))) if may_pick else (),
        size=rules.size,
        tiles=state.tiles,
        blocks=state.blocks,
        barred=state.barred,
        intersections=state.made,
        row=state.row,
        assistance=rules.helps,
    )


def _make_offer(tile: Tile) -> Offer:
    return Offer(Pick(0, tile).line(), later("Pick {tile}", tile=write_tile(tile)))
