"""Steps of a draft, and what is kept of it when the table changes."""

import pytest

from engine.game.drafts import MOST_STEPS, Conflict, Draft, DraftChange, rebase
from engine.tiles.crossings import read_sets
from engine.tiles.notation import read_pieces, read_rack, write_pieces
from engine.tiles.tiles import Box

BOX = Box()


def change(label: str, before: str, after: str) -> DraftChange:
    return DraftChange(label, read_pieces(before, BOX), read_pieces(after, BOX))


def on(draft: Draft, table: str, rack: str) -> tuple[dict[str, str], list[tuple[str, str]]]:
    """What is left of a draft, and its conflicts with the tiles that are lacking."""
    rows = {each.label: each.pieces for each in read_sets(table, BOX)}
    now, conflicts = rebase(draft, rows, read_rack(rack, BOX))
    lacking = [(each.label, " ".join(f"{tile.color}{tile.number}" for tile in each.lacking)) for each in conflicts]
    return {each.label: write_pieces(each.after) for each in now.changes}, lacking


ONE, TWO = change("A", "R3 R4 R5", "R3 R4 R5 R6"), change("B", "", "K1 K2 K3")


def test_steps_are_undone_and_done_again() -> None:
    draft = Draft().then([ONE]).then([ONE, TWO])

    assert draft.changes == (ONE, TWO)
    assert draft.undo().changes == (ONE,)
    assert draft.undo().undo().changes == ()
    assert not draft.undo().undo().can_undo
    assert draft.undo().redo() == draft
    assert draft.undo().can_redo
    assert not draft.can_redo
    assert draft.redo() == draft
    assert Draft().undo() == Draft()


def test_a_step_after_an_undoing_takes_the_place_of_what_was_undone() -> None:
    draft = Draft().then([ONE]).undo().then([TWO])

    assert draft.changes == (TWO,)
    assert not draft.can_redo
    assert draft.undo().changes == ()


def test_an_edit_that_changes_nothing_is_not_a_step() -> None:
    assert Draft().then([]) == Draft()
    assert Draft().then([ONE]).then([ONE]) == Draft().then([ONE])
    assert Draft().then([ONE]).then([]).undo().changes == (ONE,)


def test_only_the_last_of_very_many_steps_are_kept() -> None:
    draft = Draft()
    for step in range(MOST_STEPS + 5):
        draft = draft.then([change("A", "", f"R{step % 13 + 1} K1")])

    assert len(draft.steps) == draft.done == MOST_STEPS
    assert draft.undo().can_undo


@pytest.mark.parametrize(
    ("table", "rack", "left", "lacking"),
    [
        pytest.param("R3 R4 R5", "R6 K1 K2 K3", {"A": "R3 R4 R5 R6", "B": "K1 K2 K3"}, [], id="nothing has changed"),
        pytest.param(
            "R3 R4 R5 / B1 B2 B3",
            "R6 K1 K2 K3",
            {"A": "R3 R4 R5 R6", "C": "K1 K2 K3"},
            [],
            id="a new set took its letter",
        ),
        pytest.param("R4 R5 R6", "R6 K1 K2 K3", {"B": "K1 K2 K3"}, [("A", "")], id="the set has changed"),
        pytest.param("R3 R4 R5", "R6 K1 K2", {"A": "R3 R4 R5 R6", "B": "K1 K2"}, [("B", "K3")], id="a tile is gone"),
        pytest.param("-", "R6 K1 K2 K3", {"A": "K1 K2 K3"}, [("A", "")], id="the table is empty"),
    ],
)
def test_a_draft_moves_to_a_table_that_has_changed(
    table: str, rack: str, left: dict[str, str], lacking: list[tuple[str, str]]
) -> None:
    assert on(Draft().then([ONE, TWO]), table, rack) == (left, lacking)


def test_a_tile_taken_from_a_set_that_changed_is_missing_where_it_was_put() -> None:
    draft = Draft().then([change("A", "R3 R4 R5 R6", "R4 R5 R6"), change("B", "", "R3 K3 B3")])

    assert on(draft, "R4 R5 R6 / R1 R2 R3", "K3 B3") == ({"C": "K3 B3"}, [("A", ""), ("C", "R3")])


def test_no_tile_of_the_rack_takes_the_place_of_one_that_is_missing() -> None:
    draft = Draft().then([change("A", "R3 R4 R5 R6", "R4 R5 R6"), change("B", "", "R3 K3 B3")])

    left, lacking = on(draft, "R4 R5 R6", "R3 K3 B3")
    assert left == {"B": "K3 B3"}
    assert lacking == [("A", ""), ("B", "R3")]


def test_a_set_that_crossed_one_now_gone_lacks_its_tile() -> None:
    draft = Draft().then([change("B", "", "R5@A B5 K5")])

    assert on(draft, "R4 R5 R6", "B5 K5")[0] == {"B": "R5@A B5 K5"}
    assert on(draft, "R6 R7 R8", "B5 K5") == ({"B": "R5@A B5 K5"}, [])  # nothing that it changed has changed
    assert on(draft, "K1 K2 K3 / R6 R7 R8", "B5 K5") == ({"C": "B5 K5"}, [("C", "R5")])


def test_new_sets_that_cross_one_another_are_renamed_together() -> None:
    draft = Draft().then([change("B", "", "R4 R5 R6"), change("C", "", "R5@B B5 K5")])

    left, lacking = on(draft, "K1 K2 K3 / K7 K8 K9", "R4 R5 R6 B5 K5")
    assert left == {"C": "R4 R5 R6", "D": "R5@C B5 K5"}
    assert not lacking


def test_on_a_grid_a_cell_that_was_taken_is_a_conflict() -> None:
    placed = Draft().then([change("H8", "", "R5"), change("H9", "", "B5")])
    cells = {"H8": read_pieces("K1", BOX)}

    now, conflicts = rebase(placed, cells, read_rack("R5 B5", BOX), letters=False)

    assert [each.label for each in now.changes] == ["H9"]
    assert conflicts == (Conflict("H8", ()),)
    assert not now.can_redo
