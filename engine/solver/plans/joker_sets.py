"""The sets in which a plan can put table jokers, as small as possible because a plan's sets can still grow."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from itertools import combinations, product

from engine.rules.jokers import RACK_TILES_WITH_JOKER
from engine.solver.plans.partial_turns import CountedRack
from engine.tiles.melds import SMALLEST_SET, Meld, group_of, run_of
from engine.tiles.tiles import JOKER, Box, Color, Tile

OVERHANG = 2  # tiles by which a run is lengthened at one end; three would be a run of their own


@dataclass(frozen=True, slots=True)
class JokerMeld:
    """A set to be played: its tiles from the table and from the rack, and the number of freed table jokers in it."""

    meld: Meld
    table: tuple[Tile, ...]
    rack: tuple[Tile, ...]
    jokers: int


class Source(Enum):
    """The origin of a tile in a new set; `FREED` is a joker from the table, and `RACK` includes the rack's jokers."""

    TABLE = auto()
    RACK = auto()
    FREED = auto()


@dataclass(frozen=True, slots=True)
class UnfinishedMeld:
    """The tiles chosen so far for a set, and where each comes from."""

    tiles: tuple[Tile, ...] = ()
    sources: tuple[Source, ...] = ()

    def grow(self, tile: Tile, source: Source) -> "UnfinishedMeld":
        """Return the chosen tiles with one more at the end."""
        return UnfinishedMeld((*self.tiles, tile), (*self.sources, source))

    def of(self, source: Source) -> tuple[Tile, ...]:
        """Return the chosen tiles that come from this source, in their order."""
        return tuple(tile for tile, each in zip(self.tiles, self.sources, strict=True) if each is source)

    def core(self, meld: Meld, *, jokers: int = 0) -> JokerMeld:
        """Return the finished set `meld` with only the tiles chosen here by source, and `jokers` more freed jokers."""
        return JokerMeld(meld, self.of(Source.TABLE), self.of(Source.RACK), self.sources.count(Source.FREED) + jokers)


@dataclass(frozen=True, slots=True)
class JokerSupply:
    """The tiles available for a set: the table's, the rack's including its jokers, and a number of freed jokers."""

    box: Box
    table: CountedRack
    rack: CountedRack
    jokers: int

    def at(self, face: Tile, part: UnfinishedMeld) -> Iterator[tuple[Tile, Source]]:
        """Yield every tile that can come next in `part` as this face, with its source; natural tiles first.

        Natural tiles already in `part` aren't subtracted from the supply: no set uses a face twice.
        """
        if self.table[face] > 0:
            yield face, Source.TABLE
        if self.rack[face] > 0:
            yield face, Source.RACK
        if part.sources.count(Source.FREED) < self.jokers:
            yield JOKER, Source.FREED
        if self.rack[JOKER] and part.of(Source.RACK).count(JOKER) < self.rack[JOKER]:
            yield JOKER, Source.RACK


def find_smallest_joker_melds(supply: JokerSupply) -> Iterator[JokerMeld]:
    """Yield the smallest sets with freed jokers, fewest first, and two rack tiles; the sweep adds more."""
    seen = set()
    for jokers in range(1, supply.jokers + 1):
        wanted = replace(supply, jokers=jokers)
        for core in (*_find_groups(wanted, jokers), *_find_runs(wanted, jokers)):
            key = (core.meld.faces, core.meld.tiles, core.rack)
            if key not in seen:
                seen.add(key)
                yield core


def _find_groups(supply: JokerSupply, jokers: int) -> Iterator[JokerMeld]:
    box = supply.box
    if jokers + RACK_TILES_WITH_JOKER > len(box.colors):
        return
    for number in range(box.low, box.high + 1):
        tiles = [tile for color in box.colors if supply.rack[tile := Tile(color, number)] > 0]
        tiles += [JOKER] * min(RACK_TILES_WITH_JOKER, supply.rack[JOKER])
        for pair in dict.fromkeys(combinations(tiles, RACK_TILES_WITH_JOKER)):
            meld = group_of((*pair, *[JOKER] * jokers), number, box)
            yield JokerMeld(meld, (), pair, jokers)


def _find_runs(supply: JokerSupply, jokers: int) -> Iterator[JokerMeld]:
    box = supply.box
    for color in box.colors:
        if any(tile.color == color for tile in supply.rack) or supply.rack[JOKER]:
            for start in range(box.low, box.high - SMALLEST_SET + 2):
                yield from _extend_run(UnfinishedMeld(), color, start, supply, jokers)


def _extend_run(
    part: UnfinishedMeld, color: Color, start: int, supply: JokerSupply, jokers: int
) -> Iterator[JokerMeld]:
    """Yield the smallest runs from `start` that begin with `part`: `jokers` freed jokers, no table tile at an end."""
    number = start + len(part.tiles)
    if number > supply.box.high:
        return
    for tile, source in supply.at(Tile(color, number), part):
        if source is Source.TABLE and not part.tiles:
            continue
        longer = part.grow(tile, source)
        new, freed = longer.sources.count(Source.RACK), longer.sources.count(Source.FREED)
        if jokers == 1 and new > RACK_TILES_WITH_JOKER:
            continue
        if freed == jokers and new >= RACK_TILES_WITH_JOKER and source is not Source.TABLE:
            yield longer.core(run_of(longer.tiles, color, start))
        else:
            yield from _extend_run(longer, color, start, supply, jokers)


def lengthen(meld: Meld, supply: JokerSupply) -> Iterator[JokerMeld]:
    """Yield the set as it is and extended, a run by `OVERHANG` tiles an end; only added tiles are counted by source."""
    color, start = meld.faces[0]
    if meld.is_group:
        spare = [face for each in supply.box.colors if (face := Tile(each, start)) not in meld.tiles]
        for more in range(len(supply.box.colors) - len(meld.tiles) + 1):
            for group in combinations(spare, more):
                for part in fill_faces(group, supply):
                    yield part.core(meld.with_tiles((*meld.tiles, *part.tiles), supply.box))
        return
    for below in range(min(OVERHANG, start - supply.box.low) + 1):
        first, last = start - below, meld.faces[-1].number
        for above in range(min(OVERHANG, supply.box.high - last) + 1):
            faces = [Tile(color, number) for number in (*range(first, start), *range(last + 1, last + above + 1))]
            for part in fill_faces(faces, supply):
                tiles = (*part.tiles[:below], *meld.tiles, *part.tiles[below:])
                yield part.core(run_of(tiles, color, first))


def fill_faces(
    faces: Sequence[Tile], supply: JokerSupply, part: UnfinishedMeld = UnfinishedMeld()
) -> Iterator[UnfinishedMeld]:
    """Yield every choice of one tile for each face, added to `part`; rack tiles only of faces that the table lacks."""
    if not faces:
        yield part
        return
    for tile, source in supply.at(faces[0], part):
        if source is not Source.RACK or tile.is_joker or supply.table[tile] <= 0:
            yield from fill_faces(faces[1:], supply, part.grow(tile, source))


def find_threes(supply: JokerSupply, face: Tile) -> Iterator[JokerMeld]:
    """Yield the sets of three where a joker outside the supply, counted in `jokers`, stands for `face`."""
    box, color = supply.box, face.color
    first, last = max(box.low, face.number - SMALLEST_SET + 1), min(face.number, box.high - SMALLEST_SET + 1)
    for start in range(first, last + 1):
        faces = [Tile(color, start + step) for step in range(SMALLEST_SET)]
        at = face.number - start
        for part in fill_faces([*faces[:at], *faces[at + 1 :]], supply):
            yield part.core(run_of((*part.tiles[:at], JOKER, *part.tiles[at:]), color, start), jokers=1)
    seen = set()
    for pair in combinations([Tile(other, face.number) for other in box.colors if other != color], SMALLEST_SET - 1):
        for part in fill_faces(pair, supply):
            if part not in seen:
                seen.add(part)
                yield part.core(group_of((*part.tiles, JOKER), face.number, box), jokers=1)


def group_jokers(
    jokers: Sequence[frozenset[Tile]], table: CountedRack, rack: CountedRack, box: Box
) -> Iterator[JokerMeld]:
    """Yield each group with all these table jokers in which each of them alone could have one of its old faces.

    It may have jokers of the rack, too. That is enough for each joker to stay what it was (CL-16, DEC-1). Groups in
    which all jokers can have different old faces at once are left out: there, each is kept as its face instead.
    """
    numbers = {face.number for faces in jokers for face in faces}
    if len(numbers) > 1 or any(face.color is None for faces in jokers for face in faces):
        return
    number = numbers.pop()
    tiles = [tile for color in box.colors if table[tile := Tile(color, number)] + rack[tile] > 0]
    for wild, size in product(range(rack[JOKER] + 1), range(len(box.colors) - len(jokers) + 1)):
        if not SMALLEST_SET <= len(jokers) + wild + size <= len(box.colors):
            continue
        for naturals in combinations(tiles, size):
            others = [faces - set(naturals) for faces in jokers]
            if all(others) and all(len(set(way)) < len(way) for way in product(*others)):  # not all can differ
                meld = group_of((*naturals, *[JOKER] * (len(jokers) + wild)), number, box)
                from_rack = (*(tile for tile in naturals if table[tile] <= 0), *[JOKER] * wild)
                yield JokerMeld(meld, tuple(tile for tile in naturals if table[tile] > 0), from_rack, len(jokers))
