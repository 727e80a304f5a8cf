"""The joker mode `frozen` (RULES 3.2): a set with a joker only grows, until the joker is replaced.

As in `engine.jokers`, only the tables before and after a turn count.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import permutations, product

from engine.errors import SetFrozen
from engine.jokers import Place, joker_places
from engine.melds import Meld
from engine.notation import write_meld, write_tile
from engine.tiles import JOKER, Tile, by_color
from engine.turns import Turn

BOTH = 2  # colours that a group of three with one joker lacks
Tiles = tuple[Tile, ...]


def frozen(turn: Turn) -> None:
    """A set that holds a joker can only be added to, until the joker's own tile comes from the rack."""
    _frozen(turn, both_colors=False)


def frozen_both_colors(turn: Turn) -> None:
    """As `frozen`; a joker in a group of three is replaced by both tiles that are missing, and both stay there."""
    _frozen(turn, both_colors=True)


def _frozen(turn: Turn, *, both_colors: bool) -> None:
    before = list(joker_places(turn.before))
    pairings = (list(zip(before, after, strict=True)) for after in permutations(joker_places(turn.after), len(before)))
    if before and not any(_is_thawed(turn, pairs, both_colors=both_colors) for pairs in pairings):
        raise _still_frozen(turn, before)


def _is_thawed(turn: Turn, pairs: Sequence[tuple[Place, Place]], *, both_colors: bool) -> bool:
    """Is there a choice of swapped jokers, and of the tiles that replaced them, with which the turn passes?"""
    ways = product(*(_swaps(turn, old, new, both_colors=both_colors) for old, new in pairs))
    return any(_passes(turn, pairs, way) for way in ways)


def _swaps(turn: Turn, old: Place, new: Place, *, both_colors: bool) -> Iterator[Tiles]:
    """What may have replaced this joker: nothing where it still is what it was, or tiles from the rack."""
    box = turn.rules.box
    stays = old.faces(box) & new.faces(box)
    if stays:
        yield ()
    if stays and Counter(old.meld.tiles) & Counter(new.meld.tiles) - Counter({JOKER: len(old.meld.tiles)}):
        return  # it lies with tiles of its set as before: it has not left
    if both_colors and len(old.faces(box)) == BOTH:
        yield tuple(sorted(old.faces(box), key=by_color))
    else:
        yield from ((face,) for face in sorted(old.faces(box), key=by_color))


def _passes(turn: Turn, pairs: Sequence[tuple[Place, Place]], way: Sequence[Tiles]) -> bool:
    """Do the replacements come from the rack, and did every set that stayed frozen only grow by tiles from it?"""
    new = Counter(turn.played)
    swapped_in = Counter(tile for tiles in way for tile in tiles)
    if not swapped_in <= new:
        return False
    grown: Counter[Tile] = Counter()
    for row in {old.row for old, _ in pairs}:
        mine = [(after, tiles) for (old, after), tiles in zip(pairs, way, strict=True) if old.row == row]
        kept = _kept(turn.before[row], [tiles for _, tiles in mine if tiles])
        homes = {after.row for after, tiles in mine if not tiles}
        if not homes:
            if not _rejoined(turn, turn.before[row], [tiles for _, tiles in mine]):
                return False
            continue
        home = Counter(turn.after[homes.pop()].tiles)
        if homes or not kept <= home:
            return False
        grown += home - kept
    freed = sum(1 for tiles in way if tiles)
    return _less_jokers(grown, freed) + swapped_in <= new


def _kept(meld: Meld, swaps: Sequence[Tiles]) -> Counter[Tile]:
    """A frozen set with the jokers that were swapped out of it replaced."""
    return Counter(meld.tiles) - Counter({JOKER: len(swaps)}) + Counter(tile for tiles in swaps for tile in tiles)


def _rejoined(turn: Turn, meld: Meld, swaps: Sequence[Tiles]) -> bool:
    """Does each replacement lie with something that is left of the set?

    Where two tiles replaced a group's joker, both lie in one set with all that is left.
    """
    rest = Counter(tile for tile in meld.tiles if tile != JOKER)
    sets = [Counter(after.tiles) for after in turn.after]
    return all(
        any(Counter(tiles) <= each and (rest <= each if len(tiles) > 1 else rest & each) for each in sets)
        for tiles in swaps
    )


def _less_jokers(tiles: Counter[Tile], freed: int) -> Counter[Tile]:
    """Jokers that were freed may join a frozen set like tiles from the rack (D-RC-9)."""
    return tiles - Counter({JOKER: freed})


def _still_frozen(turn: Turn, before: Sequence[Place]) -> SetFrozen:
    """Name the first joker's set that is not on the table any more as it was."""
    after = Counter(meld.tiles for meld in turn.after)
    place = next((each for each in before if not after[each.meld.tiles]), before[0])
    faces = " or ".join(sorted(map(write_tile, place.faces(turn.rules.box))))
    return SetFrozen(write_meld(place.meld), faces)
