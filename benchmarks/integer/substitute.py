"""Turns where a joker on the table goes free, or for its tile from the rack (RULES 3.2: free, substitute2, new_set)."""

from collections import Counter
from collections.abc import Iterator
from functools import partial

from benchmarks.integer.case import FRESH, Aim, Case, Homes, Laying, Mode
from benchmarks.integer.model import Model, Row
from benchmarks.integer.shapes import SPLITTABLE, Faces, Shape, picked

COMPANY = 2
ANEW = frozenset({Mode.NEW_SET, Mode.SUBSTITUTE_ANEW})
Places = tuple[Faces, ...]


def program(case: Case, aim: Aim) -> Model:
    """The program of a turn in any mode but the frozen ones.

    Rows: "retrieved" jokers that are taken lie in sets that may hold them; ("company", n) the n-th such set holds
    enough other tiles from the rack, each of which lies there: ("member", n, f).
    """
    laying = Laying(case, aim)
    laying.lay_plainly(partial(_homes, case))
    if case.old and case.mode is not Mode.FREE:
        _retrieve(laying)
        _lay_retrieved(laying)
    laying.settle()
    laying.open_first()
    return laying.model


def _homes(case: Case, _shape: Shape, place: Faces) -> Homes:
    """A joker stays what it is where it can stand for some tile that it could stand for before."""
    free = case.mode is Mode.FREE
    return frozenset(joker for joker, (_, faces) in enumerate(case.old) if free or faces & place)


def _retrieve(laying: Laying) -> None:
    """Take a joker by a tile of the rack that it can stand for; where a new set is all that is asked, by nothing."""
    case, model = laying.case, laying.model
    model.bound("retrieved", 0, 0)
    for joker, (_, faces) in enumerate(case.old):
        if case.mode is Mode.NEW_SET:
            model.column({("old", joker): 1, "retrieved": -1})
            continue
        for face in faces & case.held.keys() if case.opened else ():
            model.column({("old", joker): 1, "retrieved": -1, ("new", face): -1})


def _lay_retrieved(laying: Laying) -> None:
    """Let sets be laid that hold retrieved jokers, each in every way that makes a difference."""
    case = laying.case
    seen: set[object] = set()
    for shape in laying.possible:
        if case.mode is Mode.NEW_SET and shape.is_run and shape.size >= SPLITTABLE:
            continue  # without company it can lie as two
        if case.mode in ANEW and any(shape.grows(old) for old in case.table):
            continue
        for retrieved, fresh, rest in _ways(shape, case):
            homes = [_homes(case, shape, place) for place in rest]
            key = shape.naturals, retrieved, fresh, frozenset(Counter(homes).items())
            if key not in seen and (case.jokers or all(homes)):
                seen.add(key)
                _lay_with_company(laying, shape, retrieved, fresh, homes)


def _ways(shape: Shape, case: Case) -> Iterator[tuple[int, int, Places]]:
    """How many jokers of a set were retrieved, how many came from the rack as company, and the other places."""
    needs = 0 if case.mode is Mode.NEW_SET else COMPANY
    for retrieved in range(1, min(len(shape.jokers), len(case.old)) + 1):
        for _, others in picked(shape.jokers, retrieved):
            for fresh in range(min(len(others), case.jokers, needs) + 1):
                for _, rest in picked(others, fresh):
                    if fresh + len(shape.naturals & case.held.keys()) >= needs:
                        yield retrieved, fresh, rest


def _lay_with_company(laying: Laying, shape: Shape, retrieved: int, fresh: int, homes: list[Homes]) -> None:
    """Two tiles of the set came from the rack beside those that freed jokers."""
    model, number = laying.model, len(laying.model.gains)
    entries: Counter[Row] = Counter({"retrieved": retrieved, ("company", number): fresh - COMPANY})
    for _ in range(fresh):
        entries.update(FRESH)
    if laying.case.mode is not Mode.NEW_SET and fresh < COMPANY:
        model.bound(("company", number), 0)
        for face in shape.naturals & laying.case.held.keys():
            model.bound(("member", number, face), 0)
            model.column({("member", number, face): -1, ("company", number): 1, ("new", face): -1})
            entries["member", number, face] = 1
    laying.lay(shape, entries, laying.places(homes), gain=fresh * laying.joker_worth)
