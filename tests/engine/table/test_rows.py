"""The order of tiles in the sets that the bot plays: runs ascend, and groups go by color with jokers last."""

from collections.abc import Iterator
from typing import Any

import pytest

from engine.game.actions import Play
from engine.game.goals import Goal, Level
from engine.game.self_play import derive_seed
from engine.table.rows import sort_group, sort_row
from engine.table.state import TableState
from engine.tiles.edits import NewRow, Replace, Row
from engine.tiles.notation import read_pieces, write_pieces
from engine.variants import load

SYSTEMS = {key: system for key, system in load().items() if key != "rummykruss"}
ACTIONS = 60


def play_on(key: str) -> Iterator[tuple[Any, TableState]]:
    """Each position of a game among strong computers, with its rule system."""
    system, seed = SYSTEMS[key], derive_seed(12, 1)
    state: Any = system.setup(3, seed, 0, {}).state
    for number in range(ACTIONS):
        if state.outcome:
            return
        yield system, state
        action = system.choose(system.view(state, state.turn), Level.STRONG, number.to_bytes(32, "big"))
        state = system.apply(state, action, now=state.now).state


@pytest.mark.parametrize("key", [key for key in SYSTEMS if key != "rummi200kub"])
def test_every_set_of_a_game_is_in_canonical_order(key: str) -> None:
    sets = [each.meld for _, state in play_on(key) for each in state.sets]

    assert any(each.is_group for each in sets)
    assert [each for each in sets if each != each.in_order] == []


@pytest.mark.parametrize("key", SYSTEMS)
def test_a_found_turn_lays_its_sets_in_canonical_order(key: str) -> None:
    rows: list[Row] = []
    for system, state in play_on(key):
        found = system.find(system.view(state, state.turn), Goal.TILES)
        if found and isinstance(found.action, Play):
            for edit in found.action.edits:
                rows += edit.rows if isinstance(edit, Replace) else [edit.row] if isinstance(edit, NewRow) else []

    assert rows
    box = SYSTEMS[key].box
    assert [write_pieces(row) for row in rows if sort_group(row, box) != row] == []


@pytest.mark.parametrize(
    ("written", "ordered"), [("o5 k5 r5", "R5 K5 O5"), ("o5 b5 r5 j", "R5 B5 O5 J=K5"), ("b7 b6 b5", "B5 B6 B7")]
)
def test_a_row_of_a_bench_is_put_in_order(written: str, ordered: str) -> None:
    box = SYSTEMS["classic"].box

    assert write_pieces(sort_row(read_pieces(written, box), box)) == ordered
