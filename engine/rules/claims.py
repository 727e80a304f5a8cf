"""Claims on the sets of a table: who holds what, what can be claimed, and what may become of a claimed set."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product

from engine.rules.claim_errors import ClaimedSetTouched
from engine.rules.turns import Turn
from engine.text.errors import BadNotation, NoSuchSet
from engine.tiles.melds import Meld
from engine.tiles.sets import TableSet, label_order
from engine.tiles.tiles import JOKER, Tile

LAST = 3
"""The claim that locks a set."""


@dataclass(frozen=True, slots=True)
class ClaimedSet:
    """A seat's tokens on a set. `value` is in points; `times` counts the claims of this set so far, 1 to 3.

    The tokens of the second claim lie with their "2" side up; the third claim locks the set.
    """

    label: str
    seat: int
    value: int
    times: int


def held(claims: Sequence[ClaimedSet], seat: int) -> int:
    """The points that the seat's tokens make."""
    return sum(claim.value for claim in claims if claim.seat == seat)


def find_claim(claims: Sequence[ClaimedSet], label: str) -> ClaimedSet | None:
    """The tokens that lie on top of a set."""
    return next((claim for claim in claims if claim.label == label), None)


def make_claim(claims: Sequence[ClaimedSet], seat: int, each: TableSet) -> ClaimedSet:
    """The tokens that the seat would put on a set: one for each tile that lies there now."""
    before = find_claim(claims, each.label)
    return ClaimedSet(each.label, seat, each.meld.value, before.times + 1 if before else 1)


def with_claim(claims: Sequence[ClaimedSet], new: ClaimedSet) -> tuple[ClaimedSet, ...]:
    """The claims with the new tokens on top, in the order of the sets."""
    others = [claim for claim in claims if claim.label != new.label]
    return tuple(sorted([*others, new], key=lambda claim: label_order(claim.label)))


def find_set(sets: Sequence[TableSet], label: str) -> TableSet:
    """The set of this letter.

    Raises:
        NoSuchSet: there is none.
    """
    for each in sets:
        if each.label == label:
            return each
    raise NoSuchSet(label)


_CLAIM = re.compile(r"([A-Za-z]{1,2}):([0-9])(?:x([123]))?(?:=([0-9]{1,3}))?")


def read_claims(text: str, sets: Sequence[TableSet]) -> tuple[ClaimedSet, ...]:
    """Read `A:0 B:1x2=30`: seat 0 holds A, seat 1 made the second claim of B when it was worth 30.

    Raises:
        BadNotation: it can't be read. NoSuchSet: there is no such set.
    """
    claims: tuple[ClaimedSet, ...] = ()
    for word in text.replace(",", " ").split() if text.strip() != "-" else ():
        match = _CLAIM.fullmatch(word)
        if match is None:
            raise BadNotation(f"“{word[:20]}” is no claim: write A:0, B:1x2 or B:1x2=30.")
        label, seat, times, value = match.groups()
        each = find_set(sets, label.upper())
        points = each.meld.value if value is None else int(value)
        claims = with_claim(claims, ClaimedSet(each.label, int(seat), points, int(times or 1)))
    return claims


# What a turn may do to sets that cross, and to claimed ones


def claimed_sets_stay(turn: Turn) -> None:
    """R2-26, R2-27: a claimed set may grow; a joker in it may be swapped for its tile from the rack."""
    if turn.claimed:
        match_claimed_sets(turn)


def match_claimed_sets(turn: Turn) -> dict[int, int]:
    """Which new row goes on with which claimed old one.

    Raises:
        ClaimedSetTouched: one lost a tile, was split or became one with another set.
    """
    rows = [row for row, label in enumerate(turn.labels) if label in turn.claimed]
    ways = [_list_continuations(turn, row) for row in rows]
    for row, places in zip(rows, ways, strict=True):
        if not places:
            raise ClaimedSetTouched(turn.labels[row])
    found = _match(ways)
    if found is None:
        raise ClaimedSetTouched(turn.labels[rows[-1]])
    return dict(zip(found, rows, strict=True))


def _match(ways: Sequence[Sequence[int]], taken: tuple[int, ...] = ()) -> tuple[int, ...] | None:
    """A place of its own for each, one of those open to it."""
    if len(taken) == len(ways):
        return taken
    for place in ways[len(taken)]:
        if place not in taken and (found := _match(ways, (*taken, place))):
            return found
    return None


def _list_continuations(turn: Turn, row: int) -> list[int]:
    """Every new row that the set can have become; the one of its letter alone, if that has not changed."""
    for there, (letter, meld) in enumerate(zip(turn.letters, turn.after, strict=True)):
        if letter == turn.labels[row] and meld.tiles == turn.before[row].tiles:
            return [there]
    return [there for there, meld in enumerate(turn.after) if _can_continue(turn, row, meld)]


def _can_continue(turn: Turn, row: int, new: Meld) -> bool:
    old = turn.before[row]
    if not set(old.tiles).difference(new.tiles) <= {JOKER}:  # the quick answer for most pairs of sets
        return False
    gained, lost = Counter(new.tiles) - Counter(old.tiles), Counter(old.tiles) - Counter(new.tiles)
    foreign = gained - Counter(turn.played)
    swallowed = any(Counter(other.tiles) <= foreign for place, other in enumerate(turn.before) if place != row)
    return not swallowed and (not lost or _is_only_swapped(turn, old, lost, gained))


def _is_only_swapped(turn: Turn, old: Meld, lost: Counter[Tile], gained: Counter[Tile]) -> bool:
    """Were the lost tiles jokers, each replaced from the rack by a tile that it can stand for?"""
    jokers = [place for place, tile in enumerate(old.tiles) if tile.is_joker]
    return (
        lost.total() <= len(jokers)
        and all(tile.is_joker for tile in lost)
        and any(
            Counter(way) <= gained & Counter(turn.played)
            for left in combinations(jokers, lost.total())
            for way in product(*(old.may_be(place, turn.rules.box) for place in left))
        )
    )


def keep_surviving(claims: Sequence[ClaimedSet], sets: Sequence[TableSet]) -> Iterator[ClaimedSet]:
    """The claims whose sets still stand."""
    labels = {each.label for each in sets}
    return (claim for claim in claims if claim.label in labels)
