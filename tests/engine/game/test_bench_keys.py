"""What a bench calls its parts, as text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.game.bench_keys import (
    Across,
    Away,
    CellKey,
    Down,
    GridRow,
    HeldTile,
    Hold,
    Key,
    Lender,
    LentTile,
    NewSet,
    SetKey,
    SetTile,
    SplitTarget,
    Way,
    read,
    read_spot,
    read_target,
    read_tile_key,
    read_way,
    write,
    write_way,
)

WRITTEN: dict[str, Key] = {
    "hold": Hold(),
    "hold.0": HeldTile(0),
    "new": NewSet(),
    "away": Away(),
    "C": SetKey("C"),
    "AB": SetKey("AB"),
    "C@": Lender("C"),
    "C/": SplitTarget("C"),
    "C.2": SetTile("C", 2),
    "C@2": LentTile("C", 2),
    "8": GridRow(8),
    "H8": CellKey("H8"),
    "H8-": Across("H8"),
    "H12+": Down("H12"),
}
"""These forms are in menus that were posted and in drafts that were stored."""

LABELS = st.from_regex("[A-Z]{1,2}", fullmatch=True)
CELLS = st.builds("{}{}".format, st.sampled_from("ABCDEFGHIJKLMNOPQRSTUVWXYZ"), st.integers(1, 26))
PLACES = st.integers(0, 999)
KEYS: st.SearchStrategy[Key] = st.one_of(
    st.sampled_from([Hold(), NewSet(), Away()]),
    st.builds(HeldTile, PLACES),
    *(st.builds(kind, LABELS) for kind in (SetKey, Lender, SplitTarget)),
    *(st.builds(kind, LABELS, PLACES) for kind in (SetTile, LentTile)),
    st.builds(GridRow, st.integers(1, 26)),
    *(st.builds(kind, CELLS) for kind in (CellKey, Across, Down)),
)


@pytest.mark.parametrize(("text", "key"), WRITTEN.items())
def test_keys_are_written_as_they_always_were(text: str, key: Key) -> None:
    assert write(key) == text
    assert read(text) == key


@given(KEYS)
def test_a_written_key_reads_back_as_the_same(key: Key) -> None:
    assert read(write(key)) == key


@given(st.text(max_size=6) | st.from_regex(r"[A-Zhold0-9.@/+-]{0,7}", fullmatch=True))
def test_whatever_is_read_is_written_the_same(text: str) -> None:
    key = read(text)

    assert key is None or write(key) == text


@pytest.mark.parametrize(
    "text", ["", "c", "C.", "C.-1", "C.01", "C.1234", "ABC", "H0", "H08", "H8.", "hold.x", "Hold", "٣"]
)
def test_an_unknown_key_reads_as_none(text: str) -> None:
    assert read(text) is None


def test_each_place_takes_keys_of_its_own() -> None:
    assert {text for text in WRITTEN if read_spot(text)} == {"hold", "C", "AB", "C@", "8"}
    assert {text for text in WRITTEN if read_tile_key(text)} == {"hold.0", "C.2", "C@2", "H8"}
    assert {text for text in WRITTEN if read_target(text)} == {"new", "away", "C", "AB", "C/", "H8", "H8-", "H12+"}


@given(LABELS | CELLS, PLACES)
def test_a_way_to_read_a_set_or_a_cell_reads_back_as_the_same(label: str, index: int) -> None:
    way = Way(label, index)

    assert read_way(write_way(way)) == way


@pytest.mark.parametrize("text", ["", "A", "A.", ".", ".1", "A.x", "new.1", "A.01"])
def test_an_unknown_direction_reads_as_none(text: str) -> None:
    assert read_way(text) is None
