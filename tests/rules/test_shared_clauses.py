"""Clauses that say the same in several rule systems, each tried in all of them."""

import re
from collections import Counter
from typing import Any

import pytest

from engine.game.events import DrewForOrder, GameEnded, NextGame
from engine.game.views import Assistance, Skin, Value
from engine.table.dealing import draw_for_order
from engine.table.game import TableGame
from engine.text import errors
from engine.tiles.notation import read_rack
from engine.variants import load
from tests.grid_positions import grid
from tests.positions import NOW, dealt, position, tiles_in_play

KEYS = {"CL": "classic", "PK": "packkub", "RC": "rummy_cube", "R2": "rummi200kub", "RK": "rummykruss"}
SEATS = {"CL": (2, 4), "PK": (2, 6), "RC": (2, 4), "R2": (2, 4), "RK": (2, 2)}
THIRTY = "r10 b10 k10"


def by(*clauses: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("clause", clauses)


def words(clause: str, text: str) -> str:
    """The text with PackKub's suits and aces in place of red, blue, black, orange and 1, if it is that game."""
    if not clause.startswith("PK"):
        return text
    text = re.sub(r"\b[rbko](?=[1-5]\b)", lambda found: found[0].translate(str.maketrans("rbko", "smca")), text)
    return re.sub(r"\b([smca])1\b", r"\1a", text)


def table(clause: str, racks: list[str], *, table: str = "", pool: str | None = None, **more: Any) -> Any:
    hands = [words(clause, rack) for rack in racks]
    rest = None if pool is None else words(clause, pool)
    if clause.startswith("RK"):
        return grid("rummykruss", racks=hands, pool=rest, **more)
    return position(KEYS[clause[:2]], racks=hands, table=words(clause, table), pool=rest, **more)


def refused(error: type[errors.IllegalMove], clause: str, says: str = "") -> pytest.RaisesExc[errors.IllegalMove]:
    return pytest.raises(error, match=rf"{says}.*\({clause}\)$")


# Before the first turn


@by("CL-1", "PK-1", "RC-1", "R2-1", "RK-1")
def test_the_players_are_neither_too_few_nor_too_many(clause: str) -> None:
    low, high = SEATS[clause[:2]]

    for seats in (0, low - 1, high + 1):
        needed = f"{low} to {high} players" if low < high else f"{low} players"
        with refused(errors.WrongPlayerCount, clause, rf"needs {needed}. You have {seats}\."):
            dealt(KEYS[clause[:2]], seats)


@by("CL-1", "RC-1", "R2-1", "RK-2")
def test_a_hundred_and_six_tiles_are_in_the_box(clause: str) -> None:
    box = load()[KEYS[clause[:2]]].view(dealt(KEYS[clause[:2]]).state, None).box
    once = " ".join(f"{color}{number}" for color in "RBKO" for number in range(1, 14))

    assert Counter(box.tiles()) == Counter(read_rack(f"{once} J", box) * 2)


@pytest.mark.parametrize(
    ("tiles", "rounds", "first"),
    [
        ("r5 o11 b2", 1, 1),
        ("r2 o1 b2 k3 k1", 2, 0),
        ("r4 o12 b4", 1, 1),
        ("r11 o2 b11 k1 k3", 2, 2),
        ("j r3 r2 r4", 2, 0),
        ("j r3 r2 r1", 2, 1),
    ],
)
@by("CL-2", "CL-3", "RC-2")
def test_the_highest_draw_begins_and_ties_and_jokers_are_drawn_again(
    clause: str, tiles: str, rounds: int, first: int
) -> None:
    system = load()[KEYS[clause[:2]]]
    assert isinstance(system, TableGame)
    assert system.rules.order

    drawn, begins = draw_for_order(range(3), iter(read_rack(tiles, system.box)), system.rules.order)

    assert (len(drawn), begins) == (rounds, first)


@by("CL-2", "RC-2", "R2-2")
def test_the_tiles_drawn_for_order_go_back_into_the_box(clause: str) -> None:
    for number in range(6):
        game = dealt(KEYS[clause[:2]], 4, bytes([number]) * 32)

        assert tiles_in_play(game.state) == Counter(game.view().box.tiles())
        assert isinstance(game.events[0], DrewForOrder)
        assert game.events[0].first == game.turn


@by("CL-4", "PK-3", "RC-3", "R2-3", "RK-5")
def test_everyone_gets_their_tiles_and_the_rest_is_the_pool_and_nobody_sees_another_rack(clause: str) -> None:
    for seats in range(SEATS[clause[:2]][0], SEATS[clause[:2]][1] + 1):
        game = dealt(KEYS[clause[:2]], seats)
        view = load()[KEYS[clause[:2]]].view(game.state, 1)

        count, total = (4, 24 * seats) if clause.startswith("PK") else (14, 106)
        assert ([len(seat.rack) for seat in game.seats], game.pool) == ([count] * seats, total - count * seats)
        assert view.rack
        assert view.rack.tiles == game.seats[1].rack
        assert [seat.rack for seat in view.seats] == [None] * seats


# A turn


@pytest.mark.parametrize("line", ["draw", "play r1 r2 r3", "pass", "timeup idle"])
@by("CL-4", "PK-3", "RC-3", "R2-3", "RK-4")
def test_only_the_player_to_move_acts(clause: str, line: str) -> None:
    asked = "play h8=r1 i8=r2 j8=r3" if clause.startswith("RK") and line.startswith("play") else words(clause, line)

    with refused(errors.NotYourTurn, clause):
        table(clause, ["r1", "r1 r2 r3"], pool="").does(1, asked, now=10**6)


@by("CL-5", "PK-4", "RC-4", "R2-6")
def test_what_is_played_leaves_the_players_own_rack(clause: str) -> None:
    game = table(clause, ["r3 b3 b3 k3 o5", "o3 o2"])

    after = game.play(0, words(clause, "r3 b3 k3"))

    assert after.rack(0) == words(clause, "b3 o5").upper()
    assert after.table == words(clause, "r3 b3 k3").upper()
    with refused(errors.NotOnYourRack, clause, "[OA]3"):
        game.play(0, words(clause, "r3 b3 k3 o3"))


@by("CL-6", "PK-5", "RC-5", "R2-5")
def test_a_draw_takes_one_tile_and_ends_the_turn_and_is_a_free_choice(clause: str) -> None:
    game = table(clause, ["r3 b3 k3", "r5 b5"], pool="k4 o5 o3")
    after = game.draw(0)

    assert (after.rack(0), after.turn, after.pool) == (words(clause, "r3 b3 k3 o3").upper(), 1, 2)
    with pytest.raises(errors.NotYourTurn):
        after.play(0, words(clause, "r3 b3 k3 o3"))
    assert after.draw(1).play(0, words(clause, "r3 b3 k3 o3"))
    for count in (0, 2, 3):
        with refused(errors.WrongDraw, clause):
            game.draw(0, count)


@by("CL-9", "PK-8", "RC-8", "R2-9")
def test_a_set_that_is_broken_at_the_end_is_named(clause: str) -> None:
    with refused(errors.NotASet, clause, r"Set A \([RS]3 [RS]4\) isn't valid"):
        table(clause, ["b5 k5 o2", "o3"], table="r3 r4 r5").play(0, words(clause, "a-r5; r5 b5 k5"))


@by("CL-20", "PK-12", "RC-17", "R2-29")
def test_a_refused_play_changes_nothing_and_can_be_looked_at_before(clause: str) -> None:
    game = table(clause, ["r2 b2", "o3"], table="r3 r4 r5")
    before = game.state

    worth = "" if clause.startswith("PK") else " for 2 points"
    assert game.preview(0, words(clause, "a+r2")) == f"Valid: 1 tile played{worth}, 1 left."
    with pytest.raises(errors.NotASet, match=r"isn't valid") as refusal:
        game.play(0, words(clause, "a+b2"))
    assert game.preview(0, words(clause, "a+b2")) == str(refusal.value.phrase)
    assert game.state == before
    assert game.play(0, words(clause, "a+r2")).turn == 1


# The clock


@pytest.mark.parametrize("seconds", [None, 60, 86400])
@by("CL-23", "PK-13", "RC-18", "R2-30", "RK-23")
def test_a_turn_has_its_time(clause: str, seconds: int | None) -> None:
    usual = {"CL": 120, "PK": None, "RC": 120, "R2": 200, "RK": None}[clause[:2]]
    options: dict[str, Value] = {} if seconds is None else {"clock": seconds}
    game, time = table(clause, ["r1", "o1"], options=options), seconds or usual

    if time is None:
        assert game.state.deadline is None
        return
    assert game.state.deadline == NOW + time
    with refused(errors.TooEarly, clause):
        game.does(0, "timeup idle", now=NOW + time - 1)
    assert (game.time_up(0).turn, game.time_up(0).state.deadline) == (1, NOW + 2 * time)
    assert game.does(0, "draw", now=NOW + 7).state.deadline == NOW + 7 + time


@by("CL-23", "PK-13", "RC-18", "R2-30", "RK-23")
def test_the_clock_may_be_off(clause: str) -> None:
    game = table(clause, ["r1", "o1"], options={"clock": 0})

    assert game.state.deadline is None
    with refused(errors.TooEarly, clause):
        game.does(0, "timeup idle", now=10**9)


@by("CL-24", "RC-19")
def test_time_out_plays_a_legal_turn_that_was_prepared(clause: str) -> None:
    after = table(clause, ["r6 b9", "o1"], table="r3 r4 r5").time_up(0, "moved a+r6")

    assert (after.table, after.rack(0), after.turn) == ("R3 R4 R5 R6", "B9", 1)


@by("CL-27", "PK-13", "RC-19", "R2-31", "RK-23")
def test_time_out_with_an_empty_pool_is_a_pass(clause: str) -> None:
    options: dict[str, Value] = {"clock": 60, "games": 1} if clause.startswith("PK") else {"clock": 60}
    after = table(clause, ["r1", "o2"], pool="", options=options).time_up(0)

    assert after.sentences == ["A ran out of time and passed."]
    assert after.time_up(1).outcome


# The end


@by("CL-26", "PK-14", "RC-20", "R2-34", "RK-24")
def test_players_draw_while_the_pool_has_tiles_and_pass_when_it_is_empty(clause: str) -> None:
    empty, full = (table(clause, ["r1", "o1"], pool=pool) for pool in ("", "k2"))

    with refused(errors.PoolEmpty, clause):
        empty.draw(0)
    with refused(errors.PoolNotEmpty, clause):
        full.does(0, "pass")
    assert [(bool(game.view(0).may_draw), game.view(0).may_pass) for game in (empty, full)] == [
        (False, True),
        (True, False),
    ]
    assert empty.does(0, "pass").turn == 1


@by("CL-27", "PK-15", "RC-21")
def test_a_full_circle_of_passes_ends_the_game_and_a_play_begins_the_count_anew(clause: str) -> None:
    options: dict[str, Value] = {"games": 1}
    game = table(clause, ["r1", "b2", "o2 o1"], table="o3 o4 o5", pool="", options=options).passes(0).passes(1)

    assert game.outcome is None
    assert game.passes(2).outcome
    again = game.play(2, words(clause, "a+o2")).passes(0).passes(1)
    assert again.outcome is None
    assert again.passes(2).outcome


@pytest.mark.parametrize(
    ("before", "rack", "text", "has_melded"),
    [("r3 r4 r5", "r6", "a+r6", True), ("", THIRTY, THIRTY, False)],
    ids=["any turn", "the first play"],
)
@by("CL-28", "RC-22")
def test_an_empty_rack_wins_at_once(clause: str, before: str, rack: str, text: str, has_melded: bool) -> None:
    after = table(clause, [rack, "o1", "k2"], table=before, has_melded=has_melded).play(0, text)

    assert after.outcome
    assert (after.outcome.winners, str(after.outcome.reason)) == ((0,), "The last tile was played.")
    assert after.state.deadline is None
    for line in ("draw", "resign"):
        with refused(errors.GameIsOver, clause):
            after.does(1, line)


@by("CL-31", "RC-26")
def test_a_match_deals_and_draws_for_the_first_turn_anew(clause: str) -> None:
    game = table(clause, ["r7", "o1"], table="r4 r5 r6", options={"games": 2}).play(0, "a+r7")

    assert [type(event) for event in game.events[1:]] == [GameEnded, NextGame, DrewForOrder]
    assert (game.outcome, game.state.game, game.table, game.pool, game.state.passes) == (None, 2, "-", 106 - 28, 0)
    assert not any(seat.has_melded for seat in game.seats)
    assert [seat.score for seat in game.view().seats] == [1, -1]
    assert tiles_in_play(game.state) == Counter(game.view().box.tiles())
    first = dealt(KEYS[clause[:2]], games=2)
    assert game.events[-1] != first.events[0]
    assert [seat.rack for seat in game.seats] != [seat.rack for seat in first.seats]


@by("CL-31", "RC-26")
def test_a_match_is_one_game_or_as_many_as_the_table_says_or_one_for_each_player(clause: str) -> None:
    wanted: list[tuple[dict[str, Value], int, int]] = [({}, 3, 1), ({"games": 2}, 3, 2)]
    wanted += [({"games": 0}, seats, seats) for seats in (2, 3, 4)]

    for options, seats, games in wanted:
        assert table(clause, ["r1"] * seats, options=options).view().games == games


@pytest.mark.parametrize(
    ("totals", "winners"), [((-30, 30), (1,)), ((-10, 10), (1,)), ((-9, 9), (0, 1)), ((-8, 8), (0,))]
)
@by("CL-31", "RC-26")
def test_the_highest_total_wins_a_match(clause: str, totals: tuple[int, int], winners: tuple[int, ...]) -> None:
    game = table(clause, ["r7", "k9"], table="r4 r5 r6", options={"games": 2}, game=2, totals=totals)
    after = game.play(0, "a+r7").outcome

    assert after
    assert (after.winners, after.scores) == (winners, (totals[0] + 9, totals[1] - 9))


@by("CL-32", "RC-25")
def test_a_player_who_resigns_pays_as_a_loser_and_the_others_go_on(clause: str) -> None:
    game = table(clause, ["r7 r8", "k9 j", "b2"], table="r4 r5 r6").resign(1)

    assert (game.outcome, game.turn) == (None, 0)
    with refused(errors.HasResigned, clause):
        game.does(1, "draw")
    after = game.play(0, "a+r7").draw(2).play(0, "a+r8").outcome
    assert after
    assert (after.scores[1], after.winners) == (-39, (0,))


@by("CL-32", "RC-25")
def test_the_last_player_left_wins(clause: str) -> None:
    after = table(clause, ["r7", "k9"], options={"games": 3}).resign(1).outcome

    assert after
    assert (after.winners, after.scores) == ((0,), (9, -9))


@by("CL-32", "PK-18", "RC-25")
def test_a_player_who_resigned_is_dealt_nothing_in_the_next_game(clause: str) -> None:
    game = table(clause, ["r2", "o1", "k1"], table="r3 r4 r5", options={"games": 2}).resign(1)

    after = game.play(0, words(clause, "a+r2"))

    count = 4 if clause.startswith("PK") else 14
    assert ([len(seat.rack) for seat in after.seats], after.turn != 1) == ([count, 0, count], True)


# Jokers


@pytest.mark.parametrize(
    ("tiles", "shown"),
    [
        ("r5 j r7", "R5 J=R6 R7"),
        ("r7 j r5", "R5 J=R6 R7"),
        ("r5 r4 j", "J=R3 R4 R5"),
        ("b5 b6 j", "B5 B6 J=B7"),
        ("j b5 b6", "J=B4 B5 B6"),
        ("r12 r13 j", "J=R11 R12 R13"),
        ("j r1 r2", "R1 R2 J=R3"),
        ("r3 k3 j", "R3 K3 J"),
        ("r3 k3 b3 j", "R3 B3 K3 J=O3"),
        ("r12 j=r11 r13", "J=R11 R12 R13"),
        ("r4 j j r7", "R4 J=R5 J=R6 R7"),
        ("r3 k3 j j", "R3 K3 J=3 J=3"),
    ],
)
@by("CL-15", "RC-12")
def test_a_joker_stands_for_what_makes_its_set_legal(clause: str, tiles: str, shown: str) -> None:
    rack = re.sub("j=...", "j", f"{tiles} o1")

    assert table(clause, [rack, "o1"]).play(0, tiles).table == shown


@by("CL-15", "RC-12", "R2-18")
def test_the_player_is_asked_when_the_rules_allow_several_readings(clause: str) -> None:
    game = table(clause, ["r10 j j k1", "o1"], has_melded=False)

    with refused(errors.JokerUnclear, clause, "a group of 10s or R10 R11 R12.* such as J=R11"):
        game.play(0, "r10 j j")
    assert game.play(0, "r10 j=r11 j").table == "R10 J=R11 J=R12"
    assert game.play(0, "r10 j=b10 j").table == "R10 J=10 J=10"
    assert table(clause, ["r5 j r7 o1", "o2"]).play(0, "r7 j r5").table == "R5 J=R6 R7"
    if not clause.startswith("RC"):  # there, R8 R9 R10 is no less clear
        one = table(clause, ["r9 j j k1", "o1"], has_melded=False)
        assert one.play(0, "r9 j j").table == "R9 J=R10 J=R11"


# Pictures and help


@by("CL-33", "RC-27")
def test_the_tiles_may_be_shown_as_playing_cards(clause: str) -> None:
    plain, cards = (table(clause, ["r1", "o1"], options=each) for each in ({}, {"skin": "cards"}))

    assert (plain.view().skin, cards.view().skin, cards.view(0).skin) == (Skin.TILES, Skin.CARDS, Skin.CARDS)


@by("CL-37", "PK-22", "RC-28", "R2-38", "RK-29")
def test_the_table_says_how_much_it_helps(clause: str) -> None:
    assert table(clause, ["r2", "o2"]).view(0).assistance is Assistance.FIT
    for value in Assistance:
        game = table(clause, ["r2", "o2"], options={"assistance": value.value})
        assert game.view(0).assistance is game.view().assistance is value
