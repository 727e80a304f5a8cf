"""The record against computers at the end of a game alone against them, and the game against stronger ones."""

import itertools

import discord

from cogs.lobby import LobbyCog
from engine.game.actions import Resign
from engine.game.goals import Level
from services.lobbies.opening import NewTable, open_own_lobby
from services.lobbies.starting import start_game
from storage.games import Game, Phase, Player
from tests.storage.tables import ANN, BOB, KEY, VARIANTS
from tests.support.interactions import Interaction
from tests.support.panels import list_parts, list_texts
from tests.support.rooms import Room

COG = LobbyCog
NUMBERS = itertools.count(900)  # of interactions


async def a_solo_game(room: Room, level: Level = Level.FAIR) -> Game:
    table = NewTable(VARIANTS[KEY], {}, (Player(None, "Ada", level),), has_chosen_clock=False, patience=0)
    lobby = await open_own_lobby(room.tables, table, ANN, next(NUMBERS))
    return await start_game(room.tables, lobby, ANN.user_id or 0, None)


async def end_card(room: Room, game: Game, loser: int) -> tuple[list[str], list[str | None]]:
    """Return the lines about records and the buttons on Ann's end card after this seat has resigned."""
    over = (await room.tables.make_move(game, Resign(loser), None)).game
    view, _ = await room.services.end_cards.show_one(over, ANN.user_id or 0)
    lines = [line for text in list_texts(view) for line in text.splitlines()]
    buttons = [each.label for each in list_parts(view) if isinstance(each, discord.ui.Button)]
    return [line for line in lines if " : " in line or "in a row" in line], buttons


async def test_a_solo_game_s_end_says_the_record_and_a_win_leads_to_the_next_level(room: Room) -> None:
    first = await a_solo_game(room)
    assert await end_card(room, first, 1) == (
        ["You against computers: fair **1 : 0**"],
        ["Next level", "Rematch", "Try Rummy Cube", "Review", "Log"],
    )

    answer = await room.tap("harder", first)

    stronger = (await room.games())[-1]
    assert (stronger.phase, stronger.is_solo, stronger.players[1].computer) == (Phase.PLAYING, True, Level.STRONG)
    assert "Only games without help count for the solo ladder." in answer.text
    lines, buttons = await end_card(room, stronger, 0)
    assert lines == ["You against computers: strong **0 : 1**"]
    assert "Next level" not in buttons
    assert "Next level" not in (await end_card(room, await a_solo_game(room, Level.MASTER), 1))[1]
    assert (await end_card(room, await a_solo_game(room), 1))[0][1:] == []
    assert (await end_card(room, await a_solo_game(room), 1))[0][1:] == ["3 wins in a row."]


async def test_only_the_player_of_a_finished_solo_game_asks_for_the_next_level(room: Room) -> None:
    game = await a_solo_game(room)
    assert await room.refused(room.tap("harder", game)) == "This game isn't over."
    over = (await room.tables.make_move(game, Resign(1), None)).game
    assert "Only this game's players" in await room.refused(room.tap("harder", over, Interaction(BOB)))
