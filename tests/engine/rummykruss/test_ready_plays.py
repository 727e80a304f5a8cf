"""Ready plays on a grid: lines of rack tiles with their cells and points, the best-paying first."""

from dataclasses import replace

from engine.game.bench import Picks
from engine.game.bench_keys import CellKey
from engine.game.drafts import Draft
from engine.tiles.tiles import Color, Tile
from tests.grid_positions import GridPosition, grid


def offered(where: GridPosition, draft: Draft | None = None, *, full: bool = False) -> list[tuple[str, int | None]]:
    view = where.view(0)
    best = where.system.find(view, view.goal) if full else None
    bench = where.system.prepare_draft(view, draft or Draft()).bench
    return [(str(play.sentence), play.points) for play in where.system.list_ready_plays(view, bench, best)]


def test_the_most_valuable_play_comes_first_and_no_tiles_appear_more_than_twice() -> None:
    where = grid("rummykruss", cells="h8=r4 i8=r5 j8=r6", racks=["r7 b5 k5 o9", "o1"])

    assert offered(where) == [("B5 K5 at I6 I7", 2), ("B5 K5 at I7 I9", 2), ("R7 at K8", 1)]


def test_jokers_are_spared_and_their_meanings_make_no_other_play() -> None:
    where = grid("rummykruss", racks=["o3 o4 o5 r9 j j", "o1"])

    plays = [said for said, _ in offered(where)]

    assert plays[0].startswith("O3 O4 O5 at ")
    assert len(plays) == len(set(plays))
    assert not any("J J" in said for said in plays)


def test_different_tiles_that_pay_the_same_are_all_offered() -> None:
    cells = "b2=r4 c2=r5 d2=r6 b5=k8 c5=k9 d5=k10 b8=o1 c8=o2 d8=o3"

    plays = offered(grid("rummykruss", cells=cells, racks=["r7 k11 o4", "o13"]))

    assert sorted(plays) == [("K11 at E5", 1), ("O4 at E8", 1), ("R7 at E2", 1)]


def test_a_line_can_be_added_to_the_draft() -> None:
    where = grid("rummykruss", cells="h8=r4 i8=r5 j8=r6", racks=["r7 b5 k5 o9", "o1"])
    view = where.view(0)
    plays = where.system.list_ready_plays(view, where.system.prepare_draft(view, Draft()).bench)

    added = offered(where, Draft().then(plays[0].bench.changes))

    assert added == [("R7 at K8", 2)]
    assert offered(where, Draft().then(plays[2].bench.changes)) == [("B5 K5 at I6 I7", 2), ("B5 K5 at I7 I9", 2)]


def test_a_draft_that_is_against_the_rules_gets_nothing_added() -> None:
    where = grid("rummykruss", cells="h8=r4 i8=r5 j8=r6", racks=["r7 b5 k5 o9", "o1"])
    bench = where.system.prepare_draft(where.view(0), Draft()).bench
    lone = bench.taken(Picks((Tile(Color.ORANGE, 9),)), CellKey("A1"))

    assert lone is not None
    assert where.system.list_ready_plays(where.view(0), lone) == ()


def test_only_the_best_turn_moves_tiles_and_it_says_so() -> None:
    where = grid("rummykruss", cells="h8=r4 i8=r5 j8=r6 k8=r7", racks=["b8 r8", "o1"])

    assert offered(where, full=True) == [("R8 at J6, moving 1 tile", 2), ("R8 at L8", 1)]


def test_nothing_is_offered_during_an_open_draft() -> None:
    where = grid("rummykruss", cells="h8=r4 i8=r5 j8=r6", racks=["r7", "o1"])
    view = replace(where.view(0), row=(Tile(Color.RED, 7),))

    assert where.system.list_ready_plays(view, where.system.prepare_draft(view, Draft()).bench) == ()
