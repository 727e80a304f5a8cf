"""The problem that the solver is given, and turns settled in part: the sweep arranges the rest.

That arrangement is never worse than the best whole turn of the same kind.
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


def mend_nothing(melds: Melds, box: Box) -> tuple[Melds, ...]:
    """Propose no other table."""
    del melds, box
    return ()


@dataclass(frozen=True, kw_only=True)
class Problem:
    """What is looked for: a turn that lays tiles of `rack`, each worth `weights` of its number or `joker_weight`.

    `before` is the table; `still` are the rows of it that can only grow, and `swappable` those of them in which a joker
    can be replaced. `legal` tells whether a whole table may come next; `mended` are tables to try where one may not.
    `pairings` are the ways in which jokers can have come to their places, and `budget` is how much may be looked at.
    """

    box: Box
    before: Melds
    rack: CountedRack
    opened: bool
    weights: Sequence[int]
    joker_weight: int
    legal: Callable[[Melds], bool]
    mended: Callable[[Melds, Box], Iterable[Melds]] = mend_nothing
    still: frozenset[int] = frozenset()
    swappable: frozenset[int] = frozenset()
    pairings: int = 1
    budget: SearchBudget = field(default_factory=SearchBudget, compare=False)

    @cached_property
    def tiles(self) -> int:
        """How many there are, on the table and the rack."""
        return sum(len(meld.tiles) for meld in self.before) + self.rack.total()

    @cached_property
    def judging(self) -> int:
        """What it takes to judge a table: by its tiles and `pairings`."""
        return self.tiles * (1 + self.pairings)

    def find_first_legal(self, tables: Iterable[Melds]) -> Melds | None:
        """The first table that may come next.

        Raises:
            OutOfWork: there are too many to be judged.
        """
        for table in tables:
            self.budget.take(self.judging)
            if self.legal(table):
                return table
        return None

    def weight(self, tiles: CountedRack) -> int:
        """What tiles of the rack are worth together."""
        low = self.box.low
        return sum(
            copies * (self.joker_weight if tile.is_joker else self.weights[tile.number - low])
            for tile, copies in tiles.items()
        )


@dataclass(frozen=True, slots=True)
class TableMeld:
    """A joker that lay on the table, the faces that it can have there, and whether one was laid for it already."""

    place: JokerPlace
    faces: frozenset[Tile]
    paid: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PartialTurn:
    """What is settled of a turn.

    `stock` are the tiles of the table to be arranged, and those that jokers are kept as, which are `masks` too;
    `jokers` is how many of the table's may stand for anything. `growing` and `fixed` are sets that lie in the new
    table, `taken` the tiles of the rack in them, and `cores` those of `growing` that were laid for a joker. `swaps` and
    `asked` are tiles of the rack to be played besides, wherever they come to lie. `unchanged` are the rows of old sets
    that lie as they were, among those `fixed`.

    What is not settled yet: what becomes of the jokers `open`, with whom the `loose` ones lie, in what sets those lie
    that became the faces `turned`, and where the tiles of `pins` lie: each is tiles that share a set with one of the
    tiles behind them. If the open ones are `alike`, each either stays what it is or lies with two tiles of the rack.
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
    unchanged: frozenset[int] = frozenset()
    open: tuple[TableMeld, ...] = ()
    alike: bool = False
    loose: int = 0
    turned: tuple[Tile, ...] = ()
    pins: tuple[tuple[tuple[Tile, ...], tuple[Tile, ...]], ...] = ()

    def kept(self) -> "PartialTurn":
        """The same, every open joker staying what it is."""
        faces = [min(old.faces, key=by_color) for old in self.open]
        stock, masks = self.stock + Counter(faces), (*self.masks, *faces)
        return replace(self, stock=stock, jokers=self.jokers - len(faces), masks=masks, open=(), alike=False)

    @property
    def standing(self) -> Mapping[int, Meld]:
        """The sets that lay there before, by the rows in which the sweep lays them, grown or not."""
        rows = enumerate(self.growing, len(self.fixed))
        return {row: each.meld for row, each in rows if not any(each.meld is core for core in self.cores)}

    def owed(self) -> CountedRack:
        """The tiles of the rack that must be played and lie in no set yet."""
        if not self.swaps and not self.asked:
            return Counter()
        return (self.asked - self.taken) | self.swaps

    def left(self, problem: Problem) -> CountedRack:
        """The tiles of the rack that are free for any purpose."""
        return problem.rack - self.taken - self.swaps

    def has_tiles(self, problem: Problem) -> bool:
        """Does the rack hold all that the plan lays?"""
        laid = self.taken + self.owed() if self.swaps or self.asked else self.taken
        return not laid or laid <= problem.rack

    def multiset(self, problem: Problem, owed: CountedRack) -> TileMultiset:
        """What the sweep has to arrange."""
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
