"""Rummykruss, RK-1 to RK-17: the deal, the turn, the grid, the wildcards and the notation."""

from collections import Counter
from functools import partial

import pytest

from engine.__main__ import judge as answer_case
from engine.rummykruss.rules import errors as grid_errors
from engine.text import errors
from engine.text.errors import GameError
from engine.tiles.sets import Mark
from engine.tiles.tiles import remove_tiles
from engine.variants import load
from engine.variants.rummykruss import VARIANT
from tests import grid_positions
from tests.grid_positions import GridPosition, grid
from tests.positions import SEED, tiles_in_play

ROW = "h8=r4 i8=r5 j8=r6"

kruss = partial(grid, "rummykruss")
judge = partial(grid_positions.judge, "rummykruss")
refused = pytest.raises


def deal(seed: bytes = SEED, /, **options: int) -> GridPosition:
    return GridPosition(VARIANT, VARIANT.setup(2, seed, 0, options).state)


# Before the first turn


@pytest.mark.parametrize(
    ("options", "tiles"),
    [
        ({"numbers": 10}, 82),
        ({"colors": 3}, 80),
        ({"copies": 3}, 158),
        ({"wildcards": 0}, 104),
        ({"numbers": 10, "colors": 3, "copies": 1, "wildcards": 0}, 30),
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


def test_blocks_stay_where_they_are() -> None:
    """RK-3."""
    game = deal()

    assert game.draw(game.turn).view().blocks == game.view().blocks


def test_the_first_player_is_drawn_by_lot() -> None:
    """RK-4."""
    assert {deal(bytes([number]) * 32).turn for number in range(20)} == {0, 1}


@pytest.mark.parametrize("rack", [10, 12, 14, 16, 18])
def test_racks_may_be_smaller_or_larger(rack: int) -> None:
    """RK-5."""
    game = deal(rack=rack)

    assert [len(seat.rack) for seat in game.seats] == [rack, rack]
    assert game.pool == 106 - 2 * rack


def test_a_box_must_leave_as_many_tiles_for_the_pool_as_a_rack_has() -> None:
    """RK-5."""
    assert deal(copies=1, rack=18).pool == 18
    for options in ({"copies": 1, "rack": 18, "wildcards": 1}, {"copies": 1, "rack": 16, "numbers": 10}):
        with refused(grid_errors.BoxTooSmall, match=r"at least (54|48) tiles, .* This box has (53|42)\. \(RK-5\)"):
            deal(**options)
        with refused(grid_errors.BoxTooSmall):
            judge(rack="r4 r5 r6", after=ROW, options=options)


def test_the_racks_are_filled_in_turn() -> None:
    """RK-5."""
    dealt, picked = deal().state, deal(open_draft=True).state
    first = dealt.turn
    order = [tile for pair in zip(dealt.seats[first].rack, dealt.seats[1 - first].rack, strict=True) for tile in pair]

    assert order == [*picked.row, *reversed(picked.pool)][:28]


def drafted(**options: int) -> list[GridPosition]:
    """An open draft to its end, pick by pick."""
    games = [deal(open_draft=True, **options)]
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
    left = remove_tiles(last.view().row, game.seats[last.turn].rack[-1:])

    assert [len(seat.rack) for seat in game.seats] == [14, 14]
    assert (game.view().row, game.pool, game.turn) == ((), 106 - 28, start.turn)
    assert tiles_in_play(game.state) == tiles_in_play(start.state)
    assert not Counter(left) - Counter(game.state.pool)
    assert set(game.state.pool[-5:]) != {*left, last.state.pool[-1]}
    assert game.draw(game.turn).scores[game.turn] == -1


@pytest.mark.parametrize("rack", [10, 18])
def test_racks_of_another_size_are_drafted_until_they_are_full(rack: int) -> None:
    """RK-6."""
    *_, last, game = drafted(rack=rack)

    assert [len(seat.rack) for seat in game.seats] == [rack, rack]
    assert (last.view().row != (), game.view().row, game.pool) == (True, (), 106 - 2 * rack)
    assert game.draw(game.turn).scores[game.turn] == -1


@pytest.mark.parametrize("line", ["draw", "pass", "play h8=r1 i8=r2 j8=r3"])
def test_nothing_but_picking_is_done_in_the_draft(line: str) -> None:
    """RK-6."""
    game = deal(open_draft=True)

    assert (game.view().may_draw, game.view().may_pass) == (0, False)
    with refused(grid_errors.StillDrafting):
        game.does(game.turn, line)


def test_only_what_is_in_the_row_is_picked() -> None:
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


def test_a_turn_may_move_any_number_of_tiles() -> None:
    """RK-7."""
    game = kruss(racks=["b4 k4", "o1"], cells=f"{ROW} k8=r7 a3=b9 b3=k9 c3=r9 d3=o9")

    after = game.place(0, "h8>g1 g2=b4 g3=k4 i8>h8 j8>i8 k8>j8 a3>e3")

    assert after.cells == "G1=R4 G2=B4 B3=K9 C3=R9 D3=O9 E3=B9 G3=K4 H8=R5 I8=R6 J8=R7"
    assert after.sentences == ["A placed B4 K4 at G2 G3, moved 5 tiles: +1 point."]


def test_all_parts_of_a_turn_are_done_at_once() -> None:
    """RK-7."""
    game = kruss(racks=["r7", "o1"], cells="h8=r4 i8=r5 j8=r6")

    assert game.place(0, "h8>j8 j8>h8 g8=r7").cells == "G8=R7 H8=R6 I8=R5 J8=R4"
    assert [each.mark for each in game.place(0, "k8=r7").view().tiles] == [*[Mark.STILL] * 3, Mark.PLAYED]


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


def test_a_player_who_could_place_may_draw() -> None:
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
        with refused(grid_errors.CellTaken, match="R6 is already on J8|R7 is already on K8"):
            kruss(racks=["r6 r7 r7", "o1"], cells=ROW).place(0, text)


# The grid


def test_a_tile_in_a_set_across_and_in_one_down_is_an_intersection() -> None:
    """RK-15."""
    game = kruss(racks=["b5 k5", "o1"], cells=ROW)

    assert game.place(0, "i7=b5 i9=k5").view().intersections == (1, 0)
    assert game.place(0, "i7=b5 i9=k5").sentences == ["A placed B5 K5 at I7 I9 with 1 new intersection: +2 points."]


# Wildcards


def test_one_wildcard_may_say_what_another_is() -> None:
    """RK-16."""
    game = kruss(racks=["j j r5 b4 k4", "o1"], pool="")

    assert "H8=J:R4 I8=R5 J8=J:R6" in game.place(0, "h8=j i8=r5 j8=j h7=b4 h9=k4").cells


def test_a_natural_tile_stands_for_nothing_else() -> None:
    """RK-16."""
    with refused(grid_errors.NoWildcard):
        kruss(racks=["r7", "o1"], cells=ROW).place(0, "h8>k8=j:r7 g8=r7")


WILD = "h8=r4 i8=r5 j8=j:r6 k8=r7"


def test_a_wildcard_that_moves_may_be_declared_anew() -> None:
    """RK-17."""
    game = kruss(racks=["r6 b2 b3", "o1"], cells=WILD)

    assert "C1=J:B4" in game.place(0, "j8>c1=j:b4 j8=r6 a1=b2 b1=b3").cells
    with refused(grid_errors.BrokenLine, match="B2 B3 R6"):
        game.place(0, "j8>c1 j8=r6 a1=b2 b1=b3")
    assert judge(cells=WILD, rack="r6 b2 b3", after="h8=r4 i8=r5 j8=r6 k8=r7 a1=b2 b1=b3 c1=j:b4")


# Notation


@pytest.mark.parametrize(
    "text",
    [
        "",
        "h8",
        "h8=",
        "=r4",
        "h8>",
        "h8=r4=r5",
        "h8=j:j",
        "h0=r4",
        "h8=r4r5",
        "ä8=r4",
        "h8=r4>j3",
        "h8>j3=r5",
        "J",
        "¼8=r4",
    ],
)
def test_a_turn_that_cannot_be_read_is_refused_with_an_example(text: str) -> None:
    with refused(errors.BadNotation):
        VARIANT.read(0, f"play {text}")


@pytest.mark.parametrize(
    "line",
    [
        "play H8=R5 H9=J:R6 K4>J3 K5>J4=J:B7",
        "play H8=J",
        "play table: H8=R5 H9=J:R6",
        "play table:",
        "pick J",
        "pick R5",
        "draw 1",
    ],
)
def test_a_line_is_read_back_as_it_is_written(line: str) -> None:
    assert VARIANT.read(0, line).line() == line


def test_a_table_without_wildcards_is_told_so() -> None:
    case = {"variant": "rummykruss", "rack": "r4 r5", "after": "h8=r4 i8=j j8=r5", "options": {"wildcards": 0}}

    assert "no tile “J”" in str(answer_case(case, load())["message"])


def test_the_window_gives_the_whole_grid_back() -> None:
    game = kruss(racks=["r7", "o1"], cells="h8=r4 i8=j:r5 j8=r6 i7=b5 i9=k5")

    assert game.view().written == "table:\nI7=B5\nH8=R4 I8=J:R5 J8=R6\nI9=K5"
    assert game.place(0, f"{game.view().written} K8=R7").cells == "I7=B5 H8=R4 I8=J:R5 J8=R6 K8=R7 I9=K5"
