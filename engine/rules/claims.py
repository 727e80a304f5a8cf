"""Claims on the sets of a table: their points and notation, and the check that a play respects claimed sets.

In some games, a seat can claim a set with its tokens, and holds the set's value in points until another seat claims it.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product

from engine.rules.turns import Turn
from engine.text.errors import BadNotation, IllegalMove, Mistake, NoSuchSet
from engine.text.phrases import later
from engine.tiles.melds import Meld
from engine.tiles.notation import quote_text
from engine.tiles.sets import TableSet, label_order
from engine.tiles.tiles import JOKER, Tile

LAST = 3
"""The number of the claim that locks a set (R2-25)."""


@dataclass(eq=False)
class ClaimedSetTouched(Mistake):
    """A play takes a tile from a claimed set, splits it or merges it with another set."""

    sentence = later(
        "Set {label} is claimed. You can add to it, but not take from it, split it or join it to another set."
    )
    label: str


@dataclass(eq=False)
class OwnClaim(IllegalMove):
    """A seat claims a set that it already holds."""

    sentence = later("Set {label} is already yours.")
    label: str


@dataclass(eq=False)
class SetLocked(IllegalMove):
    """A seat claims a set that has already been claimed three times."""

    sentence = later("Set {label} is locked. It has been claimed three times.")
    label: str


@dataclass(eq=False)
class NoLockLeft(IllegalMove):
    """A seat makes the third claim of a set, which would lock it, but has locked as many sets as it may already."""

    sentence = later("A third claim locks set {label}, and you have no locks left.")
    label: str


@dataclass(eq=False)
class ClaimNeedsOpening(IllegalMove):
    """A player who hasn't opened claims a set at a table where that isn't allowed."""

    sentence = later("At this table, you can't claim before your first play.")


@dataclass(eq=False)
class OneActionATurn(IllegalMove):
    """A turn consists of more than one draw, play or claim."""

    sentence = later("A turn is one draw, one play or one claim.")


@dataclass(frozen=True, slots=True)
class ClaimedSet:
    """A seat's claim on the set with this letter, shown by tokens on its tiles.

    `value` is what the set was worth when it was claimed, in points. `times` is the number of claims of this set so
    far, 1 to 3, by any seat: on the second the tokens show their "2" side, and the third locks the set.
    """

    label: str
    seat: int
    value: int
    times: int


def held(claims: Sequence[ClaimedSet], seat: int) -> int:
    """Return the points that the seat holds: the sum of the values of its claims."""
    return sum(claim.value for claim in claims if claim.seat == seat)


def find_claim(claims: Sequence[ClaimedSet], label: str) -> ClaimedSet | None:
    """Return the latest claim on the set with this letter, which is the only one in force; None if it's unclaimed."""
    return next((claim for claim in claims if claim.label == label), None)


def make_claim(claims: Sequence[ClaimedSet], seat: int, each: TableSet) -> ClaimedSet:
    """Return the seat's new claim on a set at its present value, after the claims in force; no rules are checked."""
    before = find_claim(claims, each.label)
    return ClaimedSet(each.label, seat, each.meld.value, before.times + 1 if before else 1)


def with_claim(claims: Sequence[ClaimedSet], new: ClaimedSet) -> tuple[ClaimedSet, ...]:
    """Return the claims with the new one in place of any other on the same set, in the order of the sets' letters."""
    others = [claim for claim in claims if claim.label != new.label]
    return tuple(sorted([*others, new], key=lambda claim: label_order(claim.label)))


def find_set(sets: Sequence[TableSet], label: str) -> TableSet:
    """Return the set with this letter. Raises NoSuchSet."""
    for each in sets:
        if each.label == label:
            return each
    raise NoSuchSet(label)


_CLAIM = re.compile(r"([A-Za-z]{1,2}):([0-9])(?:x([123]))?(?:=([0-9]{1,3}))?")


def read_claims(text: str, sets: Sequence[TableSet]) -> tuple[ClaimedSet, ...]:
    """Read claims from notation, `-` or nothing for none; return them in the order of the sets' letters.

    `A:0 B:1x2=30` means that seat 0 holds A, and that seat 1 made the second claim of B when it was worth 30. Without a
    value, a claim is worth what its set is worth now. Raises BadNotation; NoSuchSet.
    """
    claims: tuple[ClaimedSet, ...] = ()
    for word in text.replace(",", " ").split() if text.strip() != "-" else ():
        match = _CLAIM.fullmatch(word)
        if match is None:
            raise BadNotation(f"“{quote_text(word)}” isn't a claim. Write A:0, B:1x2 or B:1x2=30.")
        label, seat, times, value = match.groups()
        each = find_set(sets, label.upper())
        if find_claim(claims, each.label):
            raise BadNotation(f"“claims” has two claims on set {each.label}. Only the latest one counts: write that.")
        points = each.meld.value if value is None else int(value)
        claims = with_claim(claims, ClaimedSet(each.label, int(seat), points, int(times or 1)))
    return claims


# What a play may do to claimed sets


def claimed_sets_stay(turn: Turn) -> None:
    """Reject more than adding to a claimed set or swapping its joker (R2-26, R2-27). Raises ClaimedSetTouched."""
    if turn.claimed:
        match_claimed_sets(turn)


def match_claimed_sets(turn: Turn) -> dict[int, int]:
    """Return which rows of the new table continue a claimed set: new index to the set's old index, both from 0.

    Raises ClaimedSetTouched: one lost a tile, was split or was merged with another set.
    """
    rows = [row for row, label in enumerate(turn.labels) if label in turn.claimed]
    ways = [_list_continuations(turn, row) for row in rows]
    for row, heirs in zip(rows, ways, strict=True):
        if not heirs:
            raise ClaimedSetTouched(turn.labels[row])
    found = _match(ways)
    if found is None:
        raise ClaimedSetTouched(turn.labels[rows[-1]])
    return dict(zip(found, rows, strict=True))


def _match(ways: Sequence[Sequence[int]], taken: tuple[int, ...] = ()) -> tuple[int, ...] | None:
    """Return one row from each list in `ways`, in order and all different, after those `taken`; None if impossible."""
    if len(taken) == len(ways):
        return taken
    for row in ways[len(taken)]:
        if row not in taken and (found := _match(ways, (*taken, row))):
            return found
    return None


def _list_continuations(turn: Turn, row: int) -> list[int]:
    """Return the indexes of the new table's rows that can continue the old table's set with the index `row`.

    If the new row with the old set's letter has exactly its tiles, only that is returned.
    """
    for there, (letter, meld) in enumerate(zip(turn.letters, turn.after, strict=True)):
        if letter == turn.labels[row] and meld.tiles == turn.before[row].tiles:
            return [there]
    return [there for there, meld in enumerate(turn.after) if _can_continue(turn, row, meld)]


def _can_continue(turn: Turn, row: int, new: Meld) -> bool:
    old = turn.before[row]
    if not set(old.tiles).difference(new.tiles) <= {JOKER}:  # a quick test that settles most pairs of sets
        return False
    gained, lost = Counter(new.tiles) - Counter(old.tiles), Counter(old.tiles) - Counter(new.tiles)
    foreign = gained - Counter(turn.played)
    swallowed = any(Counter(other.tiles) <= foreign for index, other in enumerate(turn.before) if index != row)
    return not swallowed and (not lost or _is_only_swapped(turn, old, lost, gained))


def _is_only_swapped(turn: Turn, old: Meld, lost: Counter[Tile], gained: Counter[Tile]) -> bool:
    """Return whether the set `lost` only jokers, each to a rack tile in `gained` that it could stand for there."""
    jokers = [at for at, tile in enumerate(old.tiles) if tile.is_joker]
    return (
        lost.total() <= len(jokers)
        and all(tile.is_joker for tile in lost)
        and any(
            Counter(way) <= gained & Counter(turn.played)
            for left in combinations(jokers, lost.total())
            for way in product(*(old.may_be(at, turn.rules.box) for at in left))
        )
    )


def keep_surviving(claims: Sequence[ClaimedSet], sets: Sequence[TableSet]) -> Iterator[ClaimedSet]:
    """Yield those of the claims whose set is still among `sets`, the sets on the table, recognized by its letter."""
    labels = {each.label for each in sets}
    return (claim for claim in claims if claim.label in labels)
