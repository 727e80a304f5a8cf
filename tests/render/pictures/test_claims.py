from dataclasses import replace
from itertools import combinations

import pytest

from engine.rules.claims import ClaimedSet
from engine.table.claims.view import ClaimView
from engine.table.view import TableView
from engine.tiles.edits import Row
from engine.tiles.sets import Borrowed, TableSet
from engine.tiles.tiles import Color
from render import png, table_text
from render.content import Share, find_shares, make_trays
from render.parts.set_trays import measure_tray_width
from render.pictures.table import lay_out_table
from render.style.theme import FELT, SHEET
from tests.render.scenes import FULL, NAMES, THREES, claimed, picture, pixels, scene, sets, share

BOARD = (0, SHEET.board_top, SHEET.width, SHEET.height)
PLAIN = "R5 B5 K5 / R3 R4 R5 R6 / B7 B8 B9"


def tokens(*claims: ClaimedSet, table: str = PLAIN, seats: int = 3) -> ClaimView:
    return claimed(scene(table, seats=seats), *claims)


def drawn(view: TableView) -> bytes:
    return png(view, NAMES[: len(view.seats)])


def crossed(table: str, borrower: str, index: int, owner: str) -> tuple[TableSet, ...]:
    return tuple(
        replace(each, borrowed=(Borrowed(index, owner),)) if each.label == borrower else each for each in sets(table)
    )


def rows(table: tuple[TableSet, ...]) -> dict[str, Row]:
    return {each.label: each.pieces for each in table}


@pytest.mark.parametrize("seat", range(3))
def test_a_claimed_set_has_a_token_in_the_claimers_color(seat: int) -> None:
    color = FELT.seats[seat]

    assert share(drawn(tokens()), color, BOARD) == 0
    assert share(drawn(tokens(ClaimedSet("A", seat, 15, 1))), color, BOARD) > 500


def test_seat_value_and_times_are_each_shown() -> None:
    claims = [ClaimedSet("A", seat, value, times) for seat in (0, 1) for value in (15, 16) for times in (1, 2, 3)]

    assert len({pixels(drawn(tokens(claim))) for claim in claims}) == len(claims)


@pytest.mark.parametrize("times", [1, 2, 3])
def test_a_full_table_with_every_set_claimed_weighs_at_most_60_kilobytes_and_fits(times: int) -> None:
    table = sets(FULL)
    claims = tuple(ClaimedSet(each.label, index % 4, each.meld.value, times) for index, each in enumerate(table))
    view = claimed(scene(FULL, seats=4), *claims)

    assert lay_out_table(make_trays(table, {each.label: each for each in claims})).fits
    assert lay_out_table(make_trays(table, {each.label: each for each in claims})).size.width >= 49
    assert len(drawn(view)) <= 60_000


def test_the_words_say_who_holds_what_and_how() -> None:
    text = table_text(
        tokens(ClaimedSet("A", 0, 15, 1), ClaimedSet("B", 1, 18, 2), ClaimedSet("C", 2, 24, 3)), NAMES[:3]
    )

    assert "A: R5 B5 K5 (Ana 15); B: R3 R4 R5 R6 (Ben 18, second claim); C: B7 B8 B9 (Cem 24, locked)." in text
    assert "Ana 14 tiles, 0 of 200 points, to play;" in text


def test_a_shared_tile_bears_in_each_set_the_letter_of_the_other() -> None:
    table = crossed(PLAIN, "B", 2, "A")

    assert find_shares(rows(table)) == {("B", 2): Share("A", is_borrowed=True), ("A", 0): Share("B", is_borrowed=False)}


def test_a_shared_joker_is_found_in_its_own_set() -> None:
    table = crossed("R5 J=R6 R7 / J=R6 B6 K6", "B", 0, "A")

    assert find_shares(rows(table))["A", 1] == Share("B", is_borrowed=False)


def test_a_shared_tile_keeps_its_number_and_its_mark() -> None:
    faces = [f"{color}{number}" for color in "RBKO" for number in (4, 11)]
    shown = []
    for face in faces:
        color, number = face[0], int(face[1:])
        group = " ".join(f"{each}{number}" for each in "RBKO")
        run = f"{color}{number - 1} {face} {color}{number + 1}"
        table = crossed(f"{group} / {run}", "B", 1, "A")
        x, y, right, bottom = tile_of(table, 1, 1)
        shown.append(picture(drawn(scene(table))).convert("L").crop((x, y, right, bottom)).tobytes())

    assert len(set(shown)) == len(faces)
    for one, other in combinations(shown, 2):
        assert sum(abs(a - b) > 60 for a, b in zip(one, other, strict=True)) > 40


@pytest.mark.parametrize(("number", "index"), [(0, 1), (1, 0)], ids=["owned", "borrowed"])
def test_a_shared_joker_shows_what_it_stands_for_in_both_sets(number: int, index: int) -> None:
    shown = []
    for face in (4, 8, 11):
        table = crossed(f"R{face - 1} J=R{face} R{face + 1} / J=R{face} B{face} K{face} O{face}", "B", 0, "A")
        where = tile_of(table, number, index)
        assert share(drawn(scene(table)), FELT.inks[Color.RED], where) > 20
        shown.append(picture(drawn(scene(table))).convert("L").crop(where).tobytes())

    for one, other in combinations(shown, 2):
        assert sum(abs(a - b) > 60 for a, b in zip(one, other, strict=True)) > 20


def tile_of(table: tuple[TableSet, ...], number: int, index: int) -> tuple[int, int, int, int]:
    layout = lay_out_table(make_trays(table))
    size = layout.size
    for line, row in enumerate(layout.rows):
        x = SHEET.side
        for each in row:
            if each.label == table[number].label:
                left = x + size.rim + size.label_column(1) + index * size.pitch
                top = SHEET.board_top + line * layout.pitch + size.rim
                return (left, top, left + size.cell[0], top + size.cell[1])
            x += measure_tray_width(size, each) + size.gap
    raise AssertionError


def test_an_owner_that_is_not_on_the_table_is_passed_over() -> None:
    assert set(find_shares(rows(crossed(PLAIN, "B", 2, "Z")))) == {("B", 2)}


def test_the_heaviest_table_weighs_at_most_60_kibibytes() -> None:
    """With a claim on each of 35 sets and a crossing in every other."""
    table = tuple(
        replace(each, borrowed=(Borrowed(0, chr(ord(each.label) - 1)),)) if each.label in "BDFHJLNPRTVXZ" else each
        for each in sets(THREES)
    )
    claims = tuple(ClaimedSet(each.label, index % 6, each.meld.value, 2) for index, each in enumerate(table))
    view = claimed(scene(table, seats=6), *claims)

    assert len(drawn(view)) <= 61_440
