"""Redealing a position: another game that one seat couldn't tell from the real one."""

from collections.abc import Sequence
from dataclasses import replace

from engine.game.state import S
from engine.tiles.shuffle import shuffle
from engine.tiles.tiles import Tile, by_color, remove_tiles


def redeal(state: S, seat: int, seed: bytes, known: Sequence[Sequence[Tile]] = ()) -> S:
    """Return the state with everything that this seat can't see dealt afresh: the other racks, the pool and the seed.

    Racks and pool keep their numbers of tiles. `known` has for each seat the tiles that everybody knows to be on its
    rack, which stay there; empty means none. Nothing hidden in `state` has any influence: of all deals that this seat
    can't tell from the real one, `seed` picks one, each as likely as the others.
    """
    others = [place for place in range(len(state.seats)) if place != seat]
    fixed = {place: tuple(known[place]) if known else () for place in others}
    drawn = {place: len(state.seats[place].rack) - len(fixed[place]) for place in others}
    unseen = [*state.pool, *(tile for place in others for tile in state.seats[place].rack)]
    unknown = remove_tiles(sorted(unseen, key=by_color), [tile for place in others for tile in fixed[place]])
    mixed = shuffle(unknown, seed, "redeal")
    seats = list(state.seats)
    for place in others:
        rack, mixed = mixed[: drawn[place]], mixed[drawn[place] :]
        seats[place] = replace(seats[place], rack=(*fixed[place], *rack), fresh=0)
    return replace(state, seats=tuple(seats), pool=mixed, seed=seed)
