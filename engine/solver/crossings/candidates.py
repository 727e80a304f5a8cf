"""The individual tiles of a turn in which sets may cross, and every candidate set that can be made of them.

Copies of a tile are told apart here, because each may be in two sets and no two sets share more than one tile. A tile
is one bit, and a set is a mask.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache, reduce
from itertools import chain, combinations, permutations, product
from math import prod
from operator import or_
from typing import Any, cast

from engine.rules.jokers import RACK_TILES_WITH_JOKER, JokerStrategy
from engine.solver.plans.legality import LegalityCheck
from engine.tiles.bit_masks import iterate_bits, list_bits, mask_of
from engine.tiles.melds import SMALLEST_SET, group_of
from engine.tiles.sets import TableSet
from engine.tiles.tiles import JOKER, Box, Tile, by_color

COVERED = {JokerStrategy.FREE, JokerStrategy.SUBSTITUTED, JokerStrategy.SUBSTITUTED_ANEW}
"""The strategies whose turns these candidates cover. Under others, no answer is proven once a table was refused."""
LONGEST = 2 * SMALLEST_SET - 1
"""Tiles in the longest run generated as a rule; a longer one can be split in two.

Exceptions are runs that continue a set that can only grow, and runs that a split would deprive of an intersection.
"""
ENDS = range(SMALLEST_SET)
"""The numbers of tiles added at one end of a run; a full set's worth would be a run of its own."""
MOST_LONG = 3000
"""Tile combinations tried for long runs in which a freed joker is far from its two rack tiles, before giving up."""
MADE = 7
"""Units of the position's `SearchBudget` that making one candidate set takes; see `python -m benchmarks thinking`."""
_KNOWN = 8  # cached boxes
TWINS = 2  # copies needed for two sets to have the same look without sharing that tile
FaceTuple = tuple[Tile, ...]


@dataclass(slots=True, eq=False)  # not frozen: a search makes thousands, and would take 6 % longer
class CandidateMeld:
    """A set of individual tiles, which the search may put on the table: their mask, and in order their bits and faces.

    `look` is a mask of the kinds of its tiles, in which all copies of a tile, and all jokers, share a bit. `origin` is
    the table row of the set that this one is or continues, if that set can only grow. `freed` has the bits of the table
    jokers that get a new face in this set. If `breaks_joker_rule`, the set doesn't meet the rule for them (two rack
    tiles, in a new set), so another set with the same joker has to.
    """

    mask: int
    look: int
    bits: tuple[int, ...]
    faces: FaceTuple
    origin: int | None = None
    freed: tuple[int, ...] = ()
    breaks_joker_rule: bool = False

    def face(self, bit: int) -> Tile:
        """Return the face that the tile with this bit stands for in the set."""
        return self.faces[self.bits.index(bit)]


@dataclass(frozen=True)
class ExistingCrossing:
    """An intersection on the table before the turn: the shared tile's bit, and the rows of the two sets.

    `rests` has the look (mask of the kinds of tiles, see `CandidateMeld`) of each set without the shared tile. `twins`
    are the bits of the tiles that may take its place, first its own. `others` counts the looks of all other sets on the
    table before the turn.
    """

    bit: int
    rows: tuple[int, int]
    rests: tuple[int, int]
    twins: tuple[int, ...]
    others: Counter[int]


@dataclass(frozen=True)
class Candidates:
    """The tiles that a turn may use, those of `sets` and of `rack`, and every candidate set that can be made of them.

    `sets` is the table before the turn, or empty if the turn can't use it; the sets in the rows `firm` can only grow.
    The tiles' bits are numbered table first, row by row, then rack in color order. `made` has the sets made so
    far, by what they depend on; candidates of the same tiles share it, because they differ only in `firm`.
    """

    legality: LegalityCheck
    rack: Sequence[Tile]
    sets: Sequence[TableSet]
    firm: frozenset[int]
    made: dict[Hashable, Any] = field(default_factory=dict)
    _options: dict[tuple[int, int], list[CandidateMeld]] = field(default_factory=dict)

    @property
    def box(self) -> Box:
        """The game's box of tiles."""
        return self.legality.rules.box

    @cached_property
    def _bits(self) -> dict[tuple[int, int], int]:
        """The bit of the tile at each (row, index) of the table; the two places of a shared tile have the same bit."""
        shared = {(each.borrower, each.index): (each.owner, each.at) for each in self.legality.crossed}
        spots = [(row, at) for row, each in enumerate(self.sets) for at in range(len(each.meld.tiles))]
        own = {spot: bit for bit, spot in enumerate(spot for spot in spots if spot not in shared)}
        return {spot: own[shared.get(spot, spot)] for spot in spots}

    @cached_property
    def tiles(self) -> FaceTuple:
        """Every tile, indexed by bit."""
        on_table = {bit: self.sets[row].meld.tiles[at] for (row, at), bit in self._bits.items()}
        return (*(on_table[bit] for bit in range(len(on_table))), *sorted(self.rack, key=by_color))

    @cached_property
    def on_table(self) -> int:
        """The mask of the tiles that were on the table before the turn."""
        return (1 << len(self.tiles) - len(self.rack)) - 1

    @cached_property
    def held(self) -> int:
        """The mask of the tiles that were on the rack before the turn."""
        return (1 << len(self.tiles)) - 1 & ~self.on_table

    @cached_property
    def jokers(self) -> int:
        """The mask of all jokers."""
        return mask_of(bit for bit, tile in enumerate(self.tiles) if tile == JOKER)

    @cached_property
    def before(self) -> tuple[CandidateMeld, ...]:
        """The sets on the table before the turn, indexed by row."""
        rows = [[self._bits[row, at] for at in range(len(each.meld.tiles))] for row, each in enumerate(self.sets)]
        return tuple(
            CandidateMeld(
                mask_of(bits), self._look(bits), tuple(bits), each.meld.faces, row if row in self.firm else None
            )
            for row, (bits, each) in enumerate(zip(rows, self.sets, strict=True))
        )

    @cached_property
    def old(self) -> frozenset[int]:
        """The `id()`s of the sets in `before`, to tell quickly whether a set is an old one."""
        return frozenset(map(id, self.before))

    @cached_property
    def fits(self) -> list[frozenset[Tile]]:
        """The faces that each tile can stand for without being freed (given a new face), indexed by the tile's bit.

        The set of faces is empty for a joker from the rack, which can stand for anything.
        """
        found = [frozenset() if tile == JOKER else frozenset({tile}) for tile in self.tiles]
        for (row, at), bit in self._bits.items():
            faces = self.sets[row].meld.may_be(at, self.box)
            found[bit] = found[bit] & faces or faces
        return found

    def _list_fits(self, bit: int) -> list[Tile]:
        """Return the faces in `fits` of the tile with this bit, in an order that is the same in every process."""
        return sorted(self.fits[bit], key=by_color)

    @cached_property
    def freeing(self) -> dict[int, tuple[int, ...] | None]:
        """The table jokers that can be freed, with the rack tiles that free each (None: it needs none), as bits."""
        jokers = [bit for bit, tile in enumerate(self.tiles) if tile == JOKER and self.on_table >> bit & 1]
        if self.legality.strategy not in {JokerStrategy.SUBSTITUTED, JokerStrategy.SUBSTITUTED_ANEW}:
            return dict.fromkeys(jokers)
        if not self.legality.has_melded:
            return {}
        copies = {bit: [by for face in self._list_fits(bit) for by in self.copies.get(face, ())] for bit in jokers}
        ways = [(bit, tuple(by for by in others if self.held >> by & 1)) for bit, others in copies.items()]
        return {bit: way for bit, way in ways if way}

    @cached_property
    def wild(self) -> list[int]:
        """The bits of the jokers that can stand for anything: table jokers that can be freed, then rack jokers."""
        return [*self.freeing, *(bit for bit in iterate_bits(self.held) if self.tiles[bit] == JOKER)]

    @cached_property
    def copies(self) -> dict[Tile, list[int]]:
        """The bits of the tiles with each face, by face: natural tiles, and table jokers that stand for it already."""
        found: dict[Tile, list[int]] = {}
        for bit, faces in enumerate(self.fits):
            for face in faces:
                found.setdefault(face, []).append(bit)
        return found

    @cached_property
    def looks(self) -> list[int]:
        """Each tile's kind as a mask with one bit, indexed by the tile's bit; copies share a kind, as do all jokers."""
        kinds = {tile: 1 << at for at, tile in enumerate(dict.fromkeys(self.tiles))}
        return [kinds[tile] for tile in self.tiles]

    def _look(self, bits: Iterable[int]) -> int:
        return reduce(or_, map(self.looks.__getitem__, bits))

    @cached_property
    def crossed(self) -> tuple[ExistingCrossing, ...]:
        """The intersections (tiles shared by two sets) on the table before the turn; empty if the table isn't used."""
        found = []
        for each in self.legality.crossed if self.sets else ():
            bit, rows = self._bits[each.owner, each.at], (each.owner, each.borrower)
            one, other = (self.before[row].look & ~self.looks[bit] for row in rows)
            twins = (at for at, look in enumerate(self.looks) if look == self.looks[bit] and at != bit)
            others = Counter(old.look for row, old in enumerate(self.before) if row not in rows)
            found.append(ExistingCrossing(bit, rows, (one, other), (bit, *twins), others))
        return tuple(found)

    # Sets to be made

    def options(self, bit: int, jokers_: int) -> list[CandidateMeld]:
        """Return every candidate with the tile `bit` and `jokers_` other wild jokers, except `long_runs`."""
        key = bit, jokers_
        if key not in self._options:
            if key not in self.made:
                faces = self._shapes if bit in self.wild else self._list_fits(bit)
                shapes = {id(shape): shape for face in faces for shape in self._shapes.get(face, ())}  # each once
                made = (self._make(shape, bit, jokers_) for shape in shapes.values())
                self.made[key] = list(chain.from_iterable(made))
            more = (each for each in self.growths if each.mask >> bit & 1) if jokers_ == 0 else ()
            self._options[key] = [*self.made[key], *more]
        return self._options[key]

    @cached_property
    def _shapes(self) -> dict[Tile, list[FaceTuple]]:
        """The shapes (tuples of faces) of the sets that the tiles can make, listed under each of their faces."""
        found = dict[Tile, list[FaceTuple]]()
        for shape in _list_shapes(self.box):
            if len([face for face in shape if face not in self.copies]) <= len(self.wild):
                for face in shape:
                    found.setdefault(face, []).append(shape)
        return found

    def _make(self, shape: FaceTuple, bit: int, jokers_: int) -> Iterator[CandidateMeld]:
        """Yield every set with these faces that has this tile and, apart from it, exactly `jokers_` wild jokers."""
        indexes = range(len(shape))
        its_own = [at for at in indexes if bit in self.wild or shape[at] in self.fits[bit]]
        natural = [self.copies.get(face, []) for face in shape]
        missing = {index for index, copies in enumerate(natural) if not copies}
        others = [each for each in self.wild if each != bit]
        for at in its_own:
            for of_jokers in combinations([index for index in indexes if index != at], jokers_):
                if not missing <= {at, *of_jokers}:
                    continue
                for wild in permutations(others, jokers_):
                    tiles = natural.copy()
                    for index, each in zip((at, *of_jokers), (bit, *wild), strict=True):
                        tiles[index] = [each]
                    yield from self._place(product(*tiles), shape)

    def _place(
        self, ways: Iterable[tuple[int, ...]], faces: FaceTuple, heir: int | None = None
    ) -> Iterator[CandidateMeld]:
        """Yield the set that each of these choices of tiles makes as `faces`, except choices that have a tile twice."""
        freeable, size = self._freeable, len(faces)
        masks = self._masks.__getitem__
        choices = list(ways)
        self.legality.budget.take(MADE * len(choices))
        for bits in choices:
            mask = sum(map(masks, bits))  # which has fewer bits if a tile is added twice
            if mask.bit_count() == size:
                look = self._look(bits)
                pairs = [(bit, faces[bits.index(bit)]) for bit in list_bits(mask & freeable)]
                freed = tuple([bit for bit, face in pairs if face.color and face not in self.fits[bit]])
                breaks_joker_rule = bool(freed) and not self._meets_joker_rule(mask, look, freed)
                yield CandidateMeld(mask, look, bits, faces, heir, freed, breaks_joker_rule)

    @cached_property
    def _masks(self) -> list[int]:
        return [1 << bit for bit in range(len(self.tiles))]

    @cached_property
    def _freeable(self) -> int:
        return mask_of(self.freeing)

    def _meets_joker_rule(self, mask: int, look: int, freed: tuple[int, ...]) -> bool:
        """Return whether a set meets the joker rule for the jokers that get a new face in it, `freed`.

        It needs two rack tiles, and it must not contain all tiles of an old set that can't be on the table beside it.
        """
        if self.freeing[freed[0]] is None:
            return True
        if (mask & self.held).bit_count() < RACK_TILES_WITH_JOKER:
            return False
        held = (mask & self.jokers).bit_count()
        return not any(old & ~look == 0 and count <= held for old, count in self._old_looks)

    @cached_property
    def _old_looks(self) -> list[tuple[int, int]]:
        """The old sets, as (look, number of jokers), that can't be beside a new set with all their tiles."""
        return [
            (each.look, (each.mask & self.jokers).bit_count())
            for each in self.before  # those with several tiles without a copy: a twin could share one of these
            if sum(self.looks.count(self.looks[bit]) < TWINS for bit in each.bits) > 1
        ]

    # Long runs

    @cached_property
    def long_runs(self) -> list[CandidateMeld] | None:
        """Runs over `LONGEST` whose freed jokers would lack rack tiles if split; None if there are too many."""
        if "long runs" not in self.made:
            self.made["long runs"] = self._list_long_runs()
        return cast("list[CandidateMeld] | None", self.made["long runs"])

    def _list_long_runs(self) -> list[CandidateMeld] | None:
        found: list[CandidateMeld] = []
        tried = 0
        for shape, fits in self._list_long_fits():
            tried += prod(map(len, fits))
            if tried > MOST_LONG:
                return None
            ways = (bits for bits in product(*fits) if not self._can_be_parted(bits))
            found += (each for each in self._place(ways, shape) if not each.breaks_joker_rule)
        return found

    def _list_long_fits(self) -> Iterator[tuple[FaceTuple, list[list[int]]]]:
        """Yield each run of more than `LONGEST` faces, with each place in it for a joker that the player can free.

        Each is a tuple of the run's faces and, for each index, the bits of the tiles that could be there.
        """
        for shape in _list_runs(self.box, range(LONGEST + 1, self.box.high - self.box.low + 2)) if self.freeing else ():
            for joker, at in product((each for each, by in self.freeing.items() if by), range(len(shape))):
                others = [bit for bit in self.wild if bit != joker]
                fits = [[*self.copies.get(face, ()), *others] for face in shape]
                fits[at] = [joker]
                if (
                    all(fits)
                    and sum(any(self.held >> bit & 1 for bit in each) for each in fits) >= RACK_TILES_WITH_JOKER
                ):
                    yield shape, fits

    def _can_be_parted(self, bits: Sequence[int]) -> bool:
        """Return whether the run splits so that parts with freed jokers have two rack tiles that free none."""
        freeing = [by for bit in bits for by in self.freeing.get(bit) or ()]
        rack_tiles, jokers = self.held & ~mask_of(freeing), mask_of(bits) & self._freeable
        return any(
            all(
                not part & jokers or (part & rack_tiles).bit_count() >= RACK_TILES_WITH_JOKER
                for part in (mask_of(bits[:cut]), mask_of(bits[cut:]))
            )
            for cut in range(SMALLEST_SET, len(bits) - SMALLEST_SET + 1)
        )

    # Sets that grow

    @cached_property
    def growths(self) -> list[CandidateMeld]:
        """The extensions of old sets that can't be made from the shapes in `_shapes`.

        They extend old sets that can only grow, those of `LONGEST` tiles or more, and runs with an intersection at an
        end.
        """
        found: list[CandidateMeld] = []
        for row, each in enumerate(self.before):
            key = "growths", row, each.origin
            if key not in self.made:
                self.made[key] = list(self._list_growths(each))
            found += self.made[key]
        return found

    def _list_growths(self, placed: CandidateMeld) -> Iterator[CandidateMeld]:
        ends, is_run = {placed.bits[0], placed.bits[-1]}, placed.faces[0].number != placed.faces[1].number
        if is_run and any(each.bit in ends for each in self.crossed):  # a split could tear that intersection
            yield from self._grow_long(placed)
        if placed.origin is not None or len(placed.bits) >= LONGEST:
            swapped = list(self._swap_jokers(placed)) if placed.origin is not None else []
            yield from swapped
            for base in (placed, *swapped):
                yield from self._grow(base)

    def _grow_long(self, placed: CandidateMeld) -> Iterator[CandidateMeld]:
        """Yield the runs of more than `LONGEST` tiles that extend this run's faces, with any copies of its tiles."""
        for before, behind in self._find_room(placed) if placed.origin is None and len(placed.bits) < LONGEST else ():
            shape = before + placed.faces + behind
            if len(shape) > LONGEST:
                ends = [[*self.copies.get(face, ()), *self.wild] for face in (*before, *behind)]
                tiles = [*ends[: len(before)], *(self.copies[face] for face in placed.faces), *ends[len(before) :]]
                yield from self._place(product(*tiles), shape)

    def _swap_jokers(self, placed: CandidateMeld) -> Iterator[CandidateMeld]:
        """Yield this set, which can only grow, after each replacement of jokers in it by rack tiles that free them."""
        freed = [bit for bit in placed.bits if self.freeing.get(bit)]
        for size in range(1, len(freed) + 1):
            for gone in combinations(freed, size):
                for by in product(*(self.freeing[bit] or () for bit in gone)):
                    new = dict(zip(gone, by, strict=True))
                    pairs = zip(placed.bits, placed.faces, strict=True)
                    faces = tuple(self.tiles[new[bit]] if bit in new else face for bit, face in pairs)
                    bits = tuple(new.get(bit, bit) for bit in placed.bits)
                    yield from self._place([bits], faces, placed.origin)

    def _grow(self, placed: CandidateMeld) -> Iterator[CandidateMeld]:
        """Yield the set with every possible extension by one tile or more; a run gets at most two tiles at each end."""
        for before, behind in self._find_room(placed):
            ends = [[*self.copies.get(face, ()), *self.wild] for face in (*before, *behind)]
            tiles = [*ends[: len(before)], *([bit] for bit in placed.bits), *ends[len(before) :]]
            # A joker without a color gets the missing one if exactly one is missing.
            faces = group_of(before + placed.faces + behind, placed.faces[0].number, self.box).faces
            yield from self._place(product(*tiles), faces, placed.origin)

    def _find_room(self, placed: CandidateMeld) -> Iterator[tuple[FaceTuple, FaceTuple]]:
        first, last = placed.faces[0], placed.faces[-1]
        if first.number != last.number:
            for low, high in product(ENDS, ENDS):
                if low + high and first.number - low >= self.box.low and last.number + high <= self.box.high:
                    before = range(first.number - low, first.number)
                    behind = range(last.number + 1, last.number + high + 1)
                    yield (
                        tuple(Tile(first.color, number) for number in before),
                        tuple(Tile(first.color, number) for number in behind),
                    )
        else:
            there = {self.tiles[bit].color for bit in placed.bits}
            missing = [Tile(color, first.number) for color in self.box.colors if color not in there]
            for size in range(1, len(self.box.colors) - len(placed.bits) + 1):
                yield from (((), more) for more in combinations(missing, size))


@lru_cache(maxsize=_KNOWN)
def _list_shapes(box: Box) -> tuple[FaceTuple, ...]:
    """Return the shapes (tuples of faces) of all runs of up to `LONGEST` tiles of a box, and of all groups."""
    runs = _list_runs(box, range(SMALLEST_SET, LONGEST + 1))
    groups = (
        tuple(Tile(color, number) for color in colors)
        for size in range(SMALLEST_SET, len(box.colors) + 1)
        for number, colors in product(range(box.low, box.high + 1), combinations(box.colors, size))
    )
    return (*runs, *groups)


def _list_runs(box: Box, sizes: range) -> Iterator[FaceTuple]:
    numbers = range(box.low, box.high + 1)
    for size, color in product(sizes, box.colors):
        for low in range(len(numbers) - size + 1):
            yield tuple(Tile(color, number) for number in numbers[low : low + size])
