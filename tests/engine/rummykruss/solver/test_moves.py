"""The parts of a search on a grid: loose tiles, lines within a budget, tiles that are given, lines placed again."""

from engine.rummykruss.game import grid_position
from engine.rummykruss.solver.bitboard import cell_at
from engine.rummykruss.solver.effort import POSITION, Effort
from engine.rummykruss.solver.moves import Node
from engine.rummykruss.solver.search import FitSearch
from engine.rummykruss.solver.turns import relay_lines
from engine.tiles.notation import write_tiles
from engine.variants.rummykruss import VARIANT
from tests.grid_positions import grid

RUN = "h8=r5 i8=r6 j8=r7"
PLENTY = 1_000 * POSITION


def root(cells: str, rack: str = "o13") -> Node:
    view = grid("rummykruss", racks=[rack, ""], cells=cells).view(0)
    return grid_position(view, VARIANT.rules_for({})).root()


def loose(cells: str) -> set[tuple[str, tuple[int, int]]]:
    """The loose tiles of a grid, each as it's written, with its row and column from 0."""
    node = root(cells)
    written = {0: "J"} | {
        node.board.codes.of(tile): write_tiles([tile]) for tile in VARIANT.box.tiles() if not tile.is_joker
    }
    return {(written[code], cell_at(at, node.board.size)) for code, cells in node.loose.items() for at in cells}


def test_both_ends_of_a_run_of_four_are_loose_also_if_one_is_a_wildcard() -> None:
    assert {tile for tile, _ in loose(f"{RUN} k8=r8")} == {"R5", "R8"}
    assert loose("h8=r1 i8=r2 j8=r3 k8=j:r4") == {("R1", (7, 7)), ("J", (7, 10))}


def test_a_tile_in_two_sets_is_not_loose() -> None:
    assert {tile for tile, _ in loose(f"{RUN} k8=r8 k9=b8 k10=k8")} == {"R5"}


def test_a_budget_is_spent_until_there_is_less_than_a_step_takes() -> None:
    effort = Effort(POSITION + 1)

    assert effort.spend()
    assert effort.spend(1)
    assert not effort.spend(1)


def test_a_search_for_lines_ends_with_its_budget_and_keeps_the_lines_so_far() -> None:
    start = root(f"{RUN} h9=b5 h10=k5", "r8 r9 b6 b7 k6 k7 o5 o6 j j")
    every = Effort(PLENTY)
    lines = list(start.find_lines(4, moving=True, effort=every))
    used = PLENTY - every.left

    for share in (0, 1, used // 3, used // 2, used):
        some = list(start.find_lines(4, moving=True, effort=Effort(share)))
        assert all(line in lines for line in some)
        assert len(some) <= len(lines)
    assert some == lines
    assert not list(start.find_lines(4, moving=True, effort=Effort(0)))


def fits(cells: str, tiles: str, *, moving: bool, steps: int = PLENTY) -> list[Node]:
    """The turns that place all of these tiles."""
    return list(FitSearch(Effort(steps), moving=moving).run(root(cells, tiles), 0))


def test_a_tile_that_a_line_can_spare_joins_the_given_ones_only_if_tiles_may_move() -> None:
    assert any(node.moved for node in fits(f"{RUN} k8=r8", "b8 k8", moving=True))
    assert not any(node.moved for node in fits(f"{RUN} k8=r8", "b8 k8", moving=False))


def test_a_search_without_a_budget_finds_nothing() -> None:
    assert fits(RUN, "r8", moving=False)
    assert not fits(RUN, "r8", moving=False, steps=0)


def relay_run(effort: Effort) -> list[Node]:
    """Turns that lift the grid's only run, which nothing on the rack goes with."""
    return list(relay_lines(root(RUN, "b1 b2 b3"), effort, 3))


def test_a_line_after_a_mere_move_is_looked_for_in_a_position_of_its_own() -> None:
    effort = Effort(PLENTY)

    assert relay_run(effort)
    assert PLENTY - effort.left >= 2 * POSITION
    assert not relay_run(Effort(POSITION))


def test_a_line_that_is_put_back_as_it_was_is_no_part_of_a_turn() -> None:
    assert all(turn.moved for turn in relay_run(Effort(PLENTY)))
