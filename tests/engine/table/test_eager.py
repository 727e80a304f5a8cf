"""The eager computer, which plays early, then holds its tiles back, and may wait in an empty pool."""

from collections import Counter
from typing import Any

import pytest

from engine.game.actions import Action, Draw, Play
from engine.game.goals import FoundTurn, Goal, Level
from engine.table.players import find_eager_turn
from engine.table.view import TableView
from engine.tiles.notation import read_rack, write_tiles
from engine.tiles.tiles import Box, remove_tiles
from engine.variants import load
from tests.positions import position

LUCK = bytes(32)
RUN = "r4 r5 r6"
OTHER = "b9 b10"


def chosen(rack: str, *, level: Level = Level.EAGER, others: int = 1, **more: Any) -> tuple[Action, str]:
    """What seat 0 does, and the tiles that it then has."""
    game = position("classic", racks=[rack, *[OTHER] * others], table=RUN, **more)
    action = game.system.choose(game.view(0), level, LUCK)
    return action, game.does(0, action.line()).rack(0)


def test_an_eager_player_plays_what_it_can_while_the_pool_has_plenty() -> None:
    assert chosen("r7 k1")[1] == "K1"
    assert isinstance(chosen("r7 k1", level=Level.MASTER)[0], Draw)


def test_an_eager_player_keeps_its_jokers_while_it_plays_early() -> None:
    assert chosen("r7 k1 k11 j")[1] == "K1 K11 J"


def test_an_eager_player_opens_without_a_joker_if_it_can() -> None:
    assert chosen("k10 k11 k12 b1 j", has_melded=False)[1] == "B1 J"
    assert chosen("k10 k11 j b1", has_melded=False)[1] == "B1"


def test_an_eager_player_goes_out_if_it_can_jokers_included() -> None:
    assert chosen("r7 k10 k11 j")[0].line().startswith("play")
    assert isinstance(chosen("r7 r3", pool="k2")[0], Play)


@pytest.mark.parametrize(("others", "plenty"), [(1, 45), (2, 43), (3, 33)])
def test_an_eager_player_holds_its_tiles_back_once_the_pool_has_less(others: int, plenty: int) -> None:
    for size in plenty, plenty - 1:
        action, _ = chosen("r7 k1", others=others, pool="k2 " * size)

        assert isinstance(action, Play) == (size == plenty)


def is_waiting(*, tiles: int, goes_out: bool, can_play: bool) -> bool:
    """Whether a player with this many tiles, one of which fits, passes in an empty pool.

    The other player, who has the rest of the box, can play all tiles or at least one as the arguments say.
    """
    rest = remove_tiles(Box().tiles(), read_rack(RUN, Box()))
    game = position("classic", racks=[write_tiles(rest[:tiles]), write_tiles(rest[tiles:])], table=RUN, pool="")
    theirs = {Goal.OUT: goes_out, Goal.ANY: can_play}

    def find(view: TableView, goal: Goal) -> FoundTurn | None:
        assert view.rack is not None
        assert Counter(view.rack.tiles) == Counter(game.state.seats[view.you or 0].rack)
        return FoundTurn(Play(view.you or 0, ()), view.rack.tiles[:1], 1) if view.you == 0 or theirs[goal] else None

    return find_eager_turn(game.view(0), 78, find) is None


FEW, MANY = 10, 90


def test_with_an_empty_pool_the_player_with_fewer_tiles_waits_unless_the_other_can_go_out() -> None:
    assert is_waiting(tiles=FEW, goes_out=False, can_play=False)
    assert not is_waiting(tiles=FEW, goes_out=True, can_play=True)


def test_with_an_empty_pool_the_player_with_more_tiles_waits_for_one_who_can_play() -> None:
    assert is_waiting(tiles=MANY, goes_out=False, can_play=True)
    assert not is_waiting(tiles=MANY, goes_out=False, can_play=False)
    assert not is_waiting(tiles=MANY, goes_out=True, can_play=True)


def test_among_three_players_the_one_with_the_fewest_tiles_waits_in_an_empty_pool() -> None:
    def plays(mine: str) -> bool:
        game = position("classic", racks=[mine, "b9 b10 k3", "k5 k8 o1"], table=RUN, pool="")
        return isinstance(game.system.choose(game.view(0), Level.EAGER, LUCK), Play)

    assert not plays("r7 k1")
    assert plays("r7 k1 o1")
    assert plays("r7 r3")


@pytest.mark.parametrize("key", ["rummi200kub", "rummykruss"])
def test_an_eager_player_is_a_master_where_sets_are_claimed_or_on_a_grid(key: str) -> None:
    variant = load()[key]
    state = variant.setup(2, LUCK, 0, {}).state
    for _ in range(12):
        view = variant.view(state, state.turn)
        action = variant.choose(view, Level.MASTER, LUCK)
        assert variant.choose(view, Level.EAGER, LUCK) == action
        state = variant.apply(state, action, now=state.now).state


def test_an_eager_player_plays_what_it_can_where_a_master_does_so() -> None:
    """With several opponents and tiles that count against their owner, nobody holds tiles back."""
    game = position("packkub", racks=["s4 c1", "m2", "a5"], table="s1 s2 s3")

    master, eager = (game.system.choose(game.view(0), level, LUCK) for level in (Level.MASTER, Level.EAGER))

    assert isinstance(eager, Play)
    assert eager == master
