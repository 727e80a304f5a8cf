from dataclasses import replace

import pytest

from engine.game.bench import Picks
from engine.game.bench_keys import CellKey, write
from engine.rummykruss.rules.cells import read_cell
from engine.rummykruss.view import GridView
from engine.tiles.notation import read_rack
from engine.tiles.sets import Mark
from engine.tiles.tiles import Box, Color
from render import Order, bench_png, bench_text
from render.content import REACH, is_on_grid
from render.pictures.grid_bench import hides_tiles, lay_out, mark_targets, ring_cells
from render.style.sizes import FIELD
from render.style.theme import FELT, HEADER, Sign
from tests.bench_keys import tile_keys
from tests.render.benches import NOTHING, appraised, drawn, on_grid, setting
from tests.render.scenes import full_grid, grid, picture, pixels, rack_of, share
from tests.render.scenes import rack as held

CROSS = "H8=R5 H9=R6 H10=R7 I9=B6 J9=K6"


def view(cells: str = CROSS, tiles: str = "R8 B4 B5 K9 O1 O2 O3 J") -> GridView:
    return replace(grid(cells, blocks="A1 C9", barred=(5, 12)), you=0, rack=held(tiles, 1))


FULL = replace(full_grid(), you=0, rack=rack_of(Box().tiles()[:14]))


@pytest.mark.parametrize("shown", [view(), view(""), FULL])
def test_a_bench_of_a_grid_has_the_rows_that_a_page_of_places_spans_and_weighs_at_most_60_kilobytes(
    shown: GridView,
) -> None:
    file = drawn(shown, on_grid(shown))
    window = lay_out(shown, setting(shown, on_grid(shown))).window

    assert picture(file).width == FIELD.width
    assert (window.rows, window.columns) == REACH
    assert len(file) <= 60_000


def test_the_row_to_pick_from_is_above_the_grid_of_a_bench() -> None:
    plain, with_row = view(""), replace(view(""), row=read_rack("O2 O3", Box()))
    above = (0, FIELD.notes, FIELD.width, FIELD.tallest // 4)
    seen = [share(drawn(each, on_grid(each)), FELT.inks[Color.ORANGE], above) for each in (plain, with_row)]

    assert seen[0] == 0
    assert seen[1] > 100


def test_placed_tiles_are_ringed_and_invalid_sets_are_dashed() -> None:
    shown = view()
    bench = on_grid(shown, "H11=R8 J10=B5")
    rings = ring_cells(bench, appraised(bench), NOTHING)

    assert rings == {(10, 7): Mark.PLAYED, (8, 9): Sign.BAD, (9, 9): Sign.BAD}
    assert share(drawn(shown, bench), FELT.bad) > 500


def test_a_moved_tile_and_a_picked_one_have_rings_of_their_own() -> None:
    bench = on_grid(view(), "K9=K6", gone="J9")

    assert ring_cells(bench, appraised(bench), Picks(on_table=tile_keys("H8")))[7, 7] is Sign.PICKED
    assert marks_of("G9=K6", gone="J9")[8, 6] is Mark.MOVED


def marks_of(cells: str, gone: str = "") -> dict[tuple[int, int], object]:
    bench = on_grid(view(), cells, gone)
    return dict(ring_cells(bench, appraised(bench, told=False), NOTHING))


def test_a_joker_without_a_face_is_drawn_as_a_joker() -> None:
    shown = view()

    assert pixels(drawn(shown, on_grid(shown, "L12=J"))) != pixels(drawn(shown, on_grid(shown, "L12=J:R9")))


def test_a_tile_taken_away_goes_on_hold_and_moves_nothing_else() -> None:
    shown = view()
    before, after = (picture(drawn(shown, bench)) for bench in (on_grid(shown), on_grid(shown, gone="J9 I9")))
    corner = (0, 50, 400, 300)

    assert before.crop(corner).tobytes() == after.crop(corner).tobytes()
    assert share(drawn(shown, on_grid(shown, gone="J9 I9")), FELT.played) > 2000


def test_without_names_no_players_are_shown() -> None:
    shown = view()
    game = setting(shown, on_grid(shown))

    files = [bench_png(each) for each in (game, replace(game, names=()))]
    strip = (0, 0, FIELD.width, HEADER.foot)
    assert [share(each, FELT.seats[1], strip) > 0 for each in files] == [True, False]


def test_the_words_name_cells() -> None:
    shown = view()
    bench = on_grid(shown, "H11=R8 J10=B5", gone="H8")
    picks = Picks(rack=read_rack("O2", Box()), on_table=tile_keys("I9", "hold.0"))

    assert bench_text(setting(shown, bench, picks, Order.NUMBER)) == (
        "Changed: H8: empty; H11: R8; J10: B5 (touching tiles must form a set of three or more); "
        "J9 (touching tiles must form a set of three or more). On hold: R5. Picked up: O2, R5, B6 of I9. "
        "Your rack: O1 O2 O3 B4 K9 J. New: J. You 14 tiles, 0 points · 0 intersections, to play; "
        "Ben 14 tiles, 0 points · 0 intersections. Pool: 41 tiles. Unchanged: H9: R6; I9: B6; J9: K6; H10: R7."
    )


def test_cells_where_picked_tiles_can_go_are_lettered_with_what_they_score() -> None:
    shown = replace(view(tiles="R4 B5 K5 O1"), barred=())
    bench = on_grid(shown)
    one, two = (setting(shown, bench, Picks(rack=read_rack(tiles, Box()))) for tiles in ("R4", "B5 K5"))

    assert (one.lettered["A"].key, one.lettered["A"].points) == (CellKey("H7"), 1)
    assert [each.fits for each in one.lettered.values()] == [True] + [False] * 8
    assert [(write(each.key), each.points) for each in two.lettered.values()] == [("F8-", 2)]
    assert mark_targets(two.lettered) == {(7, 5): [("A", "+2")]}
    assert share(bench_png(two), FELT.good) > share(drawn(shown, bench), FELT.good) + 1000
    assert "Places for them: A: F8 right +2." in bench_text(two)


def test_cells_outside_the_part_with_tiles_are_shown_if_they_are_lettered() -> None:
    shown = replace(view("H8=R5 H9=R6 H10=R7", tiles="R8 R9 R10 R11 R12 R13"), barred=())
    scene = setting(shown, on_grid(shown), Picks(rack=read_rack("R8 R9 R10 R11 R12", Box())))

    assert share(bench_png(scene), FELT.good) > 1000


def test_no_letter_has_points_where_nothing_is_judged() -> None:
    shown = view(tiles="R4 B5 K5 O1")
    scene = setting(shown, on_grid(shown), Picks(rack=read_rack("R4", Box())), told=False)

    assert {points for lines in mark_targets(scene.lettered).values() for _, points in lines} == {""}
    assert "Places for them: A: H7; " in bench_text(scene)


WIDE = "A1=R1 B1=R2 C1=R3 M15=K1 N15=K2 O15=K3"


@pytest.mark.parametrize("picked", ["", "R4", "R7"])
def test_a_grid_too_wide_for_legible_tiles_is_cropped_to_where_picked_ones_can_go(picked: str) -> None:
    shown = view(WIDE, tiles="R4 R5 R6 R7 B8 B9 B10 K7 K8 K9 O1 O2 O3 J")
    scene = setting(shown, on_grid(shown), Picks(rack=read_rack(picked, Box()) if picked else ()))
    layout, whole = lay_out(shown, scene), lay_out(shown, replace(scene, page=1, picks=NOTHING))

    assert layout.size.width >= FIELD.legible > whole.size.width
    assert FIELD.legible / FIELD.width * 309 >= 24  # CSS pixels on a phone
    assert all(read_cell(each.key.cell) in layout.window for each in scene.lettered.values() if is_on_grid(each.key))
    assert hides_tiles(shown, scene)
    assert whole.window.rows == whole.window.columns == shown.size


def test_each_page_of_places_is_seen_at_once() -> None:
    shown = view(WIDE, tiles="R4 O1")
    scene = setting(shown, on_grid(shown), Picks(rack=read_rack("R4", Box())))
    pages = [replace(scene, page=page) for page in range(30)]

    assert {lay_out(shown, each).size.width for each in pages} == {FIELD.legible}
    assert len({each.key for page in pages for each in page.lettered.values()}) == 100


def test_the_crop_stays_put_while_all_that_matters_is_in_it() -> None:
    shown = replace(view("G8=R6+ H8=R7+ I8=R8+ A1=B1 O15=B2", tiles="R9 B5 K5 O1"), barred=())
    still, near, far = (lay_out(shown, setting(shown, on_grid(shown, cells))) for cells in ("", "I9=R9", "A15=R9"))

    assert near == still
    assert (14, 0) in far.window
    assert (14, 0) not in still.window
