"""Joker modes: checks of what a turn may do with jokers.

Only the tables before and after a turn count, never the steps between. Jokers are interchangeable, so a turn is legal
if any pairing of old joker places with new ones passes.

Any function that takes a `Turn` and raises is a check, as long as it accepts every turn if neither the table nor the
rack has a joker. Computers, hints and proofs then use the solver's general search, which knows nothing but the check's
verdicts. If the turns that a check accepts are just those that one of the solver's faster strategies covers,
`searched_as` says so.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from functools import partial, update_wrapper
from itertools import combinations, permutations, product

from engine.rules.turns import Check, Turn
from engine.text.errors import IllegalMove, JokerNeedsCompany, JokerNeedsNewSet, JokerNotFreed
from engine.text.phrases import Phrase, join_with_or
from engine.tiles.melds import Meld
from engine.tiles.notation import say_meld, say_tile, write_tile
from engine.tiles.sets import Crossing
from engine.tiles.tiles import JOKER, Box, Tile

RACK_TILES_WITH_JOKER = 2
NOT_FREED, NO_COMPANY, NOT_NEW = range(3)  # the first rule broken; a higher number means that more rules were kept


@dataclass(frozen=True, slots=True)
class JokerPlace:
    """A joker's place on a table: its set (`meld`), its index in it (`at`), and the set's index (`row`), both from 0.

    `across` is the joker's place in the set that crosses this one there, if any.
    """

    meld: Meld
    at: int
    row: int
    across: "JokerPlace | None" = None

    def faces(self, box: Box) -> frozenset[Tile]:
        """Return every tile of the box that the joker can stand for in this place."""
        faces = self.meld.may_be(self.at, box)
        return faces & self.across.faces(box) if self.across else faces


class JokerStrategy(Enum):
    """The strategy of a search: the solver's knowledge of a joker check, which spares it looking at every table.

    All but `GENERAL` also say that the check accepts any turn on a table that has no joker before it.
    """

    GENERAL = auto()
    """The solver knows nothing: every table that the tiles can make may be legal or not."""
    FREE = auto()
    """The check accepts every turn."""
    SUBSTITUTED = auto()
    """A joker keeps its face, or is freed by a rack tile and melded with two more."""
    SUBSTITUTED_ANEW = auto()
    """The rule of `SUBSTITUTED`, for a freed joker in a set that no old set has grown into."""
    NEW_SETS = auto()
    """A joker keeps its face, or gets another one in a set that no old set has grown into."""
    FROZEN = auto()
    """A set with a joker only grows, from the rack, until a tile of the joker's face replaces it."""
    FROZEN_BOTH_COLORS = auto()
    """The rule of `FROZEN`, where both missing colors replace the joker of a group of three."""


@dataclass(eq=False)
class SearchedCheck:
    """A joker check together with the strategy by which the solver searches under it; see `searched_as`."""

    check: Check
    strategy: JokerStrategy

    def __post_init__(self) -> None:
        update_wrapper(self, self.check)

    def __call__(self, turn: Turn) -> None:
        """Call the check."""
        self.check(turn)


def searched_as(strategy: JokerStrategy) -> Callable[[Check], SearchedCheck]:
    """Return a decorator that names a joker check's strategy; a wrong one makes the solver's proofs wrong."""
    return lambda check: SearchedCheck(check, strategy)


def strategy_of(check: Check) -> JokerStrategy:
    """Return the strategy that a joker check names, or `GENERAL`."""
    return check.strategy if isinstance(check, SearchedCheck) else JokerStrategy.GENERAL


PlaceFaces = tuple[JokerPlace, frozenset[Tile]]  # a place, and the tiles that the joker can stand for there


@searched_as(JokerStrategy.FREE)
def free(turn: Turn) -> None:
    """Accept any turn: a joker on the table may be moved and may become any tile (CL-19)."""


@searched_as(JokerStrategy.SUBSTITUTED)
def substitute2(turn: Turn) -> None:
    """Reject a turn that changes what a table joker stands for without freeing it first (CL-17, CL-18).

    To free a joker, a player who opened in an earlier turn plays a rack tile that it stands for. The joker's new set
    then needs two more rack tiles. Each freed joker needs its own replacement, which doesn't count as one of the two.
    Raises JokerNotFreed, JokerNeedsCompany.
    """
    _check_substitutes(turn, new_sets=False)


@searched_as(JokerStrategy.SUBSTITUTED_ANEW)
def substitute2_anew(turn: Turn) -> None:
    """Reject what `substitute2` rejects, and a freed joker that is added to a set of the old table (R2-21).

    Raises JokerNeedsNewSet: the joker's set has all tiles of an old set that isn't elsewhere on the new table.
    """
    _check_substitutes(turn, new_sets=True)


def _check_substitutes(turn: Turn, *, new_sets: bool) -> None:
    if not any(JOKER in meld.tiles for meld in turn.before):
        return
    box, played = turn.rules.box, Counter(turn.played)
    before = [(joker, joker.faces(box)) for joker in find_joker_places(turn.before, turn.crossed)]
    after = [(joker, joker.faces(box)) for joker in find_joker_places(turn.after, turn.crossings)]
    objections: dict[int, Callable[[], IllegalMove]] = {}
    for way in permutations(after, len(before)):
        objection = _find_objection(turn, played, list(zip(before, way, strict=True)), new_sets=new_sets)
        if objection is None:
            return
        objections.setdefault(*objection)
    refusal = objections[max(objections)]()
    raise refusal


def find_joker_places(melds: Sequence[Meld], found: Sequence[Crossing] = ()) -> Iterator[JokerPlace]:
    """Yield every joker's place on the table, given its crossings; a shared joker once, in the set that owns it."""
    borrowed = {(each.borrower, each.index) for each in found}
    across = {(each.owner, each.at): JokerPlace(melds[each.borrower], each.index, each.borrower) for each in found}
    return (
        JokerPlace(meld, at, row, across.get((row, at)))
        for row, meld in enumerate(melds)
        if JOKER in meld.tiles
        for at, tile in enumerate(meld.tiles)
        if tile == JOKER and (row, at) not in borrowed
    )


def _find_objection(
    turn: Turn, played: Counter[Tile], pairs: Sequence[tuple[PlaceFaces, PlaceFaces]], *, new_sets: bool
) -> tuple[int, Callable[[], IllegalMove]] | None:
    """Return the first joker rule that a turn breaks and a function that makes its error; None if it breaks none.

    `pairs` has the assumed old and new place of each table joker.
    """
    freed = [(was, becomes) for was, becomes in pairs if not was[1] & becomes[1]]
    if not freed:
        return None
    ways = [Counter(way) for way in product(*(faces for (_, faces), _ in freed))] if turn.has_melded else []
    left = [played - way for way in ways if way <= played]
    if not left:
        return NOT_FREED, partial(_not_freed, *freed[0][0])
    targets = {new.row: new.meld for _, (new, _) in freed}
    old_jokers = Counter(new.row for _, (new, _) in pairs)
    own = [Counter(_list_new_tiles(turn, row, old_jokers[row])) for row in targets]
    if not any(_has_rack_tiles(own, rest) for rest in left):
        return NO_COMPANY, partial(_lonely, turn.quote(freed[0][1][0].row), own[0] & played)
    grown = find_grown_sets(turn, targets) if new_sets else []
    return (NOT_NEW, partial(JokerNeedsNewSet, turn.quote(grown[0]))) if grown else None


def _list_new_tiles(turn: Turn, row: int, old_jokers: int) -> Iterator[Tile]:
    """Yield a row's tiles that aren't borrowed, less its first `old_jokers` jokers, taken to be the old table's."""
    borrowed = {each.index for each in turn.crossings if each.borrower == row}
    for at, tile in enumerate(turn.after[row].tiles):
        if tile.is_joker and old_jokers:
            old_jokers -= 1
        elif at not in borrowed:
            yield tile


def _has_rack_tiles(sets: Sequence[Counter[Tile]], new: Counter[Tile]) -> bool:
    """Return whether each set can have two tiles of its own in `new`, rack tiles that freed no joker."""
    shares = [each & new for each in sets]
    if any(share.total() < RACK_TILES_WITH_JOKER for share in shares):
        return False
    if sum(map(len, shares)) == len(set().union(*shares)):
        return True  # no two sets compete for a tile
    pairs = set(combinations(sorted(shares[0].elements(), key=write_tile), RACK_TILES_WITH_JOKER))
    return any(_has_rack_tiles(sets[1:], new - Counter(pair)) for pair in pairs)


def _not_freed(joker: JokerPlace, faces: frozenset[Tile]) -> JokerNotFreed:
    named = [say_tile(face) for face in sorted(faces, key=write_tile)]
    return JokerNotFreed(say_meld(joker.meld), join_with_or(named))


def _lonely(tiles: Phrase, company: Counter[Tile]) -> JokerNeedsCompany:
    return JokerNeedsCompany(tiles, company.total())


@searched_as(JokerStrategy.NEW_SETS)
def free_to_new_sets(turn: Turn) -> None:
    """Reject a turn that changes what a table joker stands for by adding it to a set of the old table (CL-19).

    A set counts as added to if it contains all tiles of an old set that isn't elsewhere on the new table. Raises
    JokerNeedsNewSet.
    """
    box = turn.rules.box
    before = [(joker, joker.faces(box)) for joker in find_joker_places(turn.before)]
    after = [(joker.row, joker.faces(box)) for joker in find_joker_places(turn.after)]
    for way in permutations(after, len(before)):
        changed = {row for (_, was), (row, faces) in zip(before, way, strict=True) if not was & faces}
        if not find_grown_sets(turn, changed):
            return
    raise JokerNeedsNewSet(say_meld(before[0][0].meld))


def find_grown_sets(turn: Turn, rows: Collection[int]) -> list[int]:
    """Return those of `rows` that have all tiles of an old set, unless that equals a set outside `rows`."""
    return [
        row for row in rows if any(_contains(turn.after[row], old) and _is_gone(turn, old, rows) for old in turn.before)
    ]


def _contains(meld: Meld, old: Meld) -> bool:
    return {*old.tiles} <= {*meld.tiles} and old.tiles.count(JOKER) <= meld.tiles.count(JOKER)


def _is_gone(turn: Turn, old: Meld, rows: Collection[int]) -> bool:
    """Return whether the new table without the sets in `rows` has fewer sets equal to this old one than before."""
    rest = [each for row, each in enumerate(turn.after) if row not in rows]
    return _count_equal(turn.before, old) > _count_equal(rest, old)


def _count_equal(melds: Sequence[Meld], meld: Meld) -> int:
    """Return how many of these sets are equal to `meld`; the tiles of a group may be in any order."""
    same, number = meld.in_order, meld.faces[0].number  # the number of every equal set's first tile
    return sum(each.faces[0].number == number and each.in_order == same for each in melds)
