"""Finished games gone through again, from their logs alone."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from engine.coach.replay import DoesNotReplay, ReplayedTurn, begin_story, continue_story, replay_turns
from engine.coach.review import Judgment, count_held_back, review_turn, show_after
from engine.game.actions import Action, Draw, Play
from engine.game.events import Event
from engine.game.goals import FoundTurn, Goal
from engine.game.log import Logged
from engine.game.turn_events import Drew, Played
from engine.rummykruss.state import GridState
from engine.table.state import TableState
from engine.table.view import TableView
from engine.tiles.changes import TableChange
from engine.tiles.notation import read_rack, write_tiles
from engine.tiles.tiles import by_color
from tests.grid_positions import GridPosition
from tests.positions import NOW, SEED, Position, position
from tests.recorded import FILES, SYSTEMS, every_recorded_game, recorded, turns_of

DRAFT = 28  # tiles that are picked, with those that the clock picks


def turn(before: Position | GridPosition, line: str) -> ReplayedTurn:
    """A turn that the seat to move makes."""
    after = before.does(before.turn, line)
    action = before.system.read(before.turn, line)
    return ReplayedTurn(
        before.state, action, before.state.now, after.events[0], before.system.count_gain(after.events[0])
    )


@every_recorded_game()
def test_every_recorded_game_is_gone_through_turn_by_turn(file: Path) -> None:
    game = recorded(file)
    first = DRAFT if "draft" in file.stem else 0
    lines = [each.line for each in game.log[first:] if each.line not in {"resign", "redeal"}]

    turns = turns_of(file)

    assert [turn.action.line() for turn in turns] == lines
    assert all(turn.seat == turn.state.turn for turn in turns)
    assert any((turn.gained or 0) > 0 for turn in turns)


@every_recorded_game()
def test_a_turn_gains_the_tiles_that_left_the_rack_or_the_points_scored(file: Path) -> None:
    for turn, following in pairwise(turns_of(file)):
        before, after = turn.state, following.state
        if isinstance(before, TableState) and isinstance(after, TableState) and after.game == before.game:
            left = len(before.seats[turn.seat].rack) - len(after.seats[turn.seat].rack)
            assert (turn.gained or 0) == max(0, left)
        if isinstance(before, GridState) and isinstance(after, GridState):
            assert turn.gained == after.scores[turn.seat] - before.scores[turn.seat]


@every_recorded_game()
def test_a_game_played_under_older_rules_is_gone_through_again(file: Path) -> None:
    game = recorded(file)

    assert replay_turns(game.variant, replace(game.end, rules_version=1), game.log) == turns_of(file)


def test_a_game_begun_under_older_rules_goes_on_under_new_ones() -> None:
    begun = position("rummy_cube", table="r4 r5 j=r6 r7 r8", racks=["r6 o1", "o2"], rules_version=1)

    assert begun.play(0, "table: r4 r5 j / r6 r7 r8").table == "R4 R5 J=R6 / R6 R7 R8"


def test_a_turn_is_measured_in_points_on_a_grid_and_in_tiles_elsewhere() -> None:
    goals = {file.stem: recorded(file).variant.view(recorded(file).end, None).goal for file in FILES}

    assert {name for name, goal in goals.items() if goal is Goal.VALUE} == {"rummykruss", "rummykruss_open_draft"}
    assert set(goals.values()) == {Goal.VALUE, Goal.TILES}


@pytest.mark.parametrize(
    "changed",
    [
        lambda log: log[:-1],
        lambda log: log[1:],
        lambda log: (replace(log[0], seat=1 - log[0].seat), *log[1:]),
        lambda log: (replace(log[0], line="dance"), *log[1:]),
        lambda log: (*log, Logged(log[-1].at, 0, "draw 1")),
    ],
)
def test_a_log_that_leads_elsewhere_is_refused(changed: Callable[[tuple[Logged, ...]], tuple[Logged, ...]]) -> None:
    game = recorded(FILES[0])

    with pytest.raises(DoesNotReplay, match="can't be replayed"):
        replay_turns(game.variant, game.end, changed(game.log))


def test_other_racks_at_the_end_are_refused() -> None:
    game = recorded(FILES[0])
    seats = tuple(replace(seat, rack=()) for seat in game.end.seats)

    with pytest.raises(DoesNotReplay):
        replay_turns(game.variant, replace(game.end, seats=seats), game.log)


def test_a_clock_that_was_put_back_runs_out_later_than_the_log_says() -> None:
    """The log's second may be one later than the move's own, and so the replayed deadline than the real one."""
    game = position("classic", racks=["o1 o2", "o3 o4"])
    variant = game.system
    start = variant.setup(2, SEED, NOW, {"clock": 60}).state
    seat, other = start.turn, 1 - start.turn
    drawn = variant.apply(start, variant.read(seat, "draw"), now=NOW + 9).state
    late = variant.apply(drawn, variant.read(other, "timeup idle"), now=NOW + 69).state
    end = variant.apply(late, variant.read(seat, "resign"), now=NOW + 70).state
    log = [Logged(NOW + 10, seat, "draw 1"), Logged(NOW + 69, other, "timeup idle"), Logged(NOW + 70, seat, "resign")]

    turns = replay_turns(variant, end, log)

    assert [turn.action.line() for turn in turns] == ["draw 1", "timeup idle"]


@pytest.mark.parametrize(
    ("line", "missed"),
    [("draw", 4), ("play k1 k2 k3", 1), ("play a+r7", 3), ("play k1 k2 k3; a+r7", 0)],
)
def test_a_turn_is_held_against_the_best_play(line: str, missed: int) -> None:
    before = position("classic", table="r4 r5 r6", racks=["r7 k1 k2 k3 o9", "o1"])

    judgment = review_turn(before.system, turn(before, line))

    assert judgment.best is not None
    assert write_tiles(sorted(judgment.best.played, key=by_color)) == "R7 K1 K2 K3"
    assert judgment.missed == missed


def test_nothing_is_missed_where_nothing_could_be_played() -> None:
    before = position("classic", table="r4 r5 r6", racks=["k1 k2 o9", "o1"])

    judgment = review_turn(before.system, turn(before, "draw"))

    assert (judgment.best, judgment.missed) == (None, 0)


def test_before_the_first_play_no_play_on_the_table_was_missed() -> None:
    before = position("classic", table="r4 r5 r6", racks=["r7 k1 k2 k3 o9", "o1"], has_melded=False)

    assert review_turn(before.system, turn(before, "draw")).missed == 0


def test_a_claim_is_not_measured() -> None:
    before = position("rummi200kub", table="r8 b8 k8", racks=["o8 o1", "o2"])

    judgment = review_turn(before.system, turn(before, "claim a"))

    assert judgment.best is not None
    assert judgment.missed is None


CLASSIC = SYSTEMS["classic"]
DEALT_GAME = CLASSIC.setup(2, SEED, NOW, {}).state


def judged(possible: str, made: str = "", game: int = 1) -> tuple[ReplayedTurn, Judgment]:
    """A turn in which these tiles could have been played, and in which those were."""
    could, did = (read_rack(tiles, CLASSIC.box) if tiles else () for tiles in (possible, made))
    event: Event = Played(0, did, None, TableChange()) if did else Drew(0, 1, 15)
    action: Action = Play(0, ()) if did else Draw(0, 1)
    best = FoundTurn(Play(0, ()), could, 0) if could else None
    missed = max(0, len(could) - len(did))
    return ReplayedTurn(DEALT_GAME, action, NOW, event, len(did)), Judgment(Goal.TILES, best, missed, game)


@pytest.mark.parametrize(
    ("turns", "count"),
    [
        ([], 0),
        ([judged("")], 0),
        ([judged("r1 r2 r3", "r1 r2 r3")], 0),
        ([judged("r1 r2 r3"), judged("r1 r2 r3"), judged("r1 r2 r3", "r1 r2 r3")], 3),
        ([judged("r1 r2 r3"), judged("r1 r2 r3 r4"), judged("r1 r2 r3 r4")], 4),
        ([judged("r1 r2 r3"), judged("k1 k2 k3")], 6),
        ([judged("r1 r2 r3"), judged("r1 k2 o3")], 5),
        ([judged("r1 r2 r3 k1 k2 k3", "r1 r2 r3"), judged("k1 k2 k3")], 3),
        ([judged("r1 r2 r3 k1", "b1 b2 b3")], 1),
        ([judged("r1 r2 r3"), judged("r1 r2 r3", "r1 r2 r3"), judged("r1 r2 r3")], 6),
        ([judged("r1 r2 r3"), judged("r1 r2 r3", game=2)], 6),
        ([judged("r1 r1 j"), judged("r1 j"), judged("r1 r1 j")], 3),
    ],
)
def test_a_tile_that_could_have_gone_earlier_counts_once(
    turns: list[tuple[ReplayedTurn, Judgment]], count: int
) -> None:
    assert count_held_back(turns) == count


@every_recorded_game([file for file in FILES if "rummykruss" not in file.stem])
def test_no_seat_held_more_tiles_back_than_it_ever_had(file: Path) -> None:
    variant, turns = recorded(file).variant, turns_of(file)[:40]
    for seat in {turn.seat for turn in turns}:
        own = [(turn, review_turn(variant, turn)) for turn in turns if turn.seat == seat]
        racks = [Counter(turn.state.seats[seat].rack) for turn, _ in own]
        gained = sum((after - before).total() for before, after in pairwise(racks))

        assert count_held_back(own) <= racks[0].total() + gained


def test_the_last_play_of_a_game_is_seen_though_the_next_is_dealt() -> None:
    before = position("classic", table="r4 r5 r6", racks=["r7", "o1 o2"], options={"games": 2})
    last = turn(before, "play a+r7")

    after = show_after(before.system, last, last.action)

    assert isinstance(after, TableView)
    assert [each.written for each in after.table] == ["R4 R5 R6 R7"]
    assert after.game == 1


def test_a_strict_table_shows_its_plays_after_the_end() -> None:
    before = position("classic", table="r4 r5 r6", racks=["r7 o9", "o1 o2"], options={"strict_mistakes": True})
    drawn = turn(before, "draw")
    best = review_turn(before.system, drawn).best
    assert best is not None

    after = show_after(before.system, drawn, best.action)

    assert isinstance(after, TableView)
    assert [each.written for each in after.table] == ["R4 R5 R6 R7"]
    assert drawn.state.version == before.state.version


@every_recorded_game()
def test_the_story_of_a_game_tells_the_deal_and_every_action(file: Path) -> None:
    game = recorded(file)
    first = DRAFT if "draft" in file.stem else 0

    beginning = begin_story(game.variant, game.end)
    deal, *done = continue_story(game.variant, beginning, game.end, game.log).happened

    assert (deal,) == beginning.happened
    assert deal.at is None
    assert len(done) == len(game.log)
    assert all(each.at and each.at >= logged.at for each, logged in zip(done, game.log, strict=True))
    made = [each.events[0] for each, logged in zip(done, game.log, strict=True) if not logged.line.startswith("re")]
    assert made[first:] == [turn.event for turn in turns_of(file)]


def test_a_story_goes_on_from_where_it_was_and_stops_where_the_game_stands() -> None:
    game = recorded(FILES[0])
    middle = game.variant.setup(len(game.end.seats), game.end.seed, game.end.now, game.end.options).state
    for each in game.log[:5]:
        middle = game.variant.apply(middle, game.variant.read(each.seat, each.line), now=each.at).state

    some = continue_story(
        game.variant, begin_story(game.variant, middle), middle, game.log
    )  # the log knows more already
    assert len(some.happened) == 6
    assert continue_story(game.variant, some, game.end, game.log).happened[:6] == some.happened
    with pytest.raises(DoesNotReplay):
        continue_story(game.variant, some, game.end, game.log[:-1])
