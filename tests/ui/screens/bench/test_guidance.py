"""What a bench is waiting for, what happened before, and the legend of a first bench."""

from dataclasses import replace

import pytest

from engine.text.phrases import ENGLISH, as_is, speak_in
from services.game_view import NewsLine
from storage.benches import BenchState
from tests.bench_keys import spot
from tests.grid_positions import grid
from tests.positions import position
from tests.support.longest import SIGNS
from ui.screens.bench.status import describe_next_step, write_legend

from .test_screen import shown, texts

POINTS = "Pick tiles that form sets worth 30 points in total, or draw."


@pytest.mark.parametrize(
    ("key", "options", "said"),
    [
        ("classic", {}, POINTS),
        ("classic", {"opening": False}, "Pick tiles that form a set, or draw."),
        ("rummy_cube", {}, POINTS),
        ("rummi200kub", {}, POINTS),
        ("packkub", {}, "Pick tiles that form a set, or draw."),
    ],
)
def test_until_the_first_play_the_bench_says_what_it_needs(key: str, options: dict[str, bool], said: str) -> None:
    racks = ["s3 m3", "sn"] if key == "packkub" else ["r1 r2", "o1"]

    assert describe_next_step(shown(position(key, racks=racks, has_melded=False, options=options))) == said


def test_later_it_says_only_what_menus_and_buttons_do_not() -> None:
    full = position("classic", racks=["r1 r2", "o1"])
    start = grid("rummykruss", racks=["r1 r2", "o1"])

    assert describe_next_step(shown(full)) == ""
    assert describe_next_step(shown(start)) == "A new intersection scores an extra point."
    assert describe_next_step(shown(full, seat=1)) == "You can prepare your next turn. Only you see it."


def test_an_open_set_is_what_the_bench_waits_for() -> None:
    bench = shown(position("classic", table="r3 r4 r5", racks=["r1 r2", "o1"]), BenchState(spot=spot("A")))

    assert describe_next_step(bench) == "Pick tiles from the open set, or close it."


def test_a_verdict_takes_the_place_of_the_guidance() -> None:
    bench = shown(position("classic", racks=["r1 r2", "o1"], has_melded=False), note="Nothing fits.")

    assert "Nothing fits." in texts(bench)
    assert POINTS not in texts(bench)


def test_a_first_bench_explains_the_colors_once_as_menus_name_them() -> None:
    bench = shown(position("classic", racks=["r1 r2", "o1"]))
    legend = write_legend(bench.game_view.view)

    assert legend == "**R** red · **B** blue · **K** black · **O** orange · **J** joker"
    assert texts(replace(bench, has_legend=True)).count(legend) == 1
    assert legend not in texts(bench)
    packs, cards = (
        position("packkub", racks=["SN", "MA"]),
        position("classic", racks=["r1", "o1"], options={"skin": "cards"}),
    )
    with speak_in(ENGLISH, SIGNS):
        legends = [write_legend(view) for view in (bench.game_view.view, packs.view(0), cards.view(0))]
    assert [each.split("\N{EN SPACE}") for each in legends] == [
        ["◆ red", "○ blue", "■ black", "▲ orange", "🃏 joker"],
        ["☀ suns", "☾ moons", "♛ crowns", "⚔ arms", "**N** null", "**A** ace"],
        ["◆ hearts", "○ clubs", "■ spades", "▲ diamonds", "🃏 joker"],
    ]


def heading(*news: tuple[str, str]) -> str:
    """What the heading of a bench tells of these moves, each in full and in brief."""
    bench = shown(position("classic", racks=["R1", "o1"]))
    lines = tuple(NewsLine(as_is(full), as_is(brief)) for full, brief in news)
    told = texts(replace(bench, game_view=replace(bench.game_view, news=lines))).splitlines()
    assert told[0].startswith("**Your turn**")
    return told[1]


def test_one_line_below_whose_turn_it_is_tells_what_happened() -> None:
    assert heading(("Time ran out: you drew R8.", "x"), ("Ada drew 1 tile.", "y")) == (
        "Time ran out: you drew R8. Ada drew 1 tile."
    )


def test_earlier_moves_are_told_in_brief_or_not_at_all_if_there_are_too_many_words() -> None:
    long, brief = "a" * 70, "b" * 15

    assert heading(*[(long, brief)] * 2) == f"{long} {long}"
    assert heading(*[(long, brief)] * 5) == " ".join([brief] * 4 + [long])
    assert heading(*[(long, "c" * 40)] * 6) == " ".join(["c" * 40] * 3)
