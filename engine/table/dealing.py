"""Dealing a game: the draw for the first turn, the racks, and new deals."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import count

from engine.game.actions import Redeal
from engine.game.events import Begins, DrewForOrder, Event
from engine.game.state import Seat, Step
from engine.game.views import Offer
from engine.rules.table_rules import TableRules
from engine.table.state import T, TableState, begin_turn, list_playing, order_turns
from engine.text.errors import NoNewDeal
from engine.text.phrases import later, later_many
from engine.tiles.shuffle import shuffle
from engine.tiles.tiles import Tile, remove_tiles


def highest_begins(tile: Tile) -> int | None:
    """Return a drawn tile's rank for the first turn, its number; None for a joker: the player draws again."""
    return None if tile.is_joker else tile.number


def lowest_begins(tile: Tile) -> int | None:
    """Return a drawn tile's rank for the first turn, minus its number; None for a joker: the player draws again."""
    return None if tile.is_joker else -tile.number


def draw_for_order(
    players: Sequence[int], bag: Iterator[Tile], rank: Callable[[Tile], int | None]
) -> tuple[tuple[tuple[tuple[int, Tile], ...], ...], int]:
    """Let the seats in `players` draw tiles from `bag` until one alone has the highest rank (CL-2, CL-3).

    Return the rounds of draws, each a tuple of (seat, tile) pairs, and the seat that begins. `rank` returns a tile's
    rank, None if its player must draw again.
    """
    rounds = []
    ranks: dict[int, int] = {}
    drawing = list(players)
    while drawing:
        drawn = tuple((seat, next(bag)) for seat in drawing)
        rounds.append(drawn)
        ranks |= {seat: found for seat, tile in drawn if (found := rank(tile)) is not None}
        drawing = [seat for seat in drawing if seat not in ranks]
        if not drawing:
            best = [seat for seat in ranks if ranks[seat] == max(ranks.values())]
            drawing = best if len(best) > 1 else []
            ranks = {} if drawing else ranks
    return tuple(rounds), max(ranks, key=lambda seat: ranks[seat])


def deal(state: T, rules: TableRules) -> Step[T]:
    """Begin a game of a match: clear the table, choose the seat that begins, and deal the racks."""
    first, event = _draw_first_seat(state, rules)
    bare = tuple(replace(seat, rack=()) for seat in state.seats)
    begun = replace(state.with_sets(()), seats=bare, first=first, deals=0)
    return Step(_deal_racks(begun, first, rules), (event,))


def _draw_first_seat(state: TableState, rules: TableRules) -> tuple[int, Event]:
    if rules.rotate and state.game > 1:
        first = order_turns(state, rules, behind=state.first)[0]
        return first, Begins(first)
    if rules.order is None:
        playing = list_playing(state)
        first = playing[0] if rules.host_begins else shuffle(playing, state.seed, f"lot {state.game}")[0]
        return first, Begins(first)
    tiles = rules.box.tiles()
    bag = (tile for again in count() for tile in shuffle(tiles, state.seed, f"order {state.game}.{again}"))
    rounds, first = draw_for_order(list_playing(state), bag, rules.order)
    return first, DrewForOrder(rounds, first)


def _deal_racks(state: T, first: int, rules: TableRules) -> T:
    """Return the state as seat `first` begins, with new racks for all but resigned seats, which keep their tiles."""
    gone = [tile for seat in state.seats if seat.resigned for tile in seat.rack]
    purpose = f"deal {state.game}" + (f".{state.deals}" if state.deals else "")
    pool = list(shuffle(remove_tiles(rules.box.tiles(), gone), state.seed, purpose))
    seats = tuple(seat if seat.resigned else _draw_rack(pool, rules) for seat in state.seats)
    dealt = replace(state, seats=seats, pool=tuple(pool), deals=state.deals + 1)
    return begin_turn(dealt, first, rules)


def _draw_rack(pool: list[Tile], rules: TableRules) -> Seat:
    return Seat(rack=tuple(pool.pop() for _ in range(rules.deal)), has_melded=not rules.opening)


# New deals


def require_new_deal(state: TableState, rules: TableRules, seat: int) -> None:
    """Reject a request for a new deal by a seat that isn't entitled to one (CL-35).

    The rack must be as dealt, with enough pairs of equal tiles, and nobody may have played. Raises NoNewDeal.
    """
    rack = state.seats[seat].rack
    if not rules.doubles:
        raise NoNewDeal(later("You can't ask for a new deal at this table."))
    if state.sets or len(rack) != rules.deal:
        raise NoNewDeal(later("You can't ask for a new deal once you've drawn or anyone has played."))
    doubles = sum(copies // 2 for tile, copies in Counter(rack).items() if not tile.is_joker)
    if doubles < rules.doubles:
        raise NoNewDeal(
            later_many(
                "You need {count} pair of equal tiles for a new deal. You have {held}.",
                "You need {count} pairs of equal tiles for a new deal. You have {held}.",
                rules.doubles,
                held=doubles,
            )
        )


def list_offers(state: TableState, rules: TableRules, seat: int) -> tuple[Offer, ...]:
    """Return the seat's extra actions, for its eyes only: to ask for a new deal if its rack entitles it to one."""
    if not rules.doubles or state.outcome or state.seats[seat].resigned:
        return ()
    try:
        require_new_deal(state, rules, seat)
    except NoNewDeal:
        return ()
    return (Offer(Redeal(seat).line(), later("Ask for a new deal")),)


def deal_anew(state: T, rules: TableRules) -> T:
    """Return the state after new racks for all seats not resigned; who began, or the next such seat, begins again."""
    first = order_turns(state, rules, behind=state.first - rules.direction)[0]
    return _deal_racks(state, first, rules)
