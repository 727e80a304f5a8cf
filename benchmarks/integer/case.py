"""A turn for the integer program to find, and the parts that its programs have in common."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum, auto
from functools import cached_property

from benchmarks.integer.model import ConstraintRow, Model
from benchmarks.integer.shapes import SPLITTABLE, FaceSet, Kit, Shape, TileFace, shapes


class Mode(Enum):
    """A rule for the jokers on the table.

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
    """The objective to maximize.

    `TILES`: the number of tiles played. `VALUE`: their points, a joker counting 0. `OPENING`: the points of all sets on
    the table, a joker counting as what it stands for.
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
    """A position and its rules: the table's sets, the faces of the rack's tiles, and the number of the rack's jokers.

    `opened` says whether the player opened in an earlier turn, and `opening` is the rule for a first play, if any.
    """

    kit: Kit
    mode: Mode
    table: tuple[Shape, ...]
    rack: tuple[TileFace, ...]
    jokers: int
    opened: bool
    opening: OpeningRule | None = None

    @cached_property
    def lying(self) -> Counter[TileFace]:
        """The number of tiles on the table of each face, without the jokers."""
        return Counter(face for shape in self.table for face in shape.naturals)

    @cached_property
    def held(self) -> Counter[TileFace]:
        """The number of tiles on the rack of each face, without the jokers."""
        return Counter(self.rack)

    @cached_property
    def old(self) -> tuple[tuple[int, FaceSet], ...]:
        """Each joker on the table, in order of number: the index of its set, and the faces that it can stand for."""
        return tuple((at, faces) for at, shape in enumerate(self.table) for faces in shape.jokers)

    @property
    def owes(self) -> OpeningRule | None:
        """The rule for a first play if this turn must be one, otherwise None."""
        return None if self.opened else self.opening


FRESH: dict[ConstraintRow, int] = {"fresh": 1, "played": 1, "first jokers": 1}  # row entries of a joker from the rack
Homes = frozenset[int]  # the table's jokers, by number, that may be in a joker place without being retrieved
HomesOf = Callable[[Shape, FaceSet], Homes]


@dataclass
class Laying:
    """The integer program of a turn, with the rows and columns that all rules share.

    Most columns are sets that can be on the table when the turn ends. Rows, for a face f and a table joker j:
    ("face", f): all tiles of face f that were on the table are there, and at most the rack's besides.
    ("new", f): even without those that must come from the rack, at least as many as were on the table are there.
    ("first", f): the same without those of the first play's sets.
    ("old", j): joker j is in exactly one place. ("place", homes): every joker place with these `Homes` is filled.
    "fresh": at most the rack's jokers are played. "played": at least one tile is played.
    "points", "first sets", "first jokers": see `open_first`.

    `homes` are all that need a "place" row. `counted` has, by face, further rows in which each tile of it counts 1.
    """

    case: IntegerCase
    aim: Aim
    model: Model = field(default_factory=Model)
    homes: set[Homes] = field(default_factory=set)
    counted: dict[TileFace, list[ConstraintRow]] = field(default_factory=lambda: defaultdict(list))

    def __post_init__(self) -> None:
        case = self.case
        for face in {*case.lying, *case.held}:
            self.model.bound(("face", face), case.lying[face], case.lying[face] + case.held[face])
            self.model.bound(("new", face), case.lying[face])
        for joker in range(len(case.old)):
            self.model.bound(("old", joker), 1, 1)
        self.model.bound("fresh", 0, case.jokers)
        self.model.bound("played", case.lying.total() + 1)
        self.model.constant = -sum(self.worth(face) * count for face, count in case.lying.items())

    def worth(self, face: TileFace) -> int:
        """Return what a tile of this face adds to the objective, in tiles or points; 0 for `Aim.OPENING`."""
        return 1 if self.aim is Aim.TILES else face[1] if self.aim is Aim.VALUE else 0

    @property
    def joker_worth(self) -> int:
        """The amount that a joker from the rack adds to the objective: 1 if tiles are counted, else 0."""
        return int(self.aim is Aim.TILES)

    @cached_property
    def possible(self) -> list[Shape]:
        """Every set that can be made of the faces and the jokers on the table and the rack."""
        case = self.case
        there = {*case.lying, *case.held}
        return [each for each in shapes(case.kit, len(case.old) + case.jokers) if each.naturals <= there]

    def lay(self, shape: Shape, *more: Mapping[ConstraintRow, int], gain: int = 0) -> None:
        """Add the column of a set that can be on the table.

        `more` are row entries beside those of its tiles, and `gain` is what it adds to the objective beside them.
        """
        entries: Counter[ConstraintRow] = Counter({"played": len(shape.naturals)})
        for face in shape.naturals:
            entries.update([("face", face), ("new", face), ("first", face), *self.counted[face]])
        for each in more:
            entries.update(each)
        if self.aim is Aim.OPENING:
            gain += shape.value
        self.model.column(entries, gain + sum(map(self.worth, shape.naturals)), shape)

    def lay_plainly(self, home: HomesOf) -> None:
        """Add a column for every set whose jokers come from the rack or from the homes of their places.

        `home` returns the homes of a set's joker place. Runs of six or more tiles are left out, because they can be two
        runs.
        """
        distinct: dict[object, tuple[Shape, list[Homes]]] = {}
        for shape in self.possible:
            homes = [home(shape, place) for place in shape.jokers]
            if (shape.is_run and shape.size >= SPLITTABLE) or not (self.case.jokers or all(homes)):
                continue
            key = shape.naturals, frozenset(Counter(homes).items())
            if key not in distinct or distinct[key][0].value < shape.value:
                distinct[key] = shape, homes
        for shape, homes in distinct.values():
            self.lay(shape, self.places(homes), self.opens(shape))

    def places(self, homes: Iterable[Homes]) -> Mapping[ConstraintRow, int]:
        """Return the row entries of a set with joker places of these homes, and remember the homes for `settle`."""
        found = list(homes)
        self.homes.update(found)
        return Counter(("place", each) for each in found)

    def opens(self, shape: Shape) -> Mapping[ConstraintRow, int]:
        """Return the set's entry in the row "points" if this turn is a first play that leaves the table alone.

        Return no entries otherwise.
        """
        return {"points": shape.value} if self.case.owes and self.case.owes.alone else {}

    def settle(self) -> None:
        """Add the columns that fill joker places, for all `homes`: with one of these jokers, or one from the rack."""
        for homes in self.homes:
            self.model.bound(("place", homes), 0, 0)
            self.model.column(FRESH | {("place", homes): -1}, self.joker_worth)
            for joker in homes:
                self.model.column({("place", homes): -1, ("old", joker): 1})

    def open_first(self) -> None:
        """If this turn must be a first play, require sets worth its points (row "points").

        If the turn may touch the table, it's enough that some of the played tiles could make such sets, wherever they
        are at the end. Rows: "first sets": there is at least one such set; "first jokers": as many jokers are played as
        these sets need.
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
            self.model.bound(("first", face), self.case.lying[face])
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
