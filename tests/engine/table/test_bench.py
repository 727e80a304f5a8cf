"""Arranging a table tile by tile, and the turn that it makes."""

import random
from collections import Counter

import pytest

from engine.game.actions import Play
from engine.game.bench import DraftCheck, Picks
from engine.game.bench_keys import write
from engine.game.drafts import Draft
from engine.table.bench import TableBench, make_table_bench
from engine.tiles.crossings import read_sets
from engine.tiles.edits import Row, apply_edits
from engine.tiles.melds import Piece
from engine.tiles.notation import read_rack, write_pieces, write_tiles
from engine.tiles.tiles import Box
from tests.bench_keys import tile_keys, to
from tests.positions import Position, position

BOX = Box()


def bench(table: str, rack: str, *, lends: bool = False) -> TableBench:
    return make_table_bench(BOX, read_sets(table, BOX), read_rack(rack, BOX), lends=lends)


def picks(rack: str, *keys: str) -> Picks:
    return Picks(read_rack(rack, BOX), tile_keys(*keys))


def rows(arranged: TableBench | None) -> dict[str, str]:
    assert arranged is not None
    return {label: write_pieces(row) for label, row in arranged.rows.items()}


def fitting(arranged: TableBench, picked: Picks) -> list[str]:
    return [write(each.key) for each in arranged.targets(picked) if each.fits]


def test_tiles_of_the_rack_become_a_new_set_in_order() -> None:
    found = bench("-", "R5 R3 R4 K1").taken(picks("R5 R3 R4"), to("new"))

    assert rows(found) == {"A": "R3 R4 R5"}
    assert found is not None
    assert found.left == (3,)


def test_a_tile_taken_off_a_set_is_on_hold_until_it_is_placed_again() -> None:
    lifted = bench("R3 R4 R5 R6", "K3 B3").taken(picks("", "A.0"), to("away"))

    assert lifted is not None
    assert write_tiles(lifted.hold) == "R3"
    again = lifted.taken(picks("K3 B3", "hold.0"), to("new"))
    assert rows(again) == {"A": "R4 R5 R6", "B": "R3 B3 K3"}
    assert again is not None
    assert not again.hold


def test_a_tile_that_goes_back_to_the_rack_leaves_no_trace() -> None:
    start = bench("R3 R4 R5", "R6")
    played = start.taken(picks("R6"), to("A"))

    assert played is not None
    assert played.left == ()
    back = played.taken(picks("", "A.3"), to("away"))
    assert back is not None
    assert back.changes == ()
    assert back.left == (0,)


def test_the_oldest_of_equal_rack_tiles_is_played_first() -> None:
    played = bench("R3 R4 R5", "R6 K1 R6").taken(picks("R6"), to("A"))

    assert played is not None
    assert played.left == (1, 2)


def test_targets_that_make_a_set_come_first() -> None:
    arranged = bench("B3 B4 B5 / R3 R4 R5 / K6 O6 B6", "R6")

    assert [write(each.key) for each in arranged.targets(picks("R6"))] == ["B", "C", "new", "A"]
    assert fitting(arranged, picks("R6")) == ["B", "C"]


def test_a_set_whose_tile_is_picked_is_no_target() -> None:
    keys = [write(each.key) for each in bench("R3 R4 R5 R6 / R7 R8 R9", "R2").targets(picks("R2", "A.3"))]

    assert keys == ["new", "B", "away"]


@pytest.mark.parametrize(
    ("run", "tile", "parts"),
    [
        ("R2 R3 R4 R5 R6", "R4", {"A": "R2 R3 R4", "B": "R4 R5 R6"}),
        ("R1 R2 R3 R4 R5 R6 R7", "R3", {"A": "R1 R2 R3", "B": "R3 R4 R5 R6 R7"}),
        ("R1 R2 R3 R4 R5 R6", "R2", None),
        ("R1 R2 R3 R4 R5 R6", "K4", None),
        ("R1 R2 R3 J R5 R6", "R4", {"A": "R1 R2 R3 R4", "B": "J=R4 R5 R6"}),
    ],
)
def test_a_tile_in_the_midst_of_a_run_splits_it(run: str, tile: str, parts: dict[str, str] | None) -> None:
    arranged = bench(run, tile)

    split = arranged.taken(picks(tile), to("A/"))

    if parts is None:
        assert split is None
        assert "A/" not in fitting(arranged, picks(tile))
    else:
        assert rows(split) == parts


def test_a_joker_that_moves_becomes_what_it_stands_for_there() -> None:
    lifted = bench("R3 J R5 / K6 K7 K8", "R4").taken(picks("", "A.1"), to("B"))

    assert rows(lifted) == {"A": "R3 R5", "B": "K6 K7 K8 J=K9"}
    assert rows(lifted and lifted.taken(picks("R4"), to("A"))) == {"A": "R3 R4 R5", "B": "K6 K7 K8 J=K9"}


def test_a_draft_that_is_no_set_is_logged_as_it_is_played() -> None:
    """It's played at tables where a mistake costs tiles."""
    joined = bench("O9 J=O10 O11", "J B1").taken(picks("J"), to("A"))
    assert joined is not None
    spoilt = joined.taken(picks("B1"), to("A"))
    moved = bench("O9 J=O10 O11 O12", "B1 K2").taken(picks("B1 K2", "A.1"), to("new"))
    assert spoilt is not None
    assert moved is not None

    for draft in (spoilt, moved):
        play = draft.action(0)
        assert Play.parse(0, play.line().removeprefix("play "), BOX) == play
    assert spoilt.action(0).line() == "play A+B1 J"


def test_a_key_that_is_not_there_is_not_held() -> None:
    arranged = bench("R3 R4 R5", "R6")

    assert arranged.holds(picks("R6", "A.0"))
    for stray in (
        picks("R7"),
        picks("R6 R6"),
        picks("", "A.3"),
        picks("", "B.0"),
        picks("", "hold.0"),
        picks("", "H8"),
    ):
        assert not arranged.holds(stray)
    assert not arranged.holds(picks("", "A.0", "A.0"))
    assert not arranged.holds(picks("", "A@0"))
    assert bench("R3 R4 R5", "R6", lends=True).holds(picks("", "A@0"))


def test_a_target_that_is_not_there_takes_nothing() -> None:
    assert bench("R3 R4 R5", "R6").taken(picks("R6"), to("B")) is None
    assert bench("R3 R4 R5", "R6").taken(picks("R6"), to("away")) is None


def test_a_tile_that_fits_one_set_is_placed_there_and_one_that_fits_several_nowhere() -> None:
    placed = bench("B3 B4 B5 / R3 R4 R5", "R6").place_picks(picks("R6"), opening=False)

    assert rows(placed) == {"A": "B3 B4 B5", "B": "R3 R4 R5 R6"}
    assert bench("K6 O6 B6 / R3 R4 R5", "R6").place_picks(picks("R6"), opening=False) is None
    assert bench("K6 O6 B6 / R3 R4 R5", "R9").place_picks(picks("R9"), opening=False) is None


def test_jokers_and_tiles_that_their_set_can_spare_are_loose() -> None:
    arranged = bench("R3 R4 R5 R6 / K3 J O3 / B1 B2 B3", "R9")

    assert {write(key): write_tiles([tile]) for key, tile in arranged.loose.items()} == {
        "A.0": "R3",
        "A.3": "R6",
        "B.1": "J",
    }


def test_a_lent_tile_is_loose_only_in_the_set_that_owns_it() -> None:
    arranged = bench("R4 R5 R6 R7", "B7 K7", lends=True).taken(picks("B7 K7", "A@3"), to("new"))

    assert arranged is not None
    assert sorted(map(write, arranged.loose)) == ["A.0", "A.3"]


# crossings


def test_a_crossing_follows_the_tile_that_moves() -> None:
    arranged = bench("R3 R4 R5 R6", "B6 K6 R7 R8", lends=True).taken(picks("B6 K6", "A@3"), to("new"))
    assert arranged is not None

    moved = arranged.taken(picks("R7 R8", "A.3"), to("new"))

    assert rows(moved) == {"A": "R3 R4 R5", "B": "R6@C B6 K6", "C": "R6 R7 R8"}


# the turn


def judged(where: Position, arranged: TableBench) -> DraftCheck:
    return where.system.check_draft(where.view(0), arranged)


def arranged_in(where: Position) -> TableBench:
    arranged = where.system.prepare_draft(where.view(0), Draft()).bench
    assert isinstance(arranged, TableBench)
    return arranged


def test_an_opening_is_counted() -> None:
    where = position("classic", racks=["R9 B9 K9 R1 R2 R3", "O1"], has_melded=False)
    arranged = arranged_in(where).taken(picks("R9 B9 K9"), to("new"))
    assert arranged is not None

    short = judged(where, arranged)

    assert (short.points, short.needed) == (27, 30)
    assert "27" in str(short.refusal)
    whole = arranged.taken(picks("R1 R2 R3"), to("new"))
    assert whole is not None
    assert (judged(where, whole).points, judged(where, whole).refusal) == (33, None)


@pytest.mark.parametrize("lends", [False, True])
def test_wherever_tiles_go_the_turn_leads_to_just_these_rows(*, lends: bool) -> None:
    dice = random.Random(5)  # noqa: S311  # the same each time
    moves = 0
    for _ in range(60):
        start = bench(
            "R3 R4 R5 R6 R7 / K3 B3 O3 / B9 J B11 B12 / O9 O10 O11 / K6 O6 J",
            "R8 K10 J R5 O3 B10 K7 K8 K9",
            lends=lends,
        )
        arranged = start
        for _ in range(8):
            keys = [key for spot in arranged.spots.values() for key in spot]
            taken = dice.sample(keys, dice.randint(0, 2))
            rack = dice.sample([arranged.rack[at] for at in arranged.left], min(len(arranged.left), dice.randint(0, 2)))
            picked = Picks(tuple(rack), tuple(taken))
            if not picked or not arranged.holds(picked):
                continue
            target = dice.choice(arranged.targets(picked))
            arranged = arranged.taken(picked, target.key) or arranged
            moves += 1
            left = Counter(arranged.rack[at] for at in arranged.left)
            on_table = Counter(p.tile for row in arranged.rows.values() for p in row if p.owner is None)
            whole = Counter(start.rack) + Counter(tile for each in start.table for tile in each.own)
            assert on_table + left + Counter(arranged.hold) == whole
        again = make_table_bench(BOX, start.table, start.rack, arranged.changes, lends=lends)
        assert bag(again.rows) == bag(arranged.rows)
        if not lends:
            assert same_tiles(apply_edits(start.table, arranged.action(0).edits)) == same_tiles(arranged.rows)
    assert moves > 200


def bag(found: dict[str, Row] | object) -> dict[str, Counter[Piece]]:
    assert isinstance(found, dict)
    return {label: Counter(row) for label, row in found.items()}


def same_tiles(found: object) -> Counter[tuple[str, ...]]:
    assert isinstance(found, dict)
    return Counter(tuple(sorted(write_tiles([piece.tile]) for piece in row)) for row in found.values())
