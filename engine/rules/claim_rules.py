"""The rules in force at a table on which sets are claimed."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.rules import claims
from engine.rules.claim_errors import ClaimNeedsOpening, NoLockLeft, OwnClaim, SetLocked
from engine.rules.claims import ClaimedSet
from engine.rules.crossing_checks import all_hang_together, crossed_tiles_stay
from engine.rules.table_rules import TableRules
from engine.rules.turns import Check, Turn
from engine.tiles.sets import TableSet


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimRules(TableRules):
    """What the games of this family differ in.

    `target` is what a claimer wins with, exactly or, with `at_least`, by more as well. `locks` is how many sets one
    seat can lock, None for any number; `opening_first`: who has not opened can't claim; `movable`: claimed sets are
    like any; `crossings`: a tile may lie in two sets; `connected`: sets hang together where they cross.
    """

    target: int
    crossings: bool = True
    at_least: bool = False
    opening_first: bool = False
    locks: int | None = None
    movable: bool = False
    connected: bool = False

    @property
    def checks(self) -> tuple[Check, ...]:
        """What a turn must satisfy beside consisting of legal sets."""
        claimed = () if self.movable else (claims.claimed_sets_stay,)
        connected = (all_hang_together,) if self.connected else ()
        return (*self.opening, self.jokers, crossed_tiles_stay, *claimed, *connected)

    def kept(self, turn: Turn) -> dict[int, int]:
        """A claimed set goes on in the row that it has grown into."""
        return {} if self.movable else claims.match_claimed_sets(turn)

    def reached(self, points: int) -> bool:
        """Does a claim that leads to so many points win?"""
        return points >= self.target if self.at_least else points == self.target


def require_claimable(
    lying: Sequence[ClaimedSet], rules: ClaimRules, seat: int, each: TableSet, *, opened: bool
) -> None:
    """Refuse a claim that the seat can't make, given the tokens that lie.

    Raises:
        ClaimNeedsOpening, SetLocked, OwnClaim, NoLockLeft: it can't.
    """
    before = claims.find_claim(lying, each.label)
    if rules.opening_first and not opened:
        raise ClaimNeedsOpening
    if before is None:
        return
    if before.times == claims.LAST:
        raise SetLocked(each.label)
    if before.seat == seat:
        raise OwnClaim(each.label)
    used = sum(claim.seat == seat and claim.times == claims.LAST for claim in lying)
    if before.times == claims.LAST - 1 and rules.locks is not None and used >= rules.locks:
        raise NoLockLeft(each.label)
