"""Text to tiles and back: what is written is read again, and nothing else than a refusal comes of anything."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.text.errors import BadNotation, GameError
from engine.tiles.melds import Piece, read_melds
from engine.tiles.notation import (
    LONGEST_TEXT,
    quote_text,
    read_pieces,
    read_rack,
    read_rows,
    read_table,
    read_tile,
    write_pieces,
    write_table,
    write_tile,
    write_tiles,
)
from engine.tiles.tiles import JOKER, Box, Color, Tile
from engine.variants import load
from tests.positions import judge, position

BOX = Box()
SUITS = Box(colors=tuple(Color)[4:], low=0, high=5, copies=2, jokers=2)
BOXES = (BOX, SUITS, Box(colors=tuple(Color), low=0, high=20))
TYPED = st.text(alphabet=st.sampled_from("rbkoyjnacRJ0123456789=+->:;/, \t\r\n\u00a0table٣²ß🙂"), max_size=60)


def pieces(box: Box) -> st.SearchStrategy[Piece]:
    """Tiles, jokers, and jokers said to be a tile or, in a group, a number."""
    natural, anything = st.sampled_from(box.faces()), st.integers(box.low, box.high)
    faces = natural | anything.map(lambda number: Tile(None, number))
    return natural.map(Piece) | st.just(Piece(JOKER)) | faces.map(lambda face: Piece(JOKER, face))


def rows(box: Box) -> st.SearchStrategy[tuple[Box, list[list[Piece]]]]:
    """A box and rows of its tiles."""
    row = st.lists(pieces(box), min_size=3, max_size=6)
    return st.tuples(st.just(box), st.lists(row, max_size=6))


ROWS = st.sampled_from(BOXES).flatmap(rows)


@pytest.mark.parametrize("box", BOXES, ids=["numbers", "suits", "both"])
def test_every_tile_is_read_as_it_is_written(box: Box) -> None:
    for tile in set(box.tiles()):
        assert read_tile(write_tile(tile), box) == tile
        assert read_tile(write_tile(tile).lower(), box) == tile


@pytest.mark.parametrize(
    ("text", "tiles"),
    [
        ("r4 R5 r6", "R4 R5 R6"),
        ("r4,r5 ,r6,", "R4 R5 R6"),
        ("R4R5R13", "R4 R5 R13"),
        ("Y3 y13", "O3 O13"),
        ("J j J1 j2", "J J J J"),
        ("J1=R6", "J"),
        ("J=6 j2=13", "J J"),
        ("R4\u00a0R5\r\nR6\t R7\x0b", "R4 R5 R6 R7"),
        ("", ""),
        (" , ", ""),
    ],
)
def test_tiles_are_read_however_they_are_parted(text: str, tiles: str) -> None:
    assert write_tiles(piece.tile for piece in read_pieces(text, BOX)) == tiles


@pytest.mark.parametrize(
    "text",
    [
        "R0",
        "R14",
        "R",
        "4",
        "G4",
        "R4.",
        "R٣",
        "R123",
        "J=",
        "J=J",
        "J=R14",
        "J=14",
        "J=0",
        "J=123",
        "J=R123",
        "JJ=",
        "J12",
        "S4",
        "RA",
        "R4 -",
        "🙂",
    ],
)
def test_a_tile_that_the_game_lacks_is_refused(text: str) -> None:
    with pytest.raises(BadNotation):
        read_pieces(text, BOX)


def test_a_suit_is_written_with_null_and_ace() -> None:
    assert write_tiles(read_rack("sn aa s0 m1 l5", SUITS)) == "SN AA SN MA L5"


def test_a_box_without_jokers_knows_none() -> None:
    with pytest.raises(BadNotation, match="no tile “J”"):
        read_pieces("S3 J", Box(colors=SUITS.colors, low=0, high=5, jokers=0))


@pytest.mark.parametrize("text", ["R4 R5", "", "R4 ]"])
def test_one_tile_is_one_tile(text: str) -> None:
    with pytest.raises(BadNotation):
        read_tile(text, BOX)


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("R3 R4 R5 / B6 B7", ["R3 R4 R5", "B6 B7"]),
        ("R3;B6\nK7 / ; ", ["R3", "B6", "K7"]),
        ("R3\r\nB6\r\n", ["R3", "B6"]),
        ("-", []),
        (" - ", []),
        ("", []),
    ],
)
def test_sets_are_parted_by_slash_semicolon_or_line(text: str, rows: list[str]) -> None:
    assert [write_pieces(row) for row in read_rows(text, BOX)] == rows


@given(ROWS)
def test_pieces_are_read_as_they_are_written(written: tuple[Box, list[list[Piece]]]) -> None:
    box, rows = written

    for row in rows:
        assert read_pieces(write_pieces(row), box) == tuple(row)


@given(ROWS)
def test_a_table_is_read_as_it_is_written(written: tuple[Box, list[list[Piece]]]) -> None:
    box, rows = written
    melds = tuple(meld for row in rows for meld in read_melds(row, box)[:1])

    assert read_table(write_table(melds), box) == melds


@pytest.mark.parametrize("box", BOXES, ids=["numbers", "suits", "both"])
def test_every_set_with_jokers_is_read_as_it_is_written(box: Box) -> None:
    """However many colors are open to the jokers of a group, and whatever its number."""
    groups = [
        [*map(Piece, tiles), *[Piece(JOKER)] * jokers]
        for number in range(box.low, box.high + 1)
        for jokers in (1, 2)
        for tiles in ([Tile(color, number) for color in box.colors[:count]] for count in range(1, len(box.colors)))
    ]
    melds = tuple(meld for row in groups for meld in read_melds(row, box))

    assert {meld.faces[-1].number for meld in melds if meld.is_group} == set(range(box.low, box.high + 1))
    assert all(read_table(write_table([meld]), box) == (meld,) for meld in melds)


def refusal(attempt: Callable[[], object]) -> str:
    """What is said against an attempt; nothing if it may be made. Any other exception fails the test."""
    try:
        attempt()
    except GameError as refused:
        return str(refused) or "refused without a word"
    return ""


@given(TYPED | st.text(max_size=40))
def test_whatever_is_typed_is_read_or_refused(text: str) -> None:
    for variant in load().values():
        refusal(partial(read_table, text, variant.box))
        for line in (text, f"play {text}", f"play table:{text}", f"draw {text}", f"timeup {text}"):
            if not refusal(partial(variant.read, 0, line)):
                action = variant.read(0, line)
                assert variant.read(0, action.line()) == action


HOSTILE = [
    " " * LONGEST_TEXT,
    "J" * LONGEST_TEXT,
    "J=" * (LONGEST_TEXT // 2),
    "R1" * (LONGEST_TEXT // 2),
    "R1 " * (LONGEST_TEXT // 3),
    "R" + "1" * (LONGEST_TEXT - 1),
    "A+" * (LONGEST_TEXT // 2),
    "A" * LONGEST_TEXT,
    "A" + " " * (LONGEST_TEXT - 2) + "?",
    "table" + " " * (LONGEST_TEXT - 5),
    "table:" + "J J J/" * ((LONGEST_TEXT - 6) // 6),
    ";" * LONGEST_TEXT,
    "A>A;" * (LONGEST_TEXT // 4),
    "A:1;" * (LONGEST_TEXT // 4),
    "A-J>B;" * (LONGEST_TEXT // 6),
    "-" * LONGEST_TEXT,
    "9" * LONGEST_TEXT,
    "\n" * LONGEST_TEXT,
    "ŉ" * LONGEST_TEXT,
]


@contextmanager
def calls() -> Iterator[list[str]]:
    """Every call and return meanwhile."""
    made: list[str] = []
    sys.setprofile(lambda _, event, __: made.append(event))
    try:
        yield made
    finally:
        sys.setprofile(None)


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_a_hostile_text_is_little_work(text: str) -> None:
    game = position("classic", table="R3 R4 R5 / R3 B3 J", racks=["J R5 R6", "K1"])
    with calls() as made:
        for attempt in (
            partial(game.play, 0, text),
            partial(game.preview, 0, text),
            partial(judge, "classic", table="R3 R4 J", rack="J R5", after=text),
        ):
            assert len(refusal(attempt)) < 500
        refusal(partial(read_table, text, BOX))
        refusal(partial(judge, "classic", table=text, rack=text, after=text))

    assert len(made) < 150 * LONGEST_TEXT


def test_a_text_that_nobody_writes_by_hand_is_refused() -> None:
    with pytest.raises(BadNotation, match="4001 characters"):
        read_rows("R4 " * 1333 + "R4", BOX)


def test_only_the_beginning_of_a_text_is_quoted_back() -> None:
    assert quote_text("R4  R5\nR6") == "R4 R5 R6"
    assert quote_text("x" * 21) == "x" * 19 + "…"
