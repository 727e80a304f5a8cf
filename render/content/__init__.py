"""The contents of a picture: trays of sets and their claims, a rack in its order, a bench, and places for tiles."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from itertools import groupby
from typing import NamedTuple, TypeGuard

from engine.game.bench import Bench, DraftCheck, Picks, Target
from engine.game.bench_keys import Across, CellKey, Down, SplitTarget, Spot, TargetKey
from engine.game.views import RackView, View
from engine.rules.claims import ClaimedSet
from engine.rummykruss.rules.cells import read_cell
from engine.table.claims.view import ClaimView
from engine.table.view import TableView
from engine.text.phrases import later
from engine.tiles.edits import Row
from engine.tiles.melds import Piece
from engine.tiles.sets import Mark, TableSet
from engine.tiles.tiles import Tile, by_color, by_number
from render.style.theme import Ring


def claims_on(view: TableView) -> Mapping[str, ClaimedSet]:
    """Return the claims in force, by the letter of the claimed set; empty for a table without claims."""
    return {each.label: each for each in view.claims} if isinstance(view, ClaimView) else {}


@dataclass(frozen=True, slots=True)
class Share:
    """A tile that two crossing sets share, as one of them sees it; `other` is the other one's letter.

    The set that was there first owns the tile, and the other one borrows it.
    """

    other: str
    is_borrowed: bool


class TrayTile(NamedTuple):
    """A tile to be drawn; a colored outline shows its `ring`. `face` is what a joker stands for, if that is decided.

    A named tuple, because every picture makes a hundred, and a dataclass takes longer.
    """

    tile: Tile
    face: Tile | None
    ring: Ring = Mark.STILL
    share: Share | None = None


@dataclass(frozen=True, slots=True)
class Chip:
    """A note right of a set's tiles: up to two lines of text, and the sign (such as GOOD) that sets color and icon."""

    sign: Ring
    lines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Tray:
    """A frame around a set, or a row of a bench that isn't a set yet; the sign `edge` gives the frame its color."""

    label: str
    tiles: tuple[TrayTile, ...]
    edge: Ring = Mark.STILL
    claim: ClaimedSet | None = None
    chip: Chip | None = None


def make_trays(table: Sequence[TableSet], claims: Mapping[str, ClaimedSet] | None = None) -> tuple[Tray, ...]:
    """Return a tray for each set of a table, in the table's order; `claims` has the claimed sets by letter."""
    has_shares = any(placed.borrowed for placed in table)
    shared = find_shares({placed.label: placed.pieces for placed in table}) if has_shares else {}
    return tuple(_make_tray(placed, shared, (claims or {}).get(placed.label)) for placed in table)


def _make_tray(placed: TableSet, shared: Mapping[tuple[str, int], Share], claim: ClaimedSet | None) -> Tray:
    shares = [shared.get((placed.label, index)) for index in range(len(placed.marks))]
    row = zip(placed.meld.tiles, placed.meld.faces, placed.marks, shares, strict=True)
    tiles = tuple(TrayTile(*each) for each in row)
    return Tray(placed.label, tiles, choose_edge(placed.marks), claim)


def choose_edge(marks: Sequence[Mark]) -> Mark:
    """Return the mark for a set's frame: PLAYED if a tile of it was played, else MOVED if one was moved, else STILL."""
    return next((mark for mark in (Mark.PLAYED, Mark.MOVED) if mark in marks), Mark.STILL)


def find_shares(rows: Mapping[str, Row]) -> Mapping[tuple[str, int], Share]:
    """Return the tiles that two of these sets share, by (letter of a set, index of the tile in it).

    Each has an entry for the set that borrows it and one for its owner, unless the owner lacks it.
    """
    found: dict[tuple[str, int], Share] = {}
    for label, row in rows.items():
        for here, piece in enumerate(row):
            if piece.owner:
                found[label, here] = Share(piece.owner, is_borrowed=True)
                index = _find_index(rows.get(piece.owner, ()), piece)
                if index is not None:
                    found[piece.owner, index] = Share(label, is_borrowed=False)
    return found


def _find_index(owner: Row, lent: Piece) -> int | None:
    """Return the index of a borrowed tile in the set that owns it; None if it isn't there."""
    borrowable = [(piece.tile, _count_place(piece)) for piece in owner]
    wanted = (lent.tile, _count_place(lent))
    return borrowable.index(wanted) if wanted in borrowable else None


def _count_place(piece: Piece) -> int:
    return (piece.stands_for or piece.tile).number


class Order(StrEnum):
    """A way to sort a rack's tiles: by color or by number."""

    COLOR = "color"
    NUMBER = "number"


@dataclass(frozen=True, slots=True)
class Sorting:
    """A way to show a rack: tiles kept `together`, then the rest in this `order`; only `color`, if any, is bright."""

    order: Order = Order.COLOR
    together: tuple[tuple[Tile, ...], ...] = ()
    color: str = ""


@dataclass(frozen=True, slots=True)
class RackTile:
    """A tile on a rack; it `is_gone` if the draft plays it, and `is_dim` if another color is chosen."""

    tile: Tile
    is_new: bool
    is_gone: bool = False
    is_picked: bool = False
    is_dim: bool = False


TileGroup = tuple[RackTile, ...]


def make_rack_tiles(rack: RackView) -> list[RackTile]:
    """Return the rack's tiles in the order in which they came; the last to come are new, unless all came at once."""
    old = len(rack.tiles) - rack.fresh
    return [RackTile(tile, index >= old > 0) for index, tile in enumerate(rack.tiles)]


def group_tiles(tiles: Iterable[RackTile], order: Order) -> tuple[TileGroup, ...]:
    """Return the tiles sorted in this order, as one group for each color or number; the last group is the jokers."""
    key = by_color if order is Order.COLOR else by_number
    ranked = sorted(tiles, key=lambda each: key(each.tile))
    together = groupby(ranked, key=lambda each: each.tile.color if order is Order.COLOR else each.tile.number)
    return tuple(tuple(group) for _, group in together)


def arrange_rack(view: RackView, bench: Bench, picks: Picks) -> list[RackTile]:
    """Return the rack's tiles as they came, flagged if played or picked: of equal ones, the oldest first."""
    left, picked = set(bench.left), list(picks.rack)
    found = make_rack_tiles(view)
    for index, each in enumerate(found):
        if index not in left:
            found[index] = replace(each, is_gone=True)
        elif each.tile in picked:
            picked.remove(each.tile)
            found[index] = replace(each, is_picked=True)
    return found


def group_rack(view: RackView, bench: Bench, picks: Picks, sorting: Sorting) -> tuple[TileGroup, ...]:
    """Return the groups of the rack as its player sees them; jokers go with every color."""
    tiles = arrange_rack(view, bench, picks)
    if sorting.color:
        tiles = [replace(each, is_dim=each.tile.color not in {sorting.color, None}) for each in tiles]
    front = [group for wanted in sorting.together if (group := _take_group(tiles, wanted))]
    return (*front, *group_tiles(tiles, sorting.order))


def _take_group(tiles: list[RackTile], wanted: Sequence[Tile]) -> TileGroup:
    """Remove these tiles from `tiles` and return them; of equal ones, those that the draft doesn't play go first."""
    group = []
    for tile in wanted:
        equal = sorted((each for each in tiles if each.tile == tile), key=lambda each: each.is_gone)
        if equal:
            tiles.remove(equal[0])
            group.append(equal[0])
    return tuple(group)


def list_rack_tiles(view: RackView, bench: Bench, sorting: Sorting) -> list[Tile]:
    """Return the tiles to pick from the rack as they are drawn: the bright ones that the draft leaves there."""
    groups = group_rack(view, bench, Picks(), sorting)
    return [each.tile for group in groups for each in group if not (each.is_gone or each.is_dim)]


YOU = later("You")


@dataclass(frozen=True, kw_only=True)
class BenchScene:
    """A player's bench as it is to be drawn: `view` is what the player sees, and `bench` the draft of their turn.

    `appraisal` is the rules' check of the draft. `names` are the players', by seat, and untrusted; without any, as in a
    puzzle, neither players nor pool are shown. The tiles of `spot` are listed in a menu, and `page`, from 0, is that of
    the menu of places for the picked tiles; while none is picked, an odd one shows the whole of a grid. Sets or cells
    that are `framed`, by letter or name, have a bright frame.
    """

    view: View
    bench: Bench
    names: Sequence[str]
    appraisal: DraftCheck = field(default_factory=DraftCheck)
    picks: Picks = field(default_factory=Picks)
    spot: Spot | None = None
    sorting: Sorting = field(default_factory=Sorting)
    page: int = 0
    framed: frozenset[str] = frozenset()

    @property
    def rack(self) -> RackView:
        """The viewer's rack before the draft. Raises: ValueError for a spectator's view."""
        if self.view.rack is None:
            raise ValueError("A spectator has no rack.")
        return self.view.rack

    @property
    def shown_names(self) -> tuple[str, ...]:
        """The players' names in the order of the seats, with `YOU` for the viewer."""
        return tuple(str(YOU) if seat == self.view.you else name for seat, name in enumerate(self.names))

    @cached_property
    def rack_groups(self) -> tuple[TileGroup, ...]:
        """The groups of the rack as its player sees them."""
        return group_rack(self.rack, self.bench, self.picks, self.sorting)

    @cached_property
    def lettered(self) -> Mapping[str, Target]:
        """The places on a grid for the picked tiles that the menu lists, by the letter that marks their cell."""
        return letter_targets(list_targets(self.bench, self.picks, self.appraisal), self.page)


LETTERS = "ABCDEFGHIJ"
PAGE = len(LETTERS)
"""The most places that are listed at once, an entry for the next page included."""
REACH = (6, 11)
"""The most rows and columns of a grid that the places on one page span: a bench's picture shows them all, legibly."""


def list_targets(bench: Bench, picks: Picks, appraisal: DraftCheck) -> Sequence[Target]:
    """Return the places where the picked tiles can be put; none if nothing is picked.

    On a table that gives no verdict before a play, they aren't marked as making a valid set, and splitting a run isn't
    offered.
    """
    found = bench.targets(picks) if picks else []
    if appraisal.is_judged:
        return found
    return [Target(each.key, each.row, fits=False) for each in found if not isinstance(each.key, SplitTarget)]


def page_targets(targets: Sequence[Target]) -> Sequence[Sequence[Target]]:
    """Return the pages of the menu of places; a grid's begin with the best cell that is left, and have what is near it.

    Near is within REACH. A place that isn't a cell, such as the rack, is on every page of a grid.
    """
    cells = [each for each in targets if is_on_grid(each.key)]
    if not cells:
        size = PAGE if len(targets) <= PAGE else PAGE - 1  # with an entry for the next page
        return [targets[start : start + size] for start in range(0, max(1, len(targets)), size)]
    others, pages = [each for each in targets if not is_on_grid(each.key)], []
    while cells:
        page: list[Target] = []
        for each in cells:
            if len(page) + len(others) < PAGE - 1 and _is_within_reach([*page, each]):
                page.append(each)
        cells = [each for each in cells if each not in page]
        pages.append([*page, *others])
    return pages


def is_on_grid(key: TargetKey) -> TypeGuard[CellKey | Across | Down]:
    """Return whether a place is a cell of a grid, or a line that begins in one."""
    return isinstance(key, CellKey | Across | Down)


def _is_within_reach(targets: Sequence[Target]) -> bool:
    if len(targets) == 1:
        return True
    spans = zip(*(cell for each in targets for cell in span_target(each)), strict=True)
    return all(max(span) - min(span) < most for span, most in zip(spans, REACH, strict=True))


def span_target(target: Target) -> Sequence[tuple[int, int]]:
    """Return the first cell of a place on a grid, as (row, column), and the last one if no other tile is between."""
    if not is_on_grid(target.key):
        return []
    row, column = first = read_cell(target.key.cell)
    more = len(target.row) - 1
    return [first, (row + more * isinstance(target.key, Down), column + more * isinstance(target.key, Across))]


def letter_targets(targets: Sequence[Target], page: int) -> Mapping[str, Target]:
    """Return, by letter, the cells of a grid among the targets on a page of the menu."""
    pages = page_targets(targets)
    return dict(zip(LETTERS, (each for each in pages[page % len(pages)] if is_on_grid(each.key)), strict=False))
