"""The rules of a game in which sets are claimed, and the check of a claim."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.override import override
from engine.rules import claims
from engine.rules.claims import ClaimedSet, ClaimNeedsOpening, NoLockLeft, OwnClaim, SetLocked
from engine.rules.crossing_checks import all_hang_together, crossed_tiles_stay
from engine.rules.table_rules import TableRules
from engine.rules.turns import Check, Turn
from engine.tiles.sets import TableSet


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimRules(TableRules):
    """The rules of one game with claims, as its options set them.

    A claim wins the game if the seat then holds exactly `target` points, or with `at_least` also if it holds more.
    `locks` is how many sets one seat can lock by making their third claim, None for no limit. `opening_first`: only
    players who have opened can claim. `movable`: claimed sets may be rearranged like any other. `crossings`: a tile may
    belong to two sets. `connected`: after the opening, a play may not leave the table in more parts than before, where
    a part is all the sets that are connected through shared tiles.
    """

    target: int
    goes_out: bool = False
    stops_when_stuck: bool = False  # players may still claim (R2-34)
    crossings: bool = True
    at_least: bool = False
    opening_first: bool = False
    locks: int | None = None
    movable: bool = False
    connected: bool = False

    @property
    @override
    def checks(self) -> tuple[Check, ...]:
        claimed = () if self.movable else (claims.claimed_sets_stay,)
        connected = (all_hang_together,) if self.connected else ()
        return (*self.opening, self.jokers, crossed_tiles_stay, *claimed, *connected)

    @override
    def kept(self, turn: Turn) -> dict[int, int]:
        """Return the rows of the new table that continue a claimed set, new index to old. Raises ClaimedSetTouched."""
        return {} if self.movable else claims.match_claimed_sets(turn)

    @override
    def rank(self, points: int, wins: int, *, resigned: bool) -> tuple[int, ...]:
        """Return a seat's rank: closest to the target first, then one not above it (R2-35), resigned last (R2-37)."""
        return (not resigned, -abs(points - self.target), points <= self.target)

    def reached(self, points: int) -> bool:
        """Return whether a claim wins the game if its seat then holds this many points in total."""
        return points >= self.target if self.at_least else points == self.target


def require_claimable(
    in_force: Sequence[ClaimedSet], rules: ClaimRules, seat: int, each: TableSet, *, has_melded: bool
) -> None:
    """Reject a claim that the seat can't make on the set `each`, given the claims on all sets so far (`in_force`).

    `has_melded`: the seat has made a first play. Raises ClaimNeedsOpening; SetLocked: the set has been claimed three
    times; OwnClaim: the seat has the claim on the set; NoLockLeft: it would be the third, and the seat has no lock
    left.
    """
    before = claims.find_claim(in_force, each.label)
    if rules.opening_first and not has_melded:
        raise ClaimNeedsOpening
    if before is None:
        return
    if before.times == claims.LAST:
        raise SetLocked(each.label)
    if before.seat == seat:
        raise OwnClaim(each.label)
    used = sum(claim.seat == seat and claim.times == claims.LAST for claim in in_force)
    if before.times == claims.LAST - 1 and rules.locks is not None and used >= rules.locks:
        raise NoLockLeft(each.label)
