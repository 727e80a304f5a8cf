"""Turns where a joker on the table is free, or is retrieved: replaced by its tile from the rack (CL-16 to CL-19)."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import combinations

from benchmarks.integer.case import FRESH, Aim, Homes, IntegerCase, Mode, TurnProgram
from benchmarks.integer.model import ConstraintRow, Model
from benchmarks.integer.shapes import SMALLEST, SPLITTABLE, FaceSet, Shape, TileFace, list_picks

RACK_TILES_WITH_JOKER = 2
RETRIEVED = frozenset({Mode.SUBSTITUTE, Mode.SUBSTITUTE_ANEW})
NEW = frozenset({Mode.SUBSTITUTE_ANEW, Mode.NEW_SET})
MANY = 9  # more sets than can have all tiles of one old set
Places = tuple[FaceSet, ...]


def program(case: IntegerCase, aim: Aim) -> Model:
    """Build the integer program of a turn in any mode but the frozen ones.

    Rows besides those of `TurnProgram`, for a set s of the table:
    "retrieved": each retrieved joker is in a set of `_add_retrieved`, and no other joker is.
    ("unchanged", s): s counts as unchanged only if the table has as many sets like it at the end as before.
    ("grown", s): only if s is unchanged may another set that has all its tiles count as new.
    """
    turn = TurnProgram(case, aim)
    turn.add_plain_sets(partial(_homes, case))
    if case.old and case.mode in NEW:
        _leave_unchanged(turn)
    if case.old and case.mode is Mode.NEW_SET:
        _add_changed(turn)
    if case.old and case.mode in RETRIEVED:
        _retrieve(turn)
        _add_retrieved(turn)
    turn.settle()
    turn.open_first()
    return turn.model


def _homes(case: IntegerCase, shape: Shape, allowed: FaceSet) -> Homes:
    """Return the table jokers that may fill this joker place of a set, with these faces, without being retrieved.

    They keep one of their former faces in it, unless the mode leaves them free there.
    """
    free = case.mode is Mode.FREE or (case.mode is Mode.NEW_SET and not _find_grown(case, shape))
    return frozenset(joker for joker, (_, faces) in enumerate(case.old) if free or faces & allowed)


def _find_grown(case: IntegerCase, shape: Shape) -> frozenset[Shape]:
    """Return the table's sets that this set contains; it's a new set only if they all stay on the table besides it."""
    return frozenset(old for old in case.table if shape.grows(old))


def _leave_unchanged(turn: TurnProgram) -> None:
    """Add the columns by which the table's sets stay unchanged; only then may new sets contain them."""
    case, model = turn.case, turn.model
    for old, count in Counter(case.table).items():
        model.bound(("unchanged", old), 0)
        model.bound(("grown", old), 0)
        model.column({("unchanged", old): -count, ("grown", old): MANY})
        kept = [frozenset(at for at, (_, faces) in enumerate(case.old) if faces & allowed) for allowed in old.jokers]
        turn.add_set(old, {("unchanged", old): 1}, turn.list_joker_entries(kept))


def _add_changed(turn: TurnProgram) -> None:
    """Add columns for new sets with jokers that contain table sets, which must stay unchanged besides them."""
    case = turn.case
    everyone = frozenset(range(len(case.old)))
    for shape in turn.possible:
        if shape.is_run and shape.size >= SPLITTABLE:
            continue
        if shape.jokers and (grown := _find_grown(case, shape)):
            entries: dict[ConstraintRow, int] = {("grown", old): -1 for old in grown}
            turn.add_set(shape, entries, turn.list_joker_entries([everyone] * len(shape.jokers)))


def _retrieve(turn: TurnProgram) -> None:
    """Add columns that retrieve a table joker: a rack tile with a face that the joker can stand for replaces it."""
    case, model = turn.case, turn.model
    model.bound("retrieved", 0, 0)
    for joker, (_, faces) in enumerate(case.old):
        for face in faces & case.held.keys() if case.has_melded else ():
            model.column({("old", joker): 1, "retrieved": -1, ("new", face): -1})


def _add_retrieved(turn: TurnProgram) -> None:
    """Add columns for sets with retrieved jokers: one for each set and each `Way` to fill it, equivalent ones once."""
    case = turn.case
    seen: set[object] = set()
    for shape in turn.possible:
        grown = _find_grown(case, shape) if case.mode is Mode.SUBSTITUTE_ANEW else frozenset()
        for way in _ways(shape, case):
            homes = [_homes(case, shape, allowed) for allowed in way.rest]
            key = shape.naturals, way.rack_tiles, len(way.retrieved), len(way.fresh), frozenset(Counter(homes).items())
            if key not in seen and (case.jokers or all(homes)):
                seen.add(key)
                entries: Counter[ConstraintRow] = Counter({"retrieved": len(way.retrieved)})
                entries.update({("new", face): -1 for face in way.rack_tiles})
                entries.update({("grown", old): -1 for old in grown})
                for _ in way.fresh:
                    entries.update(FRESH)
                turn.add_set(shape, entries, turn.list_joker_entries(homes), gain=len(way.fresh) * turn.joker_worth)


@dataclass(frozen=True, slots=True)
class Way:
    """A way to fill a set's joker places: some with `retrieved` jokers, some with `fresh` ones from the rack.

    Other table jokers, or more of the rack's, may fill the `rest`. `rack_tiles` has the faces of the rack tiles that
    the rule requires beside a retrieved joker; together with the fresh jokers, which count too, they are two.
    """

    retrieved: Places
    fresh: Places
    rack_tiles: tuple[TileFace, ...]
    rest: Places

    def can_be_parted(self, shape: Shape) -> bool:
        """Return whether the set could be two runs, one of which has all of `retrieved`, `fresh` and `rack_tiles`."""
        if not shape.is_run:
            return False
        numbers = [number for _, number in shape.naturals.union(*shape.jokers)]
        held = [number for _, number in frozenset(self.rack_tiles).union(*self.retrieved, *self.fresh)]
        before, behind = min(held) - min(numbers), max(numbers) - max(held)
        return len(numbers) >= SPLITTABLE and max(before, behind) >= SMALLEST


def _ways(shape: Shape, case: IntegerCase) -> Iterator[Way]:
    ours = sorted(shape.naturals & case.held.keys())
    retrievable = sum(not faces.isdisjoint(case.held) for _, faces in case.old) if case.has_melded else 0
    for count in range(1, min(len(shape.jokers), retrievable) + 1):
        for retrieved, others in list_picks(shape.jokers, count):
            for fresh_count in range(min(len(others), case.jokers, RACK_TILES_WITH_JOKER) + 1):
                for fresh, rest in list_picks(others, fresh_count):
                    for rack_tiles in combinations(ours, RACK_TILES_WITH_JOKER - fresh_count):
                        way = Way(retrieved, fresh, rack_tiles, rest)
                        if not way.can_be_parted(shape):
                            yield way
