"""A position in which an integer program looks for the best turn, and what the programs for all joker rules share."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum, auto
from functools import cached_property

from benchmarks.integer.model import ConstraintRow, Model
from benchmarks.integer.shapes import SPLITTABLE, FaceSet, Kit, Shape, TileFace, shapes


class Mode(Enum):
    """A rule for the jokers on the table. An old set is one of the table's, a new set any other at the turn's end.

    `FREE`: they may go to any set. `NEW_SET`: they may go to any new set; elsewhere they keep one of their faces.
    `SUBSTITUTE`: they keep one of their faces, unless a rack tile replaces them; then they join a set with two rack
    tiles. `SUBSTITUTE_ANEW`: the same, but that set must be new. `FROZEN`: their set may only grow until a rack tile
    replaces them. `FROZEN_BOTH`: the same, but a joker that can be two colors in a group of three needs both tiles.
    """

    FREE = auto()
    NEW_SET = auto()
    SUBSTITUTE = auto()
    SUBSTITUTE_ANEW = auto()
    FROZEN = auto()
    FROZEN_BOTH = auto()


class Aim(Enum):
    """The objective that a turn maximizes.

    `TILES`: the number of tiles played. `VALUE`: their points, a joker counting 0. `OPENING`: the points of all sets on
    the table after the turn, a joker counting as what it stands for.
    """

    TILES = auto()
    VALUE = auto()
    OPENING = auto()


@dataclass(frozen=True, slots=True)
class OpeningRule:
    """The rule for a first play: sets worth at least `points`. If `alone`, the turn may not touch the table's sets."""

    points: int
    alone: bool


@dataclass(frozen=True)
class IntegerCase:
    """A position under the rule `mode` for jokers on the table; a face is a color and a number.

    `rack` has the faces of the rack's tiles without its jokers, whose number is `jokers`. `has_melded`: the player has
    made the first play, for which `opening` is the rule, if any, in an earlier turn.
    """

    kit: Kit
    mode: Mode
    table: tuple[Shape, ...]
    rack: tuple[TileFace, ...]
    jokers: int
    has_melded: bool
    opening: OpeningRule | None = None

    @cached_property
    def on_table(self) -> Counter[TileFace]:
        """The number of tiles on the table of each face, without the jokers."""
        return Counter(face for shape in self.table for face in shape.naturals)

    @cached_property
    def held(self) -> Counter[TileFace]:
        """The number of tiles on the rack of each face, without the jokers."""
        return Counter(self.rack)

    @cached_property
    def old(self) -> tuple[tuple[int, FaceSet], ...]:
        """The jokers on the table in order, each as (index of its set, faces that it can stand for)."""
        return tuple((at, faces) for at, shape in enumerate(self.table) for faces in shape.jokers)

    @property
    def owes(self) -> OpeningRule | None:
        """The rule for a first play if this turn must be one, otherwise None."""
        return None if self.has_melded else self.opening


FRESH: dict[ConstraintRow, int] = {"fresh": 1, "played": 1, "first jokers": 1}  # entries, by row, of a rack's joker
Homes = frozenset[int]  # the numbers of the table's jokers that may fill a place in a set without being replaced first
HomesOf = Callable[[Shape, FaceSet], Homes]


@dataclass
class TurnProgram:
    """The integer program of a turn, with the rows (constraints) and columns (variables) that all joker rules share.

    Most columns are sets that can be on the table when the turn ends. A joker place is a place in a set that a joker
    fills; its `Homes` are the table jokers that may fill it. Rows, for a face f and a table joker j:
    ("face", f): the sets have all tiles of face f that were on the table, and at most the rack's besides.
    ("new", f): not counting tiles that must come from the rack, they have at least as many as were on the table.
    ("first", f): the same, not counting the tiles of the first play's sets.
    ("old", j): joker j fills exactly one place. ("place", homes): every joker place with these `Homes` is filled.
    "fresh": at most the rack's jokers are played. "played": at least one tile is played.
    "points", "first sets", "first jokers": see `open_first`.

    `homes` has all `Homes` that need a "place" row. `counted` has, by face, more rows in which a set with it counts 1.
    """

    case: IntegerCase
    aim: Aim
    model: Model = field(default_factory=Model)
    homes: set[Homes] = field(default_factory=set)
    counted: dict[TileFace, list[ConstraintRow]] = field(default_factory=lambda: defaultdict(list))

    def __post_init__(self) -> None:
        case = self.case
        for face in {*case.on_table, *case.held}:
            self.model.bound(("face", face), case.on_table[face], case.on_table[face] + case.held[face])
            self.model.bound(("new", face), case.on_table[face])
        for joker in range(len(case.old)):
            self.model.bound(("old", joker), 1, 1)
        self.model.bound("fresh", 0, case.jokers)
        self.model.bound("played", case.on_table.total() + 1)
        self.model.constant = -sum(self.worth(face) * count for face, count in case.on_table.items())

    def worth(self, face: TileFace) -> int:
        """Return what a tile of this face adds to the objective, in tiles or points; 0 for `Aim.OPENING`."""
        return 1 if self.aim is Aim.TILES else face[1] if self.aim is Aim.VALUE else 0

    @property
    def joker_worth(self) -> int:
        """The amount that a joker from the rack adds to the objective: 1 if tiles are counted, else 0."""
        return int(self.aim is Aim.TILES)

    @cached_property
    def possible(self) -> list[Shape]:
        """Every set that can be made of faces on the table or the rack, and at most all of their jokers."""
        case = self.case
        there = {*case.on_table, *case.held}
        return [each for each in shapes(case.kit, len(case.old) + case.jokers) if each.naturals <= there]

    def add_set(self, shape: Shape, *more: Mapping[ConstraintRow, int], gain: int = 0) -> None:
        """Add a column for a set that can be on the table when the turn ends.

        `more` are the column's entries, and `gain` what it adds to the objective, besides those for the set's tiles.
        """
        entries: Counter[ConstraintRow] = Counter({"played": len(shape.naturals)})
        for face in shape.naturals:
            entries.update([("face", face), ("new", face), ("first", face), *self.counted[face]])
        for each in more:
            entries.update(each)
        if self.aim is Aim.OPENING:
            gain += shape.value
        self.model.column(entries, gain + sum(map(self.worth, shape.naturals)))

    def add_plain_sets(self, home: HomesOf) -> None:
        """Add a column for every set whose jokers come from the rack, or from the table as far as `home` allows.

        Runs of six or more tiles are left out, because they can be two runs.
        """
        distinct: dict[object, tuple[Shape, list[Homes]]] = {}
        for shape in self.possible:
            homes = [home(shape, allowed) for allowed in shape.jokers]
            if (shape.is_run and shape.size >= SPLITTABLE) or not (self.case.jokers or all(homes)):
                continue
            key = shape.naturals, frozenset(Counter(homes).items())
            if key not in distinct or distinct[key][0].value < shape.value:
                distinct[key] = shape, homes
        for shape, homes in distinct.values():
            self.add_set(shape, self.list_joker_entries(homes), self.opens(shape))

    def list_joker_entries(self, homes: Iterable[Homes]) -> Mapping[ConstraintRow, int]:
        """Return and remember a set's entries in the "place" rows, given the homes of each of its joker places."""
        found = list(homes)
        self.homes.update(found)
        return Counter(("place", each) for each in found)

    def opens(self, shape: Shape) -> Mapping[ConstraintRow, int]:
        """Return the entries that count a set's points toward a first play from the rack alone; none in other turns."""
        return {"points": shape.value} if self.case.owes and self.case.owes.alone else {}

    def settle(self) -> None:
        """Add the columns that fill joker places, each with a joker of the rack or a table joker in its `Homes`."""
        for homes in self.homes:
            self.model.bound(("place", homes), 0, 0)
            self.model.column(FRESH | {("place", homes): -1}, self.joker_worth)
            for joker in homes:
                self.model.column({("place", homes): -1, ("old", joker): 1})

    def open_first(self) -> None:
        """If this turn must be a first play, require sets worth its points (row "points").

        If the turn may touch the table, it's enough that some of the played tiles could make sets of these points by
        themselves, wherever the tiles are at the end. Rows: "first sets": there is at least one of these sets; "first
        jokers": at least as many jokers are played as these sets need.
        """
        owes = self.case.owes
        if owes is None:
            return
        self.model.bound("points", owes.points)
        if owes.alone:
            return
        self.model.bound("first sets", 1)
        self.model.bound("first jokers", 0)
        for face in self.case.held:
            self.model.bound(("first", face), self.case.on_table[face])
        for shape in _list_most_valuable_sets(self.case):
            entries: dict[ConstraintRow, int] = {("first", face): -1 for face in shape.naturals}
            entries |= {"points": shape.value, "first sets": 1, "first jokers": -len(shape.jokers)}
            self.model.column(entries)


def _list_most_valuable_sets(case: IntegerCase) -> Iterator[Shape]:
    """Yield the sets that the rack alone can make; of those with the same tiles, only the one worth most."""
    found: dict[object, Shape] = {}
    for shape in shapes(case.kit, case.jokers):
        key = shape.naturals, len(shape.jokers)
        if shape.naturals <= case.held.keys() and (key not in found or found[key].value < shape.value):
            found[key] = shape
    yield from found.values()
