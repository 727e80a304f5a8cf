"""Which sets computers claim: a master looks one claim ahead, its own and another seat's."""

import pytest

from engine.game.actions import Action, Claim
from engine.game.goals import Level
from engine.tiles.shuffle import SEED_BYTES
from engine.variants.rummi200kub import VARIANT
from tests.rules.claiming import EIGHTS, table

COURT = "k11 k12 k13"
NINES = "r9 b9 k9"
SMALL = "r1 b1 k1 / r2 b2 k2"  # 3 points and 6


def chosen(level: Level, rows: str, claims: str) -> Action:
    """What seat 0 does, with tiles that go with no set."""
    game = table(table=rows, claims=claims, racks=["o4 o13", "o6 b12"])
    return VARIANT.choose(game.view(0), level, bytes(SEED_BYTES))


@pytest.mark.parametrize(("held", "claims"), [(172, True), (173, False), (174, True)])
def test_a_master_claims_nothing_while_another_seat_could_then_win_by_a_claim(held: int, *, claims: bool) -> None:
    """Whoever holds 173 wins by the nines, even if it takes them from the master."""
    action = chosen(Level.MASTER, f"{EIGHTS} / {NINES} / {COURT}", f"c:1x3={held}")

    assert action == Claim(0, "B") or not claims
    assert isinstance(action, Claim) == claims


def test_a_master_takes_the_set_without_which_another_seat_can_not_win() -> None:
    """With the eights it holds 173, and the nines would make 200."""
    assert chosen(Level.MASTER, f"{EIGHTS} / {NINES} / {COURT}", "a:1 c:1x3=149") == Claim(0, "A")


def test_only_a_master_looks_at_what_its_claim_leaves_to_others() -> None:
    assert chosen(Level.STRONG, f"{EIGHTS} / {NINES} / {COURT}", "c:1x3=173") == Claim(0, "B")


@pytest.mark.parametrize(("held", "claims"), [(190, False), (191, True), (192, False)])
def test_a_master_claims_a_few_points_only_if_another_claim_can_then_win(held: int, *, claims: bool) -> None:
    """With 191 the two sets make 200 together."""
    assert isinstance(chosen(Level.MASTER, f"{SMALL} / {COURT}", f"c:0x3={held}"), Claim) == claims


def test_the_other_levels_claim_no_set_of_a_few_points_that_does_not_win() -> None:
    assert not isinstance(chosen(Level.STRONG, f"{SMALL} / {COURT}", "c:0x3=191"), Claim)
    assert chosen(Level.STRONG, f"{SMALL} / {COURT}", "c:0x3=194") == Claim(0, "B")
