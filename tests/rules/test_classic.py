"""Classic, CL-1 to CL-14: the deal, the turn, the sets and the opening."""

from collections import Counter
from functools import partial

import pytest

from engine.game.events import DrewForOrder
from engine.table.dealing import draw_for_order, highest_begins
from engine.text import errors
from engine.tiles.notation import read_rack, read_tile
from engine.tiles.tiles import JOKER
from engine.variants.classic import VARIANT
from tests import positions
from tests.positions import dealt, position, tiles_in_play

THIRTY = "r10 b10 k10"

classic = partial(position, "classic")
judge = partial(positions.judge, "classic")
deal = partial(dealt, "classic")
refused = pytest.raises


def drawn_for_order(tiles: str, *, seats: int = 3, **options: str) -> tuple[int, int]:
    """How many rounds of draws it took, and who begins."""
    rules = VARIANT.rules_for(VARIANT.chosen(options))
    rounds, first = draw_for_order(range(seats), iter(read_rack(tiles, VARIANT.box)), rules.order or highest_begins)
    return len(rounds), first


# Before the first turn


@pytest.mark.parametrize("seats", [0, 1, 5])
def test_it_is_for_two_to_four(seats: int) -> None:
    """CL-1."""
    with refused(errors.WrongPlayerCount):
        deal(seats)


def test_a_hundred_and_six_tiles_are_in_the_box() -> None:
    """CL-1."""
    tiles = Counter(VARIANT.box.tiles())

    assert tiles.total() == 106
    assert tiles.pop(read_tile("J", VARIANT.box)) == 2
    assert tiles == Counter(read_rack(" ".join(f"{c}{n}" for c in "RBKO" for n in range(1, 14)), VARIANT.box) * 2)


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


def test_the_highest_draw_begins() -> None:
    """CL-2."""
    assert drawn_for_order("r5 o11 b2") == (1, 1)


def test_those_who_tie_for_the_highest_draw_again() -> None:
    """CL-2."""
    assert drawn_for_order("r11 o2 b11 k1 k3") == (2, 2)


def test_a_tie_below_the_highest_is_none() -> None:
    """CL-2."""
    assert drawn_for_order("r4 o12 b4") == (1, 1)


@pytest.mark.parametrize("number", range(6))
def test_the_tiles_drawn_for_order_go_back_into_the_box(number: int) -> None:
    """CL-2."""
    step = VARIANT.setup(4, bytes([number]) * 32, 0, {})

    assert tiles_in_play(step.state) == Counter(VARIANT.box.tiles())
    assert isinstance(step.events[0], DrewForOrder)
    assert step.events[0].first == step.state.turn


def test_a_joker_drawn_for_the_first_turn_is_drawn_again() -> None:
    """CL-3."""
    assert drawn_for_order("j r3 r2 r4") == (2, 0)
    assert drawn_for_order("j r3 r2 r1") == (2, 1)


def test_a_joker_may_count_thirty_in_the_draw_for_the_first_turn() -> None:
    """CL-3."""
    assert drawn_for_order("r13 r12 j", order_joker="30") == (1, 2)
    assert drawn_for_order("j r13 j r1 r2", order_joker="30") == (2, 2)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_everyone_gets_fourteen_tiles_and_the_rest_is_the_pool(seats: int) -> None:
    """CL-4."""
    game = deal(seats)

    assert [len(seat.rack) for seat in game.seats] == [14] * seats
    assert game.pool == 106 - 14 * seats


def test_nobody_sees_another_rack() -> None:
    """CL-4."""
    view = deal(3).view(1)

    assert view.rack
    assert len(view.rack.tiles) == 14
    assert [seat.rack for seat in view.seats] == [None] * 3
    assert deal(3).view(None).rack is None


def test_turns_go_round_clockwise() -> None:
    """CL-4."""
    game = classic(racks=["r1", "r2", "r3"], turn=1)

    assert [(game := game.draw(seat)).turn for seat in (1, 2, 0)] == [2, 0, 1]


@pytest.mark.parametrize("line", ["draw", "play r1 r2 r3", "pass", "timeup idle"])
def test_only_the_player_to_move_acts(line: str) -> None:
    """CL-4."""
    with refused(errors.NotYourTurn):
        classic(racks=["r1", "r1 r2 r3"], pool="").does(1, line, now=10**6)


# A turn


def test_what_a_turn_adds_comes_from_the_players_own_rack() -> None:
    """CL-5."""
    with refused(errors.NotOnYourRack, match="O3"):
        classic(racks=["r3 b3 k3", "o3 o3"]).play(0, "r3 b3 k3 o3")


def test_what_is_laid_leaves_the_rack() -> None:
    """CL-5."""
    after = classic(racks=["r3 b3 b3 k3 o9", "o1"]).play(0, "r3 b3 k3")

    assert after.rack(0) == "B3 O9"
    assert after.table == "R3 B3 K3"


def test_a_draw_takes_one_tile_and_ends_the_turn() -> None:
    """CL-6."""
    after = classic(racks=["r1", "r2"], pool="k9 o5").draw(0)

    assert (after.rack(0), after.turn, after.pool) == ("R1 O5", 1, 1)


def test_a_drawn_tile_waits_for_the_next_turn() -> None:
    """CL-6."""
    game = classic(racks=["r3 b3", "o9"], pool="o8 k3").draw(0)

    with refused(errors.NotYourTurn):
        game.play(0, "r3 b3 k3")
    assert game.draw(1).play(0, "r3 b3 k3").outcome


def test_drawing_is_a_free_choice() -> None:
    """CL-6."""
    assert classic(racks=["r3 b3 k3", "o9"]).draw(0).rack(0).startswith("R3 B3 K3 ")


@pytest.mark.parametrize("count", [0, 2, 3])
def test_one_draw_is_one_tile(count: int) -> None:
    """CL-6."""
    with refused(errors.WrongDraw):
        classic(racks=["r1", "r2"], pool="k1 k2 k3").draw(0, count)


def test_any_announced_number_may_be_drawn_if_the_table_plays_so() -> None:
    """CL-6."""
    game = classic(racks=["r1", "r2"], pool="k1 k2 k3", options={"draw_any": True})

    assert game.view(0).may_draw == 3
    assert game.draw(0, 3).rack(0) == "R1 K3 K2 K1"
    assert game.draw(0, 2).turn == 1
    for count in (0, 4):
        with refused(errors.WrongDraw):
            game.draw(0, count)


# Sets


def test_steps_may_break_the_table_as_long_as_the_end_mends_it() -> None:
    """CL-9."""
    game = classic(table="r3 r4 r5 / b6 r6 o6", racks=["k6 k3 o3", "o1"])

    assert game.play(0, "a-r3; r3 k3 o3; b-r6>a; b+k6").table == "R4 R5 R6 / B6 K6 O6 / R3 K3 O3"


def test_a_set_that_is_broken_at_the_end_is_named() -> None:
    """CL-9."""
    with refused(errors.NotASet, match=r"Set A \(R3 R4\) isn't valid.*\(CL-9\)"):
        classic(table="r3 r4 r5", racks=["r6 r7 o9", "o1"]).play(0, "a-r5; r5 r6 r7")


# The opening


def test_later_turns_are_worth_anything() -> None:
    """CL-11."""
    after = classic(racks=[f"{THIRTY} r1 b1 k1 o9", "o1"], opened=False).play(0, THIRTY).draw(1).play(0, "r1 b1 k1")

    assert after.seats[0].has_melded
    assert not after.seats[1].has_melded


def test_a_joker_in_the_opening_counts_as_the_face_it_stands_for() -> None:
    """CL-12."""
    game = classic(racks=["r9 j r11 b1", "o1"], opened=False)

    after = game.play(0, "r9 j r11")

    assert after.seats[0].has_melded
    assert after.sentences == ["A played R9 J R11 as new set A. First play: 30 points."]
    with refused(errors.OpeningTooSmall, match="have 27 of"):
        judge(rack="r8 r9 j", after="r8 r9 j", opened=False)
    with refused(errors.OpeningTooSmall, match="have 27 of"):
        judge(table="b11 b12 j", rack="r8 r9 j", after="b11 b12 j / r8 r9 j", opened=False)


def test_an_opening_that_touches_a_set_is_told_which() -> None:
    """CL-13."""
    game = classic(table="o10 o11 o12 o13 / b1 b2 b3", racks=[f"{THIRTY} b4 o1", "o1"], opened=False)

    with refused(errors.TableTouched, match=r"Leave B1 B2 B3 unchanged\. \(CL-13\)"):
        game.play(0, "r10 b10 k10; b+b4")


def test_a_table_may_play_without_openings() -> None:
    """CL-14."""
    assert judge(rack="r1 b1 k1", after="r1 b1 k1", opened=False, opening=False) == 3
    assert judge(table="r3 r4 r5", rack="r6", after="r3 r4 r5 r6", opened=False, opening=False)
    assert judge(table="b3 b4 j", rack="b5 r7 o7", after="b3 b4 b5 / r7 o7 j", opened=False, opening=False)
    assert all(seat.has_melded for seat in deal(3, opening=False).seats)
    assert not any(seat.has_melded for seat in deal(3).seats)
