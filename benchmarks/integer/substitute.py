"""Turns where a joker on the table goes free, or for its tile from the rack (CL-16 to CL-19)."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import combinations

from benchmarks.integer.case import FRESH, Aim, Homes, IntegerCase, Laying, Mode
from benchmarks.integer.model import ConstraintRow, Model
from benchmarks.integer.shapes import SMALLEST, SPLITTABLE, FaceSet, Shape, TileFace, list_picks

RACK_TILES_WITH_JOKER = 2
RETRIEVED = frozenset({Mode.SUBSTITUTE, Mode.SUBSTITUTE_ANEW})
NEW = frozenset({Mode.SUBSTITUTE_ANEW, Mode.NEW_SET})
MANY = 9  # more sets than can hold all tiles of one old set
Places = tuple[FaceSet, ...]


def program(case: IntegerCase, aim: Aim) -> Model:
    """The program of a turn in any mode but the frozen ones.

    Rows: "retrieved" jokers that are taken lie in sets that may hold them; ("unchanged", s) as many sets s as lay there
    lie so still, and ("grown", s) others may hold all their tiles then.
    """
    laying = Laying(case, aim)
    laying.lay_plainly(partial(_homes, case))
    if case.old and case.mode in NEW:
        _leave_unchanged(laying)
    if case.old and case.mode is Mode.NEW_SET:
        _lay_changed(laying)
    if case.old and case.mode in RETRIEVED:
        _retrieve(laying)
        _lay_retrieved(laying)
    laying.settle()
    laying.open_first()
    return laying.model


def _homes(case: IntegerCase, shape: Shape, place: FaceSet) -> Homes:
    """A joker stays what it is where it can stand for some tile that it could stand for before.

    Where jokers are free it may become anything, in some rules if the set is new.
    """
    free = case.mode is Mode.FREE or (case.mode is Mode.NEW_SET and not _find_grown(case, shape))
    return frozenset(joker for joker, (_, faces) in enumerate(case.old) if free or faces & place)


def _find_grown(case: IntegerCase, shape: Shape) -> frozenset[Shape]:
    """The old sets whose tiles it holds: it is new only if they all lie unchanged, and it is another."""
    return frozenset(old for old in case.table if shape.grows(old))


def _leave_unchanged(laying: Laying) -> None:
    """Let old sets lie as they were, so that others may hold all their tiles."""
    case, model = laying.case, laying.model
    for old, count in Counter(case.table).items():
        model.bound(("unchanged", old), 0)
        model.bound(("grown", old), 0)
        model.column({("unchanged", old): -count, ("grown", old): MANY})
        kept = [frozenset(at for at, (_, faces) in enumerate(case.old) if faces & place) for place in old.jokers]
        laying.lay(old, {("unchanged", old): 1}, laying.places(kept))


def _lay_changed(laying: Laying) -> None:
    """Let free jokers lie as anything in sets that hold all tiles of old ones, but where those can lie as two."""
    case = laying.case
    everyone = frozenset(range(len(case.old)))
    for shape in laying.possible:
        if shape.is_run and shape.size >= SPLITTABLE:
            continue
        if shape.jokers and (grown := _find_grown(case, shape)):
            entries: dict[ConstraintRow, int] = {("grown", old): -1 for old in grown}
            laying.lay(shape, entries, laying.places([everyone] * len(shape.jokers)))


def _retrieve(laying: Laying) -> None:
    """Take a joker by a tile of the rack that it can stand for."""
    case, model = laying.case, laying.model
    model.bound("retrieved", 0, 0)
    for joker, (_, faces) in enumerate(case.old):
        for face in faces & case.held.keys() if case.opened else ():
            model.column({("old", joker): 1, "retrieved": -1, ("new", face): -1})


def _lay_retrieved(laying: Laying) -> None:
    """Let sets be laid that hold retrieved jokers, each in every way that makes a difference."""
    case = laying.case
    game_view: set[object] = set()
    for shape in laying.possible:
        grown = _find_grown(case, shape) if case.mode is Mode.SUBSTITUTE_ANEW else frozenset()
        for way in _ways(shape, case):
            homes = [_homes(case, shape, place) for place in way.rest]
            key = shape.naturals, way.company, len(way.retrieved), len(way.fresh), frozenset(Counter(homes).items())
            if key not in game_view and (case.jokers or all(homes)):
                game_view.add(key)
                entries: Counter[ConstraintRow] = Counter({"retrieved": len(way.retrieved)})
                entries.update({("new", face): -1 for face in way.company})
                entries.update({("grown", old): -1 for old in grown})
                for _ in way.fresh:
                    entries.update(FRESH)
                laying.lay(shape, entries, laying.places(homes), gain=len(way.fresh) * laying.joker_worth)


@dataclass(frozen=True, slots=True)
class Way:
    """Where retrieved jokers lie in a set, and the company that came from the rack: jokers, and tiles."""

    retrieved: Places
    fresh: Places
    company: tuple[TileFace, ...]
    rest: Places

    def can_be_parted(self, shape: Shape) -> bool:
        """Could the set as well lie as two, all that matters in one of them?"""
        if not shape.is_run:
            return False
        numbers = [number for _, number in shape.naturals.union(*shape.jokers)]
        held = [number for _, number in frozenset(self.company).union(*self.retrieved, *self.fresh)]
        before, behind = min(held) - min(numbers), max(numbers) - max(held)
        return len(numbers) >= SPLITTABLE and max(before, behind) >= SMALLEST


def _ways(shape: Shape, case: IntegerCase) -> Iterator[Way]:
    """Every way for retrieved jokers to lie in a set, but where it can lie as two."""
    ours = sorted(shape.naturals & case.held.keys())
    for count in range(1, min(len(shape.jokers), _retrievable(case)) + 1):
        for retrieved, others in list_picks(shape.jokers, count):
            for fresh_count in range(min(len(others), case.jokers, RACK_TILES_WITH_JOKER) + 1):
                for fresh, rest in list_picks(others, fresh_count):
                    for company in combinations(ours, RACK_TILES_WITH_JOKER - fresh_count):
                        way = Way(retrieved, fresh, company, rest)
                        if not way.can_be_parted(shape):
                            yield way


def _retrievable(case: IntegerCase) -> int:
    """The most jokers that can be taken, as far as the rack has a tile for each."""
    return sum(not faces.isdisjoint(case.held) for _, faces in case.old) if case.opened else 0
