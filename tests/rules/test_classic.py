"""Classic, CL-1 to CL-19: the deal, the turn, the sets, the first play and jokers."""

from collections import Counter
from functools import partial

import pytest

from engine.table.dealing import draw_for_order, highest_begins
from engine.text import errors
from engine.tiles.notation import read_rack
from engine.tiles.tiles import JOKER
from engine.variants.classic import VARIANT
from tests.positions import dealt, position, tiles_in_play

THIRTY = "r10 b10 k10"

classic = partial(position, "classic")
deal = partial(dealt, "classic")
refused = pytest.raises


def drawn_for_order(tiles: str, **options: str) -> tuple[int, int]:
    """How many rounds of draws three seats took, and who begins."""
    rules = VARIANT.rules_for(VARIANT.chosen(options))
    rounds, first = draw_for_order(range(3), iter(read_rack(tiles, VARIANT.box)), rules.order or highest_begins)
    return len(rounds), first


# Before the first turn


@pytest.mark.parametrize(("seats", "enough"), [(2, False), (4, False), (5, True), (6, True), (7, False)])
def test_the_large_box_is_for_five_or_six(seats: int, enough: bool) -> None:
    """CL-1."""
    if not enough:
        with refused(errors.WrongPlayerCount, match=rf"needs 5 to 6 players. You have {seats}\. \(CL-1\)"):
            deal(seats, box="large")
        return
    game = deal(seats, box="large")
    tiles = tiles_in_play(game.state)

    assert (tiles.total(), tiles[JOKER], set((tiles - Counter({JOKER: 4})).values())) == (160, 4, {3})
    assert [len(seat.rack) for seat in game.seats] == [14] * seats


def test_a_joker_may_count_thirty_in_the_draw_for_the_first_turn() -> None:
    """CL-3."""
    assert drawn_for_order("r13 r12 j", order_joker="30") == (1, 2)
    assert drawn_for_order("j r13 j r1 r2", order_joker="30") == (2, 2)


# A turn


def test_any_announced_number_may_be_drawn_if_the_table_plays_so() -> None:
    """CL-6."""
    game = classic(racks=["r1", "r2"], pool="k1 k2 k3", options={"draw_any": True})

    assert game.view(0).may_draw == 3
    assert game.draw(0, 3).rack(0) == "R1 K3 K2 K1"
    assert game.draw(0, 2).turn == 1
    for count in (0, 4):
        with refused(errors.WrongDraw):
            game.draw(0, count)


# The opening


def test_later_turns_are_worth_anything() -> None:
    """CL-11."""
    after = classic(racks=[f"{THIRTY} r1 b1 k1 o9", "o1"], has_melded=False).play(0, THIRTY).draw(1).play(0, "r1 b1 k1")

    assert after.seats[0].has_melded
    assert not after.seats[1].has_melded


def test_an_opening_that_touches_a_set_is_told_which() -> None:
    """CL-13."""
    game = classic(table="o10 o11 o12 o13 / b1 b2 b3", racks=[f"{THIRTY} b4 o1", "o1"], has_melded=False)

    with refused(errors.TableTouched, match=r"Leave B1 B2 B3 unchanged\. \(CL-13\)"):
        game.play(0, "r10 b10 k10; b+b4")


def test_a_table_may_play_without_openings() -> None:
    """CL-14."""
    assert all(seat.has_melded for seat in deal(3, opening=False).seats)
    assert not any(seat.has_melded for seat in deal(3).seats)


# Jokers


def test_a_set_that_stays_as_it_was_keeps_its_reading() -> None:
    """CL-15."""
    game = classic(table="r5 j=r6 j", racks=[f"{THIRTY} o1", "o1"], options={"jokers": "free"})

    assert game.play(0, THIRTY).table == "R5 J=R6 J=R7 / R10 B10 K10"
    assert game.play(0, f"table: r5 j j / {THIRTY}").table == "R5 J=R6 J=R7 / R10 B10 K10"
