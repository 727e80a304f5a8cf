"""The sentences on turns: what everybody reads, what the player reads, and that none is too long for a phone."""

from itertools import combinations

import pytest

from engine.game.turn_events import Drew, Played
from engine.tiles.changes import SetPart, TableChange
from engine.tiles.notation import read_rack, tile_count
from engine.tiles.tiles import Box
from tests.grid_positions import grid
from tests.positions import NOW, position

LONGEST = 200  # characters
NAMES = ("Ada", "you")
MENTION = "<@1234567890123456789>"

SWAP = TableChange(new=(SetPart("J K5 K6", "E"),), swapped=(SetPart("R5", "B"),))
SENTENCES = [
    ("r1 j r3", TableChange(new=(SetPart("R1 J R3", "E"),)), "played R1 J R3 as new set E."),
    ("o7 k5", TableChange(added=(SetPart("O7", "B"), SetPart("K5", "C"))), "added O7 to B and K5 to C."),
    ("r5 k5 k6", SWAP, "swapped the joker of B for R5 and played J K5 K6 as new set E."),
    ("r8", TableChange(swapped=(SetPart("R8", "A"),)), "swapped the joker of A for R8."),  # it is in a crossing set
    ("b5 r5", TableChange(rearranged=("A", "C", "D")), "rearranged A, C and D and played R5 B5."),
]


def played(tiles: str, change: TableChange, *, late: bool = False, points: int | None = None) -> Played:
    return Played(0, read_rack(tiles, Box()), points, change, late)


@pytest.mark.parametrize(("tiles", "change", "said"), SENTENCES)
def test_a_play_is_told_with_the_letters_of_its_sets(tiles: str, change: TableChange, said: str) -> None:
    event = played(tiles, change)

    assert str(event.sentence(NAMES)) == f"Ada {said}"
    assert str(event.own_sentence(NAMES)) == f"You {said}"
    assert str(event.brief_sentence(NAMES)) == f"Ada played {tile_count(len(event.tiles))}."


@pytest.mark.parametrize(
    "kinds", [kinds for count in (1, 2, 3) for kinds in combinations(("new", "added", "swapped"), count)]
)
def test_every_kind_of_play_can_be_told(kinds: tuple[str, ...]) -> None:
    parts = {kind: (SetPart("R8", "A"),) for kind in kinds}
    change = TableChange(parts.get("new", ()), parts.get("added", ()), parts.get("swapped", ()))

    assert "R8" in str(played("r8", change).sentence(NAMES))
    assert "R8" in str(played("r8", change).own_sentence(NAMES))


def test_a_first_play_is_told_with_its_points_and_a_late_one_as_late() -> None:
    first = played("r9 b9 k9", TableChange(new=(SetPart("R9 B9 K9", "A"),)), late=True, points=27)

    assert str(first.own_sentence(NAMES)) == "Time ran out. You played R9 B9 K9 as new set A. First play: 27 points."


@pytest.mark.parametrize("sets", range(1, 14))
def test_no_play_is_told_in_more_than_a_phone_shows(sets: int) -> None:
    labels = [chr(ord("A") + index) for index in range(sets)]
    tiles = " ".join(["r10 b10 k10 o10"] * sets)
    parts = tuple(SetPart("R10 B10 K10 O10", label) for label in labels)
    changes = [
        TableChange(new=parts),
        TableChange(added=parts),
        TableChange(new=parts, added=parts, swapped=parts),
        TableChange(rearranged=tuple(labels)),
    ]

    for change in changes:
        event = played(tiles, change, late=True, points=400)
        for said in (event.sentence([MENTION]), event.own_sentence([MENTION])):
            assert len(str(said)) <= LONGEST
            assert "E" in str(said) or sets != 5  # letters, as long as they can be read


def test_the_owner_is_told_that_time_ran_out() -> None:
    late = position("classic", racks=["r1 r2", "o1"], pool="k1 k2").time_up(0)
    stuck = position("classic", racks=["r1 r2", "o1"], pool="-").time_up(0)
    costly = grid("rummykruss", racks=["r1", "o1"], pool="b1 b2", deadline=NOW).time_up(0)

    for where, said in (
        (late, "Time ran out: you drew 1 tile."),
        (stuck, "Time ran out: you passed."),
        (costly, "Time ran out: you drew 1 tile (\N{MINUS SIGN}1 point)."),
    ):
        assert str(where.events[0].own_sentence(["A", "B"])) == said


def test_a_draw_that_costs_points_says_how_many_are_lost() -> None:
    paid, free = Drew(0, 2, 9, cost=3), Drew(0, 1, 9)

    assert str(paid.sentence(NAMES)) == "Ada drew 2 tiles and holds 9: \N{MINUS SIGN}3 points."
    assert str(paid.own_sentence(NAMES)) == "You drew 2 tiles: \N{MINUS SIGN}3 points."
    assert str(paid.brief_sentence(NAMES)) == "Ada drew 2 tiles: \N{MINUS SIGN}3 points."
    assert str(free.sentence(NAMES)) == "Ada drew 1 tile and holds 9."
    assert str(free.own_sentence(NAMES)) == "You drew 1 tile."
    assert str(free.brief_sentence(NAMES)) == "Ada drew 1 tile."
