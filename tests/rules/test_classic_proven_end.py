"""Classic, CL-27: the end that is proven."""

from functools import partial

import pytest

from engine.game.events import GameEnded, NextGame
from engine.game.turn_events import Drew
from engine.solver import best_turn
from tests.positions import position

OVER = "The pool is empty and nobody can play."

classic = partial(position, "classic")


@pytest.mark.parametrize(
    ("jokers", "over"), [("substitute2", True), ("free", False), ("new_set", False)], ids=["substitute2", "free", "new"]
)
def test_the_game_is_over_as_soon_as_nobody_can_play_by_the_tables_own_rules_for_jokers(
    jokers: str, over: bool
) -> None:
    """CL-27: a joker on the table would help the second player, if it were free."""
    game = classic(table="r3 r4 r5 j", racks=["b1", "o9 k9"], pool="k4", options={"jokers": jokers})

    after = game.draw(0)

    assert bool(after.outcome) is over
    assert after.sentences[-1].startswith(OVER) is over


@pytest.mark.parametrize(
    ("table", "rack", "over"),
    [
        ("r3 r4 r5 j", "r6 o9 k9", False),
        ("r4 r5 j", "r6 o9", True),
        ("r4 r5 r6 j", "r8 o9", False),
        ("r3 k3 j", "b3 o9", False),
        ("b11 b12 j", "b9 o9 k1", True),
    ],
    ids=["freed with company", "freed without", "beside it", "another color for it", "only if it were free"],
)
def test_a_joker_that_can_be_used_by_the_rules_is_a_play(table: str, rack: str, over: bool) -> None:
    """CL-27."""
    assert bool(classic(table=table, racks=["b1", rack], pool="k4").draw(0).outcome) is over


@pytest.mark.parametrize(
    ("table", "rack", "over"),
    [
        ("r3 b3 k3", "o3 k9", False),
        ("r3 b3 k3", "r3 k9", True),
        ("r3 b3 k3 o3", "r3 k9", True),
        ("r1 r2 r3", "r4 k9", False),
        ("r11 r12 r13", "r10 k9", False),
        ("r11 r12 r13", "r1 k9", True),
        ("r4 r5 r6", "r3 k9", False),
        ("r4 r5 r6", "b3 k9", True),
        ("r6 r5 r4", "r7 k9", False),
        ("r4 r5 r6 r7 r8", "r6 k9", False),
        ("r4 r5 r6 r7", "r5 k9", True),
        ("r4 r5 r6", "j k9", False),
    ],
)
def test_a_tile_that_goes_on_a_set_or_into_one_is_a_play(table: str, rack: str, over: bool) -> None:
    """CL-27."""
    assert bool(classic(table=table, racks=["b1", rack], pool="k6").draw(0).outcome) is over


@pytest.mark.parametrize(
    ("racks", "has_melded", "over"),
    [
        (["b1", "o9", "k4"], True, True),
        (["b1", "o9", "r6"], True, False),
        (["b1", "o9", "r6"], (True, True, False), True),
        (["b1", "o9", "r10 b10 k10 k1"], (True, True, False), False),
        (["b1", "o9", "r9 b9 k9 k1"], (True, True, False), True),
        (["b1 r6", "o9", "k4"], True, False),
    ],
    ids=["nobody", "one could", "who has not opened can't", "who could open", "too small an opening", "the mover"],
)
def test_each_player_s_own_rack_counts(racks: list[str], has_melded: bool | tuple[bool, ...], over: bool) -> None:
    """CL-27."""
    after = classic(table="r3 r4 r5", racks=racks, has_melded=has_melded, pool="k6").draw(0)

    assert bool(after.outcome) is over
    assert after.turn == 1


def test_an_unsettled_search_ends_no_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """CL-27: only a proof does."""
    racks = ["k7 k5", "r6 o9", "r6 o12 k8 o3"]
    games = [classic(table="r3 r4 r5 j", racks=["b1", rack], pool="k2") for rack in racks]
    assert all(game.draw(0).outcome for game in games)

    monkeypatch.setattr(best_turn, "MOST_WORK", 0)
    assert not all(game.draw(0).outcome for game in games)


def test_while_the_pool_has_tiles_nothing_is_proven() -> None:
    """CL-27."""
    assert classic(table="r3 r4 r5", racks=["b1", "o9"], pool="k6 k7").draw(0).outcome is None


def test_the_end_is_all_that_is_told_of_hidden_racks() -> None:
    """CL-27: what the first player sees before it, and what is told of his own draw, is the same."""
    over, on = (classic(table="r3 r4 r5", racks=["b1", rack], pool="k6") for rack in ("o9", "r6"))

    assert all(over.view(viewer) == on.view(viewer) for viewer in (0, None))
    assert over.draw(0).events[0] == on.draw(0).events[0]
    assert (len(over.draw(0).events), len(on.draw(0).events)) == (2, 1)


@pytest.mark.parametrize("line", ["draw", "timeup idle", "play a+r6", "timeup moved a+r6", "play a+b9"])
def test_whatever_leaves_nobody_a_play_ends_the_game(line: str) -> None:
    """CL-27."""
    pool = "" if "r6" in line else "k7"
    options = {"strict_mistakes": line == "play a+b9"}
    game = classic(table="r3 r4 r5", racks=["r6 b9" if "r6" in line else "b9", "o1"], pool=pool, options=options)

    after = game.does(0, line, now=game.state.deadline)

    assert after.outcome
    assert [type(event) for event in after.events[1:]] == [GameEnded]
    assert str(after.outcome.reason) == OVER


def test_a_play_may_open_the_table_for_others() -> None:
    """CL-27: the second player's 8 fits once the 7 is there."""
    after = classic(table="r3 r4 r5 r6", racks=["r7 b9", "r8 k1"], pool="").play(0, "a+r7")

    assert after.outcome is None
    assert after.play(1, "a+r8").outcome


def test_a_resignation_may_leave_nobody_a_play() -> None:
    """CL-27, whoever is to move; the odd point goes to the one who would have moved."""
    game = classic(table="r3 r4 r5", racks=["b1", "r6 k2", "o1"], pool="", turn=0)

    after = game.resign(1)

    assert after.outcome
    assert (after.outcome.winners, after.outcome.scores, str(after.outcome.reason)) == ((0, 2), (4, -8, 4), OVER)
    odd = classic(table="r3 r4 r5", racks=["b1", "r6 k1", "o1"], pool="", turn=2).resign(1).outcome
    assert odd
    assert odd.scores == (3, -7, 4)


def test_a_proven_end_is_reckoned_as_one_after_passes() -> None:
    """CL-30: the pot, and how it is shared."""
    table = "r3 r4 r5"
    over = classic(table=table, racks=["r13", "r1 b1 k2", "b2 b4 b6 k8"], pool="k12").draw(0).outcome
    assert over
    assert (over.winners, over.scores) == ((0,), (24, -4, -20))
    shared = classic(table=table, racks=["b5", "k4 o10", "b3 b13 b7"], pool="k9").draw(0).outcome
    assert shared
    assert (shared.winners, shared.scores) == ((0, 1), (11, 12, -23))


def test_a_proven_end_is_the_end_of_one_game_of_a_match() -> None:
    """CL-31."""
    after = classic(table="r3 r4 r5", racks=["b1", "o9"], pool="k6", options={"games": 2}).draw(0)

    assert [type(event) for event in after.events[:3]] == [Drew, GameEnded, NextGame]
    assert (after.outcome, after.state.game, after.state.totals) == (None, 2, (-7, 7))
