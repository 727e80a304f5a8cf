"""Rummykruss, RK-1 to RK-17: the deal, the turn, the grid, the wildcards."""

from __future__ import annotations

from collections import Counter
from functools import partial

import pytest

from engine import errors
from engine.errors import GameError
from engine.grid import errors as grid_errors
from engine.notation import read_rack
from engine.sets import Mark
from engine.tiles import without
from engine.variants.rummykruss import VARIANT
from tests import grid_positions
from tests.grid_positions import GridPosition, grid
from tests.positions import SEED, tiles_in_play

ROW = "h8=r4 i8=r5 j8=r6"
CROSS = f"{ROW} i7=b5 i9=k5"

kruss = partial(grid, "rummykruss")
judge = partial(grid_positions.judge, "rummykruss")
refused = pytest.raises


def deal(seed: bytes = SEED, /, **options: int) -> GridPosition:
    return GridPosition(VARIANT, VARIANT.setup(2, seed, 0, options).state)


# Before the first turn


@pytest.mark.parametrize("seats", [0, 1, 3])
def test_it_is_for_two(seats: int) -> None:
    """RK-1."""
    with refused(errors.WrongPlayerCount):
        VARIANT.setup(seats, SEED, 0, {})


def test_the_grid_is_fifteen_by_fifteen() -> None:
    """RK-1."""
    assert deal().view().size == 15
    assert judge(rack="r4 r5 r6", after="m15=r4 n15=r5 o15=r6")
    for outside in ("p15=r6 n15=r4 o15=r5", "o14=r4 o15=r5 o16=r6"):
        with refused(grid_errors.OffTheGrid, match="A1 to O15"):
            judge(rack="r4 r5 r6", after=outside)


def test_the_grid_may_have_another_size() -> None:
    """RK-1."""
    assert deal(size=9).view().size == 9
    with refused(grid_errors.OffTheGrid):
        judge(rack="r4 r5 r6", after="h9=r4 i9=r5 j9=r6", options={"size": 9})
    assert judge(rack="r4 r5 r6", after="q19=r4 r19=r5 s19=r6", options={"size": 19})


def test_a_hundred_and_six_tiles_are_in_the_box() -> None:
    """RK-2."""
    tiles = tiles_in_play(deal().state)

    assert tiles.total() == 106
    assert tiles == Counter(
        read_rack(" ".join(f"{c}{n}" for c in "RBKO" for n in range(1, 14)) + " J", VARIANT.box) * 2
    )


@pytest.mark.parametrize(
    ("options", "tiles"),
    [
        ({"numbers": 10}, 82),
        ({"colours": 3}, 80),
        ({"copies": 3}, 158),
        ({"wildcards": 0}, 104),
        ({"numbers": 10, "colours": 3, "copies": 1, "wildcards": 0}, 30),
    ],
)
def test_the_box_may_be_another(options: dict[str, int], tiles: int) -> None:
    """RK-2."""
    game = deal(**options)

    assert tiles_in_play(game.state) == Counter(game.view().box.tiles())
    assert tiles_in_play(game.state).total() == tiles


def test_ten_cells_are_blocks_and_another_seed_blocks_others() -> None:
    """RK-3."""
    grids = [set(deal(bytes([number]) * 32).view().blocks) for number in range(4)]

    assert [len(blocks) for blocks in grids] == [10] * 4
    assert len(set(map(frozenset, grids))) == 4
    assert all(0 <= each < 15 for blocks in grids for cell in blocks for each in cell)


@pytest.mark.parametrize("blocks", [0, 5, 25])
def test_there_may_be_more_or_fewer_blocks(blocks: int) -> None:
    """RK-3."""
    assert len(deal(blocks=blocks).view().blocks) == blocks


def test_nothing_is_placed_on_a_block_or_moved_there() -> None:
    """RK-3."""
    game = kruss(racks=["r7 r8 b4", "o1"], cells=f"{ROW} k8=r7", blocks="l8 h9")

    with refused(grid_errors.CellBlocked, match="L8"):
        game.place(0, "l8=r8")
    with refused(grid_errors.CellBlocked, match="H9"):
        game.place(0, "h8>h9")
    with refused(grid_errors.CellBlocked):
        judge(rack="r4 r5 r6", blocks="i8", after=ROW)


def test_blocks_stay_where_they_are() -> None:
    """RK-3."""
    game = deal()

    assert game.draw(game.turn).view().blocks == game.view().blocks


def test_who_begins_is_drawn_by_lot() -> None:
    """RK-4."""
    assert {deal(bytes([number]) * 32).turn for number in range(20)} == {0, 1}


def test_turns_alternate() -> None:
    """RK-4."""
    game = kruss(racks=["r4 r5 r6", "o1"])

    assert [(game := game.place(0, ROW)).turn, game.draw(1).turn] == [1, 0]


@pytest.mark.parametrize("line", ["draw", "play h8=r1 i8=r2 j8=r3", "pass", "pick r1", "timeup idle"])
def test_only_the_player_to_move_acts(line: str) -> None:
    """RK-4."""
    with refused(errors.NotYourTurn):
        kruss(racks=["r1", "r1 r2 r3"], pool="").does(1, line, now=10**6)


def test_everyone_gets_fourteen_tiles_and_the_rest_is_the_pool() -> None:
    """RK-5."""
    game = deal()

    assert [len(seat.rack) for seat in game.seats] == [14, 14]
    assert game.pool == 106 - 28


def test_the_racks_are_filled_in_turn() -> None:
    """RK-5."""
    dealt, picked = deal().state, deal(open_draft=True).state
    first = dealt.turn
    order = [tile for pair in zip(dealt.seats[first].rack, dealt.seats[1 - first].rack, strict=True) for tile in pair]

    assert order == [*picked.row, *reversed(picked.pool)][:28]


def test_nobody_sees_another_rack() -> None:
    """RK-5."""
    view = deal().view(1)

    assert view.rack
    assert len(view.rack.tiles) == 14
    assert [seat.rack for seat in view.seats] == [None] * 2


def drafted() -> list[GridPosition]:
    """An open draft to its end, pick by pick."""
    games = [deal(open_draft=True)]
    while offers := games[-1].view().offers:
        games.append(games[-1].does(games[-1].turn, offers[-1].line))
    return games


def test_the_players_may_pick_from_five_open_tiles_in_turn() -> None:
    """RK-6."""
    start = deal(open_draft=True)
    tile = start.view().row[2]
    after = start.does(start.turn, start.view().offers[2].line)

    assert len(start.view().row) == len(after.view().row) == 5
    assert after.seats[start.turn].rack == (tile,)
    assert after.turn != start.turn
    assert after.view().row[:4] == (*start.view().row[:2], *start.view().row[3:])
    assert after.view().row[4] == start.state.pool[-1]


def test_the_draft_ends_when_both_racks_hold_fourteen_and_the_row_is_mixed_back() -> None:
    """RK-6."""
    start, *_, last, game = drafted()
    left = without(last.view().row, game.seats[last.turn].rack[-1:])

    assert [len(seat.rack) for seat in game.seats] == [14, 14]
    assert (game.view().row, game.pool, game.turn) == ((), 106 - 28, start.turn)
    assert tiles_in_play(game.state) == tiles_in_play(start.state)
    assert not Counter(left) - Counter(game.state.pool)
    assert set(game.state.pool[-5:]) != {*left, last.state.pool[-1]}
    assert game.draw(game.turn).scores[game.turn] == -1


@pytest.mark.parametrize("line", ["draw", "pass", "play h8=r1 i8=r2 j8=r3"])
def test_nothing_but_picking_is_done_in_the_draft(line: str) -> None:
    """RK-6."""
    game = deal(open_draft=True)

    assert (game.view().may_draw, game.view().may_pass) == (0, False)
    with refused(grid_errors.StillDrafting):
        game.does(game.turn, line)


def test_only_what_lies_in_the_row_is_picked() -> None:
    """RK-6."""
    game = deal(open_draft=True)
    other = next(tile for tile in game.view().box.tiles() if tile not in game.view().row)
    done = drafted()[-1]

    with refused(grid_errors.NotLaidOut):
        game.does(game.turn, f"pick {other.color}{other.number}")
    with refused(grid_errors.DraftIsOver):
        done.does(done.turn, "pick r1")


# A turn


def test_a_turn_places_at_least_one_tile_of_the_rack() -> None:
    """RK-7."""
    game = kruss(racks=["r9", "o1"], cells=f"{ROW} k8=r7 a1=b7 b1=k7 c1=o7")

    for text in ("k8>d1", "table: " + game.cells, "h8>h8"):
        with refused(errors.NothingPlayed):
            game.place(0, text)


def test_what_a_turn_places_comes_from_the_players_own_rack() -> None:
    """RK-7."""
    game = kruss(racks=["r7", "r8"], cells=ROW)

    assert game.place(0, "k8=r7").rack(0) == ""
    for text in ("k8=r8", "k8=r7 l8=r8", "k8=j:r7"):
        with refused(errors.NotOnYourRack):
            game.place(0, text)


def test_a_turn_may_move_any_number_of_tiles() -> None:
    """RK-7."""
    game = kruss(racks=["b4 k4", "o1"], cells=f"{ROW} k8=r7 a3=b9 b3=k9 c3=r9 d3=o9")

    after = game.place(0, "h8>g1 g2=b4 g3=k4 i8>h8 j8>i8 k8>j8 a3>e3")

    assert after.cells == "G1=R4 G2=B4 B3=K9 C3=R9 D3=O9 E3=B9 G3=K4 H8=R5 I8=R6 J8=R7"
    assert after.sentences == ["A placed G2=B4 G3=K4, moved 5 tiles: +1."]


def test_all_parts_of_a_turn_are_done_at_once() -> None:
    """RK-7."""
    game = kruss(racks=["r7", "o1"], cells="h8=r4 i8=r5 j8=r6")

    assert game.place(0, "h8>j8 j8>h8 g8=r7").cells == "G8=R7 H8=R6 I8=R5 J8=R4"
    assert [each.mark for each in game.place(0, "k8=r7").view().tiles] == [*[Mark.STILL] * 3, Mark.LAID]


@pytest.mark.parametrize(
    ("text", "refusal"),
    [
        ("a1>b1 k8=r7", grid_errors.NothingThere),
        ("h8>a1 h8>a2 k8=r7", grid_errors.MovedTwice),
        ("h8>i8 k8=r7", grid_errors.CellTaken),
    ],
)
def test_a_move_needs_one_tile_and_one_free_cell(text: str, refusal: type[GameError]) -> None:
    """RK-7."""
    with refused(refusal):
        kruss(racks=["r7", "o1"], cells=ROW).place(0, text)


def test_a_draw_takes_one_tile_and_costs_a_point_and_the_turn() -> None:
    """RK-8."""
    after = kruss(racks=["r9", "o1"], pool="b1 b2").draw(0)

    assert (after.rack(0), after.scores, after.turn, after.pool) == ("R9 B2", (-1, 0), 1, 1)
    with refused(errors.WrongDraw):
        kruss(racks=["r9", "o1"]).does(0, "draw 2")


def test_who_could_place_may_draw() -> None:
    """RK-8."""
    assert kruss(racks=["r4 r5 r6", "o1"]).draw(0).turn == 1


def test_an_empty_rack_draws_while_the_pool_lasts() -> None:
    """RK-8."""
    game = kruss(racks=["r7", "o1"], cells=ROW).place(0, "k8=r7").draw(1)

    with refused(errors.PoolNotEmpty):
        game.does(0, "pass")
    assert game.draw(0).scores == (0, -1)


def test_a_cell_holds_one_tile() -> None:
    """RK-9."""
    for text in ("j8=r6", "k8=r7 k8=r7"):
        with refused(grid_errors.CellTaken, match="J8 is taken by R6|K8 is taken by R7"):
            kruss(racks=["r6 r7 r7", "o1"], cells=ROW).place(0, text)


def test_no_tile_comes_back_from_the_grid() -> None:
    """RK-10."""
    with refused(errors.LeftTheTable, match="R3"):
        kruss(racks=["r7", "o1"], cells=f"g8=r3 {ROW}").place(0, f"table: {ROW} k8=r7")


# The grid


@pytest.mark.parametrize("text", ["h8=r4 i8=r5 j8=r6", "h8=r6 i8=r5 j8=r4", "h8=r4 h9=r5 h10=r6", "h8=r6 h9=r5 h10=r4"])
def test_a_run_lies_across_or_down_and_reads_either_way(text: str) -> None:
    """RK-12."""
    assert judge(rack="r4 r5 r6", after=text) == 1


@pytest.mark.parametrize(
    "row", ["r4 r6 r7", "r4 r6 r8", "r12 r13 r1", "r13 r1 r2", "r4 r4 r5", "r4 r5 b6", "r4 r5 r4", "r4 r6 r5"]
)
def test_what_skips_turns_back_or_changes_colour_is_no_run(row: str) -> None:
    """RK-12."""
    cells = " ".join(f"{cell}={tile}" for cell, tile in zip(("h8", "i8", "j8"), row.split(), strict=True))

    with refused(grid_errors.BrokenLine, match="H8 to J8"):
        judge(rack=row, after=cells)


def test_a_run_may_hold_all_numbers() -> None:
    """RK-12."""
    rack = [f"r{number}" for number in range(1, 14)]

    assert judge(rack=" ".join(rack), after=" ".join(f"{chr(97 + at)}3={tile}" for at, tile in enumerate(rack)))


@pytest.mark.parametrize("row", ["r5 b5 k5", "k5 r5 o5", "o5 k5 b5 r5"])
def test_a_group_is_one_number_in_different_colours_in_any_order(row: str) -> None:
    """RK-13."""
    cells = " ".join(f"h{at}={tile}" for at, tile in enumerate(row.split(), 3))

    assert judge(rack=row, after=cells) == 1


@pytest.mark.parametrize("row", ["r5 b5 r5", "r5 b5 b6", "r5 b6 k5", "r5 r5 r5"])
def test_two_of_a_colour_or_another_number_are_no_group(row: str) -> None:
    """RK-13."""
    cells = " ".join(f"h{at}={tile}" for at, tile in enumerate(row.split(), 3))

    with refused(grid_errors.BrokenLine):
        judge(rack=row, after=cells, options={"copies": 3})


def test_a_pair_is_no_set() -> None:
    """RK-11."""
    with refused(grid_errors.BrokenLine, match="three or more"):
        judge(rack="r4 r5", after="h8=r4 i8=r5")


def test_tiles_that_touch_must_form_a_set_crosswise_too() -> None:
    """RK-11."""
    below = f"{ROW} i9=b5 j9=b6 k9=b7"
    square = "h8=r4 i8=r5 j8=r6 h9=b4 i9=b5 j9=b6 h10=k4 i10=k5 j10=k6"

    with refused(grid_errors.BrokenLine, match="I8 to I9"):
        judge(cells=ROW, rack="b5 b6 b7", after=below)
    assert judge(cells=ROW, rack="b4 b5 b6 k4 k5 k6", after=square) == 2


def test_two_sets_in_one_line_are_one_line() -> None:
    """RK-11."""
    with refused(grid_errors.BrokenLine, match="H8 to M8"):
        judge(cells=ROW, rack="b6 k6 o6", after=f"{ROW} k8=b6 l8=k6 m8=o6")
    assert judge(cells=ROW, rack="b6 k6 o6", after=f"{ROW} l8=b6 m8=k6 n8=o6")


def test_a_block_ends_a_line() -> None:
    """RK-11."""
    assert judge(cells=ROW, blocks="k8", rack="b6 k6 o6", after=f"{ROW} l8=b6 m8=k6 n8=o6")


def test_a_line_ends_at_the_edge() -> None:
    """RK-11."""
    assert judge(cells="m8=r4 n8=r5 o8=r6", rack="b6 k6 o6", after="m8=r4 n8=r5 o8=r6 a9=b6 b9=k6 c9=o6")


def test_a_long_line_with_one_wrong_tile_is_no_set() -> None:
    """RK-11."""
    with refused(grid_errors.BrokenLine, match="H8 to K8, R4 R5 R6 B7"):
        judge(cells=ROW, rack="b7", after=f"{ROW} k8=b7")


def test_no_tile_stands_alone() -> None:
    """RK-14."""
    with refused(grid_errors.StandsAlone, match="B1 on A1"):
        judge(cells=ROW, rack="b1", after=f"{ROW} a1=b1")
    with refused(grid_errors.StandsAlone, match="B1 on K9"):
        judge(cells=ROW, rack="b1", after=f"{ROW} k9=b1")


def test_a_line_of_one_is_fine_where_the_tile_is_in_a_set_the_other_way() -> None:
    """RK-14."""
    assert judge(cells=ROW, rack="b5 k5", after=CROSS) == 2


def test_sets_need_not_touch_one_another() -> None:
    """RK-14."""
    assert judge(cells=ROW, rack="b1 b2 b3", after=f"{ROW} a1=b1 b1=b2 c1=b3") == 1


def test_a_tile_in_a_set_across_and_in_one_down_is_an_intersection() -> None:
    """RK-15."""
    game = kruss(racks=["b5 k5", "o1"], cells=ROW)

    assert game.place(0, "i7=b5 i9=k5").view().intersections == (1, 0)
    assert game.place(0, "i7=b5 i9=k5").sentences == ["A placed I7=B5 I9=K5 with 1 new intersection: +2."]


# Wildcards


def test_a_wildcard_has_one_face_that_fits_both_of_its_lines() -> None:
    """RK-16."""
    lying = "g8=r3 h8=r4 i8=r5"

    assert judge(cells=lying, rack="j b6 k6", after=f"{lying} j8=j:r6 j7=b6 j9=k6") == 2
    with refused(grid_errors.BrokenLine, match="J7 to J9"):
        judge(cells=lying, rack="j b7 k7", after=f"{lying} j8=j:r6 j7=b7 j9=k7")


@pytest.mark.parametrize(
    ("rack", "after", "face"),
    [
        ("r4 j r6", "h8=r4 i8=j j8=r6", "R5"),
        ("j r5 r4", "h8=j i8=r5 j8=r4", "R6"),
        ("r12 j r11", "h8=r12 i8=j j8=r11", None),
        ("r5 b5 k5 j", "h8=r5 i8=b5 j8=k5 k8=j", "O5"),
        ("j r5 b5 k5", "h8=j i8=r5 j8=b5 k8=k5", "O5"),
    ],
)
def test_a_wildcard_that_can_only_be_one_tile_need_not_be_named(rack: str, after: str, face: str | None) -> None:
    """RK-16."""
    game = kruss(racks=[rack, "o1"])
    if face is None:
        with refused(grid_errors.NothingFits):
            game.place(0, after)
    else:
        assert f"=J:{face}" in game.place(0, after).cells


@pytest.mark.parametrize(
    ("rack", "after"),
    [
        ("r5 b5 j", "h8=r5 i8=b5 j8=j"),
        ("r5 j j", "h8=r5 i8=j j8=j"),
        ("r5 b5 j j", "h8=r5 i8=b5 j8=j k8=j"),
        ("j j j j", "h8=j i8=j j8=j"),
    ],
)
def test_a_wildcard_that_could_be_several_tiles_must_be_named(rack: str, after: str) -> None:
    """RK-16."""
    with refused(grid_errors.WildcardUnclear):
        kruss(racks=[rack, "o1"], pool="").place(0, after)


def test_at_a_crossing_both_lines_say_what_a_wildcard_is() -> None:
    """RK-16."""
    lying = "h8=r4 i8=r5 g8=r3 j9=k6 j10=o6 j11=b6"

    assert "J8=J:R6" in kruss(racks=["j", "o1"], cells=lying).place(0, "j8=j").cells
    with refused(grid_errors.NothingFits, match="J8"):
        kruss(racks=["j", "o1"], cells=lying.replace("b6", "r6")).place(0, "j8=j")


def test_one_wildcard_may_say_what_another_is() -> None:
    """RK-16."""
    game = kruss(racks=["j j r5 b4 k4", "o1"], pool="")

    assert "H8=J:R4 I8=R5 J8=J:R6" in game.place(0, "h8=j i8=r5 j8=j h7=b4 h9=k4").cells


def test_a_natural_tile_stands_for_nothing_else() -> None:
    """RK-16."""
    with refused(grid_errors.NoWildcard):
        kruss(racks=["r7", "o1"], cells=ROW).place(0, "h8>k8=j:r7 g8=r7")


WILD = "h8=r4 i8=r5 j8=j:r6 k8=r7"


def test_a_wildcard_that_stays_keeps_its_face() -> None:
    """RK-17."""
    lying = "h8=b6 h9=k6 h10=j:r6"

    with refused(grid_errors.WildcardFixed, match="H10 stands for R6"):
        judge(cells=lying, rack="r6", after="h8=b6 h9=k6 h10=j:o6 h11=r6")
    assert judge(cells=lying, rack="r1 r2 r3", after="h8=b6 h9=k6 h10=j a1=r1 b1=r2 c1=r3")
    assert judge(cells=lying, rack="o6", after="h8=b6 h9=k6 h10=j:r6 h11=o6")


def test_a_wildcard_that_moves_may_be_declared_anew() -> None:
    """RK-17."""
    game = kruss(racks=["r6 b2 b3", "o1"], cells=WILD)

    assert "C1=J:B4" in game.place(0, "j8>c1=j:b4 j8=r6 a1=b2 b1=b3").cells
    with refused(grid_errors.BrokenLine, match="B2 B3 R6"):
        game.place(0, "j8>c1 j8=r6 a1=b2 b1=b3")
    assert judge(cells=WILD, rack="r6 b2 b3", after="h8=r4 i8=r5 j8=r6 k8=r7 a1=b2 b1=b3 c1=j:b4")


def test_wildcards_can_not_be_told_apart() -> None:
    """RK-17."""
    lying = "h8=b6 h9=k6 h10=j:r6"

    assert judge(cells=lying, rack="r6 j b1 b2", after="h8=b6 h9=k6 h10=j:o6 h11=r6 a1=b1 b1=b2 c1=j:b3")
