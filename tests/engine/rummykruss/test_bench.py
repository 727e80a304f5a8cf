"""Arranging a grid tile by tile, and the turn that it makes."""

import random
from collections import Counter
from dataclasses import replace

from engine.game.bench import Picks
from engine.game.bench_keys import write
from engine.game.drafts import Draft
from engine.rummykruss.bench import GridBench, make_grid_bench
from engine.tiles.notation import read_rack, write_tiles
from engine.tiles.tiles import Box
from tests.bench_keys import tile_keys, to
from tests.grid_positions import GridPosition, grid

BOX = Box()


def arranged_in(where: GridPosition) -> GridBench:
    arranged = where.system.prepare_draft(where.view(0), Draft()).bench
    assert isinstance(arranged, GridBench)
    return arranged


def picks(rack: str, *keys: str) -> Picks:
    return Picks(read_rack(rack, BOX), tile_keys(*keys))


def fitting(arranged: GridBench, picked: Picks) -> list[str]:
    return [write(each.key) for each in arranged.targets(picked) if each.fits]


def test_cells_where_a_tile_makes_sets_come_first() -> None:
    arranged = arranged_in(grid("rummykruss", cells="h8=r4 i8=r5 j8=r6", racks=["r7 r3 k9", "o1"]))

    assert fitting(arranged, picks("R7")) == ["K8"]
    assert fitting(arranged, picks("R3")) == ["G8"]
    assert fitting(arranged, picks("K9")) == []
    assert write(arranged.targets(picks("K9"))[0].key) in {"H7", "I7", "J7", "G8", "K8", "H9", "I9", "J9"}


def test_a_tile_can_go_to_any_free_cell() -> None:
    arranged = arranged_in(grid("rummykruss", cells="h8=r4 i8=r5 j8=r6", blocks="b2", racks=["k9", "o1"]))

    assert arranged.taken(picks("K9"), to("A1")) is not None
    assert arranged.taken(picks("K9"), to("B2")) is None
    assert arranged.taken(picks("K9"), to("H8")) is None
    assert arranged.taken(picks("K9"), to("Z1")) is None


def test_several_tiles_go_to_a_line_that_crosses_first() -> None:
    arranged = arranged_in(grid("rummykruss", cells="h8=r4 i8=r5 j8=r6", racks=["b5 k5 r9", "o1"]))

    best = arranged.targets(picks("B5 K5"))[0]

    assert best.fits
    played = arranged.taken(picks("B5 K5"), best.key)
    assert played is not None
    assert {cell[1] for cell in played.cells if cell not in arranged.cells} == {8}  # column I, through the red 5


def test_targets_tell_what_the_turn_would_score_where_contact_scores() -> None:
    """RK-20, option `scoring`."""
    options = {"scoring": "connected"}
    arranged = arranged_in(
        grid("rummykruss", cells="h8=r4 i8=r5 j8=r6", racks=["r7 b1 b2 b3 b4", "o1"], options=options)
    )

    assert arranged.targets(picks("R7"))[0].points == 2
    assert {each.points for each in arranged.targets(picks("B1 B2 B3")) if each.fits} == {1}
    drafted = arranged.taken(picks("B1 B2 B3"), to("A1-"))
    assert drafted is not None
    assert [(write(each.key), each.points) for each in drafted.targets(picks("B4")) if each.fits] == [("D1", 1)]
    assert drafted.targets(picks("R7"))[0].points == 2


def test_a_tile_on_the_grid_can_move_and_go_on_hold() -> None:
    where = grid("rummykruss", cells="h8=r4 i8=r5 j8=r6 k8=r7", racks=["b7 k7", "o1"])
    arranged = arranged_in(where)

    lifted = arranged.taken(picks("", "K8"), to("away"))
    assert lifted is not None
    assert write_tiles(lifted.hold) == "R7"
    assert "R7" in str(where.system.check_draft(where.view(0), lifted).refusal)
    played = lifted.taken(picks("B7 K7", "hold.0"), lifted.targets(picks("B7 K7", "hold.0"))[0].key)

    assert played is not None
    assert not played.hold
    told = where.system.check_draft(where.view(0), played)
    assert (told.refusal, played.left) == (None, ())
    after = where.system.apply(where.state, played.action(0), now=where.state.now).state
    assert len(after.tiles) == 6


def test_mistakes_are_reported_by_cell() -> None:
    where = grid("rummykruss", cells="h8=r4 i8=r5 j8=r6", racks=["k9 b1", "o1"])
    played = arranged_in(where).taken(picks("K9"), to("K8"))
    assert played is not None
    apart = played.taken(picks("B1"), to("A1"))
    assert apart is not None

    told = where.system.check_draft(where.view(0), apart)

    assert set(told.wrong) == {"H8", "I8", "J8", "K8", "A1"}
    assert told.refusal


def test_a_wildcard_is_asked_for_only_where_it_matters() -> None:
    where = grid("rummykruss", cells="h8=r4 i8=r5 j8=r6", racks=["j b5", "o1"])
    clear = arranged_in(where).taken(picks("J"), to("K8"))
    unclear = arranged_in(where).taken(picks("B5 J"), to("I6+"))
    assert clear is not None
    assert unclear is not None

    assert not where.system.check_draft(where.view(0), clear).refusal
    assert where.system.check_draft(where.view(0), unclear).unclear == ("I7",)


def test_wherever_tiles_go_none_is_lost() -> None:
    dice = random.Random(3)  # noqa: S311  # the same each time
    where = grid("rummykruss", cells="h8=r4 i8=r5 j8=r6 k8=r7 i7=b5 i6=k5 i9=o5", racks=["b7 k7 j r8 r3 o4", "o1"])
    start = arranged_in(where)
    whole = Counter(start.rack) + Counter(each.tile for each in start.grid.on_grid.values())
    for _ in range(15):
        arranged = start
        for _ in range(5):
            keys = [key for spot in arranged.spots.values() for key in spot]
            rack = dice.sample([arranged.rack[at] for at in arranged.left], min(len(arranged.left), dice.randint(0, 2)))
            picked = Picks(tuple(rack), tuple(dice.sample(keys, dice.randint(0, 1))))
            if picked and arranged.holds(picked) and (found := arranged.targets(picked)):
                arranged = arranged.taken(picked, dice.choice(found).key) or arranged
            left = Counter(arranged.rack[at] for at in arranged.left)
            assert Counter(piece.tile for piece in arranged.cells.values()) + left + Counter(arranged.hold) == whole
        again = make_grid_bench(start.grid, start.rack, arranged.changes)
        assert again.cells == arranged.cells


def test_a_draft_waits_until_the_open_tiles_are_picked() -> None:
    where = grid("rummykruss", cells="h8=r4 i8=r5 j8=r6", racks=["r7", "o1"])
    drafting = replace(where.view(0), row=read_rack("b1 b2", BOX))
    played = arranged_in(where).taken(picks("R7"), to("K8"))
    assert played is not None

    assert not where.system.check_draft(where.view(0), played).refusal
    assert str(where.system.check_draft(drafting, played).refusal) == "Pick one of the open tiles first."


def test_only_a_turn_that_places_tiles_changes_the_grid_that_is_foreseen() -> None:
    where = grid("rummykruss", cells="h8=r4 i8=r5 j8=r6", racks=["r7 k9", "o1"])
    view = where.view(0)

    assert where.system.foresee(view, where.system.read(0, "draw")) == view
    assert where.system.foresee(view, where.system.read(0, "play k8=r7")) != view
