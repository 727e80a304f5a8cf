"""Jokers in the place of tiles: where the sweep laid the tiles that jokers are kept as, and in groups."""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from engine.solver.plans.legality import Melds
from engine.solver.plans.partial_turns import Problem
from engine.tiles.melds import Meld
from engine.tiles.tiles import JOKER, Box, Tile


def unmask(
    melds: Melds, masks: Sequence[Tile], problem: Problem, standing: Mapping[int, Meld] = MappingProxyType({})
) -> Iterator[Melds]:
    """Every way to lay the kept jokers where tiles lie that they are kept as; sets that lay so before come first.

    What the rows `standing` have grown from stays as it is.
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
    """The set with a joker in the place of one of its tiles."""
    tiles = (*meld.tiles[:at], JOKER, *meld.tiles[at + 1 :])
    return group_of(tiles, meld.faces[0].number, box) if meld.is_group else Meld(tiles, meld.faces)


def group_of(tiles: Sequence[Tile], number: int, box: Box) -> Meld:
    """A group as `readings` would find it."""
    there = {tile.color for tile in tiles}
    missing = [color for color in box.colors if color not in there]
    face = Tile(missing[0] if len(missing) == 1 else None, number)
    return Meld(tuple(tiles), tuple(face if tile.is_joker else tile for tile in tiles))
