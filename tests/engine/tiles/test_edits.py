"""A turn as text: every edit reads, writes and does what the notation page says."""

from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.text.errors import BadNotation, CannotSplit, NoSuchSet, NotInSet
from engine.tiles.edits import Add, Edit, Merge, NewRow, Replace, Split, Take, apply_edits, read_edits, write_edits
from engine.tiles.melds import Piece
from engine.tiles.notation import read_table, write_pieces
from engine.tiles.sets import settle
from engine.tiles.tiles import JOKER, Box, Tile
from tests.positions import position

BOX = Box()
TABLE = "R3 R4 R5 / B6 K6 O6 J / K7 J=K8 K9"


def rows(text: str, table: str = TABLE) -> dict[str, str]:
    sets = settle((), read_table(table, BOX), ())
    return {label: write_pieces(row) for label, row in apply_edits(sets, read_edits(text, BOX)).items()}


LEFT = {"A": "R3 R4 R5", "B": "B6 K6 O6 J=R6", "C": "K7 J=K8 K9"}


@pytest.mark.parametrize(
    ("text", "changed"),
    [
        ("R1 R2 R3", {"D": "R1 R2 R3"}),
        ("r1 r2 r3; b1 b2 b3", {"D": "R1 R2 R3", "E": "B1 B2 B3"}),
        ("r1 r2 r3 / b1 b2 b3 \n k1", {"D": "R1 R2 R3", "E": "B1 B2 B3", "F": "K1"}),
        ("a+r6", {"A": "R3 R4 R5 R6"}),
        ("A + R6 R7", {"A": "R3 R4 R5 R6 R7"}),
        ("a-r3; d", None),
        ("a-r3", {"A": "R4 R5"}),
        ("a-r3 r5", {"A": "R4"}),
        ("a-r3 r4 r5", {"A": ""}),
        ("b-j>a", {"A": "R3 R4 R5 J", "B": "B6 K6 O6"}),
        ("b-j=r6>a", {"A": "R3 R4 R5 J=R6", "B": "B6 K6 O6"}),
        ("c-j=k8; k8 r8 j", {"C": "K7 K9", "D": "K8 R8 J"}),
        ("a>b", {"A": "", "B": "B6 K6 O6 J=R6 R3 R4 R5"}),
        ("c>a", {"A": "R3 R4 R5 K7 J=K8 K9", "C": ""}),
        ("a:1", {"A": "R3", "D": "R4 R5"}),
        ("c:2; d+k10", {"C": "K7 J=K8", "D": "K9 K10"}),
        ("a:1; a>d", {"A": "", "D": "R4 R5 R3"}),
        ("a-r3; a+r3", {"A": "R4 R5 R3"}),
        ("a>a", {}),
        ("r1; d+r2; d+r3", {"D": "R1 R2 R3"}),
    ],
)
def test_an_edit_does_what_it_says(text: str, changed: dict[str, str] | None) -> None:
    if changed is None:
        with pytest.raises(BadNotation):
            rows(text)
        return
    expected = LEFT | changed

    assert rows(text) == {label: row for label, row in expected.items() if row}


@pytest.mark.parametrize(
    ("text", "table"),
    [
        ("table: r3 r4 r5 / b1 b2 b3", ["R3 R4 R5", "B1 B2 B3"]),
        (" TABLE : r3\nb1 j=b2", ["R3", "B1 J=B2"]),
        ("Table:r3;b1;;", ["R3", "B1"]),
        ("table:", []),
        ("table: -", []),
    ],
)
def test_a_whole_table_replaces_what_is_there(text: str, table: list[str]) -> None:
    assert list(rows(text).values()) == table


def test_a_joker_of_a_group_is_named_by_any_color_of_its_number() -> None:
    assert rows("a-j=o5; j=o5 o6 o7", "R5 B5 J") == {"A": "R5 B5", "B": "J=O5 O6 O7"}
    with pytest.raises(NotInSet):
        rows("a-j=o6", "R5 B5 J")


def test_new_sets_take_letters_that_the_picture_does_not_show() -> None:
    table = " / ".join(["R3 R4 R5"] * 2 + ["B3 B4 B5"] * 2)

    assert list(rows("a>b; r1 r2 r3; k1 k2 k3", table)) == ["B", "C", "D", "E", "F"]
    assert set(rows("table: r3 r4 r5", table)) == {"E"}


@pytest.mark.parametrize(
    ("text", "refusal"),
    [
        ("x+r1", NoSuchSet),
        ("a>x", NoSuchSet),
        ("x>a", NoSuchSet),
        ("x:1", NoSuchSet),
        ("a-r3>x", NoSuchSet),
        ("d+r1; r2", NoSuchSet),
        ("a-r6", NotInSet),
        ("a-r3 r3", NotInSet),
        ("c-j=k9", NotInSet),
        ("b-j=r7", NotInSet),
        ("a:0", CannotSplit),
        ("a:3", CannotSplit),
        ("a:99", CannotSplit),
    ],
)
def test_an_edit_that_does_not_fit_the_table_is_refused(text: str, refusal: type[Exception]) -> None:
    with pytest.raises(refusal):
        rows(text)


NONSENSE = """a+ | a- | a-r1> | a-r1>1 | a> | a>b>c | a: | a:x | a:-1 | a:100 | a+r1>b | abc+r1 | +r1 | a+b+r1 | a=r1
    | r1; table: r2 | table r1 | a-r1>b c | , | ;;"""


@pytest.mark.parametrize("text", ["", " ", ";", ",", "r1;,", *NONSENSE.split("|")])
def test_text_that_is_not_an_edit_is_refused(text: str) -> None:
    with pytest.raises(BadNotation):
        read_edits(text, BOX)


def test_a_letter_is_a_label_only_before_a_sign() -> None:
    assert write_edits(read_edits("b3 b4 b5; b+b6; j:2; j=r6 r7", BOX)) == "B3 B4 B5; B+B6; J:2; J=R6 R7"


TILES = st.builds(Tile, st.sampled_from(BOX.colors), st.integers(1, 13))
PIECES = TILES.map(Piece) | st.just(Piece(JOKER)) | TILES.map(partial(Piece, JOKER))
ROWS = st.lists(PIECES, min_size=1, max_size=5).map(tuple)
LABELS = st.from_regex(r"[A-Z]{1,2}", fullmatch=True)
EDITS = (
    ROWS.map(NewRow)
    | st.builds(Add, LABELS, ROWS)
    | st.builds(Take, LABELS, ROWS, st.none() | LABELS)
    | st.builds(Merge, LABELS, LABELS)
    | st.builds(Split, LABELS, st.integers(0, 99))
)


@given(st.lists(EDITS, min_size=1, max_size=6) | st.lists(ROWS, max_size=5).map(lambda rows: [Replace(tuple(rows))]))
def test_edits_are_read_as_they_are_written(edits: list[Edit]) -> None:
    assert read_edits(write_edits(edits), BOX) == tuple(edits)


def test_a_refused_edit_names_the_set_and_the_tile() -> None:
    game = position("classic", table=TABLE, racks=["R1", "R1"])

    for text, words in [
        ("q+r1", "The table has no set Q."),
        ("a-o9", "Set A has no O9"),
        ("a:7", "Set A has 3 tiles: it can't be split after 7"),
    ]:
        assert words in game.preview(0, text)
