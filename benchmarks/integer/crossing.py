"""The best turn where sets may cross and be claimed, by an integer program over single tiles.

Written from the rules' page alone (R2-7 to R2-10, R2-13 to R2-21, R2-26, R2-27, DEC-1): a tile is in one set or in
two; two sets share at most one tile. The option that all sets must be connected is left out.
"""

from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations, product

from benchmarks.integer.case import Aim
from benchmarks.integer.crossing_sets import Column, Crossed, SetOnTable, SharedTile, appearance, columns
from benchmarks.integer.model import ConstraintRow, Model

RACK_TILES_WITH_JOKER = 2
MANY = 9  # a large coefficient: more sets than can share one tile


@dataclass
class Program:
    """The integer program of a turn; each set that `columns` yields is a column, and can be on the table at its end.

    Rows (constraints), for tiles t and u, a joker j and a face f:
    ("kept", t): table tile t is in one set or two.
    ("played", t), ("twice", t): rack tile t is in one set or two if it's played, otherwise in none.
    ("pair", t, u): at most one set has both tiles.
    ("is", j): the joker has one face. ("face", j, f): it stands for this face in all its sets.
    "any": a tile is played. "points": a first play is worth enough.
    ("claimed", s): a set at the end continues the claimed table set with index s.
    The methods that add other rows describe them.

    `rack_tiles` has the rows ("beside", ...) of `_join`, each with the rack tiles that count in it.
    """

    case: Crossed
    aim: Aim
    model: Model = field(default_factory=Model)
    rack_tiles: list[tuple[ConstraintRow, frozenset[int]]] = field(default_factory=list)

    def written(self) -> Model:
        """Add all rows and columns to the program, and return it, ready to be solved."""
        for tile in range(self.case.on_table):
            self.model.bound(("kept", tile), 1, 2)
        for tile in self.case.held:
            self._hold(tile)
        self.model.bound("any", 1)
        self.model.bound("points", self.case.points)
        for joker in self.case.jokers:
            self._name(joker)
        for column in columns(self.case):
            self._add_set(column)
        for joker in self.case.freeing:
            self._free(joker)
        self._leave_unchanged()
        for crossing in self._crossings:
            self._keep(crossing)
        for at, old_set in enumerate(self.case.table):
            if old_set.claimed:
                self.model.bound(("claimed", at), 1)
        return self.model

    def _worth(self, tile: int) -> int:
        """Return what a played tile adds to the objective, in tiles or points; a joker's points come with its face."""
        if self.aim is Aim.TILES:
            return 1
        return 0 if tile in self.case.jokers else min(self.case.faces[tile])[1]

    def _hold(self, tile: int) -> None:
        """Add the column that says whether a rack tile is played; it's then in one or two sets.

        Rows: ("once", tile): the column is at most 1; ("frees", tile): the tile may free one joker, and only if it's
        played. A rack tile frees a table joker by taking over its face.
        """
        self.model.bound(("played", tile), 0)
        self.model.bound(("twice", tile), high=0)
        self.model.bound(("once", tile), high=1)
        entries: dict[ConstraintRow, int] = {("played", tile): -1, ("twice", tile): -2, ("once", tile): 1, "any": 1}
        if tile in self.case.jokers:
            entries["is", tile] = -1
        else:
            entries |= {"points": min(self.case.faces[tile])[1], ("frees", tile): -1}
            self.model.bound(("frees", tile), high=0)
        self.model.column(entries, self._worth(tile))

    def _name(self, joker: int) -> None:
        """Add the columns that choose the face of a joker: any face if it's played from the rack.

        A table joker keeps one of the faces that it can have where it is; if it's freed, it may have any.
        """
        case, own = self.case, self.case.faces[joker]
        held = joker >= case.on_table
        self.model.bound(("is", joker), int(not held), int(not held))
        for face in product(case.kit.colors, range(case.kit.low, case.kit.high + 1)):
            self.model.bound(("face", joker, face), high=0)
            entries: dict[ConstraintRow, int] = {("is", joker): 1, ("face", joker, face): -2}
            if held:
                self.model.column(entries | {"points": face[1]}, face[1] if self.aim is Aim.OPENING else 0)
            elif face in own:
                self.model.column(entries)
            elif joker in case.freeing:
                self.model.column(entries | {("freed", joker): -1})

    def _free(self, joker: int) -> None:
        """Add the columns by which a rack tile with a table joker's face frees the joker.

        Rows: ("freed", joker): the joker has another face only if it's freed; ("joined", joker): if it's freed, it is
        in a set that `_join` allows.
        """
        self.model.bound(("freed", joker), 0)
        self.model.bound(("joined", joker), 0)
        for tile in self.case.freeing[joker]:
            entries: dict[ConstraintRow, int] = {("freed", joker): 1, ("joined", joker): -1, ("frees", tile): 1}
            self.model.column(entries | {row: 1 for row, held in self.rack_tiles if tile in held})

    def _add_set(self, column: Column) -> None:
        case, tiles = self.case, frozenset(column.tiles)
        entries: Counter[ConstraintRow] = Counter()
        for tile, face in zip(column.tiles, column.faces, strict=True):
            entries.update([("kept", tile), ("played", tile), ("twice", tile)])
            if tile in case.jokers:
                entries["face", tile, face] += 1
        for pair in combinations(sorted(tiles), 2):
            self.model.bound(("pair", *pair), high=1)
            entries["pair", *pair] += 1
        for at, old_set in enumerate(case.table):
            if old_set.claimed and self._goes_on(old_set, column):
                entries["claimed", at] += 1
        for crossing in self._crossings:
            entries.update(crossing.rows(tiles))
        for joker in tiles & case.freeing.keys():
            if column.faces[column.tiles.index(joker)] not in case.faces[joker]:
                entries[self._join(joker, column)] = -1
        if (looks := appearance(case, column.tiles, column.faces)) in self._old:
            entries["unchanged", looks] += 1
        self.model.column(entries)

    def _goes_on(self, old_set: SetOnTable, column: Column) -> bool:
        """Return whether the set `column` continues the claimed table set `old_set`.

        It must have all tiles of `old_set`, except jokers that a rack tile in it may have freed, and it must not have
        all tiles of any other table set.
        """
        lost = set(old_set.tiles) - set(column.tiles)
        swapped = all(set(self.case.freeing.get(tile, ())) & set(column.tiles) for tile in lost)
        others = (each for each in self.case.table if each is not old_set)
        return swapped and not any(set(each.tiles) <= set(column.tiles) for each in others)

    @cached_property
    def _old(self) -> Counter[object]:
        return Counter(map(self._looked, self.case.table))

    def _looked(self, old_set: SetOnTable) -> object:
        return appearance(self.case, old_set.tiles, [min(self.case.faces[tile]) for tile in old_set.tiles])

    def _leave_unchanged(self) -> None:
        """Add, for each appearance of table sets, a column that says that all sets of this appearance stay unchanged.

        Rows: ("unchanged", looks): it says so only if the table has as many of these sets at the end as before;
        ("grown", looks): if it doesn't say so, a set that has all tiles of one of these sets doesn't count as new.
        """
        for looks, count in self._old.items():
            self.model.bound(("unchanged", looks), 0)
            self.model.bound(("grown", looks), 0)
            self.model.column({("unchanged", looks): -count, ("grown", looks): MANY})

    def _join(self, joker: int, column: Column) -> ConstraintRow:
        """Add a column by which a freed joker joins the set `column`, and return the row that ties the two together.

        Give the set's own column an entry of -1 in that row, so that a joker joins only a set that is on the table. The
        set must have two rack tiles that free no joker (row ("beside", ...)). It must also be new: all table sets
        whose tiles it has stay unchanged, and it's on the table besides them.
        """
        tiles = frozenset(column.tiles)
        row: ConstraintRow = ("join", joker, tiles)
        held = frozenset(tile for tile in tiles if tile >= self.case.on_table)
        self.model.bound(row, high=0)
        self.model.bound(("beside", row), high=len(held) + RACK_TILES_WITH_JOKER)
        itself = ("unchanged", appearance(self.case, column.tiles, column.faces))
        entries: dict[ConstraintRow, int] = {
            row: 1,
            ("joined", joker): 1,
            ("beside", row): 2 * RACK_TILES_WITH_JOKER,
            itself: -1,
        }
        look = self.case.look(tiles)
        entries |= {
            ("grown", self._looked(old_set)): -1 for old_set in self.case.table if self.case.look(old_set.tiles) <= look
        }
        self.model.column(entries)
        self.rack_tiles.append((("beside", row), held))
        return row

    @cached_property
    def _crossings(self) -> list["SharedTile"]:
        return [
            SharedTile(self.case, (one, other), frozenset(self.case.table[one].tiles) & {*self.case.table[other].tiles})
            for one, other in combinations(range(len(self.case.table)), 2)
            if not {*self.case.table[one].tiles}.isdisjoint(self.case.table[other].tiles)
        ]

    def _keep(self, crossing: "SharedTile") -> None:
        """Require that parts of both crossing sets still meet at their shared tile, or one like it, unless one is gone.

        A side (0 or 1) is one of the two sets, and its rest is its tiles without the shared one. Rows:
        ("stands", crossing, side, look): the side isn't gone if a set has two tiles of its rest; table sets of this
        look that aren't part of the crossing are excepted.
        ("torn", crossing): if no side is gone, the sides meet at some tile.
        ("both", crossing, tile): that tile is in two sets. ("there", crossing, side, tile): one of these two has a tile
        of the side's rest.
        """
        self.model.bound(("torn", crossing), high=1)
        for side in range(2):
            stands: dict[ConstraintRow, int] = {("torn", crossing): 1}
            for other, count in crossing.others.items():
                self.model.bound(("stands", crossing, side, other), high=count)
                stands["stands", crossing, side, other] = -MANY
            self.model.column(stands)
        for tile in crossing.twins:
            kept: dict[ConstraintRow, int] = {("torn", crossing): -1, ("both", crossing, tile): -2}
            self.model.bound(("both", crossing, tile), 0)
            for side in range(2):
                self.model.bound(("there", crossing, side, tile), 0)
                kept["there", crossing, side, tile] = -1
            self.model.column(kept)


def best(case: Crossed, aim: Aim) -> int | None:
    """Return the largest gain of a legal turn, or None if there is none."""
    return Program(case, aim).written().best()
