"""What only a solver can tell of a table: who can play, whether anybody can, and what a rack could have done."""

from engine.game.goals import Goal
from engine.game.state import Seat
from engine.rules.table_rules import TableRules
from engine.solver.best_turn import Position, can_play, solve
from engine.table.state import TableState, order_turns
from engine.table.view import TableView
from engine.text.errors import NoSuchSeat
from engine.tiles.melds import find_extensions
from engine.tiles.tiles import JOKER


def position_of(state: TableState, rules: TableRules, seat: int) -> Position:
    """What this seat would have to find a turn in, if it were to move."""
    player = state.seats[seat]
    return Position(rules, state.sets, player.rack, player.opened, state.claimed)


def position_in(view: TableView, rules: TableRules) -> Position:
    """The same by what its player sees, and by nothing else.

    Raises:
        NoSuchSeat: a spectator has none.
    """
    if view.you is None or view.rack is None:
        raise NoSuchSeat
    return Position(rules, view.table, view.rack.tiles, view.seats[view.you].opened, view.claimed)


def nobody_can_play(state: TableState, rules: TableRules) -> bool:
    """Is the pool empty, and does no seat still in the game have a legal play, whosever turn it is?"""
    if state.pool:
        return False
    positions = [position_of(state, rules, seat) for seat in order_turns(state, rules)]
    return not any(map(_can_add, positions)) and not any(map(can_play, positions))


def _can_add(position: Position) -> bool:
    """The quick answer for most tables: does a tile just go on a set? Where no joker lies, that is always legal."""
    fits = {
        tile
        for each in position.sets
        if JOKER not in each.meld.tiles
        for tile in find_extensions(each.meld.tiles, position.rules.box)
    }
    return position.opened and not fits.isdisjoint(position.rack)


def must_play(state: TableState, rules: TableRules, seat: int) -> bool:
    """Is the pool empty, and has this seat a legal play, at a table where who can play must?"""
    return rules.must_play and not state.pool and solve(position_of(state, rules, seat), Goal.ANY) is not None


def compute_cost(seat: Seat, rules: TableRules) -> int:
    """What the rack of a seat costs at the end, in points."""
    if rules.unopened and seat.rack and not seat.opened:
        could_not, could = rules.unopened
        opens = solve(Position(rules, (), seat.rack, opened=False), Goal.ANY)
        return could if opens else could_not
    return rules.worth(seat.rack) if rules.worth else 0
