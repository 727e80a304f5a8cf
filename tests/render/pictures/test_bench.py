from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.game.bench import DraftCheck, Picks
from engine.game.bench_keys import SetKey
from engine.rules.claims import ClaimedSet
from engine.table.view import TableView
from engine.tiles.notation import read_pieces, read_rack, read_tile
from engine.tiles.sets import Mark, generate_labels
from engine.tiles.tiles import Box, Color
from render import Order, Sorting, bench_png, bench_text
from render.content import arrange_rack, group_rack, group_tiles, list_rack_tiles, make_rack_tiles, make_trays
from render.parts.bench_trays import find_faces, make_bench_trays, mark_changes
from render.parts.header import fit_chips, make_chips
from render.parts.set_trays import measure_tray_height
from render.pictures.bench import BARE_TOP, TOP, BenchPlan, choose_plan, lay_out_bench
from render.sprites.atlas import ornament_atlas
from render.sprites.sprites import icon_name
from render.style.palette import make_palette
from render.style.sizes import BENCH, CHIP, TileSize
from render.style.theme import FELT, HEADER, SHEET, Sign
from render.text import standing
from tests.bench_keys import tile_keys
from tests.render.benches import NOTHING, appraised, drawn, on, setting
from tests.render.scenes import NAMES, THREES, claimed, grid, picture, rack_of, scene, seat, sets, share
from tests.render.scenes import rack as held

TABLE = "R4 R5 R6 / R9 B9 K9 / K1 K2 K3 K4 / O5 O6 O7 O8"
RACK = "R1 R2 R7 B3 B4 B9 K5 O9 O10 O13 J"


def view(table: str = TABLE, tiles: str = RACK, fresh: int = 0) -> TableView:
    return scene(table, rack=held(tiles, fresh))


def plan_of(shown: TableView) -> BenchPlan:
    assert shown.rack
    return choose_plan(make_trays(shown.table), group_tiles(make_rack_tiles(shown.rack), Order.COLOR))


LARGE = scene(THREES, rack=rack_of((Box().tiles() * 2)[:92]))
"""35 sets beside a rack of 92, as from two boxes."""


@pytest.mark.parametrize(
    ("shown", "rows"),
    [
        (view(""), {}),
        (view(), {"A": "R4 R5 R6 R7", "E": "B3 B4"}),
        (scene(TABLE, rack=rack_of(Box().tiles()[:92])), {"A": "R4 R5 R6 R7"}),
        (scene(" / ".join(THREES.split(" / ")[:30]), rack=rack_of((Box().tiles() * 2)[:160:4])), {"B": "K2 B2 R2 O2"}),
        (LARGE, {"B": "K2 B2 R2 O2", "C": "K3 B3", "AK": "R9 R10 R11"}),
    ],
)
def test_a_bench_is_of_one_width_and_weighs_at_most_60_kilobytes_with_one_box(
    shown: TableView, rows: dict[str, str]
) -> None:
    file = drawn(shown, on(shown, **rows))

    assert picture(file).width == SHEET.width
    assert picture(file).mode == "P"
    assert len(file) <= (60_000 if shown is not LARGE else 75_000)


@pytest.mark.parametrize("on_table", [0, 1, 5, 12, 25, 35, 40])
@pytest.mark.parametrize("count", [1, 14, 30, 60])
def test_tiles_of_the_rack_are_at_least_84_wide_and_never_smaller_than_on_the_table(count: int, on_table: int) -> None:
    sets = (THREES.split(" / ") * 2)[:on_table]
    shown = scene(" / ".join(sets), rack=rack_of((Box().tiles() * 2)[: 2 * count : 2]))
    file = picture(drawn(shown, on(shown)))
    plan = plan_of(shown)

    assert plan.held >= 84
    assert plan.tiles <= plan.held
    assert plan.tiles >= (40 if count + 3 * on_table > 106 else 49 if count + 3 * on_table > 60 else 57)
    assert file.height == plan.height <= (1500 if count + 3 * on_table > 106 else 1200)


def test_the_felt_has_room_for_two_new_sets_and_little_more() -> None:
    for table, count in (("", 14), (TABLE, 14), (TABLE, 30), (THREES, 20)):
        shown = scene(table, rack=rack_of(Box().tiles()[: 2 * count : 2]))
        plan = plan_of(shown)
        row = measure_tray_height(TileSize(plan.tiles)) + TileSize(plan.tiles).gap
        (layout,) = lay_out_bench(make_trays(shown.table), set(), plan.tiles) or (None,)

        assert plan.room - (layout.height if layout else 0) <= 2 * row


def test_while_a_turn_is_arranged_the_picture_keeps_its_size_and_sets_their_places() -> None:
    shown = view()
    steps = [{}, {"A": "R4 R5 R6 R7"}, {"E": "B3 B4"}, {"C": "K1 K2 K3"}, {"C": "K1 K2 K3 K4 K5", "E": "R1 R2"}]
    images = [picture(drawn(shown, on(shown, **rows))) for rows in steps]
    first_tile = (50, TOP, 120, TOP + 90)

    assert len({image.size for image in images}) == 1
    assert len({image.crop(first_tile).tobytes() for image in images[2:]}) == 1


def test_a_changed_set_is_framed_green_or_red_and_others_stay_plain() -> None:
    shown = view()
    plain = drawn(shown, on(shown))
    legal = drawn(shown, on(shown, A="R4 R5 R6 R7"))
    wrong = drawn(shown, on(shown, A="R4 R5 R6 R1"))

    assert [share(file, FELT.good) > 500 for file in (plain, legal, wrong)] == [False, True, False]
    assert [share(file, FELT.bad) > 500 for file in (plain, legal, wrong)] == [False, False, True]


def test_tick_and_cross_differ_without_hue() -> None:
    for width, _ in CHIP.steps:
        tick, cross = (
            ornament_atlas()[icon_name(sign, TileSize(width))].point(
                lambda byte: 255 * (byte == make_palette()[FELT.on_gold])
            )
            for sign in (Sign.GOOD, Sign.BAD)
        )

        assert sum(a != b for a, b in zip(tick.tobytes(), cross.tobytes(), strict=True)) > tick.width


def test_a_table_that_judges_only_what_is_played_has_no_frames() -> None:
    shown = view()
    file = drawn(shown, on(shown, A="R4 R5 R6 R7", E="B3 B4"), told=False)

    assert share(file, FELT.good) == share(file, FELT.bad) == 0
    assert share(file, FELT.played) > 500


def test_a_set_whose_joker_is_unclear_asks_what_it_is() -> None:
    shown = view()
    bench = on(shown, E="B3 J B4")
    tray = next(tray for tray in make_bench_trays(bench, appraised(bench), NOTHING) if tray.label == "E")

    assert tray.chip is not None
    assert tray.chip.lines == ("joker", "is ?")
    assert tray.edge is Mark.PLAYED
    assert [each.face for each in tray.tiles] == [read_tile("B3", Box()), None, read_tile("B4", Box())]


def test_a_joker_that_is_clear_shows_what_it_stands_for() -> None:
    assert find_faces(read_pieces("B10 J B12", Box()), Box())[1] == read_tile("B11", Box())
    assert find_faces(read_pieces("J=R6 B6", Box()), Box())[0] == read_tile("R6", Box())
    assert find_faces(read_pieces("R6 B9 J", Box()), Box())[2] is None


def test_tiles_of_the_rack_are_marked_as_played_and_those_of_other_sets_as_moved() -> None:
    bench = on(view(), C="K1 K2 K3", E="K4 K5 J", A="R4 R5 R6 R7", D="")

    assert mark_changes(bench) == {
        "A": [Mark.STILL, Mark.STILL, Mark.STILL, Mark.PLAYED],
        "C": [Mark.STILL] * 3,
        "D": [],
        "E": [Mark.MOVED, Mark.PLAYED, Mark.PLAYED],
    }


def test_played_tiles_leave_gaps_and_the_others_stay() -> None:
    shown = view()
    assert shown.rack
    before, after = (arrange_rack(shown.rack, bench, NOTHING) for bench in (on(shown), on(shown, E="B3 B4 J")))

    assert [each.tile for each in before] == [each.tile for each in after]
    assert read_rack("B3 B4 J", Box()) == tuple(each.tile for each in after if each.is_gone)


def test_the_oldest_of_equal_tiles_are_picked_and_the_newest_stay_new() -> None:
    shown = view(tiles="R4 B5 R4 R4", fresh=1)
    assert shown.rack
    found = arrange_rack(shown.rack, on(shown), Picks(rack=read_rack("R4 R4", Box())))

    assert [each.is_picked for each in found] == [True, False, True, False]
    assert [each.is_new for each in found] == [False, False, False, True]


def test_a_picked_tile_of_the_rack_is_ringed_and_inverted() -> None:
    shown = view()
    without, with_one = (drawn(shown, on(shown), picks) for picks in (NOTHING, Picks(rack=read_rack("O9", Box()))))

    assert share(with_one, FELT.ink) > share(without, FELT.ink) + 300
    assert share(with_one, FELT.inks[Color.ORANGE]) > share(without, FELT.inks[Color.ORANGE]) + 3000


def test_a_tile_picked_in_a_set_is_ringed_there() -> None:
    shown = view()

    assert make_bench_trays(on(shown), DraftCheck(), Picks(on_table=tile_keys("B.1")))[1].tiles[1].ring is Sign.PICKED


def test_the_strip_for_what_is_on_hold_is_there_only_when_something_is() -> None:
    shown = view()
    none, some, picked = (
        drawn(shown, bench, picks)
        for bench, picks in (
            (on(shown), NOTHING),
            (on(shown, C="K1 K2 K3"), NOTHING),
            (on(shown, C="K1 K2 K3"), Picks(on_table=tile_keys("hold.0"))),
        )
    )

    below = (0, TOP, SHEET.width, 1000)
    assert share(none, FELT.played, below) == 0
    assert share(some, FELT.played, below) > 1000
    assert share(picked, FELT.ink) > share(some, FELT.ink) + 100


def test_with_small_tiles_changed_sets_come_first_and_large() -> None:
    bench = on(LARGE, B="K2 B2 R2 O2")
    shown = make_bench_trays(bench, appraised(bench), NOTHING)
    front, behind = lay_out_bench(shown, {"B"}, 40)

    assert [tray.label for row in front.rows for tray in row] == ["B"]
    assert front.size.width == BENCH.small > behind.size.width
    assert len([tray for row in behind.rows for tray in row]) == 34


def test_claims_and_crossings_are_drawn_as_on_the_table() -> None:
    shown = claimed(view("R5 B5 K5 / B7 B8 B9", "R3 R4 R6"), ClaimedSet("A", 1, 15, 1))
    bench = on(shown, C="R3 R4 R5@A R6")
    by_label = {
        tray.label: tray for tray in make_bench_trays(bench, appraised(bench), Picks(on_table=tile_keys("A@0")))
    }

    assert by_label["C"].tiles[2].share is not None
    assert by_label["C"].tiles[2].share.other == "A"
    assert by_label["A"].tiles[0].share is not None
    assert by_label["A"].tiles[0].ring is Sign.PICKED
    assert by_label["A"].edge is Mark.STILL
    assert share(drawn(shown, bench), FELT.seats[1]) > 500


@pytest.mark.parametrize(
    ("row", "lines"),
    [
        ("R4", ("1 of", "3 tiles")),
        ("R4 J", ("2 of", "3 tiles")),
        ("R4 R5 R7", ("no", "R6")),
        ("R4 R7 R8", ("gaps",)),
        ("R1 R4 R9", ("gaps",)),
        ("R1 R4 R9 J", ("gaps",)),
        ("R4 R5 R5", ("R5", "twice")),
        ("R9 B9 B9 K9", ("B9", "twice")),
        ("R9 B9 K9 O9 J", ("too", "long")),
        ("R4 B5 K6", ("mixed",)),
    ],
)
def test_a_word_or_two_say_why_a_row_is_not_a_set(row: str, lines: tuple[str, ...]) -> None:
    assert standing.explain_row(read_pieces(row, Box()), Box()) == lines


def test_on_cards_no_tile_is_named_as_notation_has_it() -> None:
    said = [
        standing.explain_row(read_pieces(row, Box()), Box(), named=False) for row in ("R4 R5 R7", "R4 R5 R5", "R4 J")
    ]

    assert said == [("gap",), ("one", "twice"), ("2 of", "3 tiles")]


def test_a_tile_on_hold_moves_no_set() -> None:
    shown = view()
    none, some = (picture(drawn(shown, bench)) for bench in (on(shown, D="O5 O6 O7 O8 O9"), on(shown, D="O5 O6 O7")))
    letters = (0, 0, 60, 400)

    assert none.crop(letters).tobytes() == some.crop(letters).tobytes()


def test_even_92_tiles_each_by_itself_find_room() -> None:
    shown = scene("", rack=rack_of(Box().tiles()[:92]))
    rows = {
        label: f"{tile.color}{tile.number}" for label, tile in zip(generate_labels(), Box().tiles()[:92], strict=False)
    }
    bench = on(shown, **rows)
    layouts = lay_out_bench(make_bench_trays(bench, appraised(bench), NOTHING), set(rows), 80)

    assert [layout.fits for layout in layouts] == [True]
    assert len(drawn(shown, bench)) <= 60_000


@settings(max_examples=25, deadline=None)
@given(st.data())
def test_whatever_is_picked_and_put_somewhere_can_be_drawn_and_told(data: st.DataObject) -> None:
    shown = view()
    bench = on(shown)
    for _ in range(data.draw(st.integers(1, 5))):
        keys = [key for tiles in bench.spots.values() for key in tiles]
        taken = data.draw(st.lists(st.sampled_from(keys), max_size=3, unique=True)) if keys else []
        indexes = data.draw(st.lists(st.sampled_from(bench.left), max_size=4, unique=True)) if bench.left else []
        picks = Picks(tuple(bench.rack[index] for index in indexes), tuple(taken))
        file = drawn(shown, bench, picks)
        text = bench_text(setting(shown, bench, picks, Order.NUMBER))

        assert picture(file).width == SHEET.width
        assert len(text) <= 1024
        if picks:
            target = data.draw(st.sampled_from(bench.targets(picks)))
            bench = bench.taken(picks, target.key) or bench


def test_many_new_sets_make_the_picture_higher_and_no_tile_smaller() -> None:
    shown = view()
    few, many = (on(shown, **dict(zip("EFGHIJKLMN", tiles, strict=False))) for tiles in (["R1"], RACK.split()[:10]))
    tall, low = (picture(drawn(shown, bench)).height for bench in (many, few))

    assert tall > low
    assert share(drawn(shown, many), FELT.played) > share(drawn(shown, few), FELT.played)


def test_the_strip_says_who_plays_what_they_hold_and_what_they_need() -> None:
    players = (
        seat(14, opened=False, needs=30),
        seat(7, opened=True),
        seat(3, opened=False),
        seat(9, opened=False, resigned=True, needs=30),
    )
    chips = make_chips(scene(seats=players, turn=1), ["You", "Ada", "Ben", "Cem"])

    assert [(chip.name, chip.figure, chip.notes[0]) for chip in chips] == [
        ("You", "14", "opens at 30"),
        ("Ada", "7", ""),
        ("Ben", "3", "not opened"),
        ("Cem", "9", ""),
    ]
    assert [chip.ground for chip in chips] == [FELT.chip, FELT.played, FELT.chip, FELT.chip]
    assert [chip.is_struck for chip in chips] == [False, False, False, True]


def test_the_strip_has_the_points_of_claims_and_of_grids() -> None:
    shown = claimed(scene(seats=(seat(score=65), seat(score=120))), ClaimedSet("A", 1, 15, 1))

    assert [chip.notes[0] for chip in make_chips(shown, NAMES[:2])] == ["65/200", "120/200"]
    assert [chip.notes[0] for chip in make_chips(grid(scores=(3, 1), crossings=(2, 1)), NAMES[:2])] == [
        "+3 points · 2 intersections",
        "+1 point · 1 intersection",
    ]


@pytest.mark.parametrize("count", range(2, 7))
@pytest.mark.parametrize("name", ["Ana", "Marguerite the Great", "齋藤 ケンジ"])
def test_chips_fit_into_the_strip(name: str, count: int) -> None:
    players = [seat(14, opened=False, needs=30, score=-120)] * count
    for shown in (claimed(scene(seats=players)), scene(seats=players), scene(seats=players, games=3)):
        row = make_chips(shown, [name] * count)
        fitted = fit_chips(row, 1080)

        assert sum(width for _, _, width in fitted) + HEADER.gap * (count - 1) <= 1080
        assert all(chip.measure(said, note) <= width for chip, (said, note, width) in zip(row, fitted, strict=True))


def test_the_words_say_what_has_changed_what_is_wrong_and_what_is_left() -> None:
    shown = view()
    bench = on(shown, A="R4 R5 R6 R7", C="K1 K3 K4", E="B3 B4")
    picks = Picks(rack=read_rack("O9", Box()), on_table=tile_keys("hold.0", "B.1"))

    assert bench_text(setting(shown, bench, picks)) == (
        "Changed: A: R4 R5 R6 R7; C: K1 K3 K4 (the numbers of a run must be consecutive and can't wrap around); "
        "E: B3 B4 (a set needs at least three tiles). On hold: K2. Picked up: O9, K2, B9 of B. "
        "Your rack: R1 R2 B9 K5 O9 O10 O13 J. You 14 tiles, to play; Ben 14 tiles. Pool: 41 tiles. "
        "Unchanged: B: R9 B9 K9; D: O5 O6 O7 O8."
    )


def test_the_words_of_an_untouched_bench_and_of_an_empty_rack() -> None:
    shown = view("R4 R5 R6", "R7 R8")

    assert bench_text(setting(shown, on(shown))) == (
        "Nothing has changed yet. Your rack: R7 R8. You 14 tiles, to play; Ben 14 tiles. Pool: 41 tiles. "
        "Unchanged: A: R4 R5 R6."
    )
    assert bench_text(setting(shown, on(shown, A="R4 R5 R6 R7 R8"))) == (
        "Changed: A: R4 R5 R6 R7 R8. Your rack is empty. You 14 tiles, to play; Ben 14 tiles. Pool: 41 tiles."
    )


def test_a_puzzle_s_bench_shows_no_players_and_no_pool() -> None:
    shown = view("R4 R5 R6", "R7 R8")
    game, puzzle = setting(shown, on(shown)), replace(setting(shown, on(shown)), names=())
    pictures = [picture(bench_png(each)) for each in (game, puzzle)]

    assert bench_text(puzzle) == "Nothing has changed yet. Your rack: R7 R8. Unchanged: A: R4 R5 R6."
    assert [share(bench_png(each), FELT.seats[0]) > 0 for each in (game, puzzle)] == [True, False]
    assert pictures[0].height - pictures[1].height == TOP - BARE_TOP
    below = [each.crop((0, top, SHEET.width, each.height)) for each, top in zip(pictures, (TOP, BARE_TOP), strict=True)]
    assert below[0].tobytes() == below[1].tobytes()


def test_the_words_name_the_first_of_very_many_changes_and_count_the_rest() -> None:
    rows = {each.label: "R1 B2" for each in sets(THREES)}
    bench = on(LARGE, **rows)
    text = bench_text(setting(LARGE, bench))

    assert len(text) <= 1024
    assert "more." in text
    assert "Your rack: R2" in text


def test_a_spectator_has_no_bench_and_a_bench_fits_its_kind_of_view() -> None:
    shown = view()
    bench = on(shown)

    with pytest.raises(ValueError, match="spectator"):
        drawn(replace(shown, rack=None), bench)
    with pytest.raises(TypeError, match="TableBench"):
        drawn(replace(grid(), rack=shown.rack), bench)


def test_kept_together_tiles_lead_the_rack_in_the_picture_and_in_the_menu() -> None:
    shown = view(tiles="R1 R1 R2 B3 B4 K5 K6 O9 J")
    together = (read_rack("R1 K6", Box()), read_rack("B4 O9", Box()))
    for order in Order:
        for rows in ({}, {"E": "R1 B3"}, {"E": "R1 R1 K6"}):
            sorting, bench = Sorting(order, together), on(shown, **rows)
            assert shown.rack
            groups = group_rack(shown.rack, bench, NOTHING, sorting)
            drawn_so = [each.tile for group in groups for each in group if not each.is_gone]

            assert [[each.tile for each in group] for group in groups[:2]] == [list(group) for group in together]
            assert drawn_so == list_rack_tiles(shown.rack, bench, sorting)
            assert sorted(map(str, drawn_so)) == sorted(str(shown.rack.tiles[index]) for index in bench.left)


def test_the_equal_tile_that_is_left_stays_with_its_group() -> None:
    shown = view(tiles="R1 R1 K6")
    assert shown.rack
    groups = group_rack(shown.rack, on(shown, E="R1"), NOTHING, Sorting(together=(read_rack("R1 K6", Box()),)))

    assert [each.is_gone for each in groups[0]] == [False, False]
    assert [each.is_gone for each in groups[1]] == [True]


def test_tiles_of_other_colors_are_dimmed_and_not_in_the_menu() -> None:
    shown = view()
    assert shown.rack
    bench = on(shown)
    sorting = Sorting(color="B")
    groups = group_rack(shown.rack, bench, NOTHING, sorting)
    scene_of = setting(shown, bench)
    bright, dim = (bench_png(replace(scene_of, sorting=each)) for each in (Sorting(), sorting))
    rack_box = (0, picture(bright).height - 270, SHEET.width, picture(bright).height)

    assert {each.tile.color for group in groups for each in group if not each.is_dim} == {"B", None}
    assert list_rack_tiles(shown.rack, bench, sorting) == list(read_rack("B3 B4 B9 J", Box()))
    assert share(bright, FELT.inks[Color.RED], rack_box) > 1000 > share(dim, FELT.inks[Color.RED], rack_box)
    assert share(dim, FELT.inks[Color.BLUE], rack_box) == share(bright, FELT.inks[Color.BLUE], rack_box)
    assert "Highlighted: B3 B4 B9 J." in bench_text(replace(scene_of, sorting=sorting))


def test_a_picked_tile_is_raised_on_the_table_too_and_the_open_set_is_framed() -> None:
    shown = view()
    bench = on(shown)
    plain, picked = (setting(shown, bench, picks) for picks in (NOTHING, Picks(on_table=tile_keys("A.1"))))
    opened = replace(plain, spot=SetKey("A"))
    above = (0, TOP - 12, 500, TOP)

    assert picture(bench_png(plain)).crop(above).tobytes() != picture(bench_png(picked)).crop(above).tobytes()
    assert share(bench_png(opened), FELT.ink) > share(bench_png(plain), FELT.ink) + 2000


def test_the_words_tell_what_is_kept_together() -> None:
    shown = view()
    sorting = Sorting(together=(read_rack("R1 K5", Box()),))
    text = bench_text(replace(setting(shown, on(shown)), sorting=sorting))

    assert "Your rack: R1 K5 R2 R7 B3 B4 B9 O9 O10 O13 J. Kept together: R1 K5." in text
