"""Rummykruss, RK-18 to RK-29: barred numbers, the score, the clock, the end, help."""

from dataclasses import replace
from functools import partial

import pytest

from engine.rummykruss.rules import errors as grid_errors
from engine.text import errors
from engine.variants.rummykruss import VARIANT
from tests import grid_positions
from tests.grid_positions import GridPosition, grid
from tests.positions import NOW, SEED

ROW = "h8=r4 i8=r5 j8=r6"

kruss = partial(grid, "rummykruss")
judge = partial(grid_positions.judge, "rummykruss")
refused = pytest.raises


# What is barred


def test_the_numbers_that_the_opponent_has_just_placed_are_barred() -> None:
    """RK-18."""
    game = kruss(racks=["r4 r5 r6", "b6 k6 o6 b7 k7 o7"]).place(0, ROW)

    assert game.view().barred == (4, 5, 6)
    with refused(grid_errors.NumberBarred, match="B6 on A1"):
        game.place(1, "a1=b6 a2=k6 a3=o6")
    assert game.place(1, "a1=b7 a2=k7 a3=o7").view().barred == (7,)


def test_tiles_on_the_grid_move_whatever_their_number() -> None:
    """RK-18."""
    game = kruss(racks=["o1", "b7 b8"], cells=f"{ROW} k8=r7 a1=b6 b1=k6 c1=o6 d1=r6", turn=1, barred=(5, 6))

    assert game.place(1, "a1>a3 a4=b7 a5=b8").turn == 0


def test_a_placed_wildcard_bars_the_number_it_stands_for() -> None:
    """RK-18."""
    assert kruss(racks=["r4 j r6", "o1"]).place(0, "h8=r4 i8=j j8=r6").view().barred == (4, 5, 6)


def test_numbers_that_were_only_moved_are_not_barred() -> None:
    """RK-18."""
    game = kruss(racks=["b7 b8", "o1"], cells=f"{ROW} a1=b6 b1=k6 c1=o6 d1=r6")

    assert game.place(0, "a1>a3 a4=b7 a5=b8").view().barred == (7, 8)


@pytest.mark.parametrize("line", ["draw", "pass", "timeup moved"])
def test_a_turn_without_placing_bars_nothing(line: str) -> None:
    """RK-18."""
    pool = None if line == "draw" else ""
    game = kruss(racks=["o1", "o2"], pool=pool, barred=(1, 2), last=((0, 0),), deadline=NOW)

    after = game.does(0, line)

    assert (after.state.barred, after.state.last) == ((), ())


def test_a_preview_out_of_turn_ignores_the_numbers_barred_for_the_other() -> None:
    """RK-18."""
    game = kruss(racks=["b6 k6 o6", "b6 k6 o6"], barred=(6,))

    assert "that number is barred" in game.preview(0, "a1=b6 a2=k6 a3=o6")
    assert game.preview(1, "a1=b6 a2=k6 a3=o6").startswith("Valid")


def test_the_last_number_written_may_be_the_only_one_barred() -> None:
    """RK-18."""
    game = kruss(racks=["r4 r5 r6", "b5 k5 o5 b6 k6 o6"], options={"last_only": True})

    after = game.place(0, "j8=r6 h8=r4 i8=r5")

    assert after.view().barred == (5,)
    assert after.place(1, "a1=b6 a2=k6 a3=o6")
    with refused(grid_errors.NumberBarred):
        after.place(1, "a1=b5 a2=k5 a3=o5")


def test_touching_what_the_opponent_has_just_placed_may_be_forbidden() -> None:
    """RK-19."""
    options = {"no_contact_last": True}
    game = kruss(racks=["r4 r5 r6", "r7 b7 k8 o8 b8"], options=options).place(0, ROW)

    with refused(grid_errors.TooClose, match="K8 touches J8"):
        game.place(1, "k8=r7")
    assert game.place(1, "a1=b8 b1=k8 c1=o8").draw(0).place(1, "k8=r7")
    assert kruss(racks=["r4 r5 r6", "r7"]).place(0, ROW).place(1, "k8=r7")


def test_a_moved_tile_keeps_others_at_a_distance_and_may_itself_touch() -> None:
    """RK-19."""
    options = {"no_contact_last": True}
    cells = f"{ROW} k8=r7"
    game = kruss(racks=["o1", "b4 k4 b7 k7"], cells=cells, turn=1, last=((7, 7),), options=options)

    with refused(grid_errors.TooClose, match="A2 touches A1"):
        game.place(1, "h8>a1 a2=b4 a3=k4")
    assert game.place(1, "k8>a1 a2=b7 a3=k7").turn == 0
    with refused(grid_errors.TooClose, match="K8 touches J8"):
        judge(cells=ROW, last="j8", rack="r7", after=f"{ROW} k8=r7", options=options)


SAME = {"no_contact_same": True}


def test_touching_what_the_opponent_has_just_touched_may_be_forbidden() -> None:
    """RK-19: the neighbors of the tile placed are barred, the tile itself isn't; for one turn."""
    game = kruss(racks=["r7 o1", "b6 k6 r8 b8 k8 o8"], cells=ROW, options=SAME).place(0, "k8=r7")

    with refused(
        grid_errors.TouchesSame, match=r"J7 touches J8, beside which your opponent just placed a tile\. \(RK-19\)"
    ):
        game.place(1, "j7=b6 j9=k6")
    assert "J7 touches J8" in game.preview(1, "j7=b6 j9=k6")
    assert game.place(1, "l8=r8")
    assert game.place(1, "a1=b8 b1=k8 c1=o8").draw(0).place(1, "j7=b6 j9=k6")
    assert kruss(racks=["r7 o1", "b6 k6"], cells=ROW).place(0, "k8=r7").place(1, "j7=b6 j9=k6")


def test_tiles_placed_side_by_side_touch_one_another() -> None:
    """RK-19."""
    game = kruss(racks=["r4 r5 r6", "r7 b8 k8 o8"], options=SAME).place(0, ROW)

    with refused(grid_errors.TouchesSame, match="K8 touches J8"):
        game.place(1, "k8=r7")
    assert game.place(1, "a1=b8 b1=k8 c1=o8")


def test_a_touched_tile_keeps_others_at_a_distance_where_it_moves_to() -> None:
    """RK-19: a tile of the grid may be moved beside it."""
    cells = "h8=r4 i8=r5 j8=r6 k8=r7 l8=r8 a1=b8 b1=k8 c1=o8 c5=b9 d5=k9 e5=o9"
    game = kruss(racks=["r9 o1", "b8 k8 r3"], cells=cells, options=SAME).place(0, "m8=r9")

    with refused(grid_errors.TouchesSame, match="A9 touches A8"):
        game.place(1, "m8>f5 l8>a8 a9=b8 a10=k8")
    assert game.place(1, "a1>l7 b1>l9 c1>l10 g8=r3").turn == 0


def test_a_tile_the_opponent_moved_counts_on_its_new_cell() -> None:
    """RK-19: the red 7 was moved beside the blue one."""
    game = kruss(racks=["b7 k7 o1", "r8 r9 o7 r7"], cells=f"{ROW} k8=r7", options=SAME).place(0, "k8>a1 a2=b7 a3=k7")

    with refused(grid_errors.TouchesSame, match="B1 touches A1"):
        game.place(1, "b1=r8 c1=r9")
    with refused(grid_errors.NumberBarred):
        game.place(1, "k8=r7")
    with refused(grid_errors.TouchesSame, match="A4 touches A3"):
        replace_bars(game).place(1, "a4=o7")
    assert replace_bars(game).place(1, "k8=r7")


def replace_bars(game: GridPosition) -> GridPosition:
    """The same game with no number barred."""
    return GridPosition(game.system, replace(game.state, barred=()))


def test_the_wildcard_that_may_be_there_counts_as_the_touched_one() -> None:
    """RK-19: wildcards can't be told apart."""
    cells = f"{ROW} k8=r7 l8=j:r8 a1=b1 b1=b2 c1=b3"
    game = kruss(racks=["r9 o1", "r8 j k10 k11 b5"], cells=cells, options=SAME, pool="").place(0, "m8=r9")
    turn = "l8>c10=j:k12 l8=r8 a10=k10 b10=k11 d1=j:b4"

    assert game.place(1, turn).turn == 0
    assert game.place(1, "l8>d1=j:b4 l8=r8 a10=k10 b10=k11 c10=j:k12").turn == 0
    with refused(grid_errors.TouchesSame, match="touches C10"):
        game.place(1, f"{turn} e1=b5")


def test_the_grid_at_the_end_tells_which_of_equal_tiles_came_from_the_rack() -> None:
    """RK-19: a tile equal to the one that was in its cell is that one; of others, the one that may be there."""
    cells = f"{ROW} a1=b7 b1=k7 c1=o7 d1=r7"
    game = kruss(racks=["b6 k6 o1", "r7 r8 r9"], cells=cells, options=SAME, pool="").place(0, "j7=b6 j9=k6")
    rest = f"table: {ROW} j7=b6 j9=k6 a1=b7 b1=k7 c1=o7"

    for turn in ("d1>k8 d1=r7", f"{rest} d1=r7 k8=r7", f"{rest} k8=r7 d1=r7"):
        with refused(grid_errors.TouchesSame, match="K8 touches J8"):
            game.place(1, turn)
    for turn in ("d1>k8 a5=r7", "k8=r7 d1>a5", f"{rest} a5=r7 k8=r7", f"{rest} k8=r7 a5=r7"):
        after = game.place(1, f"{turn} b5=r8 c5=r9")
        assert after.sentences == ["B placed R7 R8 R9 at A5 B5 C5, moved 1 tile: +1 point."]


def test_a_turn_without_placing_touches_nothing() -> None:
    """RK-19."""
    game = kruss(racks=["r7 o1", "b6 k6 o2"], cells=ROW, options=SAME, pool="o3 o4 o5")

    assert game.place(0, "k8=r7").draw(1).draw(0).place(1, "j7=b6 j9=k6")


# The score


CONNECTED = {"scoring": "connected"}


def test_the_score_goes_by_the_grid_at_the_end_however_the_turn_is_written() -> None:
    """RK-20: the red 7 that was there and the one from the rack can't be told apart."""
    game = kruss(racks=["r7 b7 k7 o1", "o2"], cells=f"{ROW} k8=r7", options=CONNECTED)

    for text in ("k8>a1 k8=r7 a2=b7 a3=k7", "a1=r7 a2=b7 a3=k7"):
        assert game.place(0, text).scores == (1, 0)


def test_intersections_made_still_count_where_contact_scores() -> None:
    """RK-20, RK-27."""
    game = kruss(racks=["b5 k5 r7 o1", "o2"], cells=ROW, options=CONNECTED)

    assert game.place(0, "k8=r7").view().intersections == (0, 0)
    assert game.place(0, "i7=b5 i9=k5").view().intersections == (1, 0)
    assert game.preview(0, "k8=r7") == "Valid: 1 tile placed, +2 to your score, 3 left."
    assert game.place(0, "k8=r7").sentences == ["A placed R7 at K8: +2 points."]


def test_scores_add_up_and_may_fall_below_zero() -> None:
    """RK-21."""
    game = kruss(racks=["r4 r5 r6", "b5 k5 b7 k7"]).draw(0).draw(1).place(0, ROW)

    assert game.scores == (0, -1)
    assert game.draw(1).draw(0).scores == (-1, -2)
    assert game.view().seats[1].score == -1


# Mistakes and the clock


def test_a_turn_that_is_refused_leaves_everything_as_it_was() -> None:
    """RK-22."""
    game = kruss(racks=["r4 r5 r6", "o1"])

    with refused(grid_errors.BrokenLine) as refusal:
        game.place(0, "h8=r4 i8=r5")

    assert (
        str(refusal.value) == "H8 to I8 (R4 R5) isn't a set: touching tiles must form a set of three or more. (RK-11)"
    )
    assert game.place(0, ROW).scores == (1, 0)


def test_the_preview_says_what_a_turn_would_come_to() -> None:
    """RK-22."""
    game = kruss(racks=["b5 k5 o9", "o1"], cells=ROW)

    assert game.preview(0, "i7=b5 i9=k5") == "Valid: 2 tiles placed, intersections +1, +2 to your score, 1 left."
    assert game.preview(0, "i7=b5") == (
        "I7 to I8 (B5 R5) isn't a set: touching tiles must form a set of three or more."
    )


def test_running_out_of_time_draws_a_tile_for_a_point() -> None:
    """RK-23."""
    after = kruss(racks=["r1", "o1"], pool="b1 b2", cells=ROW, deadline=NOW).time_up(0)

    assert (after.rack(0), after.scores, after.turn, after.cells) == ("R1 B2", (-1, 0), 1, "H8=R4 I8=R5 J8=R6")
    assert after.sentences == ["A ran out of time, drew 1 tile and holds 2: \N{MINUS SIGN}1 point."]


def test_out_of_time_in_the_draft_takes_the_first_tile() -> None:
    """RK-23."""
    start = VARIANT.setup(2, SEED, NOW, {"open_draft": True, "clock": 60}).state
    game = GridPosition(VARIANT, start)

    after = game.time_up(game.turn)

    assert after.seats[game.turn].rack == game.view().row[:1]
    assert after.scores == (0, 0)


# The end


def test_two_passes_in_a_row_end_the_game() -> None:
    """RK-25."""
    game = kruss(racks=["r4 r5 r6", "o1"], pool="").does(0, "pass")

    over = game.does(1, "pass")

    assert over.outcome
    assert str(over.outcome.reason) == "The pool is empty and both players passed."
    with refused(errors.GameIsOver):
        over.does(0, "pass")


def test_a_placing_turn_begins_the_count_of_passes_anew() -> None:
    """RK-25."""
    game = kruss(racks=["o9", "r4 r5 r6"], pool="").does(0, "pass").place(1, ROW)

    assert game.does(0, "pass").outcome is None
    assert game.does(0, "pass").does(1, "pass").outcome


def test_an_empty_rack_does_not_end_the_game() -> None:
    """RK-25."""
    after = kruss(racks=["r4 r5 r6", "o1"], pool="").place(0, ROW)

    assert after.rack(0) == ""
    assert after.outcome is None


def test_a_game_may_end_after_so_many_turns_each() -> None:
    """RK-26."""
    options = {"turn_cap": 10}
    game = kruss(racks=["r1", "o1"], options=options)
    for turn in range(19):
        game = game.draw(turn % 2)

    over = game.draw(1)

    assert game.outcome is None
    assert over.outcome
    assert str(over.outcome.reason) == "Both players have had 10 turns."


def test_picks_are_no_turns() -> None:
    """RK-26."""
    game = GridPosition(VARIANT, VARIANT.setup(2, SEED, NOW, {"open_draft": True, "turn_cap": 10}).state)
    while game.view().offers:
        game = game.does(game.turn, game.view().offers[0].line)

    assert game.draw(game.turn).outcome is None


def ended(scores: tuple[int, int], made: tuple[int, int]) -> GridPosition:
    return kruss(racks=["r1", "o1"], pool="", scores=scores, made=made, passes=1, turn=1).does(1, "pass")


@pytest.mark.parametrize(
    ("scores", "made", "winners"),
    [
        ((12, 11), (0, 9), (0,)),
        ((-3, -2), (9, 0), (1,)),
        ((12, 12), (3, 2), (0,)),
        ((12, 12), (2, 3), (1,)),
        ((12, 12), (3, 3), (0, 1)),
    ],
)
def test_the_score_decides_then_the_intersections_made(
    scores: tuple[int, int], made: tuple[int, int], winners: tuple[int, ...]
) -> None:
    """RK-27."""
    over = ended(scores, made).outcome

    assert over
    assert (over.winners, over.scores) == (winners, scores)
    assert ("Decided by intersections made" in str(over.reason)) == (scores == (12, 12) and len(winners) == 1)


def test_intersections_made_count_gains_alone() -> None:
    """RK-27."""
    game = kruss(racks=["b5 k5 b9", "o5 r9 k9 o9"], cells=ROW).place(0, "i7=b5 i9=k5")
    after = game.draw(1).draw(0).place(1, "i7>a1 i9>a2 a3=o5")

    assert game.view().intersections == (1, 0)
    assert after.view().intersections == (1, 0)
    assert after.scores == (1, 0)
    assert after.sentences == ["B placed O5 at A3, moved 2 tiles: +1 point."]


def test_a_player_who_resigns_loses_whatever_the_scores_are() -> None:
    """RK-28."""
    over = kruss(racks=["r1", "o1"], scores=(9, 2), turn=1).does(0, "resign")

    assert over.outcome
    assert over.outcome.winners == (1,)
    assert over.outcome.places == (2, 1)
    assert over.view().seats[0].resigned


def test_a_player_may_resign_out_of_turn_and_in_the_draft() -> None:
    """RK-28."""
    game = GridPosition(VARIANT, VARIANT.setup(2, SEED, NOW, {"open_draft": True}).state)

    over = game.does(1 - game.turn, "resign")

    assert over.outcome
    assert over.outcome.winners == (game.turn,)
    assert over.view().offers == ()
