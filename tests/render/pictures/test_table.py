import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.game.views import Outcome
from engine.text.phrases import as_is
from engine.tiles.melds import Meld
from engine.tiles.sets import Mark
from engine.tiles.tiles import Color, Tile
from render import png, table_text
from render.content import choose_edge, make_trays
from render.parts.header import lay_out_rows, make_chips, measure_foot
from render.parts.set_trays import measure_tray_height, measure_tray_width
from render.pictures.table import TableLayout, lay_out_table
from render.sprites.fonts import semibold
from render.style.sizes import FIELD
from render.style.theme import FELT, HEADER, SHEET
from tests.render.scenes import (
    COLORS,
    FULL,
    NAMES,
    RUNS_OF_13,
    THREES,
    claimed,
    lettered,
    picture,
    pixels,
    rack,
    run,
    scene,
    seat,
    sets,
    share,
)

HEADER_BOX = (0, 0, SHEET.width, HEADER.foot + HEADER.pitch)
BOARD_BOX = (0, 66, SHEET.width, SHEET.height)
GROUPS = [
    Meld(tiles, tiles)
    for number in range(1, 14)
    for left_out in (*COLORS, None)
    if (tiles := tuple(Tile(color, number) for color in COLORS if color != left_out))
]
RUNS = [run(color, low, high - low + 1) for color in COLORS for low in range(1, 12) for high in range(low + 2, 14)]


@pytest.mark.parametrize("text", ["", "R4 R5 R6", FULL, THREES])
def test_a_picture_is_as_wide_as_the_gallery_shows_uncropped(text: str) -> None:
    image = picture(png(scene(text, seats=4), NAMES[:4]))

    assert image.size == (1200, 764)
    assert image.width / image.height <= 11 / 7
    assert image.format == "PNG"
    assert image.mode == "P"
    assert not image.has_transparency_data


@pytest.mark.parametrize("text", [FULL, THREES, f"{RUNS_OF_13} / {RUNS_OF_13}"])
def test_a_full_table_weighs_at_most_60_kilobytes(text: str) -> None:
    marked = lettered((each.meld for each in sets(text)), {"C": "LLL", "F": "MLM", "H": "MM"})

    assert len(png(scene(marked, seats=6), ["Maximilian the Great"] * 6)) <= 60_000


def test_the_same_position_gives_the_same_pixels_in_any_process() -> None:
    code = (
        "from hashlib import sha256\nfrom render import png\nfrom tests.render.scenes import *\n"
        "print(sha256(pixels(png(scene(FULL, seats=4), NAMES[:4]))).hexdigest())"
    )
    environment = os.environ | {"PYTHONHASHSEED": "7", "PYTHONPATH": str(Path(__file__).parents[3])}
    there = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True, env=environment)  # noqa: S603  # our own text

    here = [sha256(pixels(png(scene(FULL, seats=4), NAMES[:4]))).hexdigest() for _ in range(2)]

    assert [*here, there.stdout.strip()] == [here[0]] * 3


def test_threads_draw_side_by_side() -> None:
    views = [scene(text, seats=4) for text in ("", "R4 R5 R6", FULL, THREES)] * 4
    alone = [pixels(png(view, NAMES[:4])) for view in views]

    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda view: pixels(png(view, NAMES[:4])), views))

    assert together == alone


def test_35_sets_of_three_fit_with_tiles_that_can_be_read_at_400_pixels() -> None:
    """54 pixels is the floor: below it, numbers on a phone have less than 9 pixels."""
    layout = lay_out_table(make_trays(sets(THREES)))

    assert layout.fits
    assert layout.size.width >= 54
    assert [len(row) for row in layout.rows] == [5] * 7


def test_fewer_sets_have_larger_tiles() -> None:
    found = [
        lay_out_table(make_trays(sets(text))).size.width for text in ("R4 R5 R6", FULL, f"{RUNS_OF_13} / {RUNS_OF_13}")
    ]

    assert found == sorted(found, reverse=True)
    assert len(set(found)) == 3


def boxes(layout: TableLayout) -> list[tuple[int, int, int, int]]:
    found = []
    for index, row in enumerate(layout.rows):
        x, y = SHEET.side, SHEET.board_top + index * layout.pitch
        for placed in row:
            found.append((x, y, x + measure_tray_width(layout.size, placed), y + measure_tray_height(layout.size)))
            x = found[-1][2] + layout.size.gap
    return found


def one_box_of(melds: list[Meld]) -> list[Meld]:
    """The first sets that 106 tiles are enough for."""
    room, kept = 106, []
    for meld in melds:
        room -= len(meld.tiles)
        if room < 0:
            break
        kept.append(meld)
    return kept


@given(st.lists(st.sampled_from(GROUPS + RUNS), max_size=40).map(one_box_of))
def test_any_sets_of_one_box_fit_the_canvas_in_the_order_of_their_letters(melds: list[Meld]) -> None:
    layout = lay_out_table(make_trays(lettered(melds, {})))
    found = boxes(layout)

    assert [placed.label for row in layout.rows for placed in row] == [each.label for each in lettered(melds, {})]
    assert layout.fits
    assert all(right <= SHEET.width - SHEET.side for _, _, right, _ in found)
    assert all(bottom <= SHEET.height - SHEET.board_foot for *_, bottom in found)
    assert found == sorted(found, key=lambda box: (box[1], box[0]))


@settings(max_examples=15, deadline=None)
@given(st.lists(st.sampled_from(GROUPS + RUNS), max_size=60), st.integers(2, 6), st.data())
def test_every_table_has_a_picture(melds: list[Meld], seats: int, data: st.DataObject) -> None:
    marks = {each.label: data.draw(st.text("LM.", max_size=4)) for each in lettered(melds, {})[:3]}
    names = data.draw(st.lists(st.text(max_size=40), min_size=seats, max_size=seats))

    image = picture(png(scene(lettered(melds, marks), seats=seats), names))

    assert image.width == SHEET.width
    assert image.height >= SHEET.height


def test_for_more_sets_than_the_smallest_tiles_leave_room_for_the_canvas_grows() -> None:
    many = lettered([run(Color.RED, 1, 13)] * 40, {})

    assert picture(png(scene(many), NAMES[:2])).height > SHEET.height


def test_a_new_set_moves_none_before_it_while_the_tiles_keep_their_size() -> None:
    before, after = lay_out_table(make_trays(sets(FULL)[:19])), lay_out_table(make_trays(sets(FULL)[:21]))

    assert before.size == after.size
    assert boxes(after)[:19] == boxes(before)


def test_played_tiles_are_ringed_in_gold_and_moved_ones_in_cyan() -> None:
    still, laid, moved = (png(scene(sets("R4 R5 R6", {"A": mark})), NAMES[:2]) for mark in ("...", "L..", "M.."))

    assert share(still, FELT.played, BOARD_BOX) == share(still, FELT.moved, BOARD_BOX) == 0
    assert share(laid, FELT.played, BOARD_BOX) > 2000
    assert share(moved, FELT.moved, BOARD_BOX) > 2000


def test_a_set_with_played_and_moved_tiles_is_edged_in_gold() -> None:
    marked = sets("R4 R5 R6 / B4 B5 B6 / K4 K5 K6", {"A": ".ML", "B": ".M."})

    assert [choose_edge(each.marks) for each in marked] == [Mark.PLAYED, Mark.MOVED, Mark.STILL]


def test_a_joker_shows_what_it_stands_for() -> None:
    shown = ["J=R4 R5 R6", "R5 R6 J=R7", "R9 J K9", "R9 K9 O9 J", "R9 J K9 O9", "R9 J K9 B9"]

    assert len({pixels(png(scene(text), NAMES[:2])) for text in shown}) == len(shown)


def test_a_joker_of_open_color_shows_its_number_in_its_own_ink() -> None:
    open_color, settled = (png(scene(text), NAMES[:2]) for text in ("R9 J K9", "R9 J K9 O9"))

    assert share(open_color, FELT.blue) == 0 < share(settled, FELT.blue)
    assert share(open_color, FELT.joker) > share(settled, FELT.joker)


@pytest.mark.parametrize("color", COLORS)
def test_a_tile_is_printed_in_its_color(color: Color) -> None:
    assert share(png(scene(f"{color}4 {color}5 {color}6"), NAMES[:2]), FELT.inks[color], BOARD_BOX) > 1000


def test_an_empty_table_says_so() -> None:
    assert share(png(scene(), NAMES[:2]), FELT.dim, (400, 480, 800, 580)) > 500


@pytest.mark.parametrize("seats", range(2, 7))
def test_each_seat_has_its_disc_and_the_seat_to_move_is_gold(seats: int) -> None:
    file = png(scene(seats=seats, turn=seats - 1), NAMES[:seats])

    for index, color in enumerate(FELT.seats):
        assert (share(file, color, HEADER_BOX) > 500) == (index < seats)
    assert share(file, FELT.played, HEADER_BOX) > 1500


def test_no_seat_is_to_move_after_the_end_and_the_winners_are_gold() -> None:
    view = scene(seats=3, turn=0, outcome=Outcome((1,), (-20, 50, -30), as_is("Ben went out."), (2, 1, 3)))

    assert [chip.ground == FELT.played for chip in make_chips(view, NAMES[:3])] == [False, True, False]
    assert [chip.figure for chip in make_chips(view, NAMES[:3])] == ["\N{MINUS SIGN}20", "+50", "\N{MINUS SIGN}30"]


def test_players_without_a_first_play_are_dimmed_and_resigned_ones_struck() -> None:
    view = scene(seats=[seat(), seat(), seat(opened=False), seat(resigned=True)])

    assert [chip.ink for chip in make_chips(view, NAMES[:4])] == [FELT.on_gold, FELT.ink, FELT.dim, FELT.resigned]
    assert [chip.is_struck for chip in make_chips(view, NAMES[:4])] == [False, False, False, True]
    assert len({pixels(png(each, NAMES[:4])) for each in (view, scene(seats=4))}) == 2


def test_a_match_shows_the_score_so_far() -> None:
    seats = [seat(score=120), seat(score=-45)]

    assert [chip.notes for chip in make_chips(scene(seats=seats, games=3), NAMES[:2])] == [
        ("+120 points", "+120"),
        ("\N{MINUS SIGN}45 points", "\N{MINUS SIGN}45"),
    ]
    assert [chip.notes for chip in make_chips(scene(seats=seats), NAMES[:2])] == [("",), ("",)]
    assert pixels(png(scene(seats=seats, games=3), NAMES[:2])) != pixels(png(scene(seats=seats), NAMES[:2]))


@pytest.mark.parametrize("width", [SHEET.width, FIELD.width])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_on_a_phone_the_header_has_capitals_of_eight_and_a_half_pixels_all_names_and_all_points(
    players: int, width: int
) -> None:
    seats = [seat(tiles=14, score=120)] * players
    for view in (claimed(scene(seats=seats)), scene(seats=seats, games=3)):
        rows = lay_out_rows(view, NAMES[:players], width)

        assert all(name and note for row in rows for _, name, note, _ in row)
        assert measure_foot(view, NAMES[:players], width) <= HEADER.foot + HEADER.pitch
    assert round(semibold(HEADER.text).cap * 309 / SHEET.width, 1) >= 8.5


def test_the_real_name_changes_the_picture_only_where_it_can_be_drawn() -> None:
    assert pixels(png(scene(), ["김", "Ben"])) == pixels(png(scene(), ["P1", "Ben"]))
    assert pixels(png(scene(), ["さくら", "Ben"])) != pixels(png(scene(), ["P1", "Ben"]))
    assert pixels(png(scene(), ["\u202eAna\u0007", "Ben"])) == pixels(png(scene(), ["Ana", "Ben"]))


def test_counts_and_pool_are_shown() -> None:
    shown = [scene(seats=[seat(3), seat(9)]), scene(seats=[seat(4), seat(9)]), scene(seats=[seat(3), seat(9)], pool=7)]

    assert len({pixels(png(view, NAMES[:2])) for view in shown}) == 3


def test_private_facts_do_not_reach_the_public_picture() -> None:
    public = scene("R4 R5 R6")

    assert pixels(png(replace(public, you=0, rack=rack("K1 K2 J")), NAMES[:2])) == pixels(png(public, NAMES[:2]))


def test_a_view_without_a_picture_is_refused() -> None:
    with pytest.raises(TypeError, match="no picture of object"):
        png(object(), NAMES[:2])  # type: ignore[arg-type]  # that is the point


def test_a_table_without_players_has_the_usual_size_and_no_header() -> None:
    view = scene("R4 R5 R6", seats=1)
    game, puzzle = png(view, NAMES[:1]), png(view, ())

    assert picture(puzzle).size == picture(game).size
    assert [share(each, FELT.seats[0]) > 0 for each in (game, puzzle)] == [True, False]
    assert table_text(view, ()) == "Sets: A: R4 R5 R6."
