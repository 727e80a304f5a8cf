"""Building the view of a game on an open table, and the view after a play that hasn't been made."""

from collections.abc import Iterable
from dataclasses import replace
from typing import TypeVar

from engine.game.state import Seat, show_seat
from engine.game.views import Offer, RackView
from engine.rules.first_play import opening_points
from engine.rules.table_rules import TableRules
from engine.table.state import TableState, may_draw
from engine.table.view import TableView
from engine.tiles.sets import TableSet
from engine.tiles.tiles import Tile

V = TypeVar("V", bound=TableView)


def show_table(state: TableState, rules: TableRules, seat: int | None, offers: tuple[Offer, ...]) -> TableView:
    """Return what a seat, or a spectator (None), may see: of other racks only their size until the game is over.

    `offers` are what the seat may do besides playing, such as asking for a new deal.
    """
    needs = opening_points(rules.opening)
    return TableView(
        variant=state.variant,
        version=state.version,
        options=state.options,
        box=rules.box,
        seats=tuple(show_seat(state, index, state.totals[index], needs) for index in range(len(state.seats))),
        turn=state.turn,
        turns=state.turns,
        deadline=state.deadline,
        pool=len(state.pool),
        may_draw=may_draw(state, rules),
        draws_on=rules.draw_until,
        may_pass=not state.pool and not state.outcome,
        outcome=state.outcome,
        you=seat,
        rack=None if seat is None else _show_rack(state.seats[seat], rules),
        offers=offers,
        assistance=rules.assistance,
        table=state.sets,
        game=state.game,
        games=max(rules.games, state.game),
        part=rules.part,
        skin=rules.skin,
    )


def _show_rack(seat: Seat, rules: TableRules) -> RackView:
    """Return a rack with its cost, if racks cost anything and it doesn't depend on whether this one has an opening."""
    is_known = seat.has_melded or not rules.unopened
    return RackView(seat.rack, seat.fresh, rules.worth(seat.rack) if rules.worth and is_known else None)


def show_after(view: V, rules: TableRules, rack: tuple[Tile, ...], sets: Iterable[TableSet]) -> V:
    """Return the viewer's view with this rack and table after a play, before the turn ends."""
    seats = (
        replace(each, tiles=len(rack), has_melded=True, needs=0) if index == view.you else each
        for index, each in enumerate(view.seats)
    )
    mine = _show_rack(Seat(rack=rack, has_melded=True), rules)
    return replace(view.with_sets(sets), offers=(), rack=mine, seats=tuple(seats))
