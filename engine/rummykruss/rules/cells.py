"""The notation of turns on a grid: `H8=R5 H9=R6` places tiles, `H8>J3` moves one, `H8=J:R5` names a wildcard's face.

`table:` followed by every tile with its cell replaces the whole grid. All parts of a turn happen at once: a move takes
the tile that was in the cell before the turn, so `H8>J3 J3>H8` swaps two tiles. The module `placing` checks turns
against the rules.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import permutations, product, takewhile
from string import ascii_uppercase

from engine.override import override
from engine.rummykruss.rules.errors import CellTaken, MovedTwice, NothingThere, NoWildcard
from engine.rummykruss.rules.reading import Cell
from engine.rummykruss.rules.tiles import GridTile, cell_name
from engine.text.errors import BadNotation, LeftTheTable
from engine.text.phrases import later
from engine.tiles.notation import quote_text, read_tile, require_short_text, say_tile, say_tiles, write_tile
from engine.tiles.tiles import JOKER, Box, Tile

TilesByCell = Mapping[Cell, GridTile]


@dataclass(frozen=True, slots=True)
class PlacedTile:
    """A tile in the cell where a turn leaves it.

    `face` is the tile it stands for, None for a wildcard without a named face. `origin` is its cell before the turn,
    None for a tile from the rack.
    """

    cell: Cell
    tile: Tile
    face: Tile | None
    origin: Cell | None = None


@dataclass(frozen=True, slots=True)
class Put:
    """A tile and the cell to put it on; `face` is the tile it stands for, None for a wildcard without a named face."""

    cell: Cell
    tile: Tile
    face: Tile | None

    @override
    def __str__(self) -> str:
        named = f"J:{write_tile(self.face)}" if self.tile.is_joker and self.face else write_tile(self.tile)
        return f"{cell_name(*self.cell)}={named}"


@dataclass(frozen=True, slots=True)
class Move:
    """A move of a tile from `cell` to the cell `to`; `face` is a wildcard's new face, None to keep the old one."""

    cell: Cell
    to: Cell
    face: Tile | None = None

    @override
    def __str__(self) -> str:
        said = f"=J:{write_tile(self.face)}" if self.face else ""
        return f"{cell_name(*self.cell)}>{cell_name(*self.to)}{said}"


@dataclass(frozen=True, slots=True)
class Changes:
    """A turn written as its changes, `parts`: tiles placed and tiles moved. All other tiles stay in their cells."""

    parts: tuple[Put | Move, ...]

    @override
    def __str__(self) -> str:
        return " ".join(map(str, self.parts))

    def spots(self, on_grid: TilesByCell) -> tuple[PlacedTile, ...]:
        """Return all tiles of the grid after the turn: those that stay, then those moved, then those placed.

        `on_grid` are the tiles before it. Raises NothingThere, MovedTwice, NoWildcard; CellTaken: two tiles end in one
        cell.
        """
        moves = [part for part in self.parts if isinstance(part, Move)]
        origins = [move.cell for move in moves]
        for cell in origins:
            if cell not in on_grid:
                raise NothingThere(cell_name(*cell))
            if origins.count(cell) > 1:
                raise MovedTwice(cell_name(*cell))
        still = [PlacedTile(cell, each.tile, each.face, cell) for cell, each in on_grid.items() if cell not in origins]
        placed = [PlacedTile(part.cell, part.tile, part.face) for part in self.parts if isinstance(part, Put)]
        return _require_distinct_cells([*still, *(_move_tile(on_grid[move.cell], move) for move in moves), *placed])


@dataclass(frozen=True, slots=True)
class WholeGrid:
    """A turn written as the whole grid after it: `puts` has every tile with its cell."""

    puts: tuple[Put, ...]

    @override
    def __str__(self) -> str:
        return f"table: {' '.join(map(str, self.puts))}".strip()

    def spots(self, on_grid: TilesByCell) -> tuple[PlacedTile, ...]:
        """Return all tiles of the grid after the turn, in written order, with the cells that they come from.

        A tile counts as unmoved if its cell had an equal tile before; one that wasn't on the grid comes from the rack.
        Raises CellTaken; LeftTheTable: a tile of the grid is missing.
        """
        written = _require_distinct_cells([PlacedTile(put.cell, put.tile, put.face) for put in self.puts])
        origins = _trace_origins(written, on_grid)
        if lost := on_grid.keys() - origins.values():
            raise LeftTheTable(say_tiles(on_grid[cell].tile for cell in sorted(lost)))
        return tuple(
            PlacedTile(spot.cell, spot.tile, _keep_face(spot, on_grid), origins.get(spot.cell)) for spot in written
        )


Placing = Changes | WholeGrid


def _move_tile(there: GridTile, move: Move) -> PlacedTile:
    if move.face and not there.tile.is_joker:
        raise NoWildcard(cell_name(*move.cell), say_tile(there.tile))
    return PlacedTile(move.to, there.tile, move.face or there.face, move.cell)


def _require_distinct_cells(spots: Sequence[PlacedTile]) -> tuple[PlacedTile, ...]:
    taken: dict[Cell, Tile] = {}
    for spot in spots:
        if spot.cell in taken:
            raise CellTaken(cell_name(*spot.cell), say_tile(taken[spot.cell]))
        taken[spot.cell] = spot.tile
    return tuple(spots)


def _keep_face(spot: PlacedTile, on_grid: TilesByCell) -> Tile | None:
    """Return a tile's face; a wildcard written without one keeps that of a wildcard that was in its cell, if any."""
    there = None if spot.face else on_grid.get(spot.cell)
    return there.face if there and there.tile == spot.tile else spot.face


def _trace_origins(spots: Sequence[PlacedTile], on_grid: TilesByCell) -> dict[Cell, Cell]:
    """Return the old cell of each tile that was on the grid before the turn, by its new cell.

    Tiles stay in their cells where they can. Of other equal tiles, the first ones written count as moved.
    """
    origins = {spot.cell: spot.cell for spot in spots if spot.cell in on_grid and on_grid[spot.cell].tile == spot.tile}
    gone: dict[Tile, list[Cell]] = {}
    for cell, each in sorted(on_grid.items(), reverse=True):
        if cell not in origins:
            gone.setdefault(each.tile, []).append(cell)
    for spot in spots:
        if spot.cell not in origins and gone.get(spot.tile):
            origins[spot.cell] = gone[spot.tile].pop()
    return origins


def trace_equal_tiles(spots: Sequence[PlacedTile], on_grid: TilesByCell) -> Iterator[tuple[PlacedTile, ...]]:
    """Yield the tiles of the new grid in each way in which equal ones can have been moved and placed.

    A tile equal to the one that was in its cell in `on_grid`, the grid before, is that one. Of the others, the first in
    `spots` count as moved first. Wildcards keep their origins.
    """
    kept = {spot.cell for spot in spots if spot.cell in on_grid and on_grid[spot.cell].tile == spot.tile}
    changed: dict[Tile, list[int]] = {}
    for index, spot in enumerate(spots):
        if spot.cell not in kept and not spot.tile.is_joker:
            changed.setdefault(spot.tile, []).append(index)
    gone: dict[Tile, list[Cell | None]] = {tile: [] for tile in changed}
    for cell, each in on_grid.items():
        if cell not in kept and each.tile in gone:
            gone[each.tile].append(cell)
    ways = []
    for tile, indexes in changed.items():
        origins = [*gone[tile], *[None] * (len(indexes) - len(gone[tile]))]
        ways.append([dict(zip(indexes, way, strict=True)) for way in dict.fromkeys(permutations(origins))])
    for chosen in product(*ways):
        origin_of = {index: origin for way in chosen for index, origin in way.items()}
        yield tuple(
            spot if spot.tile.is_joker else replace(spot, origin=origin_of.get(index, spot.cell))
            for index, spot in enumerate(spots)
        )


def trace_wildcards(
    spots: Sequence[PlacedTile], on_grid: TilesByCell, barred: Collection[int]
) -> Iterator[tuple[PlacedTile, ...]]:
    """Yield the tiles of the new grid with the origin of each wildcard (its cell before the turn) chosen.

    Wildcards are interchangeable, so any could have come from the rack or any wildcard's cell in `on_grid`, the grid
    before. Each choice has the fewest wildcards that stay in their cells but change their face, then the fewest
    placed with a number in `barred`, then the most that stay. Every face in `spots` must be known.
    """
    before = [cell for cell, each in on_grid.items() if each.tile.is_joker]
    after = {spot.cell: spot.face for spot in spots if spot.tile.is_joker}

    def cost(way: Sequence[Cell]) -> tuple[int, int, int]:
        stay = [cell for cell, new in zip(before, way, strict=True) if cell == new]
        placed = [face for cell, face in after.items() if face and cell not in way]
        return (
            sum(after[cell] != on_grid[cell].face for cell in stay),
            sum(face.number in barred for face in placed),
            -len(stay),
        )

    if not before:
        yield tuple(spots)
        return
    ways = sorted(permutations(after, len(before)), key=cost)
    for way in takewhile(lambda way: cost(way) == cost(ways[0]), ways):
        origins = dict(zip(way, before, strict=True))
        yield tuple(replace(spot, origin=origins.get(spot.cell)) if spot.tile.is_joker else spot for spot in spots)


_ROWS = 99
_WORD = re.compile(
    r"(?P<cell>[A-Za-z]{1,2}[0-9]{1,2})"
    r"(?:>(?P<to>[A-Za-z]{1,2}[0-9]{1,2})(?:=[Jj][:=](?P<again>[A-Za-z0-9]+))?"
    r"|=[Jj][0-9]?[:=](?P<face>[A-Za-z0-9]+)|=(?P<tile>[A-Za-z0-9]+))"
)


def read_placing(text: str, box: Box) -> Placing:
    """Read a turn in notation: a list of changes or the whole new grid. Raises BadNotation, also if it's empty."""
    require_short_text(text)
    whole = re.fullmatch(r"\s*table\s*:(.*)", text, re.IGNORECASE | re.DOTALL)
    if whole:
        return WholeGrid(read_puts(whole[1], box))
    parts = tuple(_read_parts(text, box))
    if not parts:
        raise BadNotation(later("Write the tiles you place, such as H8=R5 H9=R6, or H8>C3 to move a tile."))
    return Changes(parts)


def read_puts(text: str, box: Box) -> tuple[Put, ...]:
    """Read tiles with cells, such as `H8=R5 H9=R6`; none for an empty text or `-`. Raises BadNotation."""
    require_short_text(text)
    parts = [] if text.strip() == "-" else list(_read_parts(text, box))
    puts = tuple(part for part in parts if isinstance(part, Put))
    if len(puts) < len(parts):
        raise BadNotation(
            later("A whole grid lists every tile with its cell, such as H8=R5. Don't mix it with moves such as H8>C3.")
        )
    return puts


def _read_parts(text: str, box: Box) -> Iterable[Put | Move]:
    cells, tiles = _name_cells(), _name_tiles(box)
    try:  # much faster, for text as programs and the form write it
        pairs = [word.split("=") for word in text.split()]
        return [Put(cells[cell], *tiles[tile]) for cell, tile in pairs]
    except (KeyError, ValueError):
        return _read_words(text, box)


@cache
def _name_cells() -> Mapping[str, Cell]:
    return {cell_name(row, column): (row, column) for row in range(_ROWS) for column in range(len(ascii_uppercase))}


@cache
def _name_tiles(box: Box) -> Mapping[str, tuple[Tile, Tile | None]]:
    """Return a mapping from a tile's notation to (tile, face): `R5`, or `J:R5` for a wildcard with a named face."""
    faces = {write_tile(tile): tile for tile in box.tiles() if not tile.is_joker}
    wild = {f"J:{name}": (JOKER, face) for name, face in faces.items()} if box.jokers else {}
    return {name: (tile, tile) for name, tile in faces.items()} | wild


def _read_words(text: str, box: Box) -> Iterator[Put | Move]:
    joined = re.sub(r"\s*([=>:])\s*", r"\1", text)
    return (_read_part(word, box) for word in re.split(r"[\s,;/]+", joined) if word)


def _read_part(word: str, box: Box) -> Put | Move:
    match = _WORD.fullmatch(word)
    if match is None:
        text = quote_text(word)
        raise BadNotation(later("“{text}” isn't a move. Write H8=R5 or H8>C3.", text=text))
    cell = read_cell(match["cell"])
    if match["to"]:
        return Move(cell, read_cell(match["to"]), _read_face(match["again"], box) if match["again"] else None)
    tile = read_tile(match["tile"] or "J", box)
    if tile.is_joker:
        return Put(cell, tile, _read_face(match["face"], box) if match["face"] else None)
    return Put(cell, tile, tile)


def _read_face(text: str, box: Box) -> Tile:
    face = read_tile(text, box)
    if face.is_joker:
        raise BadNotation(later("A wildcard stands for a numbered tile, such as H8=J:R5."))
    return face


def read_cell(text: str) -> Cell:
    """Return the cell `A1` to `Z99` as (row, column) from 0, perhaps outside the grid. Raises BadNotation."""
    match = re.fullmatch(r"([A-Za-z])([1-9][0-9]?)", text.strip())
    if match is None:
        raise BadNotation(later("“{text}” isn't a cell. Write its column and row, such as H8.", text=quote_text(text)))
    return int(match[2]) - 1, ord(match[1].upper()) - ord("A")
