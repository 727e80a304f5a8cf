import re
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.game.views import Outcome
from engine.text.phrases import as_is
from engine.tiles.notation import read_rack, read_table
from engine.tiles.tiles import Box, Tile
from render import Order, rack_text, table_text
from tests.render.scenes import FULL, NAMES, THREES, rack, rack_of, scene, seat, sets

LONGEST = 1024


def rows(text: str) -> dict[str, str]:
    """The sets that a text says, by letter."""
    said = text.partition("Sets: ")[2].partition(".")[0]
    return dict(row.split(": ") for row in said.split("; "))


@pytest.mark.parametrize("table", ["R4 R5 R6", "R9 J K9 / J=R1 R2 R3", FULL, THREES])
def test_the_words_of_a_table_say_every_set_with_its_letter(table: str) -> None:
    view = scene(table, seats=4)

    said = rows(table_text(view, NAMES[:4]))

    assert {label: read_table(row, Box())[0] for label, row in said.items()} == {
        each.label: each.meld for each in view.table
    }


def test_the_words_say_players_counts_and_pool() -> None:
    view = scene("R4 R5 R6", seats=[seat(3), seat(1), seat(14, opened=False), seat(9, resigned=True)], turn=1, pool=1)

    assert table_text(view, NAMES[:4]) == (
        "Ana 3 tiles; Ben 1 tile, to play; Cem 14 tiles, not opened; Dana 9 tiles, resigned. "
        "Pool: 1 tile. Sets: A: R4 R5 R6."
    )


def test_the_words_say_what_was_played_and_moved() -> None:
    view = scene(sets("R4 R5 R6 / B1 B2 B3", {"A": "L..", "B": "MM."}))

    assert table_text(view, NAMES[:2]).endswith(" Played: R4. Moved: B1 B2.")


def test_the_words_of_an_empty_table_say_so() -> None:
    assert table_text(scene(), NAMES[:2]).endswith("Pool: 41 tiles. No sets yet.")


def test_the_words_of_the_end_say_who_won_and_the_points() -> None:
    view = scene("R4 R5 R6", outcome=Outcome((1,), (-20, 20), as_is("Ben went out."), (2, 1)))

    assert table_text(view, NAMES[:2]).startswith("Ana \N{MINUS SIGN}20 points; Ben +20 points, won. Pool")


def test_the_words_of_a_match_say_the_game_and_the_score_so_far() -> None:
    view = scene(seats=[seat(score=120), seat(score=-45)], games=3)

    assert table_text(view, NAMES[:2]).startswith(
        "Game 1 of 3. Ana 14 tiles, +120 points, to play; Ben 14 tiles, \N{MINUS SIGN}45 points. "
    )


@pytest.mark.parametrize("table", [FULL, THREES])
def test_the_words_of_a_full_table_are_whole_whatever_the_names(table: str) -> None:
    text = table_text(scene(table, seats=6), ["W" * 100] * 6)

    assert len(text) <= LONGEST
    assert len(rows(text)) == len(sets(table))


def test_words_that_are_too_many_are_cut_between_sets_and_say_so() -> None:
    view = scene(f"{THREES} / {FULL} / {THREES}", seats=4)

    text = table_text(view, NAMES[:4])
    missing = re.search(r" … and (\d+) more\.$", text)

    assert len(text) <= LONGEST
    assert missing
    assert text.count(";") - 3 + 1 + int(missing[1]) == len(view.table)


@settings(max_examples=25)
@given(st.lists(st.text(), min_size=2, max_size=6))
def test_names_cannot_break_the_words(names: list[str]) -> None:
    text = table_text(scene(FULL, seats=len(names)), names)

    assert len(text) <= LONGEST
    assert text.isprintable()


def test_a_name_keeps_its_letters_in_words_but_not_its_control_characters() -> None:
    text = table_text(scene(), ["李\u202e明\n\x07", "\u200b"])

    assert text.startswith("李明 14 tiles, to play; P2 14 tiles. ")


def test_a_view_without_a_picture_has_no_words() -> None:
    with pytest.raises(TypeError, match="no words for object"):
        table_text(object(), NAMES[:2])  # type: ignore[arg-type]  # that is the point


@pytest.mark.parametrize("order", Order)
@given(st.lists(st.sampled_from(Box().tiles()), max_size=106), st.data())
def test_the_words_of_a_rack_say_every_tile(order: Order, tiles: list[Tile], data: st.DataObject) -> None:
    held = rack_of(tiles, data.draw(st.integers(0, len(tiles))))

    text = rack_text(scene(rack=held), order)
    said = re.search(r"points?: (.*?)\.", text)

    assert len(text) <= LONGEST
    assert said
    assert Counter(read_rack(said[1].replace("empty", ""), Box())) == Counter(held.tiles)


def test_the_words_of_a_rack_are_in_its_order_and_say_what_is_new() -> None:
    view = scene(rack=rack("R9 B4 K9 O4 J", fresh=2))

    assert rack_text(view, Order.COLOR) == "Your rack, 5 tiles, 56 points: R9 B4 K9 O4 J. New: O4 J."
    assert rack_text(view, Order.NUMBER) == "Your rack, 5 tiles, 56 points: B4 O4 R9 K9 J. New: O4 J."
