"""Ready plays on open tables: what is offered, in which order, and in which words."""

from typing import Any

from engine.game.bench import ReadyPlay
from engine.game.drafts import Draft
from engine.game.goals import Goal
from tests.positions import position


def offered(
    table: str, rack: str, *, has_melded: bool = True, first: int | None = None, full: bool = False, **others: Any
) -> list[ReadyPlay]:
    """What is offered; with `first`, what is offered after the first or another of these was chosen."""
    system = others.pop("system", "classic")
    where = position(system, table=table, racks=[rack, "-"], has_melded=[has_melded, has_melded], options=others)
    view = where.view(0)
    best = where.system.find(view, Goal.TILES) if full else None
    plays = where.system.list_ready_plays(view, where.system.prepare_draft(view, Draft()).bench, best)
    if first is not None:
        draft = Draft().then(plays[first].bench.changes)
        plays = where.system.list_ready_plays(view, where.system.prepare_draft(view, draft).bench, best)
    return list(plays)


def said(*arguments: Any, **options: Any) -> list[str]:
    return [str(play.sentence) for play in offered(*arguments, **options)]


def test_long_sets_of_the_rack_come_before_short_ones_and_single_tiles_last() -> None:
    found = said("R4 R5 R6 / B9 K9 O9", "R7 R9 B1 B2 B3 B4 K13 O13 R13 B8")

    assert found == ["B1 B2 B3 B4", "R13 K13 O13", "R9 to set B", "R7 to set A"]


def test_a_set_is_in_the_order_of_colors_and_numbers() -> None:
    assert said("", "K5 O5 B5 R5 O9 O7 O8") == ["R5 B5 K5 O5", "O7 O8 O9"]


def test_every_other_set_that_takes_a_tile_comes_last() -> None:
    assert said("R4 R5 R6 / B7 K7 O7", "R7 R3") == ["R7 to set A", "R3 to set A", "R7 to set B"]


def test_a_first_play_of_several_sets_is_one_option_with_its_points() -> None:
    found = offered("", "R9 B9 K9 O1 O2 O3 K4", has_melded=False)

    assert [(str(play.sentence), play.points) for play in found] == [("R9 B9 K9 / O1 O2 O3", 33)]


def test_a_set_that_opens_alone_is_offered_too() -> None:
    found = said("", "R10 R11 R12 O1 O2 O3", has_melded=False)

    assert found == ["R10 R11 R12 / O1 O2 O3", "R10 R11 R12"]


def test_nothing_is_offered_that_is_worth_too_little_or_goes_to_the_table_before_the_first_play() -> None:
    assert said("R4 R5 R6", "R7 B1 B2 B3", has_melded=False) == []


def test_a_joker_opens_only_where_the_others_are_worth_too_little() -> None:
    assert said("", "R10 R11 R12 K5 O5 J", has_melded=False)[0] == "R10 R11 R12"
    assert said("", "R10 R12 K2 O2 B2 J", has_melded=False)[0] == "R10 J R12 / B2 K2 O2"


def test_after_the_first_play_is_drafted_tiles_may_be_added_to_it() -> None:
    assert said("R4 R5 R6", "R7 K10 K11 K12 K13 B10 O10", has_melded=False, first=0) == []
    assert said("", "R9 B9 K9 O9 O1 O2 O3 O4", has_melded=False, first=1) == ["O1 O2 O3 O4"]


def test_points_are_said_until_the_first_play() -> None:
    assert [play.points for play in offered("", "R9 B9 K9 O1 O2 O3")] == [None, None]
    assert offered("", "R9 B9 K9 O9", has_melded=False)[0].points == 36


def test_a_joker_is_played_where_it_can_be_one_tile_only() -> None:
    assert said("", "R5 R7 B8 B9 K12 K13 J") == ["J K12 K13", "R5 J R7"]
    assert said("", "R5 R6 J") == []
    assert said("", "R5 K5 J") == ["R5 K5 J"]
    assert said("R5 B5 K5 / O11 O12 O13 / B4 B5 B6", "J") == ["J to set A", "J to set B"]


def test_the_jokers_of_the_table_stay_what_they_are() -> None:
    assert said("R5 R6 J=R7", "R8 R7") == ["R8 to set A"]


def test_a_drafted_play_is_not_offered_again() -> None:
    assert said("R4 R5 R6", "R7 R8 B1 B2 B3", first=0) == ["R7 to set A"]
    assert said("R4 R5 R6", "R7 R8 B1 B2 B3", first=1) == ["B1 B2 B3", "R8 to set A"]


def test_the_best_play_tells_which_sets_change() -> None:
    found = offered("R1 R2 R3 R4 / B4 K4 O4", "B5 B6 R7", full=True)

    assert [(str(play.sentence), play.is_best) for play in found] == [("B5 B6 with sets A and B", True)]


def test_a_system_without_points_tells_none() -> None:
    assert [play.points for play in offered("", "S1 S2 S3", system="packkub", has_melded=False)] == [None]


def test_claimed_sets_may_grow_and_sets_that_must_cross_are_not_played_apart() -> None:
    assert said("R4 R5 R6", "B1 B2 B3 R7", system="rummi200kub") == ["B1 B2 B3", "R7 to set A"]
    assert said("R4 R5 R6", "B1 B2 B3 R7", system="rummi200kub", connected=True) == ["R7 to set A"]
