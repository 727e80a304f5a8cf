"""Views of games, of which the latest are kept."""

from dataclasses import replace

from engine.game.actions import Draw
from services.tables import Tables
from storage.games import Game
from tests.positions import position
from tests.storage.tables import ANN, BOB, KEY
from tests.support.tables import deal

ANN_ID, BOB_ID = ANN.user_id, BOB.user_id


async def running(tables: Tables) -> Game:
    return await deal(tables, position(KEY, racks=["R6 B2 B3 B4 K9", "B5 B6"], pool="O4 O5 O6"), ANN, BOB)


async def test_a_view_is_prepared_once_for_each_seat_and_for_spectators(tables: Tables) -> None:
    game = await running(tables)
    users = (ANN_ID, BOB_ID, None)
    views = [tables.view_for(game, user) for user in users]

    assert [view.view.you for view in views] == [0, 1, None]
    assert [tables.view_for(game, user) is view for user, view in zip(users, views, strict=True)] == [True] * 3


async def test_a_view_is_prepared_anew_after_each_change_of_the_game(tables: Tables) -> None:
    game = await running(tables)
    before = tables.view_for(game, ANN_ID)

    after = tables.view_for((await tables.make_move(game, Draw(0), 3)).game, ANN_ID)

    assert before.view.rack
    assert after.view.rack
    assert len(after.view.rack.tiles) == len(before.view.rack.tiles) + 1


async def test_a_view_is_prepared_anew_when_its_server_has_another_name(tables: Tables) -> None:
    game = await running(tables)
    names = {game.guild_id: "Before"}
    named = replace(tables, server_name=names.__getitem__)
    named.view_for(game, ANN_ID)

    names[game.guild_id] = "After"

    assert named.view_for(game, ANN_ID).server == "After"
