"""Questions about a game that need the solver: who can play, and what a rack costs if its player never opened."""

from engine.game.goals import Goal
from engine.game.state import Seat, give_tiles
from engine.rules.table_rules import TableRules
from engine.solver.best_turn import Position, can_play, solve
from engine.table.state import TableState, order_turns
from engine.table.view import TableView
from engine.text.errors import NoSuchSeat
from engine.tiles.melds import find_extensions
from engine.tiles.tiles import JOKER


def position_of(state: TableState, rules: TableRules, seat: int) -> Position:
    """Return the position, as the solver takes it, that the seat would face if it were to move."""
    player = state.seats[seat]
    return Position(rules, state.sets, player.rack, player.has_melded, state.claimed)


def position_in(view: TableView, rules: TableRules) -> Position:
    """Return the position that the viewer would face if on turn. Raises NoSuchSeat for a spectator."""
    if view.you is None or view.rack is None:
        raise NoSuchSeat
    return Position(rules, view.table, view.rack.tiles, view.seats[view.you].has_melded, view.claimed)


def has_play(position: Position) -> bool | None:
    """Return whether the player has a legal play; None if the search neither finds one nor proves there is none."""
    if solve(position, Goal.ANY):
        return True
    return None if can_play(position) else False


def nobody_can_play(state: TableState, rules: TableRules) -> bool:
    """Return whether the pool is empty and it's proven that no seat in the game has a legal play."""
    if state.pool:
        return False
    positions = [position_of(state, rules, seat) for seat in order_turns(state, rules)]
    return not any(map(_can_add, positions)) and not any(map(can_play, positions))


def _can_add(position: Position) -> bool:
    """Return whether an opened player can add to a set without jokers, always legal; this spares most a search."""
    fits = {
        tile
        for each in position.sets
        if JOKER not in each.meld.tiles
        for tile in find_extensions(each.meld.tiles, position.rules.box)
    }
    return position.has_melded and not fits.isdisjoint(position.rack)


def must_play(state: TableState, rules: TableRules, seat: int) -> bool:
    """Return whether the seat can't pass: the rules have `must_play`, the pool is empty, and it has a legal play."""
    return rules.must_play and not state.pool and solve(position_of(state, rules, seat), Goal.ANY) is not None


def count_draw(state: TableState, rules: TableRules, seat: int, tiles: int) -> int:
    """Return the number of tiles that the seat draws if it draws at least `tiles`, and not more than the pool has.

    With `draw_until`, the draw goes on until a search finds a legal play for the rack (RC-5).
    """
    if rules.draw_until:
        while tiles < len(state.pool) and not _finds_play(position_of(give_tiles(state, seat, tiles), rules, seat)):
            tiles += 1
    return min(tiles, len(state.pool))


def _finds_play(position: Position) -> bool:
    return _can_add(position) or solve(position, Goal.ANY) is not None


def compute_cost(seat: Seat, rules: TableRules) -> int:
    """Return what a seat's rack costs at the end, in points; if it never opened, that may be a fixed sum (CL-34)."""
    if rules.unopened and seat.rack and not seat.has_melded:
        could_not, could = rules.unopened
        opens = solve(Position(rules, (), seat.rack, has_melded=False), Goal.ANY)
        return could if opens else could_not
    return rules.worth(seat.rack) if rules.worth else 0
