"""A turn to be found, and what every program about it has in common."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum, auto
from functools import cached_property

from benchmarks.integer.model import ConstraintRow, Model
from benchmarks.integer.shapes import SPLITTABLE, FaceSet, Kit, Shape, TileFace, shapes


class Mode(Enum):
    """What may become of a joker on the table."""

    FREE = auto()
    NEW_SET = auto()
    SUBSTITUTE = auto()
    SUBSTITUTE_ANEW = auto()
    FROZEN = auto()
    FROZEN_BOTH = auto()


class Aim(Enum):
    """What to make most of: tiles, their value with jokers at 0, or the value of what is laid with jokers as faces."""

    TILES = auto()
    VALUE = auto()
    OPENING = auto()


@dataclass(frozen=True, slots=True)
class OpeningRule:
    """What a first turn owes: sets worth so much. `alone`: it lays nothing else and leaves the table as it is."""

    points: int
    alone: bool


@dataclass(frozen=True)
class IntegerCase:
    """What lies, what the player holds, and the rules. `opened`: he has opened in an earlier turn."""

    kit: Kit
    mode: Mode
    table: tuple[Shape, ...]
    rack: tuple[TileFace, ...]
    jokers: int
    opened: bool
    opening: OpeningRule | None = None

    @cached_property
    def lying(self) -> Counter[TileFace]:
        """The tiles on the table, without the jokers."""
        return Counter(face for shape in self.table for face in shape.naturals)

    @cached_property
    def held(self) -> Counter[TileFace]:
        """The tiles on the rack, without the jokers."""
        return Counter(self.rack)

    @cached_property
    def old(self) -> tuple[tuple[int, FaceSet], ...]:
        """Every joker on the table: its set's place there, and what it can stand for."""
        return tuple((at, faces) for at, shape in enumerate(self.table) for faces in shape.jokers)

    @property
    def owes(self) -> OpeningRule | None:
        """What this turn must open with."""
        return None if self.opened else self.opening


FRESH: dict[ConstraintRow, int] = {"fresh": 1, "played": 1, "first jokers": 1}  # a joker from the rack
Homes = frozenset[int]  # the old jokers, by number, that may lie in a place without further ado
HomesOf = Callable[[Shape, FaceSet], Homes]


@dataclass
class Laying:
    """The program of a turn: which sets lie when it ends.

    Rows: ("face", f) how many lie; ("new", f) how many came from the rack, less those that must have; ("first", f) the
    same, less those of first sets; ("old", j) each joker of the table lies somewhere; ("place", homes) the places for
    jokers that are not settled yet. `counted` are other rows in which a tile of that face counts 1.
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
        """What a tile adds to the aim."""
        return 1 if self.aim is Aim.TILES else face[1] if self.aim is Aim.VALUE else 0

    @property
    def joker_worth(self) -> int:
        """What a joker from the rack adds to the aim."""
        return int(self.aim is Aim.TILES)

    @cached_property
    def possible(self) -> list[Shape]:
        """Every set that the tiles at hand can make."""
        case = self.case
        there = {*case.lying, *case.held}
        return [each for each in shapes(case.kit, len(case.old) + case.jokers) if each.naturals <= there]

    def lay(self, shape: Shape, *more: Mapping[ConstraintRow, int], gain: int = 0) -> None:
        """Let a set be laid, with what else that entails."""
        entries: Counter[ConstraintRow] = Counter({"played": len(shape.naturals)})
        for face in shape.naturals:
            entries.update([("face", face), ("new", face), ("first", face), *self.counted[face]])
        for each in more:
            entries.update(each)
        if self.aim is Aim.OPENING:
            gain += shape.value
        self.model.column(entries, gain + sum(map(self.worth, shape.naturals)), shape)

    def lay_plainly(self, home: HomesOf) -> None:
        """Let every set be laid whose jokers are new, or lie where they may without further ado.

        Runs of six or more are left out, for they can lie as two.
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
        """Places of a set in which some joker must lie."""
        found = list(homes)
        self.homes.update(found)
        return Counter(("place", each) for each in found)

    def opens(self, shape: Shape) -> Mapping[ConstraintRow, int]:
        """What a set adds to an opening that is all that is laid."""
        return {"points": shape.value} if self.case.owes and self.case.owes.alone else {}

    def settle(self) -> None:
        """Say which joker lies in which place."""
        for homes in self.homes:
            self.model.bound(("place", homes), 0, 0)
            self.model.column(FRESH | {("place", homes): -1}, self.joker_worth)
            for joker in homes:
                self.model.column({("place", homes): -1, ("old", joker): 1})

    def open_first(self) -> None:
        """Let some of the tiles played make sets worth enough by themselves, whatever becomes of them then."""
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
        for shape in _dearest(self.case):
            entries: dict[ConstraintRow, int] = {("first", face): -1 for face in shape.naturals}
            entries |= {"points": shape.value, "first sets": 1, "first jokers": -len(shape.jokers)}
            self.model.column(entries)


def _dearest(case: IntegerCase) -> Iterator[Shape]:
    """The sets that the rack can make, each in its dearest reading."""
    found: dict[object, Shape] = {}
    for shape in shapes(case.kit, case.jokers):
        key = shape.naturals, len(shape.jokers)
        if shape.naturals <= case.held.keys() and (key not in found or found[key].value < shape.value):
            found[key] = shape
    yield from found.values()
