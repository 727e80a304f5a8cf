"""The state of a game on an open table, its turn order, and its views, also after a play that hasn't been made."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Self, TypeVar

from engine.game.state import GameState, Seat, show_seat
from engine.game.views import Offer, RackView
from engine.rules.first_play import opening_points
from engine.rules.table_rules import TableRules
from engine.table.view import TableView
from engine.tiles.sets import TableSet
from engine.tiles.tiles import Tile


@dataclass(frozen=True, kw_only=True)
class TableState(GameState):
    """The state of a game on an open table: that of any game, the lettered sets on the table, and the match so far.

    `passes` is the number of consecutive passes just before the current turn. `game` counts the games of the match from
    1; `totals` and `wins` are each seat's points and wins in the earlier ones. The seat `first` began this game, and
    `deals` is how often it has been dealt.
    """

    sets: tuple[TableSet, ...] = ()
    passes: int = 0
    game: int = 1
    first: int = 0
    deals: int = 0
    totals: tuple[int, ...]
    wins: tuple[int, ...]

    @property
    def claimed(self) -> frozenset[str]:
        """The letters of the claimed sets; none, except in games with claims."""
        return frozenset()

    def held(self, seat: int) -> int:  # noqa: ARG002  # only claims bring points during a game
        """Return the points that the seat holds by claims; 0, except in games with claims."""
        return 0

    def with_sets(self, sets: Iterable[TableSet]) -> Self:
        """Return the state with these sets on the table."""
        return replace(self, sets=tuple(sets))


T = TypeVar("T", bound=TableState)
V = TypeVar("V", bound=TableView)


def list_playing(state: TableState) -> list[int]:
    """Return the seats that haven't resigned, in ascending order."""
    return [index for index, seat in enumerate(state.seats) if not seat.resigned]


def order_turns(state: TableState, rules: TableRules, behind: int | None = None) -> list[int]:
    """Return the seats not resigned in turn order after `behind`, the seat to move by default, which comes last."""
    start = state.turn if behind is None else behind
    around = (start + rules.direction * step for step in range(1, len(state.seats) + 1))
    return [index for each in around if not state.seats[index := each % len(state.seats)].resigned]


def list_passed(state: TableState, rules: TableRules) -> list[int]:
    """Return the seats that passed consecutively just before the current turn, in turn order."""
    earlier = [seat for seat in order_turns(state, rules) if seat != state.turn]
    return earlier[len(earlier) - state.passes :]


def hand_on_turn(state: T, rules: TableRules, *, passes: int = 0) -> T:
    """Return the state in which the next seat's turn begins; `passes` is the number of consecutive passes so far."""
    return begin_turn(state, order_turns(state, rules)[0], rules, passes=passes)


def begin_turn(state: T, seat: int, rules: TableRules, *, passes: int = 0) -> T:
    """Return the state in which this seat's turn begins, with a new deadline; `passes` came just before it."""
    deadline = None if rules.clock is None else state.now + rules.clock
    turns, active = state.turns + 1, frozenset({seat})
    return replace(state, turn=seat, turns=turns, active=active, deadline=deadline, passes=passes)


def may_draw(state: TableState, rules: TableRules) -> int:
    """Return the most tiles that one draw may ask for now; 0 if the pool is empty or the game is over."""
    if state.outcome:
        return 0
    return len(state.pool) if rules.draw is None else min(rules.draw, len(state.pool))


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
