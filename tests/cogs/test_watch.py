"""Looking on: the menu of a table, its log, and a table that is followed."""

from dataclasses import replace

import pytest

import render
from cogs.watch import WatchCog
from engine.game.actions import Draw, Resign
from services.game_view import write_news
from storage.games import Player
from storage.settings import Person
from tests.storage.tables import ANN, BOB, CLEO
from tests.support.interactions import PRIVATE, PUBLIC, Interaction
from tests.support.rooms import Room
from tests.support.tables import listen
from tests.support.waiting import until_done

COG = WatchCog


@pytest.mark.parametrize(
    ("who", "manages", "others"),
    [
        (BOB, False, {"My rack", "Sort by number", "Edit as text", "Leave"}),
        (CLEO, True, {"Follow", "End the game"}),
        (CLEO, False, {"Follow"}),
    ],
    ids=["a player", "a manager", "an onlooker"],
)
async def test_the_menu_has_what_who_tapped_it_may_do(room: Room, who: Player, manages: bool, others: set[str]) -> None:
    game = await room.playing()

    answer = await room.tap("more", game, Interaction(who, PUBLIC, manages=manages))

    assert set(answer.screen.controls) == {"Log", "Rules"} | others
    assert not answer.is_public


async def test_the_log_says_who_did_what_and_names_no_tile_that_was_drawn(room: Room) -> None:
    game = await room.over()

    answer = await room.command("log", Interaction(CLEO))

    assert answer.text.count("drew 1 tile") == 2
    assert "<@22> resigned" in answer.text
    assert not answer.is_public
    assert (await room.games())[0] == game


async def test_the_log_of_a_channel_where_nobody_played_is_empty(room: Room) -> None:
    lobby = await room.lobby()

    for asking in (room.command("log"), room.tap("log", lobby)):
        assert "No game has started in this channel" in await room.refused(asking)


@pytest.mark.parametrize(("argument", "page"), [("", 2), ("0", 1), ("1", 2), ("99", 2), ("-1", 2), ("x", 2)])
async def test_a_log_is_leafed_through_and_a_page_that_is_not_there_is_the_latest(
    room: Room, argument: str, page: int
) -> None:
    game = await room.started()
    for _ in range(11):
        assert game.state
        game = (await room.tables.make_move(game, Draw(game.state.turn), None)).game

    answer = await room.tap("log", game, Interaction(CLEO), argument=argument)

    assert f"Page {page} of 2" in answer.text


@pytest.mark.parametrize(("who", "ways"), [(ANN, {"My rack", "Latest"}), (CLEO, {"Latest"})])
async def test_the_log_leads_its_players_back_to_their_racks(room: Room, who: Player, ways: set[str]) -> None:
    game = await room.started()

    answer = await room.tap("log", game, Interaction(who))

    assert set(answer.screen.controls) == ways


async def test_a_followed_table_is_shown_as_a_spectator_sees_it_in_words_if_one_wants_that(room: Room) -> None:
    game = await room.playing()

    answer = await room.tap("follow", game, Interaction(BOB, PUBLIC))

    game_view = room.tables.view_for(game)
    assert answer.screen.pictures[0].png == render.png(game_view.view, game_view.names)
    assert not answer.is_public
    assert set(answer.screen.controls) == {"Refresh", "Log", "Stop following"}
    assert all(tile not in answer.text for tile in ("O2", "O3", "O4", "R6", "B9", "K1"))
    await room.tables.settings.change_person(BOB.user_id or 0, lambda _: Person(text=True))
    answer = await room.tap("follow", game, Interaction(BOB, PUBLIC))
    assert "A: red 3, red 4, red 5." in answer.text


async def test_a_followed_table_is_kept_up_to_date_until_it_is_followed_no_more(room: Room) -> None:
    game = await room.started()
    assert game.state
    listen(room.tables, room.services.responses.on_change)
    followed, left = Interaction(BOB, PUBLIC), Interaction(CLEO, PUBLIC)
    await room.tap("follow", game, followed)
    await room.tap("follow", game, left)
    answer = await room.tap("unfollow", game, Interaction(CLEO, replace(PRIVATE, id=left.id)))

    game = (await room.tables.make_move(game, Draw(game.state.turn), None)).game
    await room.until(lambda: len(followed.shown) > 1)

    assert write_news(game) in followed.screen.text
    assert len(left.shown) == 1
    assert "Follow again" in answer.screen.controls


async def test_a_table_that_is_followed_in_the_menu_s_message_shows_the_end_once(room: Room) -> None:
    game = await room.started()
    listen(room.tables, room.services.responses.on_change)
    menu = await room.tap("more", game, Interaction(CLEO, PUBLIC))
    followed = await room.tap("follow", game, Interaction(CLEO, replace(PRIVATE, id=menu.id)))

    await room.tables.make_move(game, Resign(1), None)
    await room.until(lambda: len(followed.shown) > 1)
    await until_done("responses-")

    assert "<@11> wins" in followed.screen.text
    assert len(menu.shown) == 1


async def test_follow_shows_the_end_of_a_game(room: Room) -> None:
    game = await room.over()

    answer = await room.tap("follow", game, Interaction(CLEO))

    assert "<@11> wins" in answer.text
