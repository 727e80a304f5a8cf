"""Classic, CL-29 and CL-34 to CL-37: what tournaments add; help."""

from collections import Counter
from functools import partial
from typing import Any

import pytest

from engine.game.views import Assistance, Value
from engine.text import errors
from engine.variants.classic import VARIANT
from tests.positions import NOW, SEED, Position, position, tiles_in_play

classic = partial(position, "classic")
refused = pytest.raises


# What racks cost


def test_a_joker_left_over_may_cost_a_hundred() -> None:
    """CL-29."""
    game = classic(table="r4 r5 r6", racks=["r7", "j k2"], options={"joker_points": 100})

    after = game.play(0, "a+r7")

    assert after.outcome
    assert after.outcome.scores == (102, -102)
    rack = game.view(1).rack
    assert rack
    assert rack.points == 102


@pytest.mark.parametrize(
    ("rack", "has_melded", "costs"),
    [
        ("o1", False, 100),
        ("r9 b9 k9 o1 j", False, 200),
        ("r9 b9 k9 o1", False, 100),
        ("r10 b10 k10", False, 200),
        ("r1 r2 r3 k7 k8 k9", False, 200),
        ("r13 r12 b13 b12 k1 j", False, 200),
        ("r10 b10 k10", True, 30),
        ("j", True, 30),
    ],
)
def test_a_rack_that_never_opened_may_cost_a_hundred_or_two(rack: str, has_melded: bool, costs: int) -> None:
    """CL-34."""
    game = classic(table="r4 r5 r6", racks=["r7", rack], has_melded=(True, has_melded), options={"unopened": "100_200"})

    after = game.play(0, "a+r7")

    assert after.outcome
    assert after.outcome.scores == (costs, -costs)


def test_a_rack_that_never_opened_costs_its_tiles_otherwise() -> None:
    """CL-34."""
    after = classic(table="r4 r5 r6", racks=["r7", "r10 b10 k10"], has_melded=(True, False)).play(0, "a+r7")

    assert after.outcome
    assert after.outcome.scores == (30, -30)


def test_the_cost_of_an_unopened_rack_is_not_told_before_the_end() -> None:
    """CL-34: it would tell whether it holds an opening."""
    game = classic(racks=["r10 b10 k10", "o9"], has_melded=(False, True), options={"unopened": "100_200"})

    racks = [game.view(seat).rack for seat in (0, 1)]
    assert [rack.points for rack in racks if rack] == [None, 9]
    assert VARIANT.rules_for(VARIANT.chosen({})).unopened is None


def test_unopened_racks_are_compared_by_what_they_cost() -> None:
    """CL-34: between two tiles and two tiles, the opened ones win; and who resigned pays as well."""
    options: dict[str, Value] = {"unopened": "100_200"}
    racks = ["r13 b12", "r1 b1", "k10 b10 r10"]
    game = classic(racks=racks, has_melded=(True, False, False), pool="", options=options)

    after = game.resign(2)

    assert after.outcome
    assert (after.outcome.winners, after.outcome.scores) == ((0,), (300, -100, -200))
    options |= {"stalemate": "lowest_diff"}
    lowest = classic(racks=racks, has_melded=(True, False, False), pool="", options=options)
    over = lowest.passes(0).passes(1).passes(2).outcome
    assert over
    assert over.scores == (75 + 175, -75, -175)


def test_a_player_who_resigned_in_an_earlier_game_pays_nothing_in_a_later_one() -> None:
    """CL-34."""
    options: dict[str, Value] = {"unopened": "100_200", "games": 2}
    game = classic(table="r4 r5 r6", racks=["r7", "", "k1"], game=2, options=options, has_melded=(True, False, True))

    after = game.resign(1).play(0, "a+r7")

    assert after.outcome
    assert after.outcome.scores == (1, 0, -1)


# New deals

TWINS = "r1 r1 b2 b2 k3 k3 r5 b6 k8 o9 r10 b12 k13 o1"
ON: dict[str, Value] = {"three_doubles": True}


def twins(seat: int = 0, rack: str = TWINS, **more: Any) -> Position:
    """Three players, one of whom holds the rack; none has opened."""
    racks = ["o2 o3", "o4 o5", "o6 o7"]
    return classic(racks=[*racks[:seat], rack, *racks[seat + 1 :]], has_melded=False, options=ON, **more)


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_player_with_three_doubles_may_ask_for_a_new_deal(seat: int) -> None:
    """CL-35: in turn or not, and who was to begin begins."""
    game = twins(seat, first=1, turn=2)

    after = game.does(seat, "redeal", now=NOW + 50)

    assert tiles_in_play(after.state) == tiles_in_play(game.state) == Counter(VARIANT.box.tiles())
    assert [len(each.rack) for each in after.seats] == [14, 14, 14]
    assert not any(after.rack(seat) == game.rack(seat) for seat in range(3))
    assert (after.turn, after.state.deadline, after.pool) == (1, NOW + 50 + 120, 106 - 42)
    assert after.sentences == [
        f"{'ABC'[seat]} was dealt 3 doubles and asked for a new deal. Everyone got new tiles; B goes first."
    ]
    assert after.draw(1).turn == 2


def test_every_new_deal_is_a_shuffle_of_its_own_from_the_seed() -> None:
    """CL-35: the first deal, the second, the second of a later game; and none depends on what was held before."""
    deals: list[dict[str, Any]] = [{"deals": 1}, {"deals": 2}, {"deals": 1, "game": 2}]
    racks = [twins(**each).does(0, "redeal").rack(0) for each in deals]

    assert len({*racks, Position(VARIANT, VARIANT.setup(3, SEED, NOW, ON).state).rack(0)}) == 4
    assert twins(rack=TWINS.replace("o1", "o8"), deals=1).does(0, "redeal").rack(0) == racks[0]


def test_a_rack_with_three_doubles_again_gives_the_right_again() -> None:
    """CL-35."""
    game = twins(deals=2)

    assert game.view(0).offers
    assert game.does(0, "redeal").state.deals == 3


@pytest.mark.parametrize(
    ("rack", "why"),
    [
        (TWINS.replace("k3 k3", "k3 k4"), "You have 2"),
        (TWINS.replace("k3 k3", "j j"), "You have 2"),
        (f"{TWINS} o1", "once you.ve drawn"),
        (TWINS.removesuffix(" o1"), "once you.ve drawn"),
    ],
    ids=["two doubles", "two jokers are none", "after a draw", "after tiles went"],
)
def test_a_rack_needs_three_doubles_as_they_were_dealt(rack: str, why: str) -> None:
    """CL-35."""
    game = twins(rack=rack)

    assert game.view(0).offers == ()
    with refused(errors.NoNewDeal, match=rf"{why}.*\(CL-35\)"):
        game.does(0, "redeal")


def test_there_is_no_new_deal_once_somebody_has_played() -> None:
    """CL-35: what others draw does not matter."""
    game = twins(1, first=0)

    assert game.draw(0).does(1, "redeal").turn == 0
    before = classic(table="o8 o9 o10", racks=[TWINS, "o2"], has_melded=False, options=ON)
    with refused(errors.NoNewDeal):
        before.does(0, "redeal")


def test_a_table_plays_what_it_deals_otherwise() -> None:
    """CL-35."""
    game = classic(racks=[TWINS, "o2"], has_melded=False)

    assert game.view(0).offers == ()
    with refused(errors.NoNewDeal, match="new deal at this table"):
        game.does(0, "redeal")


def test_nobody_else_learns_who_may_ask() -> None:
    """CL-35: the button is on the player's own rack alone, at any player's turn."""
    for turn in range(3):
        game = twins(1, turn=turn)
        assert [bool(game.view(viewer).offers) for viewer in (0, 1, 2, None)] == [False, True, False, False]
        (offer,) = game.view(1).offers
        assert game.does(1, offer.line).state.deals == game.state.deals + 1
        assert len(str(offer.label)) <= 20


def test_the_rack_of_who_resigned_stays_out_of_a_new_deal() -> None:
    """CL-35: its tiles are paid for as they were; and the next one begins where the first has left."""
    game = twins(1, first=0, turn=0).resign(0)

    after = game.does(1, "redeal")

    assert (after.rack(0), after.turn) == (game.rack(0), 1)
    assert tiles_in_play(after.state) == Counter(VARIANT.box.tiles())
    with refused(errors.HasResigned):
        twins(1).resign(1).does(1, "redeal")


# You must play if you can

MUST: dict[str, Value] = {"must_play_when_empty": True}


def test_with_the_pool_empty_who_can_play_must() -> None:
    """CL-36: and which play it is, is not told."""
    game = classic(table="r3 r4 r5", racks=["r6 k1", "r2 o9"], pool="", options=MUST)

    with refused(errors.MustPlay) as refusal:
        game.passes(0)
    assert (
        str(refusal.value)
        == "You can't pass. You have a play, and this table's rules make you play if you can. (CL-36)"
    )
    assert game.play(0, "a+r6").turn == 1


@pytest.mark.parametrize(
    ("rack", "has_melded", "options"),
    [
        ("k1 k2", True, {}),
        ("r6 k1", False, {}),
        ("o9 k9", True, {}),
        ("o9 k9", True, {"jokers": "free"}),
        ("r10 b10 k10", False, {}),
    ],
    ids=["nothing fits", "not opened", "a joker that is not free", "a free joker", "an opening"],
)
def test_a_player_without_a_play_by_the_table_s_rules_passes(
    rack: str, has_melded: bool, options: dict[str, Value]
) -> None:
    """CL-36."""
    racks = [rack, "r2 o9"]
    game = classic(table="r3 r4 r5 j", racks=racks, has_melded=(has_melded, True), pool="", options=MUST | options)

    if options or "r10" in rack:
        with refused(errors.MustPlay):
            game.passes(0)
    else:
        assert game.passes(0).turn == 1


def test_time_out_is_a_pass_even_for_who_must_play() -> None:
    """CL-36."""
    game = classic(table="r3 r4 r5", racks=["r6 k1", "r2 o9"], pool="", options=MUST)

    assert game.time_up(0).sentences == ["A ran out of time and passed."]
    assert game.time_up(0).time_up(1).outcome


def test_a_broken_play_is_no_way_to_pass() -> None:
    """CL-36: it is refused, and the turn goes on; who has no play pays as ever, which is nothing."""
    options = MUST | {"strict_mistakes": True}
    game = classic(table="r3 r4 r5", racks=["r6 k1", "k2 o9"], pool="", options=options)

    with refused(errors.NotASet, match="CL-9"):
        game.play(0, "a+k1")
    assert game.play(0, "a+r6").turn == 1
    stuck = classic(table="r3 r4 r5", racks=["k2 o9", "r6 k1"], pool="", options=options)
    assert stuck.play(0, "a+k2").sentences == ["A's play broke rule CL-9 and cost 0 tiles."]
    drawn = classic(table="r3 r4 r5", racks=["r6 k1", "k2 o9"], pool="k9 k10", options=options)
    assert drawn.play(0, "a+k1").sentences == ["A's play broke rule CL-9 and cost 2 tiles."]


def test_a_pass_is_a_free_choice_otherwise_and_a_draw_always() -> None:
    """CL-36."""
    game = classic(table="r3 r4 r5", racks=["r6 k1", "r2 o9"], pool="")

    assert game.passes(0).turn == 1
    assert classic(table="r3 r4 r5", racks=["r6 k1", "r2"], pool="k9 k8", options=MUST).draw(0).turn == 1


def test_everybody_sees_the_same_pass_button() -> None:
    """CL-36: it tells nobody who can play."""
    game = classic(table="r3 r4 r5", racks=["r6 k1", "r2 o9"], pool="", options=MUST)

    assert {game.view(viewer).may_pass for viewer in (0, 1, None)} == {True}


# Help


@pytest.mark.parametrize("value", Assistance)
def test_a_strict_table_helps_nobody_whatever_is_chosen(value: Assistance) -> None:
    """CL-37, CL-21."""
    options: dict[str, Value] = {"assistance": value.value, "strict_mistakes": True}
    game = classic(table="r3 r4 r5", racks=["r6", "o1"], options=options)

    assert game.view(0).assistance is Assistance.OFF
    with refused(errors.JudgedWhenMade, match=r"checks a play only when you make it. \(CL-21\)"):
        game.system.foresee(game.view(0), game.system.read(0, "play a+r6"))


# The preset


def test_the_tournament_preset_plays_as_clubs_do() -> None:
    """CL-23: 40 seconds; and all the rest."""
    options = next(preset.options for preset in VARIANT.presets if preset.key == "tournament")
    game = classic(
        table="r3 r4 r5", racks=["r6 b9", "j k1", "k10 b10 o10"], has_melded=(True, True, False), options=options
    )

    assert game.state.deadline == NOW + 40
    assert game.view(0).assistance is Assistance.OFF
    assert len(game.play(0, "a+b9").seats[0].rack) == 2 + 3
    over = classic(
        table="r4 r5 r6", racks=["r7", "j k1", "k10 b10 o10"], has_melded=(True, True, False), options=options
    )
    outcome = over.play(0, "a+r7").outcome
    assert outcome
    assert (outcome.scores, sum(outcome.scores)) == ((301, -101, -200), 0)
    assert outcome.places == (1, 2, 3)
