"""Substitution of kept jokers for the natural tiles that the sweep arranged in their place."""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from engine.solver.plans.legality import Melds
from engine.solver.plans.partial_turns import Problem
from engine.tiles.melds import Meld
from engine.tiles.tiles import JOKER, Box, Tile


def unmask(
    melds: Melds, masks: Sequence[Tile], problem: Problem, standing: Mapping[int, Meld] = MappingProxyType({})
) -> Iterator[Melds]:
    """Yield the table after each way to put a kept joker in place of one tile of each face in `masks`.

    For each joker, places that make an old set again come first. The tiles that the old sets in `standing` (by row of
    `melds`) had before they grew aren't replaced. Yield nothing if there is no place for a joker.
    """
    if not masks:
        yield melds
        return
    places = [
        (row, meld.tiles.index(masks[0]))
        for row, meld in enumerate(melds)
        if masks[0] in meld.tiles and not (row in standing and masks[0] in standing[row].tiles)
    ]
    ways = [(row, with_joker(melds[row], at, problem.box)) for row, at in places]
    if len(ways) > 1:
        old = {meld.in_order for meld in problem.before}
        ways.sort(key=lambda way: way[1].in_order not in old)
    for row, meld in ways:
        yield from unmask((*melds[:row], meld, *melds[row + 1 :]), masks[1:], problem, standing)


def with_joker(meld: Meld, at: int, box: Box) -> Meld:
    """Return the set with a joker in place of the tile at index `at`."""
    tiles = (*meld.tiles[:at], JOKER, *meld.tiles[at + 1 :])
    return group_of(tiles, meld.faces[0].number, box) if meld.is_group else Meld(tiles, meld.faces)


def group_of(tiles: Sequence[Tile], number: int, box: Box) -> Meld:
    """Return the group as `read_melds` reads it: a joker has a color only if exactly one is missing."""
    there = {tile.color for tile in tiles}
    missing = [color for color in box.colors if color not in there]
    face = Tile(missing[0] if len(missing) == 1 else None, number)
    return Meld(tuple(tiles), tuple(face if tile.is_joker else tile for tile in tiles))
