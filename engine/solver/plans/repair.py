"""Repair of tables that would be legal if one joker were in a different set."""

from collections.abc import Iterator

from engine.solver.plans.kept_jokers import group_of
from engine.solver.plans.legality import Melds
from engine.tiles.melds import SMALLEST_SET, Meld
from engine.tiles.tiles import JOKER, Box, Tile

PAIR = 2  # tiles that make a set of three with a joker


def repair_table(melds: Melds, box: Box) -> Iterator[Melds]:
    """Yield every table in which one joker has moved to another place, if its old set is still a set without it."""
    for row, meld in enumerate(melds):
        others = (*melds[:row], *melds[row + 1 :])
        for at, tile in enumerate(meld.tiles):
            if tile == JOKER and (parts := _remove_joker(meld, at, box)) is not None:
                left = others + parts
                for place, target in enumerate(left):
                    rest = (*left[:place], *left[place + 1 :])
                    yield from (rest + ways for ways in _add_joker(target, box))


def _remove_joker(meld: Meld, at: int, box: Box) -> Melds | None:
    """Return the sets left without the joker at index `at` (one, or two parts of a run); None if they aren't sets."""
    if meld.is_group:
        tiles = (*meld.tiles[:at], *meld.tiles[at + 1 :])
        return (group_of(tiles, meld.faces[0].number, box),) if len(tiles) >= SMALLEST_SET else None
    parts = (_cut(meld, 0, at), _cut(meld, at + 1, len(meld.tiles)))
    if any(0 < len(part.tiles) < SMALLEST_SET for part in parts):
        return None
    return tuple(part for part in parts if part.tiles)


def _cut(meld: Meld, first: int, end: int) -> Meld:
    return Meld(meld.tiles[first:end], meld.faces[first:end])


def _add_joker(meld: Meld, box: Box) -> Iterator[Melds]:
    """Yield every way to add a joker to a set: to a group, at an end of a run, or where a run is split in two.

    A run is split after its first two tiles or before its last two; the joker completes those two.
    """
    if meld.is_group:
        if len(meld.tiles) < len(box.colors):
            yield (group_of((*meld.tiles, JOKER), meld.faces[0].number, box),)
        return
    first, last = meld.faces[0], meld.faces[-1]
    if first.number > box.low:
        yield (Meld((JOKER, *meld.tiles), (Tile(first.color, first.number - 1), *meld.faces)),)
    if last.number < box.high:
        yield (Meld((*meld.tiles, JOKER), (*meld.faces, Tile(last.color, last.number + 1))),)
    if len(meld.tiles) >= PAIR + SMALLEST_SET:
        low, high = _cut(meld, 0, PAIR), _cut(meld, PAIR, len(meld.tiles))
        yield (Meld((*low.tiles, JOKER), (*low.faces, high.faces[0])), high)
        low, high = _cut(meld, 0, len(meld.tiles) - PAIR), _cut(meld, len(meld.tiles) - PAIR, len(meld.tiles))
        yield (low, Meld((JOKER, *high.tiles), (low.faces[-1], *high.faces)))
