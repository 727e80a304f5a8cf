"""Groups and runs: the ways to read a row of tiles as a set, and what each joker in it stands for."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from engine.text.phrases import Phrase, later, later_many
from engine.tiles.tiles import JOKER, Box, Color, Tile, by_color

SMALLEST_SET = 3
_KNOWN = 1 << 12  # cached rows; the same few hundred recur turn after turn


class Piece(NamedTuple):
    """A tile as a player wrote it; `stands_for` is the face given to a joker.

    If `firm` is false, that face is the one the joker had before: it's kept if the set can be read with it, and dropped
    otherwise. `owner` is the letter of the set that the tile belongs to, if this row only crosses that set there.
    """

    tile: Tile
    stands_for: Tile | None = None
    firm: bool = True
    owner: str | None = None


@dataclass(frozen=True, slots=True)
class Meld:
    """A legal set (group or run), made by `read_melds` or by code that builds the same; the class checks nothing.

    `faces` says which tile each of `tiles` stands for. A joker's face in a group has no color while several are
    possible.
    """

    tiles: tuple[Tile, ...]
    faces: tuple[Tile, ...]

    @property
    def value(self) -> int:
        """The sum of the faces' numbers, in points."""
        return sum(face.number for face in self.faces)

    @property
    def is_group(self) -> bool:
        """Whether this is a group, one number in several colors; if not, it's a run."""
        return self.faces[0].number == self.faces[1].number

    @property
    def in_order(self) -> "Meld":
        """The same set in canonical order, for comparing sets: a group's tiles may be played in any order."""
        if not self.is_group:
            return self
        pairs = sorted(zip(self.tiles, self.faces, strict=True), key=lambda pair: by_color(pair[0]))
        return Meld(tuple(tile for tile, _ in pairs), tuple(face for _, face in pairs))

    def with_tiles(self, tiles: Sequence[Tile], box: Box) -> "Meld":
        """Return the set with these tiles instead: a run has the same faces, and a group may have more or fewer."""
        return group_of(tiles, self.faces[0].number, box) if self.is_group else Meld(tuple(tiles), self.faces)

    def may_be(self, index: int, box: Box) -> frozenset[Tile]:
        """Return every tile that the tile at `index`, from 0, can stand for; a natural tile is only itself (CL-15)."""
        face = self.faces[index]
        if face.color is not None:
            return frozenset({face})
        return frozenset(Tile(color, face.number) for color in _list_missing(self.tiles, box))

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """The set's tiles as pieces, each joker with its face but not `firm`, so that it can change."""
        return _take_apart(self.tiles, self.faces, firm=False)

    @property
    def said(self) -> tuple[Piece, ...]:
        """The set's tiles as pieces, each joker firmly given the face that it stands for."""
        return _take_apart(self.tiles, self.faces, firm=True)


@lru_cache(maxsize=_KNOWN)
def _take_apart(tiles: tuple[Tile, ...], faces: tuple[Tile, ...], *, firm: bool) -> tuple[Piece, ...]:
    return tuple(
        Piece(tile, face, firm) if tile.is_joker else Piece(tile) for tile, face in zip(tiles, faces, strict=True)
    )


def drop_old_faces(pieces: Sequence[Piece]) -> tuple[Piece, ...]:
    """Return a row without the faces of jokers that aren't fixed; notation can't tell these from fixed ones."""
    return tuple(piece if piece.firm else piece._replace(stands_for=None, firm=True) for piece in pieces)


def read_melds(pieces: Sequence[Piece], box: Box) -> tuple[Meld, ...]:
    """Return every way to read the pieces as a set: none if they aren't a set, several if a joker is ambiguous.

    If a run is written in ascending or descending order, that order fixes what its jokers stand for. A row with only
    one known face may be either.
    """
    return _read_melds(tuple(pieces), box)


@lru_cache(maxsize=_KNOWN)
def read_in_order(pieces: tuple[Piece, ...], box: Box) -> tuple[Meld, ...]:
    """Return every way to read the pieces as a set, each in canonical order."""
    return tuple(each.in_order for each in _read_melds(pieces, box))


@lru_cache(maxsize=_KNOWN)
def _read_melds(pieces: tuple[Piece, ...], box: Box) -> tuple[Meld, ...]:
    if len(pieces) < SMALLEST_SET:
        return ()
    found = (*_find_groups(pieces, box), *_find_runs(pieces, box))
    if found or all(piece.firm for piece in pieces):
        return found
    return _read_melds(drop_old_faces(pieces), box)


def group_of(tiles: Sequence[Tile], number: int, box: Box) -> Meld:
    """Return the group of these tiles as `read_melds` reads it: a joker has a color only if exactly one is missing."""
    missing = _list_missing(tiles, box)
    face = Tile(missing[0] if len(missing) == 1 else None, number)
    return Meld(tuple(tiles), tuple(face if tile.is_joker else tile for tile in tiles))


def run_of(tiles: Sequence[Tile], color: Color | None, start: int) -> Meld:
    """Return the run of these tiles from number `start` up, as `read_melds` reads it."""
    return Meld(tuple(tiles), tuple(Tile(color, number) for number in range(start, start + len(tiles))))


def _list_missing(tiles: Sequence[Tile], box: Box) -> list[Color]:
    there = {tile.color for tile in tiles}
    return [color for color in box.colors if color not in there]


def _find_groups(pieces: Sequence[Piece], box: Box) -> Iterator[Meld]:
    tiles = tuple(piece.tile for piece in pieces)
    naturals = [tile for tile in tiles if not tile.is_joker]
    if len(tiles) > len(box.colors) or len({tile.color for tile in naturals}) < len(naturals):
        return
    said = [piece.stands_for for piece in pieces if piece.stands_for]
    numbers = {tile.number for tile in (*naturals, *said)}
    if len(numbers) > 1:
        return
    missing = _list_missing(tiles, box)
    said_colors = [face.color for face in said if face.color is not None]
    if not set(said_colors) <= set(missing) or len(set(said_colors)) < len(said_colors):
        return
    for number in numbers or range(box.low, box.high + 1):
        yield group_of(tiles, number, box)


def _find_runs(pieces: Sequence[Piece], box: Box) -> Iterator[Meld]:
    faces = [piece.stands_for if piece.tile.is_joker else piece.tile for piece in pieces]
    known = [face for face in faces if face is not None]
    colors = {face.color for face in known}
    numbers = {face.number for face in known}
    if len(colors) > 1 or len(numbers) < len(known) or None in colors:
        return
    starts = _list_written_starts(faces, box) or _list_starts(len(faces), numbers, box)
    naturals = {piece.tile.number: piece.tile for piece in pieces if not piece.tile.is_joker}
    for color in sorted(color for color in colors or box.colors if color):
        for start in starts:
            span = range(start, start + len(faces))
            yield Meld(
                tuple(naturals.get(number, JOKER) for number in span),
                tuple(naturals.get(number) or Tile(color, number) for number in span),
            )


def _list_written_starts(faces: Sequence[Tile | None], box: Box) -> Sequence[int]:
    """Return the lowest number of each run whose faces are written in ascending or descending order, ascending first.

    There are two if only one face is known. A face of None, an unnamed joker's, fits anywhere.
    """
    found: dict[int, None] = {}
    for row in (faces, faces[::-1]):
        starts = {face.number - index for index, face in enumerate(row) if face is not None}
        if len(starts) == 1 and box.low <= (start := starts.pop()) <= box.high - len(faces) + 1:
            found[start] = None
    return list(found)


def _list_starts(length: int, numbers: set[int], box: Box) -> range:
    """Return every lowest number from which a run of `length` tiles includes all `numbers` and fits the box."""
    first, last = min(numbers, default=box.high), max(numbers, default=box.low)
    return range(max(box.low, last - length + 1), min(first, box.high - length + 1) + 1)


def find_extensions(row: Sequence[Tile], box: Box) -> set[Tile]:
    """Return the tiles that can be added, one at a time, to `row`: a set without jokers whose tiles are in order."""
    first, last = row[0], row[-1]
    if first.number == last.number:
        return {Tile(color, first.number) for color in box.colors} - set(row)
    ends = Tile(first.color, first.number - 1), Tile(first.color, last.number + 1)
    return {tile for tile in ends if tile in box}


def explain_no_set(pieces: Sequence[Piece], box: Box) -> Phrase:
    """Return a clause that says why the pieces aren't a set, in the box's terms (colors or suits)."""
    in_colors, in_suits = _explain_no_set(pieces, box)
    return in_suits if box.colors[0].is_suit else in_colors


def _explain_no_set(pieces: Sequence[Piece], box: Box) -> tuple[Phrase, Phrase]:
    """Return why the pieces aren't a set as an ending clause, worded for colors and numbers, and for suits."""
    naturals = [piece.tile for piece in pieces if not piece.tile.is_joker]
    numbers = [tile.number for tile in naturals]
    if len(pieces) < SMALLEST_SET:
        too_few = later("a set needs at least three tiles")
        return too_few, too_few
    if len({tile.color for tile in naturals}) == 1:
        if len(set(numbers)) < len(numbers):
            return later("a run can't repeat a number"), later("a sequence can't repeat a value")
        if len(pieces) > (longest := box.high - box.low + 1):
            return (
                later_many("a run has at most {count} tile", "a run has at most {count} tiles", longest),
                later_many("a sequence has at most {count} tile", "a sequence has at most {count} tiles", longest),
            )
        return (
            later("the numbers of a run must be consecutive and can't wrap around"),
            later("the values of a sequence must be consecutive and can't wrap around"),
        )
    if len(set(numbers)) == 1:
        return (
            later("a group can't repeat a color, and each joker needs a missing color"),
            later("a set can't repeat a suit, and each joker needs a missing suit"),
        )
    return (
        later("a set is one number in different colors, or consecutive numbers in one color"),
        later("a set is one value in different suits, or consecutive values in one suit"),
    )
