"""The bench's panel: what it shows when, and that it fits a message in every state."""

from collections.abc import Sequence
from dataclasses import replace
from io import BytesIO
from itertools import product
from typing import Any

import discord
import pytest

from engine.game.bench import Picks, ReadyPlay
from engine.game.bench_keys import write
from engine.text.phrases import as_is
from engine.tiles.notation import read_rack
from engine.tiles.tiles import Box
from services.benches import BenchScreenData
from services.game_view import NewsLine, prepare_game_view
from storage.benches import BenchState
from storage.settings import Person
from tests.bench_keys import spot, tile_keys
from tests.grid_positions import GridPosition, grid
from tests.positions import Position, position
from tests.support.limits import check
from tests.support.panels import list_parts, list_texts
from tests.ui.screens.test_hints import game_of
from ui.controls import MOST_ENTRIES, Control
from ui.pictures import make_bench_scene
from ui.screens.bench import input as steps
from ui.screens.bench import menus, screen

LARGE = {"box": "large", "assistance": "full"}
MANY = " / ".join(f"{a}{n} {b}{n} {c}{n}" for n in range(1, 13) for a, b, c in ("RBK", "RBO", "RKO"))
HALF = " ".join(f"{color}{number}" for color in "RBKO" for number in range(1, 14))


def shown(
    where: Position | GridPosition, state: BenchState | None = None, seat: int = 0, note: str = ""
) -> BenchScreenData:
    """The bench of a seat, with what its state holds."""
    state, view = state or BenchState(), where.view(seat)
    arranged = where.system.prepare_draft(view, state.draft)
    game_view = prepare_game_view(game_of(where.state), where.system, view, "x" * 100)
    told = where.system.check_draft(view, arranged.bench)
    return BenchScreenData(game_view, state, arranged, told, Person(), note)


def offering(bench: BenchScreenData, *said: str, is_best: bool = False) -> BenchScreenData:
    """The bench with ready plays of these words."""
    plays = (ReadyPlay(bench.arranged.bench, as_is(each), 100, is_best) for each in said)
    return replace(bench, ready=tuple(plays))


def panel(bench: BenchScreenData) -> discord.ui.LayoutView:
    picture = discord.File(BytesIO(), filename="bench-1-1.png", description="x" * 1024)
    return screen.build_bench(bench, picture)


def controls(bench: BenchScreenData) -> dict[str, Any]:
    """What can be tapped, by its verb; the last of several."""
    found = {}
    for item in list_parts(panel(bench)):
        if control := Control.read(str(getattr(item, "custom_id", ""))):
            found[f"{control.verb} {control.argument}".strip()] = item
    return found


def menu(bench: BenchScreenData, verb: str) -> list[discord.SelectOption]:
    """The options of a menu."""
    return next(list(item.options) for name, item in controls(bench).items() if name.split()[0] == verb)


def options(bench: BenchScreenData, verb: str) -> list[str]:
    """The labels of a menu."""
    return [option.label for option in menu(bench, verb)]


def labels(bench: BenchScreenData) -> set[str]:
    """The labels of all buttons."""
    return {getattr(item, "label", "") or "" for item in list_parts(panel(bench))}


def button_rows(bench: BenchScreenData) -> list[list[str]]:
    """The labels of the buttons below the menus, row by row."""
    rows = [each.children for each in list_parts(panel(bench)) if isinstance(each, discord.ui.ActionRow)]
    found = [[each.label or "" for each in row if isinstance(each, discord.ui.Button)] for row in rows]
    return [row for row in found if row]


def texts(bench: BenchScreenData) -> str:
    """All that the panel says."""
    return "\n".join(list_texts(panel(bench)))


def chosen(bench: BenchScreenData, verb: str) -> list[str]:
    """The labels of what a menu shows as chosen."""
    return [option.label for option in menu(bench, verb) if option.default]


def enabled(bench: BenchScreenData) -> set[str]:
    return {
        name
        for name, item in controls(bench).items()
        if not isinstance(item, discord.ui.Select)
        and not item.disabled
        and name.split()[0] in {"step", "fit", "confirm"}
    }


def stepped(bench: BenchScreenData, step: Any, argument: str, *values: str) -> BenchScreenData:
    """The bench after a tap."""
    state = step(bench, argument, list(values))
    assert state is not None
    arranged = bench.game_view.variant.prepare_draft(bench.game_view.view, state.draft)
    told = bench.game_view.variant.check_draft(bench.game_view.view, arranged.bench)
    return replace(bench, state=state, arranged=arranged, appraisal=told)


def pick(bench: BenchScreenData, *tiles: str) -> BenchScreenData:
    """The bench after tiles of its rack's first page were picked."""
    return stepped(bench, steps.pick_from_rack, "0", *tiles)


def picks(rack: str) -> Picks:
    return Picks(read_rack(rack, Box()))


def a_bench(rack: str = "R6 K1", **options: Any) -> BenchScreenData:
    """The bench of a player to move, beside one run."""
    return shown(position("classic", table="R3 R4 R5", racks=[rack, "O1"], options=options))


# as large as can be


@pytest.mark.usefixtures("any_language")
@pytest.mark.parametrize(
    "state",
    [
        BenchState(),
        BenchState(picks=picks("R1 R2 R3 B1 K1 O1")),
        BenchState(picks=picks("R1 R2 R3 B1 K1 O1"), spot=spot("AD")),
        BenchState(picks=picks("R1")),
        BenchState(spot=spot("A")),
        BenchState(color="R"),
        BenchState(page=3, targets=1, spots=1),
    ],
)
async def test_the_largest_bench_fits_a_message_in_every_state(state: BenchState) -> None:
    crowded = position("classic", table=MANY, racks=[HALF, *["-"] * 4], options=LARGE, pool="")

    bench = shown(crowded, state, note="x" * 300)
    news = (NewsLine(as_is("x" * screen.MOST_NEWS), as_is("x" * 100)),)
    for has_legend in (False, True):
        check(panel(replace(bench, game_view=replace(bench.game_view, news=news), has_legend=has_legend)))
    for length in (5, 30, 60, 90):
        check(panel(offering(bench, *["é" * length] * 5, is_best=True)))


CELLS = " ".join(
    f"{column}{row}={color}{number}"
    for row, color in zip(range(1, 9, 2), "RBKO", strict=True)
    for number, column in enumerate("ABCDEFGHIJKLM", 1)
)


@pytest.mark.usefixtures("any_language")
@pytest.mark.parametrize(
    "where",
    [
        position(
            "classic", table="R1 R2 R3", racks=[f"{HALF} {HALF} J J", "-"], pool="", options={"assistance": "full"}
        ),
        grid("rummykruss", cells=CELLS, racks=[HALF.replace("O13", "J"), "-"], pool=""),
    ],
)
@pytest.mark.parametrize(
    "state",
    [
        BenchState(),
        BenchState(picks=picks(HALF.replace("O13", "J"))),
        BenchState(picks=picks("R1 R2 R3")),
        BenchState(page=4),
        BenchState(color="K", picks=picks("K1")),
        BenchState(spot=spot("1")),
    ],
)
async def test_the_longest_rack_and_the_largest_grid_fit_a_message(
    where: Position | GridPosition, state: BenchState
) -> None:
    check(panel(offering(shown(where, state, note="x" * 300), *["x" * 60] * 5)))


# what is shown when


async def test_an_untouched_bench_offers_the_rack_and_the_table() -> None:
    bench = shown(position("classic", table="R3 R4 R5 / B9 K9 O9", racks=["R6 R6 J", "O1"]))

    assert options(bench, "pick") == ["R6", "R6", "J"]
    assert options(bench, "spot") == ["A: R3 R4 R5", "B: B9 K9 O9"]
    assert "target" not in controls(bench)
    assert enabled(bench) == set()


async def test_targets_that_make_a_set_are_ticked_and_come_first() -> None:
    where = position("classic", table="B9 K9 O9 / R3 R4 R5 / B6 K6 O6", racks=["R6 K1", "O1"])
    bench = pick(shown(where), "R6")

    assert options(bench, "target")[:2] == ["✔ B: R3 R4 R5 R6", "✔ C: R6 B6 K6 O6"]
    assert options(bench, "target")[-1].endswith("(not a set yet)")
    assert "fit" in enabled(bench)
    assert "Holding R6: choose where to put it." in texts(bench)


async def test_tiles_with_one_target_go_there_at_once_and_can_be_undone() -> None:
    bench = pick(a_bench(), "R6")

    assert [each.label for each in bench.arranged.bench.changes] == ["A"]
    assert not bench.state.picks
    assert {"confirm", "step undo", "step reset", "fit"} == enabled(bench)
    undone = stepped(bench, steps.step_through_drafts, "undo")
    assert undone.arranged.bench.changes == ()
    assert "step redo" in enabled(undone)


async def test_a_strict_table_ticks_nothing_moves_nothing_by_itself_and_lets_confirm() -> None:
    bench = pick(a_bench(strict_mistakes=True), "R6")

    assert bench.state.picks
    assert not any("✔" in label for label in options(bench, "target"))
    wrong = stepped(bench, steps.place_picks, "", "new")
    assert "confirm" in enabled(wrong)
    assert "fit" not in controls(wrong)


@pytest.mark.parametrize("key", ["classic", "rummy_cube", "rummi200kub", "packkub", "rummykruss"])
async def test_a_turn_starts_with_five_buttons_all_of_which_can_be_pressed(key: str) -> None:
    where: Position | GridPosition
    if key == "rummykruss":
        where = grid(key, cells="A1=R3 B1=R4 C1=R5", racks=["R6 K1", "O1"], options={"assistance": "full"})
    elif key == "packkub":
        where = position(key, table="S3 S4 S5", racks=["S2 M1", "C1"], options={"assistance": "full"})
    else:
        where = position(key, table="R3 R4 R5", racks=["R6 K1", "O1"], options={"assistance": "full"})

    (row,) = button_rows(shown(where))

    ends = ["Draw", "Claim", "Hint", "Sort"] if key == "rummi200kub" else ["Draw", "Hint", "Sort", "Rules"]
    assert row == [*ends, "More"]
    assert not any(getattr(item, "disabled", False) for item in list_parts(panel(shown(where))))


async def test_help_that_only_places_tiles_says_whether_there_is_a_play_where_a_hint_would_be() -> None:
    assert button_rows(a_bench(assistance="fit")) == [["Draw", "Any play?", "Rules", "More"]]
    assert button_rows(offering(a_bench(assistance="fit"), "-"))[-1] == ["Draw", "Sort", "Rules", "More"]
    assert button_rows(a_bench(assistance="off")) == [["Draw", "Sort", "Rules", "More"]]
    assert "Any play?" not in labels(a_bench(assistance="fit", strict_mistakes=True))


async def test_with_a_draft_draw_is_not_beside_confirm_and_only_what_does_something_is_there() -> None:
    drafted = pick(a_bench(assistance="full"), "R6")
    undone = stepped(drafted, steps.step_through_drafts, "undo")
    picked = shown(position("classic", table="R3 R4 R5", racks=["R8 K1", "O1"]), BenchState(picks=picks("R8")))

    assert button_rows(drafted) == [["Confirm 1 tile", "Undo", "Start over"], ["Arrange", "Draw", "More"]]
    assert button_rows(undone) == [["Redo"], ["Draw", "Hint", "Sort", "Rules", "More"]]
    assert button_rows(picked) == [
        ["Place the picked tiles first", "Undo"],
        ["Keep together", "Arrange", "Draw", "More"],
    ]


async def test_between_turns_another_game_that_waits_comes_first() -> None:
    bench = replace(shown(position("classic", racks=["O1 K1", "R6 K1"]), seat=1), others_wait=True)

    assert button_rows(bench) == [["Next game", "Sort", "Rules", "More"]]


async def test_picking_tiles_of_an_open_set_closes_it() -> None:
    where = position("classic", table="R3 R4 R5 R6 / B9 K9 O9", racks=["K1 B6", "O1"])
    bench = stepped(shown(where), steps.take_from_table, "", "A")

    assert options(bench, "lying") == ["R3", "R4", "R5", "R6", "All of them", "Close"]
    picked = stepped(bench, steps.pick_from_set, "", "A.3")
    assert picked.state.picks.on_table == tile_keys("A.3")
    assert picked.state.spot is None
    again = stepped(picked, steps.take_from_table, "", "A")
    assert (chosen(bench, "lying"), chosen(again, "lying")) == ([], ["R6"])
    whole = stepped(bench, steps.pick_from_set, "", menus.WHOLE)
    assert whole.state.picks.on_table == tile_keys("A.0", "A.1", "A.2", "A.3")
    closed = stepped(again, steps.pick_from_set, "", menus.CLOSE)
    assert closed.state.spot is None
    assert closed.state.picks.on_table == tile_keys("A.3")


async def test_a_joker_that_may_be_several_things_is_asked_for() -> None:
    where = position("classic", racks=["R10 J J K1", "O1"])
    bench = pick(shown(where), "R10", "J", "J.2")

    assert options(bench, "face") == ["A: R10 10 10", "A: R10 R11 R12", "A: R9 R10 R11", "A: R8 R9 R10"]
    told = stepped(bench, steps.read_joker, "", "A.1")
    assert not told.appraisal.unclear
    assert "confirm" in enabled(told)


async def test_a_large_rack_is_leafed_through_and_filtered_by_color() -> None:
    bench = shown(position("classic", racks=[HALF, "-"], pool=""))

    assert len(options(bench, "pick")) == MOST_ENTRIES
    pages = ["Tiles 1-25 of 52", "Tiles 26-50 of 52", "Tiles 51-52 of 52"]
    assert options(bench, "color") == [*pages, "Red", "Blue", "Black", "Orange"]
    assert chosen(bench, "color") == pages[:1]
    second = stepped(bench, steps.filter_rack, "", "1")
    assert chosen(second, "color") == pages[1:2]
    assert options(second, "pick")[0] == "B13"
    assert options(pick(second, "R1", "R5"), "color") == pages
    black = stepped(second, steps.filter_rack, "", "K")
    assert options(black, "pick") == [f"K{number}" for number in range(1, 14)]
    assert chosen(black, "color") == ["Black"]
    assert options(black, "color") == ["All colors", "Red", "Blue", "Black", "Orange"]


async def test_a_rack_that_got_shorter_than_a_page_leads_back_from_one_color_to_all_and_has_no_pages() -> None:
    bench = shown(position("classic", racks=["R6 K1", "O1"]), BenchState(color="K"))

    assert not any(name.split()[0] == "color" for name in controls(replace(bench, state=BenchState())))
    assert options(bench, "pick") == ["K1"]
    assert options(stepped(bench, steps.filter_rack, "", "all"), "pick") == ["R6", "K1"]
    assert options(bench, "color")[0] == "All colors"


async def test_single_tiles_of_the_table_that_can_go_are_offered_those_first_that_suit_the_picks() -> None:
    where = position("classic", table="R3 R4 R5 R6 / B9 J O9 / B2 K2 O2 R2", racks=["K6 B6 K13", "O1"])

    assert options(shown(where), "spot")[:3] == ["R3 from A", "R6 from A", "J from B"]
    picked = pick(shown(where), "K6", "B6")
    assert options(picked, "spot")[0] == "R6 from A"
    taken = stepped(picked, steps.take_from_table, "", "A.3")
    assert [each.label for each in taken.arranged.bench.changes] == ["A", "D"]
    assert not taken.state.picks


async def test_whole_sets_come_before_those_that_share_a_tile() -> None:
    bench = shown(position("rummi200kub", table="r3 r4 r5 / b9 k9 o9", racks=["r1 r2", "o1"]))

    assert options(bench, "spot") == [
        "A: R3 R4 R5",
        "B: B9 K9 O9",
        "Share a tile of A: R3 R4 R5",
        "Share a tile of B: B9 K9 O9",
    ]


def test_tiles_picked_together_go_to_all_their_places_at_once() -> None:
    where = position("classic", table="R3 R4 R5 / B9 K9 O9", racks=["R6 R9 K1 K2 K3 B13", "O1"])
    bench = pick(shown(where), "R6", "R9", "K1", "K2", "K3")

    assert [each.label for each in bench.arranged.bench.changes] == ["A", "B", "C"]
    assert not bench.state.picks
    assert "Confirm 5 tiles" in labels(bench)


async def test_a_first_play_is_not_put_on_sets_of_the_table() -> None:
    where = position("classic", table="R10 R11 R12", racks=["R13 K11 K12 K13 B1", "O1"], has_melded=[False, False])
    bench = pick(shown(where), "R13", "K11", "K12", "K13")

    assert all(each.label != "A" for each in bench.arranged.bench.changes)


async def test_the_confirm_button_says_what_it_does_or_what_is_missing() -> None:
    assert "Confirm 1 tile" in labels(pick(a_bench(), "R6"))
    assert "Place the picked tiles first" in labels(pick(a_bench("R8 K1"), "R8"))


async def test_the_confirm_button_names_the_set_that_is_wrong_and_the_points_that_are_missing() -> None:
    where = position("classic", table="R3 R4 R5", racks=["R8 R1 R2 K2 B2 O2", "O1"], has_melded=[False, False])
    wrong = stepped(pick(shown(where), "R8"), steps.place_picks, "", "A")
    assert "A: gaps" in labels(wrong)
    assert "confirm" not in enabled(wrong)
    assert "Needs 24 more points" in labels(pick(shown(where), "K2", "B2", "O2"))


async def test_at_another_s_turn_the_draft_waits() -> None:
    bench = shown(position("classic", table="R3 R4 R5", racks=["O1 K1", "R6 K1"]), seat=1)
    assert "You can prepare your next turn. Only you see it." in texts(bench)

    drafted = pick(bench, "R6")

    assert "Wait for your turn" in labels(drafted)
    assert "confirm" not in enabled(drafted)
    assert "✔ Valid: 1 tile played, 1 left. Confirm it on your turn." in texts(drafted)


async def test_the_verdict_stands_once_right_above_the_buttons() -> None:
    bench = pick(a_bench(), "R6")

    frame, *_ = list_parts(panel(replace(bench, note="Something happened.")))
    kinds = [type(each).__name__ for each in frame.children]  # type: ignore[attr-defined]
    index = len(kinds) - 1 - kinds[::-1].index("TextDisplay")
    assert kinds[index:] == ["TextDisplay", "ActionRow", "ActionRow"]
    assert frame.children[index].content == "Something happened.\n✔ Valid: 1 tile played, 1 left."  # type: ignore[attr-defined]
    assert "Valid" not in frame.children[0].content  # type: ignore[attr-defined]


async def test_tiles_kept_together_come_first_until_they_are_played() -> None:
    bench = shown(position("classic", table="R3 R4 R5", racks=["R1 R6 K1 O1 O1", "O1"]))
    kept = stepped(pick(bench, "K1", "O1"), steps.keep_together, "")

    assert options(kept, "pick") == ["K1", "O1", "R1", "R6", "O1"]
    assert not kept.state.picks
    apart = stepped(pick(kept, "K1", "O1"), steps.keep_together, "")
    assert apart.state.together == ()
    other = stepped(pick(kept, "K1", "R1"), steps.keep_together, "")
    assert other.state.together == (tuple(read_rack("R1 K1", Box())),)
    assert steps.keep_together(bench, "", []) is None


async def test_tiles_picked_on_two_pages_stay_picked() -> None:
    bench = stepped(shown(position("classic", racks=[HALF, "-"], pool="")), steps.pick_from_rack, "0", "R1", "R5")
    bench = stepped(stepped(bench, steps.filter_rack, "", "1"), steps.pick_from_rack, "1", "K7")

    assert bench.state.picks.rack == read_rack("R1 R5 K7", Box())
    again = stepped(stepped(bench, steps.filter_rack, "", "0"), steps.pick_from_rack, "0", "R5")
    assert again.state.picks.rack == read_rack("R5 K7", Box())


async def test_more_sets_than_a_menu_holds_are_on_its_next_page() -> None:
    crowded = position("classic", table=MANY, racks=[HALF, *["-"] * 4], options=LARGE, pool="")
    first = shown(crowded)
    second = stepped(first, steps.take_from_table, "", menus.MORE)

    assert (len(options(first, "spot")), len(options(second, "spot"))) == (9 + 1, 9 + 1)
    assert set(options(first, "spot")) & set(options(second, "spot")) == {"More …"}


@pytest.mark.parametrize(
    ("step", "argument", "values"),
    [
        (steps.pick_from_rack, "0", ["R9"]),
        (steps.pick_from_rack, "x", ["", "R6"]),
        *product(
            [steps.pick_from_set, steps.take_from_table, steps.place_picks, steps.read_joker], [""], [["A.0"], []]
        ),
        (steps.step_through_drafts, "x", []),
        *product([steps.filter_rack], [""], [["-1"], ["1"], ["x"], []]),
    ],
)
async def test_an_unknown_choice_changes_nothing(step: Any, argument: str, values: Sequence[str]) -> None:
    bench = a_bench()

    state = step(bench, argument, values)

    assert state is None or state == BenchState()


async def test_a_small_line_has_the_rack_s_points_where_they_count_and_the_place() -> None:
    places = (position("classic", racks=["r7 k9", "o1"]), grid("rummykruss", racks=["r7 k9", "o1"]))
    said = [texts(shown(where)) for where in places]

    assert ["-# 16 points · " in each for each in said] == [True, False]
    assert said[1].splitlines()[1] == "-# <#1000000000000000000>"


async def test_places_on_a_grid_have_the_letters_of_the_picture_and_say_what_they_score() -> None:
    where = grid("rummykruss", cells="h8=r4 i8=r5 j8=r6", racks=["r7 k9", "o1"])
    bench = shown(where, BenchState(picks=picks("R7")))
    listed, lettered = options(bench, "target"), make_bench_scene(bench).lettered

    assert listed[0] == "A · K8: R7 · 1 point"
    assert [label.split(":")[0] for label in listed[:-1]] == [
        f"{letter} · {write(each.key)}" for letter, each in lettered.items()
    ]
    assert all(label.endswith("(not a set yet)") for label in listed[1:-1])
    assert listed[-1] == "More …"


async def test_a_barred_number_can_be_placed_nowhere_and_the_rack_says_why() -> None:
    """RK-18."""
    where = grid("rummykruss", cells="h8=r4 i8=r5 j8=r6", racks=["r7 k9", "o1"], barred=(7,))
    bench = shown(where, BenchState(picks=picks("R7")))

    assert options(bench, "target") == ["Put back"]
    assert "Your opponent just used 7: you can't place it this turn." in texts(bench)


async def test_a_grid_too_wide_for_legible_tiles_has_a_button_that_shows_all_of_it() -> None:
    cells = "a1=r1 b1=r2 c1=r3 m15=k1 n15=k2 o15=k3"
    bench = shown(grid("rummykruss", cells=cells, racks=["r7 k9", "o1"]))
    after = steps.place_picks(bench, menus.VIEW, [])
    small = shown(grid("rummykruss", cells=cells[:17], racks=["r7 k9", "o1"]))

    assert after is not None
    seen = [labels(each) for each in (bench, replace(bench, state=after), small)]
    assert ["Whole board" in each for each in seen] == [True, False, False]
    assert ["Zoom in" in each for each in seen] == [False, True, False]
    assert button_rows(bench) == [["Draw", "Whole board", "Sort", "More"]]


async def test_a_grid_names_the_numbers_barred_this_turn_above_its_picture() -> None:
    assert "Not this turn: **5 12**" in texts(shown(grid("rummykruss", racks=["r7", "o1"], barred=(5, 12))))


async def test_tiles_that_fit_nowhere_on_a_grid_can_be_put_back() -> None:
    bench = shown(grid("rummykruss", racks=["r7 k9", "o1"]), BenchState(picks=picks("R7 K9")))

    (only,) = menu(bench, "target")
    after = steps.place_picks(bench, "", [only.value])

    assert only.label == "Put back"
    assert after is not None
    assert (after.picks, after.draft.changes) == (Picks(), ())


async def test_a_new_set_says_its_points_while_a_first_play_needs_some() -> None:
    where = position("classic", racks=["r10 r11 r12 k1", "b1"], has_melded=False)
    bench = shown(where, BenchState(picks=picks("R10 R11 R12")))

    assert options(bench, "target") == ["✔ New set: R10 R11 R12 · 33 points"]


# ready plays


def test_several_ready_plays_are_a_menu_and_one_is_a_button() -> None:
    bench = shown(position("classic", racks=["R1 R2 R3", "-"]))

    several = offering(bench, "R9 B9 K9 / O1 O2 O3", "R9 B9 K9")
    assert options(several, "ready") == ["R9 B9 K9 / O1 O2 O3 · 100 points", "R9 B9 K9 · 100 points"]
    assert "Best: R9 to set A · 100 points" in labels(offering(bench, "R9 to set A", is_best=True))
    assert not any(name.startswith("ready") for name in controls(bench))


def test_ready_plays_come_before_all_menus_and_wait_while_a_set_is_open_or_tiles_are_picked() -> None:
    bench = offering(shown(position("classic", table="R4 R5 R6", racks=["R1 R2 R3", "-"])), "R1 R2 R3")
    waiting = [replace(bench, state=state) for state in (BenchState(spot=spot("A")), BenchState(picks=picks("R1")))]

    assert next(iter(controls(bench))).startswith("ready")
    assert not any(name.startswith("ready") for each in waiting for name in controls(each))


def test_a_ready_play_that_is_too_long_leaves_room_for_shorter_ones() -> None:
    bench = offering(shown(position("classic", racks=["R1 R2 R3", "-"])), "x" * 100, "R1 R2 R3", "y" * 85)

    assert options(bench, "ready") == ["R1 R2 R3 · 100 points", f"{'y' * 85} · 100 points"]
