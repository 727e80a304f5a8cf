"""Turns where a set with a joker may only grow until the joker's tile comes from the rack (RC-13 to RC-16)."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, combinations, permutations, product

from benchmarks.integer.case import Aim, Homes, IntegerCase, Mode, TurnProgram
from benchmarks.integer.model import ConstraintRow, Model
from benchmarks.integer.shapes import SMALLEST, FaceSet, Shape, TileFace

BOTH = 2
SwappedFaces = tuple[TileFace, ...]  # the faces of the rack tiles that replace a joker; none if it stays
Origins = Mapping[TileFace, int | None]  # the table set (by index) that a tile must come from; None for the rack


def programs(case: IntegerCase, aim: Aim) -> Iterator[Model]:
    """Yield a program, the best of which is the best turn, for each choice of jokers to replace and of their faces."""
    for fates in product(*(_list_swaps(case, at, faces) for at, faces in case.old)):
        if not Counter(chain(*fates)) - case.held:
            yield FrozenProgram(TurnProgram(case, aim), fates).program()


def _list_swaps(case: IntegerCase, at: int, faces: FaceSet) -> Iterator[SwappedFaces]:
    yield ()
    shape = case.table[at]
    if case.mode is Mode.FROZEN_BOTH and len(faces) == BOTH and shape.size == SMALLEST and not shape.is_run:
        yield tuple(sorted(faces))
    else:
        yield from ((face,) for face in sorted(faces))


@dataclass
class FrozenProgram:
    """The integer program of a turn in which it's given which table jokers are replaced, and by tiles of which faces.

    `fates` has, for each joker of `IntegerCase.old`, the faces of the rack tiles that replace it; none if it stays. A
    table set in which a joker stays is frozen; one whose jokers are all replaced is loose. Rows besides those of
    `TurnProgram`, for a table set s (by index), a joker j, a face f, and a collection x of loose sets with face f:
    ("grown", s): frozen set s is on the table once, perhaps with more tiles.
    ("replaced", j): the tiles that replace joker j of a loose set are in one set together with a tile of the loose set.
    ("one", s, f): the tile of face f from loose set s is used for that at most once.
    ("room", f, x): at least as many sets as x has members have a tile of face f that may come from a member of x. By
    Hall's theorem, each loose set's tile of face f then has a place.

    `rooms` has all collections x by face.
    """

    turn: TurnProgram
    fates: Sequence[SwappedFaces]
    rooms: dict[TileFace, list[frozenset[int]]] = field(default_factory=dict)

    @property
    def case(self) -> IntegerCase:
        """The position that the program is for."""
        return self.turn.case

    @cached_property
    def frozen(self) -> frozenset[int]:
        """The indices of the table sets in which a joker stays."""
        return frozenset(at for (at, _), swaps in zip(self.case.old, self.fates, strict=True) if not swaps)

    @cached_property
    def loose(self) -> frozenset[int]:
        """The indices of the table sets that had jokers, all of which are replaced."""
        return frozenset(at for at, _ in self.case.old) - self.frozen

    def program(self) -> Model:
        """Add all rows and columns to the program, and return it, ready to be solved."""
        self._make_rooms()
        self.turn.add_plain_sets(lambda _shape, _place: self._freed)
        for joker, (at, _) in enumerate(self.case.old):
            if at in self.loose:
                self.turn.model.bound(("replaced", joker), 1, 1)
        for shape in self.turn.possible:
            self._add_replacing(shape)
        for at in self.frozen:
            self.turn.model.bound(("grown", at), 1, 1)
            for shape in self.turn.possible:
                self._add_grown(at, shape)
        self.turn.settle()
        self.turn.open_first()
        return self.turn.model

    def _make_rooms(self) -> None:
        for face in {face for at in self.loose for face in self.case.table[at].naturals}:
            owners = [at for at in self.loose if face in self.case.table[at].naturals]
            groups = [frozenset(some) for size in range(1, len(owners) + 1) for some in combinations(owners, size)]
            self.rooms[face] = groups
            for some in groups:
                self.turn.model.bound(("room", face, some), len(some))
                self.turn.counted[face].append(("room", face, some))
            for at in owners:
                self.turn.model.bound(("one", at, face), 0, 1)

    def _bring(self, origins: Origins) -> Mapping[ConstraintRow, int]:
        """Return entries, by row, for a set's column; they make its tiles come from where `origins` says."""
        entries: Counter[ConstraintRow] = Counter()
        for face, old in origins.items():
            if old is None:
                entries["new", face] -= 1
            else:
                entries["one", old, face] += 1
            for some in self.rooms.get(face, ()):
                entries["room", face, some] -= old not in some
        return entries

    # Sets that aren't frozen.

    @cached_property
    def _freed(self) -> Homes:
        """The numbers of the table jokers that are replaced; they may go to any set."""
        return frozenset(joker for joker, swaps in enumerate(self.fates) if swaps)

    def _add_replacing(self, shape: Shape) -> None:
        """Add columns for a set with tiles that replace jokers of loose sets, one for each choice of `_besides`."""
        for beside in self._besides(shape):
            origins = self._find_origins(beside)
            if beside and origins is not None:
                rows: list[ConstraintRow] = [("replaced", joker) for joker in beside]
                joker_entries = self.turn.list_joker_entries([self._freed] * len(shape.jokers))
                self.turn.add_set(shape, Counter(rows), self._bring(origins), joker_entries)

    def _besides(self, shape: Shape) -> Iterator[Mapping[int, TileFace]]:
        """Yield each choice of jokers of loose sets whose replacing tiles are in this set, the empty choice included.

        It has, by joker, the face of a tile in this set that comes from the joker's old set.
        """
        choices: list[list[Mapping[int, TileFace]]] = []
        for joker, ((at, _), swaps) in enumerate(zip(self.case.old, self.fates, strict=True)):
            if at in self.loose and shape.naturals.issuperset(swaps):
                there = sorted(self.case.table[at].naturals & shape.naturals)
                choices.append([{}, *({joker: face} for face in there)])
        for way in product(*choices):
            yield {joker: face for each in way for joker, face in each.items()}

    def _find_origins(self, beside: Mapping[int, TileFace]) -> Origins | None:
        """Return where a set's tiles come from for a choice that `_besides` yields; None if one had two origins."""
        replacing = [face for joker in beside for face in self.fates[joker]]
        origins: dict[TileFace, int | None] = dict.fromkeys(replacing)
        for joker, face in beside.items():
            if origins.setdefault(face, self.case.old[joker][0]) != self.case.old[joker][0]:
                return None
        return origins if len(set(replacing)) == len(replacing) else None

    # Sets that are frozen.

    def _add_grown(self, at: int, shape: Shape) -> None:
        """Add the column by which the frozen set with index `at` becomes this set, if that takes only rack tiles."""
        old = self.case.table[at]
        jokers = [joker for joker, (row, _) in enumerate(self.case.old) if row == at]
        swapped = [face for joker in jokers for face in self.fates[joker]]
        if not shape.naturals.issuperset([*old.naturals, *swapped]):
            return
        kept = [joker for joker in jokers if not self.fates[joker]]
        if self._can_stay(shape, kept):
            origins = {face: at if face in old.naturals else None for face in shape.naturals}
            rows: list[ConstraintRow] = [("grown", at), *(("old", joker) for joker in kept)]
            joker_entries = self.turn.list_joker_entries([self._freed] * (len(shape.jokers) - len(kept)))
            self.turn.add_set(shape, Counter(rows), self._bring(origins), joker_entries)

    def _can_stay(self, shape: Shape, kept: Sequence[int]) -> bool:
        """Return whether the table jokers `kept` fit into the set, each in a place where it keeps one of its faces."""
        return any(
            all(self.case.old[joker][1] & allowed for joker, allowed in zip(kept, gaps, strict=True))
            for gaps in permutations(shape.jokers, len(kept))
        )
