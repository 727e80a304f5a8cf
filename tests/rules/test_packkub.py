"""PackKub, PK-1 to PK-11 and PK-19 to PK-21: the packs, the turn, sets and sequences, the opening, the variants."""

from collections import Counter
from functools import partial

import pytest

from engine.game.actions import Play
from engine.game.events import Begins
from engine.game.goals import Level
from engine.game.self_play import choose_action
from engine.game.views import Value
from engine.text import errors
from engine.tiles.notation import read_rack
from engine.tiles.tiles import JOKER, Box, Color
from engine.variants.packkub import VARIANT
from tests.positions import dealt, position, tiles_in_play

pack = partial(position, "packkub")
deal = partial(dealt, "packkub")
refused = pytest.raises


def faces(suits: str) -> Counter[object]:
    return Counter(read_rack(" ".join(f"{suit}{value}" for suit in suits for value in "NA2345"), VARIANT.box))


# Before the first turn


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_everyone_brings_a_piecepack(seats: int) -> None:
    """PK-1."""
    tiles = tiles_in_play(deal(seats).state)

    assert tiles.total() == 24 * seats
    assert Counter(tiles) == Counter(dict.fromkeys(faces("SMCA"), seats))


@pytest.mark.parametrize(("options", "rounds"), [({}, 4), ({"games": 1}, 1), ({"games": 10}, 10), ({"games": 0}, 3)])
def test_a_match_is_four_rounds_or_as_many_as_the_table_says(options: dict[str, Value], rounds: int) -> None:
    """PK-2."""
    assert pack(racks=["sn"] * 3, options=options).view().games == rounds


def test_a_lot_says_who_begins_the_first_round() -> None:
    """PK-2."""
    begun = {deal(3, bytes([number]) * 32).turn for number in range(30)}

    assert begun == {0, 1, 2}
    assert deal(3).events == (Begins(deal(3).turn),)


@pytest.mark.parametrize("number", range(6))
def test_a_table_may_let_its_host_begin_whose_seat_is_the_first(number: int) -> None:
    """PK-2."""
    game = deal(2 + number % 5, bytes([number]) * 32, begins="host")

    assert (game.turn, game.state.first, game.events) == (0, 0, (Begins(0),))
    drawn_by_lot = deal(2 + number % 5, bytes([number]) * 32)
    assert [seat.rack for seat in game.seats] == [seat.rack for seat in drawn_by_lot.seats]


def test_after_a_host_has_begun_the_next_player_begins_the_next_round() -> None:
    """PK-2."""
    game = pack(table="s3 s4 s5", racks=["s2", "m5", "c5"], options={"begins": "host"}).play(0, "a+s2")

    assert (game.state.game, game.turn) == (2, 1)
    gone = pack(table="s3 s4 s5", racks=["m5", "s2", "c5"], turn=1, options={"begins": "host"}).resign(0)
    assert gone.play(1, "a+s2").turn == 1


@pytest.mark.parametrize(
    ("first", "gone", "second"), [(0, (), 1), (2, (), 0), (0, (1,), 2), (1, (2,), 0), (2, (2,), 0)]
)
def test_the_next_player_begins_the_next_round(first: int, gone: tuple[int, ...], second: int) -> None:
    """PK-2."""
    game = pack(table="s3 s4 s5", racks=["s2", "m5", "c5"], first=first)
    for seat in gone:
        game = game.resign(seat)
    after = game.play(0, "a+s2")

    assert (after.state.game, after.turn, after.state.first) == (2, second, second)
    assert after.events[-1] == Begins(second)


# A turn


@pytest.mark.parametrize("jokers", [0, 1])
def test_a_new_set_of_every_turn_holds_a_tile_from_the_rack(jokers: int) -> None:
    """PK-4: whichever of several equal sets is taken for the old one."""
    checked = 0
    for number in range(6):
        seed = bytes([number]) * 32
        state = deal(2, seed, games=1, jokers=jokers).state
        while not state.outcome:
            before, turn = [each.meld.in_order for each in state.sets], state.turn
            action = choose_action(VARIANT, state, Level.FAIR, seed)
            after = VARIANT.apply(state, action, now=0).state
            if isinstance(action, Play):
                new = Counter(each.meld.in_order for each in after.sets) - Counter(before)
                played = Counter(state.seats[turn].rack) - Counter(after.seats[turn].rack)
                assert any(played & Counter(meld.tiles) for meld in new)
                checked += 1
            state = after
    assert checked > 20


# The opening


@pytest.mark.parametrize("tiles", ["s3 c3 m3", "sn mn cn", "sn sa s2"])
def test_a_complete_set_or_sequence_opens_whatever_it_is_worth(tiles: str) -> None:
    """PK-10."""
    after = pack(racks=[f"{tiles} a5", "sn"], has_melded=False).play(0, tiles)

    assert after.seats[0].has_melded
    assert not after.seats[1].has_melded


def test_everyone_opens_anew_in_each_round() -> None:
    """PK-10."""
    game = pack(table="s3 s4 s5", racks=["s2", "m5"])

    assert not any(seat.has_melded for seat in game.play(0, "a+s2").seats)


# Variants


@pytest.mark.parametrize(
    ("seats", "packs", "jokers"),
    [(2, "piecepack", 2), (5, "piecepack", 5), (2, "six_pack", 1), (3, "double_six_pack", 2)],
)
def test_each_pack_may_bring_a_joker(seats: int, packs: str, jokers: int) -> None:
    """PK-19."""
    assert tiles_in_play(deal(seats, pack=packs, jokers=1).state)[JOKER] == jokers
    assert tiles_in_play(deal(seats, pack=packs).state)[JOKER] == 0


def test_a_joker_left_over_counts_as_one_tile() -> None:
    """PK-19."""
    game = pack(table="s3 s4 s5", racks=["s2", "j m2"], options={"jokers": 1})
    rack = game.view(1).rack

    assert rack
    assert rack.points == 2
    assert game.play(0, "a+s2").state.totals == (0, 2)


def test_a_six_pack_is_one_of_each_of_six_suits_for_two() -> None:
    """PK-20."""
    assert tiles_in_play(deal(2, pack="six_pack").state) == faces("SMHPLD")
    for seats in (1, 3, 4):
        with refused(errors.WrongPlayerCount, match=rf"needs 2 players. You have {seats}\."):
            deal(seats, pack="six_pack")


def test_a_double_six_pack_is_two_of_each_for_three_or_four() -> None:
    """PK-21."""
    for seats in (3, 4):
        assert tiles_in_play(deal(seats, pack="double_six_pack").state) == faces("SMHPLD") + faces("SMHPLD")
    for seats in (2, 5):
        with refused(errors.WrongPlayerCount, match=rf"needs 3 to 4 players. You have {seats}\."):
            deal(seats, pack="double_six_pack")


def test_notation_knows_the_tiles_of_every_pack() -> None:
    """PK-21."""
    suits = (Color.SUNS, Color.MOONS, Color.CROWNS, Color.ARMS, Color.HEARTS, Color.SPADES, Color.CLUBS, Color.DIAMONDS)

    assert VARIANT.box == Box(suits, low=0, high=5, copies=6, jokers=6)
