"""The solver's problem, and partial turns ("plans"), whose open part the sweep arranges.

The sweep ignores the joker rule, so what it arranges is worth at least as much as any legal turn that follows the plan.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from engine.rules.jokers import JokerPlace
from engine.solver.plans.legality import Melds
from engine.solver.sweep import Growing, TileMultiset
from engine.solver.sweep.budget import SearchBudget
from engine.tiles.melds import Meld
from engine.tiles.tiles import JOKER, Box, Tile, by_color

CountedRack = Counter[Tile]


@dataclass(frozen=True, kw_only=True)
class Problem:
    """A search problem: find the turn whose tiles from `rack` have the most weight.

    A tile's weight is in `weights`, by number from `box.low` up; a joker's is `joker_weight`. `before` is the table.
    Its rows in `still` can only grow; in those of them that are in `swappable`, jokers may be replaced. `has_melded` is
    whether the player has opened. `legal` judges a whole table; `mended`, if given, returns repaired tables to try if
    one isn't legal. `pairings` is the number of ways to match old joker places with new ones. `budget` limits the work.
    """

    box: Box
    before: Melds
    rack: CountedRack
    has_melded: bool
    weights: Sequence[int]
    joker_weight: int
    legal: Callable[[Melds], bool]
    mended: Callable[[Melds, Box], Iterable[Melds]] | None = None
    still: frozenset[int] = frozenset()
    swappable: frozenset[int] = frozenset()
    pairings: int = 1
    budget: SearchBudget = field(default_factory=SearchBudget, compare=False)

    @cached_property
    def tiles(self) -> int:
        """The number of tiles on the table and the rack together."""
        return sum(len(meld.tiles) for meld in self.before) + self.rack.total()

    @cached_property
    def judging(self) -> int:
        """The units of budget charged for judging one table."""
        return self.tiles * (1 + self.pairings)

    def find_first_legal(self, tables: Iterable[Melds]) -> Melds | None:
        """Return the first of the tables that is legal, or None. Raises BudgetExhausted."""
        for table in tables:
            self.budget.take(self.judging)
            if self.legal(table):
                return table
        return None

    def weight(self, tiles: CountedRack) -> int:
        """Return the total weight of these rack tiles."""
        low = self.box.low
        return sum(
            copies * (self.joker_weight if tile.is_joker else self.weights[tile.number - low])
            for tile, copies in tiles.items()
        )


@dataclass(frozen=True, slots=True)
class TableMeld:
    """An undecided table joker: its place and possible faces; `paid`: the plan plays a rack tile that frees it."""

    joker: JokerPlace
    faces: frozenset[Tile]
    paid: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PartialTurn:
    """A plan of the branch and bound: the fixed part of a turn, and what is left for the sweep and for branching.

    For the sweep to arrange:

    - `stock`: table tiles, including the faces that jokers are kept as, which are listed in `masks` too.
    - `jokers`: the number of table jokers that the sweep may use as anything, open and loose ones included.

    Sets in the new table:

    - `fixed`: complete sets; `unchanged` has the rows of the old sets among them that were fixed unchanged.
    - `growing`: sets to which the sweep may add tiles; `cores` are those of them that were made for a joker.
    - `taken`: the rack tiles in all these sets.

    Rack tiles that must be played too, in any set: `swaps` free jokers, `asked` make up the opening. With
    `has_left_out`, the plan stands for all openings without a plan of their own.

    To branch on:

    - `open`: jokers that may be kept or freed. With `alike`, each is either kept or else freed and melded with two rack
      tiles, so that one sweep can settle them all.
    - `loose`: the number of freed jokers that still need a set with two rack tiles.
    - `turned`: the new faces of jokers that still need a new set.
    - `pins`: pairs of tile tuples; the tiles that replaced a joker must share a set with one of the natural tiles from
      that joker's old set.
    """

    stock: CountedRack
    jokers: int = 0
    masks: tuple[Tile, ...] = ()
    growing: tuple[Growing, ...] = ()
    fixed: Melds = ()
    cores: Melds = ()
    taken: CountedRack = field(default_factory=Counter)
    swaps: CountedRack = field(default_factory=Counter)
    asked: CountedRack = field(default_factory=Counter)
    has_left_out: bool = False
    unchanged: frozenset[int] = frozenset()
    open: tuple[TableMeld, ...] = ()
    alike: bool = False
    loose: int = 0
    turned: tuple[Tile, ...] = ()
    pins: tuple[tuple[tuple[Tile, ...], tuple[Tile, ...]], ...] = ()

    def kept(self) -> "PartialTurn":
        """Return the plan with every open joker (one not yet kept or freed) kept as the first of its faces by color."""
        faces = [min(old.faces, key=by_color) for old in self.open]
        stock, masks = self.stock + Counter(faces), (*self.masks, *faces)
        return replace(self, stock=stock, jokers=self.jokers - len(faces), masks=masks, open=(), alike=False)

    @property
    def standing(self) -> Mapping[int, Meld]:
        """The old sets in `growing` as {new row: set before it grew}; `fixed` has the rows before them."""
        rows = enumerate(self.growing, len(self.fixed))
        return {row: each.meld for row, each in rows if not any(each.meld is core for core in self.cores)}

    def owed(self) -> CountedRack:
        """Return the rack tiles that must be played and aren't in a set yet."""
        if not self.swaps and not self.asked:
            return Counter()
        return (self.asked - self.taken) | self.swaps

    def left(self, problem: Problem) -> CountedRack:
        """Return the rack tiles that are neither in a set of the plan nor played to free a joker."""
        return problem.rack - self.taken - self.swaps

    def has_tiles(self, problem: Problem) -> bool:
        """Return whether the rack has every tile that the plan plays."""
        played = self.taken + self.owed() if self.swaps or self.asked else self.taken
        return not played or played <= problem.rack

    def multiset(self, problem: Problem, owed: CountedRack) -> TileMultiset:
        """Return the tiles for the sweep to arrange; it must use the rack tiles `owed`, the result of `owed()`."""
        must = dict(self.stock + owed if owed else self.stock)
        may = dict(problem.rack - self.taken - owed if self.taken or owed else problem.rack)
        return TileMultiset(
            box=problem.box,
            must_jokers=self.jokers + must.pop(JOKER, 0),
            may_jokers=may.pop(JOKER, 0),
            must=must,
            may=may,
            weights=problem.weights,
            joker_weight=problem.joker_weight,
            growing=self.growing,
            budget=problem.budget,
        )
