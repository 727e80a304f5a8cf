"""New sets through tiles that lie: what the rack can still lay so, beside a table that was found."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, product

from engine.melds import SMALLEST_SET, Meld
from engine.solving.plans import Tiles, group_of
from engine.tiles import JOKER, Box, Tile, by_color

MOST_TRIED = 2000
"""So many sets are tried; which of them fit beside one another is not searched to the end."""


@dataclass(frozen=True, slots=True)
class Through:
    """A new set, and each tile that it shares with a row of the table."""

    meld: Meld
    borrowed: tuple[tuple[Tile, int], ...] = ()


@dataclass(slots=True)
class Lenders:
    """The tiles that new sets can share, each with the rows in which it lies, and the sets laid so far.

    New sets become rows from `first` on, and lend their tiles too. `connected`: every new set has to share one.
    """

    box: Box
    rows: dict[Tile, list[int]]
    first: int
    connected: bool
    laid: list[Through] = field(default_factory=list)
    tried: int = 0

    @property
    def own(self) -> Tiles:
        """The tiles of the rack in the sets laid so far."""
        tiles = Counter(tile for each in self.laid for tile in each.meld.tiles)
        return tiles - Counter(tile for each in self.laid for tile, _ in each.borrowed)

    def lay(self, own: Tiles, order: Sequence[Tile], enough: int) -> None:
        """Lay a set for one tile after the other, as long as there is a way and not `enough` tiles lie."""
        most = own.total()
        for tile in order:
            while own[tile] > 0 and most - own.total() < enough:
                laid = self._laid_with(tile, own)
                if not laid:
                    break
                own = own - laid

    def _laid_with(self, tile: Tile, own: Tiles) -> Tiles:
        """Lay a set that holds the tile, with as many of one's other tiles as can be; say which."""
        shapes = sorted(shapes_with(tile, self.box), key=lambda faces: -sum(own[face] > 0 for face in faces))
        for faces in shapes:
            self.tried += 1
            if self.tried > MOST_TRIED:
                break
            for tiles in _ways(faces, tile, own, self.rows):
                borrowed = [face for face in tiles if face != JOKER and own[face] <= 0]
                lent = self._lent(borrowed)
                if lent is not None and (lent or not self.connected):
                    mine = Counter(tiles) - Counter(borrowed)
                    for face in mine:
                        self.rows.setdefault(face, []).append(self.first + len(self.laid))
                    self.laid.append(Through(_meld(tiles, faces, self.box), lent))
                    return mine
        return Counter()

    def _lent(self, faces: Sequence[Tile]) -> tuple[tuple[Tile, int], ...] | None:
        """Borrow these tiles from different rows."""
        for rows in product(*(self.rows[face] for face in faces)):
            if len(set(rows)) == len(rows):
                for face, row in zip(faces, rows, strict=True):
                    self.rows[face].remove(row)
                return tuple(zip(faces, rows, strict=True))
        return None


def laid_through(lenders: Lenders, own: Tiles, enough: int, weight: Callable[[Tiles], int]) -> tuple[Through, ...]:
    """New sets that lay as much as can be of one's own, the tiles tried in a few orders."""
    ways = {tile: sum(_open(faces, own, lenders.rows) for faces in shapes_with(tile, lenders.box)) for tile in own}
    orders: list[Callable[[Tile], object]] = [
        by_color,
        lambda tile: (ways[tile], by_color(tile)),
        lambda tile: (-tile.number, by_color(tile)),
        lambda tile: (-ways[tile], by_color(tile)),
    ]
    best: tuple[Through, ...] = ()
    most = 0
    for order in orders:
        rows = {tile: list(places) for tile, places in lenders.rows.items()}
        trial = replace(lenders, rows=rows, laid=[], tried=0)
        trial.lay(own, sorted(own, key=order), enough)  # type: ignore[arg-type]  # keys that compare
        if (worth := weight(trial.own)) > most:
            best, most = tuple(trial.laid), worth
        if most >= min(enough, weight(own)):
            break
    return best


def _open(faces: Sequence[Tile], own: Tiles, rows: Mapping[Tile, Sequence[int]]) -> bool:
    """Can a set have all these faces, of one's own tiles and of those that lie?"""
    return all(own[face] > 0 or rows.get(face) for face in faces)


def _ways(faces: Sequence[Tile], tile: Tile, own: Tiles, rows: dict[Tile, list[int]]) -> Iterator[tuple[Tile, ...]]:
    """What can lie for the faces: one's own tile, or one that lies there, or one's joker where neither is."""
    tiles = [face if own[face] > 0 or rows.get(face) else JOKER for face in faces]
    if tiles.count(JOKER) > own[JOKER]:
        return
    if tile != JOKER or JOKER in tiles:
        yield tuple(tiles)
    else:
        yield from ((*tiles[:at], JOKER, *tiles[at + 1 :]) for at in range(len(tiles)))


def _meld(tiles: Sequence[Tile], faces: Sequence[Tile], box: Box) -> Meld:
    if faces[0].number == faces[1].number:
        return group_of(tiles, faces[0].number, box)
    return Meld(tuple(tiles), tuple(faces))


def shapes_with(tile: Tile, box: Box) -> Iterator[tuple[Tile, ...]]:
    """The faces of every set of three or four that holds the tile, or of any where it is a joker."""
    for size in (SMALLEST_SET, SMALLEST_SET + 1):
        for color, low in product(box.colors, range(box.low, box.high - size + 2)):
            if tile == JOKER or (color == tile.color and low <= tile.number < low + size):
                yield tuple(Tile(color, number) for number in range(low, low + size))
        for number in range(box.low, box.high + 1):
            if tile == JOKER or tile.number == number:
                groups = combinations([Tile(color, number) for color in box.colors], size)
                yield from (group for group in groups if tile == JOKER or tile in group)


def playable(rack: Tiles, lying: Tiles, box: Box) -> Tiles:
    """The tiles of the rack that can be in any set at all, each for itself, whatever else that set needs."""
    there = {*rack, *lying}
    jokers = rack[JOKER] + lying[JOKER]
    return Counter({tile: copies for tile, copies in rack.items() if _fits(tile, there, jokers, box)})


def _fits(tile: Tile, there: set[Tile], jokers: int, box: Box) -> bool:
    threes = (faces for faces in shapes_with(tile, box) if len(faces) == SMALLEST_SET)
    return any(sum(face not in there for face in faces) <= jokers for faces in threes)
