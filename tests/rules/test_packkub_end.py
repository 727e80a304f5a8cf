"""PackKub, PK-12 to PK-18 and PK-22: refusals, the clock, how rounds and matches end, help."""

from functools import partial

import pytest

from engine.game.events import GameEnded, NextGame
from engine.game.views import Value
from engine.text import errors
from tests.positions import Position, position

pack = partial(position, "packkub")
refused = pytest.raises


@pytest.mark.parametrize("line", ["idle", "moved", "moved a+s2", "moved a+m2"])
def test_time_out_takes_everything_back_for_one_tile(line: str) -> None:
    """PK-13."""
    after = pack(table="s3 s4 s5", racks=["s2 m2", "mn"], pool="c2 c3", options={"clock": 60}).time_up(0, line)

    assert (after.table, after.rack(0), after.turn) == ("S3 S4 S5", "S2 M2 C3", 1)


# The end


@pytest.mark.parametrize(
    ("rack", "has_melded", "over"),
    [
        ("m2 c5", True, True),
        ("s2 c5", True, False),
        ("s2 c5", False, True),
        ("m2 m3 m4 c5", False, False),
        ("s2 m3 m4", False, True),
    ],
    ids=["nothing fits", "added to", "not opened", "a sequence to open with", "nothing to open with"],
)
def test_the_round_is_over_when_it_is_proven_that_nobody_can_play(rack: str, has_melded: bool, over: bool) -> None:
    """PK-15: and the next one is dealt."""
    after = pack(table="s3 s4 s5", racks=["mn", rack], has_melded=(True, has_melded), pool="ca").draw(0)

    assert (after.state.game == 2) is over
    assert (GameEnded in map(type, after.events)) is over
    if over:
        assert after.state.totals == (2, len(rack.split()))
        assert after.sentences[1].startswith("The pool is empty and nobody can play.")


@pytest.mark.parametrize(("jokers", "table"), [(0, "s2 s3 s4 s5"), (1, "s2 s3 s4 j")])
def test_a_joker_on_the_table_is_anybody_s(jokers: int, table: str) -> None:
    """PK-15, PK-19: so with two of one value there is a play."""
    after = pack(table=table, racks=["mn", "m5 c5"], pool="ca", options={"jokers": jokers}).draw(0)

    assert after.state.game == 1
    assert pack(table="s2 s3 s4", racks=["mn", "m5 c5"], pool="ca").draw(0).state.game == 2


def test_everyone_scores_the_tiles_left() -> None:
    """PK-16."""
    after = pack(table="s3 s4 s5", racks=["s2", "m2 m3 m5", "c2 c3 c4 c5 cn"]).play(0, "a+s2")

    assert after.state.totals == (0, 3, 5)
    assert [type(event) for event in after.events[1:3]] == [GameEnded, NextGame]
    assert [seat.score for seat in after.view().seats] == [0, 3, 5]
    assert (after.table, [len(seat.rack) for seat in after.seats]) == ("-", [4, 4, 4])


def test_the_opening_may_be_the_end() -> None:
    """PK-16."""
    after = pack(table="s3 s4 s5", racks=["m3 c3 a3 s2", "m2"], has_melded=False).play(0, "a+s2; m3 c3 a3")

    assert after.state.totals == (0, 1)


def last_round(*totals: int, **options: Value) -> Position:
    """The end of the fourth round, in which the first seat plays its last tile and the others are left with one."""
    racks = ["s2", *["m5"] * (len(totals) - 1)]
    game = pack(table="s3 s4 s5", racks=racks, game=4, totals=totals, options=options)
    return game.play(0, "a+s2")


def test_the_lowest_total_wins() -> None:
    """PK-17."""
    after = last_round(9, 6, 11)

    assert after.outcome
    assert (after.outcome.winners, after.outcome.scores, after.outcome.places) == ((1,), (9, 7, 12), (2, 1, 3))
    with refused(errors.GameIsOver, match="PK-17"):
        after.draw(0)


def test_a_match_of_one_round_goes_to_the_empty_rack() -> None:
    """PK-17."""
    after = pack(table="s3 s4 s5", racks=["s2", "m2"], options={"games": 1}).play(0, "a+s2")

    assert after.outcome
    assert (after.outcome.winners, after.outcome.scores) == ((0,), (0, 1))


def test_equal_totals_share_the_win() -> None:
    """PK-17."""
    after = last_round(9, 8, 8)

    assert after.outcome
    assert after.outcome.winners == (0, 1, 2)


def test_a_tie_may_be_played_off_in_one_more_round_of_all() -> None:
    """PK-17."""
    after = last_round(9, 8, 11, tie="extra_round")

    assert (after.outcome, after.state.game, after.view().game, after.view().games) == (None, 5, 5, 5)
    assert any(each.endswith("The lowest total wins. Round 5 of 5 begins.") for each in after.sentences)
    assert [len(seat.rack) for seat in after.seats] == [4, 4, 4]


@pytest.mark.parametrize(("totals", "winners"), [((9, 8, 11), (0, 1)), ((9, 9, 8), (0, 2)), ((9, 7, 9), (1,))])
def test_there_is_but_one_extra_round(totals: tuple[int, ...], winners: tuple[int, ...]) -> None:
    """PK-17."""
    game = pack(
        table="s3 s4 s5", racks=["s2", "m5", "m5"], game=5, totals=totals, options={"games": 4, "tie": "extra_round"}
    )
    after = game.play(0, "a+s2")

    assert after.outcome
    assert after.outcome.winners == winners


def test_without_a_tie_there_is_no_extra_round() -> None:
    """PK-17."""
    assert last_round(9, 9, 9, tie="extra_round").outcome


def test_a_player_who_resigns_scores_the_tiles_left_and_the_others_go_on() -> None:
    """PK-18."""
    game = pack(table="s3 s4 s5", racks=["s2", "m2 m3", "c2 c3 c4"]).resign(1)

    assert (game.outcome, game.turn) == (None, 0)
    with refused(errors.HasResigned, match="PK-18"):
        game.does(1, "draw")
    assert game.play(0, "a+s2").state.totals == (0, 2, 3)


def later_round(*racks: str) -> Position:
    """The second round, the middle player having left in the first."""
    game = pack(table="s3 s4 s5", racks=["s2", "m2", "c2"], options={"games": 3}).resign(1).play(0, "a+s2")
    again = pack(table="s3 s4 s5", racks=racks, game=2, totals=game.state.totals, options={"games": 3})
    return again.resign(1)


def test_the_worst_rack_of_a_later_round_counts_for_who_is_gone() -> None:
    """PK-18."""
    after = later_round("s2", "", "c2 c3 c4 c5").play(0, "a+s2")

    assert after.state.totals == (0, 1 + 4, 1 + 4)


def test_a_player_who_left_cannot_win() -> None:
    """PK-18."""
    game = pack(table="s3 s4 s5", racks=["s2", "m2", "c2"], game=4, totals=(30, 0, 31)).resign(1)
    after = game.play(0, "a+s2")

    assert after.outcome
    assert (after.outcome.winners, after.outcome.scores) == ((0,), (30, 1, 32))


def test_a_resignation_that_leaves_one_player_ends_the_match_in_any_round() -> None:
    """PK-18."""
    for number in (1, 3):
        after = pack(racks=["s2 s3", "m2"], game=number, totals=(9, 0)).resign(1)

        assert after.outcome
        assert (after.outcome.winners, after.outcome.scores) == ((0,), (11, 1))


def test_the_tie_of_one_who_left_is_no_tie() -> None:
    """PK-18."""
    racks, options = ["s2", "m2", "c2"], {"tie": "extra_round"}
    game = pack(table="s3 s4 s5", racks=racks, game=4, totals=(5, 4, 9), options=options).resign(1)

    after = game.play(0, "a+s2").outcome
    assert after
    assert after.winners == (0,)
